/** The call whose check is running: a call that the check makes is part of it. */
import type { CheckReport } from "./check.ts";

/** A report, or an object that makes one if the check calls a validator. */
export interface Running {
  asReport(): CheckReport;
}

let running: Running | undefined;

/** Returns whether a check is running, so that a new call is a nested one. */
export const isChecking = (): boolean => running !== undefined;

/** The report of the call around a call that is made now. */
export const reportAround = (): CheckReport | undefined => running?.asReport();

/** Sets the object that runs a check from now on. */
export function setRunning(one: Running | undefined): void {
  running = one;
}
