import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, onTestFinished, test } from "vitest";
import { FileChunks, LateChunks } from "../../src/cli/file-chunks.ts";
import { longTest } from "../support/long.ts";
import { folder } from "./host.ts";

const CHUNK = 1024 * 1024;

/** Bytes that encode their position, so that no two chunks are alike. */
const content = (size: number): Buffer => Buffer.from(Uint32Array.from({ length: size / 4 }, (_, at) => at).buffer);

/** The name of a file of so many bytes. */
const fileOf = (size: number): string => join(folder({ data: content(size) }), "data");

describe("the chunks of a file", () => {
  test.each([0, 4, CHUNK, CHUNK + 4, 5 * CHUNK + 12])("are all of its %d bytes, in order", async (size) => {
    const handle = await open(fileOf(size));
    const chunks: Uint8Array[] = [];
    for await (const chunk of new FileChunks(handle)) chunks.push(chunk);
    // None was released, so none has changed.
    expect(Buffer.concat(chunks).equals(content(size))).toBe(true);
    expect(handle.fd).toBe(-1);
  });

  longTest("are read only into buffers of chunks that were released", async () => {
    const chunks = new FileChunks(await open(fileOf(20 * CHUNK)));
    const expected = content(20 * CHUNK);
    const memory = new Set<unknown>();
    let kept: Uint8Array | undefined;
    let at = 0;
    for await (const chunk of chunks) {
      expect(expected.compare(chunk, 0, chunk.length, at, at + chunk.length)).toBe(0);
      memory.add(chunk.buffer);
      if (at === 3 * CHUNK) kept = chunk;
      else chunks.release(chunk.buffer);
      // Once is enough.
      if (at > 5 * CHUNK) chunks.release(chunk.buffer);
      at += chunk.length;
    }
    expect(at).toBe(20 * CHUNK);
    expect(memory.size).toBeLessThan(5);
    expect(expected.compare(kept as Uint8Array, 0, CHUNK, 3 * CHUNK, 4 * CHUNK)).toBe(0);
  });

  longTest("keep no buffers after the end of the file", async () => {
    setFlagsFromString("--expose-gc");
    const gc = runInNewContext("gc") as () => void;
    const all: FileChunks[] = [];
    const before = process.memoryUsage().arrayBuffers;
    for (let file = 0; file < 20; file++) {
      const chunks = new FileChunks(await open(fileOf(3 * CHUNK)));
      const last: Uint8Array[] = [];
      for await (const chunk of chunks) last.push(chunk);
      for (const chunk of last) chunks.release(chunk.buffer);
      all.push(chunks);
    }
    gc();
    await new Promise((done) => setTimeout(done, 50));
    gc();
    expect(all.length).toBe(20);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * CHUNK);
  });

  test("of a file descriptor begin at its current position and leave it open", async () => {
    const fd = openSync(fileOf(CHUNK + 100), "r");
    onTestFinished(() => closeSync(fd));
    readSync(fd, new Uint8Array(100));
    const chunks: Uint8Array[] = [];
    for await (const chunk of new FileChunks(fd)) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(content(CHUNK + 100).subarray(100))).toBe(true);
    expect(fstatSync(fd).size).toBe(CHUNK + 100);
  });

  test("end when the input is destroyed, and the file is closed", async () => {
    const handle = await open(fileOf(5 * CHUNK));
    for await (const _ of new FileChunks(handle)) break;
    expect(handle.fd).toBe(-1);
  });

  test("fail with the error of the file", async () => {
    const handle = await open(folder());
    const read = async () => {
      for await (const _ of new FileChunks(handle));
    };
    await expect(read()).rejects.toThrow("EISDIR");
  });
});

describe("the chunks of a file that is opened lazily", () => {
  test("are those of the file, in reused buffers", async () => {
    const file = fileOf(8 * CHUNK);
    const chunks = new LateChunks(() => open(file));
    const memory = new Set<unknown>();
    let size = 0;
    for await (const chunk of chunks) {
      memory.add(chunk.buffer);
      chunks.release(chunk.buffer);
      size += chunk.length;
    }
    expect(size).toBe(8 * CHUNK);
    expect(memory.size).toBeLessThan(5);
  });

  test("are none if the input is destroyed before the file is open, and the file is closed", async () => {
    const handle = await open(fileOf(CHUNK));
    const chunks = new LateChunks(async () => {
      chunks.destroy();
      return handle;
    });
    for await (const _ of chunks) expect.unreachable();
    expect(handle.fd).toBe(-1);
  });
});
