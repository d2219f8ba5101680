/** What compiled modules are made of: nothing is made of text when they run, and their sizes. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Plugin, rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { afterAll, describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Bool,
  Bytes,
  Check,
  Closed,
  Const,
  Date as DateOnly,
  Dict,
  Fallback,
  fromCompiled,
  If,
  Int,
  LazyRef,
  List,
  Not,
  Nullable,
  OneOf,
  Set as SetOf,
  Str,
  Transform,
  Tuple,
  type Validator,
} from "../../src/index.ts";
import { compile } from "../../src/interop/compiled/compile.ts";
import { compiled, evaluate } from "./evaluate.ts";
import { type Calls, encoded, outcome } from "./outcome.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "validlib-compiled-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Finds the sources where a compiled module imports the package. */
const SOURCES: Plugin = {
  name: "sources",
  resolveId: (id) =>
    id.startsWith("validlib/runtime") ? join(root, `src/${id.slice(9).replace(/runtime$/, "runtime/index")}.ts`) : null,
};

async function bundled(validator: Validator, small = false): Promise<string> {
  const { code } = compile({ root: validator }, { small, find: (given) => ({ text: String(given) }) });
  const input = join(folder, "entry.js");
  writeFileSync(input, `${code}globalThis.used = root;\n`);
  const bundler = await rolldown({ input, plugins: [SOURCES], treeshake: { moduleSideEffects: false } });
  const { output } = await bundler.generate({ minify: true });
  await bundler.close();
  return output[0].code;
}

const login = Dict({ email: Str({ format: "email" }), password: Str({ minlen: 8, maxlen: 100 }), remember: Bool() });

/** Thirty fields, one of them a union, and a condition. */
const form = (): Validator => {
  const kinds = [
    (at: number) => Int({ min: 0, max: 10 * at + 1 }),
    () => Str({ minlen: 1, maxlen: 50 }),
    () => Bool(),
    () => Str({ format: "date" }),
    () => Str({ options: ["a", "b", "c"] }),
  ] as const;
  const fields = Array.from({ length: 29 }, (_, at) => [`field${at}`, kinds[at % 5]?.(at)]);
  const card = Dict({ kind: Const("card"), number: Str({ pattern: /^\d{16}$/ }) });
  const iban = Dict({ kind: Const("iban"), iban: Str({ format: "iban" }) });
  const pay = OneOf([card, iban], { discriminator: "kind" });
  const members = { ...Object.fromEntries(fields), pay } as Record<string, Validator>;
  const dict = Dict(members, { optional: ["field1"] });
  return AllOf(
    dict,
    Check((value) => value.field0 !== value.field5),
  );
};

test.each([
  ["a login form", login, false, 7360],
  ["a small login form", login, true, 4096],
  ["a form of 30 fields, with dates, a union and a Check", form(), false, 9090],
  ["a small one", form(), true, 8110],
])("%s takes less than so many bytes, minified and compressed", async (name, validator, small, most) => {
  const size = gzipSync(await bundled(validator, small)).length;
  console.info(`${name}: ${size} bytes`);
  expect(size).toBeLessThan(most);
});

test("runs where no code may be made of text, without the library", async () => {
  const code = await bundled(login);
  expect(code).not.toMatch(/\beval\b|new Function|SchemaError/);
  const program = `${code}
    const value = { remember: true, email: "ann@example.org", password: "correct horse" };
    console.log(used.is(value), JSON.stringify(used(value)), used.safe({ ...value, email: "ann" }).error.message);`;
  const args = ["--disallow-code-generation-from-strings", "--input-type=module", "-e", program];
  expect(spawnSync(process.execPath, args, { encoding: "utf8" }).stdout).toBe(
    'true {"remember":true,"email":"ann@example.org","password":"correct horse"} ' +
      "/email: Expected a valid email address, got “ann”.\n",
  );
});

test("valid, ordinary values need no more than the generated code", () => {
  const tagged = OneOf([Dict({ k: Const("a"), n: Int() }), Dict({ k: Const("b"), s: Str() })], { discriminator: "k" });
  const schema = Dict(
    { list: List(tagged, { maxlen: 3 }), maybe: Nullable(Int({ min: 1 })), text: Str({ pattern: /^x/ }) },
    { optional: ["maybe"], unknown: "strip" },
  );
  const { code } = compile({ root: schema });
  // The node throws: it is not asked.
  const made = evaluate(code.replace(/node: object\(/, "node: () => { throw new Error('asked'); }, other: object("));
  const item = { k: "b", s: "" };
  expect(made.root?.({ text: "x", list: [item], maybe: null, more: 1 })).toEqual({
    text: "x",
    list: [item],
    maybe: null,
  });
  expect(Object.keys(made.root?.({ text: "x", list: [] }) as object)).toEqual(["text", "list"]);
  expect(() => made.root?.({ text: "y", list: [] })).toThrow("asked");
});

test("a validator with functions encodes and decodes as the library does, or says why not", () => {
  const user = Dict({ name: Str({ minlen: 1 }), tags: List(Str()) });
  const made = compiled(user);
  const value = { name: "Ann", tags: ["a"] };
  expect(made.stringify(value)).toBe(user.stringify(value));
  expect(() => made.encode({ name: "", tags: [] } as never)).toThrow("/name: Expected at least 1 character, got 0.");
  expect(made.json('{"name":"Ann","tags":["a"]}')).toEqual(value);
  expect(made.safeJson("{").error?.issues).toMatchObject([{ code: "json_decode", message: "Not valid JSON." }]);
  expect(made["~standard"].validate({})).toMatchObject({ issues: [{ path: ["name"] }, { path: ["tags"] }] });
});

test("a validator that contains itself is compiled, and bounds the depth of values as the library does", () => {
  const tree: Validator = Dict({ name: Str(), children: List(LazyRef(() => tree)) });
  const made = compiled(tree);
  const value = { name: "a", children: [{ name: "b", children: [] }] };
  expect(made(value)).toEqual(value);
  let deep: object = { name: "z", children: [] };
  for (let level = 0; level < 400; level++) deep = { name: "x", children: [deep] };
  const issuesOf = (
    error: { readonly issues: readonly { readonly code: string; readonly message: string }[] } | undefined,
  ) => error?.issues.map(({ code, message }) => ({ code, message }));
  expect(issuesOf(made.safe(deep).error)).toEqual(issuesOf(tree.safe(deep).error));
  expect(issuesOf(made.safe(deep).error)).toMatchObject([{ code: "recursion_max_depth" }]);
});

test("validators that contain each other are declared once, each", () => {
  const tree: Validator = Dict(
    { name: Str(), next: LazyRef(() => tree), kids: LazyRef(() => kids) },
    { optional: ["next", "kids"] },
  );
  const kids: Validator = List(tree);
  const { code } = compile({ tree, kids });
  expect(() => parseAst(code), code).not.toThrow();
  const made = evaluate(code);
  const value = { name: "a", kids: [{ name: "b", kids: [], next: { name: "c", kids: [{ name: "d" }] } }] };
  expect(made.tree?.(value)).toEqual(value);
  expect(made.kids?.is([value])).toBe(true);
  expect(made.kids?.safe([{ name: "a", kids: [{ name: "b", next: {} }] }]).error?.issues).toMatchObject([
    { path: [0, "kids", 0, "next", "name"] },
  ]);
});

test("what has no compiled way back is named, and only encoding says so", () => {
  const encode = (text: string): number => Number(text);
  const twice = Dict({ a: Transform((value: number) => `${value}`, { encode }) });
  const find = (given: unknown) => (given === encode ? "it is of a class" : { text: String(given) });
  const { code, warnings } = compile({ root: twice }, { find });
  const why = "root at /schema/a/encode cannot be compiled: its function 'encode' is not exported; it is of a class";
  expect(warnings).toEqual([`root cannot encode: ${why}`]);
  const made = evaluate(code).root;
  expect(made?.({ a: 5 })).toEqual({ a: "5" });
  expect(() => made?.encode({ a: "5" })).toThrow(why);
});

test("a verdict copies nothing, and leaves to the node what it cannot know", () => {
  const item = Dict({ kind: Const("a"), at: List(Int({ multiple_of: 2 }), { maxlen: 3 }), to: Str({ pattern: "^x" }) });
  const { code } = compile({ root: OneOf(item, Str({ options: ["b", "c"] })) });
  expect(code).toContain("valid: validRoot");
  expect(code.slice(code.indexOf("const validRoot"), code.indexOf("export const"))).not.toMatch(/MISS|result/);
  const { is } = evaluate(code).root as { is(value: unknown): boolean };
  const value = { kind: "a", at: [2, 4], to: "xy" };
  expect([value, "b", Object.create(null, Object.getOwnPropertyDescriptors(value))].every(is)).toBe(true);
  class Own {}
  const odd = [
    { ...value, at: [1] },
    { ...value, to: "y" },
    { ...value, more: 1 },
    "d",
    Object.assign(new Own(), value),
  ];
  expect(odd.some(is)).toBe(false);
  // There is no code of a verdict where each value needs a check, and none leaves its result.
  expect(
    compile(
      {
        root: AllOf(
          Str(),
          Check(() => true),
        ),
      },
      { find: (one) => ({ text: String(one) }) },
    ).code,
  ).not.toContain("valid:");
});

test("a reference makes the nodes of its target once, not for each value", () => {
  List(OneOf(Int({ options: [1, 2] }), LazyRef("once")), { alias: "once" });
  const { code } = compile({ root: LazyRef("once") });
  expect(code).not.toMatch(/lazy\(\s*\(\) =>\s*\w+\(/);
  // Each level has two alternatives: without what is known of them, the time would double with each.
  const both = OneOf(Dict({ a: LazyRef("both"), x: Const(1) }), Dict({ a: LazyRef("both") }), Const(0), {
    alias: "both",
  } as never);
  let value: unknown = 0;
  for (let level = 0; level < 200; level++) value = { a: value };
  expect((compiled(both).safe(value) as { ok: boolean }).ok).toBe(true);
});

test.each([
  ...(["rfc", "html5", "with-tld"] as const).map((mode) => Str({ format: "email", mode })),
  Str({ format: "url", protocols: ["https", "ftp"] }),
  Str({ format: "http-url", protocols: ["https"] }),
  Str({ format: "jwt", alg: "HS256" }),
])("the parameter of a format is compiled: %s", (validator) => {
  const texts = [
    "ann@localhost",
    "ann@example.org",
    "a..b@c.d",
    '"a"@b.c',
    "https://a.org",
    "http://a.org",
    "ftp://a.org",
  ];
  const header = Buffer.from('{"alg":"HS256"}').toString("base64url");
  const made = compiled(validator);
  for (const text of [...texts, `${header}.e30.c2ln`, `${header.slice(0, -2)}.e30.c2ln`, ""]) {
    expect([made.is(text), made.safe(text).ok], text).toEqual([validator.is(text), validator.safe(text).ok]);
  }
  expect([...texts, `${header}.e30.c2ln`].some((text) => made.is(text))).toBe(true);
  const [own, theirs] = [validator, made].map((one) => one.safe("x").error as { issues: { message: string }[] });
  expect(theirs?.issues[0]?.message).toBe(own?.issues[0]?.message);
});

test("messages of the schema's own are those of the library, for missing and forbidden keys too", () => {
  const own = Dict(
    { a: Int({ messages: { min: "Too small.", required: "Say a." }, min: 3 }), b: Str({ message: "Say b." }) },
    { messages: { unknown: "Not that." } },
  );
  for (const value of [{ a: 1, b: 2 }, { c: 1 }, { a: "x" }, 7]) {
    const messages = [own, compiled(own)].map((one) =>
      (one.safe(value).error as { issues: { message: string }[] }).issues.map(({ message }) => message),
    );
    expect(messages[1]).toEqual(messages[0]);
  }
});

test("a key that the schema has, and `required` names, is missing once", () => {
  const made = compiled(Dict({ a: Int() }, { required: ["a"], extra: [Str(), Int()] }));
  const { error } = made.safe({ x: "y" });
  expect(error?.issues.map(({ path, code }) => [path, code])).toEqual([
    [["x"], "invalid_type"],
    [["a"], "missing_key"],
  ]);
});

test("a reference that leads to itself for the same value has no compiled form", () => {
  const loop: Validator = AllOf(
    LazyRef(() => loop),
    Str(),
  ) as never;
  expect(() => compile({ loop })).toThrow("loop at /steps/0 cannot be compiled: it leads to itself for the same value");
});

describe("a small module", () => {
  const small = compiled(Dict({ at: Int(), in: Dict({ x: Str() }) }, { optional: ["in"] }), { small: true });

  test("gives what the library gives for plain data", () => {
    expect(small({ at: 1, in: { x: "" } })).toEqual({ at: 1, in: { x: "" } });
    expect(small(Object.assign(Object.create(null), { at: 1 }))).toEqual({ at: 1 });
    expect(small.safe({ at: [], in: null, y: 1 }).error?.issues.map(({ message }) => message)).toEqual([
      "Expected an integer, got an array.",
      "Value should not be null.",
      "Key is not allowed.",
    ]);
  });

  class Point {
    at = 1;
  }
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  test.each([
    ["a Map", new Map([["at", 1]])],
    ["a form", new URLSearchParams("at=1")],
    ["an instance of a class", new Point()],
    ["a date", new Date(0)],
    ["bytes", Uint8Array.of(1)],
    ["a revoked Proxy", proxy],
  ])("refuses %s as an instance of a class", (_, value) => {
    expect(small.safe(value).error?.issues).toEqual([
      {
        code: "invalid_type",
        path: [],
        pointer: "",
        message: "Expected an object, got an instance of a class.",
        expected: "object",
        actual: "instance",
      },
    ]);
    expect(small.is(value)).toBe(false);
  });
});

test("a key that is a long array is as short in a path as the library has it", () => {
  const validator = Dict({ a: Int() }, { extra: [Int(), Int()] });
  const value = new Map<unknown, number>([
    ["a", 1],
    [[1, 2, 3, 4, 5, 6, 7], 1],
  ]);
  const path = ["[1, 2, 3, 4, 5, \u2026]"];
  expect(compiled(validator).safe(value).error?.issues[0]?.path).toEqual(path);
  expect(validator.safe(value as never).error?.issues[0]?.path).toEqual(path);
});

test("a call whose schema bounds it counts nothing; others have the limits of the library", () => {
  const code = (validator: Validator): string => compile({ root: validator }).code;
  const wide = Dict(Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`key${at}`, Int()])));
  let deep: Validator = Int();
  for (let level = 0; level < 120; level++) deep = Nullable(Dict({ deep }));
  let shared: Validator = Dict({ a: Int() });
  for (let level = 0; level < 10; level++) shared = Dict({ a: shared, b: shared });
  for (const one of [login, AllOf(login, Nullable(login))]) expect(code(one)).not.toContain("LimitedReport");
  for (const one of [List(Int()), wide, deep, shared, Dict({}, { extra: [Str(), Int()] }), OneOf(Int(), Str())])
    expect(code(one)).toContain("LimitedReport");
});

/** What the library and the compiled validator make of values are the same. */
function expectSame(validator: Validator, values: readonly unknown[], hasWayBack = true): void {
  const made = compiled(validator);
  for (const value of values) {
    const [before, after] = [validator, made as Calls].map((one) => outcome(() => one.safe(value)));
    expect(after).toEqual(before);
    if (before?.issues === undefined && hasWayBack)
      expect(made.encode(before?.value)).toEqual(validator.encode(before?.value));
  }
}

test("keys that match patterns are validated by each of them, after the validator of the schema", () => {
  const kept = { schema: { x_a: Int() }, patterns: { x_: Int({ min: 1 }), "\\w_b": Int({ max: 5 }) } };
  expectSame(Dict({ ...kept, unknown: "keep" }), [{ x_a: 1, x_b: 5, c: 1 }, { x_a: 0, x_b: 6 }, { x_b: 0 }]);
  expectSame(Dict({ patterns: { a: Any() } }), [{ a: null }, { a: undefined }, { b: null }]);
  const missing = Str({ messages: { missing_key: "Say it." } });
  expectSame(Dict({ patterns: { a: missing }, required: ["a", "b"] }), [{}, { a: "1" }]);
});

test("names of form fields are places in the value, and what is wrong with them is said", () => {
  const user = Dict({ name: Str({ minlen: 1 }), tags: List(Str()), at: Tuple(Str(), Str()) });
  const nested = Dict(
    { user, users: List(user) },
    { nested: true, optional: ["user", "users"], patterns: { x: Any() } },
  );
  const forms = [
    "user.name=a&user.tags=b&user.tags=c&user.at[0]=d&user.at[1]=e",
    "users[1].name=&users[0][name]=b&users[0][tags][]=c&users[0].at[1]=d",
    "user=1&user.name=b&xy.z=1",
  ];
  const made = compiled(nested) as Calls;
  for (const form of forms)
    expect(outcome(() => made.safe(new URLSearchParams(form)))).toEqual(
      outcome(() => nested.safe(new URLSearchParams(form))),
    );
  expect(outcome(() => made.safe(Proxy.revocable({}, {}).proxy))).toEqual({ value: {} });
});

test("keys ask for others, and for validators of the whole, which say why they apply", () => {
  const paid = Dict({ card: Str(), to: Str() }, { optional: ["card", "to"], dependent_required: { card: ["to"] } });
  expectSame(paid, [{}, { card: "1" }, { card: "1", to: "a" }]);
  const patterns = { x: Any() };
  const forbidden = Dict({ to: Str() }, { optional: ["to"], dependent_required: { card: ["to"] }, patterns });
  expectSame(forbidden, [{ card: "1" }, { card: "1", to: 1 }]);
  const whole = Dict({ to: Str({ minlen: 2 }) }, { unknown: "keep", defaults: { to: "ab" } });
  const dependent = Dict({ card: Str() }, { unknown: "keep", dependent_schemas: { card: whole } });
  expectSame(dependent, [{ card: "1" }, { card: "1", to: "a" }, { to: "a" }]);
});

test("a value is closed as a whole: members that no validator inside has evaluated are refused, or have their own", () => {
  const [named, sized] = [Dict({ name: Str() }, { unknown: "keep" }), Dict({ size: Int() }, { unknown: "keep" })];
  const values = [
    { name: "a", size: 1 },
    { name: "a", size: 1, more: {} },
    { name: "a", size: 1, more: { b: 1 } },
  ];
  expectSame(Closed(AllOf(named, sized)), values);
  expectSame(Closed(Dict({ name: Str() }, { unknown: "keep", defaults: { name: "b" } })), [...values, {}]);
  expectSame(Closed(AllOf(named, sized), { rest: Bool() }), [...values, { name: "a", size: 1, more: true }]);
  expectSame(Closed(OneOf(named, sized)), [...values, { name: "a" }, { size: 2, name: 1 }]);
  expectSame(Closed(List(Any(), { prefix: [Str()], contains: Int() }), { rest: Bool() }), [
    ["a", 1, true],
    ["a", 1, null],
    [1, 2],
  ]);
});

test("an AllOf with a step that converts is encoded by its steps, the last one first", () => {
  const few = AllOf(
    Dict({ tags: SetOf(Str()) }),
    Check((value) => value.tags.size < 3),
  );
  expectSame(few, [{ tags: ["a", "b", "a"] }, { tags: ["a", "b", "c"] }, { tags: [1] }]);
  expect(() => compiled(few).encode({ tags: new Set(["a", "b", "c"]) } as never)).toThrow("Value is not valid.");
});

test("a function that returns a Promise is a mistake, which `throws` makes no refusal", () => {
  const late = compiled(Check(() => Promise.resolve(true), { throws: true }));
  expect(() => late.safe(1)).toThrow("Check returned a Promise: it should answer at once");
});

test("a union has a message for many options, if its steps have them together", () => {
  const numbers = OneOf(Str({ options: ["a", "b", "c"] }), Str({ options: ["d", "e", "f"] }));
  expectSame(numbers, ["a", "g"]);
});

test("that items are not in order is said of times as of times", () => {
  const dates = List(DateOnly({ format: "%Y-%m-%d" }), { ascending: true });
  expectSame(dates, [["2026-01-02", "2026-01-01"]]);
});

test("an item that is not in order is shown as the number that it becomes", () => {
  const integers = List(Int({ unsafe: true }), { ascending: true });
  expectSame(integers, [
    [2n ** 63n - 1n, 1],
    [-0, -1],
    [1, -0],
  ]);
});

test("alternatives that refuse a bigint and a number each say so", () => {
  const either = OneOf(List(Int({ bigint: true, max: -6 })), List(Int({ exact: true, max: -6 })));
  expectSame(either, [[0n], [0]]);
});

test("a List of a query that multikeys does not name is hinted at, in a union too", () => {
  const query = Dict({ a: OneOf(List(Int()), Int()), b: AllOf(OneOf(Int(), List(Int())), Check(Boolean)) });
  expectSame(query, [new URLSearchParams("a=x&b=y")]);
});

test("the next step of a chain, and the next pattern, read what an object does not list", () => {
  const hidden = (): object => Object.defineProperty({ a: 1 }, "b", { value: 2 });
  const [first, second] = [Dict({ a: Int() }, { unknown: "keep" }), Dict({ b: Int() }, { unknown: "keep" })];
  expectSame(AllOf(first, second), [hidden(), { a: 1 }]);
  expectSame(Dict({ schema: { x: first }, patterns: { x: second } }), [{ x: hidden() }, { x: { a: 1 } }], false);
  const patterns = { x: first, xy: second };
  expectSame(Dict({ patterns }), [{ xy: hidden() }, { x: hidden() }, { xy: { a: 1 } }], false);
});

test("the tag of a union may be missing, null, blank, or what its validator makes of a value", () => {
  const circle = Dict({ kind: Str({ options: ["circle"], case: "lower" }), r: Int() }, { optional: ["kind"] });
  const line = AllOf(
    Dict({ kind: Int({ options: [1], nullable: true, coerce: true }), length: Int() }, { nullable: true }),
    Check((one) => one === null || one.length > 0),
  );
  const point = Dict({ kind: Const(""), x: Int() });
  const messages = { missing_key: "Which kind?", options: "No such kind.", invalid_type: "No shape." };
  const values = [
    ...[{ r: 1 }, { kind: "CIRCLE", r: 1 }, { kind: " circle", r: 1 }, { kind: "circle", r: "1" }, {}],
    ...[{ kind: 1, length: 2 }, { kind: "1", length: 0 }, { kind: null, length: 2 }, { kind: 2, length: 2 }, null],
    ...[{ kind: "", x: 1 }, { kind: new File([], ""), x: 1 }, new Map([["kind", "circle"]]), 5, [], { kind: {} }],
  ];
  for (const params of [{}, { messages }, { message: "No.", nullable: true }] as const)
    expectSame(OneOf([circle, line, point], { discriminator: "kind", ...params }), values);
  expectSame(OneOf([line, point], { discriminator: "kind", messages }), values);
});

test("texts may be given as bytes, and go back as bytes where a step before takes them", () => {
  const bytes = [[0xc3, 0xa9], [0xff], [], [0x61, 0x62, 0x63]].map((all) => Uint8Array.from(all));
  const values = [...bytes, "abc", 5, null, new ArrayBuffer(2), [0x61]];
  for (const encoding of ["utf-8", "latin-1", "ascii", "cp1252", "utf-16"])
    expectSame(Str({ encoding, maxlen: 2, nullable: true }), values);
  expectSame(Str({ encoding: "utf_8", coerce: true, case: "upper", options: ["É", "5"] }), values);
  const text = AllOf(Bytes({ format: "base64" }), Str({ encoding: "utf-8" }));
  expect(compiled(text).encode("é")).toBe("w6k=");
  expectSame(text, ["w6k=", "/w==", 5]);
});

test("issues have the condition that makes their rule apply", () => {
  const isCard = Dict({ kind: Const("card") }, { unknown: "keep" });
  const [card, other] = [Dict({ number: Str() }, { unknown: "keep" }), Dict({ iban: Str() }, { unknown: "keep" })];
  const payment = If(isCard, card, other);
  expectSame(payment, [{ kind: "card" }, { kind: "x" }]);
  expectSame(List(OneOf(payment, Int())), [[{ kind: "card" }], ["x"]]);
  expectSame(Not(Const(1)), [1]);
  const calling = Check((value) => payment.is(value) || payment(value));
  expectSame(calling, [{ kind: "card" }]);
  const { issues } = compiled(payment).safe({ kind: "card" }).error ?? {};
  expect(issues?.[0]?.condition).toEqual({ met: true, text: "kind is “card”" });
});

test("issues say no more of secrets than those of the library", () => {
  const login = Dict({ user: Str({ minlen: 2 }), password: Str({ secret: true, minlen: 8 }) });
  expectSame(login, [{ user: "a", password: "b" }, { user: 1, password: null }, {}, { user: "aa", password: 5 }]);
  const given = { user: "ann", password: "12345678" };
  const saying = Check((_value, fail) =>
    fail({ message: "No 12345678", path: ["12345678"], params: { a: "12345678" } }),
  );
  const naming = Check((value) => value.password !== "12345678", { message: "No 12345678", code: "12345678" });
  for (const check of [saying, naming]) expectSame(AllOf(login, check), [given]);
  const moved = AllOf(
    login,
    Transform(({ password }) => password),
    Str({ minlen: 99 }),
  );
  expectSame(moved, [given], false);
  const sayingUser = Check(({ user }, fail) => fail({ message: `No ${user}`, path: ["user"] }));
  const taken = Transform(({ password }) => ({ user: password }));
  for (const steps of [
    [login, taken, sayingUser],
    [login, sayingUser, taken],
  ])
    expectSame(AllOf(steps), [given], false);
  expectSame(Dict({ a: AllOf(login, sayingUser) }, { secret: true }), [{ a: given }]);
  const sayingText = Check((text, fail) => fail({ message: `No ${text}` }));
  const reading = Transform((text: string) => JSON.parse(text), { throws: true });
  expectSame(AllOf(sayingText, reading, login), [JSON.stringify(given)], false);
  expectSame(OneOf(Str({ secret: true, options: ["a", "b"] }), Int()), ["x", 1.5]);
  expectSame(Dict({ a: Dict({ b: Int() }, { secret: true }) }), [
    { a: { c: 1, b: "x" } },
    { a: { b: 1.5 } },
    { a: [] },
  ]);
  expectSame(Dict({}, { extra: [Str({ secret: true, maxlen: 2 }), Int()] }), [{ abc: "x" }]);
  const tags = [Dict({ k: Const("a") }), Dict({ k: Const("b") })];
  expectSame(OneOf(tags, { discriminator: "k", secret: true }), [{ k: "c" }, {}, 1]);
  expectSame(Tuple([Int(), Int()], { secret: true, message: "A pair." }), [[1], [1, "x"]]);
  const chosen = If(Dict({ kind: Str({ secret: true, options: ["a"] }) }, { unknown: "keep" }), Dict({ a: Int() }));
  expectSame(chosen, [{ kind: "a" }]);
});

test("the way back says no more of secrets than the way in", () => {
  const user = Dict({ token: Any({ secret: true }), id: Int({ secret: true, coerce: true }) });
  const values = [
    { token: new Map(), id: 1 },
    { token: "a", id: "b" },
    { token: { a: new Set() }, id: -0.5 },
  ];
  for (const value of values) expect(encoded(compiled(user), value)).toEqual(encoded(user as never, value));
});

test("fromCompiled says no more of secrets", () => {
  const login = Dict({ password: Str({ secret: true, minlen: 8, options: ["a"] }), age: Str({ secret: true }) });
  const restored = fromCompiled(compiled(login));
  for (const value of [{ password: "b" }, { password: 1, age: 2 }, { password: "12345678", age: "" }])
    expect(outcome(() => restored.safe(value))).toEqual(outcome(() => login.safe(value)));
});

test("a key has any of its names, once", () => {
  const user = Dict({ id: Int(), tag: Str() }, { names: { id: ["user-id", "userId"] }, optional: ["tag"] });
  const values = [{ "user-id": 1 }, { userId: 2, tag: "" }, { userId: 1, "user-id": 2 }, { id: 1 }, { userId: "1" }];
  expectSame(user, values);
});

test("the first items of a list have their own validators, some match another, and the result is a typed array", () => {
  const list = List(Int(), { prefix: [Str(), Bool()], contains: Int({ min: 5 }), min_contains: 2, max_contains: 3 });
  expectSame(list, [["a", true, 5, 6], ["a", true, 5], ["a", 1], ["", false, 5, 6, 7, 8], [], "a"]);
  const numbers = List(Int({ min: 0, max: 255 }), { as: "Uint8Array", unique: true, ascending: true });
  expectSame(numbers, [[1, 1, 2], new Uint8Array([3, 4]), [2, 1], [300], new Float64Array([1])]);
});

test("rules of lists and of keys have messages of their own", () => {
  const messages = {
    duplicate_item: "Twice.",
    min_value: "Sort it.",
    missing_key: "Say it.",
    forbidden_key: "Not both.",
  };
  expectSame(List(Int(), { unique_items: true, ascending: true, messages }), [
    [1, 1],
    [2, 1],
    [1, 2],
  ]);
  const either = Dict({ a: Int(), b: Int() }, { optional: ["a", "b"], exactly_one: [["a", "b"]], messages });
  expectSame(either, [{}, { a: 1, b: 2 }, { a: 1 }]);
});

test("unknown keys that are kept are encoded as JSON, however deep", () => {
  const kept = Dict({ a: Int() }, { unknown: "keep" });
  expectSame(kept, [{ a: 1, b: [{ c: null }] }]);
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(() => compiled(kept).encode({ a: 1, deep } as never)).toThrow("512");
});

describe("a pattern on which RegExp might take too long", () => {
  const given = Str({ pattern: /(?:a|aa)+\b$|(?:x+x+)+y|(?:\p{L}|\w)*!/iu });
  const other = compiled(given);

  test("is run by its automaton, with the answers of the library", () => {
    for (const text of ["a", "aaaa", "aaab", "AA", "xxxy", "xxx", "\u00e9t\u00e9!", "", "!", "\u{1f600}"]) {
      const [expected, actual] = [given.safe(text), other.safe(text)];
      expect(actual.ok).toBe(expected.ok);
      expect(actual.error?.issues[0]?.message).toBe(expected.error?.issues[0]?.message);
      expect(other.is(text)).toBe(given.is(text));
    }
  });

  test("is a table in the module, without a parser of patterns", async () => {
    const { code } = compile({ root: given });
    expect(code).toMatch(/\bautomaton\(/);
    expect(code).not.toContain("new RegExp");
    expect(await bundled(given)).not.toContain("reversed");
  });

  test("takes time in proportion to the text", () => {
    expect(other.is(`${"x".repeat(100_000)}z`)).toBe(false);
  });
});

test("a Transform reports what is wrong by its parameter", () => {
  const make = (text: string, fail: (issue?: { message?: string }) => never): number => {
    if (text === "") return fail({ message: "Empty." });
    return text.length;
  };
  const schema = Dict({ size: AllOf(Str(), Transform(make, { reports: true })) });
  const other = compiled(schema);
  expect(other({ size: "abc" })).toEqual({ size: 3 });
  expect(other.safe({ size: "" }).error?.issues).toMatchObject([{ path: ["size"], code: "check", message: "Empty." }]);
});

test("what an If, a Fallback and a reference have made is encoded", () => {
  const tree: Validator = Dict({
    at: Fallback(SetOf(Int()), null as never),
    more: List(LazyRef(() => tree)),
  });
  const either = If(Dict({ kind: Const("b") }, { unknown: "keep" }), Dict({ kind: Str(), at: SetOf(Int()) }), tree);
  const other = compiled(either);
  for (const input of [
    { kind: "b", at: [1] },
    { at: 5, more: [{ at: [2, 3], more: [] }] },
  ]) {
    expect(other.encode(other(input))).toEqual(either.encode(either(input)));
    expect(other.stringify(other(input))).toBe(either.stringify(either(input)));
  }
});

test("a tuple of any value refuses integers beyond the safe range, if it should", () => {
  expectSame(Tuple(Any({ integers: "refuse" })), [[2n ** 53n], [2 ** 53], [1]]);
});
