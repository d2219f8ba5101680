/** Other threads that judge lines where the engine has none of its own. */
import type { JsonLimits } from "../json/engine.ts";
import type { Checker } from "../schemas/checker.ts";

/** Threads that judge lines for one caller. */
export interface LineThreads {
  /**
   * As a `LineEngine` judges the blocks, by one of the threads; undefined in place of what they cannot judge. Where all are
   * busy, the blocks wait.
   */
  judge(blocks: readonly Uint8Array[]): Promise<readonly (Uint32Array | undefined)[]>;
  /** Ends them. */
  close(): Promise<void>;
}

/** Opens threads that judge by a validator; undefined where there are none for it. */
export type OpenThreads = (
  validator: Checker,
  count: number,
  limits: JsonLimits | undefined,
) => LineThreads | undefined;

/** Opens such threads. Whoever has them says so by {@link useThreads}. */
export let openThreads: OpenThreads = () => undefined;

/** Lets these threads judge. */
export function useThreads(open: OpenThreads): void {
  openThreads = open;
}
