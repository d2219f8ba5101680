import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Check,
  Const,
  Default,
  Dict,
  dump,
  extend,
  Float,
  Int,
  LazyRef,
  List,
  load,
  multidict,
  Nullable,
  OneOf,
  Optional,
  Pipe,
  Set as SetOf,
  Str,
  Transform,
  Tuple,
  toJsonSchema,
  toSource,
  type Validator,
} from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { sweep } from "../support/sweep.ts";

const whole = Int({ coerce: "text" });
const user = Dict({ name: Str({ minlen: 2 }), age: whole }, { optional: ["age"] });
const account = Dict(
  { user, tags: List(Str({ minlen: 2 })), users: List(user), note: Str() },
  { optional: ["user", "tags", "users", "note"], nested: true },
);

/** The result for a query, or the place, the code and the field of each issue. */
function read(validator: Validator, query: string): unknown {
  const { ok, value, error } = validator.safe(new URLSearchParams(query));
  return ok ? value : error.issues.map(({ pointer, code, field }) => [pointer, code, field].join(" "));
}

describe("Dict with nested reads the names of fields as places", () => {
  const ada = { name: "Ada", age: 36 };

  test.each<[query: string, value: object]>([
    ["user.name=Ada&user.age=36", { user: ada }],
    ["user[name]=Ada&user[age]=36", { user: ada }],
    ["user[name]=Ada&user.age=36", { user: ada }],
    ["users[0].name=Ada&users[0].age=36&users[1].name=Bob", { users: [ada, { name: "Bob" }] }],
    ["users[0][name]=Ada&users[0][age]=36", { users: [ada] }],
    ["users.0.name=Ada&users.0.age=36", { users: [ada] }],
    ["tags[0]=aa&tags[1]=bb", { tags: ["aa", "bb"] }],
    ["tags[1]=bb&tags[0]=aa", { tags: ["aa", "bb"] }],
    ["tags[]=aa&tags[]=bb", { tags: ["aa", "bb"] }],
    ["tags[]=aa", { tags: ["aa"] }],
    // The validator says that it is a list, so no multikeys are needed.
    ["tags=aa&tags=bb", { tags: ["aa", "bb"] }],
    ["tags=aa", { tags: ["aa"] }],
    // Any other field has its last value.
    ["note=a&note=b&user.name=Bob&user.name=Ada&user.age=36", { note: "b", user: ada }],
    // Gaps of a list are closed: rows that were removed.
    ["users[2].name=Bob&users[1000000000].name=Ada&users[1000000000].age=36", { users: [{ name: "Bob" }, ada] }],
  ])("%s", (query, value) => {
    expect(read(account, query)).toEqual(value);
    const form = new FormData();
    for (const [name, one] of new URLSearchParams(query)) form.append(name, one);
    expect(account(form)).toEqual(value);
    const object: Record<string, string[]> = {};
    for (const [name, one] of new URLSearchParams(query)) object[name] = [...(object[name] ?? []), one];
    expect(account(multidict(object))).toEqual(value);
    // Objects, and JSON text, have no such names.
    expect(account(value)).toEqual(value);
    expect(account.json(JSON.stringify(value))).toEqual(value);
    const names = Object.keys(object).filter((name) => !Object.hasOwn(account.schema, name));
    expect(account.safe({ ...object, note: "" }).ok).toBe(names.length === 0);
  });

  test("issues have the name of the field: as it was sent, or as it would be", () => {
    expect(read(account, "user.name=A&users[0].name=B&users[7].age=x&tags[]=a&tags[]=bb&nte=5&user.nam=5")).toEqual([
      "/user/name min_length user.name",
      "/user/nam forbidden_key user.nam",
      "/users/0/name min_length users[0].name",
      "/users/1/age invalid_type users[7].age",
      "/users/1/name missing_key users[7].name",
      "/tags/0 min_length tags[]",
      "/nte forbidden_key nte",
    ]);
    expect(read(account, "user[age]=5&users[0][age]=5")).toEqual([
      "/user/name missing_key user[name]",
      "/users/0/name missing_key users[0][name]",
    ]);
    expect(read(account, "users.0.age=5")).toEqual(["/users/0/name missing_key users.0.name"]);
    expect(read(Dict({ a: Dict({ b: Int() }) }, { nested: true }), "")).toEqual(["/a missing_key a"]);
    const dotted = Dict({ a: Dict({ "b.c": Str(), d: Str() }) }, { nested: true });
    expect(read(dotted, "a.d=x")).toEqual(["/a/b.c missing_key a[b.c]"]);
    expect(read(dotted, "a.d=x&a[b.c]=y")).toEqual({ a: { d: "x", "b.c": "y" } });
    const inner = Dict({ form: account });
    const { error } = inner.safe({ form: new URLSearchParams("user.name=A") });
    expect(error?.issues).toMatchObject([{ pointer: "/form/user/name", field: "user.name" }]);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject([{ field: "user.name" }]);
    // Without a form there is no field.
    expect(account.safe({ user: { name: "A" } }).error?.issues[0]).not.toHaveProperty("field");
  });

  test("errors that are made one by one have it too, and so do those with a text of the schema", () => {
    const odd = AllOf(
      account,
      Check(() => false, { message: "No.", keys: ["tags"], path: ["tags"] }),
    );
    expect(read(odd, "user.name=A&tags[]=aa")).toContain("/user/name min_length user.name");
    const worded = Dict({ a: Dict({ b: Int({ message: "A number." }) }) }, { nested: true });
    expect(worded.safe(new URLSearchParams("a[b]=x")).error?.issues).toMatchObject([
      { message: "A number.", field: "a[b]" },
    ]);
    const { error } = account.safe(new URLSearchParams("user.name=A"));
    expect(error?.at(0)?.issues).toMatchObject([{ field: "user.name" }]);
  });

  test("one name that says something else than an earlier one is forbidden", () => {
    const free = Dict({ a: Any() }, { nested: true });
    expect(read(free, "a=1&a.b=2")).toEqual(["/a/b forbidden_key a.b"]);
    expect(read(free, "a.b=2&a=1")).toEqual(["/a forbidden_key a"]);
    expect(read(free, "a=1&a[0]=2")).toEqual(["/a/0 forbidden_key a[0]"]);
    expect(read(free, "a[0]=1&a[b].c=2")).toEqual(["/a/b forbidden_key a[b].c"]);
    expect(read(free, "a.b=1&a[0]=2")).toEqual(["/a/0 forbidden_key a[0]"]);
    expect(read(free, "a[0]=1&a[]=2")).toEqual(["/a forbidden_key a[]"]);
    expect(read(free, "a.b.c=1&a.b=2&a.b.d=3")).toEqual(["/a/b forbidden_key a.b"]);
    expect(read(extend(free, {}, { unknown: "strip" }), "a=1&b=1&b.c=2")).toEqual(["/b/c forbidden_key b.c"]);
  });

  test("a name of another form is a key as it is", () => {
    const all = Dict({}, { unknown: "keep", nested: true });
    const names = [
      "",
      ".a",
      "a.",
      "a..b",
      "[a]",
      "[]",
      "a[",
      "a]",
      "a[b",
      "a[b]c",
      "a[][b]",
      "a[][]",
      "a[[b]]",
      "a.[b]",
    ];
    for (const name of names) expect(all(new URLSearchParams([[name, "1"]]))).toEqual({ [name]: "1" });
    // So is one that the schema has.
    const dotted = Dict({ "a.b": Str(), "c[]": Str() }, { nested: true, names: { "c[]": ["c[]", "d.e"] } });
    expect(read(dotted, "a.b=1&d.e=2")).toEqual({ "a.b": "1", "c[]": "2" });
    // In brackets a key may have dots.
    expect(read(all, "a[b.c]=1")).toEqual({ a: { "b.c": "1" } });
  });

  test("the validator says whether a number is an index or a key", () => {
    const prices = Dict({ extra: [Int({ coerce: "text" }), Float({ coerce: "text" })] });
    const shop = Dict({ prices, any: Optional(Any()) }, { nested: true });
    expect(read(shop, "prices[2026]=1.5&prices.2025=2&any[1]=a&any[0]=b")).toEqual({
      prices: { 2025: 2, 2026: 1.5 },
      any: ["b", "a"],
    });
    expect(read(account, "tags[01]=aa")).toEqual(["/tags invalid_type tags"]);
    expect(read(account, "tags[9999999999999999]=aa")).toEqual(["/tags invalid_type tags"]);
  });

  test("the items of a tuple keep their places, so none may be left out", () => {
    const pair = Dict({ at: Tuple(whole, whole) }, { nested: true });
    expect(read(pair, "at[1]=2&at[0]=1")).toEqual({ at: [1, 2] });
    expect(read(pair, "at[0]=1&at[2]=2")).toEqual(["/at/1 missing_key at[1]", "/at tuple_length at"]);
    expect(read(pair, "at[1000000000]=1")).toEqual(["/at/0 missing_key at[0]", "/at tuple_length at"]);
    const list = Dict({ at: List(whole, { prefix: [Str()] }) }, { nested: true });
    expect(read(list, "at[0]=1&at[2]=2")).toEqual(["/at/1 missing_key at[1]"]);
  });

  test("the rest of a tuple says what its items are", () => {
    const rows = (rest: Validator) => Dict({ at: Tuple([Str()], { rest }) }, { nested: true });
    expect(read(rows(Dict({ tags: List(Str()) })), "at[0]=a&at[1].tags=x")).toEqual({ at: ["a", { tags: ["x"] }] });
    expect(read(rows(List(Str())), "at[0]=a&at[1]=x&at[2]=y")).toEqual({ at: ["a", ["x"], ["y"]] });
    expect(read(rows(Dict({}, { extra: [Str(), Str()] })), "at[0]=a&at[1][2026]=x")).toEqual({
      at: ["a", { 2026: "x" }],
    });
  });

  test("lists are found through references, unions, defaults and steps", () => {
    const tree: Validator = Dict(
      { name: Str({ minlen: 2 }), kids: Optional(List(LazyRef(() => tree))) },
      { nested: true },
    );
    expect(read(tree, "name=aa&kids[0].name=bb&kids[0].kids[0].name=c")).toEqual([
      "/kids/0/kids/0/name min_length kids[0].kids[0].name",
    ]);
    const all = Dict(
      {
        a: Nullable(List(whole)),
        b: Default(SetOf(Str()), () => new Set()),
        c: Pipe(
          List(Str()),
          Transform((list: string[]) => list.length),
        ),
        d: OneOf(Str(), List(Str())),
        e: Pipe(
          Str(),
          Transform((text: string) => text.split(",")),
          List(Str()),
        ),
        f: AllOf(
          Check(() => true),
          List(Str()),
        ),
      },
      { nested: true },
    );
    expect(read(all, "a=1&b=x&c=1&d=1&e=1,2&f=1")).toEqual({
      ...{ a: [1], b: new Set(["x"]), c: 1, d: "1", e: ["1", "2"], f: ["1"] },
    });
    expect(read(all, "a=1&a=2&b=x&b=x&c=1&c=1&d=1&d=2&e=0&e=1,2&f=1&f=2")).toEqual({
      ...{ a: [1, 2], b: new Set(["x"]), c: 2, d: ["1", "2"], e: ["1", "2"], f: ["1", "2"] },
    });
    const listed = Dict({ x: Dict({ y: Any() }, { multikeys: ["y"] }) }, { nested: true });
    expect(read(listed, "x.y=1")).toEqual({ x: { y: ["1"] } });
  });

  test("names outside, and the branches of unions, are those of the form", () => {
    const named = Dict(
      { homeAddress: Dict({ zipCode: Str({ minlen: 2 }) }, { names: "kebab" }) },
      { names: "snake", nested: true },
    );
    expect(read(named, "home_address[zip-code]=12")).toEqual({ homeAddress: { zipCode: "12" } });
    expect(read(named, "home_address.zip-code=1")).toEqual(["/home_address/zip-code min_length home_address.zip-code"]);
    const card = Dict({ kind: Const("card"), card: Dict({ number: Str({ minlen: 3 }) }) }, { nested: true });
    const bank = Dict({ kind: Const("bank"), bank: Dict({ iban: Str({ minlen: 3 }) }) }, { nested: true });
    const paid = OneOf([card, bank], { discriminator: "kind" });
    expect(read(paid, "kind=bank&bank.iban=123")).toEqual({ kind: "bank", bank: { iban: "123" } });
    expect(read(paid, "kind=bank&bank[iban]=1")).toEqual(["/bank/iban min_length bank[iban]"]);
    expect(read(Dict({ paid: Dict({ by: paid }) }, { nested: true }), "paid.by.kind=bank&paid.by.bank.iban=1")).toEqual(
      ["/paid/by/bank/iban min_length paid.by.bank.iban"],
    );
  });

  test("a dump, source and extend keep it; JSON Schemas and encoded values have no forms", () => {
    expect(load(dump(account)).equals(account)).toBe(true);
    expect(toSource(account)).toContain("nested: true");
    expect(read(extend(account, { more: Dict({ a: whole }) }), "more.a=1")).toEqual({ more: { a: 1 } });
    expect(toJsonSchema(account)).toEqual(toJsonSchema(extend(account, {}, { nested: false })));
    expect(account.encode({ tags: ["aa"] })).toEqual({ tags: ["aa"] });
  });
});

describe("random objects, written as fields and read again, are the same", () => {
  const key = fc
    .oneof(
      fc.stringMatching(/^[a-z_]{1,6}$/),
      fc.constantFrom("__proto__", "constructor", "prototype", "toString", "0", "a b", "é"),
    )
    .filter((one) => one !== "");
  const inner = fc.oneof(key, fc.constantFrom("a.b", ".", "x.0"));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.string(),
      fc.array(tie("value"), { minLength: 1, maxLength: 4 }),
      fc.dictionary(inner, tie("value"), { minKeys: 1, maxKeys: 4 }),
    ),
  }));
  const root = fc.dictionary(key, value, { maxKeys: 4 });

  /** The names and texts of a value, each key and index written in one way or another. */
  function fieldsOf(value: unknown, name: string, chance: () => boolean): [string, string][] {
    if (typeof value === "string") return [[name, value]];
    if (Array.isArray(value)) {
      const isFlat = value.every((one) => typeof one === "string");
      if (isFlat && chance()) return value.map((one) => [`${name}[]`, one as string]);
      if (isFlat && chance()) return value.map((one) => [name, one as string]);
      return value.flatMap((one, index) => fieldsOf(one, chance() ? `${name}[${index}]` : `${name}.${index}`, chance));
    }
    return Object.entries(value as object).flatMap(([key, one]) => {
      if (name === "") return fieldsOf(one, key, chance);
      return fieldsOf(one, key.includes(".") || chance() ? `${name}[${key}]` : `${name}.${key}`, chance);
    });
  }

  /** A validator of values of the same form, which has all texts as they are. */
  function schemaOf(value: unknown, params: object = {}): Validator {
    if (typeof value === "string") return Str();
    if (!Array.isArray(value)) {
      const schema = Object.entries(value as object).map(([key, one]) => [key, schemaOf(one)]);
      return Dict(Object.fromEntries(schema), params);
    }
    return value.every((one) => typeof one === "string") ? List(Str()) : Tuple(value.map((one) => schemaOf(one)));
  }

  test("whatever the order, and the way to write names", () => {
    fc.assert(
      fc.property(root, fc.infiniteStream(fc.boolean()), (value, chances) => {
        const fields = fieldsOf(value, "", () => chances.next().value as boolean);
        const validator = schemaOf(value, { nested: true });
        expect(validator(new URLSearchParams(fields))).toEqual(value);
      }),
      { numRuns: sweep(100, 1500) },
    );
  });
});

describe("hostile names", () => {
  const open = Dict({ a: Optional(Any()) }, { nested: true, unknown: "keep" });

  test("touch no prototype", () => {
    const value = open(new URLSearchParams("__proto__.x=1&constructor.prototype.x=1&a.__proto__.x=1&a[constructor]=2"));
    expect(Object.keys(value)).toEqual(["__proto__", "constructor", "a"]);
    expect(Object.keys((value as { a: object }).a)).toEqual(["__proto__", "constructor"]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect(Object.getPrototypeOf((value as { a: object }).a)).toBe(Object.prototype);
  });

  test("of more levels than the call may have are an error at the key", () => {
    const name = `a${".b".repeat(20)}`;
    const { error } = open.safe(new URLSearchParams([[name, "1"]]), { maxDepth: 10 });
    expect(error?.issues).toMatchObject([{ pointer: "/a", code: "recursion_max_depth", expected: 10, field: name }]);
    expect(open.safe(new URLSearchParams([[name, "1"]]), { maxDepth: 21 }).ok).toBe(true);
    expect(open.safe(new URLSearchParams([["a".repeat(1e6).replaceAll("aa", "a."), "1"]])).error?.issues).toHaveLength(
      1,
    );
  });

  longTest("of more than 100,000 levels together are an error", () => {
    const many = Array.from({ length: 60_000 }, (_, index): [string, string] => [`a.${index}.b`, "1"]);
    expect(open.safe(new URLSearchParams(many.slice(0, 50_000))).ok).toBe(true);
    expect(open.safe(new URLSearchParams(many), { maxErrors: 1 }).error?.issues).toMatchObject([
      { pointer: "/a", code: "work_limit", expected: 100_000, field: "a.50000.b" },
    ]);
  });

  // What takes quadratic time would take minutes, for which tests have a limit.
  longTest.each<[string, () => Iterable<readonly [string, string]>]>([
    ["one long index", () => [["a[99999999999999]", "1"]]],
    [
      "many brackets",
      () => [
        [`a${"[".repeat(500_000)}`, ""],
        [`a${"[]".repeat(500_000)}`, ""],
      ],
    ],
    ["many values of a list", () => Array.from({ length: 100_000 }, () => ["a[]", ""] as const)],
    ["many names", () => Array.from({ length: 100_000 }, (_, index) => [`a[${index}]`, ""] as const)],
    ["many conflicts", () => Array.from({ length: 100_000 }, (_, index) => [index ? `a.${index}` : "a", ""] as const)],
    [
      "many ways to write a name",
      () =>
        Array.from({ length: 2 ** 15 }, (_, bits): [string, string] => [
          `a${Array.from({ length: 15 }, (_, at) => ((bits >> at) & 1 ? "[b]" : ".b")).join("")}`,
          "",
        ]).slice(0, 6000),
    ],
  ])("%s take linear time", (_, fields) => {
    const form = new URLSearchParams();
    for (const [name, value] of fields()) form.append(name, value);
    expect(() => open.safe(form, { maxErrors: 5 })).not.toThrow();
  });
});
