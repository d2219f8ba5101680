import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { ValueError } from "../src/core/contracts.ts";
import {
  AllOf,
  Any,
  Check,
  Const,
  Default,
  Dict,
  extend,
  Int,
  instances,
  List,
  merge,
  Optional,
  omit,
  partial,
  pick,
  required,
  Str,
  type Validator,
} from "../src/index.ts";
import { thrown } from "./support/parameters.ts";
import { rows } from "./support/verdict.ts";

afterEach(() => instances.clear());

const user = Dict(
  { id: Int(), name: Str(), role: Str(), secret: Str(), tags: List(Str()) },
  {
    optional: ["name", "secret"],
    defaults: { role: "guest", tags: [] },
    dispose: ["secret", "_"],
    multikeys: ["tags"],
  },
);
/** Of any schema and parameters. */
type AnyDict = Validator & Pick<Dict, "schema" | "optional">;
const keep = { unknown: "keep" } as const;
const whole = Dict({}, { ...keep, minlen: 2 });
const ruled = Dict(
  { a: Int(), b: Int(), c: Int() },
  {
    ...keep,
    required: ["a", "b", "x"],
    dependent_required: { a: ["b", "c"], b: ["c"], c: ["b"] },
    dependent_schemas: { b: whole },
  },
);
const of = (params: object) => Dict({ a: Int() }, params);

describe("what is made of Dicts", () => {
  test.each<[string, AnyDict, AnyDict]>([
    [
      "extend adds keys",
      extend(of({ optional: ["a"] }), { b: Str() }),
      Dict({ a: Int(), b: Str() }, { optional: ["a"] }),
    ],
    [
      "extend adds to lists and defaults",
      extend(of({ optional: ["a"], defaults: { a: 1 } }), { b: Str() }, { optional: ["b"], defaults: { b: "x" } }),
      Dict({ a: Int(), b: Str() }, { optional: ["a", "b"], defaults: { a: 1, b: "x" } }),
    ],
    [
      "extend may say more of the keys that there are",
      extend(of({}), {}, { optional: ["a"] }),
      Dict({ a: Int() }, { optional: ["a"] }),
    ],
    [
      "pick and omit forget the keys that are left out, also in rules about others",
      omit(ruled, ["b"]),
      Dict({ a: Int(), c: Int() }, { ...keep, required: ["a", "x"], dependent_required: { a: ["c"] } }),
    ],
    [
      "also those that ask for others",
      pick(ruled, ["b", "c"]),
      Dict(
        { b: Int(), c: Int() },
        { ...keep, required: ["b", "x"], dependent_required: { b: ["c"], c: ["b"] }, dependent_schemas: { b: whole } },
      ),
    ],
    [
      "partial asks for none of the keys",
      partial(ruled, ["a"]),
      ruled.clone({ optional: ["a"], "required-": ["a"] }) as AnyDict,
    ],
    [
      "extend and merge add to the keys that have to be there, and forget those that they replace",
      merge(
        Dict({ a: Int(), b: Int() }, { ...keep, required: ["a", "b"] }),
        Dict({ b: Str() }, { ...keep, required: ["x"] }),
      ),
      Dict({ a: Int(), b: Str() }, { ...keep, required: ["a", "x"] }),
    ],
    [
      "required takes a key out of an Optional that has a default",
      required(Dict({ a: Default(Optional(Int()), 1), b: Optional(Default(Int(), 1)) })),
      Dict({ a: Int(), b: Int() }),
    ],
    [
      "a key that extend changes is new in every respect",
      extend(of({ optional: ["a"], defaults: { a: 1 }, dispose: ["a"], multikeys: ["a"] }), { a: Str() }),
      Dict({ a: Str() }),
    ],
    [
      "extend takes back a flag",
      extend(of({ nullable: true, skip_blank: true }), {}, { nullable: false, skip_blank: true }),
      of({ skip_blank: true }),
    ],
    ["extend keeps what null means", extend(of({ null_is_absent: true }), {}), of({ null_is_absent: true })],
    [
      "partial lets null stand for the keys that it makes optional",
      partial(of({ null_is_absent: true })),
      of({ null_is_absent: true, optional: ["a"] }),
    ],
    ["what is not given is not changed", extend(of({ minlen: 1 }), {}, { minlen: undefined }), of({ minlen: 1 })],
    ["unknown replaces extra", extend(of({ extra: [Str(), Int()] }), {}, { unknown: "keep" }), of({ unknown: "keep" })],
    [
      "extra replaces unknown",
      extend(of({ unknown: "keep" }), {}, { extra: [Str(), Int()] }),
      of({ extra: [Str(), Int()] }),
    ],
    ["a Dict may have no schema", extend(Dict({ unknown: "keep" }), { a: Int() }), of({ unknown: "keep" })],
    [
      "merge takes keys of both, the second's where both have them",
      merge(user, Dict({ id: Str(), role: Str(), more: Any() }, { optional: ["id"], nullable: true })),
      Dict(
        { id: Str(), name: Str(), role: Str(), secret: Str(), tags: List(Str()), more: Any() },
        {
          optional: ["name", "secret", "id"],
          defaults: { tags: [] },
          dispose: ["secret", "_"],
          multikeys: ["tags"],
          nullable: true,
        },
      ),
    ],
    ["merge keeps what only the first says", merge(of({ nullable: true }), Dict({})), of({ nullable: true })],
    [
      "pick has some keys, in the order of the schema",
      pick(user, ["tags", "name"]),
      Dict(
        { name: Str(), tags: List(Str()) },
        { optional: ["name"], defaults: { tags: [] }, dispose: ["_"], multikeys: ["tags"] },
      ),
    ],
    ["pick of nothing", pick(of({ unknown: "strip" }), []), Dict({}, { unknown: "strip" })],
    [
      "omit has the others",
      omit(user, ["id", "tags", "secret", "role"]),
      Dict({ name: Str() }, { optional: ["name"], dispose: ["_"] }),
    ],
    [
      "partial takes the place of defaults",
      partial(user),
      Dict(
        { id: Int(), name: Str(), role: Str(), secret: Str(), tags: List(Str()) },
        {
          optional: ["name", "secret", "id", "role", "tags"],
          dispose: ["secret", "_"],
          multikeys: ["tags"],
        },
      ),
    ],
    ["partial of some keys", partial(of({ defaults: { a: 1 } }), []), of({ defaults: { a: 1 } })],
    [
      "required takes the place of all that lets a key be missing",
      required(user),
      Dict(
        { id: Int(), name: Str(), role: Str(), secret: Str(), tags: List(Str()) },
        { dispose: ["_"], multikeys: ["tags"] },
      ),
    ],
    [
      "partial and required take the place of a member's own default",
      partial(required(Dict({ a: Default(Int(), 1), b: Default(Int(), 2) }), ["a"]), ["b"]),
      Dict({ a: Int(), b: Int() }, { optional: ["b"] }),
    ],
    [
      "partial and required take the place of a Default and an Optional inside each other",
      partial(
        required(
          Dict({
            a: Optional(Default(Int(), 1)),
            b: Optional(Default(Int(), 1), { message: "b" }),
            c: Default(Optional(Int()), 1),
            d: Default(Optional(Int({ max: 5 }), { message: "d" }), 1),
          }),
        ),
        ["a", "d"],
      ),
      Dict(
        { a: Int(), b: Int({ message: "b" }), c: Int(), d: Int({ max: 5, message: "d" }) },
        { optional: ["a", "d"] },
      ),
    ],
    [
      "partial and required keep what a Default or an Optional says of errors, unless the validator inside says it",
      required(
        partial(
          Dict({
            a: Default(Str({ messages: { type: "text" } }), "", {
              secret: true,
              messages: { type: "no", required: "a" },
            }),
            b: Optional(Str({ message: "own", secret: true }), { message: "other", messages: { type: "no" } }),
            c: Default(Const("x"), "x", { messages: { value: "an x" } }),
            d: Default(Str({ meta: { id: "id", title: "Str" } }), "", { meta: { description: "d" } }),
          }),
        ),
        ["a"],
      ),
      Dict(
        {
          a: Str({ secret: true, messages: { type: "text", required: "a" } }),
          b: Str({ message: "own", secret: true }),
          c: Const("x", { messages: { options: "an x" } }),
          d: Str({ meta: { title: "Str", description: "d" } }),
        },
        { optional: ["b", "c", "d"] },
      ),
    ],
    [
      "required of some keys",
      required(Dict({ a: Int(), b: Int() }, { optional: ["a", "b"] }), ["a"]),
      Dict({ a: Int(), b: Int() }, { optional: ["b"] }),
    ],
  ])("%s", (_name, made, same) => {
    expect(String(made)).toBe(String(same));
    expect(made.equals(same)).toBe(true);
    expect(Object.keys(made.schema ?? {})).toEqual(Object.keys(same.schema ?? {}));
    expect(Object.isFrozen(made)).toBe(true);
  });

  test("has no alias", () => {
    const named = Dict({ a: Int() }, { alias: "named" });
    partial(required(extend(pick(omit(merge(named, named), []), ["a"]), {})));
    expect(instances.get("named")).toBe(named);
  });

  test("has the members themselves", () => {
    expect(pick(user, ["id"]).schema.id).toBe(user.schema.id);
  });

  test("is no instance of a class of the caller's, whose check is not known to hold", () => {
    class Own extends Dict {}
    expect(partial(new Own({ a: Int() })).constructor).toBe(Dict);
  });

  test("keeps keys that are names of a prototype's", () => {
    const odd = Dict(JSON.parse("{}", undefined), { unknown: "forbid" });
    const members = Object.fromEntries([
      ["__proto__", Int()],
      ["constructor", Int()],
    ]);
    const made = extend(odd, members, { optional: ["__proto__"], defaults: Object.fromEntries([["__proto__", 5]]) });
    expect(Object.keys(made.schema)).toEqual(["__proto__", "constructor"]);
    expect(Object.getOwnPropertyDescriptor(made({ constructor: 1 }), "__proto__")?.value).toBe(5);
    expect(() => pick(of({}), ["constructor" as "a"])).toThrow(ValueError);
  });
});

describe("validates as it should", () => {
  const patch = partial(omit(user, ["id"]));
  rows([
    [patch, {}, { value: {} }],
    [patch, { role: "x" }, { value: { role: "x" } }],
    [patch, { id: 1 }, ["<id: ForbiddenKeyError()>"]],
    [required(user, ["name"]), { id: 1 }, ["<name: MissingKeyError()>"]],
    [extend(user, { id: Str() }), { id: "x" }, { value: { id: "x", role: "guest", tags: [] } }],
  ]);

  test("in JSON text too", () => {
    expect(patch.json('{"role":"x"}')).toEqual({ role: "x" });
    expect(patch.isJson('{"id":1}')).toBe(false);
  });
});

describe("refuses", () => {
  test.each<[string, () => unknown, unknown, string]>([
    ["what is no Dict", () => pick(Int() as never, []), TypeError, "pick takes a Dict, got Int"],
    ["what is no validator", () => partial({} as never), TypeError, "partial takes a Dict, got object"],
    ["a second that is none", () => merge(user, Int() as never), TypeError, "merge takes a Dict, got Int"],
    [
      "an unknown key",
      () => omit(of({}) as never, ["b"] as never),
      ValueError,
      "omit: 'b' is not in the schema, which has 'a'",
    ],
    [
      "any key, where there is none",
      () => required(Dict(), ["b"] as never),
      ValueError,
      "required: 'b' is not in the schema, which has no keys",
    ],
    ["keys that are no list", () => pick(user, 5 as never), TypeError, "pick.keys should be of type array or set"],
    [
      "keys that are no text",
      () => pick(user, [5] as never),
      TypeError,
      "pick.keys items should be of type string, got integer",
    ],
    // As zod has it: the false would count as the true does.
    [
      "keys that are an object",
      () => pick(user, { id: true, name: false } as never),
      TypeError,
      "pick.keys should be of type array or set",
    ],
    ["members that are none", () => extend(user, [] as never), TypeError, "extend: the members should be an object"],
    [
      "a member that is no validator",
      () => extend(user, { a: 5 } as never),
      TypeError,
      "Dict.schema['a'] value should be of type Validator",
    ],
    [
      "parameters that are none",
      () => extend(user, {}, 5 as never),
      TypeError,
      "extend: the parameters should be an object",
    ],
    [
      "an alias",
      () => extend(user, {}, { alias: "x" } as never),
      TypeError,
      "extend got an unexpected parameter 'alias'",
    ],
  ])("%s", (_name, act, errorClass, message) => {
    expect(thrown(act)).toStrictEqual([errorClass, message]);
  });
});

const keys = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "__proto__"));
const dict = fc.record({ keys, optional: keys, defaults: keys }).map(({ keys, optional, defaults }) =>
  Dict(Object.fromEntries(keys.map((key) => [key, Int()])), {
    optional: optional.filter((key) => keys.includes(key)),
    defaults: Object.fromEntries(defaults.filter((key) => keys.includes(key)).map((key) => [key, 1])),
  }),
);
const value = keys.map((names) => Object.fromEntries(names.map((name) => [name, 2])));

describe("rules", () => {
  test("pick and omit are two halves: merged they validate as the whole does", () => {
    fc.assert(
      fc.property(dict, keys, value, (whole, some, input) => {
        const known = some.filter((key) => Object.hasOwn(whole.schema, key));
        const both = merge(pick(whole, known), omit(whole, known));
        expect(both.is(input)).toBe(whole.is(input));
        const [mine, theirs] = [both.safe(input), whole.safe(input)];
        if (theirs.ok) expect(mine.value).toEqual(theirs.value);
      }),
    );
  });

  test("what is partial takes any of the keys and adds none; what is required takes all of them only", () => {
    fc.assert(
      fc.property(dict, value, (whole, input) => {
        const names = Object.keys(whole.schema);
        const isKnown = Object.keys(input).every((key) => names.includes(key));
        expect(partial(whole).safe(input)).toEqual(isKnown ? { ok: true, value: input } : expect.anything());
        expect(partial(whole).is(input)).toBe(isKnown);
        expect(required(whole).is(input)).toBe(isKnown && names.every((key) => Object.hasOwn(input, key)));
      }),
    );
  });
});

describe("a refined Dict", () => {
  const order = Check((value: { start: number; end: number }) => value.end > value.start, {
    keys: ["start", "end"],
    path: ["end"],
    message: "ends first",
  });
  const trip = AllOf(Dict({ start: Int(), end: Int(), name: Str() }), order);
  const says = (validator: Validator, value: unknown): string => validator.safe(value).error?.issues[0]?.message ?? "";

  test("is extended", () => {
    const more = extend(trip, { seats: Int() });
    expect(more({ start: 1, end: 2, name: "a", seats: 3 })).toEqual({ start: 1, end: 2, name: "a", seats: 3 });
    expect(says(more, { start: 2, end: 1, name: "a", seats: 3 })).toBe("ends first");
    expect(says(merge(trip, Dict({ seats: Int() })), { start: 2, end: 1, name: "a", seats: 3 })).toBe("ends first");
    expect(() => extend(trip, { end: Str() })).toThrow(
      new ValueError("extend: step 1 of the AllOf needs the key 'end', which is replaced"),
    );
  });

  test("keeps its Checks, so it keeps their keys", () => {
    expect(says(omit(trip, ["name"]), { start: 2, end: 1 })).toBe("ends first");
    const gone = (caller: string) =>
      new ValueError(
        `${caller}: step 1 of the AllOf needs the key 'end', which is gone: without it, give ${caller} the Dict inside`,
      );
    expect(() => pick(trip, ["start", "name"])).toThrow(gone("pick"));
    expect(() => omit(trip, ["end"])).toThrow(gone("omit"));
    expect(pick(trip.steps[0], ["start"])({ start: 2 })).toEqual({ start: 2 });
    const open = AllOf(
      Dict({ a: Int() }, { unknown: "keep" }),
      Check(() => false, { keys: ["z"], message: "z" }),
    );
    for (const other of [extend(open, { b: Int() }), partial(open), omit(open, []), pick(open, ["a"])] as Validator[])
      expect(says(other, { a: 1, b: 1, z: 1 })).toBe("z");
    expect(() => extend(open, { b: Int() }, { unknown: "forbid" })).toThrow(ValueError);
    expect(says(required(trip), { start: 2, end: 1, name: "a" })).toBe("ends first");
  });

  test("does not call a Check for whose keys there are no values", () => {
    const change = partial(trip);
    expect(change({ start: 5 })).toEqual({ start: 5 });
    expect(says(change, { start: 5, end: 1 })).toBe("ends first");
    expect(change.json('{"start": 5}')).toEqual({ start: 5 });
    expect(change.isJson('{"start": 5, "end": 1}')).toBe(false);
  });

  test("stays nullable", () => {
    const nullable = AllOf([Dict({ start: Int(), end: Int() }), order], { nullable: true });
    expect(extend(nullable, { a: Int() })(null)).toBe(null);
    expect(omit(partial(nullable), [])(null)).toBe(null);
  });

  test("stays secret, and keeps its texts and its metadata but for the id", () => {
    const says = { secret: true, message: "no trip", messages: { required: "all of it" } };
    const step = Dict({ start: Int(), end: Int() });
    const said = AllOf([step, order], { ...says, meta: { id: "Trip", title: "A trip." } });
    const others = [required(said), partial(said), omit(said, []), pick(said, ["start", "end"]), merge(said, Dict({}))];
    for (const other of [extend(said, {}), ...others] as Validator[]) {
      const { steps, ...params } = other.dump() as { steps: unknown };
      expect(params).toEqual({ __class__: "AllOf", ...says, meta: { title: "A trip." } });
      expect(other.safe({ start: 7654321, end: 5 }).error?.hidesValue).toBe(true);
    }
  });

  test("may have a Check of a key whose Default, or Optional, partial and required replace", () => {
    const members = { a: Default(Optional(Int()), 1), b: Optional(Int(), { message: "b" }) };
    const refined = AllOf(
      Dict(members),
      Check(() => false, { keys: ["a", "b"], message: "never" }),
    );
    expect(says(partial(refined), { a: 1, b: 1 })).toBe("never");
    expect(says(required(refined), { a: 1, b: 1 })).toBe("never");
    expect(partial(refined)({ a: 1 })).toEqual({ a: 1 });
  });

  test("keeps a class of the caller's whose default has a text, in a pipeline of its own", () => {
    class Even extends Int {}
    const made = required(Dict({ a: Default(new Even(), 2, { message: "even" }) }));
    expect(made({ a: 2 })).toEqual({ a: 2 });
    expect(says(made, { a: "2" })).toBe("even");
    expect(says(made, {})).toBe("even");
  });

  test("may be refined several times", () => {
    const named = Check((value: { name: string }) => value.name !== "", { keys: ["name"], message: "no name" });
    const twice = AllOf([AllOf(trip, named), order], { nullable: true }) as never;
    const more = extend(twice, { seats: Int() }) as Validator;
    expect(says(more, { start: 1, end: 2, name: "", seats: 3 })).toBe("no name");
    expect(says(more, { start: 2, end: 1, name: "a", seats: 3 })).toBe("ends first");
    expect(more({ start: 1, end: 2, name: "a", seats: 3 })).toEqual({ start: 1, end: 2, name: "a", seats: 3 });
    expect(more(null)).toBe(null);
    expect(() => omit(twice, ["name"] as never)).toThrow("needs the key 'name', which is gone");
    expect(() => extend(twice, { name: Int() })).toThrow(
      new ValueError("extend: step 1 of the AllOf needs the key 'name', which is replaced"),
    );
  });

  test("has only Checks that name their keys", () => {
    const vague = AllOf(
      Dict({ a: Int() }),
      Check(() => true),
    );
    expect(() => pick(vague, ["a"])).toThrow(
      new ValueError("pick: step 1 of the AllOf should be a Check that names its keys"),
    );
    expect(() => partial(AllOf(Int(), order as never) as never)).toThrow("partial takes a Dict, got Int");
  });

  test("has keys that a Check does not need to be called on other values", () => {
    expect(says(order, { start: 2, end: 1 })).toBe("ends first");
    expect(order.is({ start: 2 })).toBe(true);
    expect(order.is({ start: 2, end: undefined })).toBe(true);
  });
});
