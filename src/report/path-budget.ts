/** Bounds the nodes that the paths of all failures of a call take together. */
import { extentOf } from "../values/extent.ts";
import { DEFAULT_MAX_ERRORS } from "./limits.ts";

/**
 * Path nodes per collectable failure that all failures together may take. With deep paths fewer failures are collected.
 */
const NODES_PER_ERROR = 100;
/**
 * Path nodes that errors inside a OneOf may take if `maxErrors` is not given, and more for each byte of JSON text or
 * member of a value: in a recursive OneOf the errors of each level multiply.
 */
const FREE_NODES_IN_STEPS = 20_000;
const NODES_PER_UNIT = 30;

export class PathBudget {
  #max = 0;
  #nodes = 0;
  #maxInSteps = 0;
  /** Nodes of failures in steps of OneOfs that are over. */
  #inSteps = 0;
  /** How many nodes there were when the outermost OneOf began to collect the errors of its steps. */
  #before: number | undefined;
  /** The value, unless its size is allowed for already. */
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

  /** Whether so many nodes more are within the budget. */
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

  /** Counts nodes that were added, or, if it is negative, removed. */
  add(nodes: number): void {
    this.#nodes += nodes;
  }

  /**
   * Begins to count the nodes of the errors of a OneOf. Returns true if it is the outermost one: then `leaveUnion` ends
   * it.
   * @param refused the value, if its members are to be allowed for.
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
