/** fromZod: validators behave as the schemas of zod, say what they say, and become source. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { toJsonSchema, toSource, type Validator } from "../../src/index.ts";
import { fromZod, ZodSchemaError, type ZodWarning } from "../../src/interop/zod/index.ts";
import { Modules } from "../source/modules.ts";

const modules = new Modules();

const node: z.ZodType = z.object({
  v: z.int(),
  get kids() {
    return z.array(node);
  },
});
const form = z.object({ password: z.string(), repeat: z.string() });

const SCHEMAS: Record<string, z.ZodType> = {
  string: z.string().min(1).max(3),
  trim: z.string().trim().min(1),
  "trim after min": z.string().min(3).trim(),
  toLowerCase: z.string().toLowerCase(),
  overwrite: z
    .string()
    .overwrite((text) => `${text}!`)
    .max(3),
  regex: z.string().regex(/\d/),
  "other checks of text": z.string().startsWith("a").endsWith("c").includes("X"),
  url: z.url(),
  "url of a protocol": z.url({ protocol: /^https$/ }),
  email: z.email(),
  uuid: z.uuid(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
  cidrv4: z.cidrv4(),
  base64: z.base64(),
  jwt: z.jwt(),
  "jwt of an algorithm": z.jwt({ alg: "HS256" }),
  datetime: z.iso.datetime(),
  "datetime with offset": z.iso.datetime({ offset: true }),
  "local datetime": z.iso.datetime({ local: true }),
  date: z.iso.date(),
  time: z.iso.time(),
  duration: z.iso.duration(),
  nanoid: z.nanoid(),
  cuid: z.cuid(),
  ulid: z.ulid(),
  e164: z.e164(),
  emoji: z.emoji(),
  hostname: z.hostname(),
  mac: z.mac(),
  hash: z.hash("sha256"),
  hex: z.hex(),
  templateLiteral: z.templateLiteral(["a", z.int()]),
  number: z.number().gt(0).lt(6),
  int: z.int().min(1),
  int32: z.int32(),
  uint32: z.uint32(),
  float32: z.float32(),
  multipleOf: z.number().multipleOf(0.5),
  boolean: z.boolean(),
  literal: z.literal([1, "a", null]),
  enum: z.enum(["a", "b"]),
  "enum of numbers": z.enum({ A: 1, B: 5 }),
  array: z.array(z.string()).min(1).max(2),
  tuple: z.tuple([z.int(), z.string()]),
  "tuple with a rest": z.tuple([z.int()], z.string()),
  object: z.object({ a: z.int() }),
  strictObject: z.strictObject({ a: z.int() }),
  looseObject: z.looseObject({ a: z.int() }),
  catchall: z.object({ a: z.int() }).catchall(z.string()),
  "optional and default": z.object({ a: z.int().optional(), b: z.string().default("d") }),
  "optional inside another schema": z.object({
    a: z.int().optional().nullable(),
    b: z.union([z.int().optional(), z.string()]),
    c: z.lazy(() => z.int().optional()),
    d: z.int().optional().readonly().describe("d"),
    e: z.int().optional().default(5),
  }),
  nonoptional: z.object({ a: z.int().optional().nonoptional() }),
  record: z.record(z.string(), z.int()),
  "record of an enum": z.record(z.enum(["a", "b"]), z.int()),
  partialRecord: z.partialRecord(z.enum(["a", "b"]), z.int()),
  union: z.union([z.int(), z.string()]),
  discriminatedUnion: z.discriminatedUnion("k", [z.object({ k: z.literal("a") }), z.object({ k: z.literal("b") })]),
  xor: z.xor([z.int(), z.number()]),
  intersection: z.intersection(z.object({ a: z.int() }), z.object({ b: z.int() })),
  nullable: z.int().nullable(),
  optional: z.int().optional(),
  catch: z.int().catch(5),
  readonly: z.int().readonly(),
  lazy: z.lazy(() => z.int()),
  pipe: z.string().transform(Number).pipe(z.int()),
  preprocess: z.preprocess((value) => value ?? 5, z.int()),
  codec: z.codec(z.string(), z.int(), { decode: (text) => text.length, encode: String }),
  refine: form.refine(({ password, repeat }) => password === repeat, { path: ["repeat"], error: "They differ." }),
  superRefine: z.string().superRefine((text, context) => {
    if (text === "x") context.addIssue({ code: "custom", message: "No x." });
  }),
  custom: z.custom((value) => value === 1),
  recursive: node,
  json: z.json(),
  any: z.any(),
  never: z.never(),
  undefined: z.undefined(),
  "uuid of a version": z.uuid({ version: "v4" }),
  "email of a pattern": z.email({ pattern: /^a@/ }),
  "codec to a boolean": z.codec(z.string(), z.boolean(), { decode: (text) => text === "x", encode: String }),
  "stringbool of other words": z.stringbool({ truthy: ["x"], falsy: ["abc"] }),
  "coerced text": z.coerce.string(),
  "coerced number": z.coerce.number(),
  "coerced boolean": z.coerce.boolean(),
  "coerced date": z.coerce.date(),
  "catch of a key": z.object({ a: z.string().catch("x") }),
  "default of another type": z.object({
    a: z
      .string()
      .transform((text) => text.length)
      .default(5),
  }),
  prefault: z.object({
    a: z
      .string()
      .transform((text) => text.length)
      .prefault("abc"),
  }),
  "tuple with an optional item": z.tuple([z.int(), z.string().optional()]),
  "tuple with an optional item and a rest": z.tuple([z.int(), z.string().optional()], z.boolean()),
  "tuple with a default": z.tuple([z.int(), z.string().default("d")]),
  "tuple with a default behind an optional item": z.tuple([z.int().optional(), z.string().default("d")]),
  "tuple with an optional item behind a default": z.tuple([z.int().default(5), z.string().optional()], z.boolean()),
  "tuple with a catch and a conversion at its end": z.tuple([
    z.int().catch(7),
    z
      .string()
      .optional()
      .transform((text) => text ?? "none"),
  ]),
  "tuple with an optional item that is not its last": z.tuple([z.int().optional(), z.string()]),
  "alternatives of which one is not anchored": z.string().regex(/^a|b/),
  map: z.map(z.string(), z.int()),
  looseRecord: z.looseRecord(z.string().regex(/^k/), z.string()),
  "record of a union": z.record(z.union([z.literal("a"), z.enum(["b"])]), z.int()),
  symbol: z.symbol(),
  nan: z.nan(),
};

const VALUES = [
  ...[
    undefined,
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    5,
    7,
    2 ** 31,
    2 ** 40,
    1e39,
    "",
    "a",
    "A",
    " a ",
    "abc",
    "x",
    "1",
    "1.5",
    "true",
  ],
  ...[
    "aXbc",
    "a1",
    "b",
    "c",
    "ann@example.org",
    "ann@localhost",
    "http://a.org",
    "https://example.org/x?y",
    "ftp://a.org",
  ],
  ...[
    "2020-01-31T00:00:00Z",
    "2020-01-31T00:00:00+01:00",
    "2020-01-31T00:00:00",
    "2020-02-30",
    "2020-02-28",
    "10:00:00",
    "P1D",
  ],
  ...[
    "127.0.0.1",
    "::1",
    "10.0.0.0/8",
    "aGVsbG8=",
    "+14155552671",
    "😀",
    "example.org",
    "00:1b:44:11:3a:b7",
    "a".repeat(64),
  ],
  ...["550e8400-e29b-41d4-a716-446655440000", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "eyJhbGciOiJIUzI1NiJ9.e30.eA"],
  ...[
    [undefined, "a"],
    [undefined, undefined],
    [1, undefined],
    [1, "a", true],
    [1, "a", true, 5],
  ],
  ...[[], ["a"], [1], [1, "a"], ["a", "b", "c"], {}, { a: 1 }, { a: "x" }, { a: 1, b: 2 }, { a: 1, b: "2", c: 3 }],
  ...[
    { k: "a" },
    { k: "b", x: 1 },
    { v: 1, kids: [] },
    { v: 1, kids: [{ v: 2, kids: [] }] },
    { v: 1, kids: [{ v: "2" }] },
  ],
  ...[
    { password: "x", repeat: "x" },
    { password: "x", repeat: "y" },
  ],
];

describe("the converter", () => {
  test.each(Object.entries(SCHEMAS))("of %s gives the same verdicts and values", (_, schema) => {
    const validator = fromZod(schema);
    const differences = VALUES.flatMap((value) => {
      const [theirs, ours] = [schema.safeParse(value), validator.safe(value)];
      const isSame = theirs.success === ours.ok && (!ours.ok || isDeepStrictEqual(theirs.data, ours.value));
      return isSame
        ? []
        : [{ value, theirs: theirs.data ?? String(theirs.error), ours: ours.value ?? String(ours.error) }];
    });
    expect(differences).toEqual([]);
    modules.write(toSource(validator));
  });

  test("keeps what has no form in JSON", () => {
    const schema = z.object({ date: z.date(), big: z.bigint().min(1n), set: z.set(z.int()), url: z.instanceof(URL) });
    const value = { date: new Date(0), big: 1n, set: new Set([1]), url: new URL("http://a") };
    const validator = fromZod(schema);
    expect(validator(value)).toEqual(value);
    expect(validator.is({ ...value, date: new Date(Number.NaN) })).toBe(false);
    expect(validator.is({ ...value, big: 1 })).toBe(false);
    expect(validator.is({ ...value, set: [1] })).toBe(false);
    expect(fromZod(z.map(z.string(), z.int()))(new Map([["a", 1]]))).toEqual(new Map([["a", 1]]));
  });

  test("makes a Tuple of a tuple", () => {
    const schema = z.tuple([z.string(), z.int().optional(), z.int().default(5)], z.boolean());
    expect(toSource(fromZod(schema))).toContain("Tuple([Str(), Optional(Int()), Default(Int(), 5)], { rest: Bool() })");
  });

  test("a conversion that may report issues is a Transform with reports", () => {
    const period = z.object({ start: z.string(), end: z.string() }).transform((value, context) => {
      if (value.start === "") context.addIssue({ code: "custom", path: ["start"], message: "Empty." });
      if (value.end === "") context.addIssue({ code: "custom", path: ["end"], params: { a: 1 } });
      return [value.start, value.end];
    });
    const validator = fromZod(period);
    expect(validator({ start: "a", end: "b" })).toEqual(["a", "b"]);
    expect(validator.safe({ start: "", end: "" }).error?.issues).toMatchObject([
      { path: ["start"], message: "Empty.", code: "check" },
      { path: ["end"], code: "check", params: { a: 1 } },
    ]);
    expect(toSource(validator)).toContain("(_value: unknown, _fail: unknown)");
    expect(toSource(validator)).toContain("{ reports: true }");
    expect(toSource(fromZod(z.string().transform((text) => text.length)))).not.toContain("reports");
  });

  test("keeps metadata", () => {
    const schema = z.object({ a: z.int().meta({ title: "A" }) }).describe("An object.");
    expect(toSource(fromZod(schema))).toContain(
      'Dict(\n  { a: Int({ meta: { title: "A" } }) },\n  { unknown: "strip", meta: { description: "An object." } },\n)',
    );
  });

  test("takes schemas of zod/mini", () => {
    const schema = mini.object({
      a: mini.optional(mini.string().check(mini.minLength(2, "Short."), mini.trim())),
      b: mini._default(mini.int(), 5),
    });
    expect(fromZod(schema)({ a: " x " })).toEqual({ a: "x", b: 5 });
    expect(fromZod(schema).safe({ a: "x" }).error?.issues[0]?.message).toBe("Short.");
  });

  test("calls functions that make defaults and catches each time", () => {
    let count = 0;
    const next = (): number => ++count;
    const validator = fromZod(
      z.object({ a: z.int().default(next), b: z.int().catch(next), c: z.date().default(() => new Date()) }),
    );
    const [first, second] = [validator({ b: "x" }), validator({ b: "x" })];
    expect([second.a - first.a, second.b - first.b]).toEqual([2, 2]);
    expect(first.c).toBeInstanceOf(Date);
    expect(validator({ b: 1, c: new Date(5) }).c).toEqual(new Date(5));
    const when = fromZod(z.number().default(() => Date.now()));
    const since = Date.now();
    while (Date.now() === since);
    expect(when(undefined)).toBeGreaterThan(since);
  });

  test("encodes what codecs decode", () => {
    const schema = z.object({
      at: z.codec(z.iso.datetime(), z.date(), {
        decode: (text) => new Date(text),
        encode: (date) => date.toISOString(),
      }),
    });
    const value = { at: "2020-01-31T00:00:00.000Z" };
    expect(fromZod(schema).encode(fromZod(schema)(value))).toEqual(value);
    expect(fromZod(z.stringbool({ truthy: ["ja"], falsy: ["nein"] })).encode(true as never)).toBe("ja");
  });

  test("waits for async functions", async () => {
    const schema = z
      .string()
      .refine(async (text) => text !== "x")
      .transform(async (text) => text.length);
    expect(await fromZod(schema).validateAsync("abc")).toBe(3);
    expect((await fromZod(schema).safeAsync("x")).ok).toBe(false);
    const hidden = fromZod(z.string().superRefine(async () => {}));
    await expect(hidden.validateAsync("a")).rejects.toThrow(TypeError);
  });

  test("gives JSON Schema the defaults, formats and lengths", () => {
    const schema = z.object({
      role: z.enum(["a", "b"]).default("a"),
      ip: z.ipv4().optional(),
      name: z.string().max(5),
    });
    expect(toJsonSchema(fromZod(schema))).toMatchObject({
      properties: { role: { enum: ["a", "b"], default: "a" }, ip: { format: "ipv4" }, name: { maxLength: 5 } },
    });
  });
});

describe("messages", () => {
  const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
    fromZod(schema).safe(value).error?.issues[0]?.message;

  /** Each with the value that it refuses. */
  const REFUSED: readonly (readonly [z.ZodType, unknown])[] = [
    [z.string().min(2, "Short."), "a"],
    [z.string("No text."), 5],
    [z.string({ message: "No text." }), 5],
    [z.string("Bad.").min(2), "a"],
    [z.string("Bad.").min(2, "Short."), "a"],
    [z.string("Bad.").refine(() => false), "a"],
    [z.string("Bad.").refine(() => false, "Refused."), "a"],
    [z.string().refine(() => false, { error: "Refused." }), "a"],
    [z.string("Use {braces}."), 5],
    [z.email("No address."), "x"],
    [z.email("No address."), 5],
    [z.url({ error: "No address." }), "x"],
    [z.jwt("No token."), "x"],
    [z.string().regex(/a/, "No a."), "x"],
    [z.number("No number."), "x"],
    [z.number("No number.").int("A fraction."), 1.5],
    [z.number("No number.").int("A fraction."), "x"],
    [z.number().int("A fraction."), 2 ** 60],
    [z.int("No integer."), 1.5],
    [z.int().multipleOf(5, "No multiple."), 6],
    [z.coerce.number("No number."), "x"],
    [z.coerce.bigint("No bigint."), "x"],
    [z.bigint("No bigint."), 1],
    [z.boolean("No boolean."), 1],
    [z.date("No date."), 1],
    [z.date().min(new Date(5), "Early."), new Date(1)],
    [z.literal("a", "No a."), "b"],
    [z.enum(["a", "b"], "Neither."), "c"],
    [z.null("Not null."), 1],
    [z.undefined("Not undefined."), 1],
    [z.never("Never."), 1],
    [z.nan("A number."), 1],
    [z.symbol("No symbol."), 1],
    [z.instanceof(URL, { error: "No URL." }), 1],
    [z.custom(() => false, "No."), 1],
    [z.templateLiteral(["a", z.int()], "No template."), "b"],
    [z.array(z.int(), "No array."), 1],
    [z.array(z.int()).min(1, "Empty."), []],
    [z.set(z.int(), "No set."), 1],
    [z.set(z.int()).min(1, "Empty."), new Set()],
    [z.map(z.int(), z.int(), "No map."), 1],
    [z.tuple([z.int()], "No tuple."), 1],
    [z.object({}, "No object."), 1],
    [z.object({ a: z.string("Required.") }), {}],
    [z.record(z.string(), z.int(), "No record."), 1],
    [z.discriminatedUnion("k", [z.object({ k: z.literal("a") })], "No object."), 1],
    [z.string().optional().nonoptional("Required."), undefined],
    [z.stringbool("No word."), "x"],
    [z.string().transform((_, context) => context.addIssue("Refused.")), "a"],
    [z.string().superRefine((_, context) => context.addIssue("Refused.")), "a"],
  ];
  test.each(REFUSED.map(([schema, value], index) => [index, schema, value] as const))(
    "are kept: %i",
    (_, schema, value) => {
      expect(messageOf(schema, value)).toBe(schema.safeParse(value).error?.issues[0]?.message);
    },
  );

  test("of functions are made when they are needed", () => {
    const schema = z.object({
      a: z.string({ error: ({ input }) => (input === undefined ? "Required." : "No text.") }),
    });
    expect([messageOf(schema, {}), messageOf(schema, { a: 5 })]).toEqual(["Required.", "No text."]);
    const limit = z.int().min(5, { error: ({ minimum }) => `At least ${minimum}.` });
    expect(messageOf(limit, 1)).toBe("At least 5.");
    let language = "en";
    const greeting = z.string({ error: () => language });
    const validator = fromZod(greeting);
    language = "de";
    expect(validator.safe(5).error?.issues[0]?.message).toBe("de");
  });

  test("have the paths and the parameters of their issues", () => {
    const schema = z.object({ list: z.array(z.int()) }).superRefine((_, context) => {
      context.addIssue({ code: "custom", message: "First.", path: ["list", 0], params: { a: 1 } });
      context.addIssue({ code: "custom", message: "Second." });
    });
    expect(fromZod(schema).safe({ list: [] }).error?.issues).toMatchObject([
      { path: ["list", 0], message: "First.", params: { a: 1 } },
      { path: [], message: "Second." },
    ]);
  });

  test("keep messages and paths of refine", () => {
    const { error } = fromZod(SCHEMAS.refine as z.ZodType).safe({ password: "x", repeat: "y" });
    expect(error?.issues).toMatchObject([{ path: ["repeat"], message: "They differ." }]);
  });
});

describe("what is not converted", () => {
  test.each([
    ["a promise", z.promise(z.int()), "promise at /a/element: it is not data: await the value, and validate that"],
    ["a function", z.function() as unknown as z.ZodType, "function at /a/element: it is not data"],
    [
      "an intersection",
      z.intersection(z.string().trim(), z.string()),
      "intersection at /a/element: its sides may have",
    ],
    ["a loose record", z.looseRecord(z.string().min(2), z.int()), "record at /a/element: it is loose"],
    [
      "a catch of the error",
      z.int().catch(({ value }) => value as number),
      "catch at /a/element: its function takes the error",
    ],
    [
      "a tuple with an optional default",
      z.tuple([z.int().default(1).optional()]),
      "tuple at /a/element: an item at its end that may be missing",
    ],
    [
      "a tuple with a conversion of undefined",
      z.tuple([z.preprocess((given) => given ?? 1, z.int().optional())]),
      "tuple at /a/element: an item at its end that may be missing",
    ],
    [
      "a pattern that may backtrack",
      z.string().regex(/(\w+)+\1/),
      "string at /a/element: '[^]*(?:(\\w+)+\\1)' may backtrack",
    ],
    ["what is no schema", 5 as unknown as z.ZodType, "schema at /a/element: it is not a schema of zod 4"],
  ])("%s is refused with its place", (_, inner, message) => {
    const schema = z.object({ a: z.array(z.any()) });
    (schema.shape.a._zod.def as { element: z.ZodType }).element = inner;
    expect(() => fromZod(schema)).toThrow(ZodSchemaError);
    expect(() => fromZod(schema)).toThrow(message);
  });

  test("the error has the place and the type", () => {
    const error = ((): unknown => {
      try {
        return fromZod(z.object({ "a/b": z.union([z.int(), z.tuple([z.string(), z.promise(z.int())])]) }));
      } catch (error) {
        return error;
      }
    })();
    expect(error).toMatchObject({ name: "ZodSchemaError", type: "promise", pointer: "/a~1b/options/1/items/1" });
  });

  test("schemas without end are refused", () => {
    const endless = (): z.ZodType => z.array(z.lazy(endless));
    expect(() => fromZod(endless())).toThrow("it is nested deeper than 512 levels");
    let deep: z.ZodType = z.int();
    for (let level = 0; level < 5000; level++) deep = deep.optional();
    expect(() => fromZod(deep)).toThrow("it is nested deeper than 512 levels");
  });

  test("a schema of another library is a TypeError", () => {
    expect(() => fromZod({} as z.ZodType)).toThrow(new TypeError("fromZod takes a schema of zod 4"));
    expect(() => fromZod(z.int(), { warn() {} } as never)).toThrow("'warn'");
  });

  test("a check that assigns the value is an error of the program", () => {
    const schema = z.string().check((payload) => {
      payload.value = "other";
    });
    expect(() => fromZod(schema)("a")).toThrow("changes the value: use overwrite for that");
  });
});

describe("warnings", () => {
  test.each([
    [
      "url",
      z.object({ a: z.url() }),
      { type: "url", pointer: "/a", message: "a URL with a tab or a line break inside is refused" },
    ],
    ["multipleOf", z.number().multipleOf(0.1), { type: "multiple_of", pointer: "" }],
    ["readonly", z.array(z.int()).readonly(), { type: "readonly", pointer: "", message: "the result is not frozen" }],
    ["a function of messages", z.string({ error: ({ code }) => code }), { type: "string", pointer: "" }],
    [
      "a key that may be missing, but not be undefined,",
      z.object({ a: z.exactOptional(z.int()) }),
      { type: "optional", pointer: "/a", message: "a key that is undefined counts as missing" },
    ],
    [
      "such a key behind other schemas",
      z.object({ a: z.lazy(() => z.union([z.exactOptional(z.int()).nullable(), z.string()]).readonly()) }),
      { type: "readonly", pointer: "/a" },
      { type: "optional", pointer: "/a" },
    ],
    [
      "such a key with a function",
      z.object({ a: z.exactOptional(z.int()).refine((n) => n !== 5) }),
      { type: "optional", pointer: "/a" },
    ],
    [
      "such an item at the end of a tuple",
      z.tuple([z.int(), z.exactOptional(z.int())]),
      { type: "optional", pointer: "/items/1" },
    ],
    ["a partial record", z.partialRecord(z.enum(["a"]), z.int()), { type: "record", pointer: "" }],
    ["a record", z.object({ a: z.record(z.string(), z.int()) }), { type: "record", pointer: "/a" }],
    ["a catchall", z.object({}).catchall(z.int()), { type: "object", pointer: "/catchall" }],
    [
      "a condition of the user's",
      z.object({ a: z.string().refine((text) => text !== "x", { when: ({ issues }) => issues.length === 0 }) }),
      { type: "custom", pointer: "/a" },
    ],
  ])("of %s have the place", (_, schema, ...all: Partial<ZodWarning>[]) => {
    const warnings: ZodWarning[] = [];
    fromZod(schema, { onWarning: (one) => warnings.push(one) });
    expect(warnings).toMatchObject(all);
  });

  test.each([
    ["a key that may be undefined", z.object({ a: z.int().optional() })],
    ["an exact key whose schema takes undefined", z.object({ a: z.exactOptional(z.int().optional()) })],
    ["a record of values that may be undefined", z.record(z.string(), z.int().optional())],
    ["a record whose keys are all there", z.record(z.enum(["a"]), z.int())],
    ["a message of a function that reads nothing", z.string({ error: () => "No." })],
  ])("say nothing of %s", (_, schema) => {
    const warnings: ZodWarning[] = [];
    fromZod(schema, { onWarning: (one) => warnings.push(one) });
    expect(warnings).toEqual([]);
  });

  test("tell of messages of z.config", () => {
    const warnings: string[] = [];
    z.config({ customError: () => "Mine." });
    fromZod(z.int(), { onWarning: ({ message }) => warnings.push(message) });
    z.config({ customError: undefined });
    expect(warnings).toEqual(["messages of z.config({ customError }) are not converted"]);
  });
});

test("types are those of zod", () => {
  const validator: Validator<{ a: number; b?: string | undefined }, { a: string; b?: string | undefined }> = fromZod(
    z.object({ a: z.string().transform((text) => text.length), b: z.string().optional() }),
  );
  expect(validator({ a: "abc" }).a.toFixed()).toBe("3");
});

test.each(["value.length !== undefined", "value.length!==void 0"])("zod's own condition is known as %s", (text) => {
  const schema = z.string().min(2);
  const [check] = schema._zod.def.checks ?? [];
  Object.assign(Object(check)._zod.def, { when: new Function("{ value }", `return ${text}`) });
  expect(String(fromZod(schema))).toBe("<Str(minlen=2)>");
});

afterAll(() => expect(modules.compile()).toBe(""));
