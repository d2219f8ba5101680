/** Bytes, Set and Type. */

import type { SetModel } from "../../../core/models/array.ts";
import { modelIn } from "../../../core/models/index.ts";
import type { Validator } from "../../../core/validator.ts";
import { ownValue } from "../../../values/input.ts";
import { type Doc, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, NodeWriter, WriteEncoder } from "../nodes.ts";
import { loggingItems, readItems } from "./arrays.ts";

export function bytes(writer: NodeWriter, validator: Validator): Doc {
  const { format, minlen, maxlen, ...others } = writer.given(validator);
  writer.declineOthers(validator, others);
  writer.texts.type();
  if (format !== undefined) writer.texts.message("format");
  if (minlen !== undefined || maxlen !== undefined) writer.texts.unit("byte");
  const lengths = writer.lengths(minlen, maxlen);
  const text = format === undefined ? (lengths.length > 0 ? ["undefined"] : []) : [quoted(format)];
  return writer.run("bytes", ...text, ...lengths);
}

export const bytesEncoder: WriteEncoder = (writer, { of, parts }) => {
  const write = writer.run("textOfBytes", quoted(String(ownValue(of, "format"))));
  return writer.run("converting", writer.inner(parts[0] as Validator), write);
};

export function setOf(writer: NodeWriter, validator: Validator): Doc {
  const { item, minlen, maxlen } = writer.model<SetModel>(validator);
  readItems(writer);
  return loggingItems(writer, writer.run("setOf", writer.inside(item, "item"), ...writer.lengths(minlen, maxlen)));
}

export const setEncoder: WriteEncoder = (writer, { of, parts, form }) => {
  const { minlen, maxlen } = modelIn<SetModel>(of);
  readItems(writer);
  const item = writer.inside(ownValue(parts[0] as Validator, "item") as Validator, "item");
  const isSetNext = String(form === "set");
  const doc = writer.run("setEncoder", item, isSetNext, ...writer.lengths(minlen, maxlen));
  return loggingItems(writer, writer.nullable(of, doc));
};

export function type(writer: NodeWriter, validator: Validator): Doc {
  // How values are encoded is up to encoders.
  const { tp, coerce, min, max, minlen, maxlen, options, encode, ...others } = writer.given(validator);
  writer.declineOthers(validator, others);
  writer.texts.type();
  writer.texts.message("max_length");
  writer.texts.unit("item");
  if (min !== undefined) writer.texts.message("min_value", "min_time");
  if (max !== undefined) writer.texts.message("max_value", "max_time");
  if (minlen !== undefined) writer.texts.message("min_length_any");
  if (maxlen !== undefined) writer.texts.message("max_length_any");
  if (options !== undefined) writer.texts.message("condition", "options_more");
  const rules = [
    coerce && member("coerce", "true"),
    ...Object.entries({ min, max, minlen, maxlen, options }).map(
      ([name, value]) => value !== undefined && member(name, writer.data(value)),
    ),
  ].filter((one) => one !== false && one !== undefined) as ReturnType<typeof member>[];
  const own = typeof tp === "function" ? writer.functionOf(tp as AnyFunction, "tp") : writer.primitive(tp);
  return writer.run("instance", own, ...(rules.length > 0 ? [object(rules)] : []));
}
