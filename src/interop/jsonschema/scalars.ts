/** JSON Schemas of validators without members. */
import { rulesOf } from "../../core/builtin.ts";
import { rulePartsOf } from "../../core/rules/index.ts";
import type { Refuse } from "../../core/rules/rule.ts";
import type { Validator } from "../../core/validator.ts";
import { Any } from "../../validators/any.ts";
import { Bool } from "../../validators/bool.ts";
import { Bytes } from "../../validators/bytes.ts";
import { Const } from "../../validators/const.ts";
import { Date } from "../../validators/date.ts";
import { Datetime } from "../../validators/datetime.ts";
import { Float } from "../../validators/float.ts";
import { Int } from "../../validators/int.ts";
import { Str } from "../../validators/str.ts";
import { Time } from "../../validators/time.ts";
import { Type } from "../../validators/type.ts";
import { define } from "../../values/define.ts";
import { shortest } from "../../values/digits.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";

/** A schema as written. */
export interface Written {
  readonly [keyword: string]: unknown;
}

/** The side of a validator that is described: its input or its output. */
export type Side = "input" | "output";

export type { Refuse };

/** How the validators of a class are written. */
interface Scalar {
  /**
   * The parameters that `write` reads, or that the schema is the same without, beside those of rules. A validator with
   * another one is declined.
   */
  readonly params: readonly string[];
  write(validator: never, side: Side, refuse: Refuse): Written;
}

/** Any value. */
export const ANYTHING: Written = {};
/** No value at all. */
export const NOTHING: Written = { not: {} };

/** A union of schemas. */
export const anyOf = (schemas: readonly Written[]): Written =>
  schemas.length === 1 ? (schemas[0] as Written) : schemas.length === 0 ? NOTHING : { anyOf: schemas };

/** All non-empty schemas must hold. */
export function allOf(schemas: readonly Written[]): Written {
  const saying = schemas.filter((schema) => Object.keys(schema).length > 0);
  return saying.length === 0 ? ANYTHING : saying.length === 1 ? (saying[0] as Written) : { allOf: saying };
}

/** Keywords that may refuse null; those of texts, numbers, arrays and objects accept what is none. */
const OF_ANY_VALUE = /^(?:type|enum|const|not|if|allOf|anyOf|oneOf|\$ref|\$dynamicRef)$/;

/** The same schema, which also accepts null. */
export function orNull(schema: Written): Written {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema.type !== "string") return anyOf([schema, { type: "null" }]);
  const { allOf: all, enum: options } = schema;
  return {
    ...schema,
    type: [schema.type, "null"],
    ...(isArray(options) && { enum: [...options, null] }),
    // A oneOf of keywords for objects, say, refuses null: it holds for all of them.
    ...(isArray(all) && {
      allOf: (all as readonly Written[]).map((one) =>
        Object.keys(one).some((keyword) => OF_ANY_VALUE.test(keyword)) ? { anyOf: [{ type: "null" }, one] } : one,
      ),
    }),
  };
}

/** The keywords that have a value. */
export const given = (keywords: Record<string, unknown>): Written =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

/** Stands for values that cannot be written as JSON. */
export const NO_JSON: unique symbol = Symbol("no JSON");

let keepsDigits = false;

/** Reads or writes schemas in which integers that no number is are bigints. */
export function withDigits<T>(act: () => T): T {
  const outer = keepsDigits;
  keepsDigits = true;
  try {
    return act();
  } finally {
    keepsDigits = outer;
  }
}

/**
 * A copy of a value that JSON can hold; `NO_JSON` for any other.
 * @param known the copies made so far: a part that occurs in many places is copied once.
 */
export function jsonOf(value: unknown, depth = 0, known = new Map<unknown, unknown>()): unknown {
  if (typeof value === "bigint" && keepsDigits) return shortest(value);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : NO_JSON;
  if (depth > 256) return NO_JSON;
  if (!known.has(value))
    known.set(
      value,
      jsonOfObject(value, (member) => jsonOf(member, depth + 1, known)),
    );
  return known.get(value);
}

function jsonOfObject(value: unknown, jsonOf: (member: unknown) => unknown): unknown {
  if (isArray(value)) {
    const items = Array.from(value, (_, index) => jsonOf(ownValue(value, index)));
    return items.includes(NO_JSON) ? NO_JSON : items;
  }
  if (!isPlainObject(value)) return NO_JSON;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = jsonOf(ownValue(value, key));
    if (member === NO_JSON) return NO_JSON;
    define(copy, key, member);
  }
  return copy;
}

/** The booleans that a validator accepts. */
function booleansOf(validator: Validator): Written[] {
  const taken = [true, false].filter((value) => validator.safe(value).ok);
  return taken.length === 2 ? [{ type: "boolean" }] : taken.map((value) => ({ const: value }));
}

/** The keywords of the rules of a validator. A keyword of several rules is joined by `allOf`. */
function keywordsOf(validator: Validator, refuse: Refuse, isExact = keepsDigits): Written {
  const all: Record<string, unknown> = {};
  const more: Written[] = [];
  for (const rule of rulesOf(validator)?.rules ?? []) {
    const parts = rulePartsOf(rule);
    if (parts === undefined) refuse("", "it has a rule that JSON Schema has no form for");
    const keywords = given(parts?.write(rule, refuse, isExact) ?? {});
    if (Object.keys(keywords).some((name) => Object.hasOwn(all, name))) more.push(keywords);
    else Object.assign(all, keywords);
  }
  return more.length === 0 ? all : { ...all, allOf: more };
}

const EXCLUSIVE = ["exclusive_min", "exclusive_max", "multiple_of"] as const;

function writeInt(int: Int, side: Side, refuse: Refuse): Written {
  // Limits of what is converted are computed.
  const keywords = keywordsOf(int, refuse, keepsDigits && int.coerce !== true);
  const integers: Written = { type: "integer", ...keywords };
  if (!int.coerce || side === "output") return integers;
  if (int.coerce === "text") return anyOf([integers, { type: "string", pattern: "^[+-]?[0-9]+$" }]);
  // A limit of the integer that becomes of a number is none of the number.
  const exclusive = EXCLUSIVE.filter((param) => int[param] !== undefined);
  for (const param of exclusive) refuse(param, "with coerce, JSON Schema has no form for it");
  const { exclusiveMinimum, exclusiveMaximum } = keywords;
  if (exclusive.length === 0 && (exclusiveMinimum ?? exclusiveMaximum) !== undefined)
    refuse("bigint", "with coerce, JSON Schema has no form for such a limit");
  const { minimum: min, maximum: max, enum: options } = keywords as Limits;
  const inRange = (value: number): boolean => value >= (min ?? value) && value <= (max ?? value);
  const numbers = options?.filter(inRange).map((one) => towardZero(one, one)) ?? [towardZero(min, max)];
  return anyOf([...numbers, { type: "string" }, ...booleansOf(int)]);
}

interface Limits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly number[];
}

/** The numbers whose integer part is within two limits. */
const towardZero = (min: number | undefined, max: number | undefined): Written => ({
  type: "number",
  // Beyond the safe range, numbers have no fraction.
  ...(min === undefined ? {} : min > 0 || min - 1 === min ? { minimum: min } : { exclusiveMinimum: min - 1 }),
  ...(max === undefined ? {} : max < 0 || max + 1 === max ? { maximum: max } : { exclusiveMaximum: max + 1 }),
});

function writeFloat(float: Float, side: Side, refuse: Refuse): Written {
  const { min, max, coerce } = float;
  const numbers: Written = { type: "number", ...keywordsOf(float, refuse) };
  // An infinite limit that excludes all finite numbers.
  if (min === Number.POSITIVE_INFINITY || max === Number.NEGATIVE_INFINITY) return NOTHING;
  if (!coerce || side === "output") return numbers;
  const text = "^[+-]?([0-9]+([.][0-9]+)?|[.][0-9]+)$";
  if (coerce === "text") return anyOf([numbers, { type: "string", pattern: text }]);
  return anyOf([numbers, { type: "string" }, ...booleansOf(float)]);
}

function writeStr(str: Str, side: Side, refuse: Refuse): Written {
  const text = writeText(str, side, refuse);
  if (!str.coerce || side === "output") return text;
  return anyOf([text, { type: "number" }, ...booleansOf(str)]);
}

function writeText(str: Str, side: Side, refuse: Refuse): Written {
  const { strip, normspace, case: letters } = str;
  const isConverted = side === "input" && (strip || normspace || letters !== undefined);
  const { format, ...keywords } = keywordsOf(str, isConverted ? () => {} : refuse);
  // The rules apply to the converted text, not to the text in JSON.
  if (isConverted) return { type: "string" };
  return { type: "string", ...given({ format }), ...keywords };
}

/** The names that `coerce_str` reads, in any case. */
const NAMES = "^(?:[10yYnN]|[tT][rR][uU][eE]|[yY][eE][sS]|[oO][nN]|[fF][aA][lL][sS][eE]|[nN][oO]|[oO][fF][fF])$";

function writeBool({ coerce_int, coerce_str, true: yes, false: no }: Bool, side: Side): Written {
  const words = [...(yes ?? []), ...(no ?? [])];
  if (side === "output") return { type: "boolean" };
  return anyOf([
    { type: "boolean" },
    ...(coerce_int ? [{ type: "integer" }] : []),
    ...(coerce_str ? [{ type: "string", pattern: NAMES }] : []),
    ...(words.length > 0 ? [{ type: "string", enum: words }] : []),
  ]);
}

function writeConst({ value }: Const, side: Side, refuse: Refuse): Written {
  // No JSON document is valid.
  if (value === undefined && side === "input") return NOTHING;
  const json = jsonOf(value);
  if (json !== NO_JSON) return { const: json };
  refuse("value", "JSON has no form for it");
  return ANYTHING;
}

/** The formats with a name in JSON Schema. */
const FORMATS: ReadonlyMap<string, string> = /*#__PURE__*/ new Map([
  ["%Y-%m-%d", "date"],
  ["%H:%M:%S%z", "time"],
  ["%Y-%m-%dT%H:%M:%S%z", "date-time"],
]);

/** The names of formats that depend on the class, and that of the text of its values without a format. */
interface OwnFormats {
  readonly iso?: string;
  readonly rfc3339?: string;
  readonly plain?: string;
}

/** Dates are text in JSON. `format` of JSON Schema describes the text as far as it can. */
const dateWriter =
  (own: OwnFormats) =>
  (validator: Date, side: Side, refuse: Refuse): Written => {
    const { as, format, parser, unixts } = validator;
    const { coerce } = validator as { readonly coerce?: string };
    const forms: Written[] = [];
    const known =
      format && (FORMATS.get(format) ?? (format === "iso" || format === "rfc3339" ? own[format] : undefined));
    if (format !== undefined) forms.push({ type: "string", ...given({ format: known }) });
    else if (parser !== undefined) forms.push({ type: "string" });
    if (unixts) forms.push({ type: "number" });
    if (coerce !== undefined) forms.unshift({ type: "number" });
    if (side === "output") {
      const [encoded] = format !== undefined || coerce !== undefined || parser === undefined ? forms : [];
      if (encoded !== undefined) return encoded;
      // Without a format, what JSON.stringify writes. Temporal values other than an Instant are more than a moment.
      const isMoment = ["date", "instant"].includes(String(as));
      return { type: "string", ...given({ format: isMoment ? "date-time" : own.plain }) };
    }
    if (forms.length > 0) return anyOf(forms);
    refuse("format", "without format, parser, unixts or coerce it takes no value that JSON can hold");
    return ANYTHING;
  };

/** Returns whether a validator takes files, as forms have them. */
export const takesFiles = (validator: Validator): boolean =>
  validator.constructor === (Type as unknown) && ["File", "Blob"].includes(classNameOf(ownValue(validator, "tp")));

const classNameOf = (value: unknown): string => (typeof value === "function" ? value.name : "");

/** With a `format`, bytes are text in JSON; the limits are those of the bytes. */
function writeBytes(bytes: Bytes, _side: Side, refuse: Refuse): Written {
  const { format } = bytes as { readonly format?: string };
  if (format === undefined) return keywordsOf(bytes, refuse);
  return { type: "string", contentEncoding: format === "hex" ? "base16" : format };
}

/** Returns whether the schema of a validator accepts more than it does: of text that is converted, and of dates. */
export function isWiderScalar(validator: Validator): boolean {
  const { constructor, coerce, strip, normspace, case: letters } = validator as Validator & Record<string, unknown>;
  const isConverted = coerce === true || Boolean(strip || normspace) || letters !== undefined;
  return WIDER.has(constructor) || (SCALARS.has(constructor) && isConverted);
}
const WIDER: ReadonlySet<unknown> = /*#__PURE__*/ new Set<unknown>([Bytes, Date, Datetime, Time]);

/** Limits are beyond JSON Schema, and its formats have no time zone. */
const DATE_PARAMS: readonly string[] =
  /*#__PURE__*/ "as format parser unixts coerce min max relmin relmax default_time tz".split(" ");
/** A spread in the table would keep the classes in bundles. */
const INT_PARAMS: readonly string[] = /*#__PURE__*/ ["coerce", "bigint", "unsafe", "exact"].concat(EXCLUSIVE);

/** By class. Beside the classes, bundles without JSON Schema would include it too. */
const SCALARS: ReadonlyMap<unknown, Scalar> = /*#__PURE__*/ new Map<unknown, Scalar>([
  // JSON Schema has no digits that are lost.
  [Any, { params: ["integers"], write: () => ANYTHING }],
  [Bool, { params: ["coerce_int", "coerce_str", "true", "false"], write: writeBool }],
  [Bytes, { params: ["format", "minlen", "maxlen"], write: writeBytes }],
  [Const, { params: ["value"], write: writeConst }],
  [Date, { params: DATE_PARAMS, write: /*#__PURE__*/ dateWriter({ iso: "date", rfc3339: "date", plain: "date" }) }],
  [Datetime, { params: DATE_PARAMS, write: /*#__PURE__*/ dateWriter({ rfc3339: "date-time" }) }],
  [Float, { params: ["min", "max", "coerce", "exact"], write: writeFloat }],
  [Int, { params: INT_PARAMS, write: writeInt }],
  [
    Str,
    {
      // JSON has no bytes, the engine of a pattern makes no difference, and the rule of a format has its parameters.
      params: ["coerce", "strip", "normspace", "case", "encoding", "backtrack", "protocols", "alg", "mode"],
      write: writeStr,
    },
  ],
  [Time, { params: DATE_PARAMS, write: /*#__PURE__*/ dateWriter({}) }],
]);

/** The schema of a validator without members; undefined for another. */
export const writeScalar = (validator: Validator, side: Side, refuse: Refuse): Written | undefined =>
  SCALARS.get(validator.constructor)?.write(validator as never, side, refuse);

/** The parameters that the schema of a validator without members depends on, or need not say. */
export const scalarParams = (validator: Validator): readonly string[] => [
  ...(SCALARS.get(validator.constructor)?.params ?? []),
  ...(rulesOf(validator)?.rules ?? []).flatMap((rule) => rulePartsOf(rule)?.params ?? []),
];
