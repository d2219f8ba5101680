import { describe, expect, test } from "vitest";
import { PartSpellings, TextSpellings } from "../../src/core/json/spellings.ts";

/** What is written for each number beyond the safe range that the value has. */
function spelled(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const spellings = new TextSpellings(text, value);
  const walk = (member: unknown, holder: object | undefined, key: unknown): unknown => {
    if (Array.isArray(member)) return member.map((item, index) => walk(item, member, index));
    if (typeof member === "object" && member !== null) {
      return Object.entries(member).map(([name, item]) => [name, walk(item, member, name)]);
    }
    return spellings.of(holder, key);
  };
  return walk(value, undefined, undefined);
}

const none = undefined;

describe("the numbers beyond the safe range are found as they are written", () => {
  test.each<[text: string, spellings: unknown]>([
    ["9007199254740993", "9007199254740993"],
    [" -1e400 ", "-1e400"],
    ["9007199254740991", none],
    ["123456789012345678901e-1", "123456789012345678901e-1"],
    ["0.12345678901234567890", none],
    ['"9007199254740993"', none],
    ["[1, 9007199254740993 ,[[ 1e30]], 2]", [none, "9007199254740993", [["1e30"]], none]],
    [
      '{"a":9007199254740993,"b":{"c":[1.5E+20]}}',
      [
        ["a", "9007199254740993"],
        ["b", [["c", ["1.5E+20"]]]],
      ],
    ],
    [
      '{"\\u0061\\n":1e20,"\\"":1e21}',
      [
        ["a\n", "1e20"],
        ['"', "1e21"],
      ],
    ],
    [
      '{"__proto__":1e20,"constructor":{"x":1e21}}',
      [
        ["__proto__", "1e20"],
        ["constructor", [["x", "1e21"]]],
      ],
    ],
    [
      '{"x":"}],{","y":[],"z":{},"n":1e20}',
      [
        ["x", none],
        ["y", []],
        ["z", []],
        ["n", "1e20"],
      ],
    ],
    // Of equal keys the last counts.
    ['{"a":[1e20,[2]],"a":{"0":1e21}}', [["a", [["0", "1e21"]]]]],
    ['{"a":{"0":1e21},"a":[1e20]}', [["a", ["1e20"]]]],
    ['{"a":1e20,"a":{"a":1e21,"a":1e22}}', [["a", [["a", "1e22"]]]]],
    ['{"a":[[1e20]],"a":[1e21]}', [["a", ["1e21"]]]],
    [
      '{"a":{"a":[1e20]},"a":"x","b":{"b":[1e20]},"b":null}',
      [
        ["a", none],
        ["b", none],
      ],
    ],
    [
      '{"a" : [1e20] , "b" : {"c":1,"a":2} , "d" : [{"a":0},3,1e21]}',
      [
        ["a", ["1e20"]],
        [
          "b",
          [
            ["c", none],
            ["a", none],
          ],
        ],
        ["d", [[["a", none]], none, "1e21"]],
      ],
    ],
  ])("%s", (text, spellings) => {
    expect(spelled(text)).toEqual(spellings);
  });

  test("however deep they stand", () => {
    let found = spelled(`${"[".repeat(1000)}1e20${"]".repeat(1000)}`);
    for (let level = 0; level < 1000; level++) [found] = found as [unknown];
    expect(found).toBe("1e20");
  });
});

describe("the containers of a text with all digits", () => {
  const text = '{"a":[9007199254740993,1],"b":9007199254740993,"b":5,"c":{"d":1},"e":"f","g":9007199254740995}';
  const parsed = (): [TextSpellings, { a: number[]; c: object }] => {
    const value = JSON.parse(text);
    return [new TextSpellings(text, value), value];
  };

  test("are copies, with bigints for the numbers that they have", () => {
    const [spellings, value] = parsed();
    const exact = spellings.exact(value) as typeof value;
    expect(exact).toEqual({ a: [9007199254740993n, 1], b: 5, c: { d: 1 }, e: "f", g: 9007199254740995n });
    expect(exact).not.toBe(value);
    expect(spellings.exact(value.a)).toBe(exact.a);
    expect(exact.c).toBe(value.c);
    expect(value.a).toEqual([9007199254740992, 1]);
  });

  test("are themselves if they have no such number, or are not of the text", () => {
    const [spellings, value] = parsed();
    expect(spellings.exact(value.c)).toBe(value.c);
    const other = { a: 9007199254740992 };
    expect(spellings.exact(other)).toBe(other);
  });

  test("are known by what validators have made of them", () => {
    const [spellings, value] = parsed();
    const made = { a: [...value.a], c: 5, g: 6 };
    spellings.follow(value, made);
    expect(spellings.of(made, "g")).toBe("9007199254740995");
    expect(spellings.of(made.a, 0)).toBe("9007199254740993");
    expect(spellings.exact(made.a)).toEqual([9007199254740993n, 1]);
    const again = { a: [...made.a] };
    spellings.follow(made, again);
    expect(spellings.of(again.a, 0)).toBe("9007199254740993");
    spellings.follow(value, { a: 5 });
    const inner = '{"x":{"y":[9007199254740993]}}';
    const outer = JSON.parse(inner);
    new TextSpellings(inner, outer).follow(outer, { x: null });
    spellings.follow(value, value);
    expect(spellings.of(value.a, 0)).toBe("9007199254740993");
  });
});

describe("a form with parts of JSON text", () => {
  const text = '{"id":9007199254740993}';
  const [value, form] = [JSON.parse(text), new Map()];
  const [list, number, long] = [[value], [9007199254740992], ["0123456789abcdef0123456789"]];
  const spellings = new PartSpellings([
    {
      text,
      value,
      places: [
        [list, 0],
        [form, "id"],
      ],
    },
    { text: "9007199254740993", value: 9007199254740992, places: [[number, 0]] },
    { text: '"1234567890123456"', value: "1234567890123456", places: [[long, 0]] },
  ]);

  test("has their digits at each of their places", () => {
    expect(spellings.exact(list)).toEqual([{ id: 9007199254740993n }]);
    expect(spellings.of(value, "id")).toBe("9007199254740993");
    expect([spellings.of(number, 0), spellings.exact(number)]).toEqual(["9007199254740993", [9007199254740993n]]);
  });

  test("is itself, and so are the lists of parts without such a number", () => {
    expect([spellings.exact(form), spellings.exact(long)]).toEqual([form, long]);
    expect([spellings.exact(form) === form, spellings.exact(long) === long]).toEqual([true, true]);
  });
});
