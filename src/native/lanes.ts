/** Several of what can do one thing at a time. */
export class Lanes<Lane> {
  readonly #open: () => Lane;
  readonly #most: number;
  #opened = 0;
  /** The last one that was used comes first: it knows most. */
  readonly #idle: Lane[] = [];
  readonly #waiting: ((lane: Lane) => void)[] = [];

  /**
   * @param open makes another.
   * @param most how many there may be.
   */
  constructor(open: () => Lane, most: number) {
    this.#open = open;
    this.#most = most;
  }

  /** What `use` makes of one, when one is free: whoever comes first is served first. */
  async with<T>(use: (lane: Lane) => Promise<T>): Promise<T> {
    const lane = this.#idle.pop() ?? (await this.#another());
    try {
      return await use(lane);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(lane);
      else next(lane);
    }
  }

  #another(): Lane | Promise<Lane> {
    if (this.#opened === this.#most) return new Promise((resolve) => this.#waiting.push(resolve));
    const lane = this.#open();
    this.#opened++;
    return lane;
  }
}
