/** Compares `lines` and `filterLines` with `safeJson`, on random streams of random lines in random chunks. */
import { isUtf8 } from "node:buffer";
import type { JsonLimits, Validator } from "../../src/index.ts";
import { randomCase } from "../native/differential.ts";
import { Random } from "../native/random.ts";
import { build } from "../native/recipe.ts";
import { same } from "../native/same.ts";
import { Kept } from "./streams.ts";

/** Counts of the run. */
export interface Counts {
  streams: number;
  lines: number;
  good: number;
  bad: number;
  blank: number;
  bytes: number;
  /** Streams by the number of threads. */
  threads: Record<number, number>;
}

export const noCounts = (): Counts => ({ streams: 0, lines: 0, good: 0, bad: 0, blank: 0, bytes: 0, threads: {} });

/** The expected result of a line. */
interface Expected {
  readonly verdict: "good" | "bad" | "blank";
  readonly value: unknown;
  readonly issues: string;
}

/** Bytes that damage a line. */
const DAMAGE = [0x22, 0x5c, 0x00, 0x80, 0xc3, 0xef, 0xff, 0x20, 0x7b, 0x5d];
/** After these bytes a line feed may be inserted, which makes two invalid lines. */
const BETWEEN = [0x2c, 0x3a, 0x5b, 0x7b];
const MAX_LINE = 3000;

/** Random lines for a validator, some of them damaged, without those for which its own code throws. */
function randomLines(random: Random, validator: Validator, sources: readonly Uint8Array[], limits: JsonLimits) {
  const known = new Map<string, Expected>();
  const expect = (line: Uint8Array): Expected | undefined => {
    const key = Buffer.from(line).toString("latin1");
    const before = known.get(key);
    if (before !== undefined) return before;
    try {
      const found = expectedOf(validator, line, limits);
      known.set(key, found);
      return found;
    } catch {
      return undefined;
    }
  };
  const lines: { readonly line: Uint8Array; readonly expected: Expected }[] = [];
  for (let left = random.pick([20, 300, 4000]); left > 0; left--) {
    const line = [...random.pick(sources)].slice(0, MAX_LINE).filter((byte) => byte !== 0x0a);
    if (random.chance(0.05)) line.splice(random.below(line.length + 1), random.below(2), random.pick(DAMAGE));
    if (random.chance(0.05)) line.push(0x0d);
    if (random.chance(0.02)) line.length = 0;
    const from = random.below(line.length + 1);
    const cut = random.chance(0.05) ? line.findIndex((byte, at) => at >= from && BETWEEN.includes(byte)) + 1 : 0;
    for (const part of cut > 0 ? [line.slice(0, cut), line.slice(cut)] : [line]) {
      const bytes = Uint8Array.from(part);
      const expected = expect(bytes);
      // Excluded: a byte order mark alone is blank at the start of a stream, and invalid elsewhere.
      if (expected !== undefined && !(lines.length === 0 && bytes[0] === 0xef)) lines.push({ line: bytes, expected });
    }
  }
  return lines;
}

function expectedOf(validator: Validator, line: Uint8Array, limits: JsonLimits): Expected {
  const isBlank =
    line.length <= (limits.maxBytes ?? MAX_LINE) && /^[ \t\r]*$/.test(Buffer.from(line).toString("latin1"));
  const result = validator.safeJson(line, limits);
  if (isBlank) return { verdict: "blank", value: undefined, issues: "" };
  if (result.ok) return { verdict: "good", value: result.value, issues: "" };
  return { verdict: "bad", value: undefined, issues: issuesOf(result.error.issues, line.length, limits) };
}

/**
 * The issues of a line as text, with positions in the line. A line that is too long is not kept, so those are unknown.
 * @param start of the line, if the positions are those in a stream.
 */
function issuesOf(
  issues: readonly object[],
  size: number,
  { maxBytes = MAX_LINE }: JsonLimits,
  start = { line: 1, offset: 0 },
): string {
  if (size > maxBytes) {
    return JSON.stringify(issues, (key, value) => (/^(?:offset|line|column|message)$/.test(key) ? undefined : value));
  }
  const inLine = JSON.parse(JSON.stringify(issues)).map((issue: { line: number; offset: number; message: string }) => ({
    ...issue,
    line: issue.line - start.line + 1,
    offset: issue.offset - start.offset,
    message: issue.message.replace(` at line ${start.line},`, " at line 1,"),
  }));
  return JSON.stringify(inLine);
}

function cut(random: Random, bytes: Uint8Array): Uint8Array[] {
  const most = random.pick([5, 200, 20_000, 300_000]);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.below(most);
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return chunks;
}

/** Compares one stream. Returns a description of the first difference. */
export async function validateStream(seed: number, counts: Counts, maxThreads: number): Promise<string | undefined> {
  const { now } = Date;
  // Limits relative to the current moment are part of errors.
  Date.now = () => 1_700_000_000_123;
  try {
    return await compare(seed, counts, maxThreads);
  } finally {
    Date.now = now;
  }
}

async function compare(seed: number, counts: Counts, maxThreads: number): Promise<string | undefined> {
  const { recipe, steps } = randomCase(seed);
  const validator = build(recipe);
  const random = new Random(seed);
  const sources = steps.map(({ source }) => (typeof source === "string" ? Buffer.from(source) : source));
  const given = random.pick(steps).limits ?? {};
  const maxLineBytes = random.pick([MAX_LINE * 2, MAX_LINE * 2, 300, 20]);
  const options = { maxLineBytes, maxDepth: given.maxDepth, maxErrors: given.maxErrors };
  const limits = { maxDepth: given.maxDepth, maxErrors: given.maxErrors, maxBytes: maxLineBytes };
  const lines = randomLines(random, validator, sources.slice(0, 30), limits);
  const whole = Buffer.concat(lines.flatMap(({ line }) => [line, Buffer.from("\n")]));
  const bytes = random.chance(0.3) && lines.at(-1)?.line.length ? whole.subarray(0, -1) : whole;
  counts.streams++;
  counts.lines += lines.length;
  counts.bytes += bytes.length;
  for (const { expected } of lines) counts[expected.verdict]++;
  const threads = random.between(1, maxThreads);
  counts.threads[threads] = (counts.threads[threads] ?? 0) + 1;
  const wrong =
    (await compareValues(validator, cut(random, bytes), options, lines, limits)) ??
    (await compareBatches(validator, cut(random, bytes), { ...options, threads }, lines, limits)) ??
    compareMany(validator, lines, limits) ??
    (await compareFilter(validator, cut(random, bytes), { ...options, threads }, lines, bytes));
  return wrong && `seed ${seed}, ${threads} threads: ${wrong}\n${JSON.stringify(recipe)}`;
}

type Lines = ReturnType<typeof randomLines>;

async function compareValues(
  validator: Validator,
  chunks: readonly Uint8Array[],
  options: object,
  lines: Lines,
  limits: JsonLimits,
): Promise<string | undefined> {
  const all = lines.map((one, index) => ({ ...one, number: index + 1 })).filter(isNotBlank);
  let at = 0;
  for await (const result of validator.lines(chunks, options)) {
    const one = all[at++];
    if (one === undefined) return `lines yields too many results: ${JSON.stringify(result)}`;
    const { expected, line } = one;
    const isRight = result.ok
      ? expected.verdict === "good" && same(result.value, expected.value)
      : issuesOf(result.error.issues, line.length, limits, result) === expected.issues;
    if (!isRight || result.line !== one.number) {
      return `line ${one.number} is ${expected.verdict}, lines disagrees: ${Buffer.from(line).toString("latin1")}`;
    }
  }
  return at === all.length ? undefined : `lines gives ${at} of ${all.length} lines`;
}

/** Batches have the same results as `lines`, in the same order. */
async function compareBatches(
  validator: Validator,
  chunks: readonly Uint8Array[],
  options: object,
  lines: Lines,
  limits: JsonLimits,
): Promise<string | undefined> {
  let [at, offset] = [0, 0];
  for await (const batch of validator.batches(chunks, options)) {
    if (batch.line !== at + 1 || batch.offset !== offset) return `a batch begins at line ${batch.line}, not ${at + 1}`;
    const some = lines.slice(at, at + batch.lines);
    const good = some.filter(({ expected }) => expected.verdict === "good");
    const bad = some.flatMap((one, index) =>
      one.expected.verdict === "bad" ? [{ ...one, line: at + index + 1, size: one.line.length }] : [],
    );
    if (
      !same(
        batch.values,
        good.map(({ expected }) => expected.value),
      )
    )
      return `values of the batch at line ${at + 1}`;
    const issues = batch.issues.map((one, index) => [
      one.line,
      issuesOf(one.error.issues, bad[index]?.size ?? 0, limits, one),
    ]);
    const expected = bad.map((one) => [one.line, one.expected.issues]);
    if (!same(issues, expected)) return `issues of the batch at line ${at + 1}`;
    at += batch.lines;
    offset += batch.bytes;
  }
  return at === lines.length ? undefined : `batches give ${at} of ${lines.length} lines`;
}

/** Calls for many texts give the results of calls for each. */
function compareMany(validator: Validator, lines: Lines, limits: JsonLimits): string | undefined {
  const texts = lines.map(({ line }, index) => (index % 3 === 0 && isUtf8(line) ? Buffer.from(line).toString() : line));
  const verdicts = validator.isJsonMany(texts, limits);
  const results = validator.jsonMany(texts, limits);
  const wrong = lines.findIndex(({ expected, line }, index) => {
    const result = results[index];
    if (result === undefined || verdicts[index] !== result.ok) return true;
    if (expected.verdict === "blank") return result.ok;
    return result.ok
      ? !same(result.value, expected.value)
      : typeof texts[index] !== "string" && issuesOf(result.error.issues, line.length, limits) !== expected.issues;
  });
  return wrong < 0 ? undefined : `jsonMany disagrees about text ${wrong}: ${String(texts[wrong])}`;
}

const isNotBlank = ({ expected }: { expected: Expected }): boolean => expected.verdict !== "blank";

async function compareFilter(
  validator: Validator,
  chunks: readonly Uint8Array[],
  options: object,
  lines: Lines,
  bytes: Buffer,
): Promise<string | undefined> {
  const [valid, invalid] = [new Kept(), new Kept()];
  const counts = await validator.filterLines(chunks, { ...options, valid, invalid });
  const parts = { good: [] as Buffer[], bad: [] as Buffer[] };
  const totals = { good: 0, bad: 0, blank: 0, bytes: bytes.length };
  let at = 0;
  for (const { line, expected } of lines) {
    parts[expected.verdict === "bad" ? "bad" : "good"].push(bytes.subarray(at, at + line.length + 1));
    totals[expected.verdict]++;
    at += line.length + 1;
  }
  if (!same(counts, totals)) return `filterLines counts ${JSON.stringify(counts)}, not ${JSON.stringify(totals)}`;
  if (!valid.bytes.equals(Buffer.concat(parts.good))) return "the valid lines differ";
  return invalid.bytes.equals(Buffer.concat(parts.bad)) ? undefined : "the invalid lines differ";
}
