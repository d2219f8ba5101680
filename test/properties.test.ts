import fc from "fast-check";
import { describe, expect, test } from "vitest";
// The aliases of the random validators are registered when they are imported.
import "./support/fresh.ts";
import { KeyError } from "../src/exc.ts";
import { AllOf, Any, Dict, Int, LazyRef, List, load, OneOf, Str, Tuple, type Validator } from "../src/index.ts";
import { isArray, isPlainObject } from "../src/values/input.ts";
import { documents, pairs, validators } from "./support/arbitraries.ts";
import { sweep } from "./support/sweep.ts";
import { refusal, spelled, texts, type Verdict, verdict } from "./support/verdict.ts";

const RUNS = { numRuns: sweep(50, 200) };

/** Whether a dump is JSON: nothing in it that JSON.stringify would lose. */
function isJson(value: unknown): boolean {
  if (isArray(value)) return value.every(isJson);
  if (isPlainObject(value)) return Object.values(value).every(isJson);
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function deepFreeze<T>(value: T): T {
  if (isArray(value) || isPlainObject(value)) for (const member of Object.values(value)) deepFreeze(member);
  return isArray(value) || isPlainObject(value) ? Object.freeze(value) : value;
}

/** What is on the prototypes everything inherits from. */
function prototypeMembers(): [name: string, value: unknown][] {
  return [Object, Array, Function, String, Number, Map, Set, Error, Promise].flatMap((one) =>
    Reflect.ownKeys(one.prototype).map((key): [string, unknown] => {
      const { value, get } = Reflect.getOwnPropertyDescriptor(one.prototype, key) as PropertyDescriptor;
      return [`${one.name}.${String(key)}`, value ?? get];
    }),
  );
}

/**
 * Whether what the validator returns must pass it again. Not so when the result is validated by others than the input:
 * the first step of an AllOf does not get what the last returned; the lengths of a Dict count the keys of the input,
 * which has those that are disposed of and lacks those that are defaulted.
 */
function repeats(validator: Validator, seen = new Set<Validator>()): boolean {
  if (seen.has(validator)) return true;
  seen.add(validator);
  const all = (members: readonly Validator[]): boolean => members.every((one) => repeats(one, seen));
  if (validator instanceof AllOf) return false;
  if (validator instanceof OneOf) return all(validator.steps);
  if (validator instanceof Tuple) return all(validator.items);
  if (validator instanceof List) return repeats(validator.item, seen);
  if (!(validator instanceof Dict)) return true;
  const { schema = {}, minlen, maxlen, extra } = validator;
  const counted = minlen !== undefined || maxlen !== undefined;
  return !counted && all(Object.values(schema)) && (extra === undefined || repeats(extra[1], seen));
}

describe("for any validator and any value", () => {
  test("load(dump(v)) equals v and validates alike", () => {
    fc.assert(
      fc.property(pairs(), ([validator, value]) => {
        const loaded = load(validator.dump());
        expect(loaded.equals(validator)).toBe(true);
        expect(String(loaded)).toBe(String(validator));
        expect(spelled(verdict(loaded, value))).toBe(spelled(verdict(validator, value)));
      }),
      RUNS,
    );
  });

  test("also after JSON, where the dump is JSON", () => {
    let dumped = 0;
    fc.assert(
      fc.property(pairs(), ([validator, value]) => {
        const dump = validator.dump();
        if (!isJson(dump)) return;
        dumped++;
        const loaded = load(throughJson(dump));
        expect(loaded.equals(validator)).toBe(true);
        expect(spelled(verdict(loaded, value))).toBe(spelled(verdict(validator, value)));
      }),
      RUNS,
    );
    expect(dumped).toBeGreaterThan(RUNS.numRuns / 2);
  });

  test("a clone leaves the original alone", () => {
    fc.assert(
      fc.property(pairs(), fc.string({ maxLength: 3 }), ([validator, value], alias) => {
        const [text, before] = [String(validator), verdict(validator, value)];
        expect(validator.clone().equals(validator)).toBe(true);
        for (const update of [
          { nullable: true },
          { "+": { min: 1 } },
          { "schema+": { [alias]: Int() }, "items+": [Int()], "steps+": [Int()], "options+": [7] },
          { schema: {}, items: [Any()], steps: [Any()], item: Any() },
        ]) {
          try {
            validator.clone(update);
          } catch (error) {
            // A validator of this class has no such parameter, or none of that kind.
            expect([TypeError, KeyError]).toContain((error as Error).constructor);
          }
        }
        expect(String(validator)).toBe(text);
        expect(spelled(verdict(validator, value))).toBe(spelled(before));
      }),
      RUNS,
    );
  });

  test("a value that passes passes again", () => {
    fc.assert(
      fc.property(pairs(), ([validator, value]) => {
        const result = validator.safe(value);
        // Those that do not count are drawn again.
        fc.pre(result.ok && repeats(validator));
        expect(verdict(validator, (result as { value: unknown }).value)).toHaveProperty("value");
      }),
      RUNS,
    );
  });

  test("nothing mutates the input", () => {
    const dict = Dict(
      { list: List(Int({ coerce: true }), { unique: true }), map: Dict({ extra: [Str(), Any()] }), gone: Any() },
      { dispose: ["gone"], defaults: { gone: [1] } },
    );
    fc.assert(
      fc.property(pairs(), ([validator, value]) => {
        const before = spelled(value);
        // Whoever writes to a frozen object throws.
        verdict(validator, deepFreeze(value));
        expect(spelled(value)).toBe(before);
      }),
      { ...RUNS, examples: [[[dict, { list: ["1", 1], map: { x: [1] }, gone: {} }]]] },
    );
  });

  test("call, safe and is agree, and ask no more the second time", () => {
    const seen = { accepted: 0, bare: 0, collected: 0 };
    fc.assert(
      fc.property(pairs(), ([validator, value]) => {
        const first: Verdict = verdict(validator, value);
        expect(spelled(verdict(validator, value))).toBe(spelled(first));
        seen[typeof first === "string" ? "bare" : "value" in first ? "accepted" : "collected"]++;
      }),
      RUNS,
    );
    // The values are near enough to be interesting.
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(RUNS.numRuns / 20);
  });

  test("with maxErrors the errors are the first so many, truncated if there are more", () => {
    fc.assert(
      fc.property(pairs(), fc.nat({ max: 4 }), ([validator, value], maxErrors) => {
        const result = validator.safe(value);
        const limited = validator.safe(value, { maxErrors });
        expect(limited.ok).toBe(result.ok);
        if (result.ok || limited.ok) return;
        expect(Array.from(limited.error, String)).toEqual(Array.from(result.error, String).slice(0, maxErrors));
        expect(limited.error.truncated).toBe(result.error.length > maxErrors);
      }),
      RUNS,
    );
  });

  test("JSON text is validated as the value it is of", () => {
    fc.assert(
      fc.property(documents, ([validator, text]) => {
        const fromValue = validator.safe(JSON.parse(text));
        const fromText = validator.safeJson(text);
        expect(validator.isJson(new TextEncoder().encode(text))).toBe(fromValue.ok);
        if (fromValue.ok) expect(spelled(fromText)).toBe(spelled(fromValue));
        else if (!fromText.ok) expect(texts(fromText.error)).toEqual(texts(fromValue.error));
        else throw new Error(`${validator} should refuse ${text}`);
      }),
      RUNS,
    );
  });

  test("no prototype is touched", () => {
    const before = prototypeMembers();
    fc.assert(
      fc.property(pairs(), ([validator, value]) => {
        verdict(validator, value);
        for (const path of ["__proto__.x", "constructor.prototype.x"]) {
          expect(() => validator.clone({ [path]: 1 })).toThrow(KeyError);
        }
        load(validator.dump());
        const result = validator.safe(value);
        if (result.ok && isPlainObject(result.value) && validator instanceof Dict) {
          expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
        }
      }),
      RUNS,
    );
    const after = prototypeMembers();
    expect(after.map(([name]) => name)).toEqual(before.map(([name]) => name));
    expect(after.filter(([, value], index) => !Object.is(value, before[index]?.[1]))).toEqual([]);
  });
});

test("validators are equal exactly when their dumps are", () => {
  fc.assert(
    fc.property(validators, validators, (a, b) => {
      const same = spelled(a.dump()) === spelled(b.dump());
      if (same) expect(a.equals(b)).toBe(true);
      expect(a.equals(b)).toBe(b.equals(a));
    }),
    { numRuns: sweep(30, 100) },
  );
});

test("the exceptions of 'passes again' are real", () => {
  const again = (validator: Validator, value: unknown): unknown => verdict(validator, validator(value));
  expect(again(AllOf(Str(), Int({ coerce: true })), "5")).toBeTypeOf("string");
  expect(again(Dict({ a: Int() }, { defaults: { a: 1 }, maxlen: 0 }), {})).toBeTypeOf("string");
  expect(again(Dict({}, { dispose: ["a"], minlen: 1 }), { a: 1 })).toBeTypeOf("string");
  expect(refusal(LazyRef("arbitrary.tree"), {}).length).toBe(1);
});
