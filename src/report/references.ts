/** The references (LazyRef) that are being followed in a call. Those with a `maxdepth` count how deep they are nested. */

import type { Checker } from "../schemas/checker.ts";
import { resultFormOf } from "../schemas/graph.ts";

/** A reference that is being followed, and does not count its depth. */
interface Followed {
  readonly target: Checker;
  readonly input: unknown;
  readonly level: number;
}

/** A state of `References`, to come back to. */
export interface ReferencesMark {
  readonly depths: Map<string, number> | undefined;
  readonly followed: number;
}

/** Depths of an alias between which a judgement is the same. */
export interface DepthRange {
  readonly alias: string;
  readonly least: number;
  readonly greatest: number;
}

export class References {
  /** By alias: how many references that count their depth are being followed. */
  #depths: Map<string, number> | undefined;
  /** By alias: how far the depth may change, down and up, without changing the judgement that is being made. */
  #slack: Map<string, DepthRange> | undefined;
  #followed: Followed[] | undefined;
  readonly #initialDepth: number;

  /** @param initialDepth the depth of every alias at first: above 0 where the value of the call is a part of a larger one. */
  constructor(initialDepth: number) {
    this.#initialDepth = initialDepth;
  }

  /**
   * Continues the references of the call `outer`, one of whose checks makes this call: a loop of references may go through
   * both.
   */
  continue(outer: References): void {
    outer.#followed ??= [];
    this.#followed = outer.#followed;
  }

  /** How many references to `alias` that count their depth are being followed now, one in another. */
  depthOf(alias: string): number {
    return this.#depths?.get(alias) ?? this.#initialDepth;
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

  /** Records that the judgement being made is the same only while the depth changes by `least` to `greatest`. */
  #note(alias: string, least: number, greatest: number): void {
    this.#slack ??= new Map();
    const known = this.#slack.get(alias);
    this.#slack.set(alias, {
      alias,
      least: Math.max(least, known?.least ?? Number.NEGATIVE_INFINITY),
      greatest: Math.min(greatest, known?.greatest ?? Number.POSITIVE_INFINITY),
    });
  }

  /** Begins a judgement that may be used again at other depths. Returns what to pass to `judged`. */
  judging(): Map<string, DepthRange> | undefined {
    const outer = this.#slack;
    this.#slack = undefined;
    return outer;
  }

  /** Ends the judgement. Returns the depths at which it holds. */
  judged(outer: Map<string, DepthRange> | undefined): readonly DepthRange[] {
    const ranges = [...(this.#slack?.values() ?? [])].map(({ alias, least, greatest }) => {
      const depth = this.depthOf(alias);
      return { alias, least: depth + least, greatest: depth + greatest };
    });
    this.#slack = outer;
    this.reuse(ranges);
    return ranges;
  }

  /** Whether a judgement that holds at the depths `ranges` holds now. */
  within(ranges: readonly DepthRange[]): boolean {
    return ranges.every(({ alias, least, greatest }) => {
      const depth = this.depthOf(alias);
      return least <= depth && depth <= greatest;
    });
  }

  /** A judgement that holds at the depths `ranges` is used, so the judgement being made depends on those depths too. */
  reuse(ranges: readonly DepthRange[]): void {
    for (const { alias, least, greatest } of ranges) {
      const depth = this.depthOf(alias);
      this.#note(alias, least - depth, greatest - depth);
    }
  }

  /**
   * Begins to follow a reference.
   * @returns false if it would never end: it leads back to itself on the same level with the same input, or with a copy,
   *   which is all that validators which keep the structure of their input can make of it. Else call `leave` when done.
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

  /** Ends what `enter` has begun. */
  leave(): void {
    this.#followed?.pop();
  }

  mark(): ReferencesMark {
    return { depths: this.#depths && new Map(this.#depths), followed: this.#followed?.length ?? 0 };
  }

  /** @param thrown whether a check has thrown, and so has not restored the depths that it had set. */
  restore({ depths, followed }: ReferencesMark, thrown: boolean): void {
    if (this.#followed !== undefined) this.#followed.length = followed;
    if (thrown) this.#depths = depths;
  }
}
