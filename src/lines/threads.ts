/** Other threads that judge lines: the engine's own, or workers where it has none. */
import type { JsonLimits, LineThreads } from "../json/engine.ts";
import { engineInUse } from "../json/in-use.ts";
import type { Checker } from "../schemas/checker.ts";

/** Opens threads that judge by a validator; undefined where there are none for it. */
export type OpenThreads = (
  validator: Checker,
  count: number,
  limits: JsonLimits | undefined,
) => LineThreads | undefined;

let openWorkers: OpenThreads = () => undefined;

/** Lets workers judge, where the engine has no threads of its own. */
export function useWorkers(open: OpenThreads): void {
  openWorkers = open;
}

/** Threads that judge by a validator; undefined where there are none for it. */
export function openThreads(
  validator: Checker,
  count: number,
  limits: JsonLimits | undefined,
): LineThreads | undefined {
  const engine = engineInUse();
  return engine.openThreads === undefined
    ? openWorkers(validator, count, limits)
    : engine.openThreads(validator, count, limits);
}
