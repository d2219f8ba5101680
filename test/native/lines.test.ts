import { describe, expect, test } from "vitest";
import type { JsonLimits } from "../../src/core/json/engine.ts";
import { LineVerdict } from "../../src/core/json/engine.ts";
import { pure } from "../../src/core/json/pure.ts";
import type { NativeEngine } from "../../src/engines/native/engine.ts";
import * as tape from "../../src/engines/native/tape.ts";
import { Dict, Float, Int, Str, type Validator } from "../../src/index.ts";
import { validateLines } from "../json/validate-lines.ts";
import { sweep } from "../support/sweep.ts";
import { eager, native } from "./addon.ts";
import { randomCase } from "./differential.ts";
import { Random } from "./random.ts";
import { build } from "./recipe.ts";

const { valid, invalid, blank, undecided } = LineVerdict;
const FEED = 0x0a;
/** What damages a line, or what comes behind it. */
const DAMAGE = [0x22, 0x5c, 0x0a, 0x00, 0x80, 0xc3, 0xef, 0xff, 0x20, 0x7b, 0x5d];

const linesOf = (bytes: Uint8Array): Uint8Array[] => {
  const lines: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(FEED, at);
    const end = found < 0 ? bytes.length : found;
    lines.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return lines;
};

/** What `isJson` says of the line alone. */
function expected(validator: Validator, line: Uint8Array, limits: JsonLimits | undefined): number {
  if (line.length <= (limits?.maxBytes ?? Infinity) && line.every((byte) => [0x20, 0x09, 0x0d].includes(byte)))
    return blank;
  try {
    return pure.test(validator, line, limits) ? valid : invalid;
  } catch {
    return undecided;
  }
}

/** Cuts at random line feeds, as a reader of chunks does. */
function cut(random: Random, bytes: Uint8Array): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(FEED, at + random.below(random.pick([1, 50, 5000, 500_000])));
    const end = feed < 0 ? bytes.length : feed + 1;
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return chunks;
}

/** Lines for the validator of a case: its texts, again and again, some of them damaged. */
function randomLines(random: Random, sources: readonly Uint8Array[]): Uint8Array {
  const parts: number[] = [];
  for (let left = random.pick([3, 30, 300]); left > 0; left--) {
    const line = [...random.pick(sources)];
    if (random.chance(0.1)) line.splice(random.below(line.length + 1), random.below(2), random.pick(DAMAGE));
    parts.push(...line.slice(0, 20_000), ...random.pick([[FEED], [FEED], [0x0d, FEED], [FEED, FEED]]));
  }
  if (random.chance(0.3)) parts.pop();
  return Uint8Array.from(parts);
}

describe.skipIf(native === undefined)("the addon validates each of many lines", () => {
  test("as the pure engine validates it alone, wherever chunks end", () => {
    const tally = { decided: 0, undecided: 0 };
    for (let seed = 1; seed <= sweep(25, 400); seed++) {
      const { recipe, steps } = randomCase(seed);
      const validator = build(recipe);
      const random = new Random(seed);
      const sources = steps
        .slice(0, 12)
        .map(({ source }) => (typeof source === "string" ? Buffer.from(source) : source));
      const { limits } = random.pick(steps);
      for (const chunk of cut(random, randomLines(random, sources))) {
        const runs = validateLines((random.chance(0.5) ? native : eager) as NativeEngine, validator, chunk, limits);
        const lines = linesOf(chunk);
        let line = 0;
        let begin = 0;
        for (let at = 0; at < runs.length; at += 3) {
          const [end, count, verdict] = runs.subarray(at, at + 3) as unknown as [number, number, number];
          expect(linesOf(chunk.subarray(begin, end)).length).toBe(count);
          for (let left = count; left > 0; left--, line++) {
            tally[verdict === undecided ? "undecided" : "decided"]++;
            if (verdict === undecided) continue;
            const what = `seed ${seed}, ${Buffer.from(lines[line] as Uint8Array).toString("latin1")}`;
            expect([what, verdict]).toEqual([what, expected(validator, lines[line] as Uint8Array, limits)]);
          }
          begin = end;
        }
        expect([begin, line]).toEqual([chunk.length, lines.length]);
      }
    }
    expect(tally.decided).toBeGreaterThan(sweep(400, 10_000));
  });

  test("and decides all that it would decide of the text alone", () => {
    const validator = Dict({ id: Int(), name: Str({ maxlen: 5 }), price: Float({ min: 0 }) }, { optional: ["price"] });
    const lines = [
      '{"id":1,"name":"a"}',
      '{"name":"b\\u00e9","id":2,"price":1.5}',
      '{"id":"3","name":"c"}',
      '{"id":4,"name":"too long"}',
      '{"id":5,"name":"日本"}',
      '{"id":6,"name":"d',
      '{"id":-0,"name":"\\ud800","price":1e400}',
      '{"id":7 "name":"e"}',
      "  ",
      "nothing",
    ];
    const text = Array.from({ length: 1000 }, () => lines.join("\n")).join("\n");
    const runs = validateLines(native as NativeEngine, validator, Buffer.from(text));
    const verdicts = runs.filter((_, at) => at % 3 === 2);
    expect([...verdicts.subarray(0, 5)]).toEqual([valid, invalid, valid, invalid, blank]);
    expect(verdicts.includes(undecided)).toBe(false);
    expect(runs.filter((_, at) => at % 3 === 1).reduce((sum, count) => sum + count)).toBe(10_000);
  });

  test.each([
    ["a key that comes twice", Dict({ a: Int() }), '{"a":1,"a":2}'],
    ["a byte order mark", Int(), "\ufeff1"],
  ])("%s is left to isJson, without its neighbours", (_, validator, line) => {
    const bytes = Buffer.from(`x\n${line}\nx\n`);
    const end = bytes.length - 2;
    const runs = validateLines(native as NativeEngine, validator, bytes);
    expect([...runs]).toEqual([2, 1, invalid, end, 1, undecided, end + 2, 1, invalid]);
  });

  test("what one call has found is left alone by the next", () => {
    const engine = native?.openLines(Int(), 1);
    const first = engine?.validate([new TextEncoder().encode("1\n")]);
    const copy = first?.map((numbers) => [...numbers]);
    engine?.validate([new TextEncoder().encode("[]\n\n[]\n")]);
    expect(first?.map((numbers) => [...numbers])).toEqual(copy);
  });

  test("both sides of the border call verdicts by the same numbers", () => {
    expect(tape.LineVerdict).toEqual(LineVerdict);
  });
});
