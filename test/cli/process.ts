/** The compiled command as a process, with real streams. */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { packed } from "../support/packed.ts";
import { folder, PERSON } from "./host.ts";

export const root = join(import.meta.dirname, "../..");
/** The compiled command. */
export const main = join(packed, "dist/cli/main.js");
/** What the modules of schemas import, as text of code. */
export const library = JSON.stringify(join(packed, "dist/index.js"));

export interface Outcome {
  code: number | null;
  signal: string | null;
  out: string;
  err: string;
}

interface Settings {
  readonly flags?: readonly string[];
  readonly stdio?: StdioOptions;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts the command. */
export function start(args: readonly string[], { flags = [], stdio, env, cwd }: Settings = {}) {
  return spawn(process.execPath, [...flags, main, ...args], {
    stdio: (stdio ?? "pipe") as "pipe",
    env: { ...process.env, ...env },
    cwd,
  });
}

const read = (stream: Readable | null): Promise<string> | string => (stream === null ? "" : text(stream));

/** Waits for its end and its output. Writes `input` if it is given. */
export async function outcome(child: ChildProcess, input?: string | Uint8Array): Promise<Outcome> {
  if (input !== undefined) child.stdin?.end(input);
  const [out, err, [code, signal]] = await Promise.all([read(child.stdout), read(child.stderr), once(child, "close")]);
  return { code, signal, out, err };
}

/** Arguments of a check of standard input with the schema of a person, and its folder. */
export function checking(...args: string[]): { path: string; args: string[] } {
  const path = folder({ "person.json": PERSON });
  return { path, args: ["check", "--schema", join(path, "person.json"), ...args, "-"] };
}
