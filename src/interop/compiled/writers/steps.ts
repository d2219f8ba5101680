/** Validators that give the value itself to others: Nullable, Optional, Default, Fallback, AllOf, LazyRef. */
import { rulesOf } from "../../../core/builtin.ts";
import type { ChainModel, ClosedModel, NullableModel, ReferenceModel } from "../../../core/models/steps.ts";
import { isDefault } from "../../../core/params/default.ts";
import { isApplied, rolesOf } from "../../../core/schemas/checker.ts";
import { resultFormOf } from "../../../core/schemas/graph.ts";
import type { Validator } from "../../../core/validator.ts";
import { ownValue } from "../../../values/input.ts";
import type { Doc } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import type { NodeWriter } from "../nodes.ts";
import { wordsForCode } from "../words.ts";
import { readItems } from "./arrays.ts";

/** The parameters of a validator around another. */
interface Wrapping {
  readonly item: Validator;
  readonly value?: unknown;
}

export function nullable(writer: NodeWriter, validator: Validator): Doc {
  return writer.run("nullable", writer.inner(writer.model<NullableModel>(validator).item, "item"));
}

export function optional(writer: NodeWriter, validator: Validator): Doc {
  const { item, ...others } = writer.given<Wrapping>(validator);
  writer.declineOthers(validator, others);
  return writer.run("mayBeUndefined", writer.inner(item, "item"));
}

export function withDefault(writer: NodeWriter, validator: Validator): Doc {
  const { item, value, ...others } = writer.given<Wrapping>(validator);
  writer.declineOthers(validator, others);
  if (!isDefault(validator)) writer.decline("this Default");
  return writer.run("withDefault", writer.inner(item, "item"), writer.defaultOf("Default", value, "value"));
}

export function allOf(writer: NodeWriter, validator: Validator): Doc {
  const { steps, all_errors } = writer.model<ChainModel>(validator);
  if (all_errors) writer.declineParam(validator, "all_errors");
  const docs = steps.map((step, index) => {
    const doc = writer.inner(step, "steps", index);
    const next = steps[index + 1];
    return next === undefined || isApplied(next) ? doc : handingOn(writer, step, doc);
  });
  return writer.run("chain", ...docs);
}

/** The result of a validator goes to another of the same value, which may read what the object does not list. */
export const handingOn = (writer: NodeWriter, validator: Validator, doc: Doc): Doc =>
  handsOn(writer, validator) ? writer.run("handingOn", doc) : doc;

/** Whether the next validator gets what an object has, but does not list: it may be in a copy. */
export const handsOn = (writer: NodeWriter, validator: Validator): boolean =>
  !writer.settings.isPlain &&
  !isApplied(validator) &&
  rulesOf(validator) === undefined &&
  resultFormOf(validator) === "input";

export function closed(writer: NodeWriter, validator: Validator): Doc {
  const { item, rest } = writer.model<ClosedModel>(validator);
  readItems(writer);
  writer.texts.message("forbidden_key");
  const doc = writer.inner(item, "item");
  const text = wordsForCode(validator, "forbidden_key");
  const args = [
    rest === undefined ? "undefined" : writer.inside(rest, "rest"),
    ...(text ? [quoted(String(text))] : []),
  ];
  return writer.run("closed", doc, ...(rest === undefined && text === undefined ? [] : args));
}

export function fallback(writer: NodeWriter, validator: Validator): Doc {
  const { item, value, ...others } = writer.given<Wrapping>(validator);
  writer.declineOthers(validator, others);
  return writer.run("fallback", writer.inner(item, "item"), writer.defaultOf("Fallback", value, "value"));
}

export function lazyRef(writer: NodeWriter, validator: Validator): Doc {
  const { target } = writer.model<ReferenceModel>(validator);
  if (target === undefined) return writer.decline("its reference leads nowhere");
  if (containsItsValue(target)) writer.decline("it leads to itself for the same value");
  return reference(writer, validator, target);
}

/** A reference that leads to a validator, or to the encoder of one. */
export function reference(writer: NodeWriter, validator: Validator, target: Validator): Doc {
  const use = ownValue(validator, "use");
  const maxdepth = ownValue(validator, "maxdepth");
  // Nodes are made once, not by each call.
  writer.repeated.add(target);
  const doc: Doc = writer.around.has(target) ? `() => ${writer.nameAround(target)}` : ["() => ", writer.inner(target)];
  if (maxdepth === undefined) return writer.run("lazy", doc);
  if (!writer.references.has(use)) writer.references.set(use, writer.references.size);
  return writer.run("limitedLazy", doc, String(maxdepth), String(writer.references.get(use)));
}

/** Whether a validator passes a value to itself: not a member of it. */
function containsItsValue(validator: Validator): boolean {
  const met = new Set<unknown>();
  const pending: unknown[] = [...(rolesOf(validator)?.same ?? [])];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (one === validator) return true;
    if (met.has(one)) continue;
    met.add(one);
    pending.push(...(rolesOf(one as Validator)?.same ?? []));
  }
  return false;
}
