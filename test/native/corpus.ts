/** The byte corpus, validated by the addon and by the reference, with validators that look at every byte of it. */
import type { Engine } from "../../src/core/json/engine.ts";
import { pure } from "../../src/core/json/pure.ts";
import type { NativeEngine } from "../../src/engines/native/engine.ts";
import type { JsonDecodeError } from "../../src/exc.ts";
import { Any } from "../../src/index.ts";
import { allCases, document, mutations, reference, type Case as Text } from "../json/corpus.ts";
import { compare, type Difference, emptyTally, type Step, type Tally } from "./differential.ts";
import type { Dump, Recipe } from "./recipe.ts";
import { same } from "./same.ts";

const any: Dump = { __class__: "Any" };
const scalars: Dump[] = [
  { __class__: "Const", value: null },
  { __class__: "Bool" },
  { __class__: "Float", nan: true },
  { __class__: "Str" },
];
const ref: Dump = { __class__: "LazyRef", use: "json" };

/** JSON itself as a validator: no part of a text is left to `JSON.parse`. */
const json: Dump = {
  __class__: "OneOf",
  steps: [...scalars, { __class__: "List", item: ref }, { __class__: "Dict", extra: [{ __class__: "Str" }, ref] }],
};

/** The same for texts whose objects have few keys: they are in the schema. */
const keyed: Dump = {
  __class__: "Dict",
  schema: Object.fromEntries(["a", "b", "k", "id", "n", "s", "l", "o", "é", ""].map((key) => [key, ref])),
  optional: ["a", "b", "k", "id", "n", "s", "l", "o", "é", ""],
};

export const recipes: Readonly<Record<string, Recipe>> = {
  anything: { root: any, aliases: {} },
  "lists of anything": { root: { __class__: "List", item: any }, aliases: {} },
  integers: { root: { __class__: "List", item: { __class__: "Int" } }, aliases: {} },
  strings: { root: { __class__: "List", item: { __class__: "Str", maxlen: 3 } }, aliases: {} },
  json: { root: json, aliases: { json } },
  "objects of known keys": { root: keyed, aliases: { json } },
};

/** What became of the corpus. */
export interface Validated {
  readonly texts: number;
  readonly tally: Tally;
  readonly differences: { readonly recipe: string; readonly text: string; readonly difference: Difference }[];
}

/** What the corpus says of a text, where the engine does not say the same. */
export function contradicted(engine: Engine, { accepted, bytes }: Text): Omit<Difference, "step"> | undefined {
  const source = bytes();
  const result = engine.parse(Any(), source);
  // A limit of ours, which the corpus does not know.
  if (
    !result.ok &&
    (result.error as JsonDecodeError).reason !== "utf8" &&
    (result.error as JsonDecodeError).reason !== "syntax"
  ) {
    return undefined;
  }
  if (result.ok !== accepted) return { what: "the corpus", expected: accepted, actual: result.ok };
  const expected = reference(source);
  if (!result.ok || typeof expected === "string" || same(expected.value, result.value)) return undefined;
  return { what: "the corpus", expected: expected.value, actual: result.value };
}

/** What of the corpus is validated, and with which of the validators. */
export interface Selection {
  /** No text of more bytes. */
  readonly maxSize: number;
  readonly recipes: readonly string[];
  /** One in so many of the mutations of a dense document too; 0 is none. */
  readonly mutations: number;
}

/** So many texts are validated by the same validator: compiling one takes longer than validating most of them. */
const BATCH = 50;

export function compareCorpus(native: NativeEngine, selection: Selection): Validated {
  const known = allCases.filter(({ size }) => size <= selection.maxSize);
  const texts: Pick<Text, "id" | "bytes">[] = [...known, { id: "document", bytes: () => document }];
  let index = 0;
  for (const bytes of selection.mutations > 0 ? mutations() : []) {
    const id = `mutation ${index}`;
    if (index++ % selection.mutations === 0) texts.push({ id, bytes: () => bytes });
  }
  const tally = emptyTally();
  const differences: Validated["differences"] = [];
  for (const text of known) {
    const difference = contradicted(native, text);
    if (difference !== undefined)
      differences.push({ recipe: "anything", text: text.id, difference: { ...difference, step: 0 } });
  }
  for (const name of selection.recipes) {
    const recipe = recipes[name] as Recipe;
    for (let at = 0; at < texts.length; ) {
      const batch = texts.slice(at, at + BATCH);
      const steps = batch.map(({ bytes }): Step => ({ source: bytes(), limits: undefined }));
      const difference = compare(pure, native, { recipe, steps }, tally);
      if (difference !== undefined) {
        differences.push({ recipe: name, text: (batch[difference.step] as Pick<Text, "id">).id, difference });
      }
      at += difference === undefined ? BATCH : difference.step + 1;
    }
  }
  return { texts: texts.length, tally, differences };
}
