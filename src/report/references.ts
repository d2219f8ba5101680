/** The references that are being followed in a call, where LazyRef keeps count of them. */

import type { Checker } from "../schemas/checker.ts";
import { resultFormOf } from "../schemas/graph.ts";

/** A reference that does not count its depth. */
interface Followed {
  readonly target: Checker;
  readonly input: unknown;
  readonly level: number;
}

/** What `References` was at one moment. */
export interface ReferencesMark {
  readonly depths: Map<string, number> | undefined;
  readonly followed: number;
}

/** Depths of an alias, all of them as good as each other for what was judged. */
export interface DepthRange {
  readonly alias: string;
  readonly least: number;
  readonly greatest: number;
}

export class References {
  /** By alias: how many references that count their depth are being followed. */
  #depths: Map<string, number> | undefined;
  /** By alias: how much less or more they might have been, and what is being judged would have come out the same. */
  #slack: Map<string, DepthRange> | undefined;
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

  /** Whether one more reference to `alias` may be followed, where no more than `most` may. */
  allows(alias: string, most: number): boolean {
    const more = most - this.depthOf(alias);
    this.#note(alias, more > 0 ? Number.NEGATIVE_INFINITY : more, more > 0 ? more - 1 : Number.POSITIVE_INFINITY);
    return more > 0;
  }

  #note(alias: string, least: number, greatest: number): void {
    this.#slack ??= new Map();
    const known = this.#slack.get(alias);
    this.#slack.set(alias, {
      alias,
      least: Math.max(least, known?.least ?? Number.NEGATIVE_INFINITY),
      greatest: Math.min(greatest, known?.greatest ?? Number.POSITIVE_INFINITY),
    });
  }

  /** Begins a judgement that may be of use at other depths. Returns what to give to `judged`. */
  judging(): Map<string, DepthRange> | undefined {
    const outer = this.#slack;
    this.#slack = undefined;
    return outer;
  }

  /** The judgement has been made: the depths at which it holds. */
  judged(outer: Map<string, DepthRange> | undefined): readonly DepthRange[] {
    const ranges = [...(this.#slack?.values() ?? [])].map(({ alias, least, greatest }) => {
      const depth = this.depthOf(alias);
      return { alias, least: depth + least, greatest: depth + greatest };
    });
    this.#slack = outer;
    this.reuse(ranges);
    return ranges;
  }

  /** Whether what was judged holds at the depths of now. */
  within(ranges: readonly DepthRange[]): boolean {
    return ranges.every(({ alias, least, greatest }) => {
      const depth = this.depthOf(alias);
      return least <= depth && depth <= greatest;
    });
  }

  /** It is used: so what is being judged depends on it. */
  reuse(ranges: readonly DepthRange[]): void {
    for (const { alias, least, greatest } of ranges) {
      const depth = this.depthOf(alias);
      this.#note(alias, least - depth, greatest - depth);
    }
  }

  /**
   * Begins to follow a reference.
   * @returns false if it leads back to itself on the same level with the same input, or with a copy of it, which is all
   *   that validators who keep their input can make of it: that never ends. Else call `leave` when done.
   */
  enter(target: Checker, input: unknown, level: number): boolean {
    this.#followed ??= [];
    for (let index = this.#followed.length - 1; index >= 0; index--) {
      const other = this.#followed[index] as Followed;
      if (other.level !== level) break;
      if (other.target === target && (Object.is(other.input, input) || resultFormOf(target) === "input")) return false;
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
