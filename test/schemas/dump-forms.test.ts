import { describe, expect, test } from "vitest";
import { KeyError } from "../../src/exc.ts";
import { Dict, Int, load, Str, type Update, type Validator } from "../../src/index.ts";

describe("a key that forms have is a key like any other to clone", () => {
  test.each(["__class__", "__use__", "__clone__", "__value__"])("%s", (key) => {
    const both = (n: Validator, more: Record<string, Validator> = {}) => Dict({ [key]: Str(), n, ...more });
    const validator = both(Int());
    const table: [Update, Validator][] = [
      [{ "schema+": { extra: Int() } }, both(Int(), { extra: Int() })],
      [{ "schema+": { extra: { __class__: "Int" } } }, both(Int(), { extra: Int() })],
      [{ "schema.n.min": 1 }, both(Int({ min: 1 }))],
      [{ [`schema.${key}.minlen`]: 1 }, Dict({ [key]: Str({ minlen: 1 }), n: Int() })],
      [{ "schema-": ["n"] }, Dict({ [key]: Str() })],
      [{ "schema-": [key] }, Dict({ n: Int() })],
      [{ "/schema": { extra: Int() } }, both(Int(), { extra: Int() })],
    ];
    for (const [update, expected] of table) expect(`${validator.clone(update)}`).toBe(`${expected}`);
    expect(() => validator.clone({ "schema.m.min": 1 })).toThrow(KeyError);
    expect(load(JSON.parse(JSON.stringify(validator.dump()))).equals(validator)).toBe(true);
  });
});
