/** The references (LazyRef) that a call is following. Those with a `maxdepth` count how deep they are nested. */
import type { Checker } from "../schemas/checker.ts";
import { resultFormOf } from "../schemas/graph.ts";
import type { Depths } from "./limits.ts";

/** A reference that is being followed and has no `maxdepth`. */
export interface Followed {
  readonly target: Checker;
  readonly input: unknown;
  readonly level: number;
}

/** A state of `References`, to be restored. */
export interface ReferencesMark {
  readonly depths: Map<unknown, number> | undefined;
  readonly followed: number;
}

/** The range of depths of a `use` within which an outcome is the same. */
interface DepthRange {
  readonly use: unknown;
  readonly least: number;
  readonly greatest: number;
}

/** The enclosing references that an outcome depends on. */
export interface Dependence {
  readonly ranges: readonly DepthRange[];
  /** Enclosing references that others led back to, and which were refused as loops. */
  readonly loops: readonly Followed[];
}

/** What is recorded for the outcome around the current one. */
export interface Noted {
  readonly slack: Map<unknown, DepthRange> | undefined;
  readonly loops: Set<Followed> | undefined;
}

const INDEPENDENT: Dependence = { ranges: [], loops: [] };
const NOTHING: Noted = { slack: undefined, loops: undefined };
const UNFOLLOWED: ReferencesMark = { depths: undefined, followed: 0 };

/** The owner of the references of a call: its report. */
interface Follower {
  references: References | undefined;
  readonly depths: Depths;
}

/** The references of a call. */
export function referencesOf(report: Follower): References {
  report.references ??= new References(report.depths.references);
  return report.references;
}

export class References {
  /** By the parameter `use` of references with a `maxdepth`: the number of those that are being followed. */
  #depths: Map<unknown, number> | undefined;
  /** By use: how far the depth may change, down and up, without changing the current outcome. */
  #slack: Map<unknown, DepthRange> | undefined;
  #followed: Followed[] | undefined;
  /** References that others have led back to since the current outcome began. */
  #loops: Set<Followed> | undefined;
  readonly #initialDepth: number;

  /**
   * @param initialDepth the depth of every reference: above 0 if the value of the call is a part of a larger one.
   */
  constructor(initialDepth: number) {
    this.#initialDepth = initialDepth;
  }

  /** The references of a nested call, made by a check of this call: a loop of references may pass through both. */
  continued(): References {
    const inner = new References(0);
    this.#followed ??= [];
    inner.#followed = this.#followed;
    return inner;
  }

  /** Ends the nested call: the dependences of its outcomes become dependences of the outcome around it. */
  resume(inner: References): void {
    for (const loop of inner.#loops ?? []) this.#noteLoop(loop);
  }

  #noteLoop(loop: Followed): void {
    this.#loops ??= new Set();
    this.#loops.add(loop);
  }

  /** The number of nested references to `use`, of those with a `maxdepth`, that are being followed now. */
  depthOf(use: unknown): number {
    return this.#depths?.get(use) ?? this.#initialDepth;
  }

  setDepthOf(use: unknown, depth: number): void {
    this.#depths ??= new Map();
    this.#depths.set(use, depth);
  }

  /** Returns whether one more reference to `use` may be followed if `most` is its `maxdepth`. */
  allows(use: unknown, most: number): boolean {
    const more = most - this.depthOf(use);
    this.#note(use, more > 0 ? Number.NEGATIVE_INFINITY : more, more > 0 ? more - 1 : Number.POSITIVE_INFINITY);
    return more > 0;
  }

  /** Records that the current outcome stays the same only while the depth changes by `least` to `greatest`. */
  #note(use: unknown, least: number, greatest: number): void {
    this.#slack ??= new Map();
    const known = this.#slack.get(use);
    this.#slack.set(use, {
      use,
      least: Math.max(least, known?.least ?? Number.NEGATIVE_INFINITY),
      greatest: Math.min(greatest, known?.greatest ?? Number.POSITIVE_INFINITY),
    });
  }

  /** Begins an outcome that may be reused at other depths. Returns the argument of `endOutcome`. */
  beginOutcome(): Noted {
    const outer = { slack: this.#slack, loops: this.#loops };
    this.#slack = this.#loops = undefined;
    return outer;
  }

  /**
   * Ends the outcome.
   * @param outer the result of `beginOutcome`; undefined if no reference was followed before.
   * @returns its dependence, if it has any: references that it followed itself have ended by now.
   */
  endOutcome(outer: Noted = NOTHING): Dependence | undefined {
    const loops = [...(this.#loops ?? [])].filter((loop) => this.#leadsBackTo(loop) !== undefined);
    const ranges = [...(this.#slack?.values() ?? [])].map(({ use, least, greatest }) => {
      const depth = this.depthOf(use);
      return { use, least: depth + least, greatest: depth + greatest };
    });
    this.#slack = outer.slack;
    this.#loops = outer.loops;
    if (ranges.length + loops.length === 0) return undefined;
    const dependence = { ranges, loops };
    this.reuse(dependence);
    return dependence;
  }

  /** Returns whether an outcome with that dependence holds now. */
  within({ ranges, loops }: Dependence = INDEPENDENT): boolean {
    const isWithin = ({ use, least, greatest }: DepthRange): boolean => {
      const depth = this.depthOf(use);
      return least <= depth && depth <= greatest;
    };
    return ranges.every(isWithin) && loops.every((loop) => this.#leadsBackTo(loop) !== undefined);
  }

  /** Adds the dependence of a reused outcome to the current outcome. */
  reuse({ ranges, loops }: Dependence = INDEPENDENT): void {
    for (const loop of loops) this.#noteLoop(this.#leadsBackTo(loop) ?? loop);
    for (const { use, least, greatest } of ranges) {
      const depth = this.depthOf(use);
      this.#note(use, least - depth, greatest - depth);
    }
  }

  /**
   * Begins to follow a reference.
   * @returns false if it would never end: it leads back to itself on the same level with the same input, or with a
   *   copy, as made by validators that keep the structure of their input. Otherwise call `leave` when done.
   */
  enter(target: Checker, input: unknown, level: number): boolean {
    const reference = { target, input, level };
    const loop = this.#leadsBackTo(reference);
    if (loop !== undefined) {
      this.#noteLoop(loop);
      return false;
    }
    this.#followed ??= [];
    this.#followed.push(reference);
    return true;
  }

  /** The followed reference that is the same as this one. */
  #leadsBackTo({ target, input, level }: Followed): Followed | undefined {
    const followed = this.#followed ?? [];
    if (followed.at(-1)?.level !== level) return undefined;
    const keepsStructure = resultFormOf(target) === "input";
    for (let index = followed.length - 1; index >= 0; index--) {
      const other = followed[index] as Followed;
      if (other.level !== level) return undefined;
      if (other.target === target && (keepsStructure || Object.is(other.input, input))) return other;
    }
    return undefined;
  }

  /** Ends what `enter` has begun. */
  leave(): void {
    this.#followed?.pop();
  }

  mark(): ReferencesMark {
    return { depths: this.#depths && new Map(this.#depths), followed: this.#followed?.length ?? 0 };
  }

  /** @param thrown true if a check has thrown, and so has not restored the depths. */
  restore({ depths, followed }: ReferencesMark = UNFOLLOWED, thrown: boolean): void {
    if (this.#followed !== undefined) this.#followed.length = followed;
    if (thrown) this.#depths = depths;
  }
}
