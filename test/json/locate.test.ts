import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { locate, type Target } from "../../src/core/json/locate.ts";

type Path = (string | number)[];

describe("locate", () => {
  const text = '{"a": [1, {"b": "x"}], "": null,\n "a\\u0062": {"d":{}}, "é": 5}';
  const at = (part: string): number => text.indexOf(part);

  test.each<[Path, Target["at"], number]>([
    [[], "value", 0],
    [[], "key", 0],
    [["a"], "value", at("[1")],
    [["a"], "key", at('"a"')],
    [["a", 0], "value", at("1,")],
    [["a", 0], "key", at("1,")],
    [["a", 1, "b"], "value", at('"x"')],
    [["a", 1, "b"], "key", at('"b"')],
    [[""], "value", at("null")],
    [["ab"], "value", at('{"d"')],
    [["ab"], "key", at('"a\\u0062"')],
    [["ab", "d"], "value", at("{}")],
    [["é"], "value", at("5")],
    // What is not there:
    [["z"], "value", 0],
    [["z"], "key", 0],
    [["a", 2], "value", at("[1")],
    [["a", -1], "value", at("[1")],
    [["a", "0"], "value", at("[1")],
    [["a", 0, "c"], "value", at("1,")],
    [["a", 0, "c", "d"], "key", at("1,")],
    [[0], "value", 0],
    [["__proto__"], "value", 0],
    [["constructor", "name"], "value", 0],
    [["z", "a", 0], "key", 0],
  ])("%j as %s", (path, what, offset) => {
    expect(locate(text, [{ path, at: what }])).toEqual([offset]);
  });

  test.each<[string, Path, number]>([
    ['{"a": {"b": 1, ', ["a", "b"], 12],
    ['{"a": {"b": 1, ', ["a", ""], 6],
    ['{"a": {"b": 1, ', [""], 0],
    ["[1, [2,", [1, 0], 5],
    ["[1, [2,", [1, 1], 4],
  ])("in %j, the beginning of a text, %j", (source, path, offset) => {
    expect(locate(source, [{ path, at: "value" }])).toEqual([offset]);
  });

  test.each<[string, Path, number, number]>([
    ['{"a":1,"a":22}', ["a"], 7, 11],
    ['{"a":1,"\\u0061":22}', ["a"], 7, 16],
    ['{"\\u0061":1,"a":22}', ["a"], 12, 16],
    ['{"a":{"x":1},"a":{"x":2}}', ["a", "x"], 18, 22],
    ['{"a":{"x":1},"a":{"y":2}}', ["a", "x"], 17, 17],
    ['{"a":{"x":1},"a":5}', ["a", "x"], 17, 17],
    ['{"a":5,"a":{"x":1}}', ["a", "x"], 12, 16],
    ['{"a":[1,[2]],"a":[3]}', ["a", 1, 0], 17, 17],
    ['{"a":{"b":{"c":1}},"a":{"b":{}}}', ["a", "b", "c"], 28, 28],
    ['{"__proto__":1,"__proto__":2}', ["__proto__"], 15, 27],
  ])("of equal keys in %s the last counts for %j", (source, path, key, value) => {
    const targets: Target[] = [
      { path, at: "key" },
      { path, at: "value" },
    ];
    expect(locate(source, targets)).toEqual([key, value]);
  });

  test.each<[string, number]>([
    ["1", 0],
    [" \n\t\r1", 4],
    ['"a"', 0],
    ["  [[1]]", 2],
  ])("the root of %j is at %d", (source, offset) => {
    expect(locate(source, [{ path: [], at: "value" }])).toEqual([offset]);
  });

  test("finds a key with a lone surrogate, escaped or not", () => {
    expect(locate('{"\\ud800":1}', [{ path: ["\ud800"], at: "value" }])).toEqual([10]);
    expect(locate('{"\ud800":1}', [{ path: ["\ud800"], at: "value" }])).toEqual([5]);
  });

  test("what is not there is where its container is, wherever that begins", () => {
    for (const at of ["key", "value"] as const) {
      expect(locate(' {"b":[]}', [{ path: ["a"], at }])).toEqual([1]);
      expect(locate(' {"b":[]}', [{ path: ["b", 0], at }])).toEqual([6]);
    }
  });

  test("many targets are found in whatever order they are asked for", () => {
    const source = [
      '{"s":["]}",{",":"{\\"["},"]"],"b":[10,{"d":11,"aa":12,"c":[13]},14,[15]]',
      '"a":{"c":16,"b":{"a":17}},"ab":18,"aa":19,"z":{},"ba":[]}',
    ].join();
    const offsets: [Path, number][] = [
      [[], 0],
      [["b"], source.indexOf("[10")],
      [["b", 0], source.indexOf("10")],
      [["b", 1], source.indexOf('{"d"')],
      [["b", 1, "d"], source.indexOf("11")],
      [["b", 1, "aa"], source.indexOf("12")],
      [["b", 1, "c"], source.indexOf("[13")],
      [["b", 1, "c", 0], source.indexOf("13")],
      [["b", 2], source.indexOf("14")],
      [["b", 3], source.indexOf("[15")],
      [["b", 3, 0], source.indexOf("15")],
      [["a"], source.indexOf('{"c":16')],
      [["a", "c"], source.indexOf("16")],
      [["a", "b"], source.indexOf('{"a":17')],
      [["a", "b", "a"], source.indexOf("17")],
      [["ab"], source.indexOf("18")],
      [["aa"], source.indexOf("19")],
      // What is not there:
      [["c"], 0],
      [["bb", "a"], 0],
      [[0], 0],
      [[1, "a"], 0],
      [["z", 0], source.indexOf("{}")],
      [["z", "a"], source.indexOf("{}")],
      [["ba", "a"], source.indexOf("[]}")],
      [["b", "a"], source.indexOf("[10")],
      [["b", "b"], source.indexOf("[10")],
      [["a", 0], source.indexOf('{"c":16')],
    ];
    // Each step leads to another order, as the number of targets has no such divisor.
    for (const step of [1, 2, 4, 5, 7, 10, 26]) {
      const asked = offsets.map((_, index) => offsets[(index * step) % offsets.length] as [Path, number]);
      const found = locate(
        source,
        asked.map(([path]) => ({ path, at: "value" })),
      );
      expect(found).toEqual(asked.map(([, offset]) => offset));
    }
  });

  test("no target, no offset", () => {
    expect(locate("[1]", [])).toEqual([]);
  });

  describe("agrees with the writer of the text", () => {
    interface Written {
      key: number;
      value: number;
    }
    type Json = string | { items: Json[] } | { members: [string, Json][] };

    const name = fc.constantFrom("a", "b", "a\\u0062", "\\u0061", "ab", "é", "\\\\", '\\"', "😀", "", "0", "__proto__");
    const scalar = fc.constantFrom("1", "-0.5e+3", "true", "null", '""', '"[]{},:\\""', '"é😀\\\\"', '"\\u005d"');
    const json = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        scalar,
        fc.record({ items: fc.array(tie("value"), { maxLength: 4 }) }),
        fc.record({ members: fc.array(fc.tuple(name, tie("value")), { maxLength: 4 }) }),
      ),
    })).value;
    const gaps = fc.array(fc.constantFrom("", " ", "\n", "\t \r\n"), { minLength: 1, maxLength: 7 });

    // Writes a value with the given white space around every token, and notes where everything stands.
    function write(value: Json, spaces: string[]): { text: string; places: Map<string, Written>; paths: Path[] } {
      let written = "";
      let turn = 0;
      const places = new Map<string, Written>();
      const paths: Path[] = [];
      const token = (part: string): number => {
        const start = written.length;
        written += part + (spaces[turn++ % spaces.length] as string);
        return start;
      };
      const put = (node: Json, path: Path, key?: number): void => {
        const note = (start: number): void => {
          // What an equal key wrote before is replaced, members and all.
          const id = JSON.stringify(path);
          for (const old of [...places.keys()])
            if (old === id || (path.length > 0 && old.startsWith(`${id.slice(0, -1)},`))) places.delete(old);
          places.set(id, { key: key ?? start, value: start });
          paths.push(path);
        };
        if (typeof node === "string") {
          note(token(node));
        } else if ("items" in node) {
          note(token("["));
          for (const [index, item] of node.items.entries()) {
            if (index > 0) token(",");
            put(item, [...path, index]);
          }
          token("]");
        } else {
          note(token("{"));
          for (const [index, [raw, member]] of node.members.entries()) {
            if (index > 0) token(",");
            const quoted = `"${raw}"`;
            const opening = token(quoted);
            token(":");
            put(member, [...path, JSON.parse(quoted) as string], opening);
          }
          token("}");
        }
      };
      token("");
      put(value, []);
      return { text: written, places, paths };
    }

    test("on every path, and on paths that lead nowhere", () => {
      const strays = fc.array(fc.array(fc.oneof(name, fc.nat(4)), { maxLength: 4 }), { maxLength: 4 });
      fc.assert(
        fc.property(json, gaps, strays, (value, spaces, stray) => {
          const { text, places, paths } = write(value, spaces);
          const wanted: Path[] = [...paths, ...stray];
          const targets: Target[] = wanted.flatMap((path) => [
            { path, at: "value" },
            { path, at: "key" },
          ]);
          const deepest = (path: Path): Written => {
            for (let length = path.length; ; length--) {
              const place = places.get(JSON.stringify(path.slice(0, length)));
              if (place !== undefined) return place;
            }
          };
          const expected = wanted.flatMap((path) => {
            const place = places.get(JSON.stringify(path));
            const nearest = deepest(path).value;
            return [place?.value ?? nearest, place?.key ?? nearest];
          });
          expect(locate(text, targets)).toEqual(expected);
        }),
        { numRuns: 1500 },
      );
    });
  });

  test("takes one pass for 10,000 targets in 16 MB", () => {
    const record = JSON.stringify({ id: 1, name: "x".repeat(120), tags: ["a", "é"], nested: { deep: [1, 2, 3] } });
    const source = `[${Array(80_000).fill(record).join()}]`;
    const targets = Array.from({ length: 10_000 }, (_, index): Target => {
      return { path: [79_999 - index * 8, "nested", "deep", 2], at: "value" };
    });
    const offset = record.indexOf("3]");
    const found = locate(source, targets);
    expect(found).toEqual(targets.map(({ path }) => 1 + (path[0] as number) * (record.length + 1) + offset));
  });

  test("takes linear time when equal keys replace a container with many targets again and again", () => {
    const paths = Array.from({ length: 10_000 }, (_, index): Target => ({ path: ["a", `k${index}`], at: "value" }));
    const source = `{${'"a":{"k0":1},'.repeat(300_000)}"a":{"k1":2}}`;
    const found = locate(source, paths);
    const last = source.lastIndexOf("{");
    expect(found).toEqual(paths.map((_, index) => (index === 1 ? source.length - 3 : last)));
  });

  test("walks 100,000 levels without recursion", () => {
    const path = Array<number>(100_000).fill(0);
    const source = "[".repeat(100_000) + "]".repeat(100_000);
    expect(locate(source, [{ path, at: "value" }])).toEqual([99_999]);
  });
});
