/** The limits of a call that can wait. */
import { ownValue, withoutPrototype } from "../../values/input.ts";
import { type StopSignal, signalOf } from "../../values/stop.ts";
import { expectOptions } from "../misspelt.ts";
import { LIMITS, type Limits } from "./limits.ts";

/** Limits of a call that can wait for async functions. */
export interface AsyncLimits extends Limits {
  /** Ends the call early: it then rejects with the reason of the signal. */
  signal?: StopSignal | undefined;
  /** Maximum number of async functions that run at once. Default 16. */
  concurrency?: number | undefined;
}

const DEFAULT_CONCURRENCY = 16;

/** The checked limits of a call that can wait. */
interface KnownAsyncLimits<L> {
  readonly signal: StopSignal | undefined;
  readonly concurrency: number;
  /** All other limits, as given. */
  readonly limits: L | undefined;
}

/**
 * Reads the limits that only calls that can wait have.
 * @throws TypeError if one of them is invalid.
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
 * Returns the maximum number of functions that a call waits for at once.
 * @throws TypeError if it is not a positive integer.
 */
export function concurrencyOf(options: object): number {
  const concurrency = ownValue(options, "concurrency") ?? DEFAULT_CONCURRENCY;
  if (Number.isInteger(concurrency) && (concurrency as number) > 0) return concurrency as number;
  throw new TypeError("concurrency should be a positive integer");
}
