/** Ends a call early: for the signal of the caller, or an output that has failed. */
import { ownValue } from "./input.ts";

/** The members of an AbortSignal that are used. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * The `signal` among the options of a call.
 * @throws TypeError if it is no AbortSignal.
 */
export function signalOf(options: object): StopSignal | undefined {
  const signal = ownValue(options, "signal") as StopSignal | undefined;
  if (signal === undefined) return undefined;
  if (typeof signal?.aborted === "boolean" && typeof signal.addEventListener === "function") return signal;
  throw new TypeError("signal should be an AbortSignal");
}

/** The state of one call: whether it has to end, and why. The first reason counts. */
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

  /** Ends the call. Pending promises of `orStop` reject with the reason. */
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
   * Settles like the promise, or rejects with the reason if the call has to end before that. `Promise.race` with one
   * promise for the whole call would leak memory: that promise keeps a reaction for each race.
   */
  orStop<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.stopped) reject(this.#reason);
      else this.#waiting.add(reject);
      // No `finally`: another promise would cost as much as some lines.
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

  /** Removes the listener from the signal. */
  close(): void {
    this.#signal?.removeEventListener("abort", this.#abort);
  }
}
