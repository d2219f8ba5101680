/** The converter of docs/from-zod.md: its validators behave as the schemas of zod, and become source. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { toSource, type Validator } from "../../src/index.ts";
import { Modules } from "./modules.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/from-zod.md"), "utf8");
const code = page.slice(page.indexOf("## A converter")).match(/^```ts\n([\s\S]*?)^const signUp/m)?.[1] ?? "";

const modules = new Modules();
const { fromZod } = (await modules.import(code)) as unknown as { fromZod(schema: z.ZodType): Validator };

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
    expect(fromZod(schema)(value)).toEqual(value);
    expect(toSource(fromZod(schema))).toContain(
      "{ date: Type(Date), big: Int({ bigint: true, min: 1n }), set: SetOf(Int()), url: Type(URL) }",
    );
  });

  test("keeps metadata", () => {
    const schema = z.object({ a: z.int().meta({ title: "A" }) }).describe("An object.");
    expect(toSource(fromZod(schema))).toContain(
      'Dict(\n  { a: Int({ meta: { title: "A" } }) },\n  { unknown: "strip", meta: { description: "An object." } },\n)',
    );
  });

  test("keeps messages and paths", () => {
    const { error } = fromZod(SCHEMAS.refine as z.ZodType).safe({ password: "x", repeat: "y" });
    expect(error?.issues).toMatchObject([{ path: ["repeat"], message: "They differ." }]);
    expect(fromZod(z.string().min(2, "Short.")).safe("a").error?.issues[0]?.message).toBe("Short.");
  });

  test.each([
    ["map", z.map(z.string(), z.int())],
    ["symbol", z.symbol()],
    ["intersection", z.intersection(z.string(), z.string())],
    ["record", z.looseRecord(z.string().regex(/^x/), z.int())],
  ])("refuses z.%s, and says where", (type, schema) => {
    expect(() => fromZod(z.object({ a: z.array(schema) }))).toThrow(`schema.a: this z.${type}() has no counterpart`);
  });
});

afterAll(() => expect(modules.compile()).toBe(""));
