/** A pool of engines. Each runs one call at a time. */
export class EnginePool<E> {
  readonly #open: () => E;
  readonly #most: number;
  #opened = 0;
  /** A stack: the engine used last has most validators compiled. */
  readonly #idle: E[] = [];
  readonly #waiting: ((engine: E) => void)[] = [];

  /**
   * @param open creates an engine.
   * @param most the maximum number of engines.
   */
  constructor(open: () => E, most: number) {
    this.#open = open;
    this.#most = most;
  }

  /** Calls `use` with an engine as soon as one is free, first come, first served. */
  async with<T>(use: (engine: E) => Promise<T>): Promise<T> {
    const engine = this.#idle.pop() ?? (await this.#another());
    try {
      return await use(engine);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(engine);
      else next(engine);
    }
  }

  #another(): E | Promise<E> {
    if (this.#opened === this.#most) return new Promise((resolve) => this.#waiting.push(resolve));
    const engine = this.#open();
    this.#opened++;
    return engine;
  }
}
