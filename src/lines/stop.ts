/** What ends a call early: the signal of the caller, or an output that has failed. */

/** What ends a call early: an AbortSignal. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Says once that a call has to end, and why. */
export class Stop {
  /** Set once the call has to end. */
  stopped = false;
  #reason: unknown;
  readonly #waiting = new Set<(reason: unknown) => void>();
  readonly #signal: StopSignal | undefined;
  readonly #abort = (): void => this.stop(this.#signal?.reason);

  constructor(signal: StopSignal | undefined) {
    this.#signal = signal;
    if (signal?.aborted) this.#abort();
    else signal?.addEventListener("abort", this.#abort);
  }

  /** Ends the call. Whoever waits is told the reason. */
  stop(reason: unknown): void {
    if (this.stopped) return;
    this.stopped = true;
    this.#reason = reason;
    for (const reject of this.#waiting) reject(reason);
  }

  /** @throws the reason, once the call has to end. */
  check(): void {
    if (this.stopped) throw this.#reason;
  }

  /**
   * What the promise gives, or the reason if the call has to end before that. Not by `Promise.race` with one promise
   * for the whole call: that would keep something for each time.
   */
  orStop<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.stopped) reject(this.#reason);
      else this.#waiting.add(reject);
      // Each promise more costs as much as some lines.
      promise.then(
        (value) => {
          this.#waiting.delete(reject);
          resolve(value);
        },
        (error) => {
          this.#waiting.delete(reject);
          reject(error);
        },
      );
    });
  }

  /** Forgets the signal. */
  close(): void {
    this.#signal?.removeEventListener("abort", this.#abort);
  }
}
