import { expect, test } from "vitest";
import { derive, derivedOf } from "../../src/core/schemas/derived.ts";
import { Int, Validator } from "../../src/index.ts";

interface Counted {
  readonly count: number;
  readonly name: string;
}

test("what is derived from the parameters of a validator is kept with it, whoever adds to it", () => {
  const [one, other] = [Int(), Int()];
  expect(derivedOf(one)).toEqual({});
  derive<Counted>(one, { count: 1 });
  derive<Counted>(one, { name: "a" });
  derive<Counted>(one, { count: 2 });
  expect([derivedOf(one), derivedOf(other)]).toEqual([{ count: 2, name: "a" }, {}]);
});

test("nothing is derived for a prototype, nor read from one", () => {
  expect(derivedOf(Validator.prototype)).toEqual({});
  expect(derivedOf<{ toString: unknown }>(Int()).toString).toBeUndefined();
});
