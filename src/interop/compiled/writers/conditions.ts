/** Not and If. */
import { type Clause, isSaid } from "../../../core/errors/clauses.ts";
import type { ConditionalModel, NegationModel } from "../../../core/models/steps.ts";
import { clauseOf } from "../../../core/rules/clause.ts";
import type { Validator } from "../../../core/validator.ts";
import { ownValue } from "../../../values/input.ts";
import { array, type Doc, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { NodeWriter } from "../nodes.ts";

export function not(writer: NodeWriter, validator: Validator): Doc {
  const { item } = writer.model<NegationModel>(validator);
  writer.texts.message("forbidden_value");
  const clause = clauseOf(item);
  const doc = writer.inner(item, "item");
  return isSaid(clause) ? writer.run("not", doc, reason(writer, clause, true)) : writer.run("not", doc);
}

export function either(writer: NodeWriter, validator: Validator): Doc {
  const { condition, consequent, alternate } = writer.model<ConditionalModel>(validator);
  return writer.run("either", ...eitherDocs(writer, condition, validator, [consequent, alternate]));
}

/**
 * The condition of an `If`, and its branches.
 * @param of the If, whose condition is described.
 */
export function eitherDocs(
  writer: NodeWriter,
  condition: Validator,
  of: Validator,
  branches: readonly (Validator | undefined)[],
): Doc[] {
  const said = ownValue(of, "condition") as Validator;
  const docs = branches.map((branch, index) => {
    const met = index === 0;
    const why = reason(writer, clauseOf(said, met), met, "if");
    return array(branch === undefined ? [why] : [why, writer.inner(branch, met ? "consequent" : "alternate")]);
  });
  return [writer.inner(condition, "condition"), ...docs];
}

/** @param of the class whose condition it is, if one that is not described should be mentioned. */
function reason(writer: NodeWriter, clause: Clause, met: boolean, of?: string): Doc {
  writer.texts.message("because");
  const isDescribed = isSaid(clause);
  const args: Doc[] = [String(met), of === undefined ? "undefined" : quoted(of)];
  // What says something of a secret is not said.
  if (!isDescribed || writer.settings.hides) writer.texts.reason(met ? "met" : "not_met");
  return writer.run("reason", ...args, ...(isDescribed ? [clauseDoc(writer, clause)] : []));
}

function clauseDoc(writer: NodeWriter, clause: Clause): Doc {
  if (!("about" in clause)) {
    const clauses = array(clause.clauses.map((one) => clauseDoc(writer, one)));
    return object([member("join", quoted(clause.join)), member("clauses", clauses)]);
  }
  const { about, path, holds, expected } = clause;
  if (about === "more") return writer.use("MORE");
  const key = { there: "there", matches: "matches", is: "is", type: "is", limit: "is" }[about];
  writer.texts.reason(holds ? key : (`not_${key}` as string).replace("not_is", "is_not"), "whole");
  if (about === "type") writer.texts.typeNamed(String(expected));
  const more = expected === undefined ? [] : [member("expected", writer.data(expected))];
  return object([
    member("about", quoted(about)),
    member("path", writer.data([...path])),
    member("holds", String(holds)),
    ...more,
  ]);
}
