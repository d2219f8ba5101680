/** Why a rule applies to a value: the condition of an `If`, a key that asks for another, what a `Not` excludes. */
import type { LocaleReasons } from "../../text/locales/locale.ts";
import { contextText, type PathNode, valuePath } from "./context.ts";
import type { Condition } from "./issue.ts";

/** What reasons are written with: a `Language`, or what a compiled module has of one. */
export interface Phrases {
  reason(key: keyof LocaleReasons, values: Readonly<Record<string, string>>): string;
  value(value: unknown, most?: number): string;
  type(name: unknown): string;
  name(name: unknown): string;
  join(type: "disjunction" | "conjunction", items: readonly string[]): string;
}

/** Why a rule applies. */
export interface Reason {
  /** False if it applies because a condition is not met. */
  readonly met: boolean;
  /** The keys of all values that it says something of. */
  readonly paths: readonly (readonly string[])[];
  /** The same without what it says of the value; undefined if nothing is left. */
  readonly hidden: Reason | undefined;
  /**
   * In words, without a full stop; undefined if there is nothing to say.
   * @param path the context of the value.
   */
  text(language: Phrases, path: readonly PathNode[]): string | undefined;
  /** The function itself: only programs with reasons need it. */
  readonly conditionOf: typeof conditionOf;
}

/** Of the reasons of an error, so many are named: those of the innermost values. */
const MAX_REASONS = 3;

/**
 * The condition of an error.
 * @param reasons each with the number of nodes of the context that lead to its value.
 */
export function conditionOf(
  reasons: readonly (readonly [reason: Reason, length: number])[],
  context: readonly PathNode[],
  language: Phrases,
): Condition | undefined {
  let met: boolean | undefined;
  // Each text once, as branches inside each other may not be described.
  const texts = new Set<string>();
  for (const [reason, length] of reasons.toSorted((a, b) => a[1] - b[1])) {
    const text = reason.text(language, context.slice(0, length));
    if (text === undefined) continue;
    met = reason.met;
    texts.add(text);
  }
  return met === undefined ? undefined : { met, text: language.join("conjunction", [...texts].slice(-MAX_REASONS)) };
}

/** Maximum number of characters of a path. */
const MAX_PATH = 80;

/** The path of a value in words. */
export function keyText(language: Phrases, from: readonly PathNode[], path: readonly string[]): string {
  const keys = [...valuePath(from), ...path];
  return keys.length === 0 ? language.reason("whole", {}) : language.name(contextText(keys, MAX_PATH));
}

/** The reason that a key is provided. */
export const becauseOf = (key: string): Reason => ({
  met: true,
  paths: [[key]],
  hidden: undefined,
  text: (language, from) => language.reason("there", { key: keyText(language, from, [key]) }),
  conditionOf,
});
