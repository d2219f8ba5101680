/** The limits of a call that can wait. */
import { expectOptions } from "../misspelt.ts";
import { ownValue, withoutPrototype } from "../values/input.ts";
import { type StopSignal, signalOf } from "../values/stop.ts";
import { LIMITS, type Limits } from "./limits.ts";

/** Bounds of a call that can wait for functions of the caller's. */
export interface AsyncLimits extends Limits {
  /** Ends the call early: it then rejects with the reason of the signal. */
  signal?: StopSignal | undefined;
  /** How many functions of the caller's are waited for at once. Default 16. */
  concurrency?: number | undefined;
}

const DEFAULT_CONCURRENCY = 16;

/** What a call that can wait has been given. */
interface KnownAsyncLimits<L> {
  readonly signal: StopSignal | undefined;
  readonly concurrency: number;
  /** All others, as they were given. */
  readonly limits: L | undefined;
}

/**
 * Reads the limits that only a call has that can wait.
 * @throws TypeError if one of them is not what it should be.
 */
export function readAsyncLimits<L extends Limits>(limits: (L & AsyncLimits) | undefined): KnownAsyncLimits<L> {
  if (typeof limits !== "object" || limits === null) {
    return { signal: undefined, concurrency: DEFAULT_CONCURRENCY, limits };
  }
  const signal = signalOf(limits);
  const concurrency = concurrencyOf(limits);
  expectOptions(limits, [...LIMITS, "signal", "concurrency"]);
  if (!("signal" in limits || "concurrency" in limits)) return { signal, concurrency, limits };
  const { signal: _signal, concurrency: _concurrency, ...others } = limits;
  return { signal, concurrency, limits: withoutPrototype(others) as unknown as L };
}

/**
 * How many functions a call may wait for at once.
 * @throws TypeError if that is not a positive integer.
 */
export function concurrencyOf(options: object): number {
  const concurrency = ownValue(options, "concurrency") ?? DEFAULT_CONCURRENCY;
  if (Number.isInteger(concurrency) && (concurrency as number) > 0) return concurrency as number;
  throw new TypeError("concurrency should be a positive integer");
}
