/** The keywords of JSON Schema that constrain values of one type, as pieces. */
import type { SchemaReader } from "../../core/rules/container.ts";
import { readContains } from "../../core/rules/contains.ts";
import { readDependentRequired } from "../../core/rules/dependent-required.ts";
import { readDependentSchemas } from "../../core/rules/dependent-schemas.ts";
import { readKeyPatterns } from "../../core/rules/key-patterns.ts";
import { readLengths } from "../../core/rules/length.ts";
import { readLengthsOf } from "../../core/rules/lengths.ts";
import { readNumberLimits } from "../../core/rules/number.ts";
import { readRequired } from "../../core/rules/required.ts";
import { readUniqueItems } from "../../core/rules/unique-items.ts";
import { readUnknownKeys } from "../../core/rules/unknown-keys.ts";
import type { FormatName } from "../../text/formats/index.ts";
import { Float } from "../../validators/float.ts";
import { Int } from "../../validators/int.ts";
import { Str } from "../../validators/str.ts";
import { shortest } from "../../values/digits.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { type Dialect, isOld, knows, listsItems } from "./dialects.ts";
import { below, JsonSchemaError, type Path } from "./error.ts";
import { ListFacts, type ListKeywords, ObjectFacts, type PropertyDefault } from "./facts.ts";
import { type NumberFormat, type ReadFormat, readFormat, withFormat } from "./formats.ts";
import type { Patterns, ReadPattern } from "./patterns.ts";
import {
  both,
  everything,
  limitedBy,
  type MaybePiece,
  not,
  Piece,
  type Pieces,
  TYPES,
  type TypeName,
  whole,
} from "./pieces.ts";

/** A schema in object form. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** A schema that is being read: its keywords, and how the schemas in them are read. */
export interface Reading {
  readonly schema: Schema;
  readonly path: Path;
  readonly dialect: Dialect;
  /** It matters which members are evaluated. */
  readonly annotates: boolean;
  /** Names in `required` that have no effect. */
  readonly exempt: ReadonlySet<string>;
  readonly patterns: Patterns;
  /** The default of a property, if it is to be filled in. */
  defaultOf(schema: unknown, path: Path): PropertyDefault | undefined;
  /**
   * Reads the schema of a member of the value.
   * @param fills its defaults may be filled in; true if it is left out.
   */
  member(schema: unknown, path: Path, fills?: boolean): Pieces;
  /** Reads a schema of the value itself. */
  same(schema: unknown, path: Path, fills?: boolean): Pieces;
  warn(keyword: string, path: Path, message: string): void;
}

/** The value of a keyword; undefined if the schema does not have it, or its dialect does not know it. */
export function valueOf({ schema, dialect }: Reading, name: string): unknown {
  const value = ownValue(schema, name);
  return value === undefined || !knows(dialect, name) ? undefined : value;
}

function keyword<T>(reading: Reading, name: string, is: (value: unknown) => boolean, what: string): T | undefined {
  const value = valueOf(reading, name);
  if (value === undefined || is(value)) return value as T | undefined;
  throw new JsonSchemaError(name, below(reading.path, name), `it should be ${what}`);
}

const isNumber = (value: unknown): value is number | bigint => Number.isFinite(value) || typeof value === "bigint";
const isPositive = (value: unknown): boolean => isNumber(value) && value > 0;
const isLength = (value: unknown): boolean => isNumber(value) && Number.isInteger(Number(value)) && value >= 0;
/** A bigint stays one only if no number is the integer. */
function numberOf(reading: Reading, name: string): number | bigint | undefined {
  const value = keyword<number | bigint>(reading, name, isNumber, "a number");
  return typeof value === "bigint" ? shortest(value) : value;
}
/** No value has so many members that digits are lost. */
function lengthOf(reading: Reading, name: string): number | undefined {
  const length = keyword<number | bigint>(reading, name, isLength, "an integer from 0 on");
  return length === undefined ? undefined : Number(length);
}
const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean => isArray(value) && value.every(isText);
const objectOf = (reading: Reading, name: string): Record<string, unknown> =>
  keyword(reading, name, isPlainObject, "an object") ?? {};
const flagOf = (reading: Reading, name: string): boolean =>
  keyword(reading, name, (value) => typeof value === "boolean", "true or false") ?? false;

/** The types of `type`; `integers` is true if numbers must be integers. */
export function readTypes(reading: Reading): { readonly types: readonly TypeName[]; readonly integers: boolean } {
  const type = keyword<string | string[]>(
    reading,
    "type",
    (value) => isText(value) || (isTexts(value) && (value as string[]).length > 0),
    "one or more names",
  );
  if (type === undefined) return { types: TYPES, integers: false };
  const names = typeof type === "string" ? [type] : type;
  const unknown = names.find((name) => name !== "integer" && !TYPES.includes(name as TypeName));
  if (unknown !== undefined) {
    throw new JsonSchemaError("type", below(reading.path, "type"), `there is no type '${unknown}'`);
  }
  const integers = names.includes("integer") && !names.includes("number");
  return { types: TYPES.filter((name) => names.includes(name) || (name === "number" && integers)), integers };
}

/** The keywords of a schema, for the rules that read them. */
const readerOf = (reading: Reading): SchemaReader<Pieces, ReadPattern> => ({
  number: (name) => limitOf(reading, name),
  positive: (name) => keyword(reading, name, isPositive, "a number above zero"),
  length: (name) => lengthOf(reading, name),
  text: (name) => keyword(reading, name, isText, "text"),
  flag: (name) => flagOf(reading, name),
  texts: (name) => keyword<string[]>(reading, name, isTexts, "an array of texts") ?? [],
  entries: (name) => entriesOf(objectOf(reading, name)),
  member: (name) => memberOf(reading, name),
  test: (name, key) => memberOf(reading, name, false, key),
  pattern: (name, source) => reading.patterns.read(source, name, below(reading.path, name, source)),
  whole: (schema, name, key) => reading.same(schema, below(reading.path, name, key), false),
  refuse(name, why) {
    throw new JsonSchemaError(name, below(reading.path, name), why);
  },
  refuseKey(name, key, why) {
    throw new JsonSchemaError(name, below(reading.path, name, key), why);
  },
});

const entriesOf = (object: object): (readonly [key: string, value: unknown])[] =>
  Object.keys(object).map((key) => [key, ownValue(object, key)]);

/** In draft 4 the exclusive limits are flags that say what the other limits are. */
const FLAGS: Readonly<Record<string, string>> = {
  minimum: "exclusiveMinimum",
  maximum: "exclusiveMaximum",
  exclusiveMinimum: "minimum",
  exclusiveMaximum: "maximum",
};

function limitOf(reading: Reading, name: string): number | bigint | undefined {
  if (reading.dialect.draft !== "draft-04") return numberOf(reading, name);
  const isExclusive = name.startsWith("exclusive");
  const limit = isExclusive ? (FLAGS[name] as string) : name;
  const flag = isExclusive ? name : (FLAGS[name] as string);
  return flagOf(reading, flag) === isExclusive ? numberOf(reading, limit) : undefined;
}

/** `format`, if it is checked. */
export const formatOf = (reading: Reading, types: readonly TypeName[], asserts: boolean): ReadFormat =>
  asserts || reading.dialect.assertsFormat
    ? readFormat(readerOf(reading), types, (why) => reading.warn("format", below(reading.path, "format"), why))
    : {};

/** The keywords of numbers, or of integers. */
export function numberPiece(reading: Reading, isInteger: boolean, format?: NumberFormat): MaybePiece {
  const integers = isInteger || format?.isInteger === true;
  const keywords = readerOf(reading);
  const read = readNumberLimits(format ? withFormat(keywords, format) : keywords, integers);
  if (read === undefined) return undefined;
  const { unsafe, ...given } = read;
  if (!integers && Object.keys(given).length === 0) return whole("number");
  const limits = limitedBy(given);
  if (limits === undefined) return undefined;
  const { exact } = limits;
  const size = { unsafe: exact ? undefined : unsafe, exact: unsafe && exact };
  if (integers) return new Piece({ takesNull: true }, (nullable) => Int({ ...limits, ...size, nullable }));
  return new Piece({ takesNull: true }, (nullable) => Float({ ...limits, nullable }));
}

/** The keywords of text. */
export function stringPiece(reading: Reading, format?: FormatName): MaybePiece {
  const keywords = readerOf(reading);
  const { minlen, maxlen } = readLengths(keywords);
  const source = keywords.text("pattern");
  if ((minlen ?? maxlen ?? source ?? format) === undefined) return whole("string");
  if ((minlen ?? 0) > (maxlen ?? Number.POSITIVE_INFINITY)) return undefined;
  const read = source && reading.patterns.read(source, "pattern", below(reading.path, "pattern"));
  const pattern = read ? { pattern: read.source, backtrack: read.backtrack } : {};
  return new Piece({ takesNull: true }, (nullable) => Str({ minlen, maxlen, ...pattern, format, nullable }));
}

/** The schema of members in a keyword, or under a key of it; undefined if it is missing. */
function memberOf(reading: Reading, name: string, fills = true, key?: string): Pieces | undefined {
  const value = valueOf(reading, name);
  const member = key === undefined ? value : ownValue(value as object, key);
  const path = below(reading.path, name, ...(key === undefined ? [] : [key]));
  return member === undefined ? undefined : reading.member(member, path, fills);
}

/** The keywords of arrays. */
export function arrayPiece(reading: Reading): MaybePiece {
  const { path, dialect, annotates } = reading;
  const isPair = listsItems(dialect) && isArray(valueOf(reading, "items"));
  const [listed, others] = isPair ? ["items", "additionalItems"] : ["prefixItems", "items"];
  const given = keyword<unknown[]>(reading, listed, isArray, "an array of schemas") ?? [];
  const reader = readerOf(reading);
  const { minlen = 0, maxlen = Number.POSITIVE_INFINITY } = readLengthsOf("item", reader);
  const keywords: ListKeywords = {
    prefix: given.map((item, index) => reading.member(item, below(path, listed, index))),
    rest: memberOf(reading, others),
    ...{ minlen, maxlen, annotates },
    uniqueItems: readUniqueItems(reader),
    contains: undefined,
  };
  const contains = readContains(reader);
  if (contains === undefined) return new ListFacts(keywords).piece();
  if (!annotates || dialect.draft === "2020-12") return new ListFacts({ ...keywords, contains }).piece();
  // In 2019-09 `contains` evaluates no items: nothing does that a Not refuses.
  const some = new ListFacts({ ...keywords, prefix: [], rest: undefined, contains, annotates: false }).piece();
  const refused = some && not(some);
  return both(new ListFacts(keywords).piece(), some && (refused === undefined ? whole("array") : not(refused)));
}

/** The keywords of objects. */
export function objectPiece(reading: Reading): MaybePiece {
  const { path, annotates } = reading;
  const reader = readerOf(reading);
  const properties = reader.entries("properties");
  const required = readRequired(reader);
  const dependentRequired = readDependentRequired(reader);
  const dependentSchemas = [...readDependentSchemas(reader)].map(([key, pieces]) => [key, allObjects(pieces)] as const);
  const defaults = properties.flatMap(([key, schema]) => {
    const found = reading.defaultOf(schema, below(path, "properties", key));
    return found === undefined ? [] : [[key, found] as const];
  });
  return new ObjectFacts({
    defaults: new Map(defaults),
    properties: new Map(
      properties.map(([key, schema]) => [key, reading.member(schema, below(path, "properties", key))]),
    ),
    required: new Set(required.filter((name) => !reading.exempt.has(name))),
    patterns: readKeyPatterns(reader),
    additional: readUnknownKeys(reader),
    names: reader.member("propertyNames") ?? everything(),
    ...readLengthsOf("key", reader),
    dependentRequired,
    dependentSchemas: new Map(dependentSchemas),
    annotates,
  }).piece();
}

/** The objects that are valid by all of the schemas. */
function allObjects(pieces: readonly Pieces[]): Pieces {
  const [first, ...others] = pieces.map(({ object }) => object);
  return { ...NO_PIECES, object: others.reduce(both, first) };
}

const NO_PIECES = /*#__PURE__*/ Object.fromEntries(
  /*#__PURE__*/ TYPES.map((type) => [type, undefined]),
) as unknown as Pieces;

/** Returns whether keywords beside `$ref` have no effect. */
export const isOnlyReference = ({ dialect, schema }: Reading): boolean =>
  isOld(dialect) && ownValue(schema, "$ref") !== undefined;
