/** Why rules apply, in messages: the condition of an `If`, and what a `Not` excludes. */
import { type Clause, ConditionReason, more } from "../core/errors/clauses.ts";
import { isStep, type PathNode, REASON } from "../core/errors/context.ts";
import type { Condition } from "../core/errors/issue.ts";
import { conditionOf, type Phrases, type Reason } from "../core/errors/reason.ts";
import { withoutStop } from "../core/errors/shown.ts";
import { plain, visible } from "../values/text.ts";
import { quotedValue } from "./leaves.ts";
import type { Failure, Report, Texts, Write } from "./report.ts";
import { fill, isolated, rulesInUse, typeNames } from "./texts.ts";

/**
 * @param of the class whose condition it is, if one that is not described should be mentioned.
 * @param clause what it says; undefined if it is not described.
 */
/*#__NO_SIDE_EFFECTS__*/ export const reason = (met: boolean, of: string | undefined, clause?: Clause): Reason =>
  new ConditionReason(clause === undefined ? more : () => clause, { met, ...(of && { of }) });

function join(type: "disjunction" | "conjunction", items: readonly string[]): string {
  const isAll = type === "conjunction";
  const rules = rulesInUse();
  if (rules !== undefined) return isAll ? rules.all(items) : rules.list(items, false);
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} ${isAll ? "and" : "or"} ${items.at(-1)}`;
}

const phrasesIn = (texts: Texts): Phrases => ({
  reason: (key, values) => fill(texts.reasons?.[key], values),
  value: quotedValue,
  type: typeNames(texts),
  name: (name) => isolated(visible(plain(name))),
  join,
});

function conditionIn({ path, reasons = [] }: Failure, texts: Texts): Condition | undefined {
  const context: PathNode[] = [];
  for (let at = path; at !== undefined; at = at.inner) context.push(at.key);
  const all = reasons.toReversed().map(([one, length]) => [one as Reason, context.length - length] as const);
  for (const [index, node] of context.entries())
    if (isStep(node) && node[REASON] !== undefined) all.push([node[REASON] as Reason, index]);
  return conditionOf(all, context, phrasesIn(texts));
}

/** Says why the rule applies, around a message. */
function around(write: Write): Write {
  const explained = (failure: Failure, texts: Texts): string => {
    const message = write(failure, texts);
    const why = conditionIn(failure, texts)?.text;
    return why === undefined ? message : fill(texts.messages.because, { message: withoutStop(message), reason: why });
  };
  const more: Write["more"] = (failure, texts) => {
    const condition = conditionIn(failure, rulesInUse()?.textsFor(texts) ?? texts);
    return condition && { condition };
  };
  return Object.assign(explained, { reason: { of: write, around, conditionOf: conditionIn }, more });
}

/**
 * Has the messages of the failures since `since` say why their rules apply.
 * @param why that of the value being checked; undefined if it is in the paths.
 */
export function because(report: Report, since: number, why?: unknown): void {
  for (const failure of report.failures.slice(since)) {
    if (failure.write.reason === undefined) failure.write = around(failure.write);
    if (why !== undefined) failure.reasons = [...(failure.reasons ?? []), [why, failure.path?.length ?? 0]];
  }
}
