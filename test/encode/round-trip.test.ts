/** The way back of random validators: what is written is read again, and generated code writes the same. */
import { afterEach, expect, test, vi } from "vitest";
import { execution, type Mode } from "../../src/engines/fast/mode.ts";
import { instances, type Result, type Validator } from "../../src/index.ts";
import "../fast/custom.ts";
import { keepMode } from "../fast/mode.ts";
import { randomSchema } from "../fast/schemas.ts";
import { randomDocument } from "../native/documents.ts";
import { Random } from "../native/random.ts";
import { build, type Dump, type Json, type Recipe, visitDumps } from "../native/recipe.ts";
import { differenceOf, same } from "../native/same.ts";
import { randomRecipe } from "../native/schemas.ts";
import { sweep } from "../support/sweep.ts";

keepMode();
afterEach(() => {
  instances.clear();
  vi.restoreAllMocks();
});

const { VALIDLIB_SEED = "20261121" } = process.env;
const CASES = sweep(60, 1000);

/**
 * Validators whose values may have no way back: defaults of another type, fallbacks of a step, sizes of what has been
 * dropped.
 */
function hasLoss({ root, aliases }: Recipe): boolean {
  let isLossy = false;
  const look = (dump: Dump): void => {
    const { __class__: name, value, item, minlen, maxlen } = dump;
    if (name === "Fallback")
      isLossy ||=
        JSON.stringify([value, item]).includes("__named__") ||
        hasBigints(item as Dump) ||
        Array.isArray(value) ||
        JSON.stringify(item).includes('"coerce"');
    // The step before may accept the fallback in no form, or refuse the numbers 0 and 1. A Float passes on the digits
    // of a text, which no value of it has. It may refuse the keys that a later step fills.
    if (name === "AllOf")
      isLossy ||= /"Fallback"|"coerce_int":true|"bigint":true|"defaults"/.test(
        JSON.stringify((dump.steps as Dump[]).slice(1)),
      );
    // The number nearest to a fraction may be an integer without a safe form: it is read as a bigint.
    if (name === "Float" || name === "Any") isLossy ||= dump.exact === true || dump.integers === "exact";
    // A condition reads the digits of a text, which the number that is passed on has no more.
    if (name === "If") isLossy ||= hasBigints(dump.condition as Dump);
    if (name === "Dict") isLossy ||= JSON.stringify(dump.defaults ?? {}).includes("__named__");
    if (name === "Dict") isLossy ||= (minlen ?? maxlen) !== undefined && Object.keys(dump).some(isDropping);
    // A default that is dropped may be invalid: it is validated on the way in only.
    if (name === "Dict")
      isLossy ||= ((dump.dispose ?? []) as string[]).some((key) => Object.hasOwn((dump.defaults ?? {}) as object, key));
    // Without what one step has dropped, another may take the result too.
    if (name === "OneOf" && dump.exclusive === true)
      visitDumps(dump.steps as Json, (step) => (isLossy ||= Object.keys(step).some(isDropping)));
  };
  for (const dump of [root, ...Object.values(aliases)]) visitDumps(dump, look);
  return isLossy;
}
const isDropping = (param: string): boolean =>
  ["dispose", "defaults", "unknown", "extra", "skip_blank", "null_is_absent"].includes(param);
const hasBigints = (dump: Dump): boolean => /"(?:bigint|exact)":/.test(JSON.stringify(dump));

/**
 * JSON text that `JSON.stringify` writes has no negative zero. A fraction that was rounded to an integer beyond the
 * safe range is that integer: with `exact`, a bigint.
 */
function unsigned(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return BigInt(value as number);
  if (Array.isArray(value)) return value.map(unsigned);
  if (value instanceof Set) return new Set(Array.from(value, unsigned));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unsigned(member)]));
}

/** How many texts generated code has written. */
let answered = 0;

/** The outcome as text, of the checks and of generated code. */
function written(validator: Validator, value: unknown): Result<string> | undefined {
  const [checked, compiled] = (["check", "compiled"] as const).map((mode: Mode) => {
    execution.mode = mode;
    const before = execution.answered;
    try {
      const result = validator.safeStringify(value);
      if (execution.answered > before) answered++;
      return { result, text: result.ok ? result.value : String(result.error) };
    } catch (error) {
      return { result: undefined, text: String(error) };
    }
  });
  expect(compiled?.text).toBe(checked?.text);
  return checked?.result;
}

test("what a validator writes, it reads again", () => {
  vi.spyOn(Date, "now").mockReturnValue(1_700_000_000_123);
  let [read, refused] = [0, 0];
  const { copiesArrays } = execution;
  answered = 0;
  for (let index = 0; index < CASES; index++) {
    const seed = Number(VALIDLIB_SEED) + index;
    const random = new Random(seed);
    const recipe = random.chance(0.5) ? randomRecipe(random) : randomSchema(random);
    instances.clear();
    const validator = build(recipe);
    execution.copiesArrays = seed % 2 === 0;
    for (let step = 0; step < 4; step++) {
      const source = randomDocument(random, recipe);
      const any = parsed(source);
      const direct = any && written(validator, any.value);
      if (direct?.ok && !hasLoss(recipe)) {
        const back = outcomeOf(validator, direct.value);
        expect(back?.ok ?? true, `${seed}: ${validator} writes ${direct.value}: ${back?.error}`).toBe(true);
      }
      const given = outcomeOf(validator, source);
      if (!given?.ok) continue;
      const text = written(validator, given.value);
      if (text === undefined || hasLoss(recipe)) continue;
      // JSON has no infinities, which come from numbers like 1e400.
      if (!text.ok && /FloatValueError/.test(String(text.error))) {
        refused++;
        continue;
      }
      expect(text.ok, `${seed}: ${validator} ${text.error}`).toBe(true);
      const again = outcomeOf(validator, text.value as string);
      const difference = again?.ok ? differenceBetween(given.value, again.value) : String(again?.error);
      expect(difference, `${seed}: ${validator} writes ${text.value}`).toBe("");
      read++;
    }
  }
  execution.copiesArrays = copiesArrays;
  expect(answered).toBeGreaterThan(CASES);
  expect(read).toBeGreaterThan(CASES / 2);
  expect(refused).toBeLessThan(CASES / 10);
});

const differenceBetween = (a: unknown, b: unknown): string =>
  same(unsigned(a), unsigned(b)) ? "" : differenceOf(unsigned(a), unsigned(b)) || "differs";

function outcomeOf(validator: Validator, source: Uint8Array | string): Result<unknown> | undefined {
  try {
    return validator.safeJson(source);
  } catch {
    // An alias that nothing is registered under, or a function of the schema that throws.
    return undefined;
  }
}

function parsed(source: Uint8Array | string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(typeof source === "string" ? source : new TextDecoder().decode(source)) };
  } catch {
    return undefined;
  }
}
