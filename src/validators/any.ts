/** Any: any value (specification, "Any"). */

import { callable, type ParamsOf, RULES, type ValidatorStatics, withRules } from "../core/builtin.ts";
import { ENCODING, type Encoding } from "../core/encode/encodings.ts";
import { checkedJsonEncoder, jsonEncoder } from "../core/encode/json-value.ts";
import { GIVES, type Given } from "../core/encode/target.ts";
import { FloatValueError, MaxValueError, MinValueError } from "../core/errors/errors.ts";
import { choice } from "../core/params/shared.ts";
import { OPEN, type Opened } from "../core/partial/opened.ts";
import { areSpelled } from "../core/report/digits.ts";
import { FAILED, type Failed, type Report } from "../core/report/report.ts";
import type { Leaf } from "../core/rules/leaf.ts";
import { arraySize } from "../core/rules/length.ts";
import type { Validator } from "../core/validator.ts";
import { isBeyond, shown } from "../values/digits.ts";
import { isArray, isPlainObject } from "../values/input.ts";
import { type Members, nextPart, type Part } from "../values/parts.ts";

const params = {
  /**
   * What becomes of integers of JSON text beyond the safe range, at any depth: `"exact"` makes them bigints, `"refuse"`
   * refuses them. Without it, they are what `JSON.parse` makes of them.
   */
  integers: choice(["exact", "refuse"]),
};

/** The parameters of `Any`. */
export interface AnyParams extends ParamsOf<typeof params> {}

class AnyValidator extends withRules(params) {
  override [RULES](): Leaf {
    const leaf = { kind: "leaf", nullable: false, rules: [] } as const;
    const { integers } = this;
    if (integers === undefined) return { ...leaf, take: (input) => input };
    const take = integers === "exact" ? failsInfinite : failsBeyond;
    return { ...leaf, take: (input, report) => take(report.exact(input), input, report), isOpaque: true };
  }

  [OPEN](): Opened | undefined {
    return this.integers === undefined ? { nodes: [], shows: true, isAsIs: true } : undefined;
  }

  override get [GIVES](): Given {
    return "input";
  }

  override [ENCODING]({ isJson }: Encoding): Validator {
    if (!isJson) return this;
    return this.integers === "refuse" ? checkedJsonEncoder(this) : jsonEncoder(this);
  }

  override keepsInput(): boolean {
    return true;
  }
}

/** Refuses numbers of JSON text with more digits than are read. Of a value, such a number is what the caller has. */
function failsInfinite(exact: unknown, input: unknown, report: Report): unknown {
  if (!areSpelled(report.digits)) return exact;
  const isTooLong = (one: unknown): boolean => typeof one === "number" && !Number.isFinite(one);
  const isAsked = exact !== input || isTooLong(exact);
  return isAsked && failAll(exact, isTooLong, refuseInfinite, report) ? FAILED : exact;
}

const refuseInfinite = (value: unknown, report: Report): Failed => report.fail(FloatValueError, "finite", value);

/** Refuses integers beyond the safe range. */
const failsBeyond = (exact: unknown, input: unknown, report: Report): unknown =>
  failAll(exact, isBeyondSafe, refuseBeyond, report) ? FAILED : input;

const isBeyondSafe = (value: unknown): boolean =>
  (typeof value === "number" || typeof value === "bigint") && isBeyond(Number(value));

function refuseBeyond(value: unknown, report: Report): Failed {
  const isAbove = (value as number | bigint) > 0;
  const limit = isAbove ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
  return report.fail(isAbove ? MaxValueError : MinValueError, limit, shown(value));
}

/**
 * Fails for each part of a value that `is` finds; false if there is none. Without recursion: the value may be deeper
 * than any stack.
 */
function failAll(
  value: unknown,
  is: (part: unknown) => boolean,
  refuse: (part: unknown, report: Report) => Failed,
  report: Report,
): boolean {
  const start = report.count;
  const open: Members[] = [];
  const seen = new Set<unknown>();
  let part: Part | undefined = { value, key: undefined, outer: undefined };
  for (; part !== undefined && !report.truncated; part = nextPart(open)) {
    const { value: one } = part;
    const since = report.count;
    if (is(one)) refuse(one, report);
    else if (typeof one === "object" && one !== null && !seen.has(one)) {
      seen.add(one);
      const keys = isArray(one) || !isPlainObject(one) ? undefined : Object.keys(one);
      const size = isArray(one) ? arraySize(one.length, report) : (keys?.length ?? 0);
      if (size !== FAILED) open.push({ part, keys, size, next: 0 });
    }
    if (!report.failedSince(since)) continue;
    for (let at: Part | undefined = part; at?.key !== undefined; at = at.outer) report.under(at.key, since);
    if (part.key === undefined) return true;
  }
  return report.failedSince(start) && report.collected() === FAILED;
}

/**
 * Any value, unchanged. Errors, with `integers` only: FloatValueError, MinValueError, MaxValueError; MaxLengthError of
 * an array that no text is long enough for; for an array or object a SchemaError of them.
 * @param params `integers`, `alias`, `replace`
 * @example Any()([1, null]); // [ 1, null ]
 */
export const Any: AnyConstructor = callable("Any", AnyValidator);
export interface Any extends Validator<unknown, unknown> {}
/** The signatures of `Any`. */
export interface AnyConstructor extends ValidatorStatics<Any> {
  (params?: AnyParams): Any;
  new (params?: AnyParams): Any;
}
