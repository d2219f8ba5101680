/** The order of values in sorted lists. */
import { isArray, isOrdinaryArray, lengthOf, MAX_ITEMS, ownItem } from "./input.ts";
import { brandOf, type Temporal, textOf, timeOf } from "./temporal.ts";

/** The sort key of a value: its kind, then a value of that kind. */
type Key = readonly [kind: number, value: unknown];

/** By `typeof`. */
const KINDS: { readonly [type: string]: number } = { undefined: 0, boolean: 1, number: 2, bigint: 2, string: 4 };
const NAN = 3;
const MOMENT = 5;
/** Classes of Temporal without a moment, in the order of their kinds. */
const PLAIN: readonly unknown[] = ["PlainDate", "PlainDateTime", "PlainTime"];
const NANOSECONDS = 1_000_000n;

/** All that has no place in this order comes last. */
function keyOf(value: unknown): Key {
  if (Number.isNaN(value)) return [NAN, 0];
  const kind = KINDS[value === null ? "undefined" : typeof value];
  if (kind !== undefined) return [kind, value];
  const time = timeOf(value);
  if (time !== undefined) return Number.isNaN(time) ? [NAN, 0] : [MOMENT, BigInt(time) * NANOSECONDS];
  const brand = brandOf(value);
  if (brand === "ZonedDateTime" || brand === "Instant") return [MOMENT, (value as Temporal.Instant).epochNanoseconds];
  const plain = PLAIN.indexOf(brand);
  return plain < 0 ? [Number.POSITIVE_INFINITY, 0] : [MOMENT + 1 + plain, textOf(value)];
}

/** What a value is sorted by: its key; or of an array, its members, whose keys are compared one after the other. */
export type Order = Key | { readonly members: readonly unknown[] };

export function orderOf(value: unknown): Order {
  if (!isArray(value)) return keyOf(value);
  const length = lengthOf(value);
  // As no validator of a list takes more.
  if (length > MAX_ITEMS) return [Number.POSITIVE_INFINITY, 0];
  const isOrdinary = isOrdinaryArray(value);
  return { members: Array.from({ length }, (_, index) => ownItem(value, index, isOrdinary)) };
}

/** Less than 0 if a comes first, more than 0 if b does. */
export function compareOrders(a: Order, b: Order): number {
  if (!("members" in a)) return "members" in b ? -compareMembers(b.members, a) : compareKeys(a, b);
  return compareMembers(a.members, b);
}

/** Compares an array with another, or with one value as if it were an array of it. */
function compareMembers(members: readonly unknown[], b: Order): number {
  const size = "members" in b ? b.members.length : 1;
  for (let index = 0; index < members.length && index < size; index++) {
    const order = compareKeys(keyOf(members[index]), "members" in b ? keyOf(b.members[index]) : b);
    if (order !== 0) return order;
  }
  return members.length - size;
}

function compareKeys([kind, value]: Key, [otherKind, other]: Key): number {
  if (kind !== otherKind) return kind - otherKind;
  return typeof value === "string" ? compareTexts(value, other as string) : compare(value as number, other as number);
}

/** Compares numbers and bigints, which have one order; and booleans. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** By code points, as Python does: the halves of surrogate pairs come after all other units. */
function compareTexts(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at));
}

/** The rank of a UTF-16 unit in the order of code points; the end of a text comes before all units. */
const rankOf = (unit: number): number =>
  Number.isNaN(unit) ? -1 : unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;

/**
 * The items in order; equal ones stay in theirs.
 * @param direction less than 0: the greatest first.
 * @param key called once for each item.
 */
export function sorted(
  items: readonly unknown[],
  direction: number,
  key: ((item: never) => unknown) | undefined,
): unknown[] {
  const keyed = items.map((item) => ({ item, order: orderOf(key === undefined ? item : key(item as never)) }));
  const sign = direction < 0 ? -1 : 1;
  keyed.sort((a, b) => sign * compareOrders(a.order, b.order));
  return keyed.map(({ item }) => item);
}
