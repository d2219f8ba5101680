/** What validators have made of values within one call, so that a value that is judged again is not walked again. */

import type { Checker } from "../schemas/checker.ts";
import { brandOf, textOf } from "../time/temporal.ts";
import { Ids } from "../values/ids.ts";
import { isArray, isPlainObject, lengthOf, ownValue } from "../values/input.ts";
import type { Single } from "./failures.ts";
import type { DepthRange } from "./references.ts";

/** A Map has room for 2^24 entries. */
const MOST_VALUES = 2 ** 24 - 1;
/** Judgements on one value that are kept: references that count their depth may lead there in many ways. */
const MOST_WAYS = 16;

/** One judgement, and what it depends on besides validator, value and level. */
export interface Judgement {
  /** The validated value, or `FAILED`. */
  readonly value: unknown;
  /** Validators around it. */
  readonly frames: number;
  /** How often references that count their depth may be being followed. */
  readonly references: readonly DepthRange[];
  /** Whether the value had to be of the input type already. */
  readonly asItStands: boolean;
  /** Levels and validators that were gone through below it. */
  readonly levels: number;
  readonly height: number;
  /** Something below was too deep: it holds in this very place only. */
  readonly tooDeep: boolean;
  /** Why the value was refused, where that was asked for and is little. */
  readonly single?: Single | undefined;
}

/** One that is kept, and those before it. */
interface Entry {
  readonly judgement: Judgement;
  readonly before: Entry | undefined;
  readonly count: number;
}

/** A judgement that is being made, and what was measured before it. */
export interface Pending {
  readonly pipeline: Checker;
  readonly frames: number;
  readonly deepest: number;
  readonly highest: number;
  readonly tooDeep: boolean;
  readonly references: Map<string, DepthRange> | undefined;
  /** Failures before it; undefined where there had been others, that there was no room for. */
  readonly count?: number | undefined;
}

const entryOf = (judgement: Judgement): Entry => ({ judgement, before: undefined, count: 1 });

export class Memo {
  /** By validator, by level of the input, by value: a value that holds itself stands on many levels. */
  readonly #judgements = new Map<Checker, Map<unknown, Entry>[]>();
  readonly #pending: Pending[] = [];
  /** Of primitives: whoever makes the input may choose such as make a Map slow. */
  readonly #ids = new Ids();
  /** By what was made of a value: that value, and whether both are built alike. Parts of others are compared once so. */
  readonly #compared = new Map<unknown, { readonly given: unknown; readonly alike: boolean }>();

  /** A judgement on the value that `holds`. */
  find(
    validator: Checker,
    value: unknown,
    level: number,
    holds: (judgement: Judgement) => boolean,
  ): Judgement | undefined {
    let entry = this.#judgements.get(validator)?.[level]?.get(this.#keyOf(value));
    while (entry !== undefined && !holds(entry.judgement)) entry = entry.before;
    return entry?.judgement;
  }

  keep(validator: Checker, value: unknown, level: number, judgement: Judgement): void {
    // A Map takes 0 and -0 for one, and validators do not; nor two numbers of JSON text that a double cannot tell apart.
    if (value === 0 || (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)) return;
    let levels = this.#judgements.get(validator);
    if (levels === undefined) {
      levels = [];
      this.#judgements.set(validator, levels);
    }
    levels[level] ??= new Map();
    if (levels[level].size >= MOST_VALUES) levels[level].clear();
    const key = this.#keyOf(value);
    const before = levels[level].get(key);
    const count = (before?.count ?? 0) + 1;
    levels[level].set(key, count > MOST_WAYS ? entryOf(judgement) : { judgement, before, count });
  }

  /** Whether what was made of `given` is built as it is, to the order of keys and the sign of zeros. */
  isFixed(given: unknown, made: unknown): boolean {
    const alike = this.#alike(given, made);
    this.#compared.set(made, { given: this.#firstOf(given), alike });
    return alike;
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

  /** Of values that were made of each other and are built alike, the first. */
  #firstOf(value: unknown): unknown {
    const known = this.#compared.get(value);
    return known?.alike === true ? known.given : value;
  }

  #keyOf(value: unknown): unknown {
    return typeof value === "object" || typeof value === "function" ? value : this.#ids.byIdentity(value);
  }

  open(pending: Pending): void {
    this.#pending.push(pending);
  }

  /** What `open` was given for this judgement; undefined if it was not, or was left by an exception. */
  close(pipeline: Checker, frames: number): Pending | undefined {
    while ((this.#pending.at(-1)?.frames ?? -1) > frames) this.#pending.pop();
    const last = this.#pending.at(-1);
    return last?.pipeline === pipeline && last.frames === frames ? this.#pending.pop() : undefined;
  }
}
