/**
 * What `node bench/features.mjs` shows: a function is run, and its answer becomes the cell; a text is what
 * documentation says.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import Ajv from "ajv";
import { rolldown } from "rolldown";
import { installPeers } from "./install.mjs";
import { manifest } from "./versions.mjs";

installPeers((text) => console.error(text));
const validlib = await import("../dist/index.js");
const { z } = await import("zod");
const v = await import("valibot");

const { AllOf, Bool, Check, Const, Dict, Float, Int, LazyRef, List, OneOf, Optional, Str, toJsonSchema, Transform } =
  validlib;
const ajv = (schema, options) => new Ajv({ strict: false, ...options }).compile(schema);

const yes = (is) => (is ? "yes" : "no");
const zodTakes = (schema, value) => schema.safeParse(value).success;
const valibotTakes = (schema, value) => v.safeParse(schema, value).success;
/** What becomes of a call: its answer, or the name of the error that it throws. */
function outcome(call) {
  try {
    return call();
  } catch (error) {
    return `throws a ${error.name}`;
  }
}

/** What becomes of the key `b` of an object that has the key `a` in its schema. */
const fateOf = (value) => (value === undefined ? "refused" : "b" in value ? "kept" : "stripped");
const answer = Dict({ a: Optional(Int()) }, { null_is_absent: true });
const extraKey = { a: 1, b: 2 };
const form = () => new URLSearchParams("a=x");
const deepArray = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
const zodTree = z.lazy(() => z.array(zodTree));
const valibotTree = v.lazy(() => v.array(valibotTree));
const validlibTree = List(LazyRef(() => validlibTree));
const HANGS = "^(a+)+$";
/** Whether the time doubles with each letter more. */
function hangs(takes) {
  const time = (length) => {
    const start = performance.now();
    takes(`${"a".repeat(length)}!`);
    return performance.now() - start;
  };
  time(10);
  // A thousand times as many ways to match.
  return time(24) > 50 * time(14) + 1 ? "takes twice as long with each letter" : "linear time";
}
const big = '{"id": 9007199254740993}';
const object = { type: "object", properties: { a: { type: "number" } } };
/** Whether a call changes its input. */
function changes(call) {
  const input = { a: "1" };
  call(input);
  return yes(input.a !== "1");
}

/**
 * Bytes of what a page has to load, minified and packed by gzip, to check an email address and a password: not what it
 * loads lazily.
 */
async function size(imports, schema) {
  const code = `${imports}\nglobalThis.check = ${schema};`;
  const entry = "entry.mjs";
  const plugin = {
    name: "entry",
    resolveId: (id) => (id === entry ? join(import.meta.dirname, entry) : undefined),
    load: (id) => (id.endsWith(entry) ? code : undefined),
  };
  const bundle = await rolldown({ input: entry, plugins: [plugin], platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ minify: true, format: "esm" });
  const loaded = new Set(output.filter(({ isEntry }) => isEntry));
  for (const { imports } of loaded) for (const one of output) if (imports.includes(one.fileName)) loaded.add(one);
  const bytes = Array.from(loaded, ({ code }) => gzipSync(code, { level: 9 }).length).reduce((a, b) => a + b);
  return `${(bytes / 1000).toFixed(0)} kB`;
}
const own = JSON.stringify(pathToFileURL(join(import.meta.dirname, "../dist/pure.js")).pathname);
const zodForm = "z.object({ email: z.email(), password: z.string().min(12) })";

const dependencies = ({ dependencies = {} }) => String(Object.keys(dependencies).length);

/** The tables: what the first column says, and a function or a text for each library. */
export const tables = {
  "Reading input": [
    {
      title: "From JSON bytes to a checked value in one call",
      validlib: () => yes(Dict({ a: Int() }).json(Buffer.from('{"a": 1}')).a === 1),
      zod: "no: `JSON.parse` first",
      valibot: "no: `JSON.parse` first",
      ajv: "for JSON Type Definition only",
    },
    {
      title: "Line and column of an error in the text",
      validlib: () => yes(Dict({ a: Int() }).safeJson('{\n"a": "x"}').error.line === 2),
      zod: "no",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "Integers of 64 bits from JSON, exact",
      validlib: () => yes(Dict({ id: Int({ bigint: true }) }).json(big).id === 9007199254740993n),
      zod: () => yes(z.object({ id: z.coerce.bigint() }).parse(JSON.parse(big)).id === 9007199254740993n),
      valibot: () => yes(v.parse(v.pipe(v.number(), v.transform(BigInt)), JSON.parse(big).id) === 9007199254740993n),
      ajv: "no",
    },
    {
      title: "`URLSearchParams` and `FormData` by the schemas of objects",
      validlib: () => yes(Dict({ a: Str() }).safe(form()).ok),
      zod: () => yes(zodTakes(z.object({ a: z.string() }), form())),
      valibot: () => yes(valibotTakes(v.object({ a: v.string() }), form())),
      ajv: () => yes(ajv({ ...object, properties: { a: { type: "string" } }, required: ["a"] })(form())),
    },
    {
      title: "Names of form fields that are places: `user.name`, `users[0].name`, `tags[]`",
      validlib: () => {
        const schema = Dict({ user: Dict({ name: Str() }), tags: List(Str()) }, { nested: true });
        return yes(schema.safe(new URLSearchParams("user.name=Ada&tags[]=a")).ok);
      },
      zod: "no",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "Lines of JSON (NDJSON) from a stream",
      validlib: () => yes(typeof Dict({}).lines === "function"),
      zod: () => yes(typeof z.object({}).lines === "function"),
      valibot: "no",
      ajv: "no",
    },
    {
      title: "The items of an array in a JSON document of any size, from a stream",
      validlib: () => yes(typeof Dict({}).records === "function"),
      zod: "no",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "What is around such an array, and how many items it has, validated, too",
      validlib: async () => {
        const document = Dict({ of: Str(), items: List(Int(), { minlen: 2 }) });
        const text = Buffer.from('{"items": [1], "of": "a"}');
        try {
          for await (const _ of Int().records(text, { format: "json", at: "/items", document }));
          return "**no**";
        } catch {
          return "yes";
        }
      },
      zod: "no",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "JSON text sequences (RFC 7464) from a stream",
      validlib: async () => {
        const records = await Readable.from(
          Int().records(Buffer.from("\x1e1\n\x1e2\n"), { format: "json-seq" }),
        ).toArray();
        return yes(records.length === 2);
      },
      zod: "no",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "Rows of CSV from a stream, with row and column of an error",
      validlib: async () => {
        const rows = Dict({ id: Int({ coerce: "text" }) }).records(Buffer.from("id\nx\n"), { format: "csv" });
        const { error } = (await rows.next()).value;
        return error.issues[0].cell.column === 1 ? "yes, by `csv-parse`" : "**no**";
      },
      zod: "no",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "Good and bad records into files of the same format, which another call goes on with",
      validlib: () => yes(typeof validlib.filterRecords === "function"),
      zod: "no",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "Records of JSON or CSV as columns of Arrow",
      validlib: async () => {
        const columns = Dict({ id: Int() }).columns(Buffer.from('[{"id": 1}]'), { format: "json" });
        return yes((await columns.next()).value.numbers.id.length === 1);
      },
      zod: "no",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "The value so far of JSON that has not ended, validated",
      validlib: () => yes(Dict({ a: Str() }).partialJson('{"a": "x').value.a === "x"),
      zod: "no",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "Conversion of text to numbers",
      validlib: "a parameter of each validator",
      zod: "`z.coerce`, for each schema",
      valibot: "a step of each pipe",
      ajv: "an option, for all schemas",
    },
    {
      title: 'The number that `""` is converted to',
      validlib: () => (Float({ coerce: true }).is("") ? "a number" : "refused"),
      zod: () => String(z.coerce.number().parse("")),
      valibot: () => String(v.parse(v.pipe(v.string(), v.transform(Number), v.number()), "")),
      ajv: () =>
        ajv({ type: "array", items: { type: "number" } }, { coerceTypes: true })([""]) ? "a number" : "refused",
    },
    {
      title: "A key that is not in the schema, if nothing is said",
      validlib: () => fateOf(Dict({ a: Int() }).safe(extraKey).value),
      zod: () => fateOf(z.object({ a: z.number() }).safeParse(extraKey).data),
      valibot: () => fateOf(v.parse(v.object({ a: v.number() }), extraKey)),
      ajv: () => (ajv(object)(extraKey) ? "kept" : "refused"),
    },
    {
      title: "A null in place of a key that may be missing",
      validlib: () => yes(!("a" in Dict({ a: Optional(Int()) }, { null_is_absent: true })({ a: null }))),
      zod: "a transform of each key",
      valibot: "a transform of each key",
      ajv: "no",
    },
    {
      title: "Words of your own for booleans",
      validlib: () => yes(Bool({ true: ["ja"], false: ["nein"] })("ja")),
      zod: () => yes(z.stringbool({ truthy: ["ja"], falsy: ["nein"] }).parse("ja")),
      valibot: "a step of a pipe",
      ajv: "no",
    },
    {
      title: "Conversions and defaults change the input",
      validlib: () => changes(Dict({ a: Int({ coerce: true }) })),
      zod: () => changes((value) => z.object({ a: z.coerce.number() }).parse(value)),
      valibot: () => changes((value) => v.parse(v.object({ a: v.pipe(v.string(), v.transform(Number)) }), value)),
      ajv: () => changes(ajv(object, { coerceTypes: true })),
    },
  ],
  "Hostile input": [
    {
      title: "Arrays nested 20,000 deep",
      validlib: () => outcome(() => (validlibTree.safe(deepArray).ok ? "valid" : "an ordinary error")),
      zod: () => outcome(() => zodTakes(zodTree, deepArray)),
      valibot: () => outcome(() => valibotTakes(valibotTree, deepArray)),
      ajv: () => outcome(() => ajv({ $id: "tree", type: "array", items: { $ref: "tree" } })(deepArray)),
    },
    {
      title: `The pattern \`${HANGS}\``,
      validlib: () => hangs((text) => Str({ pattern: HANGS }).is(text)),
      zod: () => {
        const schema = z.string().regex(new RegExp(HANGS));
        return hangs((text) => zodTakes(schema, text));
      },
      valibot: () => {
        const schema = v.pipe(v.string(), v.regex(new RegExp(HANGS)));
        return hangs((text) => valibotTakes(schema, text));
      },
      ajv: () => `${hangs(ajv({ type: "string", pattern: HANGS }))}; \`code.regExp\``,
    },
    {
      title: "Most errors of a call",
      validlib: "10,000, or what you say",
      zod: "no bound",
      valibot: "no bound; `abortEarly`",
      ajv: "1; `allErrors`: no bound",
    },
    {
      title: "An integer beyond the safe range, 2^53",
      validlib: () => (Int().is(2 ** 53) ? "taken" : "refused"),
      zod: () => (zodTakes(z.int(), 2 ** 53) ? "taken" : "refused"),
      valibot: () => (valibotTakes(v.pipe(v.number(), v.integer()), 2 ** 53) ? "taken" : "refused; `safeInteger`"),
      ajv: () => (ajv({ type: "integer" })(2 ** 53) ? "taken" : "refused"),
    },
    {
      title: "Works where code may not be generated",
      validlib: "yes; slower",
      zod: "yes; slower",
      valibot: "yes",
      ajv: "if compiled in advance",
    },
    {
      title: "Compiled in advance to a module that does without the library",
      validlib: "yes; some parameters are not",
      zod: "no",
      valibot: "no",
      ajv: "yes: standalone code",
    },
  ],
  Schemas: [
    {
      title: "Unions discriminated by a tag",
      validlib: () =>
        yes(OneOf([Dict({ k: Const("a") }), Dict({ k: Const("b") })], { discriminator: "k" }).is({ k: "b" })),
      zod: () =>
        yes(
          zodTakes(z.discriminatedUnion("k", [z.object({ k: z.literal("a") }), z.object({ k: z.literal("b") })]), {
            k: "b",
          }),
        ),
      valibot: () =>
        yes(
          valibotTakes(v.variant("k", [v.object({ k: v.literal("a") }), v.object({ k: v.literal("b") })]), { k: "b" }),
        ),
      ajv: "an option",
    },
    {
      title: "Unions discriminated by a tag, inside another such union",
      validlib: () => {
        const inner = OneOf([Dict({ k: Const("b") }), Dict({ k: Const("c") })], { discriminator: "k" });
        return yes(OneOf([Dict({ k: Const("a") }), inner], { discriminator: "k" }).is({ k: "c" }));
      },
      zod: () => {
        const of = (k) => z.object({ k: z.literal(k) });
        const inner = z.discriminatedUnion("k", [of("b"), of("c")]);
        return yes(zodTakes(z.discriminatedUnion("k", [of("a"), inner]), { k: "c" }));
      },
      valibot: () => {
        const of = (k) => v.object({ k: v.literal(k) });
        return yes(valibotTakes(v.variant("k", [of("a"), v.variant("k", [of("b"), of("c")])]), { k: "c" }));
      },
      ajv: "no",
    },
    {
      title: "Names of keys that differ in the input",
      validlib: () => {
        const person = Dict({ firstName: Str() }, { names: "snake" });
        return yes(person({ first_name: "Ada" }).firstName === "Ada");
      },
      zod: "a transform",
      valibot: "a transform",
      ajv: "no",
    },
    {
      title: "Groups of keys: exactly one of `email` and `phone`",
      validlib: () => {
        const parameters = { optional: ["email", "phone"], exactly_one: [["email", "phone"]] };
        return yes(!Dict({ email: Str(), phone: Str() }, parameters).is({}));
      },
      zod: "a refinement",
      valibot: "a check",
      ajv: () => {
        const groups = { type: "object", oneOf: [{ required: ["email"] }, { required: ["phone"] }] };
        return yes(ajv(groups)({ email: "" }) && !ajv(groups)({}));
      },
    },
    {
      title: "All keys of nested objects optional: `deepPartial`",
      validlib: () => yes(validlib.deepPartial(Dict({ a: Dict({ b: Int() }) })).is({ a: {} })),
      zod: () => yes("deepPartial" in z.object({})),
      valibot: () => yes("deepPartial" in v),
      ajv: "no",
    },
    {
      title: "A check across fields, at the path of one of them",
      validlib: () => {
        const check = Check((it) => it.a < it.b, { path: ["b"] });
        return yes(AllOf(Dict({ a: Int(), b: Int() }), check).safe({ a: 2, b: 1 }).error.issues[0].path[0] === "b");
      },
      zod: () => {
        const schema = z.object({ a: z.int(), b: z.int() }).refine((it) => it.a < it.b, { path: ["b"] });
        return yes(schema.safeParse({ a: 2, b: 1 }).error.issues[0].path[0] === "b");
      },
      valibot: "yes: `forward`",
      ajv: "a keyword of your own; `$data`",
    },
    {
      title: "The same check beside other errors",
      validlib: () => {
        const check = Check((it) => it.a < it.b, { path: ["b"], keys: ["a", "b"] });
        const { error } = AllOf(Dict({ a: Int(), b: Int(), c: Int() }), check).safe({ a: 2, b: 1, c: "" });
        return yes(error.issues.length === 2);
      },
      zod: () => {
        const when = () => true;
        const schema = z
          .object({ a: z.int(), b: z.int(), c: z.int() })
          .refine((it) => it.a < it.b, { path: ["b"], when });
        return schema.safeParse({ a: 2, b: 1, c: "" }).error.issues.length === 2 ? "yes: `when`" : "no";
      },
      valibot: () => {
        const fields = v.object({ a: v.number(), b: v.number(), c: v.number() });
        const paths = [["a"], ["b"]];
        const schema = v.pipe(
          fields,
          v.partialCheck(paths, (it) => it.a < it.b, "less"),
        );
        return v.safeParse(schema, { a: 2, b: 1, c: "" }).issues.length === 2 ? "yes: `partialCheck`" : "no";
      },
      ajv: "a keyword of your own; `allErrors`",
    },
    {
      title: "Asynchronous checks",
      validlib: () => yes(Check(async () => true, { async: true }).safeAsync(1) instanceof Promise),
      zod: () =>
        yes(
          z
            .string()
            .refine(async () => true)
            .safeParseAsync("a") instanceof Promise,
        ),
      valibot: () => yes(typeof v.parseAsync === "function"),
      ajv: "yes: `$async`",
    },
    {
      title: "Several errors from one check",
      validlib: () => {
        const check = Check((_, fail) => {
          fail({ path: ["a"] });
          fail({ path: ["b"] });
        });
        return yes(check.safe({}).error.length === 2);
      },
      zod: () => {
        const schema = z.any().superRefine((_, context) => {
          context.addIssue({ code: "custom", path: ["a"] });
          context.addIssue({ code: "custom", path: ["b"] });
        });
        return yes(schema.safeParse({}).error.issues.length === 2);
      },
      valibot: () => {
        const check = v.rawCheck(({ addIssue }) => {
          addIssue();
          addIssue();
        });
        return yes(v.safeParse(v.pipe(v.any(), check), {}).issues.length === 2);
      },
      ajv: "a keyword of your own",
    },
    {
      title: "Several errors from one conversion, each at its place",
      validlib: () => {
        const make = (_, fail) => fail({ path: ["a"] }) || fail({ path: ["b"] });
        return yes(Transform(make, { reports: true }).safe({}).error.length === 2);
      },
      zod: () => {
        const schema = z.any().transform((_, context) => {
          context.addIssue({ code: "custom", path: ["a"] });
          context.addIssue({ code: "custom", path: ["b"] });
          return z.NEVER;
        });
        return yes(schema.safeParse({}).error.issues.length === 2);
      },
      valibot: () => {
        const transform = v.rawTransform(({ addIssue, NEVER }) => {
          addIssue();
          addIssue();
          return NEVER;
        });
        return yes(v.safeParse(v.pipe(v.any(), transform), {}).issues.length === 2);
      },
      ajv: "no",
    },
    {
      title: "A value in place of an invalid one",
      validlib: () => yes(validlib.Fallback(Int(), 5)("x") === 5),
      zod: () => yes(z.number().catch(5).parse("x") === 5),
      valibot: () => yes(v.parse(v.fallback(v.number(), 5), "x") === 5),
      ajv: "no",
    },
    {
      title: "Back from the result to the input (codecs)",
      validlib: () => yes(AllOf(Str(), Transform(Number, { encode: String })).encode(5) === "5"),
      zod: () => yes(z.encode(z.codec(z.string(), z.number(), { decode: Number, encode: String }), 5) === "5"),
      valibot: () => yes(v.encode !== undefined),
      ajv: "no",
    },
    {
      title: "Intersections",
      validlib: () => {
        const objects = validlib.merge(Dict({ a: Int() }), Dict({ b: Int() }));
        const numbers = AllOf(Int({ min: 1 }), Int({ max: 9 }));
        const tests = [
          objects.is({ a: 1, b: 2 }) && !objects.is({ a: 1 }) && !objects.is({ b: 2 }),
          numbers.is(5) && !numbers.is(0) && !numbers.is(10),
        ];
        return tests.every(Boolean) ? "`merge`, `AllOf`" : "**no**";
      },
      zod: () => yes(z.intersection(z.int().min(1), z.int().max(9)).parse(5) === 5),
      valibot: () => yes(v.safeParse(v.intersect([v.number(), v.pipe(v.number(), v.maxValue(9))]), 5).success),
      ajv: "`allOf`",
    },
    {
      title: "Texts by their parts, with a template literal type",
      validlib: () =>
        yes(validlib.Template(["v", Int({ max: 9 })]).is("v5") && !validlib.Template(["v", Int({ max: 9 })]).is("v10")),
      zod: () => yes(z.templateLiteral(["v", z.int()]).safeParse("v5").success),
      valibot: "a pattern",
      ajv: "a pattern",
    },
    {
      title: "Recursive types without an annotation",
      validlib: () => {
        const node = Dict({
          name: Str(),
          get children() {
            return List(node);
          },
        });
        return yes(node.is({ name: "a", children: [{ name: "b", children: [] }] }));
      },
      zod: () => {
        const node = z.object({
          name: z.string(),
          get children() {
            return z.array(node);
          },
        });
        return yes(zodTakes(node, { name: "a", children: [] }));
      },
      valibot: "no",
      ajv: "no",
    },
    {
      title: "Tuples with optional items and a rest, in their types, too",
      validlib: () => {
        const tuple = validlib.Tuple([Str(), Optional(Int())], { rest: Bool() });
        return yes(tuple.is(["a"]) && tuple.is(["a", 1, true]) && !tuple.is(["a", true]));
      },
      zod: () => yes(zodTakes(z.tuple([z.string(), z.int().optional()], z.boolean()), ["a"])),
      valibot: () => yes(valibotTakes(v.tupleWithRest([v.string(), v.optional(v.number())], v.boolean()), ["a"])),
      ajv: "`prefixItems`, `minItems`",
    },
    {
      title: "Any JSON value, with its type",
      validlib: () => yes(validlib.Json().is([{ a: null }]) && !validlib.Json().is(undefined)),
      zod: () => yes(zodTakes(z.json(), [{ a: null }]) && !zodTakes(z.json(), undefined)),
      valibot: "a `lazy` union",
      ajv: "the schema `true`, without a type",
    },
    {
      title: "Integers for generators of other languages: `format: int64` in JSON Schema",
      validlib: () => yes(validlib.toJsonSchema(Int(), { int64: true }).format === "int64"),
      zod: () => yes(z.toJSONSchema(z.int()).format === "int64"),
      valibot: "no",
      ajv: "part of the schema",
    },
    {
      title: "Length of `😀`",
      validlib: () => (Str({ maxlen: 1 }).is("😀") ? "1" : "2"),
      zod: () => (zodTakes(z.string().max(1), "😀") ? "1" : "2"),
      valibot: () => (valibotTakes(v.pipe(v.string(), v.maxLength(1)), "😀") ? "1" : "2; `maxGraphemes`"),
      ajv: () => (ajv({ type: "string", maxLength: 1 })("😀") ? "1" : "2"),
    },
    {
      title: "19.99 is a multiple of 0.01",
      validlib: () => yes(Float({ multiple_of: 0.01 }).is(19.99)),
      zod: () => yes(zodTakes(z.number().multipleOf(0.01), 19.99)),
      valibot: () => yes(valibotTakes(v.pipe(v.number(), v.multipleOf(0.01)), 19.99)),
      ajv: () => `${yes(ajv({ multipleOf: 0.01 })(19.99))}; \`multipleOfPrecision\``,
    },
    {
      title: "Formats by name: email addresses, UUIDs and others",
      validlib: () => yes(!Str({ format: "email" }).is("x")),
      zod: () => yes(!zodTakes(z.email(), "x")),
      valibot: () => yes(!valibotTakes(v.pipe(v.string(), v.email()), "x")),
      ajv: "`ajv-formats`",
    },
    {
      title: "Dates as Temporal values",
      validlib: () => yes(validlib.Date({ format: "iso" })("2026-02-28").dayOfWeek === 6),
      zod: "no: text, or `Date`",
      valibot: "no: text, or `Date`",
      ajv: "no: text",
    },
    {
      title: "Schemas as data: written, loaded, changed by path",
      validlib: () => yes(validlib.load(Int({ min: 1 }).dump()).equals(Int({ min: 1 }))),
      zod: "as JSON Schema",
      valibot: "no",
      ajv: "schemas are data",
    },
    {
      title: "Descriptions, examples and other metadata",
      validlib: () => yes(Int({ meta: { description: "x" } }).meta.description === "x"),
      zod: () => yes(z.int().meta({ description: "x" }).meta().description === "x"),
      valibot: () => yes(typeof v.metadata === "function"),
      ajv: "part of the schema",
    },
    {
      title: "Writes JSON Schema",
      validlib: () => yes(validlib.toJsonSchema(Int()).type === "integer"),
      zod: () => yes(z.toJSONSchema(z.int()).type === "integer"),
      valibot: "`@valibot/to-json-schema`",
      ajv: "it is the language",
    },
    {
      title: "Writes schemas for answers of models, and reads the answers",
      validlib: () => yes(toJsonSchema(answer, { target: "llm" }).required.length === 1 && answer.safe({ a: null }).ok),
      zod: "OpenAI's package writes them",
      valibot: "no",
      ajv: "no",
    },
    {
      title: "Reads JSON Schema",
      validlib: "all of it, each draft",
      zod: () => `${z.fromJSONSchema === undefined ? "no" : "a part of it"}`,
      valibot: "no",
      ajv: "all of it, each draft",
    },
    {
      title: "Static types",
      validlib: "inferred",
      zod: "inferred",
      valibot: "inferred",
      ajv: "`JSONSchemaType`, declared by you",
    },
    {
      title: "[Standard Schema](https://standardschema.dev)",
      validlib: () => yes("~standard" in Int()),
      zod: () => yes("~standard" in z.int()),
      valibot: () => yes("~standard" in v.number()),
      ajv: "no",
    },
  ],
  Errors: [
    {
      title: "All errors of a value, if nothing is said",
      validlib: () => yes(Dict({ a: Int(), b: Int() }).safe({}).error.length === 2),
      zod: () => yes(z.object({ a: z.int(), b: z.int() }).safeParse({}).error.issues.length === 2),
      valibot: () => yes(v.safeParse(v.object({ a: v.number(), b: v.string() }), { a: "", b: 1 }).issues.length === 2),
      ajv: () => {
        const validate = ajv({ required: ["a", "b"] });
        validate({});
        return `${yes(validate.errors.length === 2)}; \`allErrors\``;
      },
    },
    {
      title: "A message of your own at each rule of a schema",
      validlib: () => yes(Str({ minlen: 1, messages: { minlen: "x" } }).safe("").error.issues[0].message === "x"),
      zod: () => yes(z.string().min(1, "x").safeParse("").error.issues[0].message === "x"),
      valibot: () => yes(v.safeParse(v.pipe(v.string(), v.minLength(1, "x")), "").issues[0].message === "x"),
      ajv: "`ajv-errors`",
    },
    {
      title: "Errors that do not contain the value, such as a password",
      validlib: () => {
        const { error } = Str({ options: ["a"], secret: true }).safe("hunter");
        return JSON.stringify([error, error.message, String(error)]).includes("hunter")
          ? "**no**"
          : "those of validators with `secret`";
      },
      zod: () => {
        const { error } = z.enum(["a"]).safeParse("hunter");
        return JSON.stringify([error.issues, error.message]).includes("hunter")
          ? "no"
          : "all, unless `reportInput` is set";
      },
      valibot: () => {
        const { issues } = v.safeParse(v.picklist(["a"]), "hunter");
        return JSON.stringify(issues).includes("hunter") ? "none" : "all";
      },
      ajv: () => {
        const validate = ajv({ enum: ["a"] });
        validate("hunter");
        return JSON.stringify(validate.errors).includes("hunter") ? "no" : "all, unless `verbose` is set";
      },
    },
    {
      title: "Translated messages that come with it",
      validlib: () => {
        const folder = new URL("../src/text/locales/", import.meta.url);
        return `${readdirSync(folder).filter((name) => name !== "locale.ts").length} languages`;
      },
      zod: () => `${Object.keys(z.locales).length} languages`,
      valibot: "`@valibot/i18n`",
      ajv: "`ajv-i18n`",
    },
    {
      title: "Language chosen for each call, nothing global",
      validlib: () => {
        const locale = { code: "de", messages: { missing_key: "Pflichtfeld." } };
        return yes(Dict({ a: Int() }).safe({}, { locale }).error.issues[0].message === "Pflichtfeld.");
      },
      zod: () => yes(z.int().safeParse("", { error: () => "x" }).error.issues[0].message === "x"),
      valibot: () => yes(v.safeParse(v.pipe(v.number()), "", { lang: "de" }).issues[0].lang === "de"),
      ajv: "of the errors, afterwards",
    },
  ],
  "Around it": [
    {
      title: "Plugins for servers that come with it",
      validlib: "Fastify, Express, Hono, Nest, Fetch",
      zod: "by others, for almost everything",
      valibot: "by others, for many",
      ajv: "the default of Fastify",
    },
    {
      title: "All invalid parts of a request in one answer",
      validlib: "yes",
      zod: "of the plugin",
      valibot: "of the plugin",
      ajv: "no: Fastify stops at the first",
    },
    {
      title: "A command that checks files",
      validlib: "yes",
      zod: "no",
      valibot: "no",
      ajv: "`ajv-cli`",
    },
    {
      title: "Size in a browser: an email address and a password",
      validlib: () =>
        size(
          `import { Dict, Str } from ${own};`,
          'Dict({ email: Str({ format: "email" }), password: Str({ minlen: 12 }) })',
        ),
      zod: async () =>
        `${await size('import * as z from "zod";', zodForm)}; \`zod/mini\` ${await size('import * as z from "zod/mini";', "z.object({ email: z.email(), password: z.string().check(z.minLength(12)) })")}`,
      valibot: () =>
        size(
          'import * as v from "valibot";',
          "(it) => v.safeParse(v.object({ email: v.pipe(v.string(), v.email()), password: v.pipe(v.string(), v.minLength(12)) }), it)",
        ),
      ajv: () =>
        size(
          'import Ajv from "ajv";',
          'new Ajv().compile({ type: "object", properties: { email: { type: "string" }, password: { type: "string", minLength: 12 } } })',
        ),
    },
    {
      title: "The same, compiled in advance",
      validlib: "7 kB; 4 kB with `--small`",
      zod: "no",
      valibot: "no",
      ajv: "standalone code",
    },
    {
      title: "Packages it depends on at run time",
      validlib: () => dependencies(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))),
      zod: () => dependencies(manifest("zod")),
      valibot: () => dependencies(manifest("valibot")),
      ajv: () => dependencies(manifest("ajv")),
    },
    {
      title: "Parts that are no JavaScript",
      validlib: "an addon in C++, optional",
      zod: "none",
      valibot: "none",
      ajv: "none",
    },
    {
      title: "Age, users, answers on the Web",
      validlib: "**new; not published yet**",
      zod: "years, very many",
      valibot: "years, many",
      ajv: "years, very many",
    },
  ],
};
