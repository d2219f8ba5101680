/** The loop of a filter: what it asks of the validator of blocks, and what it tells the sink, in which order. */
import { describe, expect, test } from "vitest";
import type { ValidationError } from "../../src/core/errors/errors.ts";
import { LineVerdict } from "../../src/core/json/engine.ts";
import { filterBlocks, type LineSink, noCounts } from "../../src/lines/filter.ts";
import type { Block } from "../../src/lines/open-record.ts";
import { Run } from "../../src/lines/run.ts";
import { encode } from "./streams.ts";

const { valid, invalid, blank } = LineVerdict;

type Part = readonly [verdict: Run["verdict"], text: string, lines?: number];

/** Filters blocks, each with one run of these; what happens is in the log. A line `?` is valid the second time. */
async function filtered(groups: readonly (readonly Part[])[], errors: LineSink["errors"] = "none", sink?: LineSink) {
  const log: string[] = [];
  const runs = new Map<Block, Run>();
  let line = 1;
  const blocks = groups.map((parts) =>
    parts.map(([verdict, text, lines = 1]) => {
      const block = { bytes: encode(text), offset: 0, ...(lines === 0 && { long: { size: 99, last: false } }) };
      runs.set(block, new Run(verdict, block, 0, block.bytes.length, lines, line));
      line += lines;
      return block;
    }),
  );
  const nameOf = ({ verdict, bytes, line: number }: Run) => {
    const text = Buffer.from(bytes).toString().replaceAll("\n", ";");
    return `${number} ${text} ${["valid", "invalid", "blank"][verdict]}`;
  };
  /** Logs what is done at once, and once it has been waited for. */
  const later = async (name: string): Promise<void> => {
    log.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    log.push("done");
  };
  const counts = noCounts();
  await filterBlocks(
    (async function* () {
      yield* blocks;
    })(),
    {
      runsOf: (some) => some.map((block) => runs.get(block) as Run),
      lineError(run, maxErrors) {
        log.push(`error of ${run.line}, at most ${maxErrors}`);
        return encode("?")[0] === run.bytes[0] ? undefined : ({ message: `no ${run.line}` } as ValidationError);
      },
    },
    sink ?? {
      errors,
      write: (run) => later(`write ${nameOf(run)}`),
      report: ({ line: number }, { message }) => later(`report ${number}: ${message}`),
      flush: () => later("flush"),
      release: ({ bytes }) => log.push(`release ${bytes.length}`),
    },
    counts,
  );
  return { log: log.filter((one) => one !== "done"), isInOrder: isInOrder(log), counts };
}

/** Returns whether all that is waited for is done before anything else happens. */
const isInOrder = (log: readonly string[]): boolean =>
  log.every((one, at) => /^(?:error|release|done)/.test(one) || log[at + 1] === "done");

describe("the loop of a filter", () => {
  test("writes the runs of a group of blocks, waits for the sink, and gives the blocks back", async () => {
    const groups: Part[][] = [
      [
        [valid, "1\n2\n", 2],
        [invalid, "x\ny\n", 2],
      ],
      [[blank, "\n"]],
    ];
    expect(await filtered(groups)).toEqual({
      log: [
        ...["write 1 1;2; valid", "write 3 x;y; invalid", "flush", "release 4", "release 4"],
        ...["write 5 ; blank", "flush", "release 1"],
      ],
      isInOrder: true,
      counts: { good: 2, bad: 2, blank: 1, bytes: 9 },
    });
  });

  test.each([
    ["first", 1],
    ["all", undefined],
  ] as const)("reports each invalid line after it: %s", async (errors, most) => {
    const groups: Part[][] = [
      [
        [invalid, "x\ny\n", 2],
        [valid, "1\n"],
      ],
    ];
    expect(await filtered(groups, errors)).toEqual({
      log: [
        ...[`error of 1, at most ${most}`, "write 1 x; invalid", "report 1: no 1"],
        ...[`error of 2, at most ${most}`, "write 2 y; invalid", "report 2: no 2"],
        ...["write 3 1; valid", "flush", "release 4", "release 2"],
      ],
      isInOrder: true,
      counts: { good: 1, bad: 2, blank: 0, bytes: 6 },
    });
  });

  test("writes as valid what has no error when it is asked for", async () => {
    const { log, counts } = await filtered([[[invalid, "?\nx\n", 2]]], "all");
    expect(log).toEqual([
      ...["error of 1, at most undefined", "write 1 ?; valid"],
      ...["error of 2, at most undefined", "write 2 x; invalid", "report 2: no 2", "flush", "release 4"],
    ]);
    expect(counts).toEqual({ good: 1, bad: 1, blank: 0, bytes: 4 });
  });

  test("reports a line that comes in parts at its end", async () => {
    const { log, counts } = await filtered([[[invalid, "xx", 0]], [[invalid, "y\n"]]], "all");
    expect(log).toEqual([
      ...["write 1 xx invalid", "flush", "release 2"],
      ...["error of 1, at most undefined", "write 1 y; invalid", "report 1: no 1", "flush", "release 2"],
    ]);
    expect(counts).toEqual({ good: 0, bad: 1, blank: 0, bytes: 4 });
  });

  test("takes a sink that is never to be waited for, and keeps no memory", async () => {
    const nothing = () => undefined;
    const sink = { errors: "all", write: nothing, report: nothing, flush: nothing } as const;
    expect((await filtered([[[valid, "1\n"]], [[invalid, "x\n"]]], "all", sink)).counts).toMatchObject({
      good: 1,
      bad: 1,
    });
  });
});
