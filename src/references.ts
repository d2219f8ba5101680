/** The references that are being followed in a call, where LazyRef keeps count of them. */
import { keepsInput } from "./graph.ts";
import type { Validator } from "./validator.ts";

/** A reference that does not count its depth. */
interface Followed {
  readonly target: Validator;
  readonly input: unknown;
  readonly level: number;
}

/** What `References` was at one moment. */
export interface ReferencesMark {
  readonly depths: Map<string, number> | undefined;
  readonly followed: number;
}

export class References {
  /** By alias: how many references that count their depth are being followed. */
  #depths: Map<string, number> | undefined;
  #followed: Followed[] | undefined;
  readonly #around: number;

  /** @param around how many of any one alias lead to the value of the call, where it is a part of another. */
  constructor(around: number) {
    this.#around = around;
  }

  /** A call that a check makes may lead back to where that check stands. */
  continue(outer: References): void {
    outer.#followed ??= [];
    this.#followed = outer.#followed;
  }

  /** How many references to `alias` that count their depth are being followed now. */
  depthOf(alias: string): number {
    return this.#depths?.get(alias) ?? this.#around;
  }

  setDepthOf(alias: string, depth: number): void {
    this.#depths ??= new Map();
    this.#depths.set(alias, depth);
  }

  /** All depths as a text: what was judged at others may come out differently. */
  get depths(): string {
    return this.#depths === undefined ? "" : [...this.#depths].sort().join();
  }

  /**
   * Begins to follow a reference.
   * @returns false if it leads back to itself on the same level with the same input, or with a copy of it, which is all
   *   that validators who keep their input can make of it: that never ends. Else call `leave` when done.
   */
  enter(target: Validator, input: unknown, level: number): boolean {
    this.#followed ??= [];
    for (let index = this.#followed.length - 1; index >= 0; index--) {
      const other = this.#followed[index] as Followed;
      if (other.level !== level) break;
      if (other.target === target && (Object.is(other.input, input) || keepsInput(target))) return false;
    }
    this.#followed.push({ target, input, level });
    return true;
  }

  leave(): void {
    this.#followed?.pop();
  }

  mark(): ReferencesMark {
    return { depths: this.#depths && new Map(this.#depths), followed: this.#followed?.length ?? 0 };
  }

  /** @param thrown whether a check has thrown: then it did not set back the depths that it had set. */
  restore({ depths, followed }: ReferencesMark, thrown: boolean): void {
    if (this.#followed !== undefined) this.#followed.length = followed;
    if (thrown) this.#depths = depths;
  }
}
