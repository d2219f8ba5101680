import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitrary, invalid } from "../../src/fast-check/index.ts";
import {
  AllOf,
  Any,
  Check,
  Closed,
  Const,
  Default,
  Dict,
  extend,
  Fallback,
  fromJsonSchema,
  type Infer,
  type InferInput,
  Int,
  List,
  load,
  merge,
  Nullable,
  OneOf,
  omit,
  openapi,
  partial,
  pick,
  required,
  Str,
  toJsonSchema,
  toSource,
  type Validator,
} from "../../src/index.ts";
import { outcomeOf } from "../support/by-each-call.ts";
import { exact } from "../types/exact.ts";

const person = Dict(
  { firstName: Str({ minlen: 1 }), age: Int({ min: 0 }), lastSeen: Default(Int(), 5), nickName: Str() },
  { names: { firstName: "first_name", lastSeen: "last-seen", nickName: "nick" }, optional: ["nickName"] },
);

describe("names of keys that differ outside", () => {
  test("are those of the input and of errors; results have the names of the schema", () => {
    exact<Infer<typeof person>, { firstName: string; age: number; lastSeen: number; nickName?: string }>();
    exact<
      InferInput<typeof person>,
      {
        first_name: string;
        age: number;
        "last-seen"?: number | undefined;
        nick?: string | undefined;
      }
    >();
    expect(outcomeOf(person, { first_name: "Ann", age: 5 })).toEqual({ firstName: "Ann", age: 5, lastSeen: 5 });
    expect(outcomeOf(person, { nick: "A", age: 5, first_name: "Ann", "last-seen": 1 })).toEqual({
      nickName: "A",
      age: 5,
      firstName: "Ann",
      lastSeen: 1,
    });
    expect(outcomeOf(person, { first_name: "", age: -1, "last-seen": "x" })).toEqual([
      "/first_name min_length",
      "/age min_value",
      "/last-seen invalid_type",
    ]);
    expect(outcomeOf(person, { firstName: "Ann", age: 5 })).toEqual([
      "/firstName forbidden_key",
      "/first_name missing_key",
    ]);
    expect(person.is({ first_name: "Ann", age: 5 })).toBe(true);
    expect(person.is({ firstName: "Ann", age: 5 })).toBe(false);
    expect(outcomeOf(person, new Map())).toEqual(
      [" invalid_type"].slice(1).concat(["/first_name missing_key", "/age missing_key"]),
    );
  });

  test("go back on the way out, where errors have the names of the values", () => {
    const value = { firstName: "Ann", age: 5, lastSeen: 1 };
    expect(person.encode(value)).toEqual({ first_name: "Ann", age: 5, "last-seen": 1 });
    expect(JSON.parse(person.stringify(value))).toEqual({ first_name: "Ann", age: 5, "last-seen": 1 });
    for (let times = 0; times < 3; times++) expect(person.json(person.stringify(value))).toEqual(value);
    expect(person.safeEncode({ ...value, firstName: "" }).error?.issues[0]?.pointer).toBe("/firstName");
    expect(person.safeEncode({ ...value, first_name: "x" } as never).ok).toBe(false);
  });

  const keys: [key: string, snake: string, kebab: string, camel: string][] = [
    ["firstName", "first_name", "first-name", "firstName"],
    ["first_name", "first_name", "first-name", "firstName"],
    ["userID", "user_id", "user-id", "userId"],
    ["XMLFile", "xml_file", "xml-file", "xmlFile"],
    ["value2", "value2", "value2", "value2"],
    ["address2Line", "address2_line", "address2-line", "address2Line"],
    ["_id", "_id", "_id", "_id"],
    ["__", "__", "__", "__"],
    ["ÄndertSich", "ändert_sich", "ändert-sich", "ändertSich"],
    ["", "", "", ""],
  ];
  test.each(keys)("in a style, of %j", (key, snake, kebab, camel) => {
    const named = (names: "snake" | "kebab" | "camel") => Dict({ [key]: Int() }, { names });
    expect(outcomeOf(named("snake"), { [snake]: 1 })).toEqual({ [key]: 1 });
    expect(outcomeOf(named("kebab"), { [kebab]: 1 })).toEqual({ [key]: 1 });
    expect(outcomeOf(named("camel"), { [camel]: 1 })).toEqual({ [key]: 1 });
  });

  test("in a style have types", () => {
    const snake = Dict(
      { firstName: Str(), userID: Int(), XMLFile: Int(), _id: Int(), address2Line: Int() },
      { names: "snake" },
    );
    exact<
      InferInput<typeof snake>,
      {
        first_name: string;
        user_id: number;
        xml_file: number;
        _id: number;
        address2_line: number;
      }
    >();
    const kebab = Dict({ firstName: Str() }, { names: "kebab", optional: ["firstName"] });
    exact<InferInput<typeof kebab>, { "first-name"?: string | undefined }>();
    const camel = Dict({ first_name: Str() }, { names: "camel" });
    exact<InferInput<typeof camel>, { firstName: string }>();
  });

  test("two of one key are both read, the first is written; both at once are an error at the second", () => {
    const one = Dict({ id: Int(), a: Int() }, { names: { id: ["id", "_id"] } });
    exact<InferInput<typeof one>, { a: number; id?: number | undefined; _id?: number | undefined }>();
    expect(outcomeOf(one, { id: 1, a: 1 })).toEqual({ id: 1, a: 1 });
    expect(outcomeOf(one, { a: 1, _id: 1 })).toEqual({ a: 1, id: 1 });
    expect(outcomeOf(one, { _id: "x", a: 1 })).toEqual(["/_id invalid_type"]);
    expect(outcomeOf(one, { a: 1 })).toEqual(["/id missing_key"]);
    expect(outcomeOf(one, { id: 1, _id: 1, a: 1 })).toEqual(["/_id forbidden_key"]);
    expect(outcomeOf(one, { _id: 1, id: 1, a: 1 })).toEqual(["/id forbidden_key"]);
    expect(one.is({ _id: 1, id: 1, a: 1 })).toBe(false);
    expect(one.is({ _id: 1, a: 1 })).toBe(true);
    expect(one.encode({ id: 1, a: 1 })).toEqual({ id: 1, a: 1 });
    const schema = toJsonSchema(one);
    const read = fromJsonSchema(schema);
    for (const value of [{ id: 1, a: 1 }, { _id: 1, a: 1 }, { a: 1 }, { id: 1, _id: 1, a: 1 }, { _id: "x", a: 1 }])
      expect([value, read.is(value)]).toEqual([value, one.is(value as never)]);
  });

  test("swapped names are swapped", () => {
    const one = Dict({ a: Int(), b: Str() }, { names: { a: "b", b: "a" } });
    expect(outcomeOf(one, { b: 1, a: "x" })).toEqual({ a: 1, b: "x" });
    expect(one.encode({ a: 1, b: "x" })).toEqual({ b: 1, a: "x" });
    expect(outcomeOf(one, { a: 1, b: "x" })).toEqual(["/a invalid_type", "/b invalid_type"]);
  });

  test("that are numbers, or a prototype's, are names like any other", () => {
    const one = Dict({ a: Int(), b: Str(), c: Int() }, { names: { a: "2", b: "1", c: "__proto__" } });
    const input = JSON.parse('{"__proto__":3,"2":1,"1":"x"}');
    expect(outcomeOf(one, input)).toEqual({ a: 1, b: "x", c: 3 });
    expect(Object.entries(one.encode({ a: 1, b: "x", c: 3 }))).toEqual(Object.entries(input));
    const back = Dict({ ["__proto__"]: Int(), "1": Int() }, { names: { ["__proto__"]: "a", "1": "b" } as never });
    expect(Object.entries(outcomeOf(back, { a: 1, b: 2 }) as object)).toEqual([
      ["1", 2],
      ["__proto__", 1],
    ]);
  });

  test("of keys that are not in the schema are as they come, but never that of another in the result", () => {
    const keep = Dict({ firstName: Str() }, { names: "snake", unknown: "keep" });
    expect(outcomeOf(keep, { first_name: "a", other: 1 })).toEqual({ firstName: "a", other: 1 });
    expect(outcomeOf(keep, { first_name: "a", firstName: 1 })).toEqual(["/firstName forbidden_key"]);
    const extra = Dict({ firstName: Str() }, { names: "snake", extra: [Str(), Int()] });
    expect(outcomeOf(extra, { other: 1, first_name: "a" })).toEqual({ other: 1, firstName: "a" });
    expect(outcomeOf(extra, { first_name: "a", firstName: 1 })).toEqual(["/firstName forbidden_key"]);
    const strip = Dict({ firstName: Str() }, { names: "snake", unknown: "strip" });
    expect(outcomeOf(strip, { first_name: "a", firstName: 1, x: 1 })).toEqual({ firstName: "a" });
    expect(keep.safeEncode({ firstName: "a", first_name: "b" } as never).error?.issues[0]?.code).toBe("forbidden_key");
    expect(keep.encode({ firstName: "a", other: 1 } as never)).toEqual({ first_name: "a", other: 1 });
    for (const one of [keep, extra, strip]) {
      const read = fromJsonSchema(toJsonSchema(one as Validator));
      for (const value of [{ first_name: "a" }, { first_name: "a", firstName: 1 }, { first_name: "a", x: 1 }])
        expect([value, read.is(value)]).toEqual([value, one.safe(value as never).ok]);
    }
  });

  test("other parameters have the names of the schema, and say those of the input", () => {
    const one = Dict(
      { aKey: Int(), bKey: Int(), cKey: List(Int({ coerce: true })), dKey: Int() },
      {
        names: "snake",
        optional: ["aKey", "cKey", "dKey"],
        defaults: { bKey: 2 },
        dependent_required: { aKey: ["cKey"] },
        dispose: ["dKey"],
        multikeys: ["cKey"],
        maxlen: 3,
      },
    );
    expect(outcomeOf(one, {})).toEqual({ bKey: 2 });
    expect(outcomeOf(one, { a_key: 1 })).toEqual(["/c_key missing_key"]);
    expect(outcomeOf(one, { d_key: "dropped", c_key: [1] })).toEqual({ cKey: [1], bKey: 2 });
    expect(outcomeOf(one, { a_key: 1, b_key: 1, c_key: [], d_key: 1 })).toEqual([" max_length"]);
    expect(one(new URLSearchParams("c_key=1&c_key=2"))).toEqual({ cKey: [1, 2], bKey: 2 });
    expect(toJsonSchema(one)).toMatchObject({
      dependentRequired: { a_key: ["c_key"] },
      properties: { b_key: { default: 2 } },
    });
    const needed = Dict(
      { aKey: Int() },
      { names: "snake", unknown: "keep", required: ["aKey", "zKey"], optional: ["aKey"] },
    );
    expect(outcomeOf(needed, {})).toEqual(["/a_key missing_key", "/zKey missing_key"]);
    const message = Dict({ aKey: Int({ messages: { required: "A!" } }) }, { names: "snake" });
    expect(message.safe({}).error?.issues[0]?.message).toBe("A!");
    expect(message.safeJson("{}").error?.issues[0]?.message).toBe("A!");
  });

  test("Checks have the names of the schema; their paths lead there", () => {
    const one = AllOf(
      Dict({ newPass: Str(), again: Str(), userAge: Int() }, { names: "snake" }),
      Check((value) => value.newPass === value.again, { keys: ["newPass", "again"], path: ["again"], code: "differ" }),
    );
    expect(outcomeOf(one, { new_pass: "a", again: "b", user_age: "x" })).toEqual([
      "/user_age invalid_type",
      "/again differ",
    ]);
    expect(outcomeOf(one, { new_pass: "a", again: "a", user_age: 1 })).toEqual({
      newPass: "a",
      again: "a",
      userAge: 1,
    });
  });

  test("select the step of a union, which names the key as the schemas do", () => {
    const union = OneOf(
      [
        Dict({ eventType: Const("a"), someText: Str() }, { names: "snake" }),
        Dict({ eventType: Const("b"), someNumber: Int() }, { names: "snake" }),
      ],
      { discriminator: "eventType" },
    );
    expect(outcomeOf(union, { event_type: "b", some_number: 1 })).toEqual({ eventType: "b", someNumber: 1 });
    expect(outcomeOf(union, { event_type: "a", some_text: 1 })).toEqual(["/some_text invalid_type"]);
    expect(outcomeOf(union, { event_type: "c" })).toEqual(["/event_type options"]);
    expect(outcomeOf(union, { eventType: "a" })).toEqual(["/event_type missing_key"]);
    expect(union.encode({ eventType: "b", someNumber: 1 })).toEqual({ event_type: "b", some_number: 1 });
    expect(toJsonSchema(union, { target: "openapi-3.1" as never })).toMatchObject({
      discriminator: { propertyName: "event_type" },
    });
    expect(() =>
      OneOf([Dict({ kind: Const("a") }, { names: { kind: "k" } }), Dict({ kind: Const("b") })], {
        discriminator: "kind",
      }),
    ).toThrow("the key 'kind' should have the same name in the input of all steps");
    expect(() =>
      OneOf([Dict({ kind: Const("a") }, { names: { kind: ["k", "l"] } })], { discriminator: "kind" }),
    ).toThrow();
  });

  test("are closed by what was evaluated", () => {
    const one = Closed(Dict({ aKey: Int() }, { names: "snake", unknown: "keep" }));
    expect(outcomeOf(one, { a_key: 1 })).toEqual({ aKey: 1 });
    expect(outcomeOf(one, { a_key: 1, b: 1 })).toEqual(["/b forbidden_key"]);
  });

  test("go with the keys where Dicts are made of Dicts", () => {
    const snake = Dict({ firstName: Str(), lastName: Str() }, { names: "snake" });
    expect(
      outcomeOf(extend(snake, { ageInYears: Int() }) as Validator, {
        first_name: "a",
        last_name: "b",
        age_in_years: 1,
      }),
    ).toEqual({
      firstName: "a",
      lastName: "b",
      ageInYears: 1,
    });
    expect(outcomeOf(pick(snake, ["lastName"]) as Validator, { last_name: "b" })).toEqual({ lastName: "b" });
    expect(outcomeOf(omit(snake, ["lastName"]) as Validator, { first_name: "b" })).toEqual({ firstName: "b" });
    expect(outcomeOf(partial(snake) as Validator, { first_name: "b" })).toEqual({ firstName: "b" });
    expect(outcomeOf(required(partial(snake)) as Validator, {})).toEqual([
      "/first_name missing_key",
      "/last_name missing_key",
    ]);
    const both = merge(snake, Dict({ otherName: Str() })) as Validator;
    expect(outcomeOf(both, { first_name: "a", last_name: "b", otherName: "c" })).toEqual({
      firstName: "a",
      lastName: "b",
      otherName: "c",
    });
    const own = extend(snake, { other: Int() }, { names: { other: "o" } }) as Validator;
    expect(outcomeOf(own, { first_name: "a", last_name: "b", o: 1 })).toEqual({
      firstName: "a",
      lastName: "b",
      other: 1,
    });
    const picked = pick(person, ["firstName"]) as Validator;
    expect(outcomeOf(picked, { first_name: "a" })).toEqual({ firstName: "a" });
  });

  test("are written in schemas and sources, and loaded", () => {
    expect(toJsonSchema(person)).toMatchObject({
      required: ["first_name", "age"],
      properties: { first_name: { type: "string" }, "last-seen": { default: 5 }, nick: { type: "string" } },
    });
    const loaded = load(JSON.parse(JSON.stringify(person.dump())));
    expect(loaded.equals(person)).toBe(true);
    expect(outcomeOf(loaded, { first_name: "Ann", age: 5 })).toEqual({ firstName: "Ann", age: 5, lastSeen: 5 });
    expect(toSource(person)).toContain('"first_name"');
    expect(typeof openapi).toBe("function");
  });

  test("of secrets are secret", () => {
    const one = Dict({ thePass: Str({ secret: true, minlen: 20 }), other: Str({ minlen: 9 }) }, { names: "snake" });
    const { error } = one.safe({ the_pass: "topsecret", other: "shown" });
    expect(JSON.stringify(error)).not.toContain("topsecret");
    expect(error?.issues.map(({ pointer }) => pointer)).toEqual(["/the_pass", "/other"]);
    const more = AllOf(
      Dict({ thePass: Str({ secret: true }) }, { names: "snake" }),
      Check((value, fail) => fail({ message: value.thePass, path: ["thePass"] })),
    );
    expect(JSON.stringify(more.safe({ the_pass: "topsecret" }).error)).not.toContain("topsecret");
  });

  test("test data has them", () => {
    for (const one of [person, Dict({ aKey: Int() }, { names: "snake", unknown: "keep" })] as Validator[]) {
      fc.assert(
        fc.property(arbitrary(one), (value) => one.is(value as never)),
        { numRuns: 10 },
      );
      fc.assert(
        fc.property(invalid(one), (value) => !one.is(value as never)),
        { numRuns: 10 },
      );
    }
  });

  test("that make no sense are refused", () => {
    const keys = { a: Int(), b: Int() };
    const make =
      (names: unknown, more: object = {}) =>
      () =>
        Dict(keys, { names, ...more } as never);
    expect(make({ a: "b" })).toThrow("Dict.names: 'a' and 'b' have the same name 'b'");
    expect(make({ a: "x", b: ["y", "x"] })).toThrow("Dict.names: 'a' and 'b' have the same name 'x'");
    expect(make({ c: "x" })).toThrow("Dict.names: ");
    expect(make({ a: [] })).toThrow("Dict.names['a'] should be a name, or a list of names");
    expect(make({ a: 1 })).toThrow(TypeError);
    expect(make("upper")).toThrow();
    expect(make("snake", { dependent_schemas: { a: Dict() } })).toThrow(
      "Dict.names should not be given together with dependent_schemas",
    );
  });
});

describe("names inside of a validator that stands for another", () => {
  const point = Dict({ left: Int(), top: Default(Int(), 7) }, { names: { left: "x", top: "y" } });
  const around: Record<string, Validator> = {
    Nullable: Nullable(point),
    "Nullable of a Nullable": Nullable(Nullable(point)),
    "Nullable of a Default": Nullable(Default(point, { x: 1, y: 2 })),
    Default: Default(point, { x: 1, y: 2 }),
    OneOf: OneOf(Str(), point),
    AllOf: AllOf(point, Nullable(Any())),
    Fallback: Fallback(point, { left: 0, top: 0 }),
  };

  test.each(Object.entries(around))("%s: the result has those of the schema, whatever runs", (_, validator) => {
    for (let times = 0; times < 3; times++) {
      expect(outcomeOf(validator, { x: 1, y: 2 })).toEqual({ left: 1, top: 2 });
      expect(outcomeOf(validator, { x: 1 })).toEqual({ left: 1, top: 7 });
    }
  });
});
