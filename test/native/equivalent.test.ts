/** Equivalents of validators: they accept the same texts, and have no other equivalent than themselves. */
import { afterEach, expect, test } from "vitest";
import { Default, Dict, Int, instances, List, Nullable, Optional, type Validator } from "../../src/index.ts";
import "../fast/custom.ts";
import { reach } from "../../src/core/schemas/graph.ts";
import { randomSchema } from "../fast/schemas.ts";
import { sweep } from "../support/sweep.ts";
import { expectSame } from "./outcome.ts";
import { Random } from "./random.ts";
import { build } from "./recipe.ts";
import { randomRecipe } from "./schemas.ts";

afterEach(() => instances.clear());

const { VALIDLIB_SEED = "20261121" } = process.env;

function expectOwn(validator: Validator): void {
  const equivalent = validator.nativeEquivalent();
  expect(equivalent.nativeEquivalent(), String(validator)).toBe(equivalent);
}

test("an equivalent is its own equivalent", () => {
  for (let index = 0; index < sweep(150, 6000); index++) {
    const random = new Random(Number(VALIDLIB_SEED) + index);
    instances.clear();
    const validator = build(random.chance(0.5) ? randomRecipe(random) : randomSchema(random));
    for (const one of reach(validator).keys()) expectOwn(one as Validator);
  }
});

const messages = { required: "Missing." };
const inner = { plain: Default(Int(), 1), worded: Default(Int(), 1, { messages }) };

test.each(Object.entries(inner))(
  "members with a default (%s) may be missing wherever their Dict is",
  (_name, member) => {
    const dict = Dict({ a: member });
    const around: Validator[] = [
      dict,
      Default(dict, {}),
      Nullable(dict),
      Optional(dict),
      Default(Nullable(dict), null),
      Default(Optional(dict), {}),
      Nullable(Default(dict, {})),
      Optional(Default(dict, {})),
      Dict({ a: member }, { defaults: { a: 7 } }),
    ] as Validator[];
    for (const one of [...around, ...around.map((one) => List(one))]) {
      expectOwn(one);
      for (const text of ["{}", '{"a":2}', '{"a":"x"}', "null", "[{}]", '[{"a":2},{}]', "[null]"])
        expectSame(one, text);
    }
  },
);
