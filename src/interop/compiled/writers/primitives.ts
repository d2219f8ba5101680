/** Bool, Const and Any. */
import type { Validator } from "../../../core/validator.ts";
import { isBeyondLimit } from "../../../values/digits.ts";
import { array, type Doc } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import type { NodeWriter } from "../nodes.ts";

export function bool(writer: NodeWriter, validator: Validator): Doc {
  const { coerce_str, coerce_int, true: yes = [], false: no = [], ...others } = writer.given(validator);
  writer.declineOthers(validator, others);
  writer.texts.type();
  const takesIntegers = coerce_int ? ["true"] : [];
  if (coerce_str) {
    writer.texts.message("condition");
    return writer.run("namedFlag", ...takesIntegers);
  }
  const words: readonly (readonly string[])[] = [yes, no];
  const count = words.flat().length;
  if (count === 0 && takesIntegers.length === 0) return writer.use("boolean");
  if (count > 0) writer.texts.options(count);
  const lists = words.map((list) => array(list.map(quoted)));
  return writer.run("flag", ...lists, ...takesIntegers);
}

export function constant(writer: NodeWriter, validator: Validator): Doc {
  const { value, ...others } = writer.given<{ readonly value: unknown }>(validator);
  writer.declineOthers(validator, others);
  writer.texts.options(1);
  const isData = Object(value) === value || typeof value === "bigint" || Number.isNaN(value);
  if (!isData && !isBeyondLimit(value as number)) return writer.run("constant", writer.primitive(value));
  return writer.run("constantData", writer.data(value));
}

export function any(writer: NodeWriter, validator: Validator): Doc {
  const { integers, ...others } = writer.given(validator);
  writer.declineOthers(validator, others);
  if (integers === undefined) return writer.use("any");
  if (integers === "exact") return writer.run("withDigits", writer.use("any"));
  writer.texts.message("min_value", "max_value", "max_length");
  writer.texts.unit("item");
  return writer.use("anyWithin");
}
