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
} from "../../values/input.ts";
import { brandOf, textOf, timeOf } from "../../values/temporal.ts";
import { HIDDEN } from "../../values/text.ts";
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

/** A value with members: those that are written first, each with the key of the object it is in, and their text. */
export interface Container {
  readonly members: readonly (readonly [value: unknown, key?: string])[];
  write(members: readonly Doc[]): Doc;
}

const whole = (doc: Doc): Container => ({ members: [], write: () => doc });

/** An object, by its members; undefined if it is neither data nor a date. */
export function container(value: object, names: Names): Container | undefined {
  if (isArray(value)) return { members: Array.from(value, (item) => [item]), write: array };
  if (isBytes(value)) return whole(call(`${names.global("Uint8Array")}.from`, [array(Array.from(value, String))]));
  const kind = typedArrayKind(value);
  if (kind !== undefined) {
    return { members: [[itemsOfTyped(value)]], write: (items) => call(`${names.global(kind)}.from`, items) };
  }
  if (isPlainObject(value)) {
    const keys = Object.keys(value);
    const write = (docs: readonly Doc[]): Doc => object(keys.map((key, index) => member(key, docs[index] as Doc)));
    return { members: keys.map((key) => [ownValue(value, key), key]), write };
  }
  const items = isMap(value) ? entriesOf(value) : isSet(value) ? membersOfSet(value) : undefined;
  if (items !== undefined) {
    const name = isMap(value) ? `${names.global("Map")}<unknown, unknown>` : names.global("Set");
    return { members: [[items]], write: (docs) => call(`new ${name}`, docs) };
  }
  const time = timeOf(value);
  if (time !== undefined) {
    const text = scalar(Number.isNaN(time) ? time : new Date(time).toJSON(), names) as string;
    return whole(call(`new ${names.global("Date")}`, [text]));
  }
  const brand = brandOf(value);
  if (brand !== undefined) {
    const temporal = names.import("temporal-polyfill", "Temporal");
    return whole(call(`${temporal}.${brand}.from`, [quoted(String(textOf(value)))]));
  }
  return value instanceof RegExp ? whole(regexp(value, names)) : undefined;
}
