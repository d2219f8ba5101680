/**
 * Builds values. Everything built is numbered, so that two values built of one recipe can be compared part by part, and
 * writes down what is done to it.
 */
import { multidict } from "../../src/index.ts";
import { isPlainObject } from "../../src/values/input.ts";
import { revoked } from "../support/revoked.ts";
import { FUNCTION, Owner, realm, SYMBOL, THINGS } from "./things.ts";
import type { Document, Form, FormName, Kind, Member, Value } from "./value.ts";

/** Thrown by getters and traps: code of the caller's. */
export const TROUBLE = new TypeError("trouble of the caller's");

class Sub extends Array {}

/** One building of a document. */
export class World {
  /**
   * What was done, line by line: accessors that were read or written, and calls of code of the caller's. A text, as an
   * array might have other members while prototypes are polluted.
   */
  log = "";
  /** How many lines it has. */
  events = 0;
  /** How often which property of which Proxy was read. */
  readonly gets = new Map<string, number>();
  /** The numbers of the objects that were built. */
  readonly ids = new Map<unknown, number>();
  readonly #document: Document;
  readonly #parts: unknown[] = [];
  readonly #begun = new Set<number>();

  constructor(document: Document) {
    this.#document = document;
  }

  note(event: string): void {
    this.events++;
    this.log += `${event}\n`;
  }

  build(): unknown {
    return this.#build(this.#document.root);
  }

  /** How a value is called in the log. */
  nameOf(value: unknown): string {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) {
      return Object.is(value, -0) ? "-0" : `${typeof value} ${String(value)}`;
    }
    const id = this.ids.get(value);
    return id === undefined ? "made" : `#${id}`;
  }

  #known<T>(value: T): T {
    if ((typeof value === "object" || typeof value === "function") && value !== null && value !== FUNCTION) {
      if (!this.ids.has(value)) this.ids.set(value, this.ids.size);
    }
    return value;
  }

  #build(value: Value, part?: number): unknown {
    if (typeof value !== "object" || value === null) return value;
    switch (value.$) {
      case "number":
        return Number(value.text);
      case "bigint":
        return BigInt(value.text);
      case "thing":
        return this.#known(THINGS[value.name]?.());
      case "hole":
        return undefined;
      case "part": {
        const { at } = value;
        // One that is being built is known only if it is an array or an object.
        if (at in this.#parts || this.#begun.has(at)) return this.#parts[at];
        this.#begun.add(at);
        const made = this.#build(this.#document.parts[at] ?? null, at);
        this.#parts[at] ??= made;
        return made;
      }
      case "array":
        return this.#array(value, part);
      case "object":
        return this.#object(value, part);
      case "map":
        return this.#known(new Map(value.entries.map(([key, member]) => [this.#build(key), this.#build(member)])));
      case "form":
        return this.#known(formOf(value.name, value.pairs));
      case "deep": {
        let inner = this.#build(value.inner);
        for (let level = 0; level < value.levels; level++) {
          inner = this.#known(value.key === null ? [inner] : ownObject(value.key, inner));
        }
        return inner;
      }
    }
  }

  #array(value: Extract<Value, { $: "array" }>, part?: number): unknown {
    const { as } = value;
    const target: unknown[] = as === "realm" ? realm.array() : as === "subclass" ? new Sub() : [];
    if (as === "object's prototype") Object.setPrototypeOf(target, Object.prototype);
    if (as === "null") Object.setPrototypeOf(target, null);
    if (as === "class") Object.setPrototypeOf(target, Owner.prototype);
    if (as === "inheriting")
      Object.setPrototypeOf(target, Object.create(Array.prototype, { 0: { value: 7, writable: true } }));
    const whole = this.#around(target, as, part);
    const id = this.ids.get(whole) as number;
    for (const [index, item] of value.items.entries()) {
      if (typeof item === "object" && item !== null && item.$ === "hole") target.length = index + 1;
      else if (this.#document.watched === "getters") this.#define(target, [String(index), item, "getter"], id);
      else target[index] = this.#build(item);
    }
    for (const member of value.more ?? []) this.#define(target, member, id);
    if (value.length !== undefined) target.length = value.length;
    if (as === "frozen") Object.freeze(target);
    return whole;
  }

  #object(value: Extract<Value, { $: "object" }>, part?: number): unknown {
    const { as } = value;
    const target = this.#empty(as);
    const whole = this.#around(target, as, part);
    const id = this.ids.get(whole) as number;
    for (const member of value.members) this.#define(target, member, id);
    if (as === "frozen") Object.freeze(target);
    return whole;
  }

  #empty(as: Form | undefined): object {
    switch (as) {
      case "null":
        return Object.create(null);
      case "realm":
        return realm.object();
      case "class":
        return new Owner();
      case "subclass":
        return Object.create(Owner.prototype);
      case "array's prototype":
        return Object.create(Array.prototype);
      case "bare":
        return Object.create({});
      case "inheriting":
        return Object.create({ a: 1, id: 2 });
      case "untagged":
        return Object.defineProperty({}, Symbol.toStringTag, { get: () => "Date", enumerable: false });
      default:
        return {};
    }
  }

  /** The object as it is seen: known by a number before its members are, as they may lead back to it. */
  #around(target: object, as: Form | undefined, part: number | undefined): object {
    let whole = target;
    const watched = this.#document.watched === "proxies" || as === "proxy";
    if (as === "revoked") whole = revoked(target);
    else if (as === "throwing") whole = this.#throwing(target);
    else if (watched) whole = this.#proxy(target);
    this.#known(whole);
    if (part !== undefined) this.#parts[part] = whole;
    return whole;
  }

  #throwing(target: object): object {
    const id = this.ids.size;
    const get = (_: object, key: PropertyKey): unknown => {
      if (!isUsable(target)) return Reflect.get(target, key);
      this.note(`read ${id}.${String(key)}`);
      return trouble();
    };
    return new Proxy(target, { get });
  }

  #proxy(target: object): object {
    const id = this.ids.size;
    return new Proxy(target, {
      get: (_, key, receiver) => {
        // Whoever asks for what is not there, or knows later that the object is of no use, does no harm. The name of
        // its type is for the error, which a verdict does not have.
        const isOfUse = Object.hasOwn(target, key) && isUsable(target) && key !== Symbol.toStringTag;
        if (!isOfUse) return Reflect.get(target, key, receiver);
        const name = `${id}.${String(key)}`;
        this.gets.set(name, (this.gets.get(name) ?? 0) + 1);
        return Reflect.get(target, key, receiver);
      },
      set: (_, key, value, receiver) => {
        this.note(`set ${id}.${String(key)}`);
        return Reflect.set(target, key, value, receiver);
      },
      defineProperty: (_, key, descriptor) => {
        this.note(`define ${id}.${String(key)}`);
        return Reflect.defineProperty(target, key, descriptor);
      },
      deleteProperty: (_, key) => {
        this.note(`delete ${id}.${String(key)}`);
        return Reflect.deleteProperty(target, key);
      },
    });
  }

  #define(target: object, [key, recipe, given]: Member, id: number): void {
    const value = this.#build(recipe);
    const kind = given ?? (this.#document.watched === "getters" ? "getter" : undefined);
    if (kind === undefined && !(key in target)) (target as Record<string, unknown>)[key] = value;
    else if (kind === "symbol") define(target, SYMBOL, dataOf(value));
    else if (kind === "inherited") {
      const between = Object.create(Object.getPrototypeOf(target));
      define(between, key, dataOf(value));
      Object.setPrototypeOf(target, between);
    } else if (kind === undefined) define(target, key, dataOf(value));
    else if (kind === "hidden") define(target, key, { ...dataOf(value), enumerable: false });
    else {
      const name = `${id}.${key}`;
      const then = reaction(kind, target, key, value);
      const get = (): unknown => {
        if (!isUsable(target)) return value;
        this.note(`read ${name}`);
        return then();
      };
      const set = (): void => this.note(`write ${name}`);
      const written = kind === "setter" ? { set } : {};
      define(target, key, { get, ...written, enumerable: kind !== "hidden getter", configurable: true });
    }
  }
}

/** What the getter of a member does. */
function reaction(kind: Kind, target: object, key: string, value: unknown): () => unknown {
  const members = target as Record<string, unknown>;
  let reads = 0;
  switch (kind) {
    case "changing":
      return () => (reads++ % 2 === 0 ? value : [reads, "changed"]);
    case "throwing":
      return trouble;
    case "deleting":
      return () => {
        // What is gone could as well have been inherited.
        if (!Array.isArray(target) && Object.getPrototypeOf(target) !== Object.prototype) return value;
        for (const other of Object.keys(target))
          if (other !== key && !(other in Object.prototype)) delete members[other];
        return value;
      };
    case "adding":
      return () => {
        members.added = 1;
        return value;
      };
    default:
      return () => value;
  }
}

/** What else has members may have been read before anybody looks what it is. */
export const isUsable = (target: object): boolean => Array.isArray(target) || isPlainObject(target);

const dataOf = (value: unknown): PropertyDescriptor => ({
  value,
  enumerable: true,
  writable: true,
  configurable: true,
});

function trouble(): never {
  throw TROUBLE;
}

function define(target: object, key: PropertyKey, descriptor: PropertyDescriptor): void {
  Object.defineProperty(target, key, descriptor);
}

function ownObject(key: string, value: unknown): object {
  return Object.defineProperty({}, key, { value, enumerable: true, writable: true, configurable: true });
}

function formOf(name: FormName, pairs: readonly (readonly [string, string])[]): object {
  if (name === "URLSearchParams")
    return new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, value]));
  if (name === "MultiDict") return multidict(Object.fromEntries(pairs.map(([key, value]) => [key, [value]])));
  const form = name === "FormData" ? new FormData() : new Headers();
  for (const [key, value] of pairs) {
    try {
      form.append(key, value);
    } catch {
      // Headers take few texts.
    }
  }
  return form;
}
