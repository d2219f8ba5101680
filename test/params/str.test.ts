// Other files use all formats.
import "../support/fresh.ts";
import { expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { encoding, format, matcherOf, pattern } from "../../src/core/params/str.ts";
import { Validator } from "../../src/core/validator.ts";

class Owner extends Validator {
  override check(input: unknown): unknown {
    return input;
  }
}
const make = (): Validator => new Owner();

test("an encoding is one that exists", () => {
  expect(encoding(make(), "encoding", "latin_1")).toBe("latin_1");
  expect(encoding(make(), "encoding", undefined)).toBeUndefined();
  expect(() => encoding(make(), "encoding", "klingon")).toThrow(ValueError);
});

test.each(["a+", /a+/, { source: "a+", flags: "u" }])(
  "a pattern leaves its matcher with the validator: %s",
  (given) => {
    const owner = make();
    expect(pattern(owner, "pattern", given, {})).toBeDefined();
    expect([matcherOf(owner)?.("aab"), matcherOf(owner)?.("b")]).toEqual([true, false]);
  },
);

test("where there is no pattern there is no matcher", () => {
  const owner = make();
  expect(pattern(owner, "pattern", undefined, {})).toBeUndefined();
  expect(matcherOf(owner)).toBeUndefined();
});

test("a source and flags that Object.prototype has are nobody's", () => {
  const prototype = Object.prototype as Partial<Record<string, unknown>>;
  Object.assign(prototype, { source: "b", flags: "" });
  try {
    const [none, own] = [make(), make()];
    expect([pattern(none, "pattern", undefined, {}), matcherOf(none)]).toEqual([undefined, undefined]);
    expect([pattern(own, "pattern", "a+", {}), matcherOf(own)?.("a")]).toEqual(["a+", true]);
    expect(() => pattern(make(), "pattern", {}, {})).toThrow(TypeError);
  } finally {
    delete prototype.source;
    delete prototype.flags;
  }
});

test("a pattern that nothing can run in good time needs the flag", () => {
  const risky = "(a+)+\\1$";
  expect(() => pattern(make(), "pattern", risky, {})).toThrow(ValueError);
  expect(pattern(make(), "pattern", risky, { backtrack: true })).toBe(risky);
});

test("a format is one that is known", () => {
  expect(format(make(), "format", "date-time")).toBe("date-time");
  expect(format(make(), "format", null)).toBeUndefined();
  expect(() => format(make(), "format", "emial")).toThrow(
    new ValueError("Owner.format should be the name of a format, got 'emial': did you mean 'email'?"),
  );
  expect(() => format(make(), "format", "phone")).toThrow(
    new ValueError("Owner.format should be the name of a format, got 'phone'; more is available after useAllFormats()"),
  );
  expect(() => format(make(), "format", "toString")).toThrow(ValueError);
  expect(() => format(make(), "format", 5)).toThrow(TypeError);
});
