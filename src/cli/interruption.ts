/** The signals that end a check of lines early: first it writes what it has judged. */
import { constants } from "node:os";
import { Stop } from "../lines/stop.ts";
import type { Host, Signal } from "./host.ts";

/** What the reading of lines ends with. */
export const INTERRUPTED = new Error("interrupted");

export const SIGNALS: readonly Signal[] = ["SIGINT", "SIGTERM"];

/** Milliseconds in which one ^C may come twice: a terminal sends it to npm too, which hands it on to what it runs. */
const ECHO = 1000;

/** The first signal stops the reading. One that comes later ends the process: nobody may read what is to be written. */
export class Interruption {
  readonly stop = new Stop(undefined);
  readonly #host: Host;
  readonly #signals: readonly Signal[];
  readonly #interrupt: (signal: Signal) => void;
  #code: number | undefined;

  /** @param interrupted called once, when the reading has been stopped. */
  constructor(host: Host, signals: readonly Signal[], interrupted: () => void) {
    this.#host = host;
    this.#signals = signals;
    this.#interrupt = (signal) => {
      if (this.stop.stopped) return;
      this.#code = 128 + constants.signals[signal];
      this.stop.stop(INTERRUPTED);
      interrupted();
      setTimeout(() => this.close(), ECHO).unref();
    };
    for (const signal of signals) host.on(signal, this.#interrupt);
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
