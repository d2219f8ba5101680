/** One call of a compiled validator: its failures, and the counters that bound it, whose limits are the library's. */
import type { PathNode } from "../core/errors/context.ts";
import type { Alternative } from "../core/errors/issue.ts";

import type { Ids } from "../values/ids.ts";

/** The result of a value that is refused: the report says why. The mark is the library's: functions can return it. */
export const FAILED: unique symbol = Symbol.for("validlib.failed");

/** Checks a value. Returns the result, or FAILED after it has recorded why. */
export type Node = (input: unknown, report: Report) => unknown;

/** Keys, indexes and markers from a value to the failing one, outermost first. They share their ends. */
export interface Path {
  readonly key: PathNode;
  readonly inner: Path | undefined;
  readonly length: number;
}

/** A text; or one for each plural form, `one` and `other` in English. */
export type Text = string | (Readonly<Record<string, string | undefined>> & { readonly other: string });

/** The texts of one language, by the keys of `Locale`. */
export interface Texts {
  readonly messages: Readonly<Record<string, Text | undefined>>;
  readonly types?: Readonly<Record<string, string | undefined>>;
  readonly units?: Readonly<Record<string, Text | undefined>>;
}

/** Writes the message of a failure. */
export type Write = (failure: Failure, texts: Texts) => string;

/** One failure. */
export interface Failure {
  readonly code: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** Writes the message, unless there is `text`. */
  readonly write: Write;
  /** The text or number itself, where `actual` is its type. */
  readonly given?: unknown;
  /** What a length counts. */
  readonly unit?: string | undefined;
  /** A message that the schema, or one of its functions, has for it. */
  text?: string | undefined;
  readonly params?: object | undefined;
  /** The step of a union that it belongs to. */
  readonly alternative?: Alternative | undefined;
  path?: Path | undefined;
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

const MAX_DEPTH = 512;
const MAX_SCHEMA_DEPTH = 4 * (MAX_DEPTH + 1);
const MAX_ERRORS = 10_000;
const MAX_PATH_NODES = 100 * MAX_ERRORS;
/** See `core/report/work.ts`. */
const FREE_STEPS = 200_000;
const STEPS_PER_BYTE = 32;
const STEPS_PER_MEMBER = 4 * STEPS_PER_BYTE;
const REMEMBERED_STEPS = 64;

/** The message of a limit of calls. */
export const limited: Write = ({ code, expected }, { messages }) =>
  String(messages[code]).replace("{expected}", String(expected));

export class Report {
  readonly failures: Failure[] = [];
  /** There was a failure beyond the most that are kept: containers stop. */
  truncated = false;
  exhausted = false;
  depth = 0;
  /** The number of validators inside each other. */
  schemaDepth = 0;
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
  /** The call is `is`: what a call would convert is refused. */
  readonly #guards: boolean;
  readonly #schemaSize: number;
  readonly bytes: number | undefined;
  /** Work units so far. */
  steps = 0;
  #allowed = FREE_STEPS;
  /** The lengths of all paths. */
  #nodes = 0;
  #met: (object | number)[] | undefined;
  #seen: Set<object> | undefined;

  /**
   * @param schemaSize the number of validators in the schema.
   * @param bytes the size of the JSON text that the value comes from.
   */
  constructor(schemaSize: number, guards = false, bytes?: number) {
    this.#schemaSize = schemaSize;
    this.#guards = guards;
    this.bytes = bytes;
    this.errorBudget = guards ? 0 : MAX_ERRORS;
  }

  /** The value comes from JSON text, whose numbers may have lost digits. */
  get isText(): boolean {
    return this.bytes !== undefined;
  }

  /** Whether implicit conversions, as of a Map or a bigint, are refused. */
  get strict(): boolean {
    return this.#guards && this.derived === 0;
  }

  /** Records a failure at the value being checked. */
  fail(write: Write, code: string, expected?: unknown, actual?: unknown, more?: object): typeof FAILED {
    if (this.failures.length < this.errorBudget) this.failures.push({ code, expected, actual, write, ...more });
    else this.truncated = true;
    return FAILED;
  }

  /** Prepends a key to the paths of all failures since there were so many. */
  under(key: PathNode, since: number): void {
    const paths = this.unions?.paths;
    const added = this.failures.length - since;
    // Their paths must not take more memory than the input.
    if (this.#nodes + added > MAX_PATH_NODES || paths?.hasRoomFor(added) === false)
      this.rollback(Math.max(this.failures.length >> 1, since + 1), true);
    this.#addNodes(this.failures.length - since);
    for (let index = since; index < this.failures.length; index++) {
      const failure = this.failures[index] as Failure;
      const { path: inner } = failure;
      failure.path = { key, inner, length: 1 + (inner?.length ?? 0) };
    }
  }

  /** Drops the failures since there were so many. `truncated` is its value at that time. */
  rollback(since: number, truncated: boolean): void {
    if (since >= this.failures.length) return;
    for (const { path } of this.failures.splice(since)) this.#addNodes(-(path?.length ?? 0));
    this.truncated = truncated || this.exhausted;
  }

  #addNodes(nodes: number): void {
    this.#nodes += nodes;
    this.unions?.paths.add(nodes);
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
  enter(nesting: 0 | 1, members: number, container?: object): boolean {
    if (!this.#take(1 + members, this.derived === 0 ? container : undefined)) return false;
    const isTooDeep = this.depth + nesting > MAX_DEPTH;
    if (isTooDeep || this.schemaDepth >= MAX_SCHEMA_DEPTH) {
      const most = isTooDeep ? MAX_DEPTH : MAX_SCHEMA_DEPTH;
      this.fail(limited, "recursion_max_depth", most, most + 1);
      if (!isTooDeep) this.exhausted = this.truncated = true;
      return false;
    }
    this.depth += nesting;
    this.schemaDepth++;
    return true;
  }

  leave(nesting: 0 | 1): void {
    this.depth -= nesting;
    this.schemaDepth--;
  }

  /** Runs a validator on the value of the call. */
  run(node: Node, value: unknown): unknown {
    const result = node(value, this);
    if (!this.exhausted) return result;
    if (this.failures.length === 0) this.failures.push(this.#workLimit());
    return FAILED;
  }

  #workLimit(): Failure {
    return { code: "work_limit", expected: this.#allowed, actual: this.#allowed + 1, write: limited };
  }

  #take(steps: number, container: object | undefined): boolean {
    this.steps += steps;
    if (container !== undefined && this.bytes === undefined) {
      if (this.#seen !== undefined) this.#countOnce(container, steps);
      else if (steps > REMEMBERED_STEPS || this.steps > this.#allowed) {
        this.#met ??= [];
        this.#met.push(container, steps);
      }
    }
    if (!this.exhausted && this.steps > this.#allowed) this.#extend();
    this.truncated ||= this.exhausted;
    return !this.exhausted;
  }

  /** Raises the limit to what the sizes of input and schema warrant. */
  #extend(): void {
    if (this.bytes !== undefined) this.#allowed = FREE_STEPS + STEPS_PER_BYTE * this.#schemaSize * this.bytes;
    else if (this.#seen === undefined) {
      this.#seen = new Set();
      this.#allowed += STEPS_PER_MEMBER * this.#schemaSize;
      const met = this.#met ?? [];
      for (let at = 0; at < met.length; at += 2) this.#countOnce(met[at] as object, met[at + 1] as number);
    }
    this.exhausted = this.steps > this.#allowed;
  }

  #countOnce(container: object, members: number): void {
    const seen = this.#seen as Set<object>;
    if (seen.has(container)) return;
    seen.add(container);
    this.#allowed += members * STEPS_PER_MEMBER * this.#schemaSize;
  }
}

/** The keys and indexes of a failure. */
export function pathOf({ path }: Failure): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.inner) if (typeof at.key !== "object") keys.push(at.key);
  return keys;
}
