import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FloatValueError, InvalidTypeError, JsonDecodeError, ValidationError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Bool,
  Const,
  Dict,
  Float,
  Int,
  LazyRef,
  List,
  OneOf,
  Str,
  Tuple,
  Validator,
} from "../../src/index.ts";
import { type Engine, engine, type JsonLimits, type JsonSource, useEngine } from "../../src/json/engine.ts";
import { pure } from "../../src/json/pure.ts";
import { allCases, cases, mutations, reference } from "./corpus.ts";

/** Every engine passes the same tests. */
const engines: Engine[] = [pure];

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const MIB = 2 ** 20;

/** JSON text that keeps what `JSON.stringify` loses: -0 and infinities. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "number") {
    return Object.is(value, -0) ? "-0" : Number.isFinite(value) ? String(value) : value < 0 ? "-1e999" : "1e999";
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)}}`;
}

function refused(validator: Validator, source: JsonSource, limits?: JsonLimits): ValidationError {
  const result = validator.safeJson(source, limits);
  expect(result.ok).toBe(false);
  return (result as { error: ValidationError }).error;
}

function undecoded(source: JsonSource, limits?: JsonLimits): JsonDecodeError {
  const error = refused(Any(), source, limits);
  expect(error).toBeInstanceOf(JsonDecodeError);
  return error as JsonDecodeError;
}

/** All three entry points, asked at once: the value, or the error they agree on. */
function judge(validator: Validator, source: JsonSource, limits?: JsonLimits): { value: unknown } | ValidationError {
  const result = validator.safeJson(source, limits);
  expect(validator.isJson(source, limits)).toBe(result.ok);
  if (result.ok) {
    expect(validator.json(source, limits)).toEqual(result.value);
    return { value: result.value };
  }
  try {
    validator.json(source, limits);
  } catch (error) {
    expect((error as ValidationError).equals(result.error)).toBe(true);
    return result.error;
  }
  throw new Error("json() should throw what safeJson() returns");
}

describe.each(engines)("JSON text, by the $impl engine:", (tested) => {
  let before: Engine;
  beforeAll(() => {
    before = engine();
    useEngine(tested);
  });
  afterAll(() => useEngine(before));

  describe("what is JSON", () => {
    const deep = (id: string) => /^depth_.*_(\d+)$/.exec(id)?.[1] ?? "0";

    test("bytes have the verdict and the value JSON.parse gives them, on the whole corpus", () => {
      const any = Any();
      const verdicts = { accepted: 0, utf8: 0, syntax: 0, depth: 0 };
      for (const { id, bytes, accepted, stage, value } of cases) {
        const answer = judge(any, bytes());
        if (answer instanceof JsonDecodeError) {
          if (answer.reason === "depth") expect(Number(deep(id)), id).toBeGreaterThan(256);
          else
            expect([accepted, { json: "syntax", utf8: "utf8" }[stage ?? "json"]], id).toEqual([false, answer.reason]);
          verdicts[answer.reason as "depth"]++;
        } else {
          expect(accepted, id).toBe(true);
          const text = canonical((answer as { value: unknown }).value);
          if (value !== undefined) expect(text, id).toBe(value);
          expect(text, id).toBe(canonical((reference(bytes()) as { value: unknown }).value));
          verdicts.accepted++;
        }
      }
      expect(verdicts).toMatchInlineSnapshot(`
        {
          "accepted": 1049,
          "depth": 63,
          "syntax": 1032,
          "utf8": 229,
        }
      `);
    });

    test("the corpus as strings has the same verdicts, but for byte order marks", () => {
      const any = Any();
      for (const { id, bytes, stage, tags } of cases) {
        if (stage === "utf8" || tags.includes("depth")) continue;
        const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes());
        const expected = reference(text);
        const answer = judge(any, text);
        if (typeof expected === "string") expect((answer as JsonDecodeError).reason, id).toBe("syntax");
        else expect(canonical((answer as { value: unknown }).value), id).toBe(canonical(expected.value));
      }
    });

    test("every one-byte mutation of a document has the verdict and the value JSON.parse gives it", () => {
      const any = Any();
      for (const bytes of mutations()) {
        const expected = reference(bytes);
        const result = any.safeJson(bytes);
        if (result.ok) expect(canonical(result.value)).toBe(canonical((expected as { value: unknown }).value));
        else expect({ syntax: "json" }[(result.error as JsonDecodeError).reason as string] ?? "utf8").toBe(expected);
      }
    });

    test("random bytes end in a result or a JsonDecodeError with a place in them", () => {
      const chunk = fc.oneof(fc.json().map(encode), fc.uint8Array({ maxLength: 8 }), fc.constantFrom(encode('{"a":[')));
      fc.assert(
        fc.property(fc.array(chunk, { maxLength: 3 }), (chunks) => {
          const bytes = Uint8Array.from(chunks.flatMap((one) => [...one]));
          const result = Any().safeJson(bytes);
          expect(result.ok).toBe(typeof reference(bytes) !== "string");
          if (result.ok) return;
          expect(result.error).toBeInstanceOf(JsonDecodeError);
          expect(result.error.offset).toBeGreaterThanOrEqual(0);
          expect(result.error.offset).toBeLessThanOrEqual(bytes.length);
        }),
        { numRuns: 1000 },
      );
    });

    test("the bytes may be any view on any buffer", () => {
      const whole = encode('xx[1,"é"]xx');
      const shared = new Uint8Array(new SharedArrayBuffer(9));
      shared.set(whole.subarray(2, 10));
      for (const source of [whole.subarray(2, 10), Buffer.from('[1,"é"]'), shared.subarray(0, 8)])
        expect(judge(Any(), source)).toEqual({ value: [1, "é"] });
      const detached = encode("[1]");
      structuredClone(detached.buffer, { transfer: [detached.buffer as ArrayBuffer] });
      expect(undecoded(detached)).toMatchObject({ reason: "syntax", offset: 0, line: 1, column: 1 });
    });

    test.each([
      ["an ArrayBuffer", new ArrayBuffer(2)],
      ["a Float32Array", new Float32Array(1)],
      ["a DataView", new DataView(new ArrayBuffer(2))],
      ["undefined", undefined],
      ["null", null],
      ["a number", 1],
      ["an array of bytes", [49]],
      ["a String object", Object("1")],
      ["an object", { length: 1, 0: 49 }],
    ])("%s is neither text nor bytes: TypeError from every entry point", (_, source) => {
      const any = Any();
      for (const call of ["json", "safeJson", "isJson"] as const)
        expect(() => any[call](source as never)).toThrow(TypeError);
    });
  });

  describe("JsonDecodeError", () => {
    test.each<[string, string, string, number, number, number]>([
      ["nothing", "", "syntax", 0, 1, 1],
      ["white space only", " \r\n\t", "syntax", 4, 2, 2],
      ["a trailing comma", '{\n  "a": 1,\n}', "syntax", 12, 3, 1],
      ["a second document", "1\n2", "syntax", 2, 2, 1],
      ["an unclosed string", '"ab', "syntax", 3, 1, 4],
      ["NaN", "[NaN]", "syntax", 1, 1, 2],
      ["characters of several bytes before it", '["é😀", nil]', "syntax", 9, 1, 9],
      ["a byte order mark within", "[\n\ufeff1]", "syntax", 2, 2, 1],
    ])("%s", (_, text, reason, offset, line, column) => {
      expect(undecoded(text)).toMatchObject({ reason, offset, line, column });
      const bytes = encode(text.slice(0, offset)).length;
      expect(undecoded(encode(text))).toMatchObject({ reason, offset: bytes, line, column });
      expect(undecoded(encode(`\ufeff${text}`))).toMatchObject({ reason, offset: bytes + 3, line, column });
    });

    test("a string may not begin with a byte order mark, bytes with one only", () => {
      expect(undecoded("\ufeff1")).toMatchObject({ reason: "syntax", offset: 0, line: 1, column: 1 });
      expect(judge(Int(), encode("\ufeff1"))).toEqual({ value: 1 });
      expect(undecoded(encode("\ufeff\ufeff1"))).toMatchObject({ reason: "syntax", offset: 3, line: 1, column: 1 });
    });

    test.each([
      ["a lone continuation byte", '["é', [0x80], '"]', 4, 1, 4],
      ["an overlong form", '[\n"', [0xc0, 0xaf], '"]', 3, 2, 2],
      ["an encoded surrogate", '"', [0xed, 0xa0, 0x80], '"', 1, 1, 2],
      ["a sequence cut short", "[\r\n", [0xf0, 0x9f, 0x98], "", 3, 2, 1],
    ])("%s is no UTF-8", (_, start, middle, end, offset, line, column) => {
      const bytes = Uint8Array.from([...encode(start), ...middle, ...encode(end)]);
      expect(undecoded(bytes)).toMatchObject({ reason: "utf8", offset, line, column });
    });

    test("size is judged before depth, depth before UTF-8, UTF-8 before syntax", () => {
      const bytes = Uint8Array.from([...encode("x[[["), 0xff]);
      expect(undecoded(bytes, { maxBytes: 4, maxDepth: 2 }).reason).toBe("size");
      expect(undecoded(bytes, { maxBytes: 5, maxDepth: 2 })).toMatchObject({ reason: "depth", offset: 3 });
      expect(undecoded(bytes, { maxDepth: 3 })).toMatchObject({ reason: "utf8", offset: 4 });
      expect(undecoded(bytes.subarray(0, 4), { maxDepth: 3 })).toMatchObject({ reason: "syntax", offset: 0 });
    });

    test("says nothing an engine says, and repeats nothing of the text", () => {
      for (const { bytes, accepted } of cases) {
        if (accepted) continue;
        const { message } = undecoded(bytes());
        expect(message).toMatch(/^JsonDecodeError\(reason='(depth|utf8|syntax)', [\w=, ]*offset=\d+\)$/);
      }
      expect(undecoded('["secret"!').message).not.toContain("secret");
    });

    test("has no context and no cause, and is a ValidationError", () => {
      const error = undecoded("[");
      expect(error).toBeInstanceOf(ValidationError);
      expect([error.context, error.cause, error.length]).toEqual([[], undefined, 1]);
    });
  });

  describe("limits hold on every entry point:", () => {
    test.each<[string, JsonSource, JsonLimits, JsonLimits, string]>([
      ["maxBytes of bytes", encode('"é"'), { maxBytes: 4 }, { maxBytes: 3 }, "size"],
      ["maxBytes of a string, counted as UTF-8", '"é"', { maxBytes: 4 }, { maxBytes: 3 }, "size"],
      ["maxBytes of a string beyond the BMP", '"😀"', { maxBytes: 6 }, { maxBytes: 5 }, "size"],
      ["maxDepth of bytes", encode("[[[]]]"), { maxDepth: 3 }, { maxDepth: 2 }, "depth"],
      ["maxDepth of a string", '{"a":[{}]}', { maxDepth: 3 }, { maxDepth: 2 }, "depth"],
      ["maxDepth 0", "[]", { maxDepth: 1 }, { maxDepth: 0 }, "depth"],
    ])("%s", (_, source, enough, little, reason) => {
      expect(judge(Any(), source, enough)).toEqual(reference(source));
      expect(judge(Any(), source, little)).toMatchObject({ reason });
    });

    test("the limit and the excess are told", () => {
      expect(undecoded("[[[[1]]]]", { maxDepth: 2 })).toMatchObject({ expected: 2, actual: 3, offset: 2 });
      expect(undecoded(encode("[1,2,3]"), { maxBytes: 5 })).toMatchObject({ expected: 5, actual: 7, offset: 5 });
    });

    test("512 levels are the default", () => {
      const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
      expect(judge(Any(), nested(512))).toHaveProperty("value");
      expect(judge(Any(), nested(513))).toMatchObject({ reason: "depth", expected: 512, actual: 513, offset: 512 });
      expect(judge(Any(), encode(nested(513)))).toMatchObject({ reason: "depth", offset: 512 });
    });

    test("64 MiB are the default", () => {
      const bytes = new Uint8Array(64 * MIB + 1).fill(0x20);
      bytes[0] = 0x31;
      expect(Any().isJson(bytes)).toBe(false);
      expect(undecoded(bytes)).toMatchObject({ reason: "size", expected: 64 * MIB, actual: 64 * MIB + 1 });
      expect(Any().isJson(bytes.subarray(1))).toBe(false);
      expect(Any().json(bytes.subarray(0, 64 * MIB))).toBe(1);
    });

    test("maxErrors: as many errors are kept, and the verdict stays", () => {
      const list = List(Int());
      const text = '["a","b","c"]';
      for (const [maxErrors, length, truncated] of [
        [0, 0, true],
        [2, 2, true],
        [3, 3, false],
        [4, 3, false],
      ] as const) {
        const error = judge(list, text, { maxErrors }) as ValidationError;
        expect([error.length, error.truncated]).toEqual([length, truncated]);
      }
      const many = `[${'"x",'.repeat(10_000)}"x"]`;
      expect(refused(list, many)).toMatchObject({ length: 10_000, truncated: true });
      expect(refused(list, many, { maxErrors: 10_001 })).toMatchObject({ length: 10_001, truncated: false });
    });

    test.each(["maxBytes", "maxDepth", "maxErrors"])("%s must be a non-negative integer", (name) => {
      const any = Any();
      for (const value of [-1, 1.5, Number.NaN, "1", null])
        for (const call of ["json", "safeJson", "isJson"] as const)
          expect(() => any[call]("1", { [name]: value } as JsonLimits), `${call} ${value}`).toThrow(TypeError);
    });
  });

  describe("a validation error knows its place:", () => {
    // «context» stands where the error with that context is expected.
    function expectPlaces(validator: Validator, marked: string): void {
      const expected: { context: string; offset: number }[] = [];
      let text = "";
      for (const part of marked.split(/(«.*?»)/s)) {
        if (part.startsWith("«")) expected.push({ context: part.slice(1, -1), offset: text.length });
        else text += part;
      }
      const sources: [JsonSource, (offset: number) => number][] = [
        [text, (offset) => offset],
        [encode(text), (offset) => encode(text.slice(0, offset)).length],
        [encode(`\ufeff${text}`), (offset) => encode(text.slice(0, offset)).length + 3],
      ];
      for (const [source, offsetIn] of sources) {
        const found = [...refused(validator, source)].map((error) => {
          return { context: error.formatContext(), offset: error.offset, line: error.line, column: error.column };
        });
        const wanted = expected.map(({ context, offset }) => {
          const lines = text.slice(0, offset).split("\n");
          const column = [...(lines.at(-1) as string)].length + 1;
          return { context, offset: offsetIn(offset), line: lines.length, column };
        });
        const byContext = (a: { context: string }, b: { context: string }) => (a.context < b.context ? -1 : 1);
        expect(found.sort(byContext)).toEqual(wanted.sort(byContext));
      }
    }

    class Wrapped extends Validator {
      override check(input: unknown): unknown {
        return { deep: [input], "": input };
      }
    }

    test.each<[string, Validator, string]>([
      ["the root", Int(), '«»"x"'],
      ["the root after white space", Int(), ' \n\t«»"x"'],
      ["values", Dict({ a: Int(), b: Bool() }), '{"a": «a»"x", "b": «b»1}'],
      ["a value on a later line", Dict({ a: List(Int()) }), '{\r\n  "a": [\r\n    1,\r\n    «a.1»null\r\n  ]\r\n}'],
      ["items of nested lists", List(List(Int())), "[[1], [2, «1.1»[3]], «2»4]"],
      ["members of tuples", Tuple(Int(), Dict({ a: Str() })), '[«0»{}, {"a": «1.a»[]}]'],
      ["a tuple of the wrong length", List(Tuple(Int(), Int())), "[[1, 2], «1»[1]]"],
      ["a list of the wrong length", Dict({ a: List(Int(), { minlen: 2 }) }), '{"a" : «a»[1]}'],
      ["a missing key: the brace of its object", List(Dict({ a: Int() })), '[{"a":1}, «1.a»{}]'],
      ["two missing keys", Dict({ a: Int(), b: Int() }), " «a»«b»{}"],
      ["a forbidden key: its quote", Dict({}), '{ «x»"x" : 1}'],
      ["a forbidden key that is escaped", Dict({}), '{ «x»"\\u0078" : 1}'],
      [
        "an extra key and its value",
        Dict({}, { extra: [Str({ maxlen: 1 }), Int()] }),
        '{«ab.@KEY»"ab": «ab.@VALUE»"x"}',
      ],
      [
        "an invalid default: the brace of its object",
        Dict({ o: Dict({ a: Int() }, { defaults: { a: "x" } }) }),
        '{"o": «o.a»{}}',
      ],
      [
        "a member of an invalid default",
        Dict({ o: Dict({ a: List(Int()) }, { defaults: { a: ["x"] } }) }),
        '{"o": «o.a.0»{}}',
      ],
      [
        "a forbidden key in an invalid default",
        Dict({ o: Dict({ a: Dict({}) }, { defaults: { a: { x: 1 } } }) }),
        '{"o": «o.a.x»{}}',
      ],
      ["all of them at once", Dict({ a: Int(), m: Int() }), '«m»{«f»"f": [1], "a": «a»{"a": 1}}'],
      ["every step of OneOf", Dict({ a: OneOf(Int(), Bool()) }), '{"a": «a.#0»«a.#1»"x"}'],
      ["members inside a step of OneOf", List(OneOf(Int(), List(Int()))), '[1, «1.#0»[2, «1.#1.1»"x"]]'],
      ["a step of AllOf", List(AllOf(Int(), Int({ min: 5 }))), "[7, «1.#1»3, «2.#0»null]"],
      ["a key with dots", Dict({ "a.b": Int() }), '{"a.b": «[a.b]»""}'],
      ["an empty key", Dict({ "": Dict({ "": Int() }) }), '{"": {"": «.»""}}'],
      ["numeric keys", Dict({ 1: Int(), b: List(Int()) }), '{"b": [0, «b.1»""], "1": «1»""}'],
      ["the key __proto__", Dict({ ["__proto__"]: Int() }), '{"__proto__": «__proto__»""}'],
      [
        "after characters of several bytes",
        Dict({ "é😀": List(Str()) }),
        '{"é😀": ["é😀", «é😀.1»1, "\\ud83d\\ude00é", «é😀.3»2]}',
      ],
      ["after brackets and quotes in strings", List(Any(), { maxlen: 0 }), '  «»["]}\\"[{", "\\\\"]'],
      ["the last of equal keys", Dict({ a: Int() }), '{"a": "x", "a": 1, "\\u0061": «a»"yy"}'],
      ["the last of equal keys that are forbidden", Dict({}), '{"a": "x", «a»"a": 1}'],
      ["members of the last of equal keys", Dict({ a: List(Int()) }), '{"a": ["x", "y"], "a": [1, «a.1»"z"]}'],
      ["a key missing from the last of equal keys", Dict({ a: Dict({ b: Int() }) }), '{"a": {"b": "x"}, "a": «a.b»{}}'],
      [
        "the deepest ancestor of what a step made",
        Dict({ a: AllOf(new Wrapped(), Dict({ deep: List(Int()), "": Any() })) }),
        '{"a": «a.#1.deep.0»"x"}',
      ],
      ["a constant", List(Const(1)), "[1, «1»2]"],
    ])("%s", (_, validator, marked) => expectPlaces(validator, marked));

    test("references", () => {
      const node = Dict(
        { v: Int(), next: LazyRef("positions.node", { maxdepth: 2 }) },
        { optional: ["next"], alias: "positions.node" },
      );
      expectPlaces(node, '{"v": 1, "next": {"v": «next.v»"x", "next": {"v": 2}}}');
      expectPlaces(node, '{"v": 1, "next": {"v": 1, "next": {"v": 2, "next": «next.next.next»{}}}}');
    });

    test("a SchemaError is where its first error is", () => {
      const error = refused(List(Int()), '[1,\n "x", "y"]');
      expect([error.length, error.offset, error.line, error.column]).toEqual([2, 5, 2, 2]);
    });

    test("errors of JavaScript values have none", () => {
      const result = List(Int()).safe(["x"]);
      const [error] = (result as { error: ValidationError }).error;
      expect([error?.offset, error?.line, error?.column]).toEqual([undefined, undefined, undefined]);
    });

    test("whatever becomes of the caller's bytes, and of the order and context of the errors", () => {
      const bytes = encode('["a",\n"b"]');
      const error = refused(List(Int()), bytes);
      bytes.fill(0x0a);
      error.sort(true);
      for (const one of error) one.addContext("list");
      expect([...error].map((one) => [one.formatContext(), one.offset, one.line])).toEqual([
        ["list.1", 6, 2],
        ["list.0", 1, 1],
      ]);
    });

    test("10,000 errors in 16 MiB are found in one pass", () => {
      const item = `"${"é".repeat(800)}"`;
      const text = `[${Array(10_000).fill(item).join(",\n")}]`;
      const error = refused(List(Int()), encode(text));
      const start = performance.now();
      const found = [...error].map(({ offset, line, column }) => [offset, line, column]);
      expect(performance.now() - start).toBeLessThan(3000);
      expect(found).toEqual(found.map((_, index) => [1 + index * 1604, index + 1, index === 0 ? 2 : 1]));
    });
  });

  describe("hostile text", () => {
    test.each([
      ["[", 512],
      ['{"a":', 512 * 5],
      ["[{", 512],
    ])("64 MiB of %s are refused before they are parsed", (part, offset) => {
      const text = part.repeat(Math.floor((64 * MIB) / part.length));
      const start = performance.now();
      expect(undecoded(text)).toMatchObject({ reason: "depth", offset });
      const bytes = encode(text);
      expect(undecoded(bytes)).toMatchObject({ reason: "depth", offset });
      expect(performance.now() - start).toBeLessThan(2000);
    });

    test("the huge cases of the corpus end in a verdict", () => {
      const reasons = allCases
        .filter(({ size }) => size > 1_000_000 && size < 100 * MIB)
        .map(({ id, bytes }) => {
          const result = Any().safeJson(bytes());
          return [id, result.ok ? result.value : (result.error as JsonDecodeError).reason];
        });
      expect(Object.fromEntries(reasons)).toEqual({
        gen_depth_1e6: "depth",
        gen_open_16M: "depth",
        gen_obj_open_1e6: "depth",
        gen_string_64MB: "size",
        gen_keys_200k: { k: 0 },
      });
    });

    test("a text longer than any string is refused for its size, whatever maxBytes says", () => {
      const bytes = new Uint8Array(2 ** 29);
      expect(undecoded(bytes, { maxBytes: 2 ** 40 })).toMatchObject({ reason: "size" });
    });

    test("numbers of any length and size are JSON, and Int and Float say what they think of them", () => {
      const digits = "9".repeat(1_000_000);
      expect(judge(Any(), digits)).toEqual({ value: Number.POSITIVE_INFINITY });
      expect(judge(Int(), digits)).toBeInstanceOf(InvalidTypeError);
      expect(judge(Float(), "-1e400")).toBeInstanceOf(FloatValueError);
      expect(judge(Float({ inf: true }), "-1e400")).toEqual({ value: Number.NEGATIVE_INFINITY });
      expect(judge(Int(), "9007199254740993")).toEqual({ value: 9007199254740992 });
      expect(judge(Int(), "1e300")).toEqual({ value: 1e300 });
      expect(judge(Float(), `0.${"1".repeat(100_000)}`)).toEqual({ value: 0.1111111111111111 });
    });

    test("-0 becomes 0 in Int and Float, and stays in Any", () => {
      for (const [validator, zero] of [
        [Int(), 0],
        [Float(), 0],
        [Any(), -0],
      ] as const) {
        for (const text of ["-0", "-0.0", "-0e5"])
          expect(Object.is((judge(validator, text) as { value: unknown }).value, zero)).toBe(true);
      }
    });

    test("lone surrogates are characters like any other", () => {
      expect(judge(Str({ minlen: 1, maxlen: 1 }), '"\\ud800"')).toEqual({ value: "\ud800" });
      expect(judge(Str({ minlen: 1, maxlen: 1 }), '"\ud800"')).toEqual({ value: "\ud800" });
      expect(judge(Dict({ "\ud800": Int() }), encode('{"\\ud800": 1}'))).toEqual({ value: { "\ud800": 1 } });
      expect(refused(Dict({ "\ud800": Int() }), encode('{"\\ud800": ""}')).at(0)).toMatchObject({ offset: 11 });
    });

    test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "then", "length", "toJSON"])(
      "the key %s is a key like any other and touches no prototype",
      (key) => {
        const text = `{"${key}": {"polluted": 1}}`;
        const open = Dict({}, { extra: [Str(), Any()] });
        for (const validator of [Any(), open, Dict({ [key]: Any() })]) {
          const { value } = judge(validator, text) as { value: object };
          expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
          expect(Object.getOwnPropertyDescriptor(value, key)?.value).toEqual({ polluted: 1 });
        }
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        const [error] = refused(Dict({}), text);
        expect([error?.context, error?.offset]).toEqual([[key], 1]);
        expect([...refused(Dict({ [key]: Int() }), "{}")].map(({ context }) => context)).toEqual([[key]]);
      },
    );

    test("200,000 equal keys take the last, in linear time", () => {
      const text = `{${'"a":["x"],'.repeat(200_000)}"a":[1,"y"]}`;
      const start = performance.now();
      const [error] = refused(Dict({ a: List(Int()) }), text);
      expect([error?.formatContext(), error?.offset]).toEqual(["a.1", text.length - 5]);
      expect(performance.now() - start).toBeLessThan(2000);
    });
  });
});
