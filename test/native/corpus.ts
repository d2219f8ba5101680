/** The byte corpus, judged by the addon and by the reference, with validators that look at every byte of it. */

import type { NativeEngine } from "../../src/json/native.ts";
import { pure } from "../../src/json/pure.ts";
import { allCases, document, mutations, type Case as Text } from "../json/corpus.ts";
import { compare, type Difference, emptyTally, type Tally } from "./differential.ts";
import type { Dump, Recipe } from "./recipe.ts";

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
export interface Judged {
  readonly texts: number;
  readonly tally: Tally;
  readonly differences: { readonly recipe: string; readonly text: string; readonly difference: Difference }[];
}

/** The corpus, or what of it is no longer than `maxSize` bytes, and the mutations of a dense document. */
export function judgeCorpus(native: NativeEngine, maxSize: number, names = Object.keys(recipes)): Judged {
  const texts: Pick<Text, "id" | "bytes">[] = allCases.filter(({ size }) => size <= maxSize);
  texts.push({ id: "document", bytes: () => document });
  let number = 0;
  for (const bytes of mutations()) texts.push({ id: `mutation ${number++}`, bytes: () => bytes });
  const tally = emptyTally();
  const differences: Judged["differences"] = [];
  for (const name of names) {
    const recipe = recipes[name] as Recipe;
    for (const { id, bytes } of texts) {
      const difference = compare(pure, native, { recipe, steps: [{ source: bytes(), limits: undefined }] }, tally);
      if (difference !== undefined) differences.push({ recipe: name, text: id, difference });
    }
  }
  return { texts: texts.length, tally, differences };
}
