/**
 * Finds the shapes of a Dict: the frequent key orders of its objects. An object with a known shape is walked without
 * key look-ups and built by one object literal. All counts are halved at each selection, so an order that is no longer
 * frequent loses its place: a text with only rare orders is slow itself, but does not slow down later texts.
 */
import { MAX_SHAPES } from "./tape.ts";

/** A key order: the keys an object has, in its order, each as its index in the Dict's schema. */
export type Order = readonly number[];

/** Maximum number of keys in a shape: longer orders are not considered. */
const MAX_SHAPE_KEYS = 100;
/**
 * Reading the order of an object takes longer than building the object, so only a sample is read: the first unshaped
 * objects, then one in every `SAMPLE_STRIDE`.
 */
const FIRST_SAMPLES = 64;
const SAMPLE_STRIDE = 251;
/** Maximum number of orders that are remembered, of all Dicts together. */
const MAX_REMEMBERED = 1024;
/** An order becomes a shape if at least this share of its Dict's objects have it. */
const MIN_SHAPE_SHARE = 1 / 64;
/** New shapes are adopted, and code generated for them, if they cover at least this share of the unshaped objects. */
const MIN_GAIN_SHARE = 1 / 8;
/** A Dict becomes varied if at least this share of its objects have keys in the order of the schema, but no shape. */
const MIN_VARIED_SHARE = 1 / 2;

/** A sampled order, and an estimate of the number of objects that have had it. */
interface SampledOrder {
  readonly id: number;
  readonly order: Order;
  objects: number;
  /** The number of samples that had it. */
  samples: number;
}

/** The best shapes for a Dict, and the number of unshaped objects that they would cover. */
interface Choice {
  readonly id: number;
  readonly shapes: readonly SampledOrder[];
  readonly varied: boolean;
  readonly gained: number;
}

/** The shapes of all Dicts of one compiled validator. `id` is always the id of a Dict in the plan. */
export class Shapes {
  /** Objects that had none of the shapes, since the reader last reset it to 0. */
  unshaped = 0;
  readonly #keys: (id: number) => readonly string[];
  readonly #schemaOrder: (id: number) => Order;
  readonly #orders = new Map<number, readonly Order[]>();
  readonly #counts = new Map<number, Float64Array>();
  readonly #keyIndexes = new Map<number, ReadonlyMap<string, number>>();
  readonly #varied = new Set<number>();
  #sampled = new Map<string, SampledOrder>();

  /** @param keys the keys of a Dict's schema. @param schemaOrder their order in the schema. */
  constructor(keys: (id: number) => readonly string[], schemaOrder: (id: number) => Order) {
    this.#keys = keys;
    this.#schemaOrder = schemaOrder;
  }

  /** The shapes of a Dict; the first is the order of its schema. */
  of(id: number): readonly Order[] {
    let orders = this.#orders.get(id);
    if (orders === undefined) {
      orders = [this.#schemaOrder(id)];
      this.#orders.set(id, orders);
    }
    return orders;
  }

  /**
   * Returns whether a Dict is varied: most of its objects have keys in the order of the schema, but each leaves out
   * different ones, so that no order is frequent. The addon then expects no shape, and all objects of the Dict are
   * unshaped.
   */
  isVaried(id: number): boolean {
    return this.#varied.has(id);
  }

  /** The number of objects of a Dict that had each of its shapes. Generated code increments these numbers itself. */
  counts(id: number): Float64Array {
    let counts = this.#counts.get(id);
    if (counts === undefined) {
      counts = new Float64Array(MAX_SHAPES);
      this.#counts.set(id, counts);
    }
    return counts;
  }

  /** The number of remembered orders that are not shapes. */
  get remembered(): number {
    return this.#sampled.size;
  }

  /** Counts an unshaped object, and may read its order, so call it before the defaults are added. */
  countUnshaped(id: number, object: object): void {
    const index = this.unshaped++;
    if (index < FIRST_SAMPLES) this.#sample(id, object, 1);
    else if (index % SAMPLE_STRIDE === 0) this.#sample(id, object, SAMPLE_STRIDE);
  }

  /** @param weight the number of objects that this one stands for. */
  #sample(id: number, object: object, weight: number): void {
    const names = Object.keys(object);
    if (names.length > MAX_SHAPE_KEYS) return;
    const indexes = this.#keyIndexesOf(id);
    const order: number[] = [];
    for (const name of names) {
      const index = indexes.get(name);
      // An object with extra keys cannot have a shape.
      if (index === undefined) return;
      order.push(index);
    }
    const key = `${id}:${order.join()}`;
    const sampled = this.#sampled.get(key);
    if (sampled !== undefined) {
      sampled.objects += weight;
      sampled.samples++;
      return;
    }
    if (this.#sampled.size >= MAX_REMEMBERED) this.#forget();
    this.#sampled.set(key, { id, order, objects: weight, samples: 1 });
  }

  #keyIndexesOf(id: number): ReadonlyMap<string, number> {
    let indexes = this.#keyIndexes.get(id);
    if (indexes === undefined) {
      indexes = new Map(this.#keys(id).map((key, index) => [key, index]));
      this.#keyIndexes.set(id, indexes);
    }
    return indexes;
  }

  /** Drops the rarer half of the orders, and halves the estimates of the others. */
  #forget(): void {
    const kept = [...this.#sampled].sort(([, a], [, b]) => b.objects - a.objects).slice(0, MAX_REMEMBERED / 2);
    for (const [, sampled] of kept) sampled.objects /= 2;
    this.#sampled = new Map(kept);
  }

  /**
   * Selects new shapes if they would cover enough of the unshaped objects; in any case, halves all counts.
   * @param adopt passes the new shapes of a Dict to the addon; false if it refuses them.
   * @returns whether new shapes were selected: code has to be generated for them.
   */
  select(adopt: (id: number, orders: readonly Order[]) => boolean): boolean {
    const sampledById = new Map<number, SampledOrder[]>();
    for (const sampled of this.#sampled.values()) {
      const orders = sampledById.get(sampled.id);
      if (orders === undefined) sampledById.set(sampled.id, [sampled]);
      else orders.push(sampled);
    }
    const choices = [...sampledById].map(([id, orders]) => this.#choose(id, orders));
    const gained = choices.reduce((sum, { gained }) => sum + gained, 0);
    const unshaped = objectsOf([...this.#sampled.values()]);
    const isWorthIt = gained > 0 && gained >= unshaped * MIN_GAIN_SHARE;
    for (const counts of this.#counts.values()) for (const at of counts.keys()) counts[at] = (counts[at] as number) / 2;
    if (isWorthIt) {
      for (const { id, shapes, varied } of choices) {
        const orders = shapes.map(({ order }) => order);
        // For a varied Dict the addon expects no shape: a failed expectation costs time.
        if (!adopt(id, varied ? [] : orders)) continue;
        if (varied) this.#varied.add(id);
        else this.#varied.delete(id);
        this.#orders.set(id, orders);
        const counts = this.counts(id);
        counts.fill(0);
        if (varied) continue;
        counts.set(shapes.map(({ objects }) => objects / 2));
        for (const { order } of shapes) this.#sampled.delete(`${id}:${order.join()}`);
      }
    }
    this.#forget();
    return isWorthIt;
  }

  /** The best shapes for a Dict, from those it has and from the orders that were sampled. */
  #choose(id: number, sampled: readonly SampledOrder[]): Choice {
    const counts = this.counts(id);
    const [first, ...others] = this.of(id).map((order, shape) => ({
      id,
      order,
      objects: counts[shape] as number,
      samples: 0,
    }));
    const isSchemaOrder = ({ order }: SampledOrder): boolean => order.join() === first?.order.join();
    const schemaOrder = {
      ...(first as SampledOrder),
      objects: (first as SampledOrder).objects + objectsOf(sampled.filter(isSchemaOrder)),
    };
    const objects = schemaOrder.objects + objectsOf(others) + objectsOf(sampled.filter((each) => !isSchemaOrder(each)));
    // One sample may stand for many objects, but does not show that the order occurs more than once.
    const best = [...others, ...sampled.filter((each) => each.samples > 1 && !isSchemaOrder(each))]
      .sort((a, b) => b.objects - a.objects)
      .slice(0, MAX_SHAPES - 1)
      .filter((each) => each.objects >= objects * MIN_SHAPE_SHARE);
    const shapes = [schemaOrder, ...best];
    const isLeftOver = (each: SampledOrder): boolean => !best.includes(each) && !isSchemaOrder(each);
    const scattered = objectsOf(sampled.filter((each) => isLeftOver(each) && isAscending(each.order)));
    if (scattered < objects * MIN_VARIED_SHARE) {
      return { id, shapes, varied: false, gained: objectsOf(sampled.filter((each) => !isLeftOver(each))) };
    }
    return { id, shapes: [schemaOrder], varied: true, gained: this.isVaried(id) ? 0 : scattered };
  }
}

function objectsOf(sampled: readonly { readonly objects: number }[]): number {
  return sampled.reduce((sum, { objects }) => sum + objects, 0);
}

/** Returns whether an order is that of the schema, except for missing keys. */
function isAscending(order: Order): boolean {
  return order.every((key, at) => at === 0 || key > (order[at - 1] as number));
}
