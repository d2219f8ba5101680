import { expect, test } from "vitest";
import { partsOfDefault, withoutDefaults } from "../../src/core/params/default.ts";
import { Default, Int, type Validator } from "../../src/index.ts";

const [int, member] = [Int(), Default(Int(), 5)];

test("a Default has parts, anything else has none", () => {
  expect(partsOfDefault(member)).toEqual({ item: member.item, value: 5 });
  expect(partsOfDefault(int)).toBeUndefined();
  class Own extends (Default as unknown as new (...args: unknown[]) => Validator) {
    override check(): unknown {
      return 1;
    }
  }
  expect(partsOfDefault(new Own(int, 5))).toBeUndefined();
});

test("a schema and its defaults: those that are named win over those of members", () => {
  expect(withoutDefaults({ a: int }, { a: 1 })).toBeUndefined();
  expect(withoutDefaults({ a: int, b: member, c: member }, { a: 1, c: 2 })).toEqual({
    schema: { a: int, b: member.item, c: member.item },
    defaults: { a: 1, b: 5, c: 2 },
  });
});
