/**
 * The counters that bound a call, whose limits are those of the library: for schemas that contain themselves, lists, or
 * unions. Nothing else takes more than its size, and that of the value.
 */
import type { PathNode } from "../core/errors/context.ts";
import { DEFAULT_MAX_DEPTH, MAX_SCHEMA_DEPTH } from "../core/report/limits.ts";
import { FREE_STEPS, REMEMBERED_STEPS, STEPS_PER_BYTE, STEPS_PER_MEMBER } from "../core/report/work.ts";
import { FAILED, type Failure, type Node, Report, type Schema, type Write } from "./report.ts";

/** A hundred keys for each of the most failures. */
const MAX_PATH_NODES = 1_000_000;

/** The message of a limit of calls. */
export const limited: Write = ({ code, expected }, { messages }) =>
  String(messages[code]).replace("{expected}", String(expected));

export class LimitedReport extends Report {
  depth = 0;
  /** A limit of depth was exceeded, even if another step accepted the value. */
  tooDeep = false;
  /** What nodes that run others twice remember: see `memo.ts`. */
  memo: unknown;
  /** The keys and indexes of the value that nodes have looked at, for a `closed` around it: see `closed.ts`. */
  evaluated: unknown[] | undefined;
  /** The number of validators inside each other. */
  schemaDepth = 0;
  /** Work units so far. */
  steps = 0;
  readonly #schemaSize: number;
  #allowed = FREE_STEPS;
  /** The lengths of all paths. */
  #nodes = 0;
  #met: (object | number)[] | undefined;
  #seen: Set<object> | undefined;

  constructor(schema: Schema, guards = false, bytes?: number) {
    super(schema, guards, bytes);
    this.#schemaSize = schema.size;
  }

  override under(key: PathNode, since: number): void {
    const paths = this.unions?.paths;
    const added = this.failures.length - since;
    // Their paths must not take more memory than the input.
    if (this.#nodes + added > MAX_PATH_NODES || paths?.hasRoomFor(added) === false)
      this.rollback(Math.max(this.failures.length >> 1, since + 1), true);
    this.#addNodes(this.failures.length - since);
    super.under(key, since);
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

  override enter(nesting: 0 | 1, members: number, container?: object): boolean {
    if (!this.#take(1 + members, this.derived === 0 ? container : undefined)) return false;
    const isTooDeep = this.depth + nesting > DEFAULT_MAX_DEPTH;
    if (isTooDeep || this.schemaDepth >= MAX_SCHEMA_DEPTH) {
      const most = isTooDeep ? DEFAULT_MAX_DEPTH : MAX_SCHEMA_DEPTH;
      this.tooDeep = true;
      this.fail(limited, "recursion_max_depth", most, most + 1);
      if (!isTooDeep) this.exhausted = this.truncated = true;
      return false;
    }
    this.depth += nesting;
    this.schemaDepth++;
    return true;
  }

  override counts(members: number, container: object): boolean {
    return this.bytes !== undefined || this.#take(members, this.derived === 0 ? container : undefined);
  }

  override leave(nesting: 0 | 1): void {
    this.depth -= nesting;
    this.schemaDepth--;
  }

  override run(node: Node, value: unknown): unknown {
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
