/** The order of values, for lists that are sorted. */
import { isArray } from "./input.ts";
import { brandOf, textOf, timeOf, toMoment } from "./temporal.ts";

/** What a value is ordered by: its kind, then a number or a text. */
type Key = readonly [kind: number, value: bigint | number | string];

const NANOSECONDS = 1_000_000n;

/**
 * Nothing, false and true, numbers, NaN, texts, moments, then dates and times of each kind. All else comes last, and
 * is equal in order.
 */
function keyOf(value: unknown): Key {
  if (value === undefined || value === null) return [0, 0];
  if (typeof value === "boolean") return [1, Number(value)];
  if (Number.isNaN(value)) return [3, 0];
  if (typeof value === "bigint" || typeof value === "number") return [2, value];
  if (typeof value === "string") return [4, value];
  const time = timeOf(value);
  if (time !== undefined) return Number.isNaN(time) ? [3, 0] : [5, BigInt(time) * NANOSECONDS];
  const brand = brandOf(value);
  if (brand === undefined || brand === "Duration") return [9, 0];
  const moment = toMoment(value);
  if (moment !== undefined && "epochNanoseconds" in moment) return [5, moment.epochNanoseconds];
  return [brand === "PlainDate" ? 6 : brand === "PlainDateTime" ? 7 : 8, textOf(moment) ?? ""];
}

/** The members of an array are compared one after the other. */
const keysOf = (value: unknown): readonly Key[] => (isArray(value) ? Array.from(value, keyOf) : [keyOf(value)]);

function compareKeys(a: readonly Key[], b: readonly Key[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const [kind, value] = a[index] as Key;
    const [otherKind, other] = b[index] as Key;
    if (kind !== otherKind) return kind - otherKind;
    const order =
      typeof value === "string" ? compareTexts(value, other as string) : compareNumbers(value, other as number);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const compareNumbers = (a: bigint | number, b: bigint | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** By code points, as Python does: the halves of surrogate pairs come after all other units. */
function compareTexts(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return orderOf(a.charCodeAt(at)) - orderOf(b.charCodeAt(at));
}

/** The place of a unit of UTF-16 among code points, or of the end of a text, in front of all. */
const orderOf = (unit: number): number =>
  Number.isNaN(unit) ? -1 : unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;

/**
 * Sorts an array in place. Items that are equal in order keep theirs.
 * @param direction less than 0: the greatest first.
 * @param key called once for each item.
 */
export function sort(items: unknown[], direction: number, key: ((item: never) => unknown) | undefined): void {
  const keyed = items.map((item) => ({ item, keys: keysOf(key === undefined ? item : key(item as never)) }));
  const sign = direction < 0 ? -1 : 1;
  keyed.sort((a, b) => sign * compareKeys(a.keys, b.keys));
  for (const [index, { item }] of keyed.entries()) items[index] = item;
}
