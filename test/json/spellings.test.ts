import { describe, expect, test } from "vitest";
import { TextSpellings } from "../../src/core/json/spellings.ts";

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
  ])("%s", (text, spellings) => {
    expect(spelled(text)).toEqual(spellings);
  });

  test("however deep they stand", () => {
    let found = spelled(`${"[".repeat(1000)}1e20${"]".repeat(1000)}`);
    for (let level = 0; level < 1000; level++) [found] = found as [unknown];
    expect(found).toBe("1e20");
  });
});
