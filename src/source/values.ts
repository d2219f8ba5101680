/** JavaScript values as source text. */
import {
  entriesOf,
  isArray,
  isBytes,
  isMap,
  isPlainObject,
  isSet,
  itemsOfTyped,
  membersOfSet,
  ownValue,
  typedArrayKind,
} from "../values/input.ts";
import { brandOf, textOf, timeOf } from "../values/temporal.ts";
import { HIDDEN } from "../values/text.ts";
import { array, call, type Doc, type Member, object } from "./layout.ts";
import type { Names } from "./names.ts";
import { isIdentifier, quoted } from "./tokens.ts";

/** A member of an object. The key `__proto__` would otherwise set the prototype. */
export const member = (key: string, value: Doc): Member => ({
  key: key === "__proto__" ? `["${key}"]` : isIdentifier(key) ? key : quoted(key),
  value,
});

function numberText(value: number, names: Names): string {
  if (Object.is(value, -0)) return "-0";
  if (Number.isNaN(value)) return `${names.global("Number")}.NaN`;
  if (!Number.isFinite(value)) return `${names.global("Number")}.${value > 0 ? "POSITIVE" : "NEGATIVE"}_INFINITY`;
  return String(value).replace("e+", "e");
}

/** A value without members; undefined for symbols, functions and objects. */
export function scalar(value: unknown, names: Names): string | undefined {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      return numberText(value, names);
    case "bigint":
      return `${value}n`;
    case "boolean":
    case "undefined":
      return String(value);
  }
  return value === null ? "null" : undefined;
}

/** Syntax that TypeScript refuses in a literal, depending on its version and target. */
const NOT_LITERAL = /\\(?:[pPk1-9]|u\{)|\(\?[^:=!]/;

/** A regular expression, as a literal where every version of TypeScript takes it. */
export function regexp({ source, flags }: { readonly source: string; readonly flags: string }, names: Names): Doc {
  const isLiteral = !/[dv]/.test(flags) && !NOT_LITERAL.test(source) && source.search(HIDDEN) < 0 && isStrict(source);
  return isLiteral
    ? `/${source}/${flags}`
    : call(`new ${names.global("RegExp")}`, [source, flags].filter(Boolean).map(quoted));
}

/** Whether the flag `u` takes it too, so that it has no lenient syntax. */
function isStrict(source: string): boolean {
  try {
    return new RegExp(source, "u").source === source;
  } catch {
    return false;
  }
}

/**
 * An object; undefined if it is neither data nor a date.
 * @param write writes a value inside it; `key` is that of the object it is in.
 */
export function container(value: object, write: (value: unknown, key?: string) => Doc, names: Names): Doc | undefined {
  if (isArray(value)) return array(Array.from(value, (item) => write(item)));
  if (isBytes(value)) return call(`${names.global("Uint8Array")}.from`, [array(Array.from(value, String))]);
  const kind = typedArrayKind(value);
  if (kind !== undefined) return call(`${names.global(kind)}.from`, [write(itemsOfTyped(value))]);
  if (isPlainObject(value)) {
    return object(Object.keys(value).map((key) => member(key, write(ownValue(value, key), key))));
  }
  const items = isMap(value) ? entriesOf(value) : isSet(value) ? membersOfSet(value) : undefined;
  if (items !== undefined)
    return call(`new ${isMap(value) ? `${names.global("Map")}<unknown, unknown>` : names.global("Set")}`, [
      write(items),
    ]);
  const time = timeOf(value);
  if (time !== undefined)
    return call(`new ${names.global("Date")}`, [
      scalar(Number.isNaN(time) ? time : new Date(time).toJSON(), names) as string,
    ]);
  const brand = brandOf(value);
  if (brand !== undefined) {
    return call(`${names.import("temporal-polyfill", "Temporal")}.${brand}.from`, [quoted(String(textOf(value)))]);
  }
  return value instanceof RegExp ? regexp(value, names) : undefined;
}
