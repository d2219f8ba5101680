/** What fits the parameters of a dumped validator, or nearly: for texts, and for values. */
import { textNear } from "./patterns.ts";
import type { Random } from "./random.ts";
import type { Dump, Json } from "./recipe.ts";
import { BAD_PATTERNS, INTEGERS, PATTERNS } from "./vocabulary.ts";

const limitOf = (value: Json | undefined, fallback: number): number => (typeof value === "number" ? value : fallback);

/** A number between the limits; at or beyond one of them with that chance. */
export function numberNear(random: Random, dump: Dump, chance: number): number {
  const min = limitOf(dump.min, Math.min(-10, limitOf(dump.max, 0)));
  const max = limitOf(dump.max, Math.max(10, min));
  if (random.chance(chance)) return random.pick([min, max, min - 1, max + 1]);
  return max - min < 2 ** 53
    ? min + Math.floor(random.below(2 ** 31) * ((max - min) / 2 ** 31))
    : random.pick(INTEGERS);
}

/**
 * A length within the limits; with that chance one more or less.
 * @param more how many more than the least, if there is no greatest.
 */
export function lengthNear(random: Random, dump: Dump, more: number, chance: number): number {
  const minlen = limitOf(dump.minlen, 0);
  const maxlen = Math.max(limitOf(dump.maxlen, minlen + more), minlen);
  return Math.max(0, random.between(minlen, maxlen) + (random.chance(chance) ? random.pick([-1, 1]) : 0));
}

/** A text that matches a pattern, or nearly. */
export function textOfPattern(random: Random, given: Json): string {
  const pattern = JSON.stringify(given);
  const known = [...PATTERNS, ...BAD_PATTERNS].find((one) => JSON.stringify(one.pattern) === pattern);
  return known !== undefined && random.chance(0.7) ? random.pick(known.texts) : textNear(random, given);
}

/**
 * The items of a tuple.
 * @param noise how likely there is one more or less.
 */
export function itemsOfTuple<T>(
  random: Random,
  dump: Dump,
  noise: number,
  make: (item: Dump) => T,
  anything: () => T,
): T[] {
  const all = dump.items as Dump[];
  const rest = dump.rest as Dump | undefined;
  const more = rest === undefined ? [] : new Array<Dump>(random.below(3)).fill(rest);
  const items = [...all, ...more].map(make);
  const last = all.at(-1)?.__class__;
  if ((last === "Optional" || last === "Default") && random.chance(0.4)) items.length = all.length - 1;
  if (random.chance(noise)) random.chance(0.5) ? items.pop() : items.push(anything());
  return items;
}
