/** The keyword `format`, if it is checked: of text by `Str({ format })`, of numbers by limits. */
import type { KeywordReader } from "../../core/rules/rule.ts";
import { formatNamed } from "../../text/formats/basic.ts";
import type { FormatName } from "../../text/formats/index.ts";
import { literal } from "../../values/text.ts";
import type { TypeName } from "./pieces.ts";

/** A format of numbers. */
export interface NumberFormat {
  readonly isInteger: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

/** The greatest finite number of 32 bits. */
const MAX_FLOAT = (2 - 2 ** -23) * 2 ** 127;

/** The exclusive limit is exact for 64 bits, too: 2^63 - 1 is no number of JavaScript. */
const signed = (bits: number): NumberFormat => ({
  isInteger: true,
  minimum: -(2 ** (bits - 1)),
  ...(bits > 53 ? { exclusiveMaximum: 2 ** (bits - 1) } : { maximum: 2 ** (bits - 1) - 1 }),
});
const unsigned = (bits: number): NumberFormat => ({
  isInteger: true,
  minimum: 0,
  ...(bits > 53 ? { exclusiveMaximum: 2 ** bits } : { maximum: 2 ** bits - 1 }),
});

/** Those of OpenAPI's registry whose values are defined. `decimal` is used "in a variety of conflicting ways". */
const NUMBERS: ReadonlyMap<string, NumberFormat> = /*#__PURE__*/ new Map<string, NumberFormat>([
  ["int8", /*#__PURE__*/ signed(8)],
  ["int16", /*#__PURE__*/ signed(16)],
  ["int32", /*#__PURE__*/ signed(32)],
  ["int64", /*#__PURE__*/ signed(64)],
  ["uint8", /*#__PURE__*/ unsigned(8)],
  ["uint16", /*#__PURE__*/ unsigned(16)],
  ["uint32", /*#__PURE__*/ unsigned(32)],
  ["uint64", /*#__PURE__*/ unsigned(64)],
  ["double-int", { isInteger: true, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }],
  ["float", { isInteger: false, minimum: -MAX_FLOAT, maximum: MAX_FLOAT }],
  ["double", { isInteger: false }],
]);

/** Hints for those who show or send a value. Every value is of such a format. */
const HINTS: ReadonlySet<string> = /*#__PURE__*/ new Set(["password", "binary"]);

/** What the keyword says of text, and of numbers. */
export interface ReadFormat {
  readonly text?: FormatName;
  readonly number?: NumberFormat;
}

const NOTHING: ReadFormat = {};

/**
 * Reads the keyword. A format that is not known, or that no value of the schema can have, has no effect.
 * @param types the types of the schema.
 * @param warn gets the reason why a format has no effect.
 */
export function readFormat(
  keywords: KeywordReader,
  types: readonly TypeName[],
  warn: (why: string) => void,
): ReadFormat {
  const name = keywords.text("format");
  if (name === undefined || HINTS.has(name)) return NOTHING;
  const number = NUMBERS.get(name);
  const isText = formatNamed(name) !== undefined;
  if (!isText && number === undefined) warn(`${literal(name)} is not known, so it is not checked`);
  else if (!types.includes(isText ? "string" : "number"))
    warn(`${literal(name)} is a format of ${isText ? "text" : "numbers"}, so it is not checked`);
  else return isText ? { text: name as FormatName } : { number: number as NumberFormat };
  return NOTHING;
}

/** The keywords of numbers, with the limits of a format. */
export const withFormat = (keywords: KeywordReader, format: NumberFormat): KeywordReader => ({
  ...keywords,
  number(name) {
    const own = keywords.number(name);
    const limit = (format as unknown as Readonly<Record<string, number | undefined>>)[name];
    if (limit === undefined || own === undefined) return own ?? limit;
    return (name === "minimum" ? own > limit : own < limit) ? own : limit;
  },
});
