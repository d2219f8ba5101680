/** Bool, Const and Any. */
import type { Validator } from "../../../core/validator.ts";
import { isBeyondLimit } from "../../../values/digits.ts";
import { ownValue } from "../../../values/input.ts";
import { array, type Doc } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import type { NodeWriter } from "../nodes.ts";

export function bool(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "nullable", "coerce_str", "coerce_int", "true", "false");
  writer.texts.type();
  const takesIntegers = ownValue(validator, "coerce_int") === true ? ["true"] : [];
  if (ownValue(validator, "coerce_str") === true) {
    writer.texts.message("condition");
    return writer.nullable(validator, writer.run("namedFlag", ...takesIntegers));
  }
  const words = ["true", "false"].map((name) => (ownValue(validator, name) ?? []) as readonly string[]);
  const count = words.flat().length;
  if (count === 0 && takesIntegers.length === 0) return writer.nullable(validator, writer.use("boolean"));
  if (count > 0) writer.texts.options(count);
  const lists = words.map((list) => array(list.map(quoted)));
  return writer.nullable(validator, writer.run("flag", ...lists, ...takesIntegers));
}

export function constant(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "nullable", "value");
  const value = ownValue(validator, "value");
  writer.texts.options(1);
  const isData = Object(value) === value || typeof value === "bigint" || Number.isNaN(value);
  if (!isData && !isBeyondLimit(value as number))
    return writer.nullable(validator, writer.run("constant", writer.primitive(value)));
  return writer.nullable(validator, writer.run("constantData", writer.data(value)));
}

export function any(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "integers");
  const integers = ownValue(validator, "integers");
  if (integers === undefined) return writer.use("any");
  if (integers === "exact") return writer.run("withDigits", writer.use("any"));
  writer.texts.message("min_value", "max_value", "max_length");
  writer.texts.unit("item");
  return writer.use("anyWithin");
}
