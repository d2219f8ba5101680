/** The signals that end a check of lines early: first it writes what it has judged. */
import { constants } from "node:os";
import { Stop } from "../lines/stop.ts";
import type { Host, Signal } from "./host.ts";

/** What the reading of lines ends with. */
export const INTERRUPTED = new Error("interrupted");

export const SIGNALS: readonly Signal[] = ["SIGINT", "SIGTERM"];

/** Takes the first signal of each kind; the second ends the process, as one does that waits for a reader who does not read. */
export class Interruption {
  readonly stop = new Stop(undefined);
  readonly #host: Host;
  readonly #signals: readonly Signal[];
  readonly #interrupt: (signal: Signal) => void;
  #code: number | undefined;

  /** @param interrupted called when the first signal has stopped the reading. */
  constructor(host: Host, signals: readonly Signal[], interrupted: () => void) {
    this.#host = host;
    this.#signals = signals;
    this.#interrupt = (signal) => {
      this.#code ??= 128 + constants.signals[signal];
      this.stop.stop(INTERRUPTED);
      interrupted();
    };
    for (const signal of signals) host.once(signal, this.#interrupt);
  }

  /** The exit code, if there was a signal: 128 and its number. */
  get code(): number | undefined {
    return this.#code;
  }

  /** Signals end the process again. */
  close(): void {
    for (const signal of this.#signals) this.#host.off(signal, this.#interrupt);
  }
}
