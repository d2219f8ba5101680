/** What validators have made of values within one call, so that a value that is judged again is not walked again. */
import { Ids } from "./ids.ts";
import type { Validator } from "./validator.ts";

/** A Map has room for 2^24 entries. */
const MOST_VALUES = 2 ** 24 - 1;

/** One judgement, and what it depends on besides validator, value and level. */
export interface Judgement {
  /** The validated value, or `FAILED`. */
  readonly value: unknown;
  /** Validators around it. */
  readonly frames: number;
  /** How often references that count their depth were being followed. */
  readonly references: string;
  /** Whether the value had to be of the input type already. */
  readonly asItStands: boolean;
  /** Levels and validators that were gone through below it. */
  readonly levels: number;
  readonly height: number;
  /** Something below was too deep: it holds in this very place only. */
  readonly tooDeep: boolean;
}

/** A judgement that is being made, and what was measured before it. */
export interface Pending {
  readonly pipeline: Validator;
  readonly frames: number;
  readonly deepest: number;
  readonly highest: number;
  readonly tooDeep: boolean;
}

export class Memo {
  /** By validator, by level of the input, by value: a value that holds itself stands on many levels. */
  readonly #judgements = new Map<Validator, Map<unknown, Judgement>[]>();
  readonly #pending: Pending[] = [];
  /** Of primitives: whoever makes the input may choose such as make a Map slow. */
  readonly #ids = new Ids();

  find(validator: Validator, value: unknown, level: number): Judgement | undefined {
    return this.#judgements.get(validator)?.[level]?.get(this.#keyOf(value));
  }

  keep(validator: Validator, value: unknown, level: number, judgement: Judgement): void {
    // A Map takes 0 and -0 for one, and validators do not; nor two numbers of JSON text that a double cannot tell apart.
    if (value === 0 || (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)) return;
    let levels = this.#judgements.get(validator);
    if (levels === undefined) {
      levels = [];
      this.#judgements.set(validator, levels);
    }
    levels[level] ??= new Map();
    if (levels[level].size >= MOST_VALUES) levels[level].clear();
    levels[level].set(this.#keyOf(value), judgement);
  }

  #keyOf(value: unknown): unknown {
    return typeof value === "object" || typeof value === "function" ? value : this.#ids.byIdentity(value);
  }

  open(pending: Pending): void {
    this.#pending.push(pending);
  }

  /** What `open` was given for this judgement; undefined if it was not, or was left by an exception. */
  close(pipeline: Validator, frames: number): Pending | undefined {
    while ((this.#pending.at(-1)?.frames ?? -1) > frames) this.#pending.pop();
    const last = this.#pending.at(-1);
    return last?.pipeline === pipeline && last.frames === frames ? this.#pending.pop() : undefined;
  }
}
