/** Random cases with large texts and many failures: what short texts never show. */
import { pure } from "../../src/core/json/pure.ts";
import type { NativeEngine } from "../../src/engines/native/engine.ts";
import type { JsonLimits } from "../../src/index.ts";
import { type Case, compare, type Step } from "./differential.ts";
import { Random } from "./random.ts";
import { build, type Dump, type Recipe } from "./recipe.ts";
import { randomDump, randomRecipe } from "./schemas.ts";
import { Writer } from "./writer.ts";

/** Sizes of texts, in bytes. Time is shared out between them: small ones are frequent. */
const SIZES = [2_000, 2_000, 20_000, 20_000, 200_000, 400_000, 700_000];
const LEVELS = [1, 1, 2, 2, 3, 6, 14, 14];

/** The case of a seed: a list of what a random validator takes, inside other lists or objects, and a text for it. */
export function largeCase(seed: number): Case {
  const random = new Random(seed);
  // A large validator takes the time of many texts.
  const inner: Recipe = random.chance(0.6) ? { root: randomDump(random, [], 0), aliases: {} } : randomRecipe(random);
  const levels = random.pick(LEVELS);
  const isList = random.chance(0.6);
  let root: Dump = inner.root;
  for (let level = 1; level < levels; level++) {
    root = isList ? { __class__: "List", item: root } : { __class__: "Dict", schema: { a: root } };
  }
  const recipe: Recipe = { root: { __class__: "List", item: root }, aliases: inner.aliases };
  const items = Array.from({ length: random.between(1, 8) }, () => {
    // Many are wrong, or of another type altogether.
    const text = random.chance(0.3) ? random.pick(['""', "1", "null", "[]", "{}"]) : document(random, inner);
    return (isList ? "[" : '{"a":').repeat(levels - 1) + text + (isList ? "]" : "}").repeat(levels - 1);
  });
  const size = random.pick(SIZES);
  const texts: string[] = [];
  for (let bytes = 0; bytes < size; bytes += (texts.at(-1) as string).length + 1) texts.push(random.pick(items));
  // What is wrong may come last.
  if (random.chance(0.3)) texts.push(random.pick(['""', "1", "null", "[[[]]]"]));
  const text = `[${texts.join(",")}]`;
  const source = random.chance(0.3) ? text : new TextEncoder().encode(text);
  return { recipe, steps: [{ source, limits: limitsOf(random) }] };
}

const document = (random: Random, recipe: Recipe): string =>
  new Writer(random, recipe, random.pick([0, 0, 0.1, 0.4])).document();

function limitsOf(random: Random): JsonLimits | undefined {
  if (random.chance(0.5)) return undefined;
  return random.pick([
    { maxErrors: 100, maxBytes: 2 ** 20 },
    { maxErrors: 1 },
    { maxErrors: 1_000_000 },
    { maxDepth: 20 },
  ]);
}

/** Texts of more bytes are read by the TypeScript engine seldom: it takes most of the time. */
const COMPARED = 30_000;
const SELDOM = 8;

/** What is different when an engine reads the text of a seed, by each of its calls; undefined if nothing is. */
export async function differenceIn(seed: number, engine: NativeEngine): Promise<string | undefined> {
  const one = largeCase(seed);
  const step = one.steps[0] as Step;
  if (step.source.length <= COMPARED || seed % SELDOM === 0) {
    const difference = compare(pure, engine, one);
    if (difference !== undefined) return difference.what;
  }
  const validator = build(one.recipe);
  const { source, limits } = step;
  const expected = await outcome(() => engine.parse(validator, source, limits));
  await outcome(() => ({ ok: engine.test(validator, source, limits) }));
  // Lines are validated with the memory of the same engine, between its runs.
  const lines = new TextEncoder().encode(`${expected.length}\n[]\n`);
  engine.openLines(validator, 2, limits)?.validate([lines, lines]);
  const actual = await outcome(() => engine.parseAsync(validator, source, limits));
  return expected === actual ? undefined : `a promise: ${expected} expected, got ${actual}`;
}

type Answer = Pick<ReturnType<NativeEngine["parse"]>, "ok"> & {
  readonly error?: { readonly length: number } | undefined;
};

async function outcome(parse: () => Answer | Promise<Answer>): Promise<string> {
  try {
    const { ok, error } = await parse();
    return ok ? "a value" : `${error?.length} errors`;
  } catch (error) {
    return String(error);
  }
}
