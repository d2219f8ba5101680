/** What the search breeds: a validator, and a text for it that can grow. */
import { dump, fromJsonSchema, instances, JsonSchemaError } from "../../src/index.ts";
import { randomSchema, sampleOf } from "../json-schema/schemas.ts";
import { longNumber } from "../native/patterns.ts";
import type { Random } from "../native/random.ts";
import { type Dump, type Json, type Recipe, visitDumps } from "../native/recipe.ts";
import { randomDump, randomRecipe } from "../native/schemas.ts";
import { jsonReductions } from "../native/shrink.ts";
import { suspectRecipe } from "../native/suspects.ts";
import { BAD_PATTERNS, NUMBERS, TEXTS } from "../native/vocabulary.ts";
import { Writer } from "../native/writer.ts";
import { type Part, partsOf, type Tree, treeOf } from "./tree.ts";

export interface Specimen {
  readonly recipe: Recipe;
  readonly tree: Tree;
  /** One part of its text is as long as a text may be, in place of all parts that grow. */
  readonly stretched?: boolean;
}

/** The longest text to begin with: it has yet to grow. */
const LONGEST = 2500;

/** A random validator and a text that it takes or nearly takes, some of whose parts grow. */
export function randomSpecimen(random: Random): Specimen {
  let specimen = random.chance(0.4) ? schemaSpecimen(random) : undefined;
  if (specimen === undefined) {
    const recipe = random.chance(0.4) ? suspectRecipe(random) : randomRecipe(random);
    specimen = { recipe, tree: randomTree(random, recipe) };
  }
  for (let times = random.between(1, 3); times > 0; times--) specimen = mutatedText(random, specimen);
  return specimen;
}

/** A random JSON Schema as the validator that it becomes, and a document of it; undefined if there is none. */
export function schemaSpecimen(random: Random): Specimen | undefined {
  const schema = randomSchema(random);
  instances.clear();
  try {
    const root = expanded(dump(fromJsonSchema(schema, { alias: "schema", backtrack: true })));
    const aliases: Record<string, Dump> = {};
    const add = ({ __class__, use }: Dump): void => {
      if (__class__ !== "LazyRef" || Object.hasOwn(aliases, use as string)) return;
      const target = expanded(dump(instances.get(use as string)));
      aliases[use as string] = target;
      visitDumps(target, add);
    };
    visitDumps(root, add);
    return { recipe: { root, aliases }, tree: treeOf(JSON.stringify(sampleOf(random, schema))) };
  } catch (error) {
    if (error instanceof JsonSchemaError) return undefined;
    throw error;
  }
}

/** A dump in which validators that come several times are written each time. */
function expanded(whole: unknown): Dump {
  const { __defs__: definitions = {}, ...root } = whole as Dump & { __defs__?: Record<string, Json> };
  const expand = (data: Json): Json => {
    if (typeof data !== "object" || data === null) return data;
    if (Array.isArray(data)) return data.map(expand);
    if (data.__value__ === "validator") return expand(definitions[data.text as string] as Json);
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, expand(value)]));
  };
  return expand(root) as Dump;
}

function randomTree(random: Random, recipe: Recipe): Tree {
  for (let tries = 0; tries < 10; tries++) {
    try {
      const text = new Writer(random, recipe, random.pick([0, 0, 0.05])).document();
      JSON.parse(text);
      if (text.length <= LONGEST) return treeOf(text);
    } catch {
      // It is no JSON, or what was changed at random is no recipe any more.
    }
  }
  return { leaf: "0" };
}

/** Another specimen, one to three changes away. */
export function mutated(random: Random, specimen: Specimen): Specimen {
  let result = specimen;
  for (let times = random.pick([1, 1, 2, 3]); times > 0; times--) {
    result = random.chance(0.65) ? mutatedText(random, result) : mutatedRecipe(random, result);
  }
  return result;
}

// Texts

function mutatedText(random: Random, { recipe, tree }: Specimen): Specimen {
  if (random.chance(0.1)) return { recipe, tree: randomTree(random, recipe) };
  const change = random.pick([deeper, deeper, more, more, longer, longer, inAnotherOrder, withAnotherLeaf, spoiled]);
  return { recipe, tree: change(random, tree) };
}

/** A part of the tree that `accepts`, at random. */
function pickPart(random: Random, tree: Tree, accepts: (one: Tree) => boolean): Part | undefined {
  const parts = partsOf(tree).filter((part) => accepts(part.tree));
  return parts.length === 0 ? undefined : random.pick(parts);
}

/** Puts a part into itself, in the place of a part of its own. */
function deeper(random: Random, tree: Tree): Tree {
  const isPlain = (one: Tree): boolean => partsOf(one).every((part) => !("hole" in part.tree || "shell" in part.tree));
  const outer = pickPart(random, tree, (one) => ("items" in one || "members" in one) && isPlain(one));
  if (outer === undefined) return tree;
  const inner = partsOf(outer.tree).slice(1);
  if (inner.length === 0) return tree;
  const { tree: core, replace } = random.pick(inner);
  return outer.replace({ shell: replace({ hole: true }), core });
}

function more(random: Random, tree: Tree): Tree {
  // Whole records as often as parts of them.
  const isOutermost = random.chance(0.5);
  const outer = pickPart(
    random,
    tree,
    (one) => ("items" in one || ("members" in one && !isOutermost)) && (one === tree || !isOutermost),
  );
  if (outer === undefined) return tree;
  if ("items" in outer.tree) {
    if (outer.tree.items.length === 0) return tree;
    const at = random.below(outer.tree.items.length);
    const many = outer.tree.items[at] as Tree;
    return "many" in many ? tree : outer.replace({ items: outer.tree.items.with(at, { many }) });
  }
  const { members } = outer.tree as { members: readonly (readonly [string, Tree])[] };
  if (members.length === 0) return tree;
  const at = random.below(members.length);
  const [key, many] = members[at] as readonly [string, Tree];
  return "many" in many ? tree : outer.replace({ members: members.with(at, [key, { many }]) });
}

/** Lets a string or a number grow. */
function longer(random: Random, tree: Tree): Tree {
  const part = pickPart(random, tree, (one) => "leaf" in one && /^(?:"[^\\]+"|-?[1-9].*)$/s.test(one.leaf));
  if (part === undefined) return tree;
  const { leaf } = part.tree as { leaf: string };
  const isText = leaf.startsWith('"');
  const digits = isText ? leaf.length - 1 : (/^-?\d+/.exec(leaf) as RegExpExecArray)[0].length;
  const first = isText || leaf.startsWith("-") ? 1 : 0;
  if (digits <= first) return tree;
  const from = random.between(first, digits - 1);
  return part.replace({ leaf, repeat: [from, Math.min(digits, from + random.pick([1, 1, 2, 3]))] });
}

function inAnotherOrder(random: Random, tree: Tree): Tree {
  const part = pickPart(random, tree, (one) => "members" in one && one.members.length > 1);
  if (part === undefined) return tree;
  const { members } = part.tree as { members: readonly (readonly [string, Tree])[] };
  if (random.chance(0.5)) return part.replace({ members: random.shuffled(members) });
  const at = random.below(members.length);
  return part.replace({ members: [...members.toSpliced(at, 1), members[at] as (typeof members)[number]] });
}

function withAnotherLeaf(random: Random, tree: Tree): Tree {
  const part = pickPart(random, tree, (one) => "leaf" in one);
  if (part === undefined) return tree;
  const isNumber = /^-?\d/.test((part.tree as { leaf: string }).leaf);
  if (isNumber && random.chance(0.7)) return part.replace({ leaf: longNumber(random) });
  const text = random.chance(0.5) ? random.pick(TEXTS) : random.pick(random.pick(BAD_PATTERNS).texts);
  return part.replace({ leaf: random.pick([JSON.stringify(text), random.pick(NUMBERS), "null", "true", "[]"]) });
}

/** A string with something at its end that a pattern may not expect. */
function spoiled(random: Random, tree: Tree): Tree {
  const part = pickPart(random, tree, (one) => "leaf" in one && one.leaf.startsWith('"'));
  if (part === undefined) return tree;
  const { leaf, repeat } = part.tree as { leaf: string; repeat?: readonly [number, number] };
  return part.replace({ leaf: `${leaf.slice(0, -1)}${random.pick(["!", "b", "0", " "])}"`, ...(repeat && { repeat }) });
}

// Validators

const ALIAS = "tree";

function mutatedRecipe(random: Random, specimen: Specimen): Specimen {
  const { recipe, tree } = specimen;
  const kind = random.below(10);
  if (kind < 3) return random.pick([specimen, ...reductionsOf(specimen).slice(0, 200)]);
  // Both at once, so that the text still fits.
  if (kind === 3)
    return { recipe: { ...recipe, root: { __class__: "List", item: recipe.root } }, tree: { items: [tree] } };
  const targets: Dump[] = [];
  visitDumps([recipe.root, ...Object.values(recipe.aliases)], (dump) => targets.push(dump));
  const target = random.pick(targets);
  const other = changedDump(random, target, targets, [...Object.keys(recipe.aliases), ALIAS]);
  const changed = replaced(recipe as unknown as Json, target, other) as unknown as Recipe;
  // Whatever refers to the alias finds one: the whole validator.
  return { recipe: { ...changed, aliases: { [ALIAS]: changed.root, ...changed.aliases } }, tree };
}

function changedDump(random: Random, dump: Dump, others: readonly Dump[], aliases: readonly string[]): Dump {
  const reference: Dump = { __class__: "LazyRef", use: random.pick(aliases) };
  switch (random.below(7)) {
    case 0:
      return reference;
    case 1:
      return random.pick(others);
    case 2:
      return randomDump(random, aliases, random.below(2));
    case 3:
      return { __class__: "OneOf", steps: random.shuffled([dump, random.pick([reference, ...others])]) };
    case 4:
      return { __class__: random.pick(["AllOf", "OneOf"]), steps: [dump, dump] };
    case 5:
      return dump.__class__ === "Str"
        ? { ...dump, pattern: random.pick(BAD_PATTERNS).pattern }
        : { ...dump, nullable: true };
    default:
      return dump.__class__ === "List" ? { ...dump, unique: true } : { __class__: "Wrapped", inner: dump };
  }
}

function replaced(data: Json, target: Dump, other: Dump): Json {
  if (data === target) return other;
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => replaced(item, target, other));
  return Object.fromEntries(Object.entries(data).map(([key, member]) => [key, replaced(member, target, other)]));
}

/** The same with less in it. */
export function reductionsOf({ recipe, tree }: Specimen): Specimen[] {
  const recipes = [...jsonReductions(recipe as unknown as Json)] as unknown as Recipe[];
  return [
    ...recipes
      .filter((one) => one?.root !== undefined && one.aliases !== undefined)
      .map((one) => ({ recipe: one, tree })),
    ...treeReductions(tree).map((one) => ({ recipe, tree: one })),
  ];
}

function treeReductions(tree: Tree): Tree[] {
  return partsOf(tree).flatMap(({ tree: part, replace }) => {
    if ("items" in part) return part.items.map((_, at) => replace({ items: part.items.toSpliced(at, 1) }));
    if ("members" in part) return part.members.map((_, at) => replace({ members: part.members.toSpliced(at, 1) }));
    if ("shell" in part) return [replace(part.core)];
    return "many" in part ? [replace(part.many)] : [];
  });
}
