/** Remembers results within a call: nodes that run others twice would take time that grows exponentially with depth. */
import { FREE_WASTE } from "../core/report/work.ts";
import type { LimitedReport } from "./limits.ts";
import type { Node } from "./report.ts";

/** The result of a node for a value on one level of the input: limits of depth may decide. */
interface Known {
  readonly schemaDepth: number;
  readonly strict: boolean;
  readonly result: unknown;
}

export class Memo {
  /** Work units that remembered results might save. */
  #wasted = 0;
  /** Results by node, level and value. A value that contains itself is on many levels. */
  readonly #known = new Map<Node, Map<unknown, Known>[]>();

  waste(steps: number): void {
    this.#wasted += steps;
  }

  /** The result of a node for a value; undefined if it is not known. */
  recall(node: Node, input: unknown, report: LimitedReport): unknown {
    // A result says nothing of evaluated members.
    if (report.references !== undefined || report.evaluated !== undefined) return undefined;
    const { depth, schemaDepth, strict } = report;
    const known = this.#known.get(node)?.[depth]?.get(input);
    return known?.schemaDepth === schemaDepth && known.strict === strict ? known.result : undefined;
  }

  remember(node: Node, input: unknown, report: LimitedReport, result: unknown): void {
    if (typeof input !== "object" || input === null || report.exhausted) return;
    if (this.#wasted <= FREE_WASTE + report.steps / 2) return;
    const { depth, schemaDepth, strict } = report;
    const levels = this.#known.get(node) ?? [];
    this.#known.set(node, levels);
    levels[depth] ??= new Map();
    levels[depth].set(input, { schemaDepth, strict, result });
  }
}

export function memoOf(report: LimitedReport): Memo {
  report.memo ??= new Memo();
  return report.memo as Memo;
}
