import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { Dict, Int, Str } from "../../src/index.ts";
import { type ByteReader, concatenated, MAX_CHUNK, openSource } from "../../src/lines/source.ts";
import { Stop } from "../../src/values/stop.ts";
import { encode } from "./streams.ts";

const open = (source: unknown, areReused?: boolean, stop = new Stop(undefined)): ByteReader =>
  openSource(source as never, stop, areReused);

/** The chunks that a reader gives, to its end. */
async function chunksOf(reader: ByteReader): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for (let bytes = await reader.read(); bytes !== undefined; bytes = await reader.read()) chunks.push(bytes);
  return chunks;
}

const textsOf = async (source: unknown): Promise<string[]> =>
  (await chunksOf(open(source))).map((bytes) => Buffer.from(bytes).toString());

/** A source that gives these chunks, and logs what it is asked for. */
function logged(chunks: readonly unknown[], log: string[]) {
  let at = 0;
  const next = async () => {
    log.push("next");
    return at < chunks.length ? { done: false, value: chunks[at++] } : { done: true };
  };
  return { next, return: async () => log.push("return") };
}

describe("the source of lines", () => {
  test.each<[what: string, source: () => unknown, texts: string[]]>([
    ["a text", () => "abc", ["abc"]],
    ["bytes", () => encode("abc"), ["abc"]],
    ["an array", () => ["ab", encode("c")], ["ab", "c"]],
    ["an iterable", () => new Set(["ab", "c"]), ["ab", "c"]],
    ["a stream of Node", () => Readable.from(["ab", "c"]), ["ab", "c"]],
    ["a stream of the web", () => new Blob(["abc"]).stream(), ["abc"]],
    ["an async iterable", () => ({ [Symbol.asyncIterator]: () => logged(["ab", "c"], []) }), ["ab", "c"]],
  ])("may be %s", async (_, source, texts) => {
    expect(await textsOf(source())).toEqual(texts);
  });

  test.each([
    [5, "integer"],
    [null, "null"],
    [undefined, "undefined"],
    [{}, "object"],
  ])("is not %o", (source, name) => {
    const message = "source should be a stream, an iterable of chunks, a Uint8Array or a string";
    expect(() => open(source)).toThrow(new TypeError(`${message}, not ${name}`));
  });

  test("has chunks that are bytes or texts", async () => {
    const message = "A chunk of the source should be a Uint8Array or a string, not integer";
    await expect(open([5]).read()).rejects.toThrow(new TypeError(message));
  });

  test("is read as a stream of the web rather than by its iterators, and asynchronously rather than at once", async () => {
    const stream = { read: async () => ({ done: true }), cancel: async () => {} };
    const iterators = {
      [Symbol.asyncIterator]: () => logged(["async"], []),
      [Symbol.iterator]: () => ["now"].values(),
    };
    expect(await textsOf({ getReader: () => stream, ...iterators })).toEqual([]);
    expect(await textsOf(iterators)).toEqual(["async"]);
  });

  test.each<[chunks: unknown[], texts: string[]]>([
    [
      ["a\ud83c", "\udf7ab"],
      ["a", "\u{1f37a}b"],
    ],
    [["\ud83c", "", "\udf7a"], ["\u{1f37a}"]],
    [["\ud83c", new Uint8Array(), "\udf7a"], ["\u{1f37a}"]],
    [["\ud83c", encode("b")], ["\ufffdb"]],
    [["a\ud83c"], ["a", "\ufffd"]],
    [
      ["a\ud83c", "b"],
      ["a", "\ufffdb"],
    ],
    [
      ["\udf7a", "b"],
      ["\ufffd", "b"],
    ],
    [
      ["\ud83c\ud83c", "\udf7a"],
      ["\ufffd", "\u{1f37a}"],
    ],
  ])("may cut a pair of surrogates: %j", async (chunks, texts) => {
    expect(await textsOf(chunks)).toEqual(texts);
  });

  test("may have chunks that are empty, or large: those are cut", async () => {
    expect(await textsOf(["", "a", "", new Uint8Array(), ""])).toEqual(["a"]);
    const chunks = await chunksOf(open([new Uint8Array(2 * MAX_CHUNK + 1), "a", "b".repeat(MAX_CHUNK)]));
    expect(chunks.map(({ length }) => length)).toEqual([MAX_CHUNK, MAX_CHUNK, 1, 1, MAX_CHUNK]);
  });

  test("lets others run after each megabyte, and after a thousand empty chunks", async () => {
    const turnsOf = async (source: unknown): Promise<number> => {
      let turns = 0;
      let isOver = false;
      const turn = (): void => {
        turns++;
        if (!isOver) setImmediate(turn);
      };
      setImmediate(turn);
      await chunksOf(open(source));
      isOver = true;
      return turns;
    };
    const turns: number[] = [];
    // The end of a source is a chunk as well.
    for (const count of [1022, 1023, 2500]) turns.push(await turnsOf(new Array(count).fill("")));
    for (const megabytes of [0.5, 1, 4]) turns.push(await turnsOf(new Uint8Array(megabytes * MAX_CHUNK)));
    expect(turns).toEqual([0, 1, 2, 0, 1, 4]);
  });

  test("ends the call with the reason to stop, whatever is left, and while it is waited for", async () => {
    const stop = new Stop(undefined);
    const reason = new Error("enough");
    const reader = open(new Uint8Array(2 * MAX_CHUNK), true, stop);
    await reader.read();
    stop.stop(reason);
    await expect(reader.read()).rejects.toBe(reason);
    const later = new Stop(undefined);
    const reading = open({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }, true, later).read();
    later.stop(reason);
    await expect(reading).rejects.toBe(reason);
  });
});

describe("a source that is closed", () => {
  const asyncOf = (iterator: object) => ({ [Symbol.asyncIterator]: () => iterator });

  test("is asked once, and not after its end", async () => {
    const log: string[] = [];
    const reader = open(asyncOf(logged(["a", "b"], log)));
    await reader.read();
    await reader.close();
    await reader.close();
    expect(await reader.read()).toBe(undefined);
    expect(log).toEqual(["next", "return"]);
    const whole: string[] = [];
    const other = open(asyncOf(logged(["a"], whole)));
    await chunksOf(other);
    expect(await other.read()).toBe(undefined);
    await other.close();
    expect(whole).toEqual(["next", "next"]);
  });

  test("may have nothing that closes it", async () => {
    const { next } = logged(["a"], []);
    for (const source of [asyncOf({ next }), { [Symbol.iterator]: () => ({ next: () => ({ value: "a" }) }) }]) {
      const reader = open(source);
      await reader.read();
      expect(await reader.close()).toBe(undefined);
    }
  });

  test.each<[what: string, source: (close: () => unknown) => unknown]>([
    ["an async iterator returns", (close) => asyncOf({ ...logged(["a", "b"], []), return: close })],
    [
      "an iterator returns",
      (close) => ({ [Symbol.iterator]: () => ({ next: () => ({ value: "a" }), return: close }) }),
    ],
    [
      "a stream of the web is cancelled",
      (close) => ({ getReader: () => ({ ...logged(["a"], []), read: async () => ({ value: "a" }), cancel: close }) }),
    ],
    ["a stream is destroyed", (close) => ({ ...asyncOf(logged(["a", "b"], [])), destroy: close })],
  ])("closes its own: %s", async (_, source) => {
    const close = vi.fn(async () => {});
    for (const reads of [0, 1]) {
      const reader = open(source(close));
      for (let at = 0; at < reads; at++) await reader.read();
      await reader.close();
    }
    expect(close).toHaveBeenCalledTimes(2);
  });

  test("is waited for, unless its chunk is", async () => {
    const failure = new Error("not closed");
    const failing = { ...logged(["a", "b"], []), return: () => Promise.reject(failure) };
    const reader = open(asyncOf(failing));
    await reader.read();
    await expect(reader.close()).rejects.toBe(failure);
    await expect(open(asyncOf(failing)).close()).rejects.toBe(failure);
    const never = () => new Promise(() => {});
    const cancel = () => {
      throw failure;
    };
    for (const source of [
      asyncOf({ next: never, return: () => Promise.reject(failure) }),
      { getReader: () => ({ read: never, cancel }) },
    ]) {
      const stop = new Stop(undefined);
      const waiting = open(source, true, stop);
      const reading = waiting.read();
      stop.stop("enough");
      await expect(reading).rejects.toBe("enough");
      expect(await waiting.close()).toBe(undefined);
    }
  });
});

describe("the bytes of chunks", () => {
  const chunk = new Uint8Array(10);
  const shares = async (source: unknown, areReused?: boolean): Promise<boolean> =>
    (await open(source, areReused).read())?.buffer === chunk.buffer;
  const iterable = () => new Set([chunk]);
  const later = () => ({ [Symbol.asyncIterator]: () => logged([chunk], []) });

  test("are copied if the source may change them", async () => {
    expect([await shares(iterable()), await shares(later()), await shares(iterable(), true)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([await shares(iterable(), false), await shares(later(), false)]).toEqual([true, true]);
    expect([await shares([chunk]), await shares(chunk), await shares(Readable.from([chunk]))]).toEqual([
      true,
      true,
      true,
    ]);
    const web = new ReadableStream({ start: (controller) => controller.enqueue(chunk) });
    expect(await shares(web)).toBe(true);
  });

  test("are copied if other threads may change them", async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(7);
    const bytes = (await open([shared]).read()) as Uint8Array;
    expect([bytes.buffer === shared.buffer, [...bytes]]).toEqual([false, [7, 7, 7, 7]]);
  });

  test("that are concatenated are one behind the other; of one part, the part itself", () => {
    const part = Uint8Array.of(1, 2);
    expect(concatenated([part])).toBe(part);
    expect([...concatenated([part, Uint8Array.of(3), part])]).toEqual([1, 2, 3, 1, 2]);
    expect(concatenated([])).toHaveLength(0);
  });
});

/** Chunks in one buffer, which changes when the next one is requested. */
function* inOneBuffer(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void> {
  const memory = new Uint8Array(2 * MAX_CHUNK);
  for (const chunk of chunks) {
    memory.fill(0x21);
    memory.set(chunk);
    yield memory.subarray(0, chunk.length);
  }
}

describe("a reader of chunks that may change", () => {
  const chunks = (sizes: readonly number[]) => inOneBuffer(sizes.map((size, at) => new Uint8Array(size).fill(at)));
  const read = async (sizes: readonly number[], isReused: boolean) => {
    const reader = open(chunks(sizes));
    const buffers: ArrayBufferLike[] = [];
    for (let at = 0, bytes = await reader.read(); bytes !== undefined; bytes = await reader.read(), at++) {
      expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([sizes[at], at, at]);
      buffers.push(bytes.buffer);
      if (isReused) reader.reuse?.(bytes);
    }
    return new Set(buffers).size;
  };

  test("uses the memory of copies again, as far as they were given back", async () => {
    expect(await read([8000, 8000, 5000, 8000], true)).toBe(1);
    expect(await read([8000, 8000, 5000, 8000], false)).toBe(4);
    expect(await read([5000, 8000, 8000], true)).toBe(2);
  });

  test.each<[sizes: number[], memories: number]>([
    [[4096, 4096], 1],
    [[4095, 4095], 2],
    [[MAX_CHUNK, MAX_CHUNK], 1],
    [[8000, 8001], 2],
    [[8000, 5000, 8000], 1],
  ])("uses it if it is neither too small nor too large: %j", async (sizes, memories) => {
    expect(await read(sizes, true)).toBe(memories);
  });

  test("keeps a few", async () => {
    const reader = open(chunks(new Array(12).fill(8000)));
    const some = async () => {
      const parts: Uint8Array[] = [];
      for (let at = 0; at < 6; at++) parts.push((await reader.read()) as Uint8Array);
      return parts;
    };
    const first = await some();
    for (const part of first) reader.reuse?.(part);
    const memories = new Set(first.map(({ buffer }) => buffer));
    const again = (await some()).filter(({ buffer }) => memories.has(buffer));
    expect(again).toHaveLength(4);
  });

  test("takes back only whole chunks that it has copied, and each once", async () => {
    const reader = open(chunks([8000, 8000, 8000, 2 * MAX_CHUNK, 2 * MAX_CHUNK]));
    const first = (await reader.read()) as Uint8Array;
    reader.reuse?.(first);
    reader.reuse?.(first);
    reader.reuse?.(new Uint8Array(8000));
    const [second, third] = [(await reader.read()) as Uint8Array, (await reader.read()) as Uint8Array];
    expect([second.buffer === first.buffer, third.buffer === first.buffer]).toEqual([true, false]);
    expect([second[0], third[0]]).toEqual([1, 2]);
    const half = (await reader.read()) as Uint8Array;
    reader.reuse?.(half);
    const rest = (await reader.read()) as Uint8Array;
    await reader.read();
    expect([half.length, rest.length, rest[0], rest.at(-1)]).toEqual([MAX_CHUNK, MAX_CHUNK, 3, 3]);
  });
});

test("records, their errors and positions are those of the whole source, where chunks are in one buffer", async () => {
  const item = Dict({ id: Int({ min: 1 }), name: Str() });
  const items = Array.from({ length: 4000 }, (_, id) => `{"id":${id % 50},\n"name":"${"ä".repeat(id % 90)}"}`);
  const documents = {
    json: `[${items.join(",")}]`,
    "json-seq": items.map((text) => `\x1e${text}\n`).join(""),
    ndjson: items.map((text) => `${text.replace("\n", " ")}\n`).join(""),
  };
  for (const [format, text] of Object.entries(documents)) {
    const bytes = new TextEncoder().encode(text);
    const parts = Array.from({ length: Math.ceil(bytes.length / 9000) }, (_, at) =>
      bytes.subarray(at * 9000, (at + 1) * 9000),
    );
    const read = async (source: Uint8Array | Iterable<Uint8Array>) => {
      const found: unknown[] = [];
      const errors: { issues: readonly unknown[] }[] = [];
      for await (const result of item.records(source, { format: format as "json" })) {
        if (result.ok) found.push(result);
        else errors.push(result.error);
      }
      for await (const batch of item.batches(source === bytes ? bytes : inOneBuffer(parts), {
        format: format as "json",
      })) {
        found.push(...batch.values);
        for (const { error } of batch.issues) errors.push(error);
      }
      // The memory of all chunks has been used again by now.
      return { found, errors: errors.map(({ issues }) => issues) };
    };
    const expected = await read(bytes);
    expect(expected.errors.length).toBe(160);
    expect(await read(inOneBuffer(parts))).toEqual(expected);
  }
});
