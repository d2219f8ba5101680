/** List and Tuple. */
import { rulesOf as leafOf } from "../../../core/builtin.ts";
import { encodedBy } from "../../../core/encode/encoder.ts";
import type { ListModel, TupleModel } from "../../../core/models/array.ts";
import { modelIn } from "../../../core/models/index.ts";
import type { AnyArrayRule } from "../../../core/rules/index.ts";
import { takesAny } from "../../../core/rules/leaf.ts";
import { resultFormOf } from "../../../core/schemas/graph.ts";
import type { Validator } from "../../../core/validator.ts";
import { array, type Doc, type Member, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, NodeWriter, WriteEncoder } from "../nodes.ts";
import { wordsForCode } from "../words.ts";

export function list(writer: NodeWriter, validator: Validator): Doc {
  const model = writer.model<ListModel>(validator);
  const { item, minlen, maxlen, prefix, sort, sort_key, evaluates } = model;
  readItems(writer);
  const lengths = writer.lengths(minlen, maxlen);
  const rules = [
    prefix.length > 0 && member("prefix", array(prefix.map((one, index) => writer.inside(one, "prefix", index)))),
    ...wholeOf(writer, model),
    sort !== undefined && member("sort", String(sort)),
    sort_key !== undefined && member("sort_key", writer.functionOf(sort_key as AnyFunction, "sort_key")),
  ].filter((one) => one !== false);
  const isAlike = resultFormOf(validator) === "input" ? [member("isAlike", "true")] : [];
  const doc =
    rules.length === 0
      ? writer.run("list", writer.member(item, "item"), ...lengths)
      : writer.run("listWith", writer.inside(item, "item"), object([...lengthsOf(model), ...rules, ...isAlike]));
  const leaf = leafOf(encodedBy(item));
  const isAll = evaluates || leaf === undefined || !takesAny(leaf);
  return loggingItems(writer, doc, isAll ? undefined : prefix.length);
}

/** @param first as many items are evaluated; undefined for all. */
export function loggingItems(writer: NodeWriter, doc: Doc, first?: number): Doc {
  if (!writer.settings.logs) return doc;
  return writer.run("logItems", doc, ...(first === undefined ? [] : [String(first)]));
}

const lengthsOf = ({ minlen, maxlen }: ListModel): Member[] =>
  Object.entries({ minlen, maxlen }).flatMap(([name, one]) => (one === undefined ? [] : [member(name, String(one))]));

/** What is asked of all items together, and what the result is made of. */
function wholeOf(writer: NodeWriter, { as, rules, unique, validator }: ListModel): Member[] {
  const written = rules.map((rule) => {
    const { write, code } = (RULES[rule.kind] as ListRule | undefined) ?? writer.declineParam(validator, rule.kind);
    const text = code === undefined ? undefined : wordsForCode(validator, code);
    const texts = text === undefined ? [] : [member(String(code), quoted(String(text)))];
    return { rule: member(rule.kind, write(writer, rule)), texts };
  });
  const texts = written.flatMap((one) => one.texts);
  return [
    as !== undefined && member("as", writer.run("typed", quoted(as))),
    ...written.map(({ rule }) => rule),
    texts.length > 0 && member("texts", object(texts)),
    unique && member("unique", "true"),
  ].filter((one) => one !== false);
}

/** How a rule is written, and the code of its errors if the list may have a text of its own for them. */
interface ListRule<R = AnyArrayRule> {
  readonly code?: string;
  write(writer: NodeWriter, rule: R): Doc;
}

/** By kind. A list with any other is declined. */
const RULES: { readonly [K in AnyArrayRule["kind"]]?: ListRule<Extract<AnyArrayRule, { kind: K }>> } = {
  contains: { write: containsRule },
  unique_items: {
    code: "duplicate_item",
    write(writer) {
      writer.texts.message("duplicate_item");
      return "true";
    },
  },
  ascending: {
    code: "min_value",
    write(writer, { by }) {
      writer.texts.message("min_value", "min_time");
      return by === undefined ? "true" : writer.functionOf(by as AnyFunction, "ascending");
    },
  },
};

function containsRule(writer: NodeWriter, { item, min, max }: NonNullable<ListModel["contains"]>): Doc {
  writer.texts.message("min_length", "max_length");
  writer.texts.unit("match");
  const isLimited = max !== Number.POSITIVE_INFINITY;
  const limits = isLimited ? [String(min), String(max)] : min === 1 ? [] : [String(min)];
  return writer.run("contains", writer.inside(item as Validator, "contains"), ...limits);
}

export const listEncoder: WriteEncoder = (writer, { of, parts }) => {
  const [list] = parts as readonly Validator[];
  readItems(writer);
  writer.texts.message("min_length");
  const model = modelIn<ListModel>(of);
  const rules = object([...lengthsOf(model), ...wholeOf(writer, model)]);
  return writer.run("listEncoder", writer.inner(list as Validator), rules);
};

export function tuple(writer: NodeWriter, validator: Validator): Doc {
  const { items, rest, least, filled, isFixed } = writer.model<TupleModel>(validator);
  readItems(writer);
  writer.texts.message(...(isFixed ? ["tuple_length"] : ["min_length", "max_length"]));
  const rules = [
    rest !== undefined && member("rest", writer.inside(rest, "rest")),
    least !== items.length && member("least", String(least)),
    filled !== least && member("filled", String(filled)),
  ].filter((one) => one !== false);
  const docs = items.map((item, index) => writer.inside(item, "items", index));
  return loggingItems(writer, writer.run("tuple", array(docs), ...(rules.length > 0 ? [object(rules)] : [])));
}

/** Any array may be too long. */
export function readItems(writer: NodeWriter): void {
  writer.texts.type();
  writer.texts.message("max_length");
  writer.texts.unit("item");
}

/** Values are copied as JSON. */
export function readsJson(writer: NodeWriter): void {
  readItems(writer);
  writer.writesBigints();
}
