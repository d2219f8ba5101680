/** Each parameter of each class with members: a validator that has it, what it accepts and what only it refuses. */
import * as v from "../../src/index.ts";
import type { Random } from "../native/random.ts";
import type { Json } from "../native/recipe.ts";

const { AllOf, Any, Closed, Const, Dict, If, Int, List, Not, OneOf, Str, Transform, Tuple } = v;

/** Members, most of whose inputs compare otherwise than their values: the text of the later date comes first. */
export interface Members {
  readonly item: v.Validator;
  /** Accepts the value of `a` and not that of `b`: of values, and of their inputs. */
  readonly isA: v.Validator;
  readonly strict: v.Validator;
  readonly a: unknown;
  readonly b: unknown;
  /** Another input with the value of `a`. */
  readonly again: unknown;
}

const negative: v.Validator = AllOf([
  Str({ pattern: "^\\d+$" }),
  Transform((text: string) => -Number(text), { encode: (value: number) => String(-value) }),
  Int(),
] as never);

export const MEMBERS: Readonly<Record<string, Members>> = {
  integers: {
    item: Int(),
    isA: Int({ min: 10 }),
    strict: Int({ min: 10 }),
    ...{ a: 10, b: 9, again: 10 },
  },
  dates: {
    item: v.Date({ format: "%d.%m.%Y" }),
    isA: v.Date({ max: "2026-01-31" }),
    strict: v.Date({ format: "%d.%m.%Y", max: "2026-01-31" }),
    ...{ a: "02.01.2026", b: "01.02.2026", again: "2.1.2026" },
  },
  transformed: {
    item: negative,
    isA: Int({ max: -10 }),
    strict: AllOf([negative, Int({ max: -10 })] as never),
    ...{ a: "10", b: "9", again: "010" },
  },
  bytes: {
    item: v.Bytes({ format: "hex" }),
    isA: v.Bytes({ minlen: 2 }),
    strict: v.Bytes({ format: "hex", minlen: 2 }),
    ...{ a: "ffff", b: "ff", again: "FFff" },
  },
  tuples: {
    item: Tuple(v.Date({ format: "%d.%m.%Y" }), v.Bytes({ format: "hex" })),
    isA: Tuple(v.Date({ max: "2026-01-31" }), Any()),
    strict: Tuple(v.Date({ format: "%d.%m.%Y", max: "2026-01-31" }), v.Bytes({ format: "hex" })),
    ...{ a: ["02.01.2026", "ff"], b: ["01.02.2026", "ff"], again: ["2.1.2026", "FF"] },
  },
};

/** A parameter, with a validator that has it and one that has it not, or as something that accepts more. */
export interface Row {
  readonly make: (given: never) => unknown;
  readonly given: object;
  readonly without?: object;
  readonly accepted: readonly unknown[];
  /** Inputs that only this parameter refuses. */
  readonly refused?: readonly unknown[];
  /** Values are refused for other reasons too. */
  readonly hasOthers?: true;
}
export type Rows = (members: Members) => Row | readonly Row[];

const NULLABLE = { given: { nullable: false }, without: { nullable: true } };
const listOf = (item: unknown) => (given: object) => List({ item: item as never, ...given });
const dictOf = (own: object) => (given: object) => Dict({ ...own, ...given });
const keep = { unknown: "keep" } as const;

/** Keys that a function changes. */
const prefixed = AllOf(
  Str(),
  Transform((key: string) => `x-${key}`, { encode: (key: string) => key.slice(2) }),
);
/** Text without its first character. */
const cut = AllOf(
  Str({ pattern: "^-" }),
  Transform((text: string) => text.slice(1), { encode: (text: string) => `-${text}` }),
);
/** A text of the letter becomes its length. */
const lengthOf = (letter: string): v.Validator =>
  AllOf(
    Str({ pattern: `^${letter}+$` }),
    Transform((text: string) => text.length, { encode: (size: number) => letter.repeat(size) }),
  ) as v.Validator;

/** By class and parameter. */
export const ROWS: Readonly<Record<string, Readonly<Record<string, Rows>>>> = {
  List: {
    item: ({ item, strict, a, b }) => ({
      ...{ make: (given) => List(given), given: { item: strict }, without: { item } },
      ...{ accepted: [[a], []], refused: [[b], [a, b]] },
    }),
    nullable: ({ item, a }) => ({ make: listOf(item), ...NULLABLE, accepted: [[a]], refused: [null] }),
    minlen: ({ item, a, b, again }) => [
      { make: listOf(item), given: { minlen: 2 }, accepted: [[a, b]], refused: [[a]] },
      {
        ...{ make: listOf(item), given: { minlen: 2, unique: true }, without: { unique: true } },
        ...{ accepted: [[a, b]], refused: [[a, again]] },
      },
    ],
    maxlen: ({ item, a, b, again }) => [
      { make: listOf(item), given: { maxlen: 1 }, accepted: [[a]], refused: [[a, b]] },
      {
        ...{ make: listOf(item), given: { maxlen: 1, unique: true }, without: { unique: true } },
        ...{ accepted: [[a, again]], refused: [[a, b]] },
      },
    ],
    prefix: ({ item, strict, a, b }) => ({
      ...{ make: listOf(item), given: { prefix: [strict] } },
      ...{ accepted: [[a], [a, b]], refused: [[b, a]] },
    }),
    evaluates: ({ item, a }) => [
      { make: listOf(item), given: { evaluates: true }, accepted: [[a]] },
      {
        make: (given: object) => Closed(List(Any(), { prefix: [item], ...given })),
        given: { evaluates: false },
        without: { evaluates: true },
        accepted: [[a]],
        refused: [[a, 5]],
      },
    ],
    contains: ({ item, isA, a, b }) => [
      { make: listOf(item), given: { contains: isA }, accepted: [[b, a]], refused: [[b], []] },
      {
        ...{ make: listOf(Any()), given: { prefix: [item], contains: isA }, without: { prefix: [item] } },
        ...{ accepted: [[a, 5]], refused: [[b, 5]] },
      },
      {
        make: (given: object) => Closed(List(Any(), { prefix: [item], ...given })),
        given: { contains: Const(5) },
        without: { contains: OneOf(Const(5), Const(6)) },
        accepted: [[a, 5]],
        refused: [[a, 5, 6]],
      },
    ],
    min_contains: ({ item, isA, a, b }) => ({
      ...{ make: listOf(item), given: { contains: isA, min_contains: 2 }, without: { contains: isA } },
      ...{ accepted: [[a, b, a]], refused: [[a, b]] },
    }),
    max_contains: ({ item, isA, a, b }) => ({
      ...{ make: listOf(item), given: { contains: isA, max_contains: 1 }, without: { contains: isA } },
      ...{ accepted: [[a, b, b]], refused: [[a, b, a]] },
    }),
    unique_items: ({ item, a, b, again }) => ({
      ...{ make: listOf(item), given: { unique_items: true } },
      ...{
        accepted: [[a, b]],
        refused: [
          [a, again],
          [a, b, a, b],
        ],
      },
    }),
    ascending: ({ item, isA, a, b }) => ({
      make: listOf(item),
      // Whichever of the two values comes first in the order of values, not of the texts for them.
      given: { ascending: { by: (value: unknown) => !isA.is(value) } },
      accepted: [[a, b], [a, a, b, b], [b]],
      refused: [[b, a]],
    }),
    unique: ({ item, a, b, again }) => ({
      ...{ make: listOf(item), given: { unique: true } },
      accepted: [[a, b, again, a], [b]],
    }),
    sort: ({ item, a, b }) => [
      {
        make: listOf(item),
        given: { sort: 1 },
        accepted: [
          [a, b],
          [b, a],
          [b, a, b],
        ],
      },
      {
        make: listOf(item),
        given: { sort: -1, unique: true },
        accepted: [
          [a, b],
          [b, a],
          [b, a, b],
        ],
      },
    ],
    sort_key: ({ item, isA, a, b }) => ({
      make: listOf(item),
      given: { sort: 1, sort_key: (value: unknown) => isA.is(value) },
      accepted: [
        [a, b],
        [b, a],
      ],
    }),
    as: () => [
      {
        make: listOf(Int({ bigint: true, coerce: true })),
        given: { as: "BigInt64Array", contains: Const(5n), unique_items: true },
        without: { as: "BigInt64Array" },
        accepted: [["5", 6]],
        refused: [["6"], [5, "5"]],
      },
      {
        make: listOf(v.Float({ coerce: true })),
        given: { as: "Float64Array", sort: -1, maxlen: 2 },
        without: { as: "Float64Array" },
        accepted: [[1.5, "10"]],
        refused: [[1, 2, "3"]],
      },
    ],
  },
  Set: {
    item: ({ item, strict, a, b }) => ({
      ...{ make: (given) => v.Set(given), given: { item: strict }, without: { item } },
      ...{ accepted: [[a], []], refused: [[b], [a, b]] },
    }),
    nullable: ({ item, a }) => ({
      make: (given: object) => v.Set({ item, ...given }),
      ...{ ...NULLABLE, accepted: [[a]], refused: [null] },
    }),
    minlen: ({ item, a, b, again }) => ({
      make: (given: object) => v.Set({ item, ...given }),
      ...{ given: { minlen: 2 }, accepted: [[a, b]], refused: [[a, again]] },
    }),
    maxlen: ({ item, a, b, again }) => ({
      make: (given: object) => v.Set({ item, ...given }),
      ...{ given: { maxlen: 1 }, accepted: [[a, again]], refused: [[a, b]] },
    }),
  },
  Tuple: {
    items: ({ item, strict, a, b }) => ({
      ...{ make: (given) => Tuple(given), given: { items: [item, strict] }, without: { items: [item, item] } },
      ...{ accepted: [[b, a]], refused: [[a, b]] },
    }),
    rest: ({ item, strict, a, b }) => ({
      make: (given: object) => Tuple({ items: [item], ...given }),
      ...{ given: { rest: strict }, without: { rest: item }, accepted: [[b], [b, a, a]], refused: [[a, b]] },
    }),
    nullable: ({ item, a }) => ({
      make: (given: object) => Tuple({ items: [item], ...given }),
      ...{ ...NULLABLE, accepted: [[a]], refused: [null] },
    }),
  },
  Dict: {
    schema: ({ item, strict, a, b }) => ({
      ...{ make: dictOf({}), given: { schema: { k: strict } }, without: { schema: { k: item } } },
      ...{ accepted: [{ k: a }], refused: [{ k: b }] },
    }),
    nullable: ({ item, a }) => ({
      ...{ make: dictOf({ schema: { k: item } }), ...NULLABLE, accepted: [{ k: a }], refused: [null] },
    }),
    minlen: ({ item, a, b }) => ({
      ...{ make: dictOf({ schema: { k: item, l: item }, optional: ["k", "l"] }), given: { minlen: 2 } },
      ...{ accepted: [{ k: a, l: b }], refused: [{ k: a }] },
    }),
    maxlen: ({ item, a, b }) => ({
      ...{ make: dictOf({ extra: [Str({ case: "lower" }), item] }), given: { maxlen: 1 } },
      ...{ accepted: [{ K: a }], refused: [{ K: a, l: b }] },
    }),
    extra: ({ item, strict, a, b }) => [
      {
        ...{ make: dictOf({}), given: { extra: [Str(), strict] }, without: { extra: [Str(), item] } },
        ...{ accepted: [{ k: a }], refused: [{ k: b }] },
      },
      {
        make: (given: object) => Closed(Dict({ k: item }, given)),
        ...{ given: { extra: [prefixed, item] }, accepted: [{ k: b, l: a }] },
      },
    ],
    unknown: ({ item, a }) => [
      {
        ...{ make: dictOf({ schema: { k: item } }), given: { unknown: "forbid" }, without: keep },
        ...{ accepted: [{ k: a }], refused: [{ k: a, l: 1 }] },
      },
      { make: dictOf({ schema: { k: item } }), given: { unknown: "strip" }, without: keep, accepted: [{ k: a, l: 1 }] },
    ],
    backtrack: ({ item, strict, a, b }) => ({
      make: dictOf({ backtrack: true }),
      given: { patterns: { "^(k+)+$": strict } },
      without: { patterns: { "^(k+)+$": item } },
      accepted: [{ kk: a }],
      refused: [{ kk: b }],
    }),
    patterns: ({ item, strict, a, b }) => [
      {
        ...{ make: dictOf({}), given: { patterns: { "^k": strict } }, without: { patterns: { "^k": item } } },
        ...{ accepted: [{ k: a }], refused: [{ k: b }] },
      },
      {
        ...{ make: dictOf({}), given: { patterns: { "^k": Str(), k$: cut } }, without: { patterns: { "^k": cut } } },
        accepted: [{ k: "-b" }, { k: "-" }],
      },
    ],
    keys: ({ item, a }) => ({
      ...{ make: dictOf({ extra: [Str(), item] }), given: { keys: Str({ maxlen: 1 }) } },
      ...{ accepted: [{ k: a }], refused: [{ kk: a }] },
    }),
    required: ({ item, a }) => ({
      ...{ make: dictOf({ schema: { k: item }, ...keep }), given: { required: ["l"] } },
      ...{ accepted: [{ k: a, l: 1 }], refused: [{ k: a }] },
    }),
    dependent_required: ({ item, a }) => ({
      make: dictOf({ schema: { k: item }, optional: ["k"], ...keep }),
      given: { dependent_required: { k: ["l"] } },
      accepted: [{ k: a, l: 1 }, {}],
      refused: [{ k: a }],
    }),
    dependent_schemas: ({ item, strict, a, b }) => ({
      make: dictOf({ schema: { k: item }, optional: ["k"], ...keep }),
      given: { dependent_schemas: { k: Dict({ l: strict }, keep) } },
      without: { dependent_schemas: { k: Dict({ l: item }, keep) } },
      accepted: [{ k: b, l: a }, {}],
      refused: [{ k: a, l: b }],
    }),
    exhaustive: ({ item, a, b }) => ({
      ...{ make: dictOf({ extra: [Str({ options: ["k", "l"] }), item] }), given: { exhaustive: true } },
      ...{ accepted: [{ k: a, l: b }], refused: [{ k: a }] },
    }),
    defaults: ({ item, a, b }) => ({
      ...{ make: dictOf({ schema: { k: item } }), given: { defaults: { k: a } }, without: { optional: ["k"] } },
      accepted: [{}, { k: b }],
    }),
    optional: ({ item, a, b }) => ({
      ...{ make: dictOf({ schema: { k: item, l: item } }), given: {}, without: { optional: ["k"] } },
      ...{ accepted: [{ k: a, l: b }], refused: [{ l: a }] },
    }),
    dispose: ({ item, a, b }) => ({
      ...{ make: dictOf({ schema: { k: item, l: item }, optional: ["l"] }), given: { dispose: ["l"] } },
      accepted: [{ k: a, l: b }, { k: a }],
    }),
    multikeys: () => ({
      ...{ make: dictOf({ schema: { k: List(v.Date({ format: "iso" })) } }), given: { multikeys: ["k"] } },
      accepted: [new URLSearchParams("k=2026-01-02&k=2026-02-01"), { k: ["2026-01-02"] }],
    }),
    nested: () => ({
      ...{ make: dictOf({ schema: { k: List(v.Date({ format: "iso" })) } }), given: { nested: true } },
      accepted: [new URLSearchParams("k[]=2026-01-02&k[]=2026-02-01"), { k: ["2026-01-02"] }],
    }),
    ...Object.fromEntries(
      (["exactly_one", "at_most_one", "at_least_one"] as const).map((param) => [
        param,
        ({ item, a, b }: Members): Row => ({
          ...{ make: dictOf({ schema: { k: item, l: item }, optional: ["k", "l"] }), given: { [param]: [["k", "l"]] } },
          accepted: [{ k: a }, { l: b }],
          refused: param === "at_least_one" ? [{}] : [{ k: a, l: b }],
        }),
      ]),
    ),
    names: ({ item, a, b }) => [
      { make: dictOf({ schema: { aKey: item } }), given: { names: "snake" }, accepted: [{ a_key: a }] },
      {
        ...{ make: dictOf({ schema: { k: item, l: item } }), given: { names: { k: "m", l: ["k", "l"] } } },
        accepted: [
          { m: a, k: b },
          { l: a, m: b },
        ],
      },
    ],
    null_is_absent: ({ item, a, b }) => ({
      ...{ make: dictOf({ schema: { k: item, l: item }, optional: ["l"] }), given: { null_is_absent: true } },
      accepted: [{ k: a, l: b }, { k: a }, { k: a, l: null }],
    }),
    skip_blank: ({ item, a, b }) => [
      {
        ...{ make: dictOf({ schema: { k: item, l: item }, optional: ["l"] }), given: { skip_blank: true } },
        accepted: [
          { k: a, l: b },
          { k: a, l: "" },
        ],
      },
      {
        make: dictOf({ schema: { k: v.Bytes({ format: "hex" }), l: cut }, optional: ["l"] }),
        given: { skip_blank: true },
        accepted: [{ k: "ff", l: "-" }, { k: "ff", l: "-b" }, { k: "ff" }],
        refused: [{ k: "" }, { k: "", l: "-" }],
      },
      {
        ...{ make: dictOf({ extra: [Str(), Str()], maxlen: 2 }), given: { skip_blank: true, minlen: 2 }, without: {} },
        ...{
          accepted: [
            { k: "a", l: "b" },
            { k: "a", l: "b", m: "" },
          ],
          refused: [{ k: "a", l: "" }],
        },
      },
    ],
  },
  OneOf: {
    steps: ({ item, strict, a, b }) => ({
      make: (given) => OneOf(given),
      given: { steps: [strict, Const("none")] },
      without: { steps: [item, Const("none")] },
      accepted: [a, "none"],
      refused: [b],
    }),
    discriminator: ({ item, strict, a, b }) => {
      const stepsOf = (...all: [string, v.Validator][]) => all.map(([tag, k]) => Dict({ tag: Const(tag), k }));
      return {
        make: (given: object) => OneOf({ discriminator: "tag", ...given } as never),
        given: { steps: stepsOf(["a", strict], ["b", item]) },
        without: { steps: stepsOf(["a", item], ["b", item], ["c", item]) },
        accepted: [
          { tag: "a", k: a },
          { tag: "b", k: b },
        ],
        refused: [
          { tag: "a", k: b },
          { tag: "c", k: a },
        ],
      };
    },
    by_type: () => ({
      make: (given: object) => OneOf({ by_type: true, ...given } as never),
      given: { steps: [v.Set(Int(), { minlen: 2 }), Str({ strip: true })] },
      without: { steps: [v.Set(Int()), Str({ strip: true })] },
      accepted: [[1, 2], " a"],
      refused: [[1, 1]],
      // The type of a value does not say of which step it is.
      hasOthers: true,
    }),
    exclusive: ({ item, strict, a, b }) => [
      {
        make: (given: object) => OneOf({ steps: [item, strict], ...given }),
        ...{ given: { exclusive: true }, accepted: [b], refused: [a] },
      },
      {
        make: (given: object) => OneOf({ steps: [lengthOf("a"), lengthOf("b")], ...given }),
        ...{ given: { exclusive: true }, without: { exclusive: true }, accepted: ["aaa", "bbb"] },
      },
      {
        make: (given: object) => OneOf({ steps: [v.Date({ format: "iso" }), Str()], ...given }),
        ...{ given: { exclusive: true }, accepted: ["a"], refused: ["2026-01-02"] },
      },
    ],
    nullable: ({ item, a }) => ({
      make: (given: object) => OneOf({ steps: [item], ...given }),
      ...{ ...NULLABLE, accepted: [a], refused: [null] },
    }),
  },
  AllOf: {
    steps: ({ item, isA, a, b }) => ({
      make: (given: never) => AllOf(given),
      ...{ given: { steps: [item, isA] }, without: { steps: [item] } },
      ...{ accepted: [a], refused: [b] },
    }),
    nullable: ({ item, a }) => ({
      make: (given: object) => AllOf({ steps: [item], ...given } as never),
      ...{ ...NULLABLE, accepted: [a], refused: [null] },
    }),
    all_errors: ({ item, a }) => ({
      make: (given: object) => AllOf({ steps: [item], ...given } as never),
      ...{ given: { all_errors: true }, accepted: [a] },
    }),
  },
  If: {
    ...Object.fromEntries(
      (["condition", "consequent", "alternate"] as const).map((param) => [
        param,
        ({ item, strict, a, b }: Members): Row => {
          const isTagged = (tag: string) => Dict({ tag: Const(tag) }, keep);
          const ofMember = (k: v.Validator) => Dict({ tag: Str(), k });
          const own = {
            condition: isTagged("x"),
            consequent: ofMember(param === "condition" ? strict : item),
            alternate: ofMember(item),
          };
          const given = param === "condition" ? own.condition : ofMember(strict);
          const without = param === "condition" ? isTagged("z") : ofMember(item);
          const tag = param === "alternate" ? "y" : "x";
          return {
            make: (changes: object) => If({ ...own, ...changes }),
            ...{ given: { [param]: given }, without: { [param]: without } },
            accepted: ["x", "y"].map((one) => ({ tag: one, k: a })),
            refused: [{ tag, k: b }],
          };
        },
      ]),
    ),
  },
  Closed: {
    item: ({ item, strict, a, b }) => ({
      make: (given: never) => Closed(given),
      ...{ given: { item: Dict({ k: strict }, keep) }, without: { item: Dict({ k: item }, keep) } },
      ...{ accepted: [{ k: a }], refused: [{ k: b }] },
    }),
    rest: ({ item, a }) => [
      {
        make: (given: object) => Closed({ item: Dict({ k: item }, keep), ...given }),
        ...{ given: {}, without: { rest: Any() }, accepted: [{ k: a }], refused: [{ k: a, l: 1 }] },
      },
      {
        make: (given: object) => Closed({ item: Dict({ k: item }, keep), ...given }),
        ...{ given: { rest: Int() }, without: { rest: Any() } },
        ...{ accepted: [{ k: a, l: 1 }], refused: [{ k: a, l: "1" }] },
      },
    ],
  },
  Not: {
    item: ({ item, isA, a, b }) => ({
      make: ({ item: not }: { item: v.Validator }) => AllOf(item, Not(not)),
      ...{ given: { item: isA }, without: { item: Const("none") }, accepted: [b], refused: [a] },
    }),
  },
  Nullable: { item: wrapping((item) => v.Nullable(item), null) },
  Optional: { item: wrapping((item) => Dict({ k: v.Optional(item) }).schema?.k ?? item) },
  Default: {
    item: wrapping((item) => v.Default(item, () => undefined)),
    value: ({ item, a, b }) => ({
      make: ({ value }: { value?: unknown }) =>
        Dict({ k: value === undefined ? v.Optional(item) : v.Default(item, value) }),
      ...{ given: { value: a }, accepted: [{}, { k: b }] },
    }),
  },
  Fallback: {
    item: ({ item, strict, a }) => ({
      make: (given: { item: v.Validator }) => v.Fallback(given.item, "none"),
      ...{ given: { item: strict }, without: { item }, accepted: [a, 5] },
    }),
    value: ({ item, a }) => ({
      make: ({ value }: { value: unknown }) => v.Fallback(item, value),
      ...{ given: { value: "none" }, without: { value: "other" }, accepted: [a, true] },
    }),
  },
  LazyRef: {
    use: wrapping((item) => v.LazyRef(() => item) as v.Validator),
    maxdepth: ({ item, a, b }) => ({
      make({ maxdepth }: { maxdepth?: number }) {
        const next = v.LazyRef((): v.Validator => node, maxdepth === undefined ? {} : { maxdepth });
        const node = Dict({ k: item, next }, { optional: ["next"] }) as v.Validator;
        return node;
      },
      ...{ given: { maxdepth: 1 }, accepted: [{ k: a, next: { k: b } }] },
      refused: [{ k: a, next: { k: b, next: { k: a } } }],
    }),
  },
};

/** The rows of a validator around another. */
function wrapping(around: (item: v.Validator) => unknown, ...more: unknown[]): Rows {
  return ({ item, strict, a, b }) => ({
    make: (given: { item: v.Validator }) => around(given.item),
    ...{ given: { item: strict }, without: { item }, accepted: [a, ...more], refused: [b] },
  });
}

/** A row with its validators. */
export interface Made extends Omit<Row, "make" | "given" | "without"> {
  readonly strict: v.Validator;
  readonly loose: v.Validator;
}

/** The rows of a parameter with members of that kind. */
export const madeOf = (rows: Rows, kind: string): Made[] =>
  [rows(MEMBERS[kind] as Members)].flat().map(({ make, given, without = {}, ...rest }: Row) => {
    const [strict, loose] = [given, without].map((one) => make(one as never) as v.Validator);
    return { ...rest, strict, loose } as Made;
  });

/** By class: values of parameters for random validators. Undefined if there is none. */
const RANDOM: Readonly<Record<string, Readonly<Record<string, (random: Random, keys: readonly string[]) => unknown>>>> =
  {
    List: {
      unique: () => true,
      unique_items: () => true,
      ascending: () => true,
      sort: (random) => random.pick([1, -1, 5]),
    },
    Dict: { exactly_one: groups, at_most_one: groups, at_least_one: groups },
  };

function groups(random: Random, keys: readonly string[]): unknown {
  const group = random.shuffled(keys).slice(0, random.between(2, 3));
  return group.length < 2 ? undefined : [group];
}

/**
 * Parameters of a random validator: conditions on all its members, and what is made of them.
 * @param keys those of its schema.
 */
export function randomParams(
  random: Random,
  name: "Dict" | "List",
  probability: number,
  keys: readonly string[] = [],
): { [param: string]: Json } {
  const params: { [param: string]: Json } = {};
  for (const [param, make] of Object.entries(RANDOM[name] ?? {})) {
    const value = random.chance(probability) ? make(random, keys) : undefined;
    if (value !== undefined) params[param] = value as Json;
  }
  return params;
}
