/** Changes of a clone: the only implementation of the update-path grammar. */
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { KeyError } from "../errors/errors.ts";

/**
 * Changes of a clone; keys are paths, elements joined by dots:
 * `path.param` sets a parameter or a key, `path+` adds (object: several keys; array or Set: members), `path-` removes
 * (array or Set of keys or members); `/path/param` is another spelling of `path.param+`. The path of the validator
 * itself is empty: `min`, `+`, `-`.
 */
export type Update = Readonly<Record<string, unknown>>;

/** Changes by path. */
export interface Changes {
  /** Members to add to an object or array. */
  readonly add: Map<string, unknown>;
  readonly remove: Map<string, unknown[]>;
  /** Paths that have not been found in the data yet, each with its key in `update` or `unset`. */
  readonly unmet: Map<string, string>;
  /** All paths, in order. */
  readonly sorted: readonly string[];
}

/** The definitions of a dump, and the results for parts of its data that are not changed: each is built once. */
export class Definitions {
  readonly outer: Definitions | undefined;
  readonly #dumps: object;
  readonly built = new Map<object, unknown>();

  constructor(dumps: object = {}, outer?: Definitions) {
    this.#dumps = dumps;
    this.outer = outer;
  }

  /** Returns the dump with a name: the nearest one, as dumps may be nested. */
  find(name: string): { readonly dump: unknown; readonly definitions: Definitions } {
    for (let one: Definitions | undefined = this; one !== undefined; one = one.outer) {
      if (Object.hasOwn(one.#dumps, name)) return { dump: ownValue(one.#dumps, name), definitions: one };
    }
    throw new KeyError(`Definition ${literal(name)} is not in the dump`);
  }
}

/** A place in the data. */
export class Place {
  readonly changes: Changes | undefined;
  readonly definitions: Definitions;
  readonly path: string;
  readonly depth: number;

  constructor(changes: Changes | undefined, definitions = new Definitions(), path = "", depth = 0) {
    this.changes = changes;
    this.definitions = definitions;
    this.path = path;
    this.depth = depth;
  }

  /** The place of a member. */
  at(key: string | number): Place {
    return new Place(this.changes, this.definitions, below(this.path, key), this.depth + 1);
  }

  /** The place of data that is added here: the changes do not apply to it. */
  added(): Place {
    return new Place(undefined, this.definitions, undefined, this.depth + 1);
  }

  /** The same place, if nothing changes there. */
  unchanged(): Place {
    return new Place(undefined, this.definitions, undefined, this.depth);
  }

  /** The same place, of a dump with definitions of its own. */
  with(definitions: Definitions): Place {
    return new Place(this.changes, definitions, this.path, this.depth + 1);
  }

  /** True if something changes here or further inside. */
  get isChanged(): boolean {
    if (this.changes === undefined) return false;
    const { path } = this;
    const { sorted } = this.changes;
    if (path === "") return sorted.length > 0;
    // Paths with this prefix start at the first path that is not before it. Not by index: past the end, that would read
    // Array.prototype.
    const next = (prefix: string): string | undefined => sorted.at(firstFrom(sorted, prefix));
    return next(path) === path || next(`${path}.`)?.startsWith(`${path}.`) === true;
  }
}

/** The index of the first text, in a sorted list, that is not before `text`. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Changes that are still being collected. */
type Unsorted = Omit<Changes, "sorted">;

/** @throws TypeError for a value that cannot be removed. */
export function readUpdate(update: Update = {}, unset: Update = {}): Changes {
  const changes: Unsorted = { add: new Map(), remove: new Map(), unmet: new Map() };
  for (const key of Object.keys(update)) {
    const value = ownValue(update, key);
    if (key.startsWith("/")) addAt(changes, dotted(key), value, key);
    else if (key.endsWith("+")) addAt(changes, key.slice(0, -1), value, key);
    else if (key.endsWith("-")) removeAt(changes, key.slice(0, -1), value, key);
    else {
      const dot = key.lastIndexOf(".");
      addAt(changes, key.slice(0, Math.max(dot, 0)), Object.fromEntries([[key.slice(dot + 1), value]]), key);
    }
  }
  for (const key of Object.keys(unset)) removeAt(changes, dotted(key), ownValue(unset, key), key);
  return { ...changes, sorted: [...changes.unmet.keys()].sort() };
}

/** Converts the original's older spelling of a path, `/schema/x`, to `schema.x`. */
const dotted = (key: string): string => (key.startsWith("/") ? key.slice(1).replaceAll("/", ".") : key);

function addAt({ add, unmet }: Unsorted, path: string, value: unknown, key: string): void {
  const before = add.get(path);
  const list = listOf(value);
  if (isPlainObject(before) && isPlainObject(value)) {
    add.set(path, Object.fromEntries([...Object.entries(before), ...Object.entries(value)]));
  } else add.set(path, isArray(before) && list !== undefined ? [...before, ...list] : (list ?? value));
  unmet.set(path, key);
}

function removeAt({ remove, unmet }: Unsorted, path: string, value: unknown, key: string): void {
  const list = listOf(value);
  if (list === undefined) throw new TypeError(`What to remove at '${path}' should be an array`);
  remove.set(path, [...(remove.get(path) ?? []), ...list]);
  unmet.set(path, key);
}

/** The members of an array, a Set or any other iterable object. */
function listOf(value: unknown): unknown[] | undefined {
  if (typeof value !== "object" || value === null || !(Symbol.iterator in value)) return undefined;
  return [...(value as Iterable<unknown>)];
}

/** The path of a member. */
export const below = (path: string, key: string | number): string => (path === "" ? String(key) : `${path}.${key}`);
