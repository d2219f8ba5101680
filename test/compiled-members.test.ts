/** Compiled validators stand where validators do: in each function that takes one, and as members of others. */
import { expect, test } from "vitest";
import * as fastCheck from "../src/fast-check/index.ts";
import * as library from "../src/index.ts";
import {
  AllOf,
  type AnyValidator,
  arrowSchema,
  brand,
  Check,
  Closed,
  checkExamples,
  Default,
  Dict,
  deepPartial,
  describe,
  dump,
  extend,
  Fallback,
  filterRecords,
  fromCompiled,
  If,
  Int,
  instances,
  LazyRef,
  List,
  merge,
  Not,
  Nullable,
  OneOf,
  Optional,
  omit,
  openapi,
  partial,
  pick,
  readonly,
  required,
  Set as SetOf,
  Str,
  Transform,
  Tuple,
  toJsonSchema,
  toSource,
  type Validator,
} from "../src/index.ts";
import { compiled } from "./compiled/evaluate.ts";
import { Kept } from "./lines/streams.ts";

const source = Dict({ name: Str({ minlen: 2 }), age: Int({ min: 0 }) }, { optional: ["age"] });
const raw = compiled(source);
const own = fromCompiled(raw);

const VALUES = [{ name: "Ann", age: 36 }, { name: "" }, { age: -1, more: 1 }, "Ann", null];

/** What a function comes to: its result, or the error. */
async function outcomeOf(act: () => unknown): Promise<unknown> {
  try {
    return { result: await act() };
  } catch (error) {
    return { thrown: String(error) };
  }
}

/** What a validator says of the values. */
const verdicts = (one: AnyValidator): unknown =>
  VALUES.map((value) => {
    const { ok, value: made, error } = (one as Validator).safe(value);
    return ok ? made : error.issues;
  });

async function filtered(one: AnyValidator): Promise<unknown> {
  const [valid, invalid] = [new Kept(), new Kept()];
  const counts = await filterRecords(one, JSON.stringify(VALUES), { format: "json", valid, invalid });
  return [counts, valid.text, invalid.text];
}

const info = { title: "Users", version: "1" };
const route = { method: "post", path: "/users" };

/** Functions that validate: with a compiled validator they do what they do with the one of its source. */
const VALIDATING: Readonly<Record<string, (one: AnyValidator) => unknown>> = {
  brand: (one) => verdicts(brand(one, "User")),
  readonly: (one) => verdicts(readonly(one)),
  describe: (one) => verdicts(describe(one, { title: "User" })),
  checkExamples: (one) => checkExamples(describe(one, { examples: VALUES })).catch((error) => clean(error)),
  filterRecords: filtered,
};

/** The names of classes apart. */
const clean = (error: unknown): string => String(error).replaceAll(/Dict|FromCompiled/g, "…");

/** Functions that read the schema: with a compiled validator they do what they do with that of `fromCompiled`. */
const READING: Readonly<Record<string, (one: AnyValidator) => unknown>> = {
  toJsonSchema: (one) => toJsonSchema(one, { unrepresentable: "any" }),
  "toJsonSchema by default": (one) => toJsonSchema(one),
  toSource: (one) => toSource(one),
  "toSource of several": (one) => toSource({ one }),
  arrowSchema: (one) => arrowSchema(one),
  arbitrary: (one) => fastCheck.arbitrary(one),
  invalid: (one) => fastCheck.invalid(one),
  openapi: (one) =>
    openapi({
      info,
      routes: [{ ...route, body: one, responses: { 200: one, 201: { body: one }, 400: { content: { "a/b": one } } } }],
      components: { schemas: { User: one } },
    }),
  "openapi by default, of parameters": (one) => openapi({ info, routes: [{ ...route, query: one }] }),
};

test.each(Object.entries(VALIDATING))("%s takes a compiled validator as that of its source", async (_, act) => {
  expect(await outcomeOf(() => act(raw))).toStrictEqual(await outcomeOf(() => act(source)));
});

test.each(Object.entries(READING))("%s takes a compiled validator as that of fromCompiled", async (_, act) => {
  expect(await outcomeOf(() => act(raw))).toStrictEqual(await outcomeOf(() => act(own)));
});

/** The functions that take no validator, or a `Dict`, whose members are known. */
const OTHERS: Readonly<Record<string, (one: never) => unknown>> = {
  dump,
  "instances.add": (one) => instances.add("user", one),
  "instances.put": (one) => instances.put("user", one),
};
const OF_DICTS: Readonly<Record<string, (one: never) => unknown>> = {
  deepPartial,
  extend: (one) => extend(one, { n: Int() }),
  merge: (one) => merge(source, one),
  omit: (one) => omit(one, []),
  partial: (one) => partial(one),
  pick: (one) => pick(one, []),
  required: (one) => required(one),
};

test.each(Object.entries(OTHERS))("%s says that fromCompiled makes what it takes", (_, act) => {
  expect(() => act(raw as never)).toThrow("takes a validator; see fromCompiled");
});

test.each(Object.entries(OF_DICTS))("%s says that it takes the Dict of the source", (_, act) => {
  expect(() => act(raw as never)).toThrow("this validator is compiled, so give the one of its source module");
});

test("there are no other functions that take validators", () => {
  const without = [
    ...["contracts", "engine", "exc", "fromArrowSchema", "fromCompiled", "fromJsonSchema", "fromOpenApi"],
    ...["functions", "instances", "classes", "load", "multidict", "negotiateLocale", "toAjvErrors", "toIpc"],
    ...["useAllFormats", "__impl__"],
  ];
  const taking = [
    ...Object.keys(VALIDATING),
    ...Object.keys(READING),
    ...Object.keys(OTHERS),
    ...Object.keys(OF_DICTS),
  ];
  const others = Object.keys(library).filter((name) => !/^[A-Z]/.test(name) && !(name in library.exc));
  expect(others.filter((name) => ![...without, ...taking].includes(name))).toEqual([]);
});

const or = <T>(value: T) => Transform(() => value);

/** Each place for a member. */
const MEMBERS: Readonly<Record<string, (one: AnyValidator) => Validator>> = {
  "a member of a Dict": (user) => Dict({ user }),
  "a member of a Dict by all parameters": (user) => Dict({ schema: { user } }),
  "a member of a Dict by a getter": (one) =>
    Dict({
      get user() {
        return one as Validator;
      },
    }),
  "other members of a Dict": (one) => Dict({}, { extra: [Str(), one] }),
  "members of a Dict by pattern": (one) => Dict({}, { patterns: { "^u": one } }),
  "keys of a Dict": (one) => Dict({}, { keys: one, unknown: "keep" }),
  "what depends on a key of a Dict": (one) => Dict({ n: Int() }, { dependent_schemas: { n: one } }),
  "an item of a List": (one) => List(one),
  "the first item of a List": (one) => List(Int(), { prefix: [one] }),
  "what a List contains": (one) => List(Int(), { contains: one }),
  "an item of a Set": (one) => SetOf(one),
  "an item of a Tuple": (one) => Tuple(one, Int()),
  "an item of a Tuple by a list": (one) => Tuple([one]),
  "the rest of a Tuple": (one) => Tuple([Int()], { rest: one }),
  "a step of an AllOf": (one) => AllOf(one, or(1)) as Validator,
  "the only step of an AllOf": (one) => AllOf(one) as Validator,
  "a step of a OneOf": (one) => OneOf(one, Int()),
  "steps of a OneOf with parameters": (one) => OneOf([Int(), one], { nullable: true }),
  "a Nullable": (one) => Nullable(one),
  "an Optional": (one) => Dict({ user: Optional(one) }),
  "a Default": (one) => Dict({ user: Default(one, { name: "Ann" }) }),
  "a Fallback": (one) => Fallback(one, { name: "Ann" }),
  "a Not": (one) => Not(one),
  "a Closed": (one) => Closed(one),
  "the condition of an If": (one) => If(one, Int(), Str()),
  "the branches of an If": (one) =>
    If(
      Check(() => true),
      one,
      one,
    ),
  "the target of a LazyRef": (one) => LazyRef(() => one as Validator),
  "a member of what extend makes": (user) => extend(source, { user }),
};

test.each(Object.entries(MEMBERS))("%s may be compiled", (_, of) => {
  const outcomes = [of(raw), of(own)].map((one) =>
    [...VALUES, ...VALUES.flatMap((value) => [{ user: value }, [value], [1, value]])].map((value) => {
      const { ok, value: made, error } = one.safe(value);
      return ok ? made : error.issues;
    }),
  );
  expect(outcomes[0]).toStrictEqual(outcomes[1]);
});

test("a member is the validator that fromCompiled makes", () => {
  expect(Dict({ user: raw }).schema.user).toBe(own);
  expect(Dict({ user: raw }).equals(Dict({ user: own }))).toBe(true);
  expect(Dict({ user: raw }).safe({ user: { name: "" } }).error?.issues).toStrictEqual(
    Dict({ user: source }).safe({ user: { name: "" } }).error?.issues,
  );
});

test("a reference takes no compiled validator in place of its function", () => {
  expect(() => LazyRef(raw as never)).toThrow("should be an alias, or a function that returns the validator");
});
