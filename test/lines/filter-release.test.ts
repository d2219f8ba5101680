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
