/** What a validator knows of a value whose text has not ended. */
import type { PathNode } from "../errors/context.ts";
import type { Failed, Report } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";

/** The JSON types whose values may be read in part. */
export type OpenType = "array" | "object" | "string";

/** What decides on a member by itself. */
export interface OpenMember {
  readonly validator: Checker;
  /** Its fast path: the result of a value, or FAILED if the check of the validator has to decide. */
  readonly quick?: ((value: unknown) => unknown) | undefined;
  /** The key or index in the result. */
  readonly name: string | number;
  /** A value without members may count as missing: null, or an empty text. */
  readonly mayBeAbsent?: boolean | undefined;
  /** What paths have behind the key. */
  readonly node?: PathNode | undefined;
}

/**
 * A value that has begun. Only what no continuation of the text can change may be said of it: what is not known waits
 * until the value ends, when the check of the validator decides.
 */
export interface Opened {
  /** What paths have before the key of a member, outermost first. */
  readonly nodes: readonly PathNode[];
  /** The members so far have the type of the result. */
  readonly shows: boolean;
  /** Every value is valid, and its own result. */
  readonly isAsIs?: true;
  /** The errors of members need not be those of the value. */
  readonly isQuiet?: true;
  /** What decides on a member; undefined if that is not known before it ends. */
  member?(key: string | number): OpenMember | undefined;
  /** Checks a member of an object that `member` does not know. Returns an object of its result. */
  validate?(key: string, value: unknown, report: Report): unknown;
  /** The key whose value decides more. */
  readonly tag?: string | undefined;
  /** What is known of an object with this tag: FAILED, and the reason reported, if no object may have it. */
  decide?(tag: unknown, report: Report): Opened | Failed | undefined;
  /**
   * Whether no text that begins with this one is valid.
   * @param points the number of its code points, or a few less.
   */
  refuses?(text: string, points: number): boolean;
}

/** Returns what a validator knows of a value of that type which has begun; undefined if that is nothing. */
export type Open = (validator: Checker) => Opened | undefined;

/** The method of built-in validators that says what they know of a value which has begun. */
export const OPEN: unique symbol = Symbol("open");

/** A validator that has it. */
export interface Opening extends Checker {
  /** @param open asks another validator that gets the same value. */
  [OPEN](type: OpenType, open: Open): Opened | undefined;
}

/** As `opened`, with changes that also apply to what its tag decides. */
export function alteredOpened(
  opened: Opened | undefined,
  alter: (opened: Opened) => Partial<Opened>,
): Opened | undefined {
  if (opened === undefined) return undefined;
  const altered: Opened = { ...opened, ...alter(opened) };
  const { decide } = opened;
  if (decide === undefined) return altered;
  return {
    ...altered,
    decide(tag, report) {
      const decided = decide(tag, report);
      return typeof decided === "object" ? alteredOpened(decided, alter) : decided;
    },
  };
}

/** The value so far: each key may be missing still, an array may go on, and a text may be the beginning of one. */
export type PartialOf<T> = unknown extends T
  ? T
  : T extends Whole
    ? T
    : T extends readonly unknown[]
      ? number extends T["length"]
        ? { [Index in keyof T]: PartialOf<T[Index]> }
        : { [Index in keyof T]?: PartialOf<T[Index]> }
      : T extends object
        ? { [Key in keyof T]?: PartialOf<T[Key]> }
        : T;
/** Objects that are there as a whole or not at all. */
type Whole = { readonly [Symbol.toStringTag]: string } | Date | RegExp | ((...args: never[]) => unknown);
