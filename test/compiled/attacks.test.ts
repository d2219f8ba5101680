/** Texts of a schema that would be code if they were not quoted, wherever a validator has a text. */
import "../support/fresh.ts";
import { parseAst } from "rolldown/parseAst";
import { afterEach, expect, test } from "vitest";
import {
  AllOf,
  Check,
  Const,
  Default,
  Dict,
  fromJsonSchema,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  Str,
  Transform,
  type Validator,
} from "../../src/index.ts";
import { compile } from "../../src/interop/compiled/compile.ts";
import { freeNames, type Node } from "../../src/interop/compiled/free.ts";
import type { Compiled } from "../../src/runtime/index.ts";
import { sweep } from "../support/sweep.ts";
import { evaluate } from "./evaluate.ts";
import { outcome } from "./outcome.ts";

afterEach(() => instances.clear());

const HIT = "globalThis.hit = 1";
const TEXTS: readonly string[] = [
  // Out of quotes, templates, comments, expressions, brackets, and of the line.
  ...[`"); ${HIT}; ("`, `'); ${HIT}; ('`, `\`); ${HIT}; (\``, `\${${HIT}}`, `\`\${${HIT}}\``, `"+(${HIT})+"`],
  ...[`*/ ${HIT} /*`, `// ${HIT}`, `--> ${HIT}`, `<!-- ${HIT}`, `/; ${HIT}; /`, `]/; ${HIT}; /[`],
  ...[
    `a]; ${HIT}; [`,
    `] = 1; ${HIT}`,
    `}; ${HIT}; {`,
    `): ${HIT}; case (1`,
    `a: ${HIT}, b`,
    `[${HIT}]`,
    `...(${HIT})`,
  ],
  ...[`\n${HIT}`, `\r${HIT}`, `\u2028${HIT}`, `\u2029${HIT}`, `\\\n${HIT}`, `\u0085${HIT}`, `\0${HIT}`],
  ...["\\", '\\"', "\\'", "\\`", '\\\\"', "\\u0022", "\\x27", "\u202e", "\ufeff", "\ud800", "\udfff"],
  ...["</script>", "<script>", "<!--", "]]>", "%{0}", "{expected}", "{actual}", "{", "}"],
  // Names that mean something.
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "default", "await", "eval"],
  ...[
    "value",
    "item",
    "key",
    "made0",
    "next",
    "found",
    "listed",
    "result",
    "MISS",
    "texts",
    "report",
    "root",
    "copyRoot",
  ],
  ...["0", "-1", "1e3", "a-b", "a b", "", "𝒳", "é", "get", "set", "async", "static", "import.meta", "new.target"],
];

/** As a pattern that is the text. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
const under = <T>(key: string, value: T): Record<string, T> => Object.fromEntries([[key, value]]);

/** Where a schema may have a text. Each is made anew, as an ID is taken once. */
const PLACES: Readonly<Record<string, (text: string) => Validator>> = {
  "an option": (text) => Str({ options: [text, "other"] }),
  "one of many options": (text) => Str({ options: [..."abcdefghijkl", text] }),
  "a constant": (text) => Const(text),
  "a pattern": (text) => Str({ pattern: escaped(text) }),
  "a pattern, in a member": (text) => Dict({ a: Str({ pattern: escaped(text) }) }),
  "a class of a pattern": (text) => Str({ pattern: `[${escaped(text)}]` }),
  "a key": (text) => Dict(under(text, Int()) as never),
  "a key that is kept": (text) => Dict(under(text, Int()) as never, { unknown: "keep" }),
  "a key that may be missing": (text) => Dict(under(text, Int()) as never, { optional: [text] as never }),
  "a key whose null is none": (text) =>
    Dict(under(text, Int()) as never, { optional: [text], null_is_absent: true } as never),
  "keys inside each other": (text) => Dict(under(text, List(Dict(under(text, Str()) as never))) as never),
  "a key with a default": (text) => Dict(under(text, Str()) as never, { defaults: under(text, text) } as never),
  "a default with keys": (text) =>
    Dict({ a: Default(Dict(under(text, Str()) as never), under(text, text) as never) }) as never,
  "a discriminator": (text) =>
    OneOf([Dict(under(text, Const("a")) as never), Dict({ ...under(text, Const("b")), n: Int() } as never)] as never, {
      discriminator: text,
    }) as never,
  "a tag": (text) =>
    OneOf([Dict({ kind: Const(text), n: Int() }), Dict({ kind: Const("other tag") })], {
      discriminator: "kind",
    }) as never,
  "an ID": (text) => List(Str({ minlen: 1, alias: text })),
  "a reference": (text) => {
    Dict({ a: Int() }, { alias: text });
    return List(LazyRef(text));
  },
  "a message": (text) =>
    AllOf(
      Str(),
      Check(() => false, { message: text, code: "own" }),
    ) as never,
  "a code": (text) =>
    AllOf(
      Str(),
      Check(() => false, { code: text, message: "no" }),
    ) as never,
  "a path": (text) =>
    AllOf(
      Str(),
      Check(() => false, { path: [text] }),
    ) as never,
  metadata: (text) => Str({ meta: { title: text, description: text, id: text, examples: [text] } }),
  "the name of a function": (text) =>
    AllOf(Str(), Transform(Object.defineProperty((one: string) => one, "name", { value: text }))) as never,
  "a shared part": (text) => {
    const shared = Dict({ a: Int() });
    return Dict({ ...under(text, shared), other: List(shared) } as never) as never;
  },
  "JSON Schema": (text) =>
    fromJsonSchema({
      type: "object",
      properties: { ...under(text, { $ref: "#/$defs/one" }), other: { $ref: "#/$defs/one" } },
      required: [text],
      additionalProperties: false,
      $defs: { one: { type: "object", title: text, properties: under(text, { enum: [text] }) } },
    } as never),
};

const valuesWith = (text: string): unknown[] => [
  ...[text, `${text}x`, text.slice(0, 1), "other", "", 1, null, [], [text], [{ a: 1 }], {}],
  ...[1, text, null, "a", {}, { a: 1 }, [under(text, text)], under(text, text)].map((one) => under(text, one)),
  ...[{ kind: text, n: 1 }, { kind: text }, { ...under(text, "b"), n: 1 }, { a: text }, { a: under(text, 1) }],
  { ...under(text, { a: 1 }), other: [{ a: 1 }] },
  { ...under(text, under(text, text)), other: under(text, "no") },
];

/** The names in a module, outside of texts, that it neither declares nor imports, but for those of the language. */
function foreignNames(code: string): string[] {
  const program = parseAst(code) as unknown as Node & { readonly body: readonly Node[] };
  const statements = program.body.map((one) => (one.declaration as Node | null | undefined) ?? one);
  const declaring = statements.flatMap((one) => [one, ...[one.specifiers, one.declarations].flat()]);
  const names = new Set(
    (declaring as (Record<"local" | "id", Node | undefined> | undefined)[]).map((one) => (one?.local ?? one?.id)?.name),
  );
  return [...freeNames(program)].filter((name) => !names.has(name));
}

test.each(Object.keys(PLACES))("no text is code as %s, and the answers are those of the library", (place) => {
  // By turns, so that all texts come, whatever the place.
  const first = Object.keys(PLACES).indexOf(place);
  const texts = sweep(
    TEXTS.filter((_, index) => (index + first) % 5 === 0),
    TEXTS,
  );
  let count = 0;
  for (const text of texts) {
    instances.clear();
    let validator: Validator;
    try {
      validator = (PLACES[place] as (text: string) => Validator)(text);
    } catch {
      // Not every text is an ID, a code, or an option.
      continue;
    }
    let code: string;
    try {
      ({ code } = compile({ root: validator }, { find: (given) => ({ text: String(given) }) }));
    } catch (error) {
      if (!(error as Error).message.includes("cannot be compiled: ")) throw error;
      continue;
    }
    count++;
    expect(foreignNames(code), code).toEqual([]);
    const made = evaluate(code).root as Compiled;
    const values = valuesWith(text);
    const [before, after] = [validator, made].map((one) =>
      values.map((value) => [outcome(() => one.safe(value)), one.is(value)]),
    );
    expect(after, code).toEqual(before);
  }
  expect("hit" in globalThis).toBe(false);
  expect(count).toBeGreaterThan(texts.length / 3);
});

test.each(TEXTS)("no name of a source is code: %j", (text) => {
  const names = [text, `./${text}.ts`];
  for (const source of names) {
    const options = { source, from: source, runtime: source, find: () => ({ module: source, name: "given" }) };
    const schema = AllOf(
      Str(),
      Check(() => true),
    );
    const { code, declarations } = compile({ root: schema }, options);
    expect(code.split(/[\n\r\u2028\u2029]/)[0]).toMatch(/^\/\/ Compiled by .* Do not edit\.$/);
    const imported = (parseAst(code).body as { type: string; source?: { value?: unknown } }[]).flatMap((one) =>
      one.type === "ImportDeclaration" ? [one.source?.value] : [],
    );
    expect(new Set(imported)).toEqual(new Set([source]));
    expect(() => parseAst(declarations, { lang: "dts" } as never)).not.toThrow();
    expect(declarations.split(HIT).length - 1).toBe(text.includes(HIT) ? 3 : 0);
  }
});
