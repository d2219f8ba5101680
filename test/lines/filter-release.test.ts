import { expect, test } from "vitest";
import { Int } from "../../src/index.ts";
import { BlockValidator } from "../../src/lines/block-validator.ts";
import { filterBlocks, noCounts } from "../../src/lines/filter.ts";
import type { Block } from "../../src/lines/open-record.ts";
import { readLineOptions } from "../../src/lines/options.ts";

test.each([1, 3])("memory of lines is released when their runs have been written (%d threads)", async (threads) => {
  const blocks = async function* (): AsyncGenerator<readonly Block[], void> {
    for (let at = 0; at < 50; at++) {
      yield [Buffer.from("1\n".repeat(40_000)), Buffer.from("x\n")].map((text, offset) => {
        return { bytes: new Uint8Array(text), offset: at * 80_002 + offset * 80_000 };
      });
    }
  };
  const released = new Set<ArrayBufferLike>();
  const counts = noCounts();
  await filterBlocks(
    blocks(),
    new BlockValidator(Int(), readLineOptions({ threads })),
    {
      errors: "none",
      write: (run) => void expect(released).not.toContain(run.bytes.buffer),
      report: () => undefined,
      flush: () => undefined,
      release: ({ bytes }) => released.add(bytes.buffer),
    },
    counts,
  );
  expect(counts).toEqual({ good: 50 * 40_000, bad: 50, blank: 0, bytes: 50 * 80_002 });
  expect(released.size).toBe(100);
});

test("a run is written when the one before has been taken", async () => {
  const text = '1\n2\nx\n3\n\n"y"\n4\n';
  const blocks = async function* (): AsyncGenerator<readonly Block[], void> {
    yield [{ bytes: Buffer.from(text), offset: 0 }];
  };
  const log: string[] = [];
  const take = async (): Promise<void> => {
    log.push("written");
    await new Promise(setImmediate);
    log.push("taken");
  };
  await filterBlocks(
    blocks(),
    new BlockValidator(Int(), readLineOptions({})),
    { errors: "none", write: take, report: () => undefined, flush: () => undefined },
    noCounts(),
  );
  expect(log.length).toBeGreaterThan(6);
  expect(log).toEqual(log.map((_, index) => (index % 2 === 0 ? "written" : "taken")));
});
