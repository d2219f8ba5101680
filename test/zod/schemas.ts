/** Random schemas of zod, and values that are nearly or quite what they take. */
import { inspect } from "node:util";
import { z } from "zod";
import { near } from "../native/near.ts";
import type { Random } from "../native/random.ts";

/** A random schema, the code that makes it, and values that it may take. */
export interface Made {
  readonly schema: z.ZodType;
  readonly code: string;
  value(random: Random): unknown;
}

type Value = (random: Random) => unknown;

const made = (schema: z.ZodType, code: string, value: Value): Made => ({ schema, code, value });

/** A value with what validlib does not tell apart: keys that are undefined, and -0. */
export function plain(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Array.from(value, plain);
  if (value instanceof Map) return new Map(Array.from(value, ([key, one]) => [plain(key), plain(one)]));
  if (value instanceof Set) return new Set(Array.from(value, plain));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, plain(one)]));
}

/** Texts that are, or nearly are, what formats take. */
const TEXTS = [
  ...[
    "",
    "a",
    "A",
    " a ",
    "ab",
    "abc",
    "x1",
    "1",
    "1.5",
    "-3",
    "0x10",
    "true",
    "no",
    "ja",
    "a\nb",
    "\u{1f600}",
    "\ud83d",
    "Zoë",
  ],
  ...[
    "ann@example.org",
    "a.b@c-d.co",
    "a..b@c.de",
    "ann@localhost",
    "http://a.org",
    "https://example.org/x?y",
    " ftp://a.org ",
    "mailto:a",
  ],
  ...[
    "2020-01-31T00:00:00Z",
    "2020-01-31T00:00:00.123+01:00",
    "2020-01-31T00:00",
    "2024-02-29",
    "10:00:00",
    "P1DT2H",
    "P3W",
  ],
  ...[
    "127.0.0.1",
    "::1",
    "fe80::1:2",
    "10.0.0.0/8",
    "::/0",
    "00:1b:44:11:3a:b7",
    "aGVsbG8=",
    "aGVsbG8",
    "+14155552671",
    "example.org",
  ],
  ...["550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-91d4-a716-446655440000", "01ARZ3NDEKTSV4RRFFQ69G5FAV"],
  ...[
    "eyJhbGciOiJIUzI1NiJ9.e30.eA",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "V1StGXR8_Z5jdHi6B-myT",
    "cjld2cjxh0000qzrmn831i7rn",
  ],
  ...["a".repeat(64), "0f".repeat(16), "4111 1111 1111 1111", "GB82WEST12345698765432", "EUR", "a5", "a-1.5"],
];

export const textValue: Value = (random) =>
  random.chance(0.6) ? random.pick(TEXTS) : near(random, random.pick(TEXTS), TEXTS);

const NUMBERS = [
  0,
  1,
  -1,
  2,
  3,
  5,
  7,
  1.5,
  0.25,
  0.5,
  -2.5,
  100,
  2 ** 31,
  2 ** 32,
  2 ** 40,
  2 ** 53,
  -(2 ** 53) + 1,
  1.5000000000000002,
  1e39,
  1e300,
  -0,
];
const numberValue: Value = (random) =>
  random.chance(0.7) ? random.pick(NUMBERS) : random.between(-20, 20) / random.pick([1, 1, 2, 4]);

const NOISE: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  "",
  "a",
  "1",
  [],
  {},
  Number.NaN,
  Number.POSITIVE_INFINITY,
  5n,
  [1],
  { a: 1 },
  ["a", undefined],
];

const DATES = [new Date(0), new Date(86_400_000), new Date(Number.NaN), new Date("2030-01-01T00:00:00Z")];

/** What is not the value that a schema is about. */
export const noise: Value = (random) => random.pick(NOISE);

const KEYS = ["a", "b", "c", "id", "x.y", "0"];

/** Adds checks, each with a probability. */
function checked<S extends z.ZodType>(
  random: Random,
  start: S,
  code: string,
  checks: readonly (readonly [code: string, add: (schema: S) => S])[],
  probability = 0.3,
): { schema: S; code: string } {
  let schema = start;
  let all = code;
  for (const [name, add] of random.shuffled(checks)) {
    if (!random.chance(probability)) continue;
    schema = add(schema);
    all += name;
  }
  return { schema, code: all };
}

const startsWithA = (text: unknown): boolean => String(text).startsWith("a");

function text(random: Random): Made {
  const { schema, code } = checked(
    random,
    random.chance(0.1) ? (z.coerce.string() as unknown as z.ZodString) : z.string(),
    "string()",
    [
      [".min(2)", (s) => s.min(2)],
      [".max(4)", (s) => s.max(4)],
      [".length(3)", (s) => s.length(3)],
      [".trim()", (s) => s.trim()],
      [".toLowerCase()", (s) => s.toLowerCase()],
      [".toUpperCase()", (s) => s.toUpperCase()],
      [".normalize()", (s) => s.normalize()],
      [".regex(/b/)", (s) => s.regex(/b/)],
      [".regex(/^a|1$/)", (s) => s.regex(/^a|1$/)],
      [".regex(/^b/m)", (s) => s.regex(/^b/m)],
      [".startsWith(a)", (s) => s.startsWith("a")],
      [".endsWith(.)", (s) => s.endsWith(".")],
      [".includes(1)", (s) => s.includes("1")],
      [".includes(b,2)", (s) => s.includes("b", { position: 2 })],
      [".lowercase()", (s) => s.lowercase()],
      [".uppercase()", (s) => s.uppercase()],
      [".overwrite()", (s) => s.overwrite((one) => `${one}!`)],
      [".refine()", (s) => s.refine(startsWithA)],
      [".email()", (s) => s.email()],
      [".url()", (s) => s.url()],
    ],
    0.08,
  );
  return made(schema, code, textValue);
}

export const FORMATS: readonly (readonly [code: string, make: () => z.ZodType])[] = [
  ["email()", () => z.email()],
  ["email(html5)", () => z.email({ pattern: z.regexes.html5Email })],
  ["email(rfc5322)", () => z.email({ pattern: z.regexes.rfc5322Email })],
  ["email(unicode)", () => z.email({ pattern: z.regexes.unicodeEmail })],
  ["email(/b/)", () => z.email({ pattern: /b/ })],
  ["uuid()", () => z.uuid()],
  ["uuid(v4)", () => z.uuid({ version: "v4" })],
  ["uuidv7()", () => z.uuidv7()],
  ["guid()", () => z.guid()],
  ["url()", () => z.url()],
  ["url(https)", () => z.url({ protocol: /^https$/ })],
  ["url(http)", () => z.url({ protocol: z.regexes.httpProtocol })],
  ["url(f)", () => z.url({ protocol: /f/, normalize: true })],
  ["httpUrl()", () => z.httpUrl()],
  ["emoji()", () => z.emoji()],
  ["nanoid()", () => z.nanoid()],
  ["cuid()", () => z.cuid()],
  ["cuid2()", () => z.cuid2()],
  ["ulid()", () => z.ulid()],
  ["xid()", () => z.xid()],
  ["ksuid()", () => z.ksuid()],
  ["ipv4()", () => z.ipv4()],
  ["ipv6()", () => z.ipv6()],
  ["mac()", () => z.mac()],
  ["mac(-)", () => z.mac({ delimiter: "-" })],
  ["cidrv4()", () => z.cidrv4()],
  ["cidrv6()", () => z.cidrv6()],
  ["base64()", () => z.base64()],
  ["base64url()", () => z.base64url()],
  ["e164()", () => z.e164()],
  ["creditCard()", () => z.creditCard()],
  ["iban()", () => z.iban()],
  ["jwt()", () => z.jwt()],
  ["jwt(HS256)", () => z.jwt({ alg: "HS256" })],
  ["hostname()", () => z.hostname()],
  ["hex()", () => z.hex()],
  ["currencyCode()", () => z.currencyCode()],
  ["hash(sha256)", () => z.hash("sha256")],
  ["hash(md5,base64)", () => z.hash("md5", { enc: "base64" })],
  ["stringFormat(f)", () => z.stringFormat("f", startsWithA)],
  ["stringFormat(r)", () => z.stringFormat("url", /b/)],
  ["iso.datetime()", () => z.iso.datetime()],
  ["iso.datetime(offset)", () => z.iso.datetime({ offset: true, local: true })],
  ["iso.datetime(3)", () => z.iso.datetime({ precision: 3 })],
  ["iso.date()", () => z.iso.date()],
  ["iso.time()", () => z.iso.time()],
  ["iso.time(0)", () => z.iso.time({ precision: 0 })],
  ["iso.duration()", () => z.iso.duration()],
  ["templateLiteral(a,number)", () => z.templateLiteral(["a", z.number()])],
  ["templateLiteral(enum)", () => z.templateLiteral([z.enum(["a", "b"]), "-", z.string().min(1).optional()])],
];

function format(random: Random): Made {
  const [code, make] = random.pick(FORMATS);
  const schema = make();
  return made(schema, code, textValue);
}

const CHECKS_OF_NUMBERS: readonly (readonly [string, (s: z.ZodNumber) => z.ZodNumber])[] = [
  [".min(1)", (s) => s.min(1)],
  [".gt(0.5)", (s) => s.gt(0.5)],
  [".lt(7)", (s) => s.lt(7)],
  [".max(2.5)", (s) => s.max(2.5)],
  [".int()", (s) => s.int()],
  [".multipleOf(0.5)", (s) => s.multipleOf(0.5)],
  [".multipleOf(2)", (s) => s.multipleOf(2)],
  [".positive()", (s) => s.positive()],
  [".min(-Infinity)", (s) => s.min(Number.NEGATIVE_INFINITY)],
  [".overwrite()", (s) => s.overwrite((one) => one + 1)],
  [".refine()", (s) => s.refine((one) => one !== 2)],
];

function number(random: Random): Made {
  const starts: [string, () => z.ZodType][] = [
    ["number()", () => z.number()],
    ["int()", () => z.int()],
    ["int32()", () => z.int32()],
    ["uint32()", () => z.uint32()],
    ["float32()", () => z.float32()],
    ["float64()", () => z.float64()],
    ["coerce.number()", () => z.coerce.number()],
  ];
  const [name, make] = random.pick(starts);
  const { schema, code } = checked(random, make() as z.ZodNumber, name, CHECKS_OF_NUMBERS, 0.15);
  const isCoerced = name.startsWith("coerce");
  return made(schema, code, (one) => (isCoerced && one.chance(0.5) ? one.pick(NOISE.concat(TEXTS)) : numberValue(one)));
}

function bigint(random: Random): Made {
  const start = random.pick([
    ["bigint()", () => z.bigint()],
    ["int64()", () => z.int64()],
    ["uint64()", () => z.uint64()],
    ["coerce.bigint()", () => z.coerce.bigint()],
  ] as [string, () => z.ZodType][]);
  const { schema, code } = checked(
    random,
    start[1]() as z.ZodBigInt,
    start[0],
    [
      [".min(1n)", (s) => s.min(1n)],
      [".gt(1n)", (s) => s.gt(1n)],
      [".lt(5n)", (s) => s.lt(5n)],
      [".multipleOf(2n)", (s) => s.multipleOf(2n)],
    ],
    0.2,
  );
  return made(schema, code, (one) => one.pick([0n, 1n, 2n, 5n, -4n, 2n ** 70n, 1, "5", "x", true]));
}

function date(random: Random): Made {
  const isCoerced = random.chance(0.4);
  const { schema, code } = checked(
    random,
    (isCoerced ? z.coerce.date() : z.date()) as z.ZodDate,
    isCoerced ? "coerce.date()" : "date()",
    [
      [".min(1)", (s) => s.min(new Date(1))],
      [".max(2029)", (s) => s.max(new Date("2029-01-01T00:00:00Z"))],
    ],
  );
  return made(schema, code, (one) =>
    one.chance(0.7)
      ? one.pick(DATES)
      : isCoerced
        ? one.pick<unknown>([0, 1e20, "2020-01-01", "x", null, true])
        : noise(one),
  );
}

const LITERALS: readonly (string | number | boolean | null | undefined | bigint)[] = [
  "a",
  "b",
  1,
  0,
  true,
  null,
  undefined,
  5n,
  Number.NaN,
];

/** What is no data. */
const REFUSED: readonly Made[] = [
  made(z.promise(z.int()), "promise()", () => 1),
  made(z.function() as unknown as z.ZodType, "function()", () => 1),
];

const LEAVES: readonly ((random: Random) => Made)[] = [
  text,
  text,
  format,
  format,
  number,
  number,
  bigint,
  date,
  () => made(z.boolean(), "boolean()", (one) => one.chance(0.5)),
  () => made(z.coerce.boolean(), "coerce.boolean()", noise),
  () => made(z.stringbool(), "stringbool()", (one) => one.pick(["true", "NO", "enabled", "x", true, 1])),
  () =>
    made(z.stringbool({ truthy: ["Ja"], falsy: ["nein"], case: "sensitive" }), "stringbool(ja)", (one) =>
      one.pick(["Ja", "ja", "nein", "true"]),
    ),
  (random) => {
    const values = random.some(LITERALS, 0.3);
    if (values.length === 0) values.push("a");
    return made(z.literal(values as [string]), `literal(${values.map(String)})`, (one) =>
      one.pick([...values, ...LITERALS]),
    );
  },
  () => made(z.enum(["a", "b", "c"]), "enum(a,b,c)", (one) => one.pick(["a", "b", "c", "d", 1])),
  () => made(z.enum({ A: 1, B: 5 }), "enum(A=1,B=5)", (one) => one.pick<unknown>([1, 5, "A", 2])),
  () => made(z.null(), "null()", () => null),
  () => made(z.undefined(), "undefined()", () => undefined),
  () => made(z.void(), "void()", () => undefined),
  () => made(z.any(), "any()", noise),
  () => made(z.unknown(), "unknown()", noise),
  () => made(z.never(), "never()", noise),
  () => made(z.nan(), "nan()", (one) => one.pick([Number.NaN, 1])),
  () => made(z.symbol(), "symbol()", (one) => one.pick([Symbol.iterator, "a"])),
  () => made(z.instanceof(URL), "instanceof(URL)", (one) => one.pick([new URL("http://a"), "http://a"])),
  () => made(z.custom(), "custom()", noise),
  () =>
    made(
      z.custom((value) => value !== 1),
      "custom(f)",
      noise,
    ),
  () => made(z.json(), "json()", (one) => one.pick<unknown>([1, "a", [null, { a: [] }], { a: { b: undefined } }])),
  () =>
    made(z.file().min(1).mime("text/plain"), "file()", (one) =>
      one.pick<unknown>([new File(["a"], "a", { type: "text/plain" }), new File([], "b"), "x"]),
    ),
  (random) => (random.chance(0.05) ? random.pick(REFUSED) : text(random)),
];

/** Schemas around others. */
const AROUND: readonly ((random: Random, inner: Made) => Made)[] = [
  (_, { schema, code, value }) =>
    made(schema.optional(), `${code}.optional()`, (one) => (one.chance(0.3) ? undefined : value(one))),
  (_, { schema, code, value }) =>
    made(schema.optional(), `${code}.optional()`, (one) => (one.chance(0.3) ? undefined : value(one))),
  (_, { schema, code, value }) => made(z.exactOptional(schema), `exactOptional(${code})`, value),
  (_, { schema, code, value }) =>
    made(schema.nullable(), `${code}.nullable()`, (one) => (one.chance(0.3) ? null : value(one))),
  (_, { schema, code, value }) =>
    made(schema.nullish(), `${code}.nullish()`, (one) => (one.chance(0.3) ? null : value(one))),
  (_, { schema, code, value }) => made(schema.nonoptional(), `${code}.nonoptional()`, value),
  (_, { schema, code, value }) => made(schema.readonly(), `${code}.readonly()`, value),
  (_, { schema, code, value }) => made(schema.brand("B"), `${code}.brand()`, value),
  (_, { schema, code, value }) => made(schema.describe("d"), `${code}.describe()`, value),
  (_, { schema, code, value }) =>
    made(
      z.lazy(() => schema),
      `lazy(${code})`,
      value,
    ),
  (random, { schema, code, value }) => {
    const fallback = plain(random.chance(0.6) ? value(random) : noise(random));
    const isFresh = random.chance(0.3);
    return made(
      schema.default((isFresh ? () => fallback : fallback) as never),
      `${code}.default(${show(fallback)}${isFresh ? " by a function" : ""})`,
      (one) => (one.chance(0.3) ? undefined : value(one)),
    );
  },
  (random, { schema, code, value }) => {
    const fallback = plain(random.chance(0.7) ? value(random) : noise(random));
    return made(schema.prefault(fallback as never), `${code}.prefault(${show(fallback)})`, (one) =>
      one.chance(0.3) ? undefined : value(one),
    );
  },
  (random, { schema, code, value }) => {
    const fallback = plain(noise(random));
    const kind = random.chance(0.1) ? "function of the error" : random.pick(["value", "function"]);
    const given = kind === "value" ? fallback : kind === "function" ? () => fallback : (_: unknown) => fallback;
    return made(schema.catch(given as never), `${code}.catch(${show(fallback)}, ${kind})`, value);
  },
  (_, { schema, code, value }) =>
    made(
      schema.refine((one) => one !== null),
      `${code}.refine()`,
      value,
    ),
  (_, { schema, code, value }) =>
    made(
      schema.superRefine((one, context) => {
        if (typeof one === "string" && one.length > 3) context.addIssue({ code: "custom", message: "long" });
      }),
      `${code}.superRefine()`,
      value,
    ),
  (_, { schema, code, value }) =>
    made(
      schema.check((payload) => {
        if (payload.value === 1) payload.issues.push({ code: "custom", input: 1, message: "one" });
      }),
      `${code}.check()`,
      value,
    ),
  (_, { schema, code, value }) =>
    made(
      schema.transform((one) => [one]),
      `${code}.transform()`,
      value,
    ),
  (_, { schema, code, value }) =>
    made(
      schema.transform((one) => (one === "a" ? undefined : one)),
      `${code}.transform(undefined)`,
      value,
    ),
  (_, { schema, code, value }) =>
    made(
      schema.transform((one, context) => {
        if (one !== 1) return one;
        context.addIssue("one");
        return z.NEVER;
      }),
      `${code}.transform(addIssue)`,
      value,
    ),
  (_, { schema, code, value }) =>
    made(
      z.preprocess((one) => one ?? "a", schema),
      `preprocess(${code})`,
      value,
    ),
  (_, { schema, code, value }) =>
    made(
      z.codec(schema, z.any(), { decode: (one) => ({ one }), encode: (one) => one.one as never }),
      `codec(${code})`,
      value,
    ),
];

/** Schemas with members. */
const CONTAINERS: readonly ((random: Random, depth: number) => Made)[] = [
  object,
  object,
  object,
  (random, depth) => {
    const item = randomSchema(random, depth - 1);
    const { schema, code } = checked(
      random,
      z.array(item.schema),
      `array(${item.code})`,
      [
        [".min(1)", (s) => s.min(1)],
        [".max(2)", (s) => s.max(2)],
        [".length(2)", (s) => s.length(2)],
      ],
      0.2,
    );
    return made(schema, code, (one) => Array.from({ length: one.below(4) }, () => item.value(one)));
  },
  (random, depth) => {
    const items = Array.from({ length: random.below(4) }, () => randomSchema(random, depth - 1));
    const rest = random.chance(0.3) ? randomSchema(random, depth - 1) : undefined;
    const schemas = items.map(({ schema }) => schema) as unknown as [z.ZodType];
    return made(
      rest ? z.tuple(schemas, rest.schema) : z.tuple(schemas),
      `tuple([${items.map(({ code }) => code)}]${rest ? `, ${rest.code}` : ""})`,
      (one) => [
        ...items.slice(0, one.chance(0.3) ? one.below(4) : 4).map(({ value }) => value(one)),
        ...(rest && one.chance(0.5) ? [rest.value(one)] : one.chance(0.1) ? [1] : []),
      ],
    );
  },
  record,
  record,
  (random, depth) => {
    const item = randomSchema(random, depth - 1);
    const { schema, code } = checked(random, z.set(item.schema), `set(${item.code})`, [
      [".min(1)", (s) => s.min(1)],
      [".max(2)", (s) => s.max(2)],
    ]);
    return made(schema, code, (one) => new Set(Array.from({ length: one.below(4) }, () => item.value(one))));
  },
  (random, depth) => {
    const [key, item] = [randomSchema(random, 0), randomSchema(random, depth - 1)];
    const { schema, code } = checked(random, z.map(key.schema, item.schema), `map(${key.code}, ${item.code})`, [
      [".max(2)", (s) => s.max(2)],
      [".size(1)", (s) => s.size(1)],
    ]);
    return made(
      schema,
      code,
      (one) => new Map(Array.from({ length: one.below(4) }, () => [key.value(one), item.value(one)])),
    );
  },
  (random, depth) => {
    const options = Array.from({ length: random.between(1, 3) }, () => randomSchema(random, depth - 1));
    const isExclusive = random.chance(0.25);
    const schemas = options.map(({ schema }) => schema) as [z.ZodType];
    return made(
      isExclusive ? z.xor(schemas) : z.union(schemas),
      `${isExclusive ? "xor" : "union"}(${options.map(({ code }) => code)})`,
      (one) => one.pick(options).value(one),
    );
  },
  (random, depth) => {
    const tags = ["a", "b", "c"].slice(0, random.between(1, 3));
    const options = tags.map((tag) => {
      const { schema, code, value } = object(random, depth - 1);
      const tagged = schema as z.ZodObject;
      const key = random.chance(0.1)
        ? z.literal(tag).optional()
        : random.chance(0.1)
          ? z.enum([tag, `${tag}2`])
          : z.literal(tag);
      const isRefined = random.chance(0.2);
      const whole = tagged.extend({ kind: key });
      return made(isRefined ? whole.refine((one) => one !== null) : whole, `${code}.extend({kind:${tag}})`, (one) => {
        const given = one.chance(0.9) ? tag : one.pick(["a", "b", "c", undefined, 1]);
        const rest = value(one);
        return typeof rest === "object" && rest !== null ? { kind: given, ...rest } : rest;
      });
    });
    return made(
      z.discriminatedUnion("kind", options.map(({ schema }) => schema) as never),
      `discriminatedUnion(${options.map(({ code }) => code)})`,
      (one) => one.pick(options).value(one),
    );
  },
  (random, depth) => {
    // Many are refused, and hide the rest of the schema.
    if (random.chance(0.5)) return object(random, depth);
    const leaf = random.chance(0.3);
    const [left, right] = leaf ? [text(random), text(random)] : [object(random, depth - 1), object(random, depth - 1)];
    return made(z.intersection(left.schema, right.schema), `intersection(${left.code}, ${right.code})`, (one) => {
      const [first, second] = [left.value(one), right.value(one)];
      return leaf ? first : { ...(first as object), ...(second as object) };
    });
  },
  () => {
    const node: z.ZodType = z.object({
      v: z.int(),
      get kids() {
        return z.array(node).optional();
      },
    });
    const value = (one: Random, depth = 0): unknown => ({
      v: one.chance(0.9) ? depth : "x",
      ...(one.chance(0.5) && depth < 3 && { kids: [value(one, depth + 1)] }),
    });
    return made(node, "recursive", (one) => value(one));
  },
];

function object(random: Random, depth: number): Made {
  const keys = random.some(KEYS, 0.4);
  const members = keys.map((key) => [key, randomSchema(random, depth - 1)] as const);
  const shape = Object.fromEntries(members.map(([key, { schema }]) => [key, schema]));
  const codes = members.map(([key, { code }]) => `${key}:${code}`);
  const rest = random.chance(0.15) ? randomSchema(random, 0) : undefined;
  const kind = rest ? "catchall" : random.pick(["object", "object", "strictObject", "looseObject"] as const);
  const schema = kind === "catchall" ? z.object(shape).catchall((rest as Made).schema) : z[kind](shape);
  return made(schema, `${kind}({${codes}}${rest ? `, ${rest.code}` : ""})`, (one) => {
    const entries: [string, unknown][] = [];
    for (const [key, { value }] of members) if (one.chance(0.8)) entries.push([key, value(one)]);
    if (one.chance(0.3)) entries.push(["more", rest ? rest.value(one) : noise(one)]);
    return Object.fromEntries(entries);
  });
}

function record(random: Random, depth: number): Made {
  const item = randomSchema(random, depth - 1);
  const kinds: [string, z.ZodType<string | number, string | number>][] = [
    ["string()", z.string()],
    ["string().min(2)", z.string().min(2)],
    ["string().regex(/^[ax]/)", z.string().regex(/^[ax]/)],
    ["string().refine()", z.string().refine((key) => key !== "b")],
    ["string().toUpperCase()", z.string().toUpperCase()],
    ["enum(a,b)", z.enum(["a", "b"])],
    ["enum(A=1)", z.enum({ A: 1 })],
    ["literal(a)", z.literal("a")],
    ["number()", z.number()],
    ["union()", z.union([z.literal("a"), z.string().startsWith("x")])],
    ["union(a,1)", z.union([z.literal("a"), z.literal(1)])],
  ];
  const [code, key] = random.pick(kinds);
  const form = random.pick(["record", "record", "record", "partialRecord", "partialRecord", "looseRecord"] as const);
  return made(
    (z[form] as (...args: unknown[]) => z.ZodType)(key, item.schema),
    `${form}(${code}, ${item.code})`,
    (one) =>
      Object.fromEntries(one.some(["a", "A", "b", "1", "xy", "1.5"], 0.4).map((name) => [name, item.value(one)])),
  );
}

export function randomSchema(random: Random, depth: number): Made {
  let schema = depth > 0 && random.chance(0.6) ? random.pick(CONTAINERS)(random, depth) : random.pick(LEAVES)(random);
  while (random.chance(0.35)) schema = random.pick(AROUND)(random, schema);
  return schema;
}

export const show = (value: unknown): string => inspect(value, { depth: 9, breakLength: Number.POSITIVE_INFINITY });
