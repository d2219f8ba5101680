/** Keys that are not in the schema: `extra` and `unknown`. */
import { define, set } from "../../values/define.ts";
import { typeName } from "../../values/input.ts";
import { propertyName } from "../../values/mapping.ts";
import { EXTRA_KEY, EXTRA_VALUE, nodeOf } from "../errors/context.ts";
import { ForbiddenKeyError, InvalidTypeError } from "../errors/errors.ts";
import { madeUnknown, unknownCount } from "../report/async-call.ts";
import { FAILED, type Report } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import type { ObjectSchemaWriter, SchemaReader } from "./container.ts";
import type { KeyPattern } from "./key-patterns.ts";
import type { Keywords } from "./rule.ts";

/** The parameters. */
export interface UnknownKeys {
  readonly unknown: "forbid" | "strip" | "keep";
  /** The validators of such keys and of their values. */
  readonly extra: readonly [keys: Checker, values: Checker] | undefined;
  /** The keys of the schema. */
  readonly places: ReadonlyMap<unknown, number>;
}

/** Fails a key that is not allowed. */
export function failForbidden(owner: Checker, key: unknown, result: Record<string, unknown>, report: Report): void {
  const since = report.count;
  const node = nodeOf(key);
  report.fail(ForbiddenKeyError);
  report.word(owner, since);
  report.under(node, since);
  // A failed pair is a member too, so that its key does not count as missing. A text that is no key of the schema
  // cannot collide, and a long one would make an expensive property.
  if (typeof key !== "string") define(result, String(node), FAILED);
}

/** Returns what an extra key becomes; FAILED if it has no name, or that of another key. */
export function checkExtraKey(
  { extra, places }: UnknownKeys,
  key: unknown,
  result: Record<string, unknown>,
  report: Report,
): unknown {
  const since = report.count;
  const unknown = unknownCount();
  const [validator] = extra as NonNullable<UnknownKeys["extra"]>;
  const converted = validator.check(key, report);
  // As long as it is not known what the key becomes, it has no name.
  const hasName = converted !== FAILED && !madeUnknown(unknown) && isNew(places, converted, result, report);
  if (report.failedSince(since)) {
    report.under(EXTRA_KEY, since);
    report.under(nodeOf(key), since);
  }
  return hasName ? converted : FAILED;
}

/** Whether a validated extra key has a property of its own: it must not overwrite that of another key. */
function isNew(
  places: ReadonlyMap<unknown, number>,
  converted: unknown,
  result: Record<string, unknown>,
  report: Report,
): boolean {
  const name = propertyName(converted);
  if (name === undefined) report.fail(InvalidTypeError, "string", typeName(converted));
  else if (places.has(name) || Object.hasOwn(result, name)) report.fail(ForbiddenKeyError);
  else return true;
  return false;
}

/**
 * Takes the result of an extra value.
 * @param converted see `checkExtraKey`.
 * @param since how many errors there were before the value.
 */
export function takeExtra(
  { places }: UnknownKeys,
  key: unknown,
  converted: unknown,
  checked: unknown,
  since: number,
  result: Record<string, unknown>,
  report: Report,
): void {
  const node = nodeOf(key);
  if (checked === FAILED) {
    report.under(EXTRA_VALUE, since);
    report.under(converted === FAILED ? node : nodeOf(converted), since, node);
  } else report.placeFallbacks(node);
  if (converted !== FAILED) set(result, propertyName(converted) as string, checked, report.output);
  // A key of a Map that is not a string, but has the text of one.
  else if (places.has(String(node))) define(result, String(node), checked);
}

/** The parameters of an object that the keywords depend on. */
interface Unknown extends Pick<UnknownKeys, "unknown" | "extra"> {
  readonly patterns: readonly KeyPattern[];
  readonly keys: Checker | undefined;
  readonly skip_blank: boolean;
}

/**
 * The keywords of JSON Schema.
 * @param names the properties of the schema.
 */
export function writeUnknownKeys(dict: Unknown, names: readonly string[], to: ObjectSchemaWriter): Keywords {
  const { extra, unknown } = dict;
  const isBlank = dict.skip_blank && to.isInput;
  if (extra === undefined) {
    if (unknown === "keep" || (unknown === "strip" && to.isInput)) return {};
    return { additionalProperties: isBlank ? { const: "" } : false };
  }
  const [key, value] = extra;
  if (to.isInput && to.changes(key)) to.refuse("extra", "its keys are converted");
  const allowed = to.write(key, "propertyNames");
  const values = to.write(value, "additionalProperties");
  return {
    ...(isAnyText(allowed) ? {} : writeNames(dict, names, allowed, to)),
    additionalProperties: isBlank ? { anyOf: [values, { const: "" }] } : values,
  };
}

const isAnyText = (schema: Keywords): boolean =>
  Object.keys(schema).length === 0 || (Object.keys(schema).length === 1 && schema.type === "string");

/** The names of extra keys. With `patterns` or `keys`, other names are valid too, or must be valid by both. */
function writeNames(
  { patterns, keys, skip_blank }: Unknown,
  names: readonly string[],
  allowed: Keywords,
  to: ObjectSchemaWriter,
): Keywords {
  if (skip_blank && to.isInput) {
    // The name of a blank key is not checked.
    to.refuse("skip_blank", "with extra, JSON Schema cannot tell which keys are skipped");
  } else if (patterns.length > 0 || keys !== undefined) {
    const other = patterns.length > 0 ? "patterns" : "keys";
    to.refuse("extra", `with ${other}, JSON Schema has no form for a validator of extra keys`);
  } else {
    return { propertyNames: names.length > 0 ? { anyOf: [{ enum: names }, allowed] } : allowed };
  }
  return {};
}

/** The schema of their values; undefined without the keyword. */
export const readUnknownKeys = <Schema>(keywords: SchemaReader<Schema>): Schema | undefined =>
  keywords.member("additionalProperties");
