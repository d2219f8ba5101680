/** Hostile JavaScript values of all kinds, by what they are. */
import { runInNewContext } from "node:vm";
import { Int } from "../../src/index.ts";
import { nest } from "../support/nest.ts";
import { revoked } from "../support/revoked.ts";

const answering = (length: unknown): unknown =>
  new Proxy([1, 2], { get: (target, key) => (key === "length" ? length : Reflect.get(target, key)) });
const detached = (): Uint8Array => {
  const bytes = new Uint8Array(4);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
};
const cyclicArray: unknown[] = [1];
cyclicArray.push(cyclicArray);
const cyclicObject: Record<string, unknown> = { id: 1 };
cyclicObject.a = cyclicObject;
const cyclicMap = new Map<unknown, unknown>();
cyclicMap.set(cyclicMap, cyclicMap).set("a", cyclicMap);

class Endless extends Map<unknown, unknown> {
  override *[Symbol.iterator](): MapIterator<never> {
    for (;;) yield undefined as never;
  }
}

class Loud {
  get a(): number {
    return 1;
  }
  toJSON(): never {
    throw new Error("toJSON was called");
  }
  toString(): never {
    throw new Error("toString was called");
  }
  valueOf(): never {
    throw new Error("valueOf was called");
  }
  [Symbol.toPrimitive](): never {
    throw new Error("toPrimitive was called");
  }
}

export const VALUES: Readonly<Record<string, unknown>> = {
  // values without properties
  undefined: undefined,
  "a symbol": Symbol("s"),
  "a big bigint": 2n ** 200n,
  NaN: Number.NaN,
  "-0": -0,
  "an infinity": Number.NEGATIVE_INFINITY,
  "1e21": 1e21,
  "1e308": 1e308,
  "2^53 + 2": 2 ** 53 + 2,
  "a lone surrogate": "\udfff\ud800",
  "a long text": "a".repeat(1_000_000),
  // what is not what it looks like
  "a function": () => 1,
  "a class": class {},
  "a validator": Int(),
  "a boxed number": Object(1),
  "a boxed string": Object("a"),
  "a boxed symbol": Object(Symbol.iterator),
  "a RegExp": /a/g,
  "a Promise": Promise.resolve(1),
  "a generator": (function* () {
    for (;;) yield 1;
  })(),
  "an array-like": { length: 2, 0: 1, 1: 2 },
  "false arguments": { 0: 1, length: 1, [Symbol.toStringTag]: "Arguments" },
  "a false array": Object.create(Array.prototype),
  "a false Map": Object.create(Map.prototype),
  "a false Uint8Array": Object.create(Uint8Array.prototype),
  "a false Date": Object.create(Date.prototype),
  "a false Temporal.PlainDate": { [Symbol.toStringTag]: "Temporal.PlainDate" },
  "an instance with a false tag": new (class {
    get [Symbol.toStringTag](): string {
      return "Date";
    }
  })(),
  "an invalid Date": new Date(Number.NaN),
  "a Date with a property": Object.assign(new Date(0), { toISOString: 5 }),
  "an instance whose conversions throw": new Loud(),
  "an array of another realm": runInNewContext("[1, {}]"),
  "an object of another realm": runInNewContext("({ a: 1 })"),
  "bytes of another realm": runInNewContext("Uint8Array.of(1)"),
  "a subclass of Array": new (class extends Array {})(3),
  "a subclass of Map": new Endless([["a", 1]]),
  "a detached Uint8Array": detached(),
  "an empty Uint8Array": new Uint8Array(),
  "a Float32Array": new Float32Array(2),
  "a DataView": new DataView(new ArrayBuffer(2)),
  "a SharedArrayBuffer": new SharedArrayBuffer(2),
  "shared bytes": new Uint8Array(new SharedArrayBuffer(2)),
  "a WeakRef": new WeakRef({}),
  "a WeakMap": new WeakMap(),
  globalThis: globalThis,
  // arrays
  "a sparse array": Object.assign([], { length: 1000 }),
  "an array of 2^32 - 1 holes": Object.assign([], { length: 2 ** 32 - 1 }),
  "an array that answers NaN": answering(Number.NaN),
  "an array that answers -1": answering(-1),
  "an array that answers 2^53": answering(2 ** 53),
  "an array that answers a symbol": answering(Symbol.iterator),
  "an array that answers an object": answering(new Loud()),
  "an array that answers nothing": new Proxy([], { get: () => undefined }),
  "an array inside itself": cyclicArray,
  "100,000 nested arrays": nest(100_000, 1, (inner) => [inner]),
  // objects
  "an own __proto__": JSON.parse('{"__proto__": {"a": 1}}'),
  "an object with a prototype": Object.create({ a: 1 }),
  "an object without one": Object.assign(Object.create(null), { a: 1 }),
  "an empty object without one": Object.create(null),
  "names of Object.prototype": { constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 4, toJSON: 5, length: 6 },
  "an object with symbol and hidden keys": Object.defineProperty({ [Symbol("s")]: 1 }, "hidden", { value: 1 }),
  "an object inside itself": cyclicObject,
  "100,000 nested objects": nest(100_000, 1, (inner) => ({ a: inner })),
  "a Map inside itself": cyclicMap,
  "a Map with all kinds of keys": new Map<unknown, unknown>(
    [null, undefined, 1, true, 5n, Symbol("s"), {}, [], new Date(Number.NaN), Object(1)].map((key) => [key, key]),
  ),
  // what has getAll
  "a getAll without entries": new (class {
    getAll(): unknown {
      return 5;
    }
  })(),
  "a getAll that is endless": new (class {
    getAll = (): unknown => ({ [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: true }) }) });
    *[Symbol.iterator](): Iterator<unknown> {
      yield ["a", 1];
      yield "no pair";
    }
  })(),
  // Proxies
  "a Proxy of an array": new Proxy([1, 2], {}),
  "a Proxy of an object": new Proxy({ a: 1 }, {}),
  "a Proxy of a Map": new Proxy(new Map(), {}),
  "a Proxy of a Date": new Proxy(new Date(0), {}),
  "a Proxy of bytes": new Proxy(new Uint8Array(2), {}),
  "a Proxy of a Proxy": new Proxy(new Proxy({ a: [1] }, {}), {}),
  "a Proxy that has everything": new Proxy(
    {},
    { has: () => true, get: () => 1, getPrototypeOf: () => Array.prototype },
  ),
  "a Proxy with keys it has not": new Proxy({}, { ownKeys: () => ["a", "b", "__proto__"] }),
  "a revoked Proxy of an object": revoked({}),
  "a revoked Proxy of an array": revoked([]),
  "a revoked Proxy of a function": revoked(() => 1),
  "an object whose prototype is a revoked Proxy": Object.create(revoked({})),
  "an array of revoked Proxies": [revoked({}), revoked([])],
};
