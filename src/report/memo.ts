/** The results of validators on values within one call, so that a value that is checked again is not walked again. */
import { isChecker } from "../schemas/checker.ts";
import { resultFormOf } from "../schemas/graph.ts";
import { brandOf, textOf } from "../time/temporal.ts";
import { Ids } from "../values/ids.ts";
import { isArray, isPlainObject, lengthOf, ownValue } from "../values/input.ts";
import type { Single } from "./failures.ts";
import type { Dependence, Noted } from "./references.ts";

/** A Map has room for 2^24 entries. */
const MAX_VALUES = 2 ** 24 - 1;
/** Judgements kept for one validator, level and value: they may differ by the depths of the references that lead there. */
const MAX_PER_VALUE = 16;

/** The result of a validator on a value, and what it depends on besides validator, value and level. */
export interface Judgement {
  /** The validated value, or `FAILED`. */
  readonly value: unknown;
  /** How many validators were around the value. */
  readonly frames: number;
  /** What it depends on among the references around the value, if on any. */
  readonly references: Dependence | undefined;
  /** Whether conversions were refused; see `Report.asItStands`. */
  readonly asItStands: boolean;
  /** How many levels of the input, and how many validators, the check went down below the value. */
  readonly levels: number;
  readonly height: number;
  /** Too many validators were inside each other below, so the judgement holds with exactly as many around the value only. */
  readonly outOfFrames: boolean;
  /** How many errors calls inside it might collect, and with how many they had all: a check may have looked at them. */
  readonly wanted: number;
  readonly demand: number;
  /** Where the digits of numbers were taken from; see `Spelling.digits`. */
  readonly digits: unknown;
  /** A refusal is one error by itself, not a collection of members' errors. */
  readonly bare: boolean;
  /** Why the value was refused, where that was asked for and is little. */
  readonly single?: Single | undefined;
}

/** The judgements kept for one validator, level and value, as a linked list: the newest first. */
interface Entry {
  readonly judgement: Judgement;
  readonly older: Entry | undefined;
  readonly count: number;
}

/** A judgement that is being made, and the measures of the walk before it began. */
export interface Pending {
  readonly pipeline: object;
  readonly frames: number;
  readonly deepest: number;
  readonly highest: number;
  readonly outOfFrames: boolean;
  readonly demand: number;
  readonly references: Noted | undefined;
  /** Failures before it; undefined where there had been others, that there was no room for. */
  readonly count?: number | undefined;
  /** How many errors a call inside it might collect. */
  readonly wanted: number;
}

const entryOf = (judgement: Judgement): Entry => ({ judgement, older: undefined, count: 1 });

export class Memo {
  /** By validator, level of the input, and value. The level is needed as a value that contains itself is on many levels. */
  readonly #judgements = new Map<object, Map<unknown, Entry>[]>();
  readonly #pending: Pending[] = [];
  /** Ids for primitives: the caller's input may contain such as make a Map slow. */
  readonly #ids = new Ids();
  /** By result: the value it was made of, and whether both have the same structure. So parts of larger values are compared once. */
  readonly #compared = new Map<unknown, { readonly given: unknown; readonly alike: boolean }>();

  /** The newest judgement on the value for which `holds` is true. */
  find(
    validator: object,
    value: unknown,
    level: number,
    holds: (judgement: Judgement) => boolean,
  ): Judgement | undefined {
    let entry = this.#judgements.get(validator)?.[level]?.get(this.#keyOf(value));
    while (entry !== undefined && !holds(entry.judgement)) entry = entry.older;
    return entry?.judgement;
  }

  /** Remembers a judgement. */
  keep(validator: object, value: unknown, level: number, judgement: Judgement): void {
    // To a Map 0 and -0 are one key, but not to validators. And large numbers that differ in JSON text may be the same double.
    if (value === 0 || (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)) return;
    let levels = this.#judgements.get(validator);
    if (levels === undefined) {
      levels = [];
      this.#judgements.set(validator, levels);
    }
    levels[level] ??= new Map();
    if (levels[level].size >= MAX_VALUES) levels[level].clear();
    const key = this.#keyOf(value);
    const older = levels[level].get(key);
    const count = (older?.count ?? 0) + 1;
    levels[level].set(key, count > MAX_PER_VALUE ? entryOf(judgement) : { judgement, older, count });
  }

  /** Whether the result `made` has exactly the structure of the input `given`, with the order of keys and the sign of zeros. */
  isFixed(given: unknown, made: unknown): boolean {
    const alike = this.#alike(given, made);
    this.#compared.set(made, { given: this.#firstOf(given), alike });
    return alike;
  }

  /** Whether the pipeline makes of its own result, `made`, what it is already. */
  isDone(pipeline: object, given: unknown, made: object): boolean {
    const kept = isChecker(pipeline) ? resultFormOf(pipeline) : "nothing";
    return kept === "input" || (kept === "structure" && this.isFixed(given, made));
  }

  #alike(a: unknown, b: unknown): boolean {
    if (Object.is(a, b)) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    const known = this.#compared.get(b);
    if (known !== undefined && known.given === this.#firstOf(a)) return known.alike;
    if (isArray(a)) return isArray(b) && this.#sameItems(a, b);
    if (isPlainObject(a)) return isPlainObject(b) && this.#sameMembers(a, b);
    const brand = brandOf(a);
    return brand !== undefined && brand === brandOf(b) && textOf(a) === textOf(b);
  }

  #sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
    const length = lengthOf(a);
    if (length !== lengthOf(b)) return false;
    for (let i = 0; i < length; i++) if (!this.#alike(ownValue(a, i), ownValue(b, i))) return false;
    return true;
  }

  #sameMembers(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
    const [keys, others] = [Object.keys(a), Object.keys(b)];
    if (keys.length !== others.length || keys.some((key, index) => key !== others[index])) return false;
    return keys.every((key) => this.#alike(ownValue(a, key), ownValue(b, key)));
  }

  /** The first in a chain of values that were made of each other and have the same structure. */
  #firstOf(value: unknown): unknown {
    const known = this.#compared.get(value);
    return known?.alike === true ? known.given : value;
  }

  #keyOf(value: unknown): unknown {
    return typeof value === "object" || typeof value === "function" ? value : this.#ids.byIdentity(value);
  }

  /** Begins a judgement. */
  open(pending: Pending): void {
    this.#pending.push(pending);
  }

  /** Ends a judgement. Returns what `open` was given for it; undefined if there was no `open`, or an exception ended it. */
  close(pipeline: object, frames: number): Pending | undefined {
    while ((this.#pending.at(-1)?.frames ?? -1) > frames) this.#pending.pop();
    const last = this.#pending.at(-1);
    return last?.pipeline === pipeline && last.frames === frames ? this.#pending.pop() : undefined;
  }
}
