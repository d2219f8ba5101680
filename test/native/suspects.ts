/**
 * Validators of the kinds that have cost too much or gone wrong, as random recipes, and how to recognise them: a run
 * can say how often it met each.
 */
import { Int } from "../../src/index.ts";
import type { Source } from "./documents.ts";
import type { Random } from "./random.ts";
import { type Dump, type Json, type Recipe, visitDumps } from "./recipe.ts";
import { BAD_PATTERNS, KEYS, ORDINARY } from "./vocabulary.ts";

/** From so many keys that need not be there a Dict counts as optional-heavy. */
const MANY_OPTIONAL = 8;
/** The most keys such a Dict has: more than a byte and fewer than a word has bits. */
const MOST_OPTIONAL = 40;

/** A random recipe of one of the kinds. */
export function suspectRecipe(random: Random): Recipe {
  return random.pick([tagLateUnion, optionalHeavy, numbers, badPatterns, bigIntegers, constants])(random);
}

/** A union of objects that contain it, told apart by a tag that comes behind what they contain. */
function tagLateUnion(random: Random): Recipe {
  const back: Dump = { __class__: "LazyRef", use: "tree" };
  const keys = random.shuffled(ORDINARY).slice(0, random.between(1, 2));
  const steps = ["add", "mul", "neg"].slice(0, random.between(2, 3)).map((tag): Dump => {
    const member = (): Dump => (random.chance(0.2) ? { __class__: "List", item: back } : back);
    const schema = Object.fromEntries([
      ...keys.map((key): [string, Json] => [key, member()]),
      ["op", { __class__: "Const", value: tag }],
    ]);
    return { __class__: "Dict", schema, ...(random.chance(0.5) ? { optional: random.some(keys, 0.7) } : {}) };
  });
  const leaf: Dump = random.chance(0.6) ? { __class__: "Int" } : { __class__: "Str", maxlen: 3 };
  const tree: Dump = { __class__: "OneOf", steps: random.shuffled([leaf, ...steps]) };
  return { root: random.chance(0.7) ? back : { __class__: "List", item: back }, aliases: { tree } };
}

/** Records of many keys, none of which need be there. */
function optionalHeavy(random: Random): Recipe {
  const keys = Array.from({ length: random.between(12, MOST_OPTIONAL) }, (_, at) => `field_${at}`);
  const leaf = (): Dump =>
    random.pick<Dump>([
      { __class__: "Int" },
      { __class__: "Int" },
      { __class__: "Str", maxlen: 8 },
      { __class__: "Bool" },
    ]);
  const optional = random.chance(0.8) ? keys : random.some(keys, 0.9);
  const item: Dump = {
    __class__: "Dict",
    schema: Object.fromEntries(keys.map((key): [string, Json] => [key, leaf()])),
    optional,
  };
  if (random.chance(0.2)) item.extra = [{ __class__: "Str" }, { __class__: "Any" }];
  if (random.chance(0.2)) item.defaults = { field_0: 7 };
  // A key that is always dropped may be missing.
  if (random.chance(0.1) && optional.length > 0) item.dispose = [random.pick(optional)];
  return { root: { __class__: "List", item }, aliases: {} };
}

function numbers(random: Random): Recipe {
  const float: Dump = { __class__: "Float", ...(random.chance(0.3) ? { min: 0 } : {}) };
  const item = random.pick<Dump>([
    float,
    float,
    { __class__: "Float", inf: true },
    { __class__: "Int" },
    { __class__: "Any" },
  ]);
  return { root: { __class__: "List", item, ...(random.chance(0.2) ? { unique: true } : {}) }, aliases: {} };
}

function badPatterns(random: Random): Recipe {
  const text = (): Dump => ({ __class__: "Str", pattern: random.pick(BAD_PATTERNS).pattern });
  const item = random.pick<() => Dump>([
    text,
    text,
    () => ({ __class__: "OneOf", steps: [text(), text()] }),
    () => ({ __class__: "Dict", extra: [text(), { __class__: "Any" }] }),
  ])();
  return { root: { __class__: "List", item }, aliases: {} };
}

/** Whether Int can be told to take any size. */
const takesBigInts = Object.hasOwn(Int.params, "bigint");

function bigIntegers(random: Random): Recipe {
  const item: Dump = { __class__: "Int" };
  if (takesBigInts && random.chance(0.7)) item.bigint = true;
  if (random.chance(0.3)) item.coerce = true;
  if (random.chance(0.2)) item.min = random.pick([0, -(2 ** 53) + 1]);
  if (random.chance(0.2)) item.max = random.pick([10, 2 ** 53 - 1]);
  return { root: { __class__: "List", item, ...(random.chance(0.3) ? { unique: true } : {}) }, aliases: {} };
}

/** Keys that are no part of how a recipe is written. */
const PLAIN_KEYS = KEYS.filter((key) => !/^__(class|value|named)__$/.test(key));

/** Arrays and objects to compare with, which are nearly equal to each other, alone or among others that take them. */
function constants(random: Random): Recipe {
  const data = (depth: number): Json => {
    if (depth === 0 || random.chance(0.4))
      return random.pick<Json>([0, 1, -1.5, true, null, "", "a", "\u00e9", [], {}]);
    if (random.chance(0.5)) return Array.from({ length: random.below(3) }, () => data(depth - 1));
    return Object.fromEntries(random.some(PLAIN_KEYS, 0.1).map((key) => [key, data(depth - 1)]));
  };
  const nearTo = (value: Json): Json => {
    if (random.chance(0.1)) return data(1);
    if (Array.isArray(value)) return value.map(nearTo);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(random.shuffled(Object.entries(value)).map(([key, item]) => [key, nearTo(item)]));
  };
  const model = random.pick([
    [data(2)],
    { [random.pick(PLAIN_KEYS)]: data(3), [random.pick(PLAIN_KEYS)]: data(1) },
    data(4),
  ]);
  const of = (value: Json): Dump => ({ __class__: "Const", value });
  const others: (() => Dump)[] = [
    () => of(nearTo(model)),
    () => of(nearTo(model)),
    () => of(random.pick<Json>([{}, []])),
    () => ({ __class__: "Any" }),
    () => ({ __class__: "List", item: { __class__: "LazyRef", use: "data" } }),
    () => ({ __class__: "Dict", extra: [{ __class__: "Str" }, { __class__: "LazyRef", use: "data" }] }),
  ];
  const steps = [of(model), ...random.some(others, 0.6).map((other) => other())];
  const kind = random.pick(["OneOf", "OneOf", "AllOf"]);
  const item = random.pick<Dump>([of(model), { __class__: kind, steps: random.shuffled(steps) }]);
  return { root: random.chance(0.7) ? { __class__: "List", item } : item, aliases: { data: item } };
}

export type Suspect =
  | "constant"
  | "tag-late union"
  | "optional-heavy Dict"
  | "bad pattern"
  | "long number"
  | "big integer";

/** Which of the kinds a validator and its texts have in them. */
export function suspectsIn(recipe: Recipe, sources: readonly Source[]): Set<Suspect> {
  const found = new Set<Suspect>();
  const bad: ReadonlySet<unknown> = new Set(BAD_PATTERNS.map(({ pattern }) => pattern));
  visitDumps([recipe.root, ...Object.values(recipe.aliases)], (dump) => {
    if (dump.__class__ === "OneOf" && (dump.steps as Dump[]).filter(isTagLate).length > 1) found.add("tag-late union");
    if (Array.isArray(dump.optional) && dump.optional.length >= MANY_OPTIONAL) found.add("optional-heavy Dict");
    if (dump.__class__ === "Const" && typeof dump.value === "object" && dump.value !== null) found.add("constant");
    if (dump.pattern !== undefined && bad.has(dump.pattern)) found.add("bad pattern");
  });
  for (const source of sources) {
    const text = typeof source === "string" ? source : Buffer.from(source).toString("latin1");
    if (/\d{17}/.test(text)) {
      if (/(?<![\d.eE+])\d{17,}(?![\d.eE])/.test(text)) found.add("big integer");
      if (/\d{19,}[.eE]|\.\d{19,}/.test(text)) found.add("long number");
    }
  }
  return found;
}

/** A Dict whose tag comes behind a reference. */
function isTagLate({ __class__, schema }: Dump): boolean {
  if (__class__ !== "Dict" || typeof schema !== "object" || schema === null) return false;
  const classes = Object.values(schema).map((member) => JSON.stringify(member));
  const nested = classes.findIndex((member) => member.includes('"LazyRef"'));
  return nested >= 0 && classes.findLastIndex((member) => member.startsWith('{"__class__":"Const"')) > nested;
}
