// It registers a function.
import "../support/fresh.ts";
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Check,
  Default,
  Dict,
  extend,
  functions,
  If,
  Int,
  LazyRef,
  List,
  load,
  Nullable,
  OneOf,
  omit,
  partial,
  pick,
  Str,
  Transform,
  type Validator,
} from "../../src/index.ts";
import { errorsOf } from "../support/by-each-call.ts";

interface Form {
  readonly email?: string;
  readonly pass: string;
  readonly repeat: string;
}

const differ = (more: object = {}) =>
  Check((value: Form) => value.pass === value.repeat, {
    keys: ["pass", "repeat"],
    path: ["repeat"],
    code: "differ",
    ...more,
  });
const form = Dict({ email: Str({ format: "email" }), pass: Str({ minlen: 2 }), repeat: Str() });

const EMAIL = "/email format";
const DIFFER = "/repeat differ";
const invalid = { email: "x", pass: "aa", repeat: "bb" };

describe("a Check that names its keys", () => {
  const named = (step: Validator, ...checks: Validator[]): Validator => AllOf([step, ...checks] as never) as Validator;
  const tagged = OneOf(
    [
      Dict({ kind: Str({ options: ["a"] }), email: Str({ format: "email" }), pass: Str(), repeat: Str() }),
      Dict({ kind: Str({ options: ["b"] }) }),
    ],
    { discriminator: "kind" },
  );
  const rows: [name: string, validator: Validator, value: unknown, expected: string[]][] = [
    ["runs beside the errors of other keys", named(form, differ()), invalid, [EMAIL, DIFFER]],
    [
      "not if one of its keys is invalid",
      named(form, differ()),
      { ...invalid, pass: "a" },
      [EMAIL, "/pass min_length"],
    ],
    [
      "not if one of its keys is missing",
      named(form, differ()),
      { email: "x", pass: "aa" },
      [EMAIL, "/repeat missing_key"],
    ],
    [
      "beside a key that is not allowed",
      named(form, differ()),
      { ...invalid, x: 1 },
      [EMAIL, "/x forbidden_key", DIFFER],
    ],
    [
      "beside a key that is missing",
      named(form, differ()),
      { pass: "aa", repeat: "bb" },
      ["/email missing_key", DIFFER],
    ],
    [
      "beside a wrong number of keys",
      named(Dict({ extra: [Str(), Str()], maxlen: 1 }), differ()),
      { pass: "a", repeat: "b" },
      [" max_length", DIFFER],
    ],
    [
      "beside a rule of the whole",
      named(Dict({ pass: Str(), repeat: Str() }, { unknown: "keep", required: ["z"] }), differ()),
      { pass: "a", repeat: "b" },
      ["/z missing_key", DIFFER],
    ],
    [
      "without keys, on any refused object",
      named(
        form,
        Check(() => false, { keys: [], code: "any" }),
      ),
      { email: "x" },
      [EMAIL, "/pass missing_key", "/repeat missing_key", " any"],
    ],
    [
      "several, in their order",
      named(form, differ({ code: "one" }), differ({ code: "two" })),
      invalid,
      [EMAIL, "/repeat one", "/repeat two"],
    ],
    [
      "others between them are left out",
      named(
        form,
        Check(() => false),
        differ(),
      ),
      invalid,
      [EMAIL, DIFFER],
    ],
    [
      "abort ends them",
      named(form, differ({ abort: true, code: "one" }), differ({ code: "two" })),
      invalid,
      [EMAIL, "/repeat one"],
    ],
    [
      "not behind a conversion of the whole",
      named(
        form,
        Transform((x) => x),
        differ(),
      ),
      invalid,
      [EMAIL],
    ],
    [
      "not behind a conversion inside",
      named(
        AllOf(
          form,
          Transform((x) => x),
        ),
        differ(),
      ),
      invalid,
      [EMAIL],
    ],
    [
      "in an AllOf around another",
      named(AllOf(form, differ({ code: "one" })), differ({ code: "two" })),
      invalid,
      [EMAIL, "/repeat one", "/repeat two"],
    ],
    [
      "in an AllOf around one whose Check fails",
      named(AllOf(form, differ({ code: "one" })), differ({ code: "two" })),
      { ...invalid, email: "a@b.org" },
      ["/repeat one", "/repeat two"],
    ],
    ["through Nullable", named(Nullable(form), differ()), invalid, [EMAIL, DIFFER]],
    ["through Default", named(Default(form, invalid), differ()), invalid, [EMAIL, DIFFER]],
    [
      "through a reference",
      named(
        LazyRef(() => form),
        differ(),
      ),
      invalid,
      [EMAIL, DIFFER],
    ],
    ["through the step that a tag selects", named(tagged, differ()), { kind: "a", ...invalid }, [EMAIL, DIFFER]],
    ["through a branch", named(If(Dict({}, { unknown: "keep" }), form), differ()), invalid, [EMAIL, DIFFER]],
    [
      "not through a union whose step nobody knows",
      named(
        OneOf(form, Dict({ a: Int() })),
        Check(() => false, { keys: [], code: "any" }),
      ),
      {},
      ["/a missing_key", "/email missing_key", "/pass missing_key", "/repeat missing_key"],
    ],
    [
      "not on members of members",
      named(
        Dict({ pass: Dict({ pass: Int() }), repeat: Str() }),
        Check(() => false, { keys: ["pass"], code: "any" }),
      ),
      { pass: { pass: "x" }, repeat: "a" },
      ["/pass/pass invalid_type"],
    ],
    ["not on what is no object", named(form, differ()), 5, [" invalid_type"]],
    [
      "in members, each by itself",
      List(named(form, differ())),
      [invalid, { ...invalid, repeat: "aa" }],
      ["/0/email format", "/0/repeat differ", "/1/email format"],
    ],
    [
      "in an object inside a list that fails",
      named(
        Dict({ list: List(named(form, differ())), n: Int() }),
        Check(() => false, { keys: ["n"], code: "n" }),
      ),
      { list: [invalid], n: 1 },
      ["/list/0/email format", "/list/0/repeat differ", " n"],
    ],
  ];
  test.each(rows)("%s", (_name, validator, value, expected) => {
    expect(errorsOf(validator, value)).toEqual(expected);
  });

  test("gets a frozen object of the members that are valid, as they were converted", () => {
    const given: unknown[] = [];
    const look = Check((value) => given.push(value), { keys: ["n"] });
    const one = AllOf(
      Dict({ n: Int({ coerce: true }), m: Int(), o: Int({ coerce: true }) }, { optional: ["o"] }),
      look,
    );
    one.safe({ n: "1", m: "x", o: "2" });
    one.safe({ n: "1", m: "x" });
    one.safeJson('{"n":"1","m":"x","o":"2"}');
    one.safe({ n: "1", m: 2 });
    const calls = new Set(given.map((value) => JSON.stringify(value)));
    expect([...calls]).toEqual(['{"n":1,"o":2}', '{"n":1}', '{"n":1,"m":2}']);
    expect(given.slice(0, -1).every(Object.isFrozen)).toBe(true);
  });

  test("has no name of a prototype's among the members", () => {
    const given: unknown[] = [];
    const look = Check((value) => given.push(value), { keys: ["__proto__"] });
    const one = AllOf(Dict({ ["__proto__"]: Int(), a: Int() }), look);
    one.safe(JSON.parse('{"__proto__":1,"a":"x"}'));
    expect(given.map((value) => Object.entries(value as object))).toEqual([[["__proto__", 1]]]);
  });

  test("is not run when no more errors are kept", () => {
    const one = AllOf(form, differ());
    expect(one.safe(invalid, { maxErrors: 1 }).error).toMatchObject({ length: 1, truncated: true });
    expect(one.safe(invalid, { maxErrors: 2 }).error).toMatchObject({ length: 2, truncated: false });
    expect(one.safe(invalid, { maxErrors: 1 }).error?.at(0)?.context.length).toBe(2);
  });

  test("keeps its place and its numbers in the error", () => {
    const { error } = AllOf(form, differ()).safe(invalid);
    expect(String(error)).toContain("0.email");
    expect(error?.issues.map(({ path }) => path)).toEqual([["email"], ["repeat"]]);
  });

  test("finds nothing wrong where the caller's function throws an error of its own", () => {
    const one = AllOf(
      form,
      Check(
        () => {
          throw new RangeError("mine");
        },
        { keys: ["pass"] },
      ),
    );
    expect(() => one.safe(invalid)).toThrow(new RangeError("mine"));
  });

  test("stays where Dicts are made of Dicts", () => {
    const refined = AllOf(form, differ());
    const value = { email: "x", pass: "aa", repeat: "bb" };
    expect(errorsOf(extend(refined, { age: Int() }), { ...value, age: "x" })).toEqual([
      EMAIL,
      "/age invalid_type",
      DIFFER,
    ]);
    expect(errorsOf(omit(extend(refined, { age: Int() }), ["email"]), { pass: "aa", repeat: "bb", age: "x" })).toEqual([
      "/age invalid_type",
      DIFFER,
    ]);
    expect(errorsOf(pick(refined, ["email", "pass", "repeat"]), value)).toEqual([EMAIL, DIFFER]);
    expect(errorsOf(partial(refined), value)).toEqual([EMAIL, DIFFER]);
    expect(errorsOf(partial(refined), { email: "x", pass: "aa" })).toEqual([EMAIL]);
  });

  test("is dumped, loaded, and asked on the way out", () => {
    const name = functions.add("test.differ", (value: Form) => value.pass === value.repeat);
    const refined = AllOf(form, Check(name, { keys: ["pass", "repeat"], code: "differ", path: ["repeat"] }));
    const loaded = load(JSON.parse(JSON.stringify(refined.dump())));
    expect(loaded.equals(refined)).toBe(true);
    expect(errorsOf(loaded, invalid)).toEqual([EMAIL, DIFFER]);
    const dates = AllOf(
      Dict({ from: Int({ bigint: true }), to: Int({ bigint: true }), n: Int() }),
      Check((value) => value.to > value.from, { keys: ["from", "to"], path: ["to"], code: "order" }),
    );
    const out = { from: 2n, to: 1n, n: "x" } as never;
    const said = [dates.safeEncode(out), dates.safeStringify(out)].map((one) =>
      one.error?.issues.map(({ pointer, code }) => `${pointer} ${code}`),
    );
    expect(said).toEqual([
      ["/n invalid_type", "/to order"],
      ["/n invalid_type", "/to order"],
    ]);
  });

  test("is secret beside what is secret", () => {
    const secret = AllOf(
      Dict({ pass: Str({ secret: true }), n: Int() }),
      Check(({ pass }, fail) => fail({ message: `not ${pass}`, path: ["pass"] }), { keys: ["pass"] }),
    );
    expect(JSON.stringify(secret.safe({ pass: "topsecret", n: "x" }).error)).not.toContain("topsecret");
  });

  describe("that is async", () => {
    const calls: string[] = [];
    const taken = (code: string, more: object = {}) =>
      Check(
        async (value: Form) => {
          calls.push(code);
          return value.pass === value.repeat;
        },
        { async: true, code, path: ["repeat"], ...more },
      );
    const said = async (validator: Validator, value: unknown, limits?: object): Promise<[string[], string[]]> => {
      calls.length = 0;
      const results = [
        await validator.safeAsync(value, limits as never),
        await validator.safeJsonAsync(JSON.stringify(value), limits as never),
      ];
      const [first, second] = results.map((one) => one.error?.issues.map(({ pointer, code }) => `${pointer} ${code}`));
      expect(second).toEqual(first);
      return [first ?? [], calls.splice(0, calls.length / 2)];
    };
    const keys = { keys: ["pass", "repeat"] };

    test("is called beside the errors of other keys", async () => {
      const one = AllOf(form, taken("a", keys), differ(), taken("b", keys));
      expect(await said(one, invalid)).toEqual([
        [EMAIL, "/repeat a", DIFFER, "/repeat b"],
        ["a", "b"],
      ]);
      expect(await said(one, { ...invalid, pass: "a" })).toEqual([[EMAIL, "/pass min_length"], []]);
      expect(await said(one, { email: "a@b.org", pass: "aa", repeat: "aa" })).toEqual([[], ["a", "b"]]);
    });

    test("is not called without keys", async () => {
      expect(await said(AllOf(form, taken("a")), invalid)).toEqual([[EMAIL], []]);
    });

    test("is called in each member, and another without keys in none", async () => {
      const one = List(AllOf(form, taken("a", keys), taken("b")));
      const [errors, called] = await said(one, [invalid, { email: "a@b.org", pass: "aa", repeat: "bb" }]);
      expect(errors).toEqual(["/0/email format", "/0/repeat a", "/1/repeat a"]);
      expect(called).toEqual(["a", "a"]);
    });
  });
});
