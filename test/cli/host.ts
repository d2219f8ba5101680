/** A stand-in for `process`: input from memory, output kept. */
import { EventEmitter } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { run } from "../../src/cli/command.ts";
import type { Host } from "../../src/cli/host.ts";

/** A stream that records its writes. */
export class Kept extends Writable {
  readonly chunks: Uint8Array[] = [];
  isTTY?: boolean;
  columns?: number;

  constructor(terminal?: { columns: number }) {
    super();
    if (terminal !== undefined) Object.assign(this, { isTTY: true, ...terminal });
  }

  override _write(chunk: Uint8Array, _encoding: unknown, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }
}

export class FakeHost extends EventEmitter implements Host {
  stdin: Readable;
  stdout: Kept;
  stderr: Kept;
  env: Record<string, string | undefined> = {};

  constructor(input: Iterable<string | Uint8Array> = [], terminal?: { columns: number }) {
    super();
    this.stdin = Readable.from(Array.from(input, (chunk) => Buffer.from(chunk)));
    this.stdout = new Kept(terminal);
    this.stderr = new Kept(terminal);
  }
}

/** A folder with files in it, gone when the test is. */
export function folder(files: Record<string, string | Uint8Array> = {}): string {
  const path = mkdtempSync(join(tmpdir(), "validlib-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

export const bytesOf = (path: string, name: string): string => readFileSync(join(path, name), "latin1");

/** Runs the command on standard input. */
export async function piped(
  args: readonly string[],
  input: Iterable<string | Uint8Array>,
  terminal?: { columns: number },
): Promise<{ code: number; out: string; err: string }> {
  const host = new FakeHost(input, terminal);
  const code = await run(args, host);
  return { code, out: host.stdout.text, err: host.stderr.text };
}

/** The dump of a schema: a person with a name and an age. */
export const PERSON = JSON.stringify({
  __class__: "Dict",
  schema: {
    name: { __class__: "Str", minlen: 1, maxlen: 20 },
    age: { __class__: "Int", min: 0, max: 150 },
    tags: { __class__: "List", item: { __class__: "Str", pattern: "^\\w+$" } },
  },
  optional: ["tags"],
});

export const GOOD = '{"name":"Ann","age":1}';
export const BAD = '{"name":"","age":200}';

/** Runs `validlib check` on standard input with the schema of a person. */
export async function check(input: Iterable<string | Uint8Array>, ...args: string[]) {
  const path = folder({ "person.json": PERSON });
  return { path, ...(await piped(["check", "--schema", join(path, "person.json"), ...args, "-"], input)) };
}
