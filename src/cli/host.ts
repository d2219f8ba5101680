/** The part of `process` that the command uses, and that tests replace. */
import type { Readable, Writable } from "node:stream";

/** Signals that end a check early. */
export type Signal = "SIGINT" | "SIGTERM";

/** An output. A terminal has a width in columns. */
export type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Host {
  readonly stdin: Readable;
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  on(signal: Signal, listener: (signal: Signal) => void): unknown;
  off(signal: Signal, listener: (signal: Signal) => void): unknown;
}
