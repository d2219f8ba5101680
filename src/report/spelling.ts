/** How the numbers of a JSON text are written (their spelling). A double may have fewer digits. */
export interface Spellings {
  /**
   * The spelling of the number that is the member `key` of `holder`; without a holder, of the number that is the whole
   * text.
   */
  of(holder: object | undefined, key: unknown): string | undefined;
}

/** The part of a report that knows how the number being checked is written. */
export class Spelling {
  /** The spellings in the JSON text that is validated; undefined for a JavaScript value. */
  spellings: Spellings | undefined;
  /** The value of this call is a part of a larger one, so that spellings may exist which this report does not have. */
  isPart = false;
  /** A validator asked for a spelling that this report does not have, though it may exist. */
  lacksText = false;
  /** The container that the value being checked is a member of, and its key or index there. */
  holder: object | undefined;
  key: unknown;

  /**
   * Sets which member of the input is checked next; without arguments, none is. A container calls it before it checks
   * each member, so that `Int({ bigint: true })` finds all digits of a number in JSON text.
   */
  at(holder?: object, key?: unknown): void {
    this.holder = holder;
    this.key = key;
  }

  /**
   * Where the digits of numbers are taken from: a text, or nothing, true where that is for want of the text. Calls that
   * differ in it may have different results for the same value.
   */
  get digits(): Spellings | boolean {
    return this.spellings ?? this.isPart;
  }

  /** How `value`, the number being checked, is written in the JSON text; undefined if it does not come from one. */
  spellingOf(value: number): string | undefined {
    if (this.spellings === undefined) {
      this.lacksText ||= this.isPart;
      return undefined;
    }
    const text = this.spellings.of(this.holder, this.key);
    // They differ where an earlier validator has converted the number of the text.
    return text !== undefined && Number(text) === value ? text : undefined;
  }
}
