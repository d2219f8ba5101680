import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { EXTRA_KEY, Step } from "../../src/exc.ts";
import {
  clip,
  keepText,
  literal,
  plain,
  plainData,
  SHOWN,
  shareOf,
  shownPattern,
  visible,
} from "../../src/values/text.ts";

const bug = (): never => {
  throw new Error("the caller's code was run");
};

describe("the literal form", () => {
  test.each<[unknown, string]>([
    ["a", "'a'"],
    ["it's", "'it\\'s'"],
    ['say "hi"', "'say \"hi\"'"],
    ["a\\b\n\u0000", "'a\\\\b\\n\\u0000'"],
    ["\ud800", "'\\ud800'"],
    [5, "5"],
    [-0, "-0"],
    [1e21, "1e+21"],
    [Number.NaN, "NaN"],
    [5n, "5n"],
    [true, "true"],
    [null, "null"],
    [undefined, "undefined"],
    [Symbol("s"), "Symbol(s)"],
    [[1, ["a"], undefined], "[1, ['a'], undefined]"],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    [[, 1], "[undefined, 1]"],
    [{}, "{}"],
    [{ a: 1, "b c": { d: 2 } }, "{a: 1, 'b c': {d: 2}}"],
    [JSON.parse('{"__proto__": 1}'), "{__proto__: 1}"],
    [
      new Map<unknown, unknown>([
        ["a", [1]],
        [{ b: 1 }, 2],
      ]),
      "Map('a' => [1], {b: 1} => 2)",
    ],
    [Uint8Array.of(0, 255), "bytes(00ff)"],
    [Float64Array.of(-0, 1.5), "Float64Array(-0, 1.5)"],
    [BigInt64Array.of(1n), "BigInt64Array(1n)"],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [new Date(Number.NaN), "Invalid Date"],
    [Temporal.PlainDate.from("2020-01-01"), "2020-01-01"],
    [/a/i, "/a/i"],
    [new Set([1, ["a"]]), "Set(1, ['a'])"],
    [new (class Point {})(), "[object Object]"],
    [Date, "Date"],
    [String, "string"],
    [() => 1, "function"],
    [{ [SHOWN]: true, toString: () => "<Int(min=1)>" }, "<Int(min=1)>"],
    [[Object.assign(() => 1, { [SHOWN]: true, toString: () => "<Int()>" })], "[<Int()>]"],
    [{ [SHOWN]: 1 }, "{}"],
    [EXTRA_KEY, "@KEY"],
    [new Step(3), "#3"],
  ])("%o is %s", (value, text) => {
    expect(literal(value)).toBe(text);
  });

  test("big integers of more digits than are shown are not written out, which takes time that grows faster than they do", () => {
    expect(literal(10n ** 992n)).toBe(`1${"0".repeat(992)}n`);
    expect(literal(-(10n ** 992n))).toBe(`-1${"0".repeat(992)}n`);
    expect([literal(10n ** 5000n), literal(-(10n ** 5000n))]).toEqual(["\u2026n", "\u2026n"]);
  });

  test("strings are shown up to 1,000 characters", () => {
    expect(literal("a".repeat(1000))).toBe(`'${"a".repeat(1000)}'`);
    expect(literal("a".repeat(1001))).toBe(`'${"a".repeat(1000)}\u2026'`);
    expect(literal({ ["k k".repeat(500)]: 1 })).toBe(`{'${"k k".repeat(500).slice(0, 1000)}\u2026': 1}`);
  });

  test("bytes are shown up to 500, whatever their number", () => {
    expect(literal(new Uint8Array(500))).toBe(`bytes(${"00".repeat(500)})`);
    expect(literal(new Uint8Array(2 ** 26))).toBe(`bytes(${"00".repeat(500)}\u2026)`);
  });

  test("collections are shown up to 100 members", () => {
    const items = Array.from({ length: 101 }, () => 1);
    expect(literal(items)).toBe(`[${"1, ".repeat(100)}\u2026]`);
    expect(literal(items.slice(1))).toBe(`[${"1, ".repeat(99)}1]`);
    expect(literal(Object.fromEntries(items.map((_, index) => [`k${index}`, 1])))).toMatch(/k99: 1, \u2026\}$/);
    expect(literal(new Map(items.map((_, index) => [index, 1])))).toMatch(/99 => 1, \u2026\)$/);
  });

  test("members of members are shown up to 200 in all, or fewer if asked", () => {
    const wide = (levels: number): unknown => (levels === 0 ? 1 : new Array(100).fill(wide(levels - 1)));
    expect(literal(wide(7)).length).toBeLessThan(2000);
    expect(literal(wide(7)).match(/1/g)?.length).toBeLessThanOrEqual(200);
    expect(
      literal(
        [
          [1, 2],
          [3, 4],
        ],
        4,
      ),
    ).toBe("[[1, 2], [\u2026]]");
    expect(literal({ a: 1, b: 2 }, 1)).toBe("{a: 1, \u2026}");
  });

  test("nesting is shown up to 8 levels, so cycles end", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(literal(cycle)).toBe(`${"[".repeat(8)}\u2026${"]".repeat(8)}`);
    const map = new Map();
    map.set(map, map);
    expect(literal(map).match(/=>/g)).toHaveLength(200);
  });

  test("getters are not run", () => {
    const object = Object.defineProperty({ a: 1 }, "b", { get: bug, enumerable: true });
    const array = Object.defineProperty([1, 2], 1, { get: bug, enumerable: true });
    expect([literal(object), literal(array)]).toEqual(["{a: 1, b: \u2026}", "[1, \u2026]"]);
  });

  test("what throws when it is looked at is an ellipsis", () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const hostile: unknown[] = [
      new Proxy({}, { ownKeys: bug }),
      new Proxy([1], { get: bug }),
      new Proxy({}, { get: bug }),
      new Proxy(() => 1, { get: bug }),
      revoked.proxy,
    ];
    for (const value of hostile) expect(literal([value])).toBe("[\u2026]");
  });

  test("forged tags and names are not believed", () => {
    class Forged {
      readonly tag: string;
      constructor(tag: string) {
        this.tag = tag;
      }
      get [Symbol.toStringTag](): string {
        return this.tag;
      }
      toString = bug;
      valueOf = bug;
    }
    expect(literal(new Forged("Date"))).toBe("[object Date]");
    expect(literal(new Forged("Temporal.PlainDate"))).toBe("[object Temporal.PlainDate]");
    expect(literal(new Forged("RegExp"))).toBe("\u2026");
    expect(literal(new Forged(""))).toBe("[object Object]");
    expect(literal(Object.defineProperty(() => 1, "name", { value: 5 }))).toBe("5");
  });
});

test("the text of any other list is that of what it holds now", () => {
  const list = [1];
  expect(literal(list)).toBe("[1]");
  list.push(2);
  expect(literal(list)).toBe("[1, 2]");
});

test("the plain form of a string is itself, of anything else the literal form", () => {
  expect([plain("it's"), plain(5), plain(["a"])]).toEqual(["it's", "5", "['a']"]);
  expect(plain("a".repeat(1001))).toBe(`${"a".repeat(1000)}\u2026`);
});

test("the text of a list is kept if its owner says so, and shown in full where fewer members are asked for", () => {
  const list = ["a", "it's"];
  expect(literal(keepText(list))).toBe("['a', 'it\\'s']");
  list.push("never");
  expect(literal(list)).toBe("['a', 'it\\'s']");
  expect(literal(list, 1)).toBe("['a', \u2026]");
  expect(literal([list])).toBe("[['a', 'it\\'s', 'never']]");
});

test.each([
  ["plain ~", "plain ~"],
  ["\u00e9 \u{1f600}", "\u00e9 \u{1f600}"],
  ["a\n\r\tb", "a\\n\\r\\tb"],
  ["\0\x1b[31m\x7f\x9f", "\\u0000\\u001b[31m\\u007f\\u009f"],
  ["\u200e\u202e\u2028\u2029", "\\u200e\\u202e\\u2028\\u2029"],
  ["\u2060\u206f\ufeff\ufff9\ufffb", "\\u2060\\u206f\\ufeff\\ufff9\\ufffb"],
])("hidden characters are escaped: %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("a text is cut where it is longer than it may be", () => {
  expect([clip("abc", 3), clip("abcd", 3), clip("a".repeat(1001))]).toEqual([
    "abc",
    "abc\u2026",
    `${"a".repeat(1000)}\u2026`,
  ]);
});

test("a pattern is shown up to 200 characters", () => {
  const [most, more, shown] = ["a".repeat(200), "a".repeat(201), `${"a".repeat(200)}\u2026`];
  expect([shownPattern(most), shownPattern(more)]).toEqual([most, shown]);
  expect(shownPattern({ source: more, flags: "i" })).toEqual({ source: shown, flags: "i" });
  for (const other of [{ source: 5 }, {}, /a/, null, undefined]) expect(shownPattern(other)).toBe(other);
});

test("errors share two million characters, and each has two hundred at least", () => {
  expect([1, 3, 10_000, 10_486, 10 ** 9].map(shareOf)).toEqual([2 ** 21, 699_050, 209, 200, 200]);
});

describe("data for JSON", () => {
  test("is itself, with a text for what JSON has no form for, and no getter is run", () => {
    const data = { a: ["b", 1, true, null, undefined], c: { d: "" } };
    expect(plainData(data, 1000)).toEqual(data);
    expect(plainData([5n, new Map(), () => 1], 1000)).toEqual(["5n", literal(new Map()), literal(() => 1)]);
    expect(() =>
      plainData(
        {
          get a() {
            return bug();
          },
        },
        1000,
      ),
    ).not.toThrow();
  });

  test("has eight levels, a hundred members, and as many characters as there may be", () => {
    const nested = (levels: number): unknown => (levels === 0 ? "a" : [nested(levels - 1)]);
    expect(plainData(nested(8), 1000)).toEqual(nested(8));
    expect(JSON.stringify(plainData(nested(9), 1000))).toBe(`${"[".repeat(9)}"\u2026"${"]".repeat(9)}`);
    expect(plainData(Array(101).fill(1), 1000)).toEqual([...Array(100).fill(1), "\u2026"]);
    expect(plainData("a".repeat(1001), 5000)).toBe(`${"a".repeat(1000)}\u2026`);
    const keys = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 1]));
    expect(Object.entries(plainData(keys, 1000) as object).slice(-2)).toEqual([
      ["k99", 1],
      ["\u2026", "\u2026"],
    ]);
  });

  test.each<[value: unknown, most: number, shown: unknown]>([
    ["abcdef", 3, "abc\u2026"],
    [["abc", "def", "ghi"], 4, ["abc", "\u2026"]],
    [["ab", "cd", "ef"], 4, ["ab", "\u2026"]],
    [[1, 2, 3, 4], 3, [1, 2, "\u2026"]],
    [{ a: "" }, 3, { a: "\u2026" }],
    [{ abc: "def" }, 3, { "ab\u2026": "\u2026" }],
  ])("%j in %d characters is %j", (value, most, shown) => {
    expect(plainData(value, most)).toEqual(shown);
  });
});
