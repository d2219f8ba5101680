/** Objects whose schema has many keys: their verdicts look at the keys that they have. */
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import { Dict, fromJsonSchema, Int, List, Str, type Validator } from "../../src/index.ts";

const NAMES = Array.from({ length: 100 }, (_, index) => `k${index}`);
const NEEDED = ["k3", "k99"];
const members = Object.fromEntries(NAMES.map((name, at) => [name, [Int(), Str(), List(Int())][at % 3] as Validator]));
const optional = NAMES.filter((name) => !NEEDED.includes(name));
const properties = Object.fromEntries(
  NAMES.map((name, at) => [name, [{ type: "integer" }, { type: "string" }, { items: { type: "integer" } }][at % 3]]),
);

const schemas: Readonly<Record<string, Validator>> = {
  "a Dict": Dict(members, { optional }),
  "a Dict of leaves": Dict(Object.fromEntries(NAMES.map((name) => [name, Int()])), { optional }),
  "a Dict that keeps other keys": Dict(members, { optional, unknown: "keep" }),
  "a Dict with validators of other keys": Dict(members, { optional, extra: [Str({ maxlen: 3 }), Int()] }),
  "a Dict with keys of the prototype": Dict({ ...members, toString: Int() } as Record<string, Validator>, {
    optional: [...optional, "toString"],
  }),
  "a JSON Schema": fromJsonSchema({ type: "object", properties, required: NEEDED }),
  "a JSON Schema without other keys": fromJsonSchema({ properties, required: NEEDED, additionalProperties: false }),
  "a JSON Schema with rules for keys": fromJsonSchema({
    ...{ properties, dependentRequired: { k0: ["k1"], x: ["k2"] }, maxProperties: 5 },
    ...{ patternProperties: { "^x": { type: "integer" } }, additionalProperties: { type: "string" } },
  }),
};

const value = fc.oneof(
  fc.constantFrom<unknown>(1, 2.5, "a", [], [1], ["a"], null, undefined, {}),
  fc.constantFrom<unknown>(() => 1, Number.NaN),
);
const key = fc.oneof(fc.constantFrom(...NAMES.slice(0, 8), ...NEEDED), fc.constantFrom("x", "other", "toString"));
/** Members, each with the way in which it stands in the object. */
const parts = fc.uniqueArray(fc.tuple(key, value, fc.constantFrom("plain", "plain", "plain", "hidden", "getter")), {
  selector: ([name]) => name,
  maxLength: 8,
});

function objectOf(all: readonly (readonly [string, unknown, string])[], isBare: boolean): object {
  const object = isBare ? Object.create(null) : {};
  for (const [name, value, kind] of all) {
    const content = kind === "getter" ? { get: () => value } : { value, writable: true };
    Object.defineProperty(object, name, { ...content, configurable: true, enumerable: kind !== "hidden" });
  }
  return object;
}

const { mode } = execution;
afterEach(() => {
  execution.mode = mode;
});

describe.each(Object.entries(schemas))("%s of many keys", (_name, validator) => {
  test("has the verdict of its check", () => {
    let valid = 0;
    const needed = [["k3", 1, "plain"] as const, ["k99", 2, "plain"] as const];
    fc.assert(
      fc.property(parts, fc.boolean(), fc.boolean(), (all, isBare, isFull) => {
        const others = all.filter(([name]) => !isFull || !NEEDED.includes(name));
        const object = objectOf(isFull ? [...others, ...needed] : all, isBare);
        const verdicts = (["check", "compiled"] as const).map((mode) => {
          execution.mode = mode;
          return validator.is(object);
        });
        expect(verdicts[1]).toBe(verdicts[0]);
        if (verdicts[0]) valid++;
      }),
      { numRuns: 1000 },
    );
    expect(valid).toBeGreaterThan(0);
  });
});
