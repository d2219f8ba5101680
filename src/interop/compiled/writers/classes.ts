/** Bytes, Set and Type. */

import type { SetModel } from "../../../core/models/array.ts";
import { modelOf } from "../../../core/models/index.ts";
import type { Validator } from "../../../core/validator.ts";
import { ownValue } from "../../../values/input.ts";
import { type Doc, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, NodeWriter, WriteEncoder } from "../nodes.ts";
import { loggingItems, readItems } from "./arrays.ts";

export function bytes(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "nullable", "format", "minlen", "maxlen");
  const { format, minlen, maxlen } = validator as never as { readonly [name: string]: never };
  writer.texts.type();
  if (format !== undefined) writer.texts.message("format");
  if (minlen !== undefined || maxlen !== undefined) writer.texts.unit("byte");
  const lengths = writer.lengths(minlen, maxlen);
  const text = format === undefined ? (lengths.length > 0 ? ["undefined"] : []) : [quoted(format)];
  return writer.nullable(validator, writer.run("bytes", ...text, ...lengths));
}

export const bytesEncoder: WriteEncoder = (writer, { of, parts }) => {
  const write = writer.run("textOfBytes", quoted(String(ownValue(of, "format"))));
  return writer.run("converting", writer.inner(parts[0] as Validator), write);
};

export function setOf(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "item", "nullable", "minlen", "maxlen");
  const { lengths } = modelOf(validator) as SetModel;
  readItems(writer);
  const item = writer.inside(ownValue(validator, "item") as Validator, "item");
  const doc = writer.run("setOf", item, ...writer.lengths(lengths.minlen, lengths.maxlen));
  return loggingItems(writer, writer.nullable(validator, doc));
}

export const setEncoder: WriteEncoder = (writer, { of, parts, form }) => {
  const { lengths } = modelOf(of) as SetModel;
  readItems(writer);
  const item = writer.inside(ownValue(parts[0] as Validator, "item") as Validator, "item");
  const isSetNext = String(form === "set");
  const doc = writer.run("setEncoder", item, isSetNext, ...writer.lengths(lengths.minlen, lengths.maxlen));
  return loggingItems(writer, writer.nullable(of, doc));
};

export function type(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "tp", "nullable", "coerce", "min", "max", "minlen", "maxlen", "options", "encode");
  const { tp, coerce, min, max, minlen, maxlen, options } = validator as never as { readonly [name: string]: never };
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
  return writer.nullable(validator, writer.run("instance", own, ...(rules.length > 0 ? [object(rules)] : [])));
}
