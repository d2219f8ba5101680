/** The markers of steps in paths. */
import { ARRANGE, REASON, type StepMarker } from "../core/errors/context.ts";
import { SHOWN } from "../values/text.ts";

/** Marks a step in a path: that of a union, of a chain, or a branch. */
export class Marker implements StepMarker {
  readonly num: number;
  /** It is that of a union. `fromCompiled` of the library reads it. */
  readonly isAlternative: boolean;
  /** Why a branch was taken. */
  readonly reason: unknown;

  constructor(num: number, isAlternative: boolean, reason?: unknown) {
    this.num = num;
    this.isAlternative = isAlternative;
    this.reason = reason;
  }

  get [ARRANGE](): true | undefined {
    return this.isAlternative || undefined;
  }

  get [REASON](): unknown {
    return this.reason;
  }

  get [SHOWN](): true {
    return true;
  }

  equals(other: unknown): boolean {
    return other instanceof Marker && other.num === this.num;
  }

  toString(): string {
    return `#${this.num}`;
  }
}
