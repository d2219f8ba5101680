/** The part of `process` the command uses: what a test puts in its place. */
import type { Readable, Writable } from "node:stream";

/** Signals that end a check early. */
export type Signal = "SIGINT" | "SIGTERM";

/** An output; on a terminal with its width in characters. */
export type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Host {
  readonly stdin: Readable;
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
  on(signal: Signal, listener: (signal: Signal) => void): unknown;
  off(signal: Signal, listener: (signal: Signal) => void): unknown;
}
