/** Forms whose names say where in the value each field is: the parameter `nested` of Dict. */
import { define } from "../../values/define.ts";
import { fieldNameOf, isIndex, type NamePart } from "../../values/field-names.ts";
import { Ids } from "../../values/ids.ts";
import { isArray } from "../../values/input.ts";
import { type Members, membersOf } from "../../values/mapping.ts";
import {
  type ErrorClass,
  ForbiddenKeyError,
  MissingKeyError,
  RecursionMaxDepthError,
  WorkLimitError,
} from "../errors/errors.ts";
import { FieldPath, type Path } from "../report/path.ts";
import type { Report } from "../report/report.ts";
import { type Checker, isApplied, rolesOf } from "../schemas/checker.ts";
import type { ListModel, SetModel, TupleModel } from "./array.ts";
import { modelOf } from "./index.ts";
import type { ObjectModel } from "./object.ts";

/** The names of a form may have so many keys and indexes together. */
const MAX_PARTS = 100_000;

type ArrayModel = ListModel | SetModel | TupleModel;

/** The validators of a part of a form: what they do with the members of the value. */
interface Takers {
  readonly objects: readonly ObjectModel[];
  readonly arrays: readonly ArrayModel[];
  /** There are others, such as those of texts. */
  readonly hasOthers: boolean;
}

const NO_TAKERS: Takers = Object.freeze({ objects: [], arrays: [], hasOthers: false });

/** Those that get the same value. The steps of a chain behind the first one that converts it get another. */
function innerOf(validator: Checker): readonly Checker[] {
  const { same = [], chains } = rolesOf(validator) ?? {};
  if (chains === undefined) return same;
  const last = same.findIndex((step) => !isApplied(step));
  return last < 0 ? same : same.slice(0, last + 1);
}

/** What validators, and those that get the value from them, do with it. */
function takersOf(validators: readonly Checker[]): Takers {
  const objects: ObjectModel[] = [];
  const arrays: ArrayModel[] = [];
  let hasOthers = false;
  const seen = new Set<Checker>();
  const pending = [...validators];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    const model = modelOf(one);
    if (model?.kind === "object") objects.push(model);
    else if (model?.kind === "list" || model?.kind === "set" || model?.kind === "tuple") arrays.push(model);
    else {
      const inner = innerOf(one);
      if (inner.length === 0 && !isApplied(one)) hasOthers = true;
      pending.push(...inner);
    }
  }
  return { objects, arrays, hasOthers };
}

/** The validators of the value of a key. */
function valuesOf({ objects }: Takers, key: string): Checker[] {
  return objects.flatMap(({ aliases, extra, list, patterns, places }) => {
    const place = places.get(aliases.get(key) ?? key);
    const matching = patterns.filter(({ matches }) => matches(key)).map(({ validator }) => validator);
    if (place !== undefined) return [list[place] as Checker, ...matching];
    return matching.length > 0 || extra === undefined ? matching : [extra[1]];
  });
}

/** The validators of an item. */
const itemsOf = ({ arrays }: Takers, index: number): Checker[] =>
  arrays.flatMap((model) => {
    const item = model.kind === "tuple" ? (model.items[index] ?? model.rest) : (prefixOf(model)[index] ?? model.item);
    return item === undefined ? [] : [item];
  });

const prefixOf = (model: ListModel | SetModel): readonly Checker[] => (model.kind === "list" ? model.prefix : []);

/** Items have validators of their own by their index, so none may move to another. */
const arePlaced = ({ arrays }: Takers): boolean =>
  arrays.some((model) => model.kind === "tuple" || prefixOf(model).length > 0);

/** A place in the value of a form: one field, or all that have it as the beginning of their names. */
class Place {
  readonly above: Place | undefined;
  readonly key: string | number;
  /** Each place has another; that of the whole is 0. */
  readonly number: number;
  readonly takers: Takers;
  /** The first name that leads here, and the end of the part of it that does. */
  name: string;
  end: number;
  holds: "nothing" | "values" | "keys" | "items" = "nothing";
  /** The values of the field, in the order in which they were sent. */
  values: readonly unknown[] = NOTHING;
  /** The values of several names. */
  #more: unknown[] | undefined;
  isList = false;
  below: Place[] = NO_PLACES;
  value: unknown = undefined;

  constructor(
    above: Place | undefined,
    key: string | number,
    number: number,
    takers: Takers,
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
    for (let at: Place = this; at.above !== undefined; at = at.above) path.push(at.key);
    return path.reverse();
  }
}

const idOf = ({ number }: Place, text: string): string => `${number}.${text}`;

const NOTHING: never[] = [];
const NO_PLACES: never[] = [];

/** Something that is wrong with names, not with values. */
interface Fault {
  readonly type: ErrorClass;
  readonly path: readonly (string | number)[];
  readonly field: string;
  readonly expected?: number;
}

/** The members of a form, with the fields that belong together in plain objects and arrays. */
export class NestedForm implements Members {
  readonly isForm = true;
  readonly keys: unknown[] = [];
  readonly values: unknown[] = [];
  readonly #model: ObjectModel;
  /** Places by the one above and the key: the sender of a form may choose keys that collide in a Map. */
  readonly #ids = new Ids();
  readonly #places: Place[] = [];
  readonly #byId: Place[] = [];
  readonly #root: Place;
  readonly #takers = new Map<Checker, Takers>();
  readonly #faults: Fault[] = [];
  readonly #maxDepth: number;
  readonly #levels: number;
  #parts = 0;
  /** How the form writes keys and indexes inside others. */
  #keysInBrackets: boolean | undefined;
  #indexesInBrackets: boolean | undefined;

  /**
   * @param given the names, and the list of all values of each.
   * @param model that of the Dict.
   */
  constructor(given: Members, model: ObjectModel, { depth, maxDepth }: Report) {
    this.#model = model;
    this.#maxDepth = maxDepth;
    this.#levels = maxDepth - depth;
    this.#root = new Place(undefined, "", 0, { objects: [model], arrays: [], hasOthers: false }, "", 0);
    this.#root.holds = "keys";
    for (const [index, name] of given.keys.entries()) this.#add(name, given.values[index] as readonly unknown[]);
    // Each place comes after the one above it.
    for (let index = this.#places.length - 1; index >= 0; index--) this.#make(this.#places[index] as Place);
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
    const { aliases, places } = this.#model;
    const isKey = places.has(name) || aliases.has(name);
    const read = isKey ? undefined : fieldNameOf(name, this.#levels);
    const parts = read?.parts ?? [{ text: name, inBrackets: false, end: name.length }];
    const first = [(parts[0] as NamePart).text];
    if (read?.isCut) {
      this.#faults.push({ type: RecursionMaxDepthError, path: first, field: name, expected: this.#maxDepth });
      return;
    }
    this.#parts += parts.length - 1;
    if (this.#parts > MAX_PARTS) {
      this.#faults.push({ type: WorkLimitError, path: first, field: name, expected: MAX_PARTS });
      return;
    }
    let place = this.#root;
    for (const part of parts) {
      const below = this.#below(place, part, name);
      if (below === undefined) {
        this.#faults.push({ type: ForbiddenKeyError, path: [...place.path, part.text], field: name });
        return;
      }
      place = below;
    }
    if (place.holds === "keys" || place.holds === "items") {
      this.#faults.push({ type: ForbiddenKeyError, path: place.path, field: name });
      return;
    }
    if (place.holds === "nothing") [place.holds, place.name, place.end] = ["values", name, name.length];
    place.add(values);
    place.isList ||= read?.isItem === true;
  }

  /** The place of a part of a name; undefined if other names say that the one above it is something else. */
  #below(above: Place, { text, inBrackets, end }: NamePart, name: string): Place | undefined {
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
    const validators = isItem ? itemsOf(takers, key as number) : valuesOf(takers, text);
    const place = new Place(above, key, this.#places.length + 1, this.#takersOf(validators), name, end);
    place.isList = !isItem && takers.objects.some(({ multikeys }) => multikeys?.includes(text));
    this.#byId[id] = place;
    this.#places.push(place);
    if (above.below === NO_PLACES) above.below = [place];
    else above.below.push(place);
    return place;
  }

  #takersOf(validators: readonly Checker[]): Takers {
    const [one] = validators;
    if (one === undefined) return NO_TAKERS;
    if (validators.length > 1) return takersOf(validators);
    const known = this.#takers.get(one) ?? takersOf([one]);
    this.#takers.set(one, known);
    return known;
  }

  /** Makes the value of a place, of those below it. */
  #make(place: Place): void {
    if (place.holds === "values") place.value = fieldValue(place);
    else if (place.holds === "keys") {
      const value: Record<string, unknown> = {};
      for (const one of place.below) define(value, one.key as string, one.value);
      place.value = value;
    } else {
      const items = place.below.sort((a, b) => (a.key as number) - (b.key as number));
      const gap = arePlaced(place.takers) ? items.findIndex(({ key }, index) => key !== index) : -1;
      if (gap >= 0) {
        items.length = gap;
        const path = [...place.path, gap];
        this.#faults.push({ type: MissingKeyError, path, field: `${place.field}${this.#written(gap)}` });
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
  #nameOf(path: Path): string {
    let place = this.#root;
    let name: string | undefined;
    for (let at: Path | undefined = path; at !== undefined; at = at.inner) {
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

  #find(above: Place, key: string | number): Place | undefined {
    // Gaps have been closed.
    if (above.holds === "items") return above.below[key as number];
    const id = this.#ids.find(idOf(above, String(key)));
    return id === undefined ? undefined : this.#byId[id];
  }

  /** Fails for what is wrong with names, among the members. */
  failNames(report: Report): void {
    for (const { type, path, field, expected } of this.#faults) {
      const since = report.count;
      report.fail(type, expected, expected && expected + 1);
      for (const key of path.toReversed()) report.under(key, since, null);
      const failure = report.failures[since];
      if (failure === undefined) return;
      failure.path = new FieldPath(failure.path as Path, field);
    }
  }

  /** Gives the failures of members since `since` the names of their fields. */
  nameFailures(report: Report, since: number): void {
    report.nameFields(since, (path) => this.#nameOf(path));
  }
}

/** The value of a field that may have been sent several times: the last one, except for a list. */
function fieldValue({ isList, takers, values }: Place): unknown {
  const [first] = values;
  if (isList) return values;
  const mayBeList = takers.arrays.length > 0 && (values.length > 1 || !takers.hasOthers);
  // A part that is JSON may be a list itself.
  return mayBeList && !(values.length === 1 && isArray(first)) ? values : values.at(-1);
}

/** The members of a mapping for a Dict with `nested`; undefined if it is none. */
export function formMembersOf(input: unknown, model: ObjectModel, report: Report): Members | undefined {
  const members = membersOf(input, "all", report.strict, model);
  return members?.isMulti ? new NestedForm(members, model, report) : members;
}

/** The validators of the field with a name, of a Dict with `nested`. */
export function validatorsOfField(model: ObjectModel, name: string): readonly Checker[] {
  let takers: Takers = { objects: [model], arrays: [], hasOthers: false };
  const isKey = model.places.has(name) || model.aliases.has(name);
  const read = isKey ? undefined : fieldNameOf(name, MAX_FIELD_PARTS);
  let validators: readonly Checker[] = [];
  for (const { text } of read?.parts ?? [{ text: name }]) {
    validators = [...valuesOf(takers, text), ...(isIndex(text) ? itemsOf(takers, Number(text)) : [])];
    takers = takersOf(validators);
  }
  return read?.isItem ? itemsOf(takers, 0) : validators;
}

/** A field of JSON is looked for in so many parts of its name. */
const MAX_FIELD_PARTS = 32;
