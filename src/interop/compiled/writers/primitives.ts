/** Bool, Const and Any. */
import type { Validator } from "../../../core/validator.ts";
import { isBeyondLimit } from "../../../values/digits.ts";
import { ownValue } from "../../../values/input.ts";
import { array, type Doc } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import type { NodeWriter } from "../nodes.ts";

export function bool(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "nullable", "coerce_int", "true", "false");
  writer.texts.type();
  const [yes, no] = ["true", "false"].map((name) => (ownValue(validator, name) ?? []) as readonly string[]);
  const words = [...(yes as readonly string[]), ...(no as readonly string[])];
  const takesIntegers = ownValue(validator, "coerce_int") === true;
  if (words.length === 0 && !takesIntegers) return writer.nullable(validator, writer.use("boolean"));
  if (words.length > 0) writer.texts.message("condition", ...(words.length > 5 ? ["options_more"] : []));
  const lists = [yes, no].map((list) => array((list as readonly string[]).map(quoted)));
  return writer.nullable(validator, writer.run("flag", ...lists, ...(takesIntegers ? ["true"] : [])));
}

export function constant(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "nullable", "value");
  const value = ownValue(validator, "value");
  writer.texts.message("condition");
  if (typeof value === "number" && (isBeyondLimit(value) || !Number.isFinite(value)))
    writer.decline(`Const of ${value}`);
  return writer.nullable(validator, writer.run("constant", writer.primitive(value)));
}

export function any(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator);
  return writer.use("any");
}
