/** The memory of the columns of a batch. */
export class Room {
  /** A value of few bytes may have large columns: a member that is missing takes as much as one that is there. */
  static MOST: number = 2 ** 30;
  readonly #most: number;
  used = 0;

  constructor(most: number = Room.MOST) {
    this.#most = most;
  }

  /** @throws RangeError if the columns would take too much memory. */
  take(bytes: number): void {
    this.used += bytes;
    if (this.used > this.#most) throw Room.exceeded(this.#most);
  }

  static exceeded(most: number): RangeError {
    return new RangeError(`The columns of about 64 kB of lines, or of one record, take more than ${most} bytes`);
  }
}
