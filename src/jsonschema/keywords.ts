/** The keywords of JSON Schema that constrain values of one type, as pieces. */
import { RISK } from "../pattern/pattern.ts";
import { readFormat } from "../rules/format.ts";
import { readLengths } from "../rules/length.ts";
import { readLimits } from "../rules/number.ts";
import { readPattern } from "../rules/pattern.ts";
import type { KeywordReader } from "../rules/rule.ts";
import type { Validator } from "../validator.ts";
import { Any } from "../validators/any.ts";
import { Dict } from "../validators/dict.ts";
import { Float } from "../validators/float.ts";
import { Int } from "../validators/int.ts";
import { List } from "../validators/list.ts";
import { OneOf } from "../validators/one-of.ts";
import { Str } from "../validators/str.ts";
import { Tuple } from "../validators/tuple.ts";
import { define } from "../values/define.ts";
import { isArray, isPlainObject, ownValue } from "../values/input.ts";
import { below, JsonSchemaError, type Path } from "./error.ts";
import {
  everything,
  isEverything,
  isNothing,
  nothing,
  Piece,
  type Pieces,
  TYPES,
  type TypeName,
  validatorOf,
  whole,
} from "./pieces.ts";

/** A schema in object form. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** Reads the schema of a member of the value. */
export type ReadMember = (schema: unknown, path: Path) => Pieces;

/** The value of a keyword; undefined if the schema does not have it. */
function keyword<T>(
  schema: Schema,
  name: string,
  path: Path,
  is: (value: unknown) => boolean,
  what: string,
): T | undefined {
  const value = ownValue(schema, name);
  if (value === undefined || is(value)) return value as T | undefined;
  throw new JsonSchemaError(name, below(path, name), `it should be ${what}`);
}

const numberOf = (schema: Schema, name: string, path: Path): number | undefined =>
  keyword(schema, name, path, Number.isFinite, "a number");
const lengthOf = (schema: Schema, name: string, path: Path): number | undefined =>
  keyword(schema, name, path, (value) => Number.isInteger(value) && (value as number) >= 0, "an integer from 0 on");
const isPositive = (value: unknown): boolean => Number.isFinite(value) && (value as number) > 0;
const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean => isArray(value) && value.every(isText);
const objectOf = (schema: Schema, name: string, path: Path): Record<string, unknown> | undefined =>
  keyword(schema, name, path, isPlainObject, "an object");

/** The types of `type`; `integers` is true if numbers must be integers. */
export function typesOf(
  schema: Schema,
  path: Path,
): { readonly types: readonly TypeName[]; readonly integers: boolean } {
  const type = keyword<string | string[]>(
    schema,
    "type",
    path,
    (value) => isText(value) || (isTexts(value) && (value as string[]).length > 0),
    "one or more names",
  );
  if (type === undefined) return { types: TYPES, integers: false };
  const names = typeof type === "string" ? [type] : type;
  const unknown = names.find((name) => name !== "integer" && !TYPES.includes(name as TypeName));
  if (unknown !== undefined) throw new JsonSchemaError("type", below(path, "type"), `there is no type '${unknown}'`);
  const integers = names.includes("integer") && !names.includes("number");
  return { types: TYPES.filter((name) => names.includes(name) || (name === "number" && integers)), integers };
}

/** The keywords of a schema, for the rules that read them. */
const readerOf = (schema: Schema, path: Path): KeywordReader => ({
  number: (name) => numberOf(schema, name, path),
  positive: (name) => keyword(schema, name, path, isPositive, "a number above zero"),
  length: (name) => lengthOf(schema, name, path),
  text: (name) => keyword(schema, name, path, isText, "text"),
  refuse(name, why) {
    throw new JsonSchemaError(name, below(path, name), why);
  },
});

/** The keywords of numbers, or of integers. */
export function numberPiece(schema: Schema, path: Path, integers: boolean): Piece | undefined {
  const limits = readLimits(readerOf(schema, path), integers);
  if (limits === undefined) return undefined;
  if (integers) return new Piece({ takesNull: true }, (nullable) => Int({ ...limits, nullable }));
  if (Object.keys(limits).length === 0) return whole("number");
  return new Piece({ takesNull: true }, (nullable) => Float({ ...limits, nullable }));
}

/** The keywords of text; `format` only if it is checked. */
export function stringPiece(schema: Schema, path: Path, assertsFormat: boolean): Piece | undefined {
  const keywords = readerOf(schema, path);
  const { minlen, maxlen } = readLengths(keywords);
  const { source, pattern } = readPattern(keywords);
  const format = assertsFormat ? readFormat(keywords) : undefined;
  if ((minlen ?? maxlen ?? source ?? format) === undefined) return whole("string");
  if ((minlen ?? 0) > (maxlen ?? Number.POSITIVE_INFINITY)) return undefined;
  const piece = new Piece({ takesNull: true }, (nullable) => Str({ minlen, maxlen, pattern, format, nullable }));
  try {
    piece.validator;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "it is refused";
    // A schema cannot accept the risk, and the message names the source of the pattern in the schema.
    const why = message.replace(RISK, "").replace(String(pattern), () => String(source));
    throw new JsonSchemaError("pattern", below(path, "pattern"), why, { cause });
  }
  return piece;
}

/** Maximum number of lengths of an array that get a `Tuple` each. */
const MAX_TUPLES = 16;

/** The schema of members in a keyword; if it is missing, all values are valid. */
function memberOf(schema: Schema, name: string, path: Path, read: ReadMember): Pieces {
  const member = ownValue(schema, name);
  return member === undefined ? everything() : read(member, below(path, name));
}

/** `prefixItems`, `items`, `minItems`, `maxItems`; in draft 7, `items` and `additionalItems`. */
export function arrayPiece(schema: Schema, path: Path, isOld: boolean, read: ReadMember): Piece | undefined {
  const isPair = isOld && isArray(ownValue(schema, "items"));
  const [listed, others] = isPair ? ["items", "additionalItems"] : ["prefixItems", "items"];
  const hasList = isPair || !isOld;
  const given = (hasList && keyword<unknown[]>(schema, listed, path, isArray, "an array of schemas")) || [];
  const prefix = given.map((item, index) => read(item, below(path, listed, index)));
  const rest = memberOf(schema, others, path, read);
  const min = lengthOf(schema, "minItems", path) ?? 0;
  let max = lengthOf(schema, "maxItems", path) ?? Number.POSITIVE_INFINITY;
  const never = prefix.findIndex(isNothing);
  if (never >= 0) max = Math.min(max, never);
  else if (isNothing(rest)) max = Math.min(max, prefix.length);
  if (min > max) return undefined;
  // Drops items at the end that say the same as the rest.
  while (prefix.length > 0 && isEverything(rest) && isEverything(prefix.at(-1) as Pieces)) prefix.pop();
  if (prefix.length === 0 || max === 0) return listPiece(rest, min, max);
  if (max - min >= MAX_TUPLES) {
    const why = `items may follow those of ${listed}, or many may be missing; only up to ${MAX_TUPLES} lengths can be told apart`;
    throw new JsonSchemaError(listed, below(path, listed), why);
  }
  const members = Array.from({ length: max }, (_, index) => validatorOf(prefix[index] ?? rest));
  const one = (length: number, nullable: boolean): Validator =>
    length === 0 ? List(Any(), { maxlen: 0, nullable }) : Tuple(members.slice(0, length), { nullable });
  if (min === max) return new Piece({ takesNull: true }, (nullable) => one(max, nullable));
  return new Piece({}, () => OneOf(Array.from({ length: max - min + 1 }, (_, index) => one(max - index, false))));
}

function listPiece(rest: Pieces, min: number, max: number): Piece {
  if (isEverything(rest) && min === 0 && max === Number.POSITIVE_INFINITY) return whole("array");
  const item = max === 0 ? Any() : validatorOf(rest);
  const lengths = { ...(min > 0 ? { minlen: min } : {}), ...(Number.isFinite(max) ? { maxlen: max } : {}) };
  return new Piece({ takesNull: true }, (nullable) => List(item, { ...lengths, nullable }));
}

/** `properties`, `required`, `additionalProperties`, `propertyNames`, `minProperties`, `maxProperties`. */
export function objectPiece(schema: Schema, path: Path, read: ReadMember): Piece | undefined {
  const properties = objectOf(schema, "properties", path) ?? {};
  const required = new Set(keyword<string[]>(schema, "required", path, isTexts, "an array of texts"));
  const minlen = lengthOf(schema, "minProperties", path);
  let maxlen = lengthOf(schema, "maxProperties", path);
  const additional = memberOf(schema, "additionalProperties", path, read);
  const name = nameOf(memberOf(schema, "propertyNames", path, read), path);
  const others = othersOf(additional, name);
  const isClosed = Object.keys(others).length === 0;
  if (name === undefined) maxlen = 0;
  const keys = [...new Set([...Object.keys(properties), ...required])];
  if (keys.length === 0 && isEverything(additional) && name?.about.isWhole && (minlen ?? maxlen) === undefined) {
    return whole("object");
  }
  const members: Record<string, Validator> = {};
  const tags = new Map<string, readonly unknown[]>();
  for (const key of keys) {
    const isListed = Object.hasOwn(properties, key);
    const own = isListed ? read(ownValue(properties, key), below(path, "properties", key)) : additional;
    const pieces = name?.about.isWhole || name?.validator.safe(key).ok ? own : nothing();
    if (required.has(key) && isNothing(pieces)) return undefined;
    // The key is not allowed. If no other key is either, it needs no member: it fails as an unknown key.
    if (isClosed && isNothing(pieces)) continue;
    const values = valuesOf(pieces);
    if (required.has(key) && values !== undefined) tags.set(key, values);
    define(members, key, validatorOf(pieces));
  }
  if ((minlen ?? 0) > (maxlen ?? Number.POSITIVE_INFINITY)) return undefined;
  const optional = Object.keys(members).filter((key) => !required.has(key));
  const make = (nullable: boolean): Validator => Dict(members, { optional, minlen, maxlen, nullable, ...others });
  return new Piece({ takesNull: true, isDict: true, tags }, make);
}

/** The validator of property names, which has to be known at once. */
function nameOf(pieces: Pieces, path: Path): Piece | undefined {
  if (!pieces.string?.about.refers) return pieces.string;
  throw new JsonSchemaError(
    "propertyNames",
    below(path, "propertyNames"),
    "it leads back to a schema that it is a part of",
  );
}

function othersOf(additional: Pieces, name: Piece | undefined): { extra?: [Validator, Validator]; unknown?: "keep" } {
  if (name === undefined || isNothing(additional)) return {};
  if (isEverything(additional) && name.about.isWhole) return { unknown: "keep" };
  return { extra: [name.about.isWhole ? Any() : name.validator, validatorOf(additional)] };
}

/** The valid values, if there are only a few. */
function valuesOf(pieces: Pieces): readonly unknown[] | undefined {
  const valid = TYPES.map((type) => pieces[type]).filter((piece) => piece !== undefined);
  return valid.every((piece) => piece.about.values !== undefined)
    ? valid.flatMap((piece) => piece.about.values ?? [])
    : undefined;
}
