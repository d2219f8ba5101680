import { expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { tagsOfUnion } from "../../src/core/params/discriminator.ts";
import { AllOf, Check, Const, Dict, Int, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { refuses } from "../support/parameters.ts";

const cat = Dict({ kind: Const("cat"), lives: Int() });
const dog = Dict({ kind: Str({ options: ["dog", "wolf"] }) });

test("each tag has its step: a constant, or one of several options", () => {
  const either = OneOf([cat, dog], { discriminator: "kind" });
  const steps = new Map<unknown, Validator>([
    ["cat", cat],
    ["dog", dog],
    ["wolf", dog],
  ]);
  expect(tagsOfUnion(either)).toMatchObject({ steps, options: ["cat", "dog", "wolf"], missing: undefined });
});

test("a Dict may be followed by checks of its own", () => {
  const checked = AllOf(
    AllOf(
      dog,
      Check(() => true),
    ),
    Check(() => true),
  );
  const either = OneOf([cat, checked], { discriminator: "kind" });
  expect([...(tagsOfUnion(either)?.steps ?? [])].map(([tag, step]) => [tag, step === checked])).toEqual([
    ["cat", false],
    ["dog", true],
    ["wolf", true],
  ]);
});

test("a OneOf with the same discriminator is looked into", () => {
  const inner = OneOf([cat, dog], { discriminator: "kind" });
  const fish = Dict({ kind: Const(7) });
  expect(
    [...(tagsOfUnion(OneOf([fish, inner], { discriminator: "kind" }))?.steps ?? [])].map(([, step]) => step),
  ).toEqual([fish, cat, dog, dog]);
});

refuses(OneOf, [
  [
    [[cat, List(Int())], { discriminator: "kind" }],
    ValueError,
    "OneOf.discriminator: step 1 should be a Dict whose key 'kind' is a Const or has options, or an AllOf that begins with one",
  ],
  [
    [[cat, Dict({ kind: Str() })], { discriminator: "kind" }],
    ValueError,
    "OneOf.discriminator: step 1 should be a Dict whose key 'kind' is a Const or has options, or an AllOf that begins with one",
  ],
  [
    [[cat, dog, Dict({ kind: Const("wolf") })], { discriminator: "kind" }],
    ValueError,
    "OneOf.discriminator: more than one step has the tag 'wolf'",
  ],
  [[[cat], { discriminator: 5 }], TypeError, "OneOf.discriminator should be of type string"],
]);
