/** The memory of chunks that are copied, because their source may change them. */
import { describe, expect, test } from "vitest";
import { Dict, Int, Str } from "../../src/index.ts";
import { MAX_CHUNK, openSource } from "../../src/lines/source.ts";
import { Stop } from "../../src/values/stop.ts";

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
    const reader = openSource(chunks(sizes), new Stop(undefined));
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

  test("takes back only whole chunks that it has copied, and each once", async () => {
    const reader = openSource(chunks([8000, 8000, 8000, 2 * MAX_CHUNK]), new Stop(undefined));
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
