/** The digits of the numbers in a JSON text: a double may have fewer. */
import { hasBeyond } from "../../values/digits.ts";

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
  /** Whether a validator has asked for one that is not available here; undefined if all are. */
  readonly areLacking?: boolean;
}

/** Whether the digits of all numbers are available. */
export const areSpelled = (digits: Spellings | undefined): boolean =>
  digits !== undefined && digits.areLacking === undefined;

/** Those of a part of a text. None is available. */
export class Unspelled implements Spellings {
  areLacking = false;

  of(): undefined {
    this.areLacking = true;
  }

  exact(container: object): object {
    this.areLacking ||= hasBeyond(container);
    return container;
  }

  follow(): void {}
}
