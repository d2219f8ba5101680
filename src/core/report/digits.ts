/** The digits of the numbers in a JSON text, or in a part of one: a double may have fewer. */
import { hasBeyond, isBeyond, writtenInteger } from "../../values/digits.ts";
import type { Checker } from "../schemas/checker.ts";
import { resultFormOf } from "../schemas/graph.ts";

/** The spellings of the numbers in a JSON text. */
export interface Spellings {
  /**
   * The spelling of the number that is the member `key` of `holder`; without a holder, of the number that is the whole
   * text.
   */
  of(holder: object | undefined, key: unknown): string | undefined;
  /** A copy of an array or object of the text with all digits: see `Report.exact`. Itself if there are no such. */
  exact(container: object): object;
  /** Says that a validator has made `made` of `given`, which has the same numbers at the same places. */
  follow(given: object, made: object): void;
}

/** The member of the input that is being checked. */
export interface Place {
  readonly holder: object | undefined;
  readonly key: unknown;
}

export class Digits {
  #spellings: Spellings | undefined;
  #areLacking = false;

  /** @param spellings undefined for a part of a text whose spellings are not available. */
  read(spellings: Spellings | undefined): void {
    this.#spellings = spellings;
  }

  /** Whether a validator has asked for a spelling that is not available here, though it may exist. */
  get areLacking(): boolean {
    return this.#areLacking;
  }

  /** The text; true if it is not available. Calls with different ones may have different results for the same value. */
  get source(): Spellings | true {
    return this.#spellings ?? true;
  }

  /** The spelling of `value`, a number at that place in the text; undefined if it does not come from there. */
  spellingOf(value: number, { holder, key }: Place): string | undefined {
    if (this.#spellings === undefined) {
      this.#areLacking = true;
      return undefined;
    }
    const text = this.#spellings.of(holder, key);
    // They differ if an earlier validator has converted the number of the text.
    return text !== undefined && Number(text) === value ? text : undefined;
  }

  /** A value at that place, with all digits: see `Report.exact`. */
  exact(value: unknown, place: Place): unknown {
    if (typeof value === "number") {
      const text = isBeyond(value) ? this.spellingOf(value, place) : undefined;
      return text === undefined ? value : writtenInteger(text, value);
    }
    if (typeof value !== "object" || value === null) return value;
    if (this.#spellings !== undefined) return this.#spellings.exact(value);
    this.#areLacking ||= hasBeyond(value);
    return value;
  }

  /** The digits of numbers in `given` are those in `made`, which a validator that keeps its input has made of it. */
  follow(validator: Checker, given: unknown, made: unknown): void {
    if (this.#spellings === undefined) return;
    const areContainers = typeof given === "object" && given !== null && typeof made === "object" && made !== null;
    if (!areContainers || given === made || resultFormOf(validator) !== "input") return;
    this.#spellings.follow(given, made);
  }
}
