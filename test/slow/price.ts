/** What a call may cost: in proportion to the length of its text and the number of its validators, and a little for itself. */
import { type Json, type Recipe, visitDumps } from "../native/recipe.ts";
import type { Specimen } from "./specimen.ts";
import { growthOf, type Tree, textOf } from "./tree.ts";

/** The longest text, in characters. */
export const LONGEST = 4096;

/** What is called, and how: `is` and `safe` get the parsed text; the last two come after calls with other texts. */
export type Call = "isJson" | "safeJson" | "is" | "safe" | "isJson after others" | "safeJson after others";

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

/** Classes that run code which is not the library's, and may throw: parsers, constructors, Temporal. They count as so many validators. */
const FOREIGN = 100;
const OURS: ReadonlySet<Json | undefined> = new Set(
  "Int Float Str Bool Const Any List Tuple Dict AllOf OneOf LazyRef Bytes".split(" "),
);

/** The validators of a recipe; a pattern counts by its length, and by how often it says that something repeats. */
export function validatorsIn({ root, aliases }: Recipe): number {
  let total = 0;
  visitDumps([root, ...Object.values(aliases)], ({ __class__, pattern }) => {
    total += OURS.has(__class__) ? 1 : FOREIGN;
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

/** Says in one line how to see a cost again: the recipe, and the text or how it grows. */
export function recipeOf({ recipe, tree }: Specimen, { size }: Cost): string {
  return JSON.stringify({ recipe, tree, size });
}
