import { describe, expect, test } from "vitest";
import { MAX_TEXTS, secretTexts, type Where } from "../../src/values/secret-texts.ts";

/** Of all of a value. */
const textsOf = (value: unknown): string[] => [...secretTexts(value, "all", () => ["all", "all"])].sort();

describe("the texts of a value that is secret", () => {
  test.each<[string, unknown, string[]]>([
    ["a text", "abc", ["abc"]],
    ["a text as literals have it, too", "a\nb", ["a\nb", "a\\nb"]],
    ["a number", 48, ["48"]],
    ["a bigint, without its suffix", 48n, ["48"]],
    ["a date", new Date(0), ["1970-01-01T00:00:00.000Z"]],
    ["a function", function hunter() {}, ["hunter"]],
    ["nothing of null", [null], ["0"]],
    ["nothing of undefined", [undefined], ["0"]],
    ["nothing of an empty text", [""], ["0"]],
    ["keys and members", { a: ["b"] }, ["0", "a", "b"]],
    ["keys and members of a Map", new Map([[{ k: "a" }, "b"]]), ["a", "b", "k"]],
  ])("%s", (_, value, texts) => expect(textsOf(value)).toEqual(texts));

  test("of a deep one", () => {
    let deep: unknown = "hunter2";
    for (let level = 0; level < 5000; level++) deep = [deep];
    expect(textsOf(deep)).toEqual(["0", "hunter2"]);
  });

  test("of one whose parts are shared, or that is in itself", () => {
    let shared: unknown = "hunter2";
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    expect(textsOf(shared)).toEqual(["0", "1", "hunter2"]);
    const circular: Record<string, unknown> = { pin: "hunter2" };
    Object.assign(circular, { a: circular, b: circular });
    expect(textsOf(circular)).toEqual(["a", "b", "hunter2", "pin"]);
  });

  test("of a large one, a few more than the bound", () => {
    const texts = (length: number) => secretTexts([...Array(length).keys()], "all", () => ["all", "all"]).size;
    expect([texts(MAX_TEXTS), texts(MAX_TEXTS + 1), texts(9999)]).toEqual([MAX_TEXTS, MAX_TEXTS + 1, MAX_TEXTS + 1]);
    expect(MAX_TEXTS).toBe(1000);
  });
});

test("only of the parts that are secret where they are", () => {
  /** Each place is that of a key; what is in `pin` is secret, and the keys of `keys`. */
  const inside = (place: string, key: unknown): [Where<string>, Where<string>] => [
    place === "keys" ? "all" : "none",
    key === "pin" ? "all" : (key as string),
  ];
  const shared = { pin: "p", x: "open" };
  const value = { pin: ["hunter", { a: 2 }], x: "open", keys: { k1: "open", pin: "q" }, shared, keys2: { shared } };
  const secret = (where: Where<string>) => [...secretTexts(value, where, inside)].sort();
  expect(secret("top")).toEqual(["0", "1", "2", "a", "hunter", "k1", "p", "pin", "q"]);
  expect(secret("none")).toEqual([]);
  // An object at two places is looked at in both.
  const twice = (first: string, second: string) => [
    ...secretTexts({ [first]: shared, [second]: shared }, "top", inside),
  ];
  expect(twice("other", "keys").sort()).toEqual(["p", "pin", "x"]);
  expect(twice("keys", "other").sort()).toEqual(["p", "pin", "x"]);
});
