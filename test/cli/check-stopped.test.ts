import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import { run } from "../../src/cli/command.ts";
import { instances } from "../../src/index.ts";
import { BAD, bytesOf, FakeHost, folder, GOOD, PERSON } from "./host.ts";

afterEach(() => instances.clear());

describe("validlib check that is stopped", () => {
  /** Standard input that never ends, and after its chunks does something else. */
  const endless = (chunks: readonly string[], then: () => void): Readable => {
    const rest = [...chunks];
    return new Readable({
      read() {
        const chunk = rest.shift();
        if (chunk === undefined) setImmediate(then);
        else setImmediate(() => this.push(Buffer.from(chunk)));
      },
    });
  };

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("by %s leaves complete lines and exits with %d", async (signal, code) => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    host.stdin = endless([`${GOOD}\n${BAD}\n${GOOD}`], () => host.emit(signal, signal));
    const files = ["--valid", join(path, "good"), "--invalid", join(path, "bad")];
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--format", "json", ...files, "-"];
    expect(await run(args, host)).toBe(code);
    expect(JSON.parse(host.stdout.text)).toMatchObject({ good: 1, bad: 1, interrupted: true });
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n`);
    expect(bytesOf(path, "bad")).toBe(`${BAD}\n`);
    expect(host.listenerCount(signal)).toBe(0);
  });

  test("inside a line that is too long leaves nothing of it", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    host.stdin = endless([`${BAD}\n`, " ".repeat(80), " ".repeat(80)], () => host.emit("SIGINT", "SIGINT"));
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--max-bytes", "50"];
    expect(await run([...args, "--invalid", join(path, "bad"), "-"], host)).toBe(130);
    expect(bytesOf(path, "bad")).toBe(`${BAD}\n`);
  });

  /** Standard output that is closed after the first block. */
  const closing = (): Writable => {
    let blocks = 0;
    return new Writable({
      write(_chunk, _encoding, done) {
        done(blocks++ === 0 ? null : Object.assign(new Error("EPIPE"), { code: "EPIPE" }));
      },
    });
  };

  test("by a reader that has seen enough ends, quietly, with 1", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    let chunks = 0;
    host.stdin = new Readable({
      read() {
        chunks++;
        setImmediate(() => this.push(`${BAD}\n`.repeat(100)));
      },
    });
    Object.assign(host, { stdout: closing() });
    expect(await run(["check", "--schema", join(path, "person.json"), "--ndjson", "-"], host)).toBe(1);
    expect(host.stderr.text).toBe("");
    expect(chunks).toBeLessThan(100);
  });

  test("by a reader of the errors goes on for its files", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost(Array.from({ length: 10 }, () => `${BAD}\n${GOOD}\n`.repeat(4000)));
    Object.assign(host, { stdout: closing() });
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--valid", join(path, "good"), "-"];
    expect(await run(args, host)).toBe(1);
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n`.repeat(40_000));
  });

  test("by a slow reader waits, and keeps little", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost();
    let produced = 0;
    let consumed = 0;
    let most = 0;
    host.stdin = new Readable({
      highWaterMark: 1,
      read() {
        produced++;
        this.push(produced > 40 ? null : `${BAD}\n`.repeat(500));
      },
    });
    Object.assign(host, {
      stdout: new Writable({
        highWaterMark: 1,
        write(chunk, _encoding, done) {
          consumed += chunk.length;
          most = Math.max(most, this.writableLength);
          setImmediate(done);
        },
      }),
    });
    expect(await run(["check", "--schema", join(path, "person.json"), "--ndjson", "-"], host)).toBe(1);
    expect(consumed).toBeGreaterThan(2_000_000);
    expect(most).toBeLessThan(300_000);
  });
});
