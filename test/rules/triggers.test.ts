import fc from "fast-check";
import { expect, test } from "vitest";
import { Triggers } from "../../src/core/rules/triggers.ts";

const key = fc.oneof(fc.integer({ min: 0, max: 30 }).map(String), fc.constantFrom("a", "b", "c", "__proto__"));
const keys = fc.uniqueArray(key, { maxLength: 30 });
const objectOf = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, 1]));

test("the keys that bring rules come in the order of the rules, however many there are", () => {
  fc.assert(
    fc.property(keys, keys, (rules, names) => {
      const object = objectOf(names);
      const expected = Object.keys(objectOf(rules)).filter((name) => Object.hasOwn(object, name));
      expect(new Triggers(objectOf(rules)).of(object)).toEqual(expected);
    }),
  );
});
