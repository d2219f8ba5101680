import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import "../support/fresh.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import { Bool, Dict, Float, Int, instances, LazyRef, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { keepMode } from "./mode.ts";

keepMode();

/** The code that V8 has compiled since the last call that took it. */
let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.stubGlobal(
    "Function",
    new Proxy(Function, {
      construct: (target, args: string[]) => {
        written.push(args.at(-1) as string);
        return Reflect.construct(target, args) as object;
      },
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  instances.clear();
});

const COUNT = 1000;
const names = Array.from({ length: COUNT }, (_, index) => `key${index}`);
const objectOf = <T>(member: (index: number) => T): Record<string, T> =>
  Object.fromEntries(names.map((name, index) => [name, member(index)]));

const KINDS: [string, (index: number) => Validator, (index: number) => unknown][] = [
  ["equal ones", () => Int(), (index) => index],
  [
    "different ones",
    (index) => [Int({ min: -index }), Str({ maxlen: 10 + index }), Float({ max: 2000 + index }), Bool()][index % 4]!,
    (index) => [index, `text ${index}`, index + 0.5, true][index % 4],
  ],
  ["objects", (index) => Dict({ a: Int({ min: -index }), b: Str() }), (index) => ({ a: index, b: "text" })],
  ["converted ones", (index) => Int({ coerce: true, max: 1000 + index }), (index) => String(index)],
  [
    "some that refer to the whole",
    (index) => (index % 100 === 0 ? OneOf([LazyRef("later.whole"), Int()]) : List(Int({ min: -index }))),
    (index) => (index % 100 === 0 ? 1 : [index]),
  ],
];

describe.each(KINDS)("an object of 1,000 members, %s", (_, validatorOf, valueOf) => {
  const value = objectOf(valueOf);
  const make = (): Validator => Dict(objectOf(validatorOf), { alias: "later.whole", replace: true });

  test("gets code in many calls, none of which writes a great deal", () => {
    execution.mode = "auto";
    const validator = make();
    const expected = validator(value);
    const lengths: number[] = [];
    for (let call = 0; call < 2000 && (lengths.length === 0 || written.length > 0); call++) {
      written = [];
      expect(validator(value)).toEqual(expected);
      if (written.length > 0) lengths.push(written.join("").length);
      // It is not hot yet.
      if (lengths.length === 0) written = ["nothing"];
    }
    expect(lengths.length).toBeGreaterThan(COUNT / 100);
    expect(Math.max(...lengths)).toBeLessThan(120_000);
    expect(validator(value)).toEqual(expected);
  });

  test("is validated the same while its code is written, and by its code", () => {
    const refused = { ...value, key0: null, key500: null, key999: null };
    execution.mode = "check";
    const validator = make();
    const answers = (): unknown[] => {
      const { error } = validator.safe(refused) as { error: Iterable<unknown> };
      return [validator(value), Array.from(error, String)];
    };
    const expected = answers();
    execution.mode = "compiled";
    expect(answers()).toEqual(expected);
    execution.mode = "auto";
    for (let call = 0; call < 60; call++) expect(answers()).toEqual(expected);
  });
});

test("Members whose code is the same share one function, in whatever part it was written.", () => {
  execution.mode = "compiled";
  Dict(objectOf(() => Int()))(objectOf((index) => index));
  expect(written.length).toBeGreaterThan(10);
  expect(written.join("").match(/^function member/gm)).toHaveLength(1);
});
