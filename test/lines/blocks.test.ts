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

  test.each([1, 2])("are joined if they are tiny (%d threads)", async (threads) => {
    expect(await sizesOf(chunks(100, 500), threads)).toEqual([[50_000], []]);
  });
});

test("the number of chunks in a group is bounded", async () => {
  const sizes = await sizesOf(chunks(20_000, 1), 2);
  expect(sizes.flat().reduce((sum, size) => sum + size)).toBe(20_000);
  expect(Math.max(...sizes.flat())).toBeLessThan(10_000);
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

test("an error of the source follows the chunks before it", async () => {
  async function* failing() {
    yield chunk(100);
    throw new Error("no more");
  }
  const blocks = blocksOf(openSource(failing(), new Stop(undefined)), new Splitter(1e9), 2);
  expect((await blocks.next()).value).toHaveLength(1);
  await expect(blocks.next()).rejects.toThrow("no more");
});
