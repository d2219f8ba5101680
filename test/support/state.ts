/**
 * Test files of a process share the modules of `src`, whose import takes longer than most files. So this forgets the
 * validators that a file has registered, and fails a file that leaves anything else changed. A file that cannot undo
 * what it changes imports `fresh.ts`.
 */
import tslib from "tslib";
import { afterAll, expect } from "vitest";
import { isCodeForbidden } from "../../src/engines/fast/generator-errors.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import * as library from "../../src/index.ts";

const SHARED = { globalThis, Object, Function, Array, String, Number, RegExp, Map, Set, Promise, Date, JSON, process };

/**
 * What belongs to an object, and to its prototype. Vitest, zod and tslib, which comes with apache-arrow, have globals
 * of their own, and Vitest spies on functions.
 */
const own = (one: object): unknown[] =>
  [one, (one as { prototype?: object }).prototype ?? {}].map((owner) =>
    Reflect.ownKeys(owner)
      .map(String)
      .filter((key) => !/^__vitest|^__zod_|^Symbol\(/.test(key) && !Object.hasOwn(tslib, key))
      .sort(),
  );

/** The method of a class that tests replace. */
const checkOf = (one: unknown): unknown => typeof one === "function" && one.prototype?.check;

const state = (): object => ({
  env: { ...process.env },
  folder: process.cwd(),
  owned: Object.fromEntries(Object.entries(SHARED).map(([name, one]) => [name, own(one)])),
  checks: Object.values(library).map(checkOf),
  execution: { mode: execution.mode, strict: execution.strict, isCodeForbidden: isCodeForbidden() },
});

const before = state();

/** What the file registers for good: there is no way to forget a class. */
const registered: string[] = [];
const { classes, functions } = library;
const { add } = classes;
const { put } = functions;
Object.assign(classes, {
  add(...[one, context]: Parameters<typeof add>) {
    registered.push(one.name);
    return add(one, context);
  },
});
Object.assign(functions, {
  put(...[name, fn]: Parameters<typeof put>) {
    registered.push(name);
    return put(name, fn);
  },
});

afterAll(() => {
  library.instances.clear();
  Object.assign(classes, { add });
  Object.assign(functions, { put });
  const left = registered.filter((name) => classes.has(name) || functions.has(name));
  expect(left, "a file that registers classes or functions for good has modules of its own").toEqual([]);
  expect(state(), "what a test file changes, it changes back").toEqual(before);
});
