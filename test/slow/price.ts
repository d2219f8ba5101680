/**
 * What a call may cost: in proportion to the length of its text and the number of its validators, and a little for
 * itself.
 */
import { type Json, type Recipe, visitDumps } from "../native/recipe.ts";
import type { Specimen } from "./specimen.ts";
import { growthOf, stretches, type Tree, textOf, treeOf } from "./tree.ts";

/** The longest text, in characters. */
export const LONGEST = 4096;
/** The same where one part of it is stretched. */
export const STRETCHED = 2 ** 20;
/** How often the growing parts come in a text of which another part is stretched. */
const TIMES_STRETCHED = 8;

/**
 * What is called, and how: `is` and `safe` get the parsed text, and issues are read; a call may be the first of a
 * validator, or come after calls with other texts.
 */
export type Call =
  | "isJson"
  | "safeJson"
  | "is"
  | "safe"
  | "first safe"
  | "first safeJson"
  | "isJson after others"
  | "safeJson after others";

/** What one call took. */
export interface Cost {
  readonly call: Call;
  readonly outcome: "valid" | "invalid" | "did not end";
  /** How often the growing parts of the text came. */
  readonly size: number;
  readonly bytes: number;
  /** Nanoseconds, or steps. */
  readonly work: number;
  /** As many as a call with such a text may take. */
  readonly allowed: number;
  /** The work in units of what `JSON.parse` does for the same text. */
  readonly timesParse?: number;
}

/** Above 1 the call took more than it may. */
export const excess = ({ work, allowed }: Cost): number => work / allowed;

/**
 * Classes that run code which is not the library's, and may throw: parsers, constructors, Temporal; and checks that
 * throw the errors of all that they call. They count as so many validators.
 */
const FOREIGN = 400;
/**
 * What is a name of a Unicode property, only RegExp knows, and it says no with an exception; and each group is kept
 * until it ends: the format counts as so many.
 */
const REGEX = 40;
/**
 * Big integers, and multiples of a number, are computed with as many digits as exponents say, up to 1,000: so many
 * validators.
 */
const BIGINT = 20;
/** A list whose items must differ reads all of them once more, with a secret key. */
const UNIQUE = 4;
/**
 * A date in a time zone takes the offsets of the zone: with the polyfill 27 microseconds, more than all else about it.
 */
const ZONED = 300;
const OURS: ReadonlySet<Json | undefined> = new Set(
  "Int Float Str Bool Const Any List Tuple Dict AllOf OneOf LazyRef Bytes If Not Closed".split(" "),
);

const isForeign = (name: Json | undefined): boolean => !OURS.has(name);

/**
 * Nanoseconds, on the machine this was tried out on, that do not grow with the text. A schema that leads back to itself
 * takes 2,000 steps in vain before it remembers what it has validated: where it refers to itself twice at each level, a
 * text of 50 bytes is enough for that. It takes 0.6 to 2.5 ms; with checks that call validators, and throw errors, up
 * to 20.
 */
const FOR_TRIES = { ours: 5e6, foreign: 4e7 };
/** And so often more for each byte: it remembers where half of the steps are in vain, and not before. */
const TIMES_RECURSIVE = 3;
/**
 * Checks that throw the errors of what they call make each anew at each level, with the whole path: so much for a node.
 */
const FOR_NODE = 100;

/** What the schema is allowed beside what its text is, by how it is built. */
export interface Allowance {
  readonly validators: number;
  readonly forTries: number;
  readonly times: number;
  readonly forNode: number;
}

export function allowanceOf(recipe: Recipe): Allowance {
  const classes = new Set<Json | undefined>();
  visitDumps([recipe.root, ...Object.values(recipe.aliases)], ({ __class__ }) => classes.add(__class__));
  const foreign = [...classes].some(isForeign);
  const recursive = classes.has("LazyRef");
  return {
    validators: validatorsIn(recipe),
    forTries: recursive ? FOR_TRIES[foreign ? "foreign" : "ours"] : 0,
    times: recursive && !foreign ? TIMES_RECURSIVE : 1,
    forNode: foreign ? FOR_NODE : 0,
  };
}

/** The validators of a recipe; a pattern counts by its length, and by how often it says that something repeats. */
export function validatorsIn({ root, aliases }: Recipe): number {
  let total = 0;
  visitDumps([root, ...Object.values(aliases)], (dump) => {
    const { __class__, pattern, format, bigint, multiple_of, unique, unique_items, patterns, tz } = dump;
    total += isForeign(__class__) ? FOREIGN : 1;
    if (bigint || multiple_of !== undefined) total += BIGINT;
    if (unique || unique_items) total += UNIQUE;
    // Each key is matched with all of them.
    total += Object.keys(patterns ?? {}).join("").length;
    if (format === "regex") total += REGEX;
    if (tz !== undefined) total += ZONED;
    if (pattern === undefined) return;
    const source = typeof pattern === "string" ? pattern : String((pattern as { source: string }).source);
    total += source.length + (source.match(/\d+/g) ?? []).reduce((sum, digits) => sum + Number(digits), 0);
  });
  return total;
}

/** The texts of a tree in growing sizes, up to the longest. */
export function* textsOf(tree: Tree): Generator<{ size: number; text: string }> {
  const most = growthOf(tree) === "not" ? 1 : LONGEST;
  for (let size = 1; size <= most; size = Math.ceil(size * 1.5)) {
    const text = textOf(tree, size, LONGEST);
    if (text === undefined) return;
    yield { size, text };
  }
}

/** The texts of a tree in one size, each with one part stretched until the text is as long as may be. */
export function* stretchedTextsOf(tree: Tree): Generator<{ size: number; text: string }> {
  const base = textOf(tree, TIMES_STRETCHED, LONGEST) ?? textOf(tree, 1, LONGEST);
  if (base === undefined) return;
  for (const stretched of stretches(treeOf(base))) {
    const [once, hundred] = [1, 100].map((size) => textOf(stretched, size, STRETCHED));
    if (once === undefined || hundred === undefined) continue;
    const step = (hundred.length - once.length) / 99;
    // The numbers of keys get longer.
    const size = Math.floor((STRETCHED - once.length) / (Number.isInteger(step) ? step : step + 4));
    const text = textOf(stretched, size, STRETCHED);
    if (text !== undefined) yield { size, text };
  }
}

/** Says in one line how to see a cost again: the recipe, and the text or how it grows. */
export function recipeOf({ recipe, tree, stretched }: Specimen, { size }: Cost): string {
  return JSON.stringify({ recipe, tree, size, stretched });
}
