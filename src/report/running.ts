/** The call whose check is running: a call that the check makes is part of it. */
import type { CheckReport } from "./check.ts";

/** A report, or what makes one if the check calls a validator. */
export interface Running {
  asReport(): CheckReport;
}

let running: Running | undefined;

/** Whether a check is running, so that a call is one that it makes. */
export const isChecking = (): boolean => running !== undefined;

/** The report of the call around one that is made now. */
export const reportAround = (): CheckReport | undefined => running?.asReport();

/** Sets what runs a check from now on. */
export function setRunning(one: Running | undefined): void {
  running = one;
}
