/** Keys that are not in the schema: `extra` and `unknown`. */
import { define, set } from "../../values/define.ts";
import { typeName } from "../../values/input.ts";
import { propertyName } from "../../values/mapping.ts";
import { EXTRA_KEY, EXTRA_VALUE, nodeOf } from "../errors/context.ts";
import { ForbiddenKeyError, InvalidTypeError } from "../errors/errors.ts";
import { madeUnknown, unknownCount } from "../report/async-call.ts";
import { FAILED, type Report } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";

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
  } else if (report.fallbacks !== undefined) report.placeFallbacks(node);
  if (converted !== FAILED) set(result, propertyName(converted) as string, checked, report.output);
  // A key of a Map that is not a string, but has the text of one.
  else if (places.has(String(node))) define(result, String(node), checked);
}
