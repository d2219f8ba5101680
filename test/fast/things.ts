/** Values that are no plain data. */
import { runInNewContext } from "node:vm";
import { revoked } from "../support/revoked.ts";

export class Owner {
  declare own: unknown;
  get kind(): string {
    return "owner";
  }
}

export const realm = runInNewContext("({ object: () => ({}), array: () => [], date: () => new Date(0) })") as {
  object(): object;
  array(): unknown[];
  date(): object;
};
export const SYMBOL = Symbol("a symbol");
export const FUNCTION = (): number => 1;

/** Values that nothing is taken for, made anew each time. */
export const THINGS: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  symbol: () => SYMBOL,
  function: () => FUNCTION,
  class: () => Owner,
  "boxed number": () => Object(1),
  "boxed string": () => Object("a"),
  "boxed boolean": () => Object(true),
  "boxed bigint": () => Object(1n),
  date: () => new Date(1_580_000_000_000),
  "invalid date": () => new Date(Number.NaN),
  "date of another realm": () => realm.date(),
  bytes: () => Uint8Array.of(97, 98),
  "no bytes": () => new Uint8Array(),
  "bad bytes": () => Uint8Array.of(0xff, 0x41),
  buffer: () => Buffer.from("red"),
  floats: () => new Float64Array(2),
  url: () => new URL("https://example.org/a"),
  map: () => new Map<unknown, unknown>([["a", 1]]),
  set: () => new Set([1]),
  regexp: () => /a/,
  error: () => new RangeError("a value"),
  promise: () => Promise.resolve(1),
  arguments: () =>
    (function (..._: number[]) {
      // biome-ignore lint/complexity/noArguments: it is what is wanted
      return arguments;
    })(1, 2),
  "array-like": () => ({ length: 2, 0: 1, 1: 2 }),
  "false array": () => Object.create(Array.prototype),
  "false map": () => Object.create(Map.prototype),
  "false date": () => Object.create(Date.prototype),
  "proxy of a proxy": () => new Proxy(new Proxy({ a: 1 }, {}), {}),
  // Traps are looked up in prototypes too, which may be polluted.
  "proxy of a map": () => new Proxy(new Map([["a", 1]]), Object.create(null)),
  "proxy of a function": () => new Proxy(FUNCTION, {}),
  "proxy that answers everything": () =>
    new Proxy({}, { has: () => true, get: () => 1, getPrototypeOf: () => Array.prototype }),
  "proxy with keys it has not": () => new Proxy({}, { ownKeys: () => ["a", "b", "__proto__"] }),
  "proxy of a long array": () => answering(2 ** 53),
  "proxy of an array of no length": () => answering(Number.NaN),
  "proxy of an array of a length that is none": () => answering("2"),
  "proxy as a prototype": () => Object.setPrototypeOf({ a: 1 }, new Proxy({}, {})),
  "revoked prototype": () => Object.setPrototypeOf({ a: 1 }, revoked({})),
  "long array of holes": () => Object.assign([], { length: 2 ** 32 - 1 }),
  "array of holes": () => Object.assign([], { length: 3 }),
  "sparse array": () => {
    const array: unknown[] = [1];
    array[5000] = 2;
    return array;
  },
  "array of doubles": () => [1.5, 2.5, -0],
};

function answering(length: unknown): unknown {
  return new Proxy([1, 2], { get: (target, key) => (key === "length" ? length : Reflect.get(target, key)) });
}
