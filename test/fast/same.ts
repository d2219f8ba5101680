/**
 * Whether two calls did the same: results, errors, and what was done to the values, each validated on a building of its
 * own.
 */
import { ConditionError, ValidationError } from "../../src/exc.ts";
import type { World } from "./world.ts";

/** What a call came to. */
export type Outcome =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "error"; readonly error: ValidationError }
  | { readonly kind: "thrown"; readonly error: unknown };

/** Where two outcomes differ, and how; undefined where nobody could tell them apart. */
export function outcomeDifference(a: Outcome, b: Outcome, worlds: readonly [World, World]): string | undefined {
  if (a.kind !== b.kind) return `${describe(a)} expected, got ${describe(b)}`;
  const pairing = new Pairing(worlds);
  if (a.kind === "error") return errorDifference(a.error, (b as typeof a).error, pairing);
  if (a.kind === "value") return pairing.difference(a.value, (b as typeof a).value, "value");
  const { error } = b as typeof a;
  if (a.error instanceof ValidationError && error instanceof ValidationError) {
    return errorDifference(a.error, error, pairing);
  }
  return pairing.difference(a.error, error, "thrown");
}

/** Where what was done to two buildings differs. */
export function readsDifference(a: World, b: World): string | undefined {
  if (a.log !== b.log) {
    const [lines, others] = [a.log.split("\n"), b.log.split("\n")];
    const at = lines.findIndex((line, index) => line !== others[index]);
    return `event ${at}: ${lines[at] || "nothing"} expected, got ${others[at] || "nothing"}`;
  }
  for (const key of new Set([...a.gets.keys(), ...b.gets.keys()])) {
    const [expected, got] = [a.gets.get(key) ?? 0, b.gets.get(key) ?? 0];
    if (expected !== got) return `reads of ${key} of a Proxy: ${expected} expected, got ${got}`;
  }
  return undefined;
}

/** Where two buildings differ after the calls: what is validated is never written to, but by code of the caller's. */
export function inputDifference(a: World, b: World): string | undefined {
  const others = [...b.ids.keys()];
  for (const [object, id] of a.ids) {
    const other = others[id] as object;
    const [keys, otherKeys] = [ownKeys(object as object), ownKeys(other)];
    if (keys.length !== otherKeys.length || keys.some((key, at) => key !== otherKeys[at])) {
      return `input #${id}: keys [${keys.map(String)}] expected, got [${otherKeys.map(String)}]`;
    }
    for (const key of keys) {
      const [value, got] = [dataOf(object as object, key), dataOf(other, key)];
      if (!Object.is(value, got) && a.ids.get(value) !== b.ids.get(got)) return `input #${id}/${String(key)}: changed`;
      if (a.ids.get(value) === undefined && isPrimitive(value) && !Object.is(value, got)) {
        return `input #${id}/${String(key)}: ${shown(value)} expected, got ${shown(got)}`;
      }
    }
    if (isFrozen(object) !== isFrozen(other)) return `input #${id}: one is frozen`;
  }
  return undefined;
}

const isPrimitive = (value: unknown): boolean => (typeof value !== "object" && typeof value !== "function") || !value;

/** There are Proxies among the parts that refuse to be looked at. */
function tried<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

const MAX_KEYS = 100;
const ownKeys = (object: object): PropertyKey[] =>
  tried(
    () => (ArrayBuffer.isView(object) || object instanceof Error ? [] : Reflect.ownKeys(object).slice(0, MAX_KEYS)),
    [],
  );
const dataOf = (object: object, key: PropertyKey): unknown =>
  tried(() => Object.getOwnPropertyDescriptor(object, key)?.value, undefined);
const isFrozen = (object: unknown): boolean => tried(() => Object.isFrozen(object), false);

/** Objects two calls have in common that are not of the schema: writing to one result would change another. */
export function sharedBy(a: unknown, b: unknown, worlds: readonly [World, World]): string | undefined {
  const seen = new Set<unknown>();
  collect(a, seen, worlds[0]);
  const others = new Set<unknown>();
  collect(b, others, worlds[1]);
  for (const one of others) if (seen.has(one)) return `both results hold ${shown(one)}`;
  return undefined;
}

function collect(value: unknown, into: Set<unknown>, world: World): void {
  if (typeof value !== "object" || value === null || into.has(value) || world.ids.has(value)) return;
  if (!isPlain(value) || Object.isFrozen(value)) return;
  into.add(value);
  for (const member of Object.values(value)) collect(member, into, world);
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
};

/** Objects of the one side with those of the other: one to one, parts of the input with the same part only. */
class Pairing {
  readonly #worlds: readonly [World, World];
  readonly #partners = new Map<object, object>();
  readonly #taken = new Set<object>();

  constructor(worlds: readonly [World, World]) {
    this.#worlds = worlds;
  }

  difference(a: unknown, b: unknown, path: string): string | undefined {
    if (Object.is(a, b)) return undefined;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
      if (typeof a === "function" && typeof b === "function" && this.#numbers(a, b) === true) return undefined;
      return `${path}: ${shown(a)} expected, got ${shown(b)}`;
    }
    const known = this.#numbers(a, b);
    if (known === true) return undefined;
    if (known !== undefined) return `${path}: ${known}`;
    const partner = this.#partners.get(a);
    if (partner === b) return undefined;
    if (partner !== undefined || this.#taken.has(b)) return `${path}: is the same object as another part, or is not`;
    this.#partners.set(a, b);
    this.#taken.add(b);
    const prototype = Object.getPrototypeOf(a);
    if (prototype !== Object.getPrototypeOf(b) || Array.isArray(a) !== Array.isArray(b)) {
      return `${path}: another prototype`;
    }
    if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) {
      const special = this.#special(a, b, path);
      if (special !== true) return special;
    }
    if (Object.isFrozen(a) !== Object.isFrozen(b)) return `${path}: one is frozen`;
    return this.#members(a, b, path);
  }

  /** True for the same part of the input, undefined for what is no part of it. */
  #numbers(a: object, b: object): true | string | undefined {
    const [left, right] = [this.#worlds[0].ids.get(a), this.#worlds[1].ids.get(b)];
    if (left === undefined && right === undefined) return undefined;
    if (left === right) return true;
    return `${partName(left)} expected, got ${partName(right)}`;
  }

  /** Instances of classes; true where their members say what they are. */
  #special(a: object, b: object, path: string): string | undefined | true {
    if (a instanceof Error) {
      if (a instanceof ValidationError) return errorDifference(a, b as ValidationError, this, path);
      return a.message === (b as Error).message ? undefined : `${path}: ${a} expected, got ${b}`;
    }
    if (a instanceof Map) return this.difference([...a], [...(b as Map<unknown, unknown>)], `${path}/entries`);
    if (a instanceof Set) return this.difference([...a], [...(b as Set<unknown>)], `${path}/members`);
    if (ArrayBuffer.isView(a)) {
      const [left, right] = [a, b].map((view) => String(new Uint8Array((view as Uint8Array).buffer)));
      return left === right ? undefined : `${path}: ${left} expected, got ${right}`;
    }
    const tag = Object.prototype.toString.call(a);
    if (tag.startsWith("[object Temporal.") || a instanceof Date || a instanceof URL) {
      return String(a) === String(b) ? undefined : `${path}: ${a} expected, got ${b}`;
    }
    return true;
  }

  #members(a: object, b: object, path: string): string | undefined {
    const keys = Reflect.ownKeys(a);
    const others = Reflect.ownKeys(b);
    if (keys.length !== others.length || keys.some((key, at) => key !== others[at])) {
      return `${path}: keys [${keys.map(String)}] expected, got [${others.map(String)}]`;
    }
    for (const key of keys) {
      const left = Object.getOwnPropertyDescriptor(a, key) as PropertyDescriptor;
      const right = Object.getOwnPropertyDescriptor(b, key) as PropertyDescriptor;
      const alike =
        left.enumerable === right.enumerable &&
        left.writable === right.writable &&
        left.configurable === right.configurable &&
        left.get === right.get;
      if (!alike) return `${path}/${String(key)}: other attributes`;
      const difference = this.difference(left.value, right.value, `${path}/${String(key)}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
}

const partName = (id: number | undefined): string => (id === undefined ? "something new" : `part #${id} of the input`);

/** The most errors whose texts are compared. */
const TEXTS = 3;

const TEXT_FORMS: readonly ((error: ValidationError) => string)[] = [
  (error) => error.message,
  String,
  (error) => error.issues.map(({ message, alternative }) => `${message} ${alternative?.step}`).join("\n"),
];

/** Texts tell of values, whose getters may throw. */
function attempted(text: () => string): string {
  try {
    return text();
  } catch (error) {
    return `thrown ${error}`;
  }
}

function errorDifference(a: ValidationError, b: ValidationError, pairing: Pairing, path = "error"): string | undefined {
  if (a.constructor !== b.constructor) return `${path}: ${a.name} expected, got ${b.name}`;
  if (a.truncated !== b.truncated) return `${path}.truncated: ${a.truncated} expected, got ${b.truncated}`;
  if (a.length !== b.length) return `${path}.length: ${a.length} expected, got ${b.length}`;
  const all = [...a];
  const others = [...b];
  for (const [at, one] of all.entries()) {
    const difference = oneDifference(one, others[at] as ValidationError, pairing, `${path} ${at}`);
    if (difference !== undefined) return difference;
  }
  if (a.length > TEXTS) return undefined;
  for (const text of TEXT_FORMS) {
    const [expected, got] = [a, b].map((one) => attempted(() => text(one)));
    if (expected !== got) return `${path}: text ${expected} expected, got ${got}`;
  }
  const [names, otherNames] = [a, b].map((one) => Object.getOwnPropertyNames(one).join());
  if (names !== otherNames) return `${path}: properties ${names} expected, got ${otherNames}`;
  return undefined;
}

function oneDifference(a: ValidationError, b: ValidationError, pairing: Pairing, path: string): string | undefined {
  if (a.constructor !== b.constructor) return `${path}: ${a.name} expected, got ${b.name}`;
  const { context } = a;
  const others = b.context;
  let alike = context.length === others.length;
  for (let at = 0; at < context.length && alike; at++) {
    const [node, other] = [context[at], others[at]];
    alike = Object.is(node, other) || (typeof node === "object" && String(node) === String(other));
  }
  if (!alike) return `${path}: at [${context}] expected, got [${others}]`;
  if (a instanceof ConditionError) {
    const { expected, actual } = b as ConditionError;
    const difference =
      pairing.difference(a.expected, expected, `${path}.expected`) ??
      pairing.difference(a.actual, actual, `${path}.actual`);
    if (difference !== undefined) return difference;
  }
  if ("cause" in a !== "cause" in b) return `${path}: one has a cause`;
  return pairing.difference(a.cause, b.cause, `${path}.cause`);
}

function describe(outcome: Outcome): string {
  return outcome.kind === "value" ? `value ${shown(outcome.value)}` : `${outcome.kind} ${shown(outcome.error)}`;
}

/** Never throws, and runs no getter twice if it can be avoided. */
export function shown(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  try {
    if (typeof value !== "object" || value === null || value instanceof Error) return String(value).slice(0, 300);
    return `${Object.getPrototypeOf(value)?.constructor?.name} ${JSON.stringify(value)?.slice(0, 300)}`;
  } catch {
    return `a ${typeof value}`;
  }
}
