/** The types of composed functions and of their composer. */

import type { Ir } from "../../rules/ir.ts";
import type { Checker } from "../../schemas/checker.ts";
import type { Call } from "../call.ts";

/**
 * Validates a value: returns the result or FAILED. `d` is the depth, `f` the schema depth. For a verdict, it returns
 * anything but FAILED for a valid value.
 */
export type ValueFunction = (x: unknown, d: number, f: number) => unknown;

/** The same for a member of a container. */
export interface MemberRunner {
  /** @param key is put on the paths of failures. */
  run(v: unknown, d: number, f: number, key: string | number): unknown;
}

/** A result that is being made. */
export type Values = Record<string, unknown>;

/** Puts what is made of the value of a key into a result. */
export type Put = (result: Values, key: string, made: unknown, value: unknown) => void;

/** Puts what is made of a member that is not in the schema into a result; false if it is refused. */
export type OtherFunction = (key: string, value: unknown, result: Values, d: number, f: number) => boolean;

/** The composer of functions, as the functions for validators with members see it. */
export interface Composing {
  readonly call: Call;
  /** Results are wanted, not a verdict. */
  readonly makes: boolean;
  /** The same, but results are wanted: a step of a chain gets what the one before it has made. */
  readonly making: Composing;
  /** The IR of a validator, if its check need not be called. */
  irOf(validator: Checker): Ir | undefined;
  /** The function for a value that stands for itself. */
  functionOf(validator: Checker): ValueFunction;
  /** Validates a member of a container. */
  member(validator: Checker): MemberRunner;
  /** Whether a value is so deep that the check takes over. */
  isDeep(d: number): boolean;
  /** Counts the steps for a container; false if they are used up. */
  enter(steps: number, x: object, d: number, f: number): boolean;
}
