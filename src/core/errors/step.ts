/** The markers of steps in contexts. Programs without steps do not include this file and its imports. */
import { withoutPrototype } from "../../values/input.ts";
import { SHOWN } from "../../values/text.ts";
import { arrangement } from "./arrangement.ts";
import { ARRANGE, HIDDEN, REASON } from "./context.ts";
import type { Reason } from "./reason.ts";

/**
 * Marks a step of `AllOf` or `OneOf`; shown as `#0`.
 * @example OneOf(Int(), Bool()).safe("x").error?.at(1)?.formatContext(); // "#1"
 */
export class Step {
  /** Position of the step, from 0. */
  readonly num: number;
  constructor(num: number) {
    this.num = num;
  }
  get [SHOWN](): true {
    return true;
  }
  get [ARRANGE](): unknown {
    return arrangement;
  }
  equals(other: unknown): boolean {
    return other instanceof Step && other.num === this.num;
  }
  toString(): string {
    return `#${this.num}`;
  }
}

const steps: Step[] = [];
const inOrder: Step[] = [];

/** The marker of step `num` of a OneOf, the same object each time. */
export function stepAt(num: number): Step {
  steps[num] ??= Object.freeze(new Step(num));
  return steps[num];
}

/** The marker of step `num` of an AllOf: its steps are not alternatives, although several of them may fail. */
export function stepInOrder(num: number): Step {
  inOrder[num] ??= Object.freeze(Object.defineProperty(new Step(num), ARRANGE, withoutPrototype({ value: undefined })));
  return inOrder[num];
}

/** The method of an `If` that returns the marker of its branch `num`. */
export const BRANCH: unique symbol = Symbol("validlib.branch");

/** A marker of step `num`, which is equal to that of an AllOf, with the reason why the step was taken. */
export function branchOf(num: number, reason: Reason): Step {
  const marker = new Step(num);
  const hidden = (): Step => (reason.hidden === reason ? marker : branchOf(num, reason.hidden as Reason));
  Object.defineProperties(marker, {
    [ARRANGE]: withoutPrototype({ value: undefined }),
    [REASON]: withoutPrototype({ value: reason }),
    [HIDDEN]: withoutPrototype({ get: hidden }),
  });
  return Object.freeze(marker);
}
