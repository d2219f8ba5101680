/**
 * Forms whose names say where in the value each field is: the parameter `nested` of Dict. What validators are, the
 * library and compiled modules say in their own way.
 */
import { define } from "../../values/define.ts";
import { fieldNameOf, isIndex, type NamePart } from "../../values/field-names.ts";
import { Ids } from "../../values/ids.ts";
import { isArray } from "../../values/input.ts";
import type { Members } from "../../values/mapping.ts";
import type { PathNode } from "../errors/context.ts";

/** The names of a form may have so many keys and indexes together. */
const MAX_PARTS = 100_000;

/** A validator of objects. */
export interface ObjectTaker<V> {
  /** Keys whose value is the list of all their values. */
  readonly multikeys: readonly string[] | undefined;
  /** Whether the schema has a key, by any of its names. */
  has(name: string): boolean;
  /** The validators of the value of a key. */
  valuesOf(key: string): readonly V[];
}

/** A validator of arrays. */
export interface ArrayTaker<V> {
  /** Items have validators of their own by their index, so none may move to another. */
  readonly isPlaced: boolean;
  itemAt(index: number): V | undefined;
}

/** The validators of a part of a form: what they do with the members of the value. */
export interface Takers<V> {
  readonly objects: readonly ObjectTaker<V>[];
  readonly arrays: readonly ArrayTaker<V>[];
  /** There are others, such as those of texts. */
  readonly hasOthers: boolean;
}

const NO_TAKERS: Takers<never> = Object.freeze({ objects: [], arrays: [], hasOthers: false });

/** The validators of an item. */
export const itemsOf = <V>({ arrays }: Takers<V>, index: number): V[] =>
  arrays.flatMap((one) => one.itemAt(index) ?? []);

/** A place in the value of a form: one field, or all that have it as the beginning of their names. */
class Place<V> {
  readonly above: Place<V> | undefined;
  readonly key: string | number;
  /** Each place has another; that of the whole is 0. */
  readonly number: number;
  readonly takers: Takers<V>;
  /** The first name that leads here, and the end of the part of it that does. */
  name: string;
  end: number;
  holds: "nothing" | "values" | "keys" | "items" = "nothing";
  /** The values of the field, in the order in which they were sent. */
  values: readonly unknown[] = NOTHING;
  /** The values of several names. */
  #more: unknown[] | undefined;
  isList = false;
  below: Place<V>[] = NO_PLACES;
  value: unknown = undefined;

  constructor(
    above: Place<V> | undefined,
    key: string | number,
    number: number,
    takers: Takers<V>,
    name: string,
    end: number,
  ) {
    this.above = above;
    this.key = key;
    this.number = number;
    this.takers = takers;
    this.name = name;
    this.end = end;
  }

  /** Adds values. A place may have many names. */
  add(values: readonly unknown[]): void {
    if (this.values === NOTHING) this.values = values;
    else {
      this.#more ??= [...this.values];
      for (const value of values) this.#more.push(value);
      this.values = this.#more;
    }
  }

  get field(): string {
    return this.name.slice(0, this.end);
  }

  /** The keys and indexes that lead here. */
  get path(): (string | number)[] {
    const path: (string | number)[] = [];
    for (let at: Place<V> = this; at.above !== undefined; at = at.above) path.push(at.key);
    return path.reverse();
  }
}

const idOf = ({ number }: { readonly number: number }, text: string): string => `${number}.${text}`;

const NOTHING: never[] = [];
const NO_PLACES: never[] = [];

/** Something that is wrong with names, not with values. */
export interface Fault {
  readonly code: "forbidden_key" | "missing_key" | "recursion_max_depth" | "work_limit";
  readonly path: readonly (string | number)[];
  readonly field: string;
  readonly expected?: number;
}

/** A path from the form. */
export interface FieldPlace {
  readonly node: PathNode;
  readonly inner: FieldPlace | undefined;
}

/** The members of a form, with the fields that belong together in plain objects and arrays. */
export class NestedForm<V> implements Members {
  readonly isForm = true;
  readonly keys: unknown[] = [];
  readonly values: unknown[] = [];
  /** What is wrong with names. */
  readonly faults: Fault[] = [];
  /** Places by the one above and the key: the sender of a form may choose keys that collide in a Map. */
  readonly #ids = new Ids();
  readonly #places: Place<V>[] = [];
  readonly #byId: Place<V>[] = [];
  readonly #root: Place<V>;
  readonly #takers = new Map<V, Takers<V>>();
  readonly #takersOf: (validators: readonly V[]) => Takers<V>;
  readonly #maxDepth: number;
  readonly #levels: number;
  #parts = 0;
  /** How the form writes keys and indexes inside others. */
  #keysInBrackets: boolean | undefined;
  #indexesInBrackets: boolean | undefined;

  /**
   * @param given the names, and the list of all values of each.
   * @param whole the Dict.
   * @param takersOf what some validators, and those that get the value from them, do with it.
   * @param depth that of the form.
   */
  constructor(
    given: Members,
    whole: ObjectTaker<V>,
    takersOf: (validators: readonly V[]) => Takers<V>,
    depth: number,
    maxDepth: number,
  ) {
    this.#takersOf = takersOf;
    this.#maxDepth = maxDepth;
    this.#levels = maxDepth - depth;
    this.#root = new Place<V>(undefined, "", 0, { objects: [whole], arrays: [], hasOthers: false }, "", 0);
    this.#root.holds = "keys";
    for (const [index, name] of given.keys.entries()) this.#add(name, given.values[index] as readonly unknown[]);
    // Each place comes after the one above it.
    for (let index = this.#places.length - 1; index >= 0; index--) this.#make(this.#places[index] as Place<V>);
    for (const { key, value } of this.#root.below) {
      this.keys.push(key);
      this.values.push(value);
    }
  }

  #add(name: unknown, values: readonly unknown[]): void {
    if (typeof name !== "string") {
      this.keys.push(name);
      this.values.push(values.at(-1));
      return;
    }
    const read = this.#root.takers.objects[0]?.has(name) ? undefined : fieldNameOf(name, this.#levels);
    const parts = read?.parts ?? [{ text: name, inBrackets: false, end: name.length }];
    const first = [(parts[0] as NamePart).text];
    if (read?.isCut) {
      this.faults.push({ code: "recursion_max_depth", path: first, field: name, expected: this.#maxDepth });
      return;
    }
    this.#parts += parts.length - 1;
    if (this.#parts > MAX_PARTS) {
      this.faults.push({ code: "work_limit", path: first, field: name, expected: MAX_PARTS });
      return;
    }
    let place = this.#root;
    for (const part of parts) {
      const below = this.#below(place, part, name);
      if (below === undefined) {
        this.faults.push({ code: "forbidden_key", path: [...place.path, part.text], field: name });
        return;
      }
      place = below;
    }
    if (place.holds === "keys" || place.holds === "items") {
      this.faults.push({ code: "forbidden_key", path: place.path, field: name });
      return;
    }
    if (place.holds === "nothing") [place.holds, place.name, place.end] = ["values", name, name.length];
    place.add(values);
    place.isList ||= read?.isItem === true;
  }

  /** The place of a part of a name; undefined if other names say that the one above it is something else. */
  #below(above: Place<V>, { text, inBrackets, end }: NamePart, name: string): Place<V> | undefined {
    const { takers } = above;
    const isItem = above !== this.#root && isIndex(text) && (takers.objects.length === 0 || takers.arrays.length > 0);
    const holds = isItem ? "items" : "keys";
    if (above.holds === "nothing") above.holds = holds;
    else if (above.holds !== holds) return undefined;
    if (above !== this.#root) {
      if (isItem) this.#indexesInBrackets ??= inBrackets;
      else this.#keysInBrackets ??= inBrackets;
    }
    const id = this.#ids.byIdentity(idOf(above, text));
    const known = this.#byId[id];
    if (known !== undefined) return known;
    const key = isItem ? Number(text) : text;
    const validators = isItem ? itemsOf(takers, key as number) : takers.objects.flatMap((one) => one.valuesOf(text));
    const place = new Place<V>(above, key, this.#places.length + 1, this.#takersFor(validators), name, end);
    place.isList = !isItem && takers.objects.some(({ multikeys }) => multikeys?.includes(text));
    this.#byId[id] = place;
    this.#places.push(place);
    if (above.below === NO_PLACES) above.below = [place];
    else above.below.push(place);
    return place;
  }

  #takersFor(validators: readonly V[]): Takers<V> {
    const [one] = validators;
    if (one === undefined) return NO_TAKERS;
    if (validators.length > 1) return this.#takersOf(validators);
    const known = this.#takers.get(one) ?? this.#takersOf([one]);
    this.#takers.set(one, known);
    return known;
  }

  /** Makes the value of a place, of those below it. */
  #make(place: Place<V>): void {
    if (place.holds === "values") place.value = fieldValue(place);
    else if (place.holds === "keys") {
      const value: Record<string, unknown> = {};
      for (const one of place.below) define(value, one.key as string, one.value);
      place.value = value;
    } else {
      const items = place.below.sort((a, b) => (a.key as number) - (b.key as number));
      const gap = place.takers.arrays.some(({ isPlaced }) => isPlaced)
        ? items.findIndex(({ key }, index) => key !== index)
        : -1;
      if (gap >= 0) {
        items.length = gap;
        const path = [...place.path, gap];
        this.faults.push({ code: "missing_key", path, field: `${place.field}${this.#written(gap)}` });
      }
      place.value = items.map(({ value }) => value);
    }
  }

  #written(key: string | number): string {
    // Outside of brackets, a dot would be the end of the key.
    const inBrackets =
      typeof key === "number" ? this.#indexesInBrackets !== false : this.#keysInBrackets === true || key.includes(".");
    return inBrackets ? `[${key}]` : `.${key}`;
  }

  /** The name of the field that a path leads to. */
  nameOf(path: FieldPlace): string {
    let place = this.#root;
    let name: string | undefined;
    for (let at: FieldPlace | undefined = path; at !== undefined; at = at.inner) {
      const { node } = at;
      // A marker.
      if (typeof node === "object") continue;
      if (name !== undefined) name += this.#written(node);
      else if (place.holds === "values") break;
      else {
        const below = this.#find(place, node);
        if (below === undefined) name = place === this.#root ? String(node) : place.field + this.#written(node);
        else place = below;
      }
    }
    return name ?? place.field;
  }

  #find(above: Place<V>, key: string | number): Place<V> | undefined {
    // Gaps have been closed.
    if (above.holds === "items") return above.below[key as number];
    const id = this.#ids.find(idOf(above, String(key)));
    return id === undefined ? undefined : this.#byId[id];
  }
}

/** The value of a field that may have been sent several times: the last one, except for a list. */
function fieldValue({ isList, takers, values }: Place<unknown>): unknown {
  const [first] = values;
  if (isList) return values;
  const mayBeList = takers.arrays.length > 0 && (values.length > 1 || !takers.hasOthers);
  // A part that is JSON may be a list itself.
  return mayBeList && !(values.length === 1 && isArray(first)) ? values : values.at(-1);
}
