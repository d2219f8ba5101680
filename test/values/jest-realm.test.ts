/**
 * The library in a context of its own, as Jest runs it: Node's classes and errors come from another realm than its own.
 */
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { beforeAll, expect, test } from "vitest";

type Library = typeof import("../../src/pure.ts");

/** jest-environment-node copies what JavaScript itself does not have, and these two. */
const SHARED = ["Uint8Array", "ArrayBuffer"];

let library: Library;
let inside: (code: string) => unknown;

beforeAll(async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "../../src/pure.ts"),
    platform: "neutral",
    // An optional package, loaded when columns are made.
    external: ["apache-arrow", "csv-parse"],
    transform: { define: { "import.meta.url": JSON.stringify(import.meta.url) } },
    checks: { invalidAnnotation: false },
  });
  const { output } = await bundle.generate({ format: "iife", name: "library" });
  const context = createContext({});
  const builtIn = new Set(runInContext("Object.getOwnPropertyNames(globalThis)", context) as string[]);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (builtIn.has(name) && !SHARED.includes(name)) continue;
    if (name === "globalThis") continue;
    // By getters: some of Node's globals are loaded when they are first read.
    Object.defineProperty(context, name, { get: () => Reflect.get(globalThis, name), configurable: true });
  }
  runInContext(`${output[0].code.replaceAll("import.meta.url", '""')}\nglobalThis.library = library;`, context);
  library = runInContext("library", context) as Library;
  inside = (code) => runInContext(code, context);
});

test("the two realms have classes of their own", () => {
  expect(inside("Error")).not.toBe(Error);
  expect(inside("Promise")).not.toBe(Promise);
  expect(inside("URLSearchParams")).toBe(URLSearchParams);
});

test.each(["this realm", "its own realm"])("promises of %s are refused", (realm) => {
  const answer = realm === "this realm" ? async () => false : (inside("async () => false") as () => unknown);
  const { Check, Transform } = library;
  for (const one of [Check(answer as never), Transform(answer as never)]) expect(() => one(1)).toThrow("a Promise");
});

test.each(["this realm", "its own realm"])("errors of %s refuse a value", (realm) => {
  const code = "() => { throw new Error('no'); }";
  const act = realm === "this realm" ? () => new URL("no") : (inside(code) as () => never);
  expect(library.Check(act, { throws: true }).safe(1).error?.issues[0]?.message).toMatch(/^(?:no|Invalid URL)$/);
});

test("forms, bytes, dates, Maps and expressions of both are what they are", () => {
  const { Bytes, Datetime, Dict, List, Set: SetOf, Str, Type } = library;
  const both = (code: string): unknown[] => [inside(code), new Function(`return (${code})`)()];
  for (const form of both("new URLSearchParams('a=1')"))
    expect(Dict({ a: Str() }).safe(form).value).toEqual({ a: "1" });
  for (const map of both("new Map([['a', '1']])")) expect(Dict({ a: Str() }).safe(map).value).toEqual({ a: "1" });
  for (const object of both("({ a: '1' })")) expect(Dict({ a: Str() }).is(object)).toBe(true);
  for (const list of both("['a']")) expect(List(Str()).is(list)).toBe(true);
  for (const set of both("new Set(['a'])")) expect(SetOf(Str()).is(set)).toBe(true);
  for (const bytes of both("new Uint8Array(2)")) expect(Bytes().is(bytes)).toBe(true);
  expect(Bytes().is(Buffer.from("ab"))).toBe(true);
  for (const pattern of both("/^a$/i")) expect(Str({ pattern: pattern as RegExp }).is("A")).toBe(true);
  for (const file of both("new File([], '')")) expect(Type(File).is(file)).toBe(true);
  for (const date of both("new Date(0)")) {
    expect(String(Datetime({ tz: "UTC" })(date))).toBe("1970-01-01T00:00:00+00:00[UTC]");
  }
  // The getters of Node's classes throw errors of Node's realm.
  const imitation = Object.create(URLSearchParams.prototype) as object;
  expect(Dict({ a: Str() }).safe(imitation).ok).toBe(false);
  expect(Type(URLSearchParams as never, { maxlen: 1 }).safe(imitation).ok).toBe(false);
});

test("typed arrays of both are not made from a size", () => {
  for (const code of ["Float64Array", "Uint8Array"]) {
    expect(library.Type(inside(code) as never, { coerce: true }).safe(1e9).ok).toBe(false);
  }
});
