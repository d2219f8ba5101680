/** One call of a compiled validator: its failures, and the counters that bound it, whose limits are the library's. */
import type { PathNode } from "../core/errors/context.ts";
import type { Alternative, Condition } from "../core/errors/issue.ts";
import { DEFAULT_MAX_ERRORS } from "../core/report/limits.ts";
import type { Ids } from "../values/ids.ts";
import type { Path } from "./path.ts";
import type { Values } from "./values.ts";

/** The result of a value that is refused: the report says why. The mark is the library's: functions can return it. */
export const FAILED: unique symbol = Symbol.for("validlib.failed");

/** Checks a value. Returns the result, or FAILED after it has recorded why. */
export type Node = (input: unknown, report: Report) => unknown;

/** A text; or one for each plural form, `one` and `other` in English. */
export type Text = string | (Readonly<Record<string, string | undefined>> & { readonly other: string });

/** The texts of one language, by the keys of `Locale`. */
export interface Texts {
  readonly messages: Readonly<Record<string, Text | undefined>>;
  readonly types?: Readonly<Record<string, string | undefined>>;
  readonly units?: Readonly<Record<string, Text | undefined>>;
  readonly reasons?: Readonly<Record<string, Text | undefined>>;
  /** Messages without the value, where they are others. */
  readonly hidden?: Readonly<Record<string, Text | undefined>>;
}

/** Writes the message of a failure. */
export interface Write {
  (failure: Failure, texts: Texts): string;
  /** That it also says why the rule applies: see `reasons.ts`. */
  readonly reason?: {
    /** What writes the message without that. */
    readonly of: Write;
    /** Says it around another message. */
    readonly around: (write: Write) => Write;
    readonly conditionOf: (failure: Failure, texts: Texts) => Condition | undefined;
  };
  /** Writes another message without the value: this one does. */
  readonly hidden?: (write: Write) => Write;
  /** What the issue says beside its message, in the language that is set. */
  readonly more?: (failure: Failure, texts: Texts) => MoreOfIssue | undefined;
}

/** What few issues have. */
export interface MoreOfIssue {
  readonly params?: object;
  /** The step of a union that it belongs to. */
  readonly alternative?: Alternative;
  readonly condition?: Condition;
}

/** One failure. */
export interface Failure {
  readonly code: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** Writes the message, unless there is `text`. */
  write: Write;
  /** The text or number itself, where `actual` is its type. */
  readonly given?: unknown;
  /** What a length counts. */
  readonly unit?: string | undefined;
  /** A message that the schema has for it. */
  text?: string | undefined;
  /** What a function has said of it. */
  readonly said?: string | undefined;
  /** Why the rule applies, with the number of keys and markers from the value that the reason is about. */
  reasons?: readonly (readonly [reason: unknown, length: number])[] | undefined;
  readonly more?: MoreOfIssue | undefined;
  path?: Path | undefined;
  /** The value that a function of the caller has refused, with the number of keys and markers to what is wrong. */
  input?: { readonly value: unknown; readonly length: number };
  /** The value is secret: its type only orders the issues of a union. */
  readonly hides?: { readonly valueType: string };
}

/** Puts the failures of a call in the order of its issues: see `union.ts`. */
export type Arrange = (failures: readonly Failure[], isCut: boolean, texts: Texts) => readonly Failure[];

/** What unions add to a report: see `union.ts`. */
export interface UnionState {
  readonly arrange: Arrange;
  /** Marks a step of a chain in a path: failures are ordered by their depth, too. */
  markerOf(num: number): PathNode;
  /** Bounds the lengths of all paths. */
  readonly paths: { hasRoomFor(nodes: number): boolean; add(nodes: number): void };
}

/** What a report has to know of the schema. */
export interface Schema {
  /** The number of validators in it. */
  readonly size: number;
  readonly values: Values;
}

/**
 * A call whose schema bounds what it takes: see `limits.ts` for those of any schema. Fields that it has no use for are
 * of the nodes that need limits.
 */
export class Report {
  readonly values: Values;
  readonly failures: Failure[] = [];
  /** There was a failure beyond the most that are kept: containers stop. */
  truncated = false;
  /** The work limit is exceeded. */
  exhausted = false;
  /** The number of steps around the value whose input is the result of an earlier one, or a default. */
  derived = 0;
  /** The number of failures that may be recorded now: none while a step is tried. */
  errorBudget: number;
  /** Undefined as long as no union was met. */
  unions: UnionState | undefined;
  /** The ids by which lists compare items. */
  ids: Ids | undefined;
  /** How many references with a limit are around the value, by what they refer to. */
  references: Map<unknown, number> | undefined;
  /** The size of the JSON text that the value comes from, whose numbers may have lost digits; undefined for others. */
  readonly bytes: number | undefined;
  /** The call is `is`: what a call would convert is refused. */
  guards: boolean;

  /** @param bytes the size of the JSON text that the value comes from. */
  constructor({ values }: Schema, guards = false, bytes?: number) {
    this.values = values;
    this.guards = guards;
    this.bytes = bytes;
    this.errorBudget = guards ? 0 : DEFAULT_MAX_ERRORS;
  }

  /** Whether implicit conversions, as of a Map or a bigint, are refused. */
  get strict(): boolean {
    return this.guards && this.derived === 0;
  }

  /** Records a failure at the value being checked. */
  fail(write: Write, code: string, expected?: unknown, actual?: unknown, more?: object): typeof FAILED {
    if (this.failures.length < this.errorBudget) this.failures.push({ code, expected, actual, write, ...more });
    else this.truncated = true;
    return FAILED;
  }

  /** Prepends a key to the paths of all failures since there were so many. */
  under(key: PathNode, since: number): void {
    for (let index = since; index < this.failures.length; index++) {
      const failure = this.failures[index] as Failure;
      const { path: inner } = failure;
      failure.path = { key, inner, length: 1 + (inner?.length ?? 0) };
    }
  }

  /** Checks a member. */
  member(node: Node, value: unknown, key: string | number): unknown {
    const since = this.failures.length;
    const result = node(value, this);
    if (result === FAILED) this.under(key, since);
    return result;
  }

  /** Whether anything has failed since there were so many failures. */
  failedSince(since: number): boolean {
    return this.truncated || this.failures.length > since;
  }

  /**
   * Counts one level more, with `nesting` 1 also one of the input. Returns false, and has failed, if that is too deep
   * or too much work; else `leave` has to be called.
   */
  enter(_nesting: 0 | 1, _members: number, _container?: object): boolean {
    return true;
  }

  /** Counts members of a value, whose parts may be shared. Returns false if that is too much work. */
  counts(_members: number, _container: object): boolean {
    return true;
  }

  leave(_nesting: 0 | 1): void {}

  /** Runs a validator on the value of the call. */
  run(node: Node, value: unknown): unknown {
    return node(value, this);
  }
}

/** The keys and indexes of a failure. */
export function pathOf({ path }: Failure): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = path; at; at = at.inner) if (typeof at.key !== "object") keys.push(at.key);
  return keys;
}
