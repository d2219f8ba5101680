import { describe, expect, test } from "vitest";
import { blocksOf } from "../../src/lines/blocks.ts";
import { openSource } from "../../src/lines/source.ts";
import { Splitter } from "../../src/lines/splitter.ts";
import { Stop } from "../../src/values/stop.ts";

const KB = 1024;
const later = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

/** The sizes of blocks by group. */
async function sizesOf(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, threads: number): Promise<number[][]> {
  const found: number[][] = [];
  const reader = openSource(source, new Stop(undefined));
  for await (const blocks of blocksOf(reader, new Splitter(1e9), threads)) {
    found.push(blocks.map(({ bytes }) => bytes.length));
  }
  return found;
}

const chunk = (size: number): Uint8Array => new Uint8Array(size).fill(0x0a);
const chunks = (count: number, size: number): Uint8Array[] => Array(count).fill(chunk(size));

describe("chunks that are available at once", () => {
  test("are validated one by one on one thread", async () => {
    expect(await sizesOf(chunks(3, 256 * KB), 1)).toEqual([[256 * KB], [256 * KB], [256 * KB], []]);
  });

  test("are validated together on several threads, about a megabyte of them", async () => {
    expect(await sizesOf(chunks(6, 256 * KB), 2)).toEqual([Array(4).fill(256 * KB), Array(2).fill(256 * KB), []]);
  });

  test("are not joined if they have 16 kilobytes each", async () => {
    expect(await sizesOf(chunks(4, 16 * KB), 1)).toEqual([Array(4).fill(16 * KB), []]);
  });

  test.each([1, 2])("are joined if they are tiny (%d threads)", async (threads) => {
    expect(await sizesOf(chunks(100, 500), threads)).toEqual([[50_000], []]);
  });
});

test("the number of chunks in a group is bounded", async () => {
  const sizes = await sizesOf(chunks(20_000, 1), 2);
  expect(sizes.flat().reduce((sum, size) => sum + size)).toBe(20_000);
  expect(Math.max(...sizes.flat())).toBe(8192);
});

test.each([1, 2])("no chunk waits for the next one (%d threads)", async (threads) => {
  async function* slow() {
    for (let left = 3; left > 0; left--) {
      yield chunk(100);
      await later();
    }
  }
  expect(await sizesOf(slow(), threads)).toEqual([[100], [100], [100], []]);
});

/** What comes of three chunks and their end with a cutter of the test itself: groups, an error, and what was called. */
async function called(cut: (chunk: string) => Iterable<string>, areReused?: boolean, canReuse = true) {
  const log: unknown[] = [];
  const chunks = ["1", "2", "3"].map((text) => new TextEncoder().encode(text.padEnd(64 * KB)));
  const reader = {
    read: async () => chunks.shift(),
    close: async () => void log.push("closed"),
    ...(canReuse && {
      reuse: (bytes: Uint8Array) => void log.push(`reused ${String.fromCharCode(bytes[0] as number)}`),
    }),
  };
  const cutter = {
    push: (chunk: Uint8Array) => cut(String.fromCharCode(chunk[0] as number)),
    end: () => cut("end"),
    ...(canReuse && { reuse: () => void log.push("cutter reused") }),
  };
  try {
    for await (const blocks of blocksOf<string>(reader, cutter, 1, areReused)) log.push(blocks);
  } catch (error) {
    log.push((error as Error).message);
  }
  return log;
}

describe("blocks that a cutter cuts", () => {
  function* failing(at: string, before: readonly string[], chunk: string): Generator<string, void> {
    if (chunk !== at) return void (yield chunk);
    yield* before;
    throw new Error("wrong");
  }

  test("come before its error, and the source is closed", async () => {
    expect(await called((chunk) => failing("2", ["a"], chunk))).toEqual([["1"], ["a"], "closed", "wrong"]);
    expect(await called((chunk) => failing("2", [], chunk))).toEqual([["1"], "closed", "wrong"]);
    const whole = [["1"], ["2"], ["3"]];
    expect(await called((chunk) => failing("end", ["a"], chunk))).toEqual([...whole, ["a"], "closed", "wrong"]);
    expect(await called((chunk) => failing("end", [], chunk))).toEqual([...whole, "closed", "wrong"]);
  });

  test("are left out where a chunk has none, but for the last of all", async () => {
    expect(await called((chunk) => (chunk === "2" ? ["b", "c"] : []))).toEqual([["b", "c"], [], "closed"]);
  });

  test("give their memory and that of their chunks back, if they are not in use any more", async () => {
    const cut = (chunk: string) => [chunk];
    const groups = ["1", "2", "3"].map((chunk) => [[chunk], "cutter reused", `reused ${chunk}`]);
    expect(await called(cut, true)).toEqual([...groups.flat(), ["end"], "closed"]);
    const plain = [["1"], ["2"], ["3"], ["end"], "closed"];
    expect(await called(cut)).toEqual(plain);
    expect(await called(cut, true, false)).toEqual(plain);
  });
});

test("an error of the source follows the chunks before it", async () => {
  async function* failing() {
    yield chunk(100);
    throw new Error("no more");
  }
  const blocks = blocksOf(openSource(failing(), new Stop(undefined)), new Splitter(1e9), 2);
  expect((await blocks.next()).value).toHaveLength(1);
  await expect(blocks.next()).rejects.toThrow("no more");
});
