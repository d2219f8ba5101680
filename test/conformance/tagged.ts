/**
 * The tagged JSON of the conformance data and the JavaScript values it stands for.
 *
 * A Python value that has no counterpart at all throws {@link NotExpressible}; what JavaScript has under another name
 * is that: a dict is a plain object, or a Map when its keys would not survive as property names; date and datetime are
 * Temporal values; int and float are one type; tuple and list are another.
 */
import { EXTRA_KEY, EXTRA_VALUE, Step } from "../../src/exc.ts";
import { load } from "../../src/index.ts";
import { type Temporal, temporal } from "../../src/values/temporal.ts";
import { fromBase64 } from "./bytes.ts";
import { functions } from "./functions.ts";
import {
  IntegralFloat,
  IterableObject,
  MappingObject,
  MultiMapping,
  markTuple,
  SequenceObject,
  standIn,
  unbox,
} from "./stand-ins.ts";
import { isTaggedObject, NotExpressible, type Pairs, type Tagged, type TaggedObject, tagOf } from "./tagged-json.ts";
import { isUndone } from "./undo.ts";

/** The JavaScript value a tagged one stands for. */
export function decode(value: Tagged): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (!isTaggedObject(value)) return value;
  const tag = tagOf(value);
  if (tag !== undefined) return decodeTag(tag, value[tag] as Tagged, value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, decode(member)]));
}

function decodeTag(tag: string, content: Tagged, whole: TaggedObject): unknown {
  const text = content as string;
  switch (tag) {
    case "$int":
      return BigInt(text);
    case "$float":
      return decodeFloat(Number(text.replace("inf", "Infinity").replace("nan", "NaN")));
    case "$bytes":
      return fromBase64(text);
    case "$date":
      return temporal().PlainDate.from(text);
    case "$time":
      if (whole.tz !== undefined) throw new NotExpressible("a time of day with a time zone");
      return temporal().PlainTime.from(text);
    case "$datetime":
      return decodeDatetime(text, whole.tz as string | undefined);
    case "$timedelta":
      return decodeTimedelta(content as number);
    case "$tuple":
      return markTuple((content as Tagged[]).map(decode));
    case "$set":
    case "$frozenset":
      return new Set((content as Tagged[]).map(decode));
    case "$dict":
      return decodeDict(content as unknown as Pairs);
    case "$mapping":
      return new MappingObject(pairs(content));
    case "$sequence":
      return new SequenceObject((content as Tagged[]).map(decode));
    case "$iterable":
      return new IterableObject((content as Tagged[]).map(decode));
    case "$multidict":
      return new MultiMapping(pairs(content), whole.via as "getall" | "getlist", whole.items as "all" | "first");
    case "$type":
      return standIn(text);
    case "$tz":
      return text;
    case "$callable":
      return functions[text];
    case "$step":
      return new Step(content as number);
    case "$extra":
      return content === "KEY" ? EXTRA_KEY : EXTRA_VALUE;
    case "$validator":
      return load(decodeSchema(content));
    case "$decimal":
      throw new NotExpressible("Decimal");
    case "$bytearray":
      throw new NotExpressible("bytearray");
  }
  throw new Error(`unknown tag ${tag}`);
}

function decodeFloat(value: number): unknown {
  return isUndone("one number type") && Number.isInteger(value) ? new IntegralFloat(value) : value;
}

const pairs = (content: Tagged): [unknown, unknown][] =>
  (content as unknown as Pairs).map(([key, value]) => [unbox(decode(key)), decode(value)]);

const isIndex = (key: string): boolean => /^(?:0|[1-9]\d*)$/.test(key);

/** A plain object where its keys keep their order and their type, else a Map. */
function decodeDict(content: Pairs): unknown {
  const members = pairs(content as unknown as Tagged);
  const asObject = members.every(([key]) => typeof key === "string" && !isIndex(key));
  return asObject
    ? Object.fromEntries(members)
    : new Map(members.map(([key, value]) => [mergedKey(key, members), value]));
}

/** True is the key 1 if there is one. */
function mergedKey(key: unknown, members: readonly (readonly [unknown, unknown])[]): unknown {
  const isNumber = typeof key === "boolean" && isUndone("booleans") && members.some(([other]) => other === Number(key));
  return isNumber ? Number(key) : key;
}

function decodeDatetime(text: string, tz: string | undefined): unknown {
  const [, local = "", offset] = /^(.*?)([+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (offset === undefined) return temporal().PlainDateTime.from(local);
  const instant = temporal().Instant.from(text);
  const zoned = instant.toZonedDateTimeISO(tz ?? offset);
  // A zone that never had this offset: what pytz makes of a zone when it is asked for no particular day.
  return zoned.offset === offset ? zoned : instant.toZonedDateTimeISO(offset);
}

/** Whole days stay days: added to a date and a time in a zone, they are days on the calendar. */
function decodeTimedelta(seconds: number): Temporal.Duration {
  const microseconds = Math.round(seconds * 1e6);
  const days = Math.trunc(microseconds / 86_400e6);
  return temporal()
    .Duration.from({ days, microseconds: microseconds - days * 86_400e6 })
    .round({
      largestUnit: "days",
      relativeTo: "2000-01-01",
    });
}

/** Parameters that hold members without order: an array of them is what the dumps of this library have. */
const COLLECTIONS = ["options", "optional", "dispose", "multikeys"];

const LIMITS = ["min", "max"];

/**
 * The argument of `load`, or the `update` of a clone, that a tagged one stands for.
 * @param big whether `Int` takes integers of any size, as the original's does.
 */
export function decodeSchema(value: Tagged, big = false): unknown {
  if (Array.isArray(value)) return value.map((member) => decodeSchema(member, big));
  if (!isTaggedObject(value)) return value;
  if (tagOf(value) !== undefined) return decode(value);
  const name = typeof value.__class__ === "string" ? value.__class__.replace(/^Original/, "") : undefined;
  const isNumberClass = name === "Type" && Boolean(value.coerce);
  const isBig = name === "Int" && big;
  const params = Object.entries(value).map(([key, member]): [string, unknown] => {
    if (name === undefined || isBig) return [key, decodeSchema(member, big)];
    if (key === "tp" && tagOf(member) === "$type") return [key, standIn(text(member), isNumberClass)];
    if (name === "Dict" && (key === "schema" || key === "defaults")) return [key, decodeKeyed(member, big)];
    if (LIMITS.includes(key) && (name !== "Type" || isNumberClass)) return [key, limit(decodeSchema(member))];
    return [key, COLLECTIONS.includes(key) ? decodeCollection(name, member) : decodeSchema(member, big)];
  });
  return Object.fromEntries(isBig ? [...params, ["bigint", true]] : params);
}

/** A limit is a number, if there is one of its value. */
function limit(value: unknown): unknown {
  return typeof value === "bigint" && BigInt(Number(value)) === value ? Number(value) : unbox(value);
}

const text = (tagged: Tagged): string => Object.values(tagged as TaggedObject)[0] as string;

/** Keys are names of properties. */
function decodeKeyed(value: Tagged, big: boolean): unknown {
  if (tagOf(value) !== "$dict") return decodeSchema(value, big);
  const members = (value as { $dict: Pairs }).$dict;
  if (!members.every(([key]) => typeof key === "string")) throw new NotExpressible("a schema key that is no string");
  return Object.fromEntries(members.map(([key, member]) => [key, decodeSchema(member, big)]));
}

function decodeCollection(name: string, value: Tagged): unknown {
  const members = ["$set", "$frozenset", "$tuple"].includes(tagOf(value) ?? "")
    ? Object.values(value as TaggedObject)[0]
    : value;
  if (name === "Dict" && Array.isArray(members) && !members.every((key) => typeof key === "string")) {
    throw new NotExpressible("a schema key that is no string");
  }
  return decodeSchema(members as Tagged);
}
