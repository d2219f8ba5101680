/** Bounds the total number of path nodes of all failures of a call. */
import { extentOf } from "../../values/extent.ts";
import { DEFAULT_MAX_ERRORS } from "./limits.ts";

/**
 * Path nodes for each failure that may be collected, shared by all failures. If paths are deep, fewer failures are
 * collected.
 */
const NODES_PER_ERROR = 100;
/**
 * Path nodes that errors inside a OneOf may take if `maxErrors` is not given, plus some for each byte of JSON text or
 * member of a value: in a recursive OneOf, the errors of each level multiply.
 */
const FREE_NODES_IN_STEPS = 20_000;
const NODES_PER_UNIT = 30;

export class PathBudget {
  /** The report has dropped failures because their paths took too much memory. */
  haveForgotten = false;
  #max = 0;
  #nodes = 0;
  #maxInSteps = 0;
  /** Nodes of failures in the steps of OneOfs that have ended. */
  #inSteps = 0;
  /** The number of nodes when the outermost OneOf began to collect the errors of its steps. */
  #before: number | undefined;
  /** The value, until its size has been added to the budget. */
  #refused: unknown;

  /**
   * Begins a call.
   * @param maxErrors the most errors that it collects, if its caller has limited them.
   * @param bytes the size of the JSON text; undefined for a JavaScript value.
   */
  begin(maxErrors: number | undefined, bytes: number | undefined): void {
    this.#max = NODES_PER_ERROR * Math.max(maxErrors ?? DEFAULT_MAX_ERRORS, DEFAULT_MAX_ERRORS);
    this.#maxInSteps = maxErrors === undefined ? FREE_NODES_IN_STEPS + NODES_PER_UNIT * (bytes ?? 0) : this.#max;
    this.#nodes = this.#inSteps = 0;
    this.#before = this.#refused = undefined;
  }

  /** Returns whether that many more nodes are within the budget. */
  hasRoomFor(nodes: number): boolean {
    const all = this.#nodes + nodes;
    if (all > this.#max) return false;
    if (this.#before === undefined) return true;
    const inSteps = this.#inSteps + all - this.#before;
    if (inSteps > this.#maxInSteps && this.#refused !== undefined) {
      this.#maxInSteps += NODES_PER_UNIT * extentOf(this.#refused, this.#max);
      this.#refused = undefined;
    }
    return inSteps <= this.#maxInSteps;
  }

  /** Counts added nodes; a negative number counts removed ones. */
  add(nodes: number): void {
    this.#nodes += nodes;
  }

  /**
   * Begins to count the path nodes of the errors of a OneOf. Returns true if it is the outermost one, which
   * `leaveUnion` ends.
   * @param refused the value, if the budget grows with its members.
   */
  enterUnion(refused: unknown): boolean {
    if (this.#before !== undefined) return false;
    this.#before = this.#nodes;
    this.#refused = refused;
    return true;
  }

  leaveUnion(): void {
    this.#inSteps += this.#nodes - (this.#before as number);
    this.#before = undefined;
  }
}
