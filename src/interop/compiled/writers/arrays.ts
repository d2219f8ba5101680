/** List and Tuple. */
import type { ListModel, TupleModel } from "../../../core/models/array.ts";
import { modelOf } from "../../../core/models/index.ts";
import { errorAnnotationsOf } from "../../../core/schemas/annotations.ts";
import { resultFormOf } from "../../../core/schemas/graph.ts";
import { paramsOf } from "../../../core/schemas/params.ts";
import type { Validator } from "../../../core/validator.ts";
import { array, type Doc, object } from "../../source/layout.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, NodeWriter } from "../nodes.ts";

export function list(writer: NodeWriter, validator: Validator): Doc {
  const ofWhole = ["unique", "unique_items", "ascending", "sort", "sort_key"];
  writer.knows(validator, "item", "nullable", "minlen", "maxlen", ...ofWhole);
  const { item, minlen, maxlen } = modelOf(validator) as ListModel;
  readItems(writer);
  if (minlen !== undefined) writer.texts.message("min_length");
  const hasRules = paramsOf(validator).some(([name]) => ofWhole.includes(name));
  if (hasRules && errorAnnotationsOf(validator) !== undefined)
    writer.decline("rules of items, with messages of its own");
  if (hasRules) return writer.nullable(validator, listWith(writer, validator));
  const doc = writer.run("list", writer.member(item, "item"), ...writer.lengths(minlen, maxlen));
  return writer.nullable(validator, doc);
}

function listWith(writer: NodeWriter, validator: Validator): Doc {
  const { item, minlen, maxlen, unique, unique_items, ascending, sort, sort_key } = modelOf(validator) as ListModel;
  const by = ascending?.by;
  if (unique_items !== undefined) writer.texts.message("duplicate_item");
  if (ascending !== undefined) writer.texts.message("min_value");
  const rules = [
    minlen !== undefined && member("minlen", String(minlen)),
    maxlen !== undefined && member("maxlen", String(maxlen)),
    unique_items !== undefined && member("unique_items", "true"),
    ascending !== undefined &&
      member("ascending", by === undefined ? "true" : writer.functionOf(by as AnyFunction, "ascending")),
    unique && member("unique", "true"),
    sort !== undefined && member("sort", String(sort)),
    sort_key !== undefined && member("sort_key", writer.functionOf(sort_key as AnyFunction, "sort_key")),
    resultFormOf(validator) === "input" && member("isAlike", "true"),
  ].filter((one) => one !== false);
  return writer.run("listWith", writer.inner(item, "item"), object(rules));
}

export function tuple(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "items", "rest", "nullable");
  const { items, rest, least, filled, isFixed } = modelOf(validator) as TupleModel;
  readItems(writer);
  writer.texts.message(...(isFixed ? ["tuple_length"] : ["min_length", "max_length"]));
  const rules = [
    rest !== undefined && member("rest", writer.inner(rest, "rest")),
    least !== items.length && member("least", String(least)),
    filled !== least && member("filled", String(filled)),
  ].filter((one) => one !== false);
  const docs = items.map((item, index) => writer.inner(item, "items", index));
  return writer.nullable(validator, writer.run("tuple", array(docs), ...(rules.length > 0 ? [object(rules)] : [])));
}

/** Any array may be too long. */
export function readItems(writer: NodeWriter): void {
  writer.texts.type();
  writer.texts.message("max_length");
  writer.texts.unit("item");
}
