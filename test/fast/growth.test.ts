/** How the work of generating code grows with the schema. */
import { expect, test } from "vitest";
import { generate } from "../../src/engines/fast/generate.ts";
import { AllOf, Dict, instances, LazyRef, Not, Nullable, OneOf, Str } from "../../src/index.ts";

/** How often the parameters of a validator that all parts of a recursive schema lead to are looked at. */
function looksAt(pipelines: number): number {
  class Counted extends Str {}
  const { params } = Counted as unknown as { params: object };
  let looks = 0;
  Object.defineProperty(Counted, "params", {
    get: () => {
      looks++;
      return params;
    },
  });
  const counted = Nullable(new Counted());
  const member = () =>
    AllOf(Dict({}, { unknown: "keep" }), Not(OneOf([LazyRef("root"), counted], { exclusive: true })));
  const members = Object.fromEntries(Array.from({ length: pipelines }, (_, n) => [`key${n}`, member()]));
  const root = Dict({ next: LazyRef("root"), ...members }, { alias: "root" });
  looks = 0;
  generate(root)?.write("value");
  instances.clear();
  return looks;
}

test("the whole of a recursive schema is not looked at for each of its pipelines", () => {
  expect(looksAt(20)).toBeGreaterThan(0);
  expect(looksAt(40)).toBe(looksAt(20));
});
