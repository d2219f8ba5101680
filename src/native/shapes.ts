/**
 * Shapes: orders in which the keys of a Dict come. Objects of a shape are walked without look-ups and built by one
 * object literal, so the frequent ones are found here. What was frequent once and is no more makes room: a text that
 * has nothing but orders of no shape costs its own time, and none of those that come after it.
 */

/** The keys of a Dict by number, in the order of a shape. */
export type Order = readonly number[];

/** Shapes of one Dict, as in native/core/shapes.hpp; and keys of a shape. */
export const MOST_SHAPES = 16;
export const MOST_KEYS = 100;
/** Of the schema's keys, those that can be told of by the bits of an integer; as in native/core/tape.hpp. */
export const SUBSET_KEYS = 29;
/** Of objects that are no shape, the first few are looked at, then one in so many: a look takes longer than building. */
const FIRST = 64;
const STRIDE = 251;
/** Orders that are remembered, of all Dicts. */
const REMEMBERED = 1024;
/** A shape is worth its code when it is that part of the objects of its Dict, and new code when it is for that part. */
const WORTH_A_SHAPE = 1 / 64;
const WORTH_CODE = 1 / 8;
/** A Dict is varied when that part of its objects would be none of its shapes, but in the order of its schema. */
const VARIED = 1 / 2;

/** An order that has been seen, and how many objects are likely to have had it. */
interface Seen {
  readonly id: number;
  readonly order: Order;
  objects: number;
  /** How often it has been looked at. */
  looks: number;
}

/** What a Dict should have, and how many of the objects that are no shape now that is for. */
interface Choice {
  readonly id: number;
  readonly shapes: readonly Seen[];
  readonly varied: boolean;
  readonly gained: number;
}

export class Shapes {
  /** Objects that were no shape. */
  unshaped = 0;
  readonly #keys: (id: number) => readonly string[];
  readonly #orders = new Map<number, readonly Order[]>();
  readonly #counts = new Map<number, Float64Array>();
  readonly #numbers = new Map<number, ReadonlyMap<string, number>>();
  readonly #own: (id: number) => Order;
  readonly #varied = new Set<number>();
  #seen = new Map<string, Seen>();

  /** @param keys the keys of a Dict, by its id. @param own the order of its schema. */
  constructor(keys: (id: number) => readonly string[], own: (id: number) => Order) {
    this.#keys = keys;
    this.#own = own;
  }

  /** The shapes of a Dict by number; the first is the order of its schema. */
  of(id: number): readonly Order[] {
    let orders = this.#orders.get(id);
    if (orders === undefined) {
      orders = [this.#own(id)];
      this.#orders.set(id, orders);
    }
    return orders;
  }

  /**
   * Whether most objects of a Dict have keys in the order of its schema, but now these and now those. It has no shapes
   * then, and none of its objects is one.
   */
  isVaried(id: number): boolean {
    return this.#varied.has(id);
  }

  /** How many objects of a Dict have had each of its shapes: for code that counts itself. */
  counts(id: number): Float64Array {
    let counts = this.#counts.get(id);
    if (counts === undefined) {
      counts = new Float64Array(MOST_SHAPES);
      this.#counts.set(id, counts);
    }
    return counts;
  }

  /** Orders that are remembered, beside those that are shapes. */
  get remembered(): number {
    return this.#seen.size;
  }

  /** Notes an object of a shape. */
  count(id: number, shape: number): void {
    const counts = this.counts(id);
    counts[shape] = (counts[shape] as number) + 1;
  }

  /** Notes an object that is no shape; it has nothing yet but what it came with. */
  meet(id: number, object: object): void {
    const number = this.unshaped++;
    if (number < FIRST) this.#see(id, object, 1);
    else if (number % STRIDE === 0) this.#see(id, object, STRIDE);
  }

  #see(id: number, object: object, weight: number): void {
    const names = Object.keys(object);
    if (names.length > MOST_KEYS) return;
    const numbers = this.#numbersOf(id);
    const order: number[] = [];
    for (const name of names) {
      const number = numbers.get(name);
      // Objects with extra keys have no shape.
      if (number === undefined) return;
      order.push(number);
    }
    const spelled = `${id}:${order.join()}`;
    const seen = this.#seen.get(spelled);
    if (seen !== undefined) {
      seen.objects += weight;
      seen.looks++;
      return;
    }
    if (this.#seen.size >= REMEMBERED) this.#forget();
    this.#seen.set(spelled, { id, order, objects: weight, looks: 1 });
  }

  #numbersOf(id: number): ReadonlyMap<string, number> {
    let numbers = this.#numbers.get(id);
    if (numbers === undefined) {
      numbers = new Map(this.#keys(id).map((key, number) => [key, number]));
      this.#numbers.set(id, numbers);
    }
    return numbers;
  }

  /** Forgets the rarer half of what was seen, and counts the rest for half as much. */
  #forget(): void {
    const kept = [...this.#seen].sort(([, a], [, b]) => b.objects - a.objects).slice(0, REMEMBERED / 2);
    for (const [, seen] of kept) seen.objects /= 2;
    this.#seen = new Map(kept);
  }

  /**
   * Chooses shapes anew, if enough of the objects that are none would be one. Everything seen so far counts for half
   * as much from then on.
   * @param adopt takes the new shapes of a Dict; false if it cannot.
   * @returns whether there are new ones, for which code has to be made.
   */
  renew(adopt: (id: number, orders: readonly Order[]) => boolean): boolean {
    const seen = new Map<number, Seen[]>();
    for (const one of this.#seen.values()) {
      const orders = seen.get(one.id);
      if (orders === undefined) seen.set(one.id, [one]);
      else orders.push(one);
    }
    const chosen = [...seen].map(([id, orders]) => this.#choose(id, orders));
    const gained = chosen.reduce((sum, { gained }) => sum + gained, 0);
    const all = sum([...this.#seen.values()]);
    const pays = gained > 0 && gained >= all * WORTH_CODE;
    for (const counts of this.#counts.values()) for (const at of counts.keys()) counts[at] = (counts[at] as number) / 2;
    if (pays) {
      for (const { id, shapes, varied } of chosen) {
        const orders = shapes.map(({ order }) => order);
        // A walk that expects nothing has nothing to leave.
        if (!adopt(id, varied ? [] : orders)) continue;
        if (varied) this.#varied.add(id);
        else this.#varied.delete(id);
        this.#orders.set(id, orders);
        const counts = this.counts(id);
        counts.fill(0);
        if (varied) continue;
        counts.set(shapes.map(({ objects }) => objects / 2));
        for (const { order } of shapes) this.#seen.delete(`${id}:${order.join()}`);
      }
    }
    this.#forget();
    return pays;
  }

  #choose(id: number, seen: readonly Seen[]): Choice {
    const counts = this.counts(id);
    const [first, ...others] = this.of(id).map((order, shape) => ({
      id,
      order,
      objects: counts[shape] as number,
      looks: 0,
    }));
    const same = ({ order }: Seen): boolean => order.join() === first?.order.join();
    const own = { ...(first as Seen), objects: (first as Seen).objects + sum(seen.filter(same)) };
    const objects = own.objects + sum(others) + sum(seen.filter((one) => !same(one)));
    // What was seen once says nothing about how often it comes.
    const best = [...others, ...seen.filter((one) => one.looks > 1 && !same(one))]
      .sort((a, b) => b.objects - a.objects)
      .slice(0, MOST_SHAPES - 1)
      .filter((one) => one.objects >= objects * WORTH_A_SHAPE);
    const shapes = [own, ...best];
    const scattered = sum(seen.filter((one) => !best.includes(one) && !same(one) && rises(one.order)));
    if (scattered < objects * VARIED)
      return { id, shapes, varied: false, gained: sum(seen.filter((one) => best.includes(one) || same(one))) };
    return { id, shapes: [own], varied: true, gained: this.isVaried(id) ? 0 : scattered };
  }
}

function sum(seen: readonly { readonly objects: number }[]): number {
  return seen.reduce((all, { objects }) => all + objects, 0);
}

/** It is that of the schema, with keys left out. */
function rises(order: Order): boolean {
  return order.every((key, at) => at === 0 || key > (order[at - 1] as number));
}
