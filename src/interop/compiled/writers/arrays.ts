/** List and Tuple. */
import { rulesOf as leafOf } from "../../../core/builtin.ts";
import { encodedBy } from "../../../core/encode/encoder.ts";
import type { ListModel, TupleModel } from "../../../core/models/array.ts";
import { modelOf } from "../../../core/models/index.ts";
import { takesAny } from "../../../core/rules/leaf.ts";
import { resultFormOf } from "../../../core/schemas/graph.ts";
import { paramsOf } from "../../../core/schemas/params.ts";
import type { Validator } from "../../../core/validator.ts";
import { array, type Doc, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, NodeWriter, WriteEncoder } from "../nodes.ts";
import { wordsOf } from "../words.ts";

/** Parameters that a plain list of the runtime has not. */
const MORE = [
  ...["prefix", "contains", "min_contains", "max_contains", "unique_items", "ascending", "unique", "sort", "sort_key"],
  ...["as"],
];

export function list(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "item", "nullable", "minlen", "maxlen", "evaluates", ...MORE);
  const { item, minlen, maxlen } = modelOf(validator) as ListModel;
  readItems(writer);
  if (minlen !== undefined) writer.texts.message("min_length");
  if (paramsOf(validator).some(([name]) => MORE.includes(name)))
    return logged(writer, validator, writer.run("listWith", writer.inside(item, "item"), rulesOf(writer, validator)));
  return logged(writer, validator, writer.run("list", writer.member(item, "item"), ...writer.lengths(minlen, maxlen)));
}

/** A list that takes null if it may, and logs its items where there is a Closed. */
function logged(writer: NodeWriter, validator: Validator, doc: Doc): Doc {
  const { item, evaluates, prefix } = modelOf(validator) as ListModel;
  const leaf = leafOf(encodedBy(item));
  const isAll = evaluates || leaf === undefined || !takesAny(leaf);
  return loggingItems(writer, writer.nullable(validator, doc), isAll ? undefined : prefix.length);
}

/** @param first as many items are evaluated; undefined for all. */
export function loggingItems(writer: NodeWriter, doc: Doc, first?: number): Doc {
  if (!writer.logs) return doc;
  return writer.run("logItems", doc, ...(first === undefined ? [] : [String(first)]));
}

/** The rules of a list, and what its result is made of. */
function rulesOf(writer: NodeWriter, validator: Validator, isEncoder = false): Doc {
  const model = modelOf(validator) as ListModel;
  const { minlen, maxlen, prefix, as, contains, unique, unique_items, ascending, sort, sort_key } = model;
  const by = ascending?.by;
  if (unique_items !== undefined) writer.texts.message("duplicate_item");
  if (ascending !== undefined) writer.texts.message("min_value", "min_time");
  const texts = [
    ...(unique_items === undefined ? [] : ["duplicate_item"]),
    ...(ascending === undefined ? [] : ["min_value"]),
  ].flatMap((code) => {
    const text = wordsOf(validator, code);
    return text === undefined ? [] : [member(code, quoted(String(text)))];
  });
  const rules = [
    minlen !== undefined && member("minlen", String(minlen)),
    maxlen !== undefined && member("maxlen", String(maxlen)),
    !isEncoder &&
      prefix.length > 0 &&
      member("prefix", array(prefix.map((one, index) => writer.inside(one, "prefix", index)))),
    as !== undefined && member("as", writer.run("typed", quoted(as))),
    contains !== undefined && member("contains", containsRule(writer, contains)),
    unique_items !== undefined && member("unique_items", "true"),
    ascending !== undefined &&
      member("ascending", by === undefined ? "true" : writer.functionOf(by as AnyFunction, "ascending")),
    texts.length > 0 && member("texts", object(texts)),
    unique && member("unique", "true"),
    ...(isEncoder
      ? []
      : [
          sort !== undefined && member("sort", String(sort)),
          sort_key !== undefined && member("sort_key", writer.functionOf(sort_key as AnyFunction, "sort_key")),
          resultFormOf(validator) === "input" && member("isAlike", "true"),
        ]),
  ];
  return object(rules.filter((one) => one !== false));
}

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
  return writer.run("listEncoder", writer.inner(list as Validator), rulesOf(writer, of, true));
};

export function tuple(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "items", "rest", "nullable");
  const { items, rest, least, filled, isFixed } = modelOf(validator) as TupleModel;
  readItems(writer);
  writer.texts.message(...(isFixed ? ["tuple_length"] : ["min_length", "max_length"]));
  const rules = [
    rest !== undefined && member("rest", writer.inside(rest, "rest")),
    least !== items.length && member("least", String(least)),
    filled !== least && member("filled", String(filled)),
  ].filter((one) => one !== false);
  const docs = items.map((item, index) => writer.inside(item, "items", index));
  const doc = writer.run("tuple", array(docs), ...(rules.length > 0 ? [object(rules)] : []));
  return loggingItems(writer, writer.nullable(validator, doc));
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
