import { expect, test } from "vitest";
import { Int } from "../../src/index.ts";
import { LineJudge } from "../../src/lines/judge.ts";
import { readLineOptions } from "../../src/lines/options.ts";
import type { Block } from "../../src/lines/splitter.ts";

test.each([1, 3])("memory of lines is in use until their verdicts have been taken (%d threads)", async (threads) => {
  const judge = new LineJudge(Int(), readLineOptions({ threads }));
  const chunks = async function* (): AsyncGenerator<readonly Block[], void> {
    for (let at = 0; at < 50; at++) {
      yield [Buffer.from("1\n".repeat(40_000)), Buffer.from("x\n")].map((text, offset) => {
        return { bytes: new Uint8Array(text), offset: at * 80_002 + offset * 80_000 };
      });
    }
  };
  const done = new Set<ArrayBufferLike>();
  let lines = 0;
  for await (const runs of judge.judge(chunks(), ({ bytes }) => done.add(bytes.buffer))) {
    for (const run of runs) {
      expect(done).not.toContain(run.bytes.buffer);
      lines += run.lines;
    }
  }
  expect(lines).toBe(50 * 40_001);
  expect(done.size).toBe(100);
});
