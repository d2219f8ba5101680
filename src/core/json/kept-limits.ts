/** Limits that are kept for many calls, because checking them each time takes a fifth of the time of a short text. */
import { readLimits } from "../report/limits.ts";
import type { JsonLimits } from "./engine.ts";

/** Limits that have been checked and do not change. */
export class KeptLimits implements JsonLimits {
  readonly maxBytes: JsonLimits["maxBytes"];
  readonly maxDepth: JsonLimits["maxDepth"];
  readonly maxErrors: JsonLimits["maxErrors"];
  readonly formatter: JsonLimits["formatter"];
  readonly onFallback: JsonLimits["onFallback"];
  /** A brand that no other object can have. */
  readonly #checked: undefined;

  /** @param limits have been checked. */
  constructor({ maxBytes, maxDepth, maxErrors, formatter, onFallback }: JsonLimits) {
    this.maxBytes = maxBytes;
    this.maxDepth = maxDepth;
    this.maxErrors = maxErrors;
    this.formatter = formatter;
    this.onFallback = onFallback;
    Object.freeze(this);
  }

  /** As `readLimits`, but does not check kept limits again. */
  static read(limits: JsonLimits | undefined): JsonLimits | undefined {
    return typeof limits === "object" && limits !== null && #checked in limits ? limits : readLimits(limits);
  }
}
