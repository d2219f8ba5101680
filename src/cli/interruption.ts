/** Signals end a check of lines early, after it has written its results. */
import { constants } from "node:os";
import { Stop } from "../values/stop.ts";
import type { Host, Signal } from "./host.ts";

/** Thrown to end a check early: after a signal, or if the reader has closed the output. */
export const INTERRUPTED = new Error("interrupted");

export const SIGNALS: readonly Signal[] = ["SIGINT", "SIGTERM"];

/** Milliseconds in which one ^C may arrive twice: a terminal sends it to npm too, which forwards it to its child. */
const ECHO = 1000;

/** The first signal stops the reading. A later one ends the process, because its output may be blocked. */
export class Interruption {
  readonly stop = new Stop(undefined);
  readonly #host: Host;
  readonly #signals: readonly Signal[];
  readonly #interrupt: (signal: Signal) => void;
  #code: number | undefined;

  /** @param interrupted called once, after the reading has been stopped. */
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

  /** The exit code after a signal: 128 plus its number. */
  get code(): number | undefined {
    return this.#code;
  }

  /** Restores the default: signals end the process. */
  close(): void {
    for (const signal of this.#signals) this.#host.off(signal, this.#interrupt);
  }
}
