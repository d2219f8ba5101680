import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { run } from "../../src/cli/command.ts";
import { instances } from "../../src/index.ts";
import { BAD, bytesOf, FakeHost, folder, GOOD, PERSON } from "./host.ts";
import { outcome, start } from "./process.ts";

afterEach(() => instances.clear());

describe("validlib check that is stopped", () => {
  /** Standard input that never ends and calls a function after its chunks. */
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

  /** A standard output that interrupts the check when a text appears for the first time. */
  const interrupting = (host: FakeHost, text: string) => {
    const seen = { text: "", heard: false };
    const stdout = new Writable({
      write(chunk, _encoding, done) {
        const before = seen.text;
        seen.text += chunk;
        if (!before.includes(text) && seen.text.includes(text)) seen.heard = host.emit("SIGTERM", "SIGTERM");
        done();
      },
    });
    Object.assign(host, { stdout });
    return seen;
  };

  test("by a signal between two files keeps the lines of the first one and reads no more", async () => {
    const path = folder({ "person.json": PERSON, "a.ndjson": `${GOOD}\n`, "b.ndjson": `${GOOD}\n` });
    const host = new FakeHost();
    const seen = interrupting(host, "a.ndjson: 1 good line, 0 bad\n");
    const inputs = [join(path, "a.ndjson"), join(path, "b.ndjson")];
    const args = ["check", "--schema", join(path, "person.json"), "--valid", join(path, "good"), ...inputs];
    expect(await run(args, host)).toBe(143);
    expect(seen.heard).toBe(true);
    expect(seen.text).toMatch(/b\.ndjson: 0 good lines, 0 bad, interrupted\n$/);
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n`);
    expect(host.listenerCount("SIGTERM")).toBe(0);
  });

  test("by a signal after the last line exits as interrupted, with all findings", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost([`${GOOD}\n`]);
    const seen = interrupting(host, "1 good line, 0 bad\n");
    expect(await run(["check", "--schema", join(path, "person.json"), "--ndjson", "-"], host)).toBe(143);
    expect(seen.heard).toBe(true);
  });

  test("inside a line that is too long removes that line", async () => {
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

  test("by a reader that closes the output exits with 1, without a message", async () => {
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

  test.each([
    ["lines", "--ndjson", BAD],
    ["documents", "--json", GOOD],
  ])("by a reader that closes the output does not read the next file, of %s", async (_, option, data) => {
    const path = folder({ "person.json": PERSON, data });
    const host = new FakeHost();
    let isRead = false;
    host.stdin = new Readable({
      read() {
        isRead = true;
        this.push(null);
      },
    });
    Object.assign(host, { stdout: closing() });
    const inputs = [join(path, "data"), join(path, "data"), "-"];
    expect(await run(["check", "--schema", join(path, "person.json"), option, ...inputs], host)).toBe(1);
    expect(host.stderr.text).toBe("");
    expect(isRead).toBe(false);
  });

  test("by a reader that closes the output continues to write its files", async () => {
    const path = folder({ "person.json": PERSON });
    const host = new FakeHost(Array.from({ length: 10 }, () => `${BAD}\n${GOOD}\n`.repeat(4000)));
    Object.assign(host, { stdout: closing() });
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--valid", join(path, "good"), "-"];
    expect(await run(args, host)).toBe(1);
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n`.repeat(40_000));
  });

  test("by a slow reader waits and buffers little", async () => {
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

describe.skipIf(process.platform === "win32")("validlib check that is stopped at a pipe with a name", () => {
  /** A folder with a pipe, and the arguments of a check of lines. */
  function pipe() {
    const path = folder({ "person.json": PERSON, data: `${GOOD}\n`.repeat(60_000) + BAD });
    execFileSync("mkfifo", [join(path, "fifo")]);
    const args = ["check", "--schema", join(path, "person.json"), "--ndjson", "--format", "ndjson"];
    return { fifo: join(path, "fifo"), data: join(path, "data"), args };
  }

  test("ends while no writer writes into it", async () => {
    const { fifo, args } = pipe();
    const writer = openSync(fifo, "r+");
    onTestFinished(() => closeSync(writer));
    const child = start([...args, fifo]);
    const ended = outcome(child);
    writeSync(writer, `${BAD}\n`);
    await once(child.stdout, "data");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, signal: null, err: "" });
  });

  test("truncates no line while no reader reads from it", async () => {
    const { fifo, data, args } = pipe();
    // It blocks too, because its own output is not read yet.
    const reader = spawn("cat", [fifo]);
    const child = start([...args, "--valid", fifo, data]);
    const ended = outcome(child);
    // The only bad line is the last one.
    await once(child.stdout, "data");
    await wait(100);
    child.kill("SIGTERM");
    await wait(100);
    const written = await text(reader.stdout);
    expect(await ended).toMatchObject({ code: 143, signal: null, err: "" });
    expect(written).toBe(`${GOOD}\n`.repeat(60_000));
  });
});
