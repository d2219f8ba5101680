/** The comparison itself: that it finds what generated code could get wrong. */
import { describe, expect, test } from "vitest";
import { type ConditionError, MissingKeyError, ValidationError } from "../../src/exc.ts";
import type { Limits, Validator } from "../../src/index.ts";
import type { Recipe } from "../native/recipe.ts";
import { type Case, compare, type Entry, emptyTally, type Implementation, inMode, randomCase } from "./differential.ts";
import { parsed, printed, shrink } from "./shrink.ts";
import type { Document, Value } from "./value.ts";

const check = inMode("check");

describe("the comparison of two ways to validate values", () => {
  const cases = Array.from({ length: 150 }, (_, index) => randomCase(index + 1));

  test("a seed stands for one case, and a case survives being printed", () => {
    for (const [index, one] of cases.entries()) {
      expect(randomCase(index + 1)).toEqual(one);
      expect(parsed(printed(one))).toEqual(one);
    }
  });

  test("check is no different from itself; values, errors and exceptions are all there", () => {
    const tally = emptyTally();
    for (const one of cases) expect(compare(check, check, one, tally)).toBeUndefined();
    expect(tally.values).toBeGreaterThan(tally.pairs / 4);
    expect(tally.errors).toBeGreaterThan(tally.pairs / 5);
    expect(tally.thrown).toBeGreaterThan(tally.pairs / 100);
  });

  // What generated code could get wrong, and what is said of it.
  const wrong: [string, Implementation, said: RegExp][] = [
    ["a property that is read twice", { ...check, safe: reading(check.safe) }, /event \d+: .* got read/],
    ["the same of a Proxy", { ...check, safe: reading(check.safe) }, /reads of .* of a Proxy/],
    ["the same of a call", { ...check, call: reading(check.call) }, /^call: event/],
    ["a zero without its sign", { ...check, safe: withResult(changed(unsigned)) }, /-0 expected, got 0/],
    ["another order of keys", { ...check, safe: withResult(reversed) }, /keys \[.+\] expected/],
    ["a key more", { ...check, safe: withResult(changed(() => undefined)) }, /expected, got undefined/],
    ["another prototype", { ...check, safe: withResult(unrooted) }, /another prototype/],
    ["a frozen result", { ...check, safe: withResult(Object.freeze) }, /one is frozen/],
    ["a property that cannot be written to", { ...check, safe: withResult(readOnly) }, /other attributes/],
    ["the input itself as the result", { ...check, safe: withResult((_, input) => input) }, /something new expected/],
    ["a copy of what is passed on as it is", { ...check, safe: withResult(copied) }, /got something new/],
    ["an input that is written to", { ...check, safe: writing }, /^input: /],
    ["errors that have changed places", { ...check, safe: withError((error) => error.sort(true)) }, /at \[/],
    ["another context", { ...check, safe: withError((error) => error.addContext("x")) }, /at \[/],
    [
      "an error that does not say it is truncated",
      { ...check, safe: withError(untruncated) },
      /truncated: true expected/,
    ],
    [
      "an error less",
      { ...check, safe: (v, x, l) => check.safe(v, x, { ...l, maxErrors: 1 }) },
      /length: \d+ expected/,
    ],
    [
      "an error of another class",
      { ...check, safe: withError(() => new MissingKeyError("x")) },
      /Error expected, got Missing/,
    ],
    ["another expectation", { ...check, safe: withError(withoutExpected) }, /expected: .* expected, got/],
    ["an actual value that is a copy", { ...check, safe: withError(withCopy) }, /actual: part .* got something new/],
    ["a limit of its own", { ...check, is: (v, x) => check.is(v, x, { maxDepth: 1 }) }, /^is: value: true expected/],
    ["a verdict that is always the same", { ...check, is: () => true }, /^is: value: false expected/],
    ["an error that has no stack", { ...check, call: withoutStack }, /^stack: /],
    ["code of the caller's that runs twice", { ...check, safe: twice }, /event \d+: nothing expected, got .*\(/],
    ["an exception in place of an error", { ...check, safe: throwing }, /^safe: error .* expected, got thrown/s],
    ["an error in place of an exception", { ...check, safe: swallowing }, /^safe: thrown .* expected, got error/s],
    ["another exception", { ...check, safe: replacing }, /^safe: thrown: /],
    ["an array that is the result of two calls", { ...check, safe: withResult(pooled) }, /^shared: /],
    ["a verdict that hangs on the last", { ...check, is: stale() }, /^is: /],
  ];

  test.each(wrong)("finds %s, and a small case that shows it", (_, implementation, said) => {
    const fails = (one: Case): boolean => {
      const difference = compare(check, implementation, one);
      return difference !== undefined && said.test(`${difference.what}: ${difference.how}`);
    };
    // A case with the same part twice gets small only if both parts do at once: then the next one is tried.
    let smallest: Case | undefined;
    for (let seed = 1; seed < 2000 && (smallest === undefined || printed(smallest).length >= 1500); seed++) {
      const one = randomCase(seed);
      // From a large one it takes long.
      if (printed(one).length < 8000 && fails(one)) smallest = shrink(one, fails, 6000);
    }
    if (smallest === undefined) throw new Error("No case shows it");
    expect(fails(smallest)).toBe(true);
    expect(smallest.steps.length).toBeLessThanOrEqual(2);
    expect(printed(smallest).length).toBeLessThan(1500);
  });

  test("finds two parts of a result that are one object", () => {
    const joining: Implementation = {
      ...check,
      safe: withResult((value) => (value as unknown[]).fill((value as unknown[])[0])),
    };
    const item = { __class__: "List", item: { __class__: "Any" } };
    const empty: Value = { $: "array", items: [] };
    const document: Document = { root: { $: "array", items: [empty, empty] }, parts: [] };
    const steps = [{ document, entries: ["safe" as Entry] }];
    const one = { recipe: { root: { __class__: "List", item }, aliases: {} }, steps };
    expect(compare(check, joining, one)?.how).toMatch(/is the same object as another part/);
    expect(compare(check, check, one)).toBeUndefined();
  });

  test("finds a prototype's property that is taken for the value's own", () => {
    const trusting: Implementation = {
      ...check,
      safe: (validator, value, limits) =>
        check.safe(
          validator,
          isObject(value) && "a" in value ? Object.assign({ ...value }, { a: value.a }) : value,
          limits,
        ),
    };
    const recipe: Recipe = { root: { __class__: "Dict", schema: { a: { __class__: "Any" } } }, aliases: {} };
    const document: Document = { root: { $: "object", members: [] }, parts: [] };
    const polluted = { on: "object", key: "a", how: "hidden" } as const;
    const steps = [{ document, entries: ["safe" as Entry], polluted }];
    expect(compare(check, trusting, { recipe, steps })?.how).toMatch(/error .* expected, got value/s);
    expect("a" in {}).toBe(false);
  });
});

type Call<T> = (validator: Validator, value: unknown, limits: Limits | undefined) => T;

/** Reads a property before the call does. */
function reading<T>(call: Call<T>): Call<T> {
  return (validator, value, limits) => {
    if (isPlain(value)) void (value as Record<string, unknown>)[Object.keys(value)[0] ?? "a"];
    return call(validator, value, limits);
  };
}

/** Changes what the reference returns. */
function withResult(change: (value: unknown, input: unknown) => unknown): Implementation["safe"] {
  return (validator, input, limits) => {
    const result = check.safe(validator, input, limits);
    return result.ok ? { ok: true, value: change(result.value, input) } : result;
  };
}

function withError(change: (error: ValidationError) => ValidationError): Implementation["safe"] {
  return (validator, input, limits) => {
    const result = check.safe(validator, input, limits);
    return result.ok ? result : { ok: false, error: change(result.error) };
  };
}

/** Changes the members of the outermost container, in place. */
function changed(change: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => {
    if (!isPlain(value) || Object.isFrozen(value)) return value;
    for (const [key, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      const got = change(member);
      if (!Object.is(got, member) && key !== "length") (value as Record<string, unknown>)[key] = got;
    }
    return value;
  };
}

const unsigned = (value: unknown): unknown => (Object.is(value, -0) ? 0 : value);

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  try {
    return [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
  } catch {
    return false;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => isPlain(value) && !Array.isArray(value);

function reversed(value: unknown): unknown {
  if (!isObject(value) || Object.isFrozen(value)) return value;
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(value)).reverse()) {
    delete value[key];
    Object.defineProperty(value, key, descriptor);
  }
  return value;
}

const unrooted = (value: unknown): unknown => (isObject(value) ? Object.setPrototypeOf(value, null) : value);

function readOnly(value: unknown): unknown {
  const [key] = isObject(value) ? Object.keys(value) : [];
  return key === undefined ? value : Object.defineProperty(value, key, { writable: false });
}

const copied = (value: unknown): unknown =>
  isObject(value) ? Object.create(Object.prototype, descriptorsOf(value)) : value;
const descriptorsOf = (value: object): PropertyDescriptorMap => Object.getOwnPropertyDescriptors(value);

const EMPTY: unknown[] = [];
const pooled = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? EMPTY : value);

const writing: Implementation["safe"] = (validator, value, limits) => {
  const result = check.safe(validator, value, limits);
  try {
    if (isObject(value)) value.written = 1;
  } catch {
    // It is frozen.
  }
  return result;
};

function untruncated(error: ValidationError): ValidationError {
  error.truncated = false;
  return error;
}

function withoutExpected(error: ValidationError): ValidationError {
  const [first] = error;
  if (first !== undefined && "expected" in first) Object.assign(first, { expected: "something" });
  return error;
}

function withCopy(error: ValidationError): ValidationError {
  for (const one of error) {
    const { actual } = one as ConditionError;
    if (isObject(actual)) Object.assign(one, { actual: copied(actual) });
  }
  return error;
}

const withoutStack: Implementation["call"] = (validator, value, limits) => {
  try {
    return check.call(validator, value, limits);
  } catch (error) {
    if (error instanceof ValidationError) error.stack = String(error);
    throw error;
  }
};

const twice: Implementation["safe"] = (validator, value, limits) => {
  try {
    validator.is(value, limits);
  } catch {
    // The second call will say so.
  }
  return check.safe(validator, value, limits);
};

const throwing: Implementation["safe"] = (validator, value, limits) => {
  const result = check.safe(validator, value, limits);
  if (!result.ok) throw result.error;
  return result;
};

const swallowing: Implementation["safe"] = (validator, value, limits) => {
  try {
    return check.safe(validator, value, limits);
  } catch {
    return { ok: false, error: new MissingKeyError("a") };
  }
};

const replacing: Implementation["safe"] = (validator, value, limits) => {
  try {
    return check.safe(validator, value, limits);
  } catch {
    throw new RangeError("another");
  }
};

/** Answers as the validator's call before. */
function stale(): Implementation["is"] {
  const last = new WeakMap<Validator, boolean>();
  return (validator, value, limits) => {
    const answer = check.is(validator, value, limits);
    const before = last.get(validator) ?? answer;
    last.set(validator, answer);
    return before;
  };
}
