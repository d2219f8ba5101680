import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { type ByteStream, readRequestBytes, readStream } from "../../src/servers/stream.ts";

const text = async (stream: Readable, maxBytes = 10): Promise<string> =>
  new TextDecoder().decode(await readStream(stream, maxBytes));

describe("a stream", () => {
  test("is joined from its chunks, texts among them", async () => {
    expect(await text(Readable.from([Buffer.from("ab"), "\u00e4", Buffer.from("c")]))).toBe("ab\u00e4c");
    expect(await text(Readable.from([]))).toBe("");
  });

  test("that has ended before is empty", async () => {
    const stream = Readable.from(["a"]);
    for await (const _ of stream);
    expect(await text(stream)).toBe("");
  });

  test("that was paused is read", async () => {
    const stream = Readable.from([Buffer.from("a"), Buffer.from("b")]).pause();
    expect(await text(stream)).toBe("ab");
  });

  test("is joined from any number of chunks", async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 251);
    const chunks = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect(Buffer.compare(await readStream(Readable.from(chunks), 5000), bytes)).toBe(0);
    const body = new ReadableStream({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const request = new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
    expect(Buffer.compare(await readRequestBytes(request, 5000, null), bytes)).toBe(0);
  });

  test("takes memory for its bytes, however small its chunks are", async () => {
    setFlagsFromString("--expose-gc");
    const gc = runInNewContext("gc") as () => void;
    const stream = Object.assign(new EventEmitter(), { pause() {}, resume() {} });
    const read = readStream(stream as ByteStream, 200_000);
    const used = (): number => {
      gc();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = used();
    const slab = Buffer.alloc(1000);
    for (let at = 0; at < 200_000; at++) stream.emit("data", slab.subarray(at % 1000, (at % 1000) + 1));
    // As they come, they take 20 MB.
    expect(used() - before).toBeLessThan(2_000_000);
    stream.emit("end");
    expect((await read).length).toBe(200_000);
  });

  test("is read up to the limit, and then no further", async () => {
    let asked = 0;
    const endless = new Readable({
      highWaterMark: 4,
      read() {
        asked++;
        this.push("1234");
      },
    });
    await expect(text(endless)).rejects.toMatchObject({ status: 413 });
    const before = asked;
    await new Promise((later) => setTimeout(later, 20));
    expect([endless.isPaused(), asked]).toEqual([true, before]);
    expect(endless.listenerCount("data")).toBe(0);
  });

  test("that fails or ends early is a failure, not a body", async () => {
    const failing = new Readable({ read: () => {} });
    const failed = text(failing);
    failing.destroy(new Error("reset"));
    await expect(failed).rejects.toMatchObject({ message: "reset", status: 400, statusCode: 400 });
    const blamed = new Readable({ read: () => {} });
    const read503 = text(blamed);
    blamed.destroy(Object.assign(new Error("down"), { status: 503 }));
    await expect(read503).rejects.toEqual(Object.assign(new Error("down"), { status: 503 }));
    const nameless = new Readable({ read: () => {} });
    const read = text(nameless);
    nameless.emit("error", null);
    await expect(read).rejects.toBeNull();
    const closing = new Readable({ read: () => {} });
    closing.push("a");
    const closed = text(closing);
    closing.destroy();
    await expect(closed).rejects.toThrow("The request ended before its body");
    await expect(text(closing)).rejects.toThrow("The request ended before its body");
  });
});
