/** What a validator of the same value gets after another. */
import { withUnlisted } from "../../values/mapping.ts";
import type { Checker } from "../schemas/checker.ts";
import { resultFormOf } from "../schemas/graph.ts";
import { FAILED, type Report } from "./report.ts";

/**
 * Returns what the next validator of the same value gets. In a type guard that is the value itself if the result would
 * be equal to it: containers need not collect their results then. A copy gets the members that an object does not list,
 * which the next validator may name.
 */
export function passedOn(validator: Checker, given: unknown, made: unknown, report: Report): unknown {
  if (made === FAILED || resultFormOf(validator) !== "input") return made;
  return report.guards ? given : withUnlisted(given, made);
}

/** Returns whether a type guard passes on the value itself. */
export const isPassedOn = (validator: Checker, report: Report): boolean =>
  report.guards && resultFormOf(validator) === "input";
