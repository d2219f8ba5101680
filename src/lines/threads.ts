/** Other threads that judge lines: the engine's own, or workers where it has none. */
import type { JsonLimits } from "../json/engine.ts";
import { engineInUse } from "../json/in-use.ts";
import type { Checker } from "../schemas/checker.ts";

/** Threads of one call. */
export interface Threads {
  /** As `judgeLines`; undefined if they cannot judge, so that the calling thread has to. `bytes` are not changed meanwhile. */
  judge(bytes: Uint8Array): Promise<Uint32Array | undefined>;
  /** Ends them. */
  close(): Promise<void>;
}

/** Opens threads that judge by a validator; undefined where there are none for it. */
export type OpenThreads = (validator: Checker, count: number, limits: JsonLimits | undefined) => Threads | undefined;

let openWorkers: OpenThreads = () => undefined;

/** Lets workers judge, where the engine has no threads of its own. */
export function useWorkers(open: OpenThreads): void {
  openWorkers = open;
}

/** Threads that judge by a validator; undefined where there are none for it. */
export function openThreads(validator: Checker, count: number, limits: JsonLimits | undefined): Threads | undefined {
  const engine = engineInUse();
  if (engine.judgeLinesAsync === undefined) return openWorkers(validator, count, limits);
  return {
    judge: async (bytes) => engine.judgeLinesAsync?.(validator, bytes, limits),
    // It has them for all calls.
    close: async () => {},
  };
}
