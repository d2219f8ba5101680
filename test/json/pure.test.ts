import { constants } from "node:buffer";
import { isNativeError } from "node:util/types";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { MAX_MAX_BYTES, pure } from "../../src/core/json/pure.ts";
import { Report } from "../../src/core/report/report.ts";
import { JsonDecodeError, ValidationError } from "../../src/exc.ts";
import { Any, Const, Dict, Int, LazyRef, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { cases, mutations, reference } from "./corpus.ts";
import { canonical, encode, undecoded, validate } from "./validate.ts";

describe("JSON text", () => {
  test("is a string or bytes", () => {
    expect(() => Any().json(5 as never)).toThrow(new TypeError("JSON text should be a string or a Uint8Array"));
  });

  test("has at most as many bytes as a string has units", () => {
    expect(MAX_MAX_BYTES).toBe(constants.MAX_STRING_LENGTH);
  });

  test("that is a string allows for as much work as it has UTF-16 units, not bytes", () => {
    const open = vi.spyOn(Report, "open");
    onTestFinished(() => open.mockRestore());
    expect(pure.parse(Any() as never, '"ééé"', { maxBytes: 10 })).toMatchObject({ value: "ééé" });
    class Liar extends Uint8Array {
      override get length(): number {
        return 2 ** 33;
      }
    }
    expect(pure.test(Any() as never, new Liar(encode('"ééé"')))).toBe(true);
    expect(open.mock.calls.map(([, , size]) => size)).toEqual([5, 8]);
  });

  test("in memory that another thread changes meanwhile is as it was at first", () => {
    const source = new Uint8Array(new SharedArrayBuffer(3));
    source.set([0x22, 0xff, 0x22]);
    const { decode } = TextDecoder.prototype;
    const decoding = vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(function (
      this: InstanceType<typeof TextDecoder>,
      bytes,
    ) {
      source.fill(0x20);
      return decode.call(this, bytes);
    });
    onTestFinished(() => decoding.mockRestore());
    expect(pure.parse(Any() as never, source).error).toMatchObject({ reason: "utf8", offset: 1 });
  });

  test("makes errors with a stack of calls only if they are thrown", () => {
    for (const text of ["[", '"a"']) {
      const errors = [undefined, true].map((stackless) => pure.parse(Int() as never, text, undefined, stackless).error);
      expect(errors.map((error) => isNativeError(error))).toEqual([true, false]);
    }
    expect(pure.impl).toBe("TypeScript");
  });

  test("bytes have the verdict and the value JSON.parse gives them, on the whole corpus", () => {
    const any = Any();
    const verdicts = { accepted: 0, utf8: 0, syntax: 0, depth: 0 };
    for (const { id, bytes, accepted, stage, value } of cases) {
      const answer = validate(any, bytes());
      if (answer instanceof JsonDecodeError) {
        // The cases that nest deeper than 512 levels are those that say so, mixed ones twice as deep.
        if (answer.reason === "depth") expect(id).toMatch(/^depth_(mixed_(5|\d{4})|\w+_(513|\d{4}))/);
        else expect([accepted, stage], id).toEqual([false, answer.reason === "syntax" ? "json" : answer.reason]);
        verdicts[answer.reason as "depth"]++;
      } else {
        expect(accepted, id).toBe(true);
        const text = canonical((answer as { value: unknown }).value);
        if (value !== undefined) expect(text, id).toBe(value);
        expect(text, id).toBe(canonical((reference(bytes()) as { value: unknown }).value));
        verdicts.accepted++;
      }
    }
    expect(verdicts).toEqual({ accepted: 1049, depth: 63, syntax: 1032, utf8: 229 });
  });

  test("the corpus as strings has the same verdicts, but for byte order marks", () => {
    const any = Any();
    for (const { id, bytes, stage, tags } of cases) {
      if (stage === "utf8" || tags.includes("depth")) continue;
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes());
      const expected = reference(text);
      const answer = validate(any, text);
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

  test("the bytes are those there are, whatever a subclass says of its length, its buffer or its members", () => {
    class Liar extends Uint8Array {
      override get length(): number {
        return 2;
      }
      override get byteLength(): number {
        return 2 ** 33;
      }
      override get byteOffset(): number {
        return 1;
      }
      override get buffer(): never {
        throw new Error("never asked");
      }
      override subarray(): never {
        throw new Error("never asked");
      }
      override [Symbol.iterator](): never {
        throw new Error("never asked");
      }
    }
    expect(validate(Any(), new Liar(encode('[1, "é"]')))).toEqual({ value: [1, "é"] });
    expect(undecoded(new Liar(encode("[1, x]")))).toMatchObject({ reason: "syntax", offset: 4 });
    expect(undecoded(new Liar(encode("[1, 2]")), { maxBytes: 5 })).toMatchObject({
      ...{ reason: "size", actual: 6, offset: 5 },
    });
    expect(undecoded(new Liar(encode("[[[1]]]")), { maxDepth: 2 })).toMatchObject({ reason: "depth", offset: 2 });
    expect(undecoded(new Liar([0x22, 0xff, 0x22]))).toMatchObject({ reason: "utf8", offset: 1 });
  });

  test("the bytes may be any view on any buffer", () => {
    const whole = encode('xx[1,"é"]xx');
    const shared = new Uint8Array(new SharedArrayBuffer(9));
    shared.set(whole.subarray(2, 10));
    for (const source of [whole.subarray(2, 10), Buffer.from('[1,"é"]'), shared.subarray(0, 8)])
      expect(validate(Any(), source)).toEqual({ value: [1, "é"] });
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
    expect(validate(Int(), encode("\ufeff1"))).toEqual({ value: 1 });
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

  test("size is validated before depth, depth before UTF-8, UTF-8 before syntax", () => {
    const bytes = Uint8Array.from([...encode("x[[["), 0xff]);
    expect(undecoded(bytes, { maxBytes: 4, maxDepth: 2 }).reason).toBe("size");
    expect(undecoded(bytes, { maxBytes: 5, maxDepth: 2 })).toMatchObject({ reason: "depth", offset: 3 });
    expect(undecoded(bytes, { maxDepth: 3 })).toMatchObject({ reason: "utf8", offset: 4 });
    expect(undecoded(bytes.subarray(0, 4), { maxDepth: 3 })).toMatchObject({ reason: "syntax", offset: 0 });
  });

  test("says nothing an engine says, and repeats nothing of the text", () => {
    for (const { bytes, accepted } of cases) {
      if (accepted) continue;
      const error = undecoded(bytes());
      expect(String(error)).toMatch(/^<JsonDecodeError\(reason='(depth|utf8|syntax)', [\w=, ]*offset=\d+\)>$/);
      const what = "(Not valid JSON|JSON text is not valid UTF-8|JSON text is nested too deep)";
      expect(error.message).toMatch(new RegExp(`^${what} at line \\d+, column \\d+(: the limit is \\d+)?\\.$`));
    }
    expect(undecoded('["secret"!').message).not.toContain("secret");
  });

  test("has no context and no cause, and is a ValidationError", () => {
    const error = undecoded("[");
    expect(error).toBeInstanceOf(ValidationError);
    expect([error.context, error.cause, error.length]).toEqual([[], undefined, 1]);
  });
});

describe("what is nested too deep is refused for that, before all else", () => {
  const nested = (levels: number, inside = ""): string => `${"[".repeat(levels)}${inside}${"]".repeat(levels)}`;
  const list: Validator = List(LazyRef((): Validator => list));
  const wide = Array(700).fill(nested(1)).join(",");
  const records = Array(1500)
    .fill(`{"a":1,"b":"${"x".repeat(60)}"}`)
    .join(",");

  test.each<[string, Validator]>([
    ["a recursive schema, which counts levels itself", list],
    ["a schema that nests less deep", List(List(Int()))],
    ["one that takes anything", List(Any())],
    ["one that drops keys", List(Dict({ a: Int() }, { unknown: "strip" }))],
    ["a choice", OneOf([List(Int()), list])],
    ["a record", Dict({ a: Int() })],
    ["records", List(Dict({ a: Int(), b: Str() }))],
    [
      "records and lists, in a choice by a tag",
      List(OneOf([Dict({ a: Const(1) }), Dict({ a: Const(2) })], { discriminator: "a" })),
    ],
    ["records and lists, whichever", List(OneOf([Dict({ a: Int() }), List(List(Int()))]))],
    ["records that may be null", List(Dict({ a: Str() }, { nullable: true }))],
  ])("%s", (_name, validator) => {
    const texts = [513, 2048].flatMap((levels) => [
      nested(levels),
      nested(levels, `[${wide}]`),
      `[${nested(levels, "x")}]`,
      "[".repeat(levels),
      `[{"a":1,"b":${nested(levels)}}]`,
      `[${wide},${nested(levels)}]`,
      // JSON.parse drops the first of the two.
      `{"a":${nested(levels)},"a":1}`,
      `{"a":${nested(levels)},"b":${"[".repeat(levels)},"a":1}`,
      `[${records},{"a":${nested(levels)},"b":"","a":1}]`,
      `[${records},${nested(levels)}]`,
      `[${records},${"[".repeat(levels)}`,
    ]);
    for (const text of texts.flatMap((one) => [
      one,
      Buffer.from(one),
      Buffer.concat([Buffer.from(one), Buffer.of(0xff)]),
    ])) {
      expect(pure.parse(validator, text).error).toMatchObject({ reason: "depth", expected: 512, actual: 513 });
      expect(pure.test(validator, text)).toBe(false);
    }
  });

  test("before code of the caller's is called, too", () => {
    const failing = () => {
      throw new Error("no default today");
    };
    const validator = List(Dict({ a: Int(), b: Str(), c: Int() }, { defaults: { c: failing } }));
    const text = `[${records},{"a":${nested(513)},"a":1,"b":""}]`;
    expect(pure.parse(validator, text).error).toMatchObject({ reason: "depth" });
    expect(pure.test(validator, text)).toBe(false);
  });
});
