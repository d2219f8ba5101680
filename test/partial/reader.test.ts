import { describe, expect, test, vi } from "vitest";
import {
  AllOf,
  Any,
  Check,
  Const,
  Default,
  Dict,
  type Infer,
  Int,
  Json,
  LazyRef,
  List,
  Nullable,
  OneOf,
  Optional,
  type PartialOf,
  type PartialResult,
  Set as SetOf,
  Str,
  Transform,
  Tuple,
  Validator,
} from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";

const line = Dict({
  item: Str({ maxlen: 5 }),
  count: Int({ min: 1 }),
  color: Optional(Str({ options: ["red", "green"] })),
});
const order = Dict({
  name: Default(Str(), "guest"),
  lines: List(line, { minlen: 2 }),
  note: Nullable(Str({ strip: true })),
});

/** Two shapes, told apart by their kind. */
const shape = OneOf(
  [
    Dict({ kind: Const("circle"), r: Int() }),
    AllOf(
      Dict({ kind: Const("text"), text: Str({ maxlen: 3 }) }),
      Check((one) => one.text !== "no"),
    ),
  ],
  { discriminator: "kind" },
);

/** A union told apart by a key that may be missing, with another such key. */
const mayLack = (params: { null_is_absent?: boolean; skip_blank?: boolean }): Validator => {
  const b = Dict({ kind: Optional(Const("b")), a: Optional(Int()), b: Int() }, params);
  return OneOf([Dict({ kind: Const("a") }), b], { discriminator: "kind" }) as Validator;
};

const about = ({ issues }: Pick<PartialResult<unknown>, "issues">): string[] =>
  issues.map(({ pointer, code }) => `${pointer} ${code}`);

describe("the value of a text that has not ended has", () => {
  test.each<[what: string, Validator, text: string, value: unknown]>([
    ["nothing before it begins", order, " ", undefined],
    ["an object as soon as it begins", order, "{", {}],
    ["no member before its value begins", order, '{"name": ', {}],
    ["the beginning of a text", order, '{"name": "An', { name: "An" }],
    ["a text before its conversion", order, '{"note": " a', { note: " a" }],
    ["a text after its conversion", order, '{"note": " a"', { note: "a" }],
    ["no half characters", Str(), '"a\ud83d', "a"],
    ["no half characters that are escaped", Str(), '"a\\ud83d\\ude', "a"],
    ["no text that may become one of the options", order, '{"lines": [{"color": "gre', { lines: [{}] }],
    ["one of the options when it has ended", order, '{"lines": [{"color": "red"', { lines: [{ color: "red" }] }],
    ["no number before it ends", order, '{"lines": [{"count": 12', { lines: [{}] }],
    ["a number that has ended", order, '{"lines": [{"count": 12,', { lines: [{ count: 12 }] }],
    ["no defaults before its object ends", order, '{"lines": []', { lines: [] }],
    [
      "items that have not ended",
      order,
      '{"lines": [{"item": "a"}, {"item": "b',
      { lines: [{ item: "a" }, { item: "b" }] },
    ],
    ["all of what may be anything", Any(), '{"a": [1, {"b": "te', { a: [1, { b: "te" }] }],
    ["all of what may be any JSON", Json(), '{"a": [1, {"b": "te', { a: [1, { b: "te" }] }],
    ["no object whose kind is not known", shape, '{"r": 1, "kind": "cir', undefined],
    ["an object of its kind", shape, '{"text": "ab", "kind": "text"', { text: "ab", kind: "text" }],
    ["an object that only one step takes", OneOf(Str(), Dict({ a: Str() })), '{"a": "x', { a: "x" }],
    ["no object that two steps may take", OneOf(Dict({ a: Str() }), Dict({ a: Any() })), '{"a": "x', undefined],
    [
      "nothing of what a function changes",
      Dict({
        a: AllOf(
          List(Int()),
          Transform((all) => all.length),
        ),
      }),
      '{"a": [1, 2',
      {},
    ],
    [
      "what a function has made",
      Dict({
        a: AllOf(
          List(Int()),
          Transform((all) => all.length),
        ),
      }),
      '{"a": [1, 2]',
      { a: 2 },
    ],
    ["nothing of a set", Dict({ a: SetOf(Int()) }), '{"a": [1, ', {}],
    [
      "the names of the result",
      Dict({ firstName: Str() }, { names: "snake" }),
      '{"first_name": "A',
      { firstName: "A" },
    ],
    ["no keys that are dropped", Dict({ a: Str() }, { unknown: "strip" }), '{"b": {"c": 1}, "a": "x', { a: "x" }],
    [
      "no null in place of a missing value",
      Dict({ a: Optional(line), b: Optional(Str()) }, { null_is_absent: true }),
      '{"b": null, "a": {"item": "x',
      { a: { item: "x" } },
    ],
    [
      "no blank text in place of a missing value",
      Dict({ a: Optional(Str({ minlen: 1 })), b: Str() }, { skip_blank: true }),
      '{"a": "", "b": "x',
      { b: "x" },
    ],
    ["extra members", Dict({ extra: [Str(), line] }), '{"x": {"item": "a', { x: { item: "a" } }],
    ["no members that are invalid", order, '{"name": 1, "note": "', { note: "" }],
    ["no items from the first invalid one on", List(Int()), '[1, "a", 3', [1]],
    ["the last of equal keys", order, '{"name": "a", "note": "b", "name": "c', { name: "c", note: "b" }],
    ["the members of a tuple", Tuple(Str(), Int()), '["a', ["a"]],
    [
      "a key like that of a prototype",
      Dict({ extra: [Str(), Str()] }),
      '{"__proto__": "a',
      JSON.parse('{"__proto__": "a"}'),
    ],
  ])("%s", (_what, validator, text, value) => {
    const result = validator.partialJson(text);
    expect(result.value).toStrictEqual(value);
    expect(result.complete).toBe(false);
    expect(validator.partialReader().push(text).value).toStrictEqual(value);
  });
});

describe("a text that has not ended is refused for", () => {
  test.each<[what: string, Validator, text: string, issues: string[]]>([
    ["a member that has ended", order, '{"lines": [{"count": 0,', ["/lines/0/count min_value"]],
    ["a key that is not allowed", order, '{"x": 1,', ["/x forbidden_key"]],
    ["what an object lacks that has ended", order, '{"lines": [{"item": "a"}', ["/lines/0/count missing_key"]],
    ["a list that has ended too early", order, '{"lines": []', ["/lines min_length"]],
    ["a text that is too long", order, '{"lines": [{"item": "abcdef', ["/lines/0/item max_length"]],
    ["a text that is none of the options", order, '{"lines": [{"color": "b', ["/lines/0/color options"]],
    ["a text that is not the constant", Const("yes"), '"n', [" options"]],
    ["a value of another type", order, '{"lines": {', ["/lines invalid_type"]],
    ["a text in the place of a number", order, '{"lines": [{"count": "', ["/lines/0/count invalid_type"]],
    ["a kind that there is not", shape, '{"r": 1, "kind": "box"', ["/kind options"]],
    ["a member of its kind", shape, '{"text": "long", "kind": "text"', ["/text max_length"]],
    [
      "all of that, in order",
      order,
      '{"x": 1, "lines": [{"count": 0, "item": "abcdef',
      ["/x forbidden_key", "/lines/0/count min_value", "/lines/0/item max_length"],
    ],
    ["what a Check says of an object that has ended", List(shape), '[{"kind": "text", "text": "no"}', ["/0 check"]],
    ["a number beyond what is safe", List(Int()), "[12345678901234567890,", ["/0 max_value"]],
    ["no JSON", order, '{"name" 1', [" json_decode"]],
  ])("%s", (_what, validator, text, issues) => {
    expect(about(validator.partialJson(text))).toEqual(issues);
    expect(about(validator.partialJson(text.slice(0, -1)))).toHaveLength(issues.length - 1);
  });

  test.each<[what: string, Validator, text: string]>([
    ["a text that is too short so far", Str({ minlen: 5 }), '"a'],
    ["a text without its pattern or format", Str({ pattern: "abc$", format: "email" }), '"ab'],
    ["a text that may lose its spaces", Str({ strip: true, maxlen: 1 }), '"a   '],
    ["a number that may go on", Int({ max: 5 }), "12"],
    ["a list that lacks items", List(Int(), { minlen: 3, contains: Const(1) }), "[2"],
    ["what no step of a union takes so far", OneOf(Dict({ a: Int() }), Dict({ b: Int() })), '{"a": "x"'],
    ["a tuple, which may have another length", Tuple(Int(), Int()), '["a", '],
    ["a list that is too long: errors of items come first", List(Int(), { maxlen: 1 }), "[1, 2, 3"],
    ["a key that has come before", Dict({ a: Int() }), '{"a": "x", "a": 1'],
    ["a null in place of a missing key", mayLack({ null_is_absent: true }), '{"a": null, "kind": null, "b": 1'],
    ["an empty text in place of a missing key", mayLack({ skip_blank: true }), '{"a": "", "kind": "", "b": 1'],
  ])("not for %s", (_what, validator, text) => {
    expect(validator.partialJson(text).error).toBeUndefined();
  });

  test("its error has the places, the language and the secrets of any error", () => {
    const login = Dict({ user: Str(), password: Str({ maxlen: 3, secret: true }) });
    const bytes = new TextEncoder().encode('\ufeff{\n"user": 1, "password": "geheim');
    const { issues } = login.partialJson(bytes, { locale: de });
    expect(
      issues.map(({ pointer, message, offset, line: row, column }) => [pointer, message, offset, row, column]),
    ).toEqual([
      ["/user", "Erwartet: Zeichenkette, erhalten: ganze Zahl.", 13, 2, 9],
      ["/password", "Höchstens 3 Zeichen erwartet.", 28, 2, 24],
    ]);
  });

  test("it is one error by itself where the whole would be, and else a collection", () => {
    expect(String(Str({ maxlen: 1 }).partialJson('"ab').error)).toBe("<MaxLengthError(expected=1, actual=2)>");
    expect(String(Dict().partialJson("[").error)).toBe(String(Dict().safeJson("[]").error));
    expect(List(Int()).partialJson('["').error?.name).toBe("SchemaError");
  });

  test("at most as many errors are kept as the limit says", () => {
    const { error } = List(Int()).partialJson(`[${'"",'.repeat(100)}`, { maxErrors: 3 });
    expect([error?.length, error?.truncated]).toEqual([3, true]);
  });
});

describe("a text that has ended", () => {
  test("has the result of safeJson, white space behind it or not", () => {
    const text = '{"lines": [{"item": "a", "count": 1}, {"item": "b", "count": 2}], "note": null}';
    const value = {
      lines: [
        { item: "a", count: 1 },
        { item: "b", count: 2 },
      ],
      note: null,
      name: "guest",
    };
    for (const source of [text, `${text}\n `]) {
      expect(order.partialJson(source)).toEqual({ complete: true, value, error: undefined, issues: [] });
    }
    const wrong = order.partialJson('{"name": 1, "x": []}');
    expect([wrong.complete, wrong.value]).toEqual([true, {}]);
    expect(wrong.error).toEqual(order.safeJson('{"name": 1, "x": []}').error);
  });

  test("is refused for what follows", () => {
    const reader = Int().partialReader().push("1 ");
    expect([reader.complete, reader.value]).toEqual([true, 1]);
    reader.push("2");
    expect([reader.complete, about(reader)]).toEqual([false, [" json_decode"]]);
    expect(reader.push("more").error).toMatchObject({ reason: "syntax", offset: 2 });
  });

  test("is known to be a number only when that ends, or the reader does", () => {
    const reader = Int({ max: 20 }).partialReader().push("12");
    expect([reader.complete, reader.value]).toEqual([false, undefined]);
    expect(reader.end()).toEqual({ ok: true, value: 12 });
    expect([reader.complete, reader.value]).toEqual([true, 12]);
    expect(() => reader.push("3")).toThrow(new TypeError("the text has ended"));
  });

  test("too early is no JSON", () => {
    const reader = order.partialReader().push('{"name": "An');
    expect(reader.end()).toEqual(order.safeJson('{"name": "An'));
    expect([reader.complete, reader.value]).toEqual([false, { name: "An" }]);
    expect(Int().partialReader().end()).toEqual(Int().safeJson(""));
  });
});

test("what a function of the caller throws is thrown by what asks for the whole text", () => {
  const fails = () => {
    throw new RangeError("mine");
  };
  const reader = Dict({ a: AllOf(Str(), Check(fails)) })
    .partialReader()
    .push('{"a": "b"');
  expect([reader.value, reader.error]).toEqual([{}, undefined]);
  expect(() => reader.push("}").value).toThrow(new RangeError("mine"));
  expect(() => reader.end()).toThrow(new RangeError("mine"));
});

describe("limits hold for", () => {
  test("the size and the depth, as soon as they are exceeded", () => {
    const long = Any().partialReader({ maxBytes: 3 }).push('"\u00e9');
    expect(long.error).toBeUndefined();
    expect(long.push('"').error).toMatchObject({ reason: "size", expected: 3, actual: 4 });
    expect(Any().partialJson('[[{"a', { maxDepth: 2 }).error).toMatchObject({ reason: "depth", offset: 2 });
  });

  test("bytes that are not UTF-8, but not for those that may become a character", () => {
    const reader = Str()
      .partialReader()
      .push(Uint8Array.of(0x22, 0xf0, 0x9f));
    expect([reader.value, reader.error]).toEqual(["", undefined]);
    reader.push(Uint8Array.of(0x8d)).push(Uint8Array.of(0xba, 0x22));
    expect(reader.end()).toEqual({ ok: true, value: "\u{1f37a}" });
    expect(Str().partialJson(Uint8Array.of(0x22, 0xc3, 0x22)).error).toMatchObject({ reason: "utf8", offset: 1 });
    // No character has ended, and what is before it is no JSON.
    expect(Str().partialJson(Uint8Array.of(0x78, 0xc3)).error).toMatchObject({ reason: "syntax", offset: 0 });
  });

  test("the kind of the parts, and of validators", () => {
    expect(() => Int().partialJson(5 as never)).toThrow(new TypeError("JSON text should be a string or a Uint8Array"));
    expect(() => Int().partialReader().push("1").push(Uint8Array.of(0x31))).toThrow(TypeError);
    expect(() => Int().partialReader().push(Uint8Array.of(0x31)).push("1")).toThrow(TypeError);
    expect(() => Int().partialReader({ maxBite: 1 } as never)).toThrow(TypeError);
    const waits = AllOf(
      Str(),
      Check(async () => true, { async: true }),
    );
    expect(() => waits.partialJson('"')).toThrow("safeJsonAsync");
  });
});

describe("the cost grows with the text, not with the parts", () => {
  /** How often members are validated while a text comes character by character, and everything is asked each time. */
  function checks(make: (item: Validator) => Validator, text: string): number {
    let count = 0;
    class Counting extends Validator {
      override check(input: unknown): unknown {
        count++;
        return input;
      }
    }
    const reader = make(new Counting()).partialReader();
    for (const character of text.slice(0, -1)) {
      reader.push(character);
      reader.value;
      reader.error;
    }
    return count;
  }

  test("a member is validated once by itself and once with its container, however deep that is", () => {
    expect(checks((item) => List(item), `[${"1,".repeat(999)}1]`)).toBeLessThanOrEqual(2 * 1000);
    expect(
      checks((item) => Dict({ a: List(Dict({ b: item })) }), `{"a": [${'{"b": 1},'.repeat(999)}{"b": 1}]}`),
    ).toBeLessThanOrEqual(2 * 1000);
    const tree: (item: Validator) => Validator = (item) => {
      const made: Validator = Dict({ a: item, kids: List(LazyRef((): Validator => made)) }) as never;
      return made;
    };
    const deep = '{"a": 1, "kids": ['.repeat(100) + "]}".repeat(100);
    expect(checks(tree, deep)).toBeLessThanOrEqual(2 * 100);
    const failing = (item: Validator): Validator => OneOf(tree(item), Any());
    expect(checks(failing, `${deep.slice(0, -2)}, 1]}`)).toBeLessThanOrEqual(2 * 100);
  });

  test("a tag that comes again and again does not decide on all members each time", () => {
    const tagged = (item: Validator): Validator =>
      OneOf(
        ["a", "b"].map((kind) => Dict({ kind: Const(kind) }, { extra: [Str(), item] })),
        { discriminator: "kind" },
      ) as Validator;
    const members = Array.from({ length: 500 }, (_, index) => `"${index}": 1, "kind": "${"ab"[index % 2]}", `);
    expect(checks(tagged, `{${members.join("")}"kind": "a"}`)).toBeLessThanOrEqual(500);
  });

  test("the error is made again only if there is another one", () => {
    const reader = List(Int()).partialReader().push('["a", "b", ');
    const { error } = reader;
    expect(error?.length).toBe(2);
    expect(reader.push("1, 2, ").error).toBe(error);
    expect(reader.push('"c", ').error?.length).toBe(3);
    expect(Dict({ a: Int() }).partialReader().push('{"a": "x", "a"').push(": 5,").error).toBeUndefined();
  });

  test("each character is read a few times, however long the text before it is", () => {
    const reads = (size: number): number => {
      const reader = order.partialReader();
      const text = `{"name": "${"n".repeat(size)}", "lines": [${'{"item": "a", "count": 1},'.repeat(size)}`;
      const spy = vi.spyOn(String.prototype, "charCodeAt");
      for (const character of text) {
        reader.push(character);
        reader.value;
        reader.error;
      }
      const { length } = spy.mock.calls;
      spy.mockRestore();
      return length / text.length;
    };
    expect(reads(200)).toBeCloseTo(reads(50), 0);
  });

  test("what has not ended is the same object each time, and grows", () => {
    const reader = order.partialReader().push('{"lines": [{"item": "a"');
    const { value } = reader;
    expect(reader.push(', "count": 3}, {').value).toBe(value);
    expect(value).toEqual({ lines: [{ item: "a", count: 3 }, {}] });
  });
});

test("its type has optional keys, and whole values once the text has ended", () => {
  const typed = Dict({ a: Str(), b: List(Dict({ c: Int() })), t: Tuple(Str(), Int()), d: SetOf(Int()) });
  const result = typed.partialJson("{");
  const partial: { a?: string; b?: { c?: number }[]; t?: [string?, number?]; d?: ReadonlySet<number> } | undefined =
    result.value;
  expect(partial).toEqual({});
  if (result.error === undefined && result.complete) {
    const whole: Infer<typeof typed> = result.value;
    expect(whole).toBeDefined();
  }
  const reader = typed.partialReader();
  const soFar: PartialOf<Infer<typeof typed>> | undefined = reader.value;
  expect(soFar).toBeUndefined();
});
