/** What runs a check of the caller's, in the whole program: calls that such a check makes count on from there. */

/** A report, or what makes one if the check calls a validator. */
export interface Running {
  asReport(): object;
}

let running: Running | undefined;

/** Says what runs a check from now on. */
export function setRunning(one: Running | undefined): void {
  running = one;
}

/** The report of the check that is running. */
export const runningReport = (): object | undefined => running?.asReport();

/** Whether a check is running, so that a call is one that it makes. */
export const isChecking = (): boolean => running !== undefined;
