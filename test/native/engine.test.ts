import { describe, expect, test } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import type { Report } from "../../src/core/report/report.ts";
import {
  Any,
  Validator as Base,
  Const,
  Date as DateValidator,
  Dict,
  Float,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  type Result,
  Str,
  type Validator,
} from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { native } from "./addon.ts";
import { compare } from "./differential.ts";
import type { Dump } from "./recipe.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What happens between calls, and inside them: the same on both engines, which share these tests. */
describe("the engine in use", () => {
  test("follows a reference to what is registered when it is called", () => {
    const validator = List(LazyRef("engine.later"));
    expect(() => validator.json("[1]")).toThrow("'engine.later' is not registered");
    instances.put("engine.later", Int());
    expect(validator.json("[1]")).toEqual([1]);
    instances.put("engine.later", Str());
    expect(validator.isJson("[1]")).toBe(false);
    expect(validator.json('["x"]')).toEqual(["x"]);
    instances.put("engine.later", List(LazyRef("engine.last")));
    instances.put("engine.last", Float({ max: 1 }));
    expect(validator.json("[[0.5]]")).toEqual([[0.5]]);
    instances.put("engine.last", Float({ max: 0 }));
    expect(validator.safeJson("[[0.5]]").ok).toBe(false);
  });

  test("can be used by a check that it runs itself, with the same and with other validators", () => {
    class Nested extends Base {
      override check(input: unknown, report: Report): unknown {
        const own = inner.json(encode('{"a":"the inner text, 日本","b":["x","y"]}'));
        const again = typeof input === "string" && input.startsWith("{") ? outer.json(input) : input;
        return report.count === 0 ? [own, again] : own;
      }
    }
    const inner = Dict({ a: Str(), b: List(Str()) });
    const outer: Validator = Dict({ first: Str(), nested: new Nested(), last: List(Str()) });
    const text =
      '{"first":"some text, é","nested":"{\\"first\\":\\"f\\",\\"nested\\":1,\\"last\\":[]}","last":["p","日本","q"]}';
    const own = { a: "the inner text, 日本", b: ["x", "y"] };
    const expected = {
      first: "some text, é",
      nested: [own, { first: "f", nested: [own, 1], last: [] }],
      last: ["p", "日本", "q"],
    };
    for (let round = 0; round < 200; round++) expect(outer.json(text)).toEqual(expected);
    expect(outer.json(encode(text))).toEqual(expected);
  });

  describe("counts on where a value is left to its validator", () => {
    const outcome = (result: Result<unknown>): string => (result.ok ? "valid" : String(result.error));

    test.each(["a", "b", "ab", "ba", "aab", "bba", "abba", "baab"])("the depth of references, on the way %s", (way) => {
      const date = DateValidator({ format: "%Y" });
      const back = () => LazyRef("engine.way", { maxdepth: 2 });
      const node = Dict(
        { a: OneOf(date, back()), b: back() },
        { alias: "engine.way", replace: true, optional: ["a", "b"] },
      );
      const text = `${[...way].map((key) => `{"${key}":`).join("")}{}${"}".repeat(way.length)}`;
      expect(outcome(node.safeJson(text))).toBe(outcome(pure.parse(node, text)));
      expect(node.isJson(text)).toBe(way.length <= 2);
    });

    test.each([0, 1, 2, 5, undefined])("validators inside each other, %s levels deep", (maxDepth) => {
      const date: Validator = DateValidator({ format: "%Y" });
      const nested = Array.from({ length: 20 }).reduce<Validator>((step) => OneOf(step), date);
      for (const [validator, text] of [
        [nested, '"2020"'],
        [List(nested), '["2020"]'],
        [List(List(nested)), '[["2020"]]'],
        [List(OneOf(nested, Str())), '["2020"]'],
      ] as const) {
        const expected = pure.parse(validator, text, { maxDepth });
        expect(outcome(validator.safeJson(text, { maxDepth }))).toBe(outcome(expected));
        expect(validator.isJson(text, { maxDepth })).toBe(expected.ok);
      }
    });
  });

  test("is as it was after a check, a default or a parser has thrown", () => {
    class Thrower extends Base {
      override check(input: unknown): unknown {
        if (input === "throw") throw new TypeError("a bug of the user's");
        return input;
      }
    }
    const validator = Dict(
      { a: new Thrower(), b: Int() },
      {
        defaults: {
          b: () => {
            throw new RangeError("no default");
          },
        },
      },
    );
    for (let round = 0; round < 3; round++) {
      expect(() => validator.json('{"a":"throw","b":1}')).toThrow("a bug of the user's");
      expect(() => validator.isJson('{"a":"throw","b":1}')).toThrow("a bug of the user's");
      expect(() => validator.safeJson('{"a":1}')).toThrow("no default");
      expect(validator.json('{"a":"fine","b":1}')).toEqual({ a: "fine", b: 1 });
    }
  });

  test("lets nobody change its results: each call makes new ones", () => {
    const validator = Dict({ list: List(Any()) }, { defaults: { list: [[1], { a: 2 }] } });
    for (const text of ["{}", '{"list":[[1],{"a":2}]}']) {
      const first = validator.json(text) as { list: unknown[] };
      first.list.push(3);
      (first.list[0] as number[]).push(4);
      (first.list[1] as { b: number }).b = 5;
      expect(validator.json(text)).toEqual({ list: [[1], { a: 2 }] });
    }
  });

  test("reads bytes wherever they are, and never changes them", () => {
    const validator = List(Dict({ s: Str() }));
    const text = encode('[{"s":"日本"},{"s":"b"}]');
    const value = [{ s: "日本" }, { s: "b" }];
    const room = new Uint8Array(1000).fill(0x7b);
    room.set(text, 333);
    const shared = new Uint8Array(new SharedArrayBuffer(text.length));
    shared.set(text);
    const resizable = new (ArrayBuffer as new (size: number, options: object) => ArrayBuffer)(text.length, {
      maxByteLength: 4096,
    });
    const tracking = new Uint8Array(resizable);
    tracking.set(text);
    for (const bytes of [text, Buffer.from(text), room.subarray(333, 333 + text.length), shared, tracking]) {
      const before = Uint8Array.from(bytes);
      expect(validator.json(bytes)).toEqual(value);
      expect(validator.isJson(bytes)).toBe(true);
      expect(Uint8Array.from(bytes)).toEqual(before);
    }
    structuredClone(resizable, { transfer: [resizable] });
    expect(validator.safeJson(tracking)).toMatchObject({ ok: false, error: { reason: "syntax", offset: 0 } });
    expect(validator.isJson(new Uint8Array())).toBe(false);
  });

  test("reads strings of a long text that is mostly ASCII, wherever other characters stand in it", () => {
    const validator = Dict({ list: List(Str()) }, { extra: [Str(), Int()] });
    const list = Array.from({ length: 300 }, (_, index) => `the word ${index} of many`);
    for (const other of ["\u00e9", "\u65e5", "\u{1f600}", "\n", '"', "\\"]) {
      // The text moves by one byte at a time, so that the character stands everywhere in a block of 64.
      for (let shift = 0; shift < 66; shift++) {
        const items = ["x".repeat(shift), ...list];
        items[250] = `${other}${items[250]}`;
        items[270] = `${items[270]}${other}`;
        items[300] = `${items[300]}${"y".repeat(130)}${other}`;
        const value = { list: items, [`key${other}`]: 1 };
        expect(validator.json(encode(JSON.stringify(value)))).toEqual(value);
      }
    }
  });

  test("refuses what is no text", () => {
    for (const source of [
      undefined,
      null,
      5,
      {},
      [],
      new ArrayBuffer(2),
      new DataView(new ArrayBuffer(2)),
      new Float64Array(1),
    ]) {
      for (const call of ["json", "safeJson", "isJson"] as const) {
        expect(() => Any()[call](source as never)).toThrow(TypeError);
      }
    }
  });

  test("takes a validator of its own class for no other that has its name", () => {
    const Impostor = class Int extends Base {
      override check(input: unknown): unknown {
        return [input];
      }
    };
    expect(List(new Impostor()).json('["x"]')).toEqual([["x"]]);
    expect(new Impostor().json("null")).toEqual([null]);
  });

  test("validates 100 validators and texts in any order", () => {
    const validators = Array.from({ length: 100 }, (_, index) => Dict({ [`k${index}`]: Int({ max: index }) }));
    for (let round = 0; round < 1000; round++) {
      const index = (round * 37) % 100;
      const text = `{"k${index}":${index + (round % 2)}}`;
      expect((validators[index] as Validator).isJson(text)).toBe(round % 2 === 0);
    }
  });
});

if (native !== undefined) {
  const engine = native;

  describe("the addon is no different from the reference", () => {
    const alike = (root: Dump, sources: (string | Uint8Array)[], aliases: { [alias: string]: Dump } = {}): void => {
      const before = engine.tally.native + engine.tally.delegated;
      const steps = sources.map((source) => ({ source, limits: undefined }));
      expect(compare(pure, engine, { recipe: { root, aliases }, steps })).toBeUndefined();
      expect(engine.tally.native + engine.tally.delegated).toBeGreaterThan(before);
    };
    const str: Dump = { __class__: "Str" };
    const list = (item: Dump): Dump => ({ __class__: "List", item });

    test("and no part of a schema makes it leave whole texts to it", () => {
      class Even extends Base {
        override check(input: unknown): unknown {
          return input;
        }
      }
      const node = Dict(
        {
          even: new Even(),
          when: DateValidator({ format: "%Y" }),
          next: OneOf(LazyRef("engine.node", { maxdepth: 8 }), Const(null)),
          list: List(LazyRef("engine.node", { maxdepth: 8 })),
        },
        { defaults: { even: () => 2, list: [] }, optional: ["when"], alias: "engine.node", replace: true },
      );
      const texts = ['{"next":null}', '{"even":1,"when":"2020","next":{"next":{"next":null}},"list":[{"next":null}]}'];
      const wrong = ['{"next":null,"list":[{"next":null},{}]}', '{"when":"x","next":null}'];
      const before = engine.tally.fellBack;
      for (const text of [...texts, ...wrong]) {
        const result = engine.parse(node, text);
        expect(result.ok).toBe(texts.includes(text));
        expect(String(errorOf(result))).toBe(String(errorOf(pure.parse(node, text))));
        expect(engine.test(node, text)).toBe(result.ok);
      }
      // The WebAssembly module leaves errors to it, and verdicts that come after a value it has delegated.
      expect(engine.tally.fellBack).toBe(before + (engine.impl === "Wasm" ? wrong.length + 1 : 0));
    });

    // Strings fill one buffer after another, and each kind has its own.
    const TEXTS = ["ascii", "é", "日本", "😀", "a\\nb", "\\u00e9", "\\u65e5"];
    test.each(TEXTS)("in lists of many strings of all lengths, of %s", (unit) => {
      for (const size of [
        1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 500, 8191, 8192, 8193, 16_383, 16_384, 16_385, 40_000,
      ]) {
        const text = `"${unit.repeat(Math.ceil(size / unit.length))}"`;
        alike(list(str), [
          `[${Array(Math.min(400, Math.ceil(100_000 / size)))
            .fill(text)
            .join()}]`,
        ]);
      }
    });

    test("in lists where all kinds of strings take turns", () => {
      const items = Array.from(
        { length: 20_000 },
        (_, index) => `"${(TEXTS[index % 7] as string).repeat(index % 23)}"`,
      );
      alike(list(str), [`[${items.join()}]`]);
      alike(list({ __class__: "Any" }), [`[${items.join()}]`]);
    });

    longTest("in texts larger than any memory that is kept", () => {
      const items = Array.from({ length: 90_000 }, (_, id) => `{"id":${id * 1e5},"s":"é日本 ${id}","x":${id / 7}}`);
      const schema = { id: { __class__: "Int" }, s: str, x: { __class__: "Float" } };
      const large = `[${items.join()}]`;
      expect(large.length).toBeGreaterThan(4 * 2 ** 20);
      alike(list({ __class__: "Dict", schema }), [large, "[]", encode(large), '[{"id":1,"s":"","x":0}]']);
    });

    test("in objects whose keys come in every order", () => {
      const keys = ["a", "b", "c", "d", "e"];
      const schema = Object.fromEntries(keys.map((key): [string, Dump] => [key, { __class__: "Int" }]));
      const texts = permutations(keys).map((order) => `{${order.map((key, index) => `"${key}":${index}`).join()}}`);
      const dump: Dump = { __class__: "Dict", schema };
      alike(dump, texts);
      alike({ ...dump, optional: keys }, [...texts, ...texts.map((text) => text.replace(/,.*/, "}")), ...texts]);
      alike(list(dump), [`[${[...texts, ...texts].join()}]`]);
    });

    test("in trees of objects and lists, at every depth it follows", () => {
      const ref: Dump = { __class__: "LazyRef", use: "tree" };
      const tree: Dump = {
        __class__: "OneOf",
        steps: [{ __class__: "Int" }, list(ref), { __class__: "Dict", extra: [str, ref] }],
      };
      const depths = [1, 2, 10, 50, 100, 150, 200, 255, 256, 300, 400, 511, 512, 513, 600];
      for (const [open, close] of [
        ["[", "]"],
        ['{"a":', "}"],
        ['[{"a":', "}]"],
        ['[1,{"a":2,"b":', "}]"],
      ] as const) {
        const levels = open.startsWith("[{") || open.startsWith("[1") ? 2 : 1;
        const texts = depths.map((depth) => open.repeat(depth / levels) + 1 + close.repeat(depth / levels));
        alike(ref, texts, { tree });
        alike({ __class__: "Any" }, texts);
      }
    });

    test("in numbers of every form", () => {
      const digits = ["0", "1", "12", "123456789", "9007199254740993", "12345678901234567890", "1".repeat(40)];
      const fractions = ["", ".0", ".5", ".000001", `.${"3".repeat(30)}`, `.${"0".repeat(400)}1`];
      const exponents = ["", "e0", "e5", "E+22", "e-23", "e300", "e-320", "e309", "e-400"];
      const numbers = digits.flatMap((a) =>
        fractions.flatMap((b) => exponents.flatMap((c) => [a + b + c, `-${a + b + c}`])),
      );
      for (const root of [{ __class__: "Float" }, { __class__: "Int" }, { __class__: "Any" }] as Dump[]) {
        alike(root, numbers);
        // Infinity, and -0 among errors, leave the whole text to the reference.
        const plain = numbers
          .map(Number)
          .flatMap((value, index) => (Number.isFinite(value) && value !== 0 ? [numbers[index]] : []));
        alike(list(root), [`[${plain.join(" , ")}]`]);
      }
    });

    test("in a list whose last step of many fails", () => {
      const validator = List(OneOf(Int(), Str({ maxlen: 3 })), { unique: true });
      const text = encode(JSON.stringify([...Array(5000).keys(), "abc", "abcd"]));
      const outcome = [pure, engine].map((one) => one.parse(validator, text));
      expect(String(outcome[1] && !outcome[1].ok && outcome[1].error)).toBe(
        String(outcome[0] && !outcome[0].ok && outcome[0].error),
      );
    });
  });
}

function errorOf(result: Result<unknown>): unknown {
  return !result.ok && result.error;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, index) => permutations(items.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}
