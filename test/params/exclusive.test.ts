/** The flag `exclusive` of OneOf, which the value's tag or type would make idle. */
import { expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { Const, Dict, Int, OneOf, Str } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

const steps = [Dict({ kind: Const("a") }), Dict({ kind: Const("b") })] as const;
const dumps = [{ __class__: "Int" }, { __class__: "Str" }];

makes(OneOf as never, [
  [
    [[Int(), Str()], { exclusive: true }],
    "<OneOf(steps=[<Int()>, <Str()>], exclusive=true)>",
    { steps: dumps, exclusive: true },
  ],
  [[[Int(), Str()], { exclusive: false }], "<OneOf(steps=[<Int()>, <Str()>])>", { steps: dumps }],
]);

refuses(OneOf as never, [
  [
    [steps, { exclusive: true, discriminator: "kind" }],
    ValueError,
    "OneOf.exclusive should not be given together with discriminator",
  ],
  [
    [[Int(), Str()], { exclusive: true, by_type: true }],
    ValueError,
    "OneOf.exclusive should not be given together with by_type",
  ],
]);

test("a flag that is off may be given together with both", () => {
  expect(OneOf([...steps], { exclusive: false, discriminator: "kind" }).exclusive).toBeUndefined();
});

rows([
  [OneOf([Int(), Int({ min: 5 })], { exclusive: true }), 1, { value: 1 }],
  [OneOf([Int(), Int({ min: 5 })]), 7, { value: 7 }],
]);
