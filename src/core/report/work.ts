/** The work of one outermost call, counted in work units ("steps"): one per validator call, and one per member. */
import { byteLength, isBytes } from "../../values/input.ts";
import type { Checker } from "../schemas/checker.ts";
import { schemaSize } from "../schemas/graph.ts";

/** Steps that every call may take, however small its input. */
export const FREE_STEPS = 200_000;
/**
 * While the free steps last, only containers that take more steps than this are remembered: so few that it costs almost
 * nothing.
 */
export const REMEMBERED_STEPS = 64;
/** Steps that failed tries may take before outcomes are memoized, because memoization has a cost too. */
export const FREE_WASTE = 2000;
/** Steps for each nested call. */
const STEPS_PER_CALL = 20;
/**
 * Steps for each byte of JSON text and each validator of the schema. Without repeated checks one would be sufficient.
 */
export const STEPS_PER_BYTE = 32;
/**
 * Steps for each member of a JavaScript value and each validator: as for four bytes of text. One would be sufficient
 * here too, but shared parts of a value are checked each time, and a table of a thousand rows may have one row a
 * thousand times.
 */
export const STEPS_PER_MEMBER: number = 4 * STEPS_PER_BYTE;
/** Steps for each member of a default, whatever the size of the schema. */
const STEPS_PER_DEFAULT = STEPS_PER_MEMBER;
/** Texts and bytes with fewer units do not extend the work limit of a JavaScript value. */
const COUNTED_UNITS = 1000;
/** Maximum number of remembered containers. Each of them is counted once. */
const MAX_REMEMBERED = 1_000_000;
/** Maximum number of other schemas that are counted: a check of the caller may create a new one for each call. */
const MAX_ROOTS = 16;
/** Steps for making errors in nested calls, where each level makes the errors of all levels below it anew. */
const STEPS_FOR_ERRORS = 100_000;

const unitsOf = (value: unknown): number =>
  typeof value === "string" ? value.length : isBytes(value) ? byteLength(value) : 0;

/** Returns whether the value is so long that the work limit has to grow if steps of an AllOf split it into members. */
export const isLong = (value: unknown): boolean => unitsOf(value) >= COUNTED_UNITS;

/**
 * Bounds the time of a call in proportion to the size of the input times the size of the schema. Validators do not
 * check the same value twice, so no ordinary schema gets near the bound. It stops the exceptions: steps that convert
 * what a reference inside them converts again, values that share their parts, and checks of the caller's.
 */
export class Work {
  steps = 0;
  /** Steps that memoization might save: those of OneOf steps that failed, and of AllOf steps after the first. */
  wasted = 0;
  /** All steps are used up, or validators nest too deep: every value that is checked now is refused. */
  exhausted = false;
  /** Maximum schema depth, if exceeding it is what ended the call. */
  maxSchemaDepth: number | undefined;
  #allowed = FREE_STEPS;
  #root: Checker | undefined;
  /** The validators that checks of the caller call. */
  #others: Set<Checker> | undefined;
  /** The size of the JSON text of the value; undefined if it does not come from one. */
  bytes: number | undefined;
  readonly #share: number;
  /** Large containers, each followed by its steps, until the free steps are used up and `#seen` is needed. */
  #met: (object | number)[] | undefined;
  #seen: Set<object> | undefined;
  #stepsPerMember = 0;
  /** Units of counted text and bytes that have not extended the limit yet. */
  #units = 0;
  #stepsForErrors = 0;
  /** Steps for defaults. */
  #made = 0;

  /**
   * @param root the validator that is called.
   * @param bytes the size of the JSON text; undefined for a JavaScript value, whose size is found during the walk.
   * @param share the part of the bound that applies.
   */
  constructor(root?: Checker, bytes?: number, share = 1) {
    this.#share = share;
    this.bytes = bytes;
    this.#root = root;
  }

  /** Resets a call that has ended. Returns false if some state cannot be reset here. */
  forget(): boolean {
    if (this.exhausted || this.#seen !== undefined || this.#others !== undefined || this.bytes !== undefined)
      return false;
    this.#root = this.#met = undefined;
    this.steps = this.wasted = this.#units = this.#stepsForErrors = this.#made = 0;
    return true;
  }

  /** Begins a call of `root` after `forget`. */
  begin(root: Checker): void {
    this.#root = root;
  }

  /** The current limit. */
  get allowed(): number {
    return this.#allowed;
  }

  /** Counts another validator, which a check of the caller calls, with a text of `bytes` bytes. */
  include(root: Checker, bytes = 0): void {
    if (root !== this.#root) {
      this.#others ??= new Set();
      if (this.#others.size < MAX_ROOTS) this.#others.add(root);
    }
    if (this.bytes !== undefined) this.bytes += bytes;
    this.take(STEPS_PER_CALL);
  }

  /**
   * Counts steps. Returns false if there are too many.
   * @param container the part of the input whose members they are.
   */
  take(steps: number, container?: object): boolean {
    this.steps += steps;
    if (container !== undefined && this.bytes === undefined) {
      if (this.#seen !== undefined) this.#countOnce(this.#seen, container, steps);
      else if (steps > REMEMBERED_STEPS || this.steps > this.#allowed) this.meet(container, steps);
    }
    return !this.exhausted && (this.steps <= this.#allowed || this.#extend());
  }

  /** Counts the input of a step of an AllOf: text or bytes have no members until such a step splits them. */
  admit(value: unknown): void {
    if (this.bytes !== undefined) return;
    const units = unitsOf(value);
    if (units >= COUNTED_UNITS) this.#units += units;
  }

  /** Counts a default of so many members, at all levels, that takes the place of a part of the input. */
  admitMade(members: number): void {
    this.#made += members * STEPS_PER_DEFAULT;
  }

  /** Remembers a container that takes so many steps. */
  meet(container: object, steps: number): void {
    if (this.#met === undefined) this.#met = [container, steps];
    else this.#met.push(container, steps);
  }

  /** Ends the call because the schema depth would exceed `maxSchemaDepth`. */
  endAtSchemaDepth(maxSchemaDepth: number): void {
    this.exhausted = true;
    this.maxSchemaDepth = maxSchemaDepth;
  }

  /**
   * Counts steps for making errors. Returns false if there are too many: then fewer errors are made. The verdict is the
   * same.
   */
  takeForErrors(steps: number): boolean {
    this.#stepsForErrors += steps;
    return this.#stepsForErrors <= STEPS_FOR_ERRORS;
  }

  /** Raises the limit to what the sizes of input and schema warrant. Returns false if even that is used up. */
  #extend(): boolean {
    let size = this.#root === undefined ? 0 : schemaSize(this.#root);
    for (const root of this.#others ?? []) size += schemaSize(root);
    if (this.bytes !== undefined) {
      this.#allowed = Math.floor((FREE_STEPS + STEPS_PER_BYTE * size * this.bytes + this.#made) * this.#share);
    } else if (this.#seen === undefined) {
      const seen = new Set<object>();
      this.#seen = seen;
      this.#stepsPerMember = STEPS_PER_MEMBER * size;
      this.#allowed += this.#stepsPerMember;
      const met = this.#met ?? [];
      for (let at = 0; at < met.length; at += 2) this.#countOnce(seen, met[at] as object, met[at + 1] as number);
      this.#met = undefined;
    }
    if (this.bytes === undefined) {
      this.#allowed +=
        (this.#units * this.#stepsPerMember * STEPS_PER_BYTE) / STEPS_PER_MEMBER + Math.floor(this.#made);
      this.#units = this.#made = 0;
    }
    this.exhausted = this.steps > this.#allowed;
    return !this.exhausted;
  }

  /** Raises the limit by the members of a container that is met for the first time. */
  #countOnce(seen: Set<object>, container: object, members: number): void {
    const { size } = seen;
    if (seen.add(container).size === size) return;
    this.#allowed += members * this.#stepsPerMember;
    if (seen.size > MAX_REMEMBERED) seen.clear();
  }
}
