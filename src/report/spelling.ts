/** How the numbers of a JSON text are written: a double does not have all their digits. */
export interface Spellings {
  /** The text of a number that is a member of an array or object, or of the whole where there is no holder. */
  of(holder: object | undefined, key: unknown): string | undefined;
}

/** What a report knows of the number being checked besides its value. */
export class Spelling {
  /** Of the JSON text that is validated, if it is one. */
  spellings: Spellings | undefined;
  /** What is checked is a part of a text, whose spellings nobody may have here. */
  isPart = false;
  /** Somebody asked for one of those. */
  lacksText = false;
  /** What the value being checked is a member of, and its key or index there. */
  holder: object | undefined;
  key: unknown;

  /**
   * Says which member of the input is checked next; without arguments, that it is none. Who has members calls it before
   * the check of each, so that `Int({ bigint: true })` finds all digits of a number in JSON text.
   */
  at(holder?: object, key?: unknown): void {
    this.holder = holder;
    this.key = key;
  }

  /** How `value`, the number being checked, is written in the JSON text; undefined if it does not come from one. */
  spellingOf(value: number): string | undefined {
    if (this.spellings === undefined) {
      this.lacksText ||= this.isPart;
      return undefined;
    }
    const text = this.spellings.of(this.holder, this.key);
    // A validator may have made another number of it before.
    return text !== undefined && Number(text) === value ? text : undefined;
  }
}
