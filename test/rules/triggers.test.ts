import fc from "fast-check";
import { expect, test } from "vitest";
import type { Report } from "../../src/core/report/report.ts";
import type { CheckedObject } from "../../src/core/rules/container.ts";
import { Triggers } from "../../src/core/rules/triggers.ts";

const key = fc.oneof(fc.integer({ min: 0, max: 30 }).map(String), fc.constantFrom("a", "b", "c", "__proto__"));
const keys = fc.uniqueArray(key, { maxLength: 30 });
const objectOf = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, 1]));

test("the keys that bring rules come in the order of the rules, however many there are", () => {
  fc.assert(
    fc.property(keys, keys, (rules, names) => {
      const object = objectOf(names);
      const expected = Object.keys(objectOf(rules)).filter((name) => Object.hasOwn(object, name));
      const triggers = new Triggers(objectOf(rules));
      expect(triggers.in(object)).toEqual(expected);
      const checked = {
        input: object,
        result: object,
        has: (name: string) => Object.hasOwn(object, name),
      } as CheckedObject;
      for (const guards of [false, true]) expect(triggers.of(checked, { guards } as Report)).toEqual(expected);
    }),
  );
});
