/** Int, Float and Bool of the original. */
import type { Explained } from "../../../src/core/report/failure.ts";
import type { Report } from "../../../src/core/report/report.ts";
import { Bool, FAILED, Float, Int, InvalidTypeError } from "../../../src/index.ts";
import { isBytes } from "../../../src/values/input.ts";
import { latin1 } from "../bytes.ts";
import { IntegralFloat } from "../stand-ins.ts";
import { isUndone } from "../undo.ts";
import { amend, type Ordinary, original, PythonError } from "./original.ts";

/** White space of Python, as int() and float() skip it. */
const SPACE = "(?:(?!\\ufeff)[\\s\\x85])+";
const SPACE_AROUND = new RegExp(`^${SPACE}|${SPACE}$`, "gu");

/** Digits of any script, in ASCII; white space of any kind, as spaces. */
function toAscii(text: string): string {
  const digits = text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) as number)));
  return digits.replace(SPACE_AROUND, "");
}

/** Unicode has its decimal digits in runs of ten. */
function digitValue(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--;
  return code - zero;
}

/** What `int()` and `float()` read: text, here in ASCII only, and bytes, here never. */
function readable(input: unknown): unknown {
  if (isBytes(input) && isUndone("bytes are no text")) return latin1(input);
  return typeof input === "string" && isUndone("ASCII digits") ? toAscii(input) : input;
}

export const OriginalInt = original<Int>(Int, (validator, input, report, ordinary) => {
  if (typeof input === "boolean" && isUndone("booleans")) return asNumber(input, report, ordinary);
  if (validator.coerce && (input === Infinity || input === -Infinity) && isUndone("infinite integers")) {
    throw new PythonError("cannot convert float infinity to integer");
  }
  const since = report.count;
  const result = ordinary(validator.coerce ? readable(input) : input);
  return result === FAILED && isBytes(input) ? amendType(report, since) : result;
});

function amendType(report: Report, since: number): typeof FAILED {
  return (report.failures[since] as Explained | undefined)?.type === InvalidTypeError
    ? amend(report, since, "actual", "bytes")
    : FAILED;
}

/** A boolean stays one, in the result and in errors. */
function asNumber(input: boolean, report: Report, ordinary: Ordinary): unknown {
  const since = report.count;
  return ordinary(Number(input)) === FAILED ? amend(report, since, "actual", input) : input;
}

export const OriginalFloat = original<Float>(Float, (validator, input, report, ordinary) => {
  const since = report.count;
  if (typeof input === "boolean" && isUndone("booleans")) return ordinary(Number(input));
  if (typeof input === "bigint" && isUndone("big integers")) {
    if (Number.isFinite(Number(input))) return ordinary(Number(input));
    throw new PythonError("int too large to convert to float");
  }
  const text = validator.coerce ? readable(input) : input;
  const result = ordinary(text);
  if (isUndone("no negative zero") && isNegativeZero(text)) {
    return result === FAILED ? amendZero(report, since) : result === 0 ? -0 : result;
  }
  return result === FAILED && isBytes(input) ? amendType(report, since) : result;
});

const isNegativeZero = (value: unknown): boolean =>
  ((typeof value === "number" || typeof value === "string") && Object.is(Number(value), -0)) ||
  (value instanceof IntegralFloat && Object.is(value.value, -0));

function amendZero(report: Report, since: number): typeof FAILED {
  return (report.failures[since] as Explained | undefined)?.actual === 0 ? amend(report, since, "actual", -0) : FAILED;
}

export const OriginalBool = original<Bool>(Bool, (_validator, input, report, ordinary) =>
  input instanceof IntegralFloat ? report.fail(InvalidTypeError, "boolean", "number") : ordinary(input),
);
