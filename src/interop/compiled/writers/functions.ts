/** Check and Transform. */
import type { Validator } from "../../../core/validator.ts";
import { ownValue } from "../../../values/input.ts";
import { type Doc, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, NodeWriter } from "../nodes.ts";

export function check(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "test", "abort", "message", "path", "code", "throws");
  const { test, abort } = validator as never as { readonly test: AnyFunction; readonly abort: boolean };
  const refusal = refusalOf(writer, validator);
  const rest = abort ? [refusal ?? "{}", "true"] : refusal === undefined ? [] : [refusal];
  const doc = writer.run(test.length === 1 ? "check" : "checkEach", writer.functionOf(test, "test"), ...rest);
  return writer.hides ? writer.run("knowing", doc) : doc;
}

export function transform(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "make", "reports", "message", "path", "code", "throws", "encode");
  const refusal = refusalOf(writer, validator);
  const { make } = validator as never as { readonly make: AnyFunction };
  const run = ownValue(validator, "reports") === true ? "transformEach" : "transform";
  const doc = writer.run(run, writer.functionOf(make, "make"), ...(refusal === undefined ? [] : [refusal]));
  return writer.hides ? writer.run("knowing", doc) : doc;
}

function refusalOf(writer: NodeWriter, validator: Validator): Doc | undefined {
  const { message, path, code, throws } = validator as never as { readonly [name: string]: unknown };
  if (message !== undefined && (typeof message !== "string" || /[{}]/.test(message)))
    writer.decline("a message that is a function, or has placeholders");
  writer.texts.message("validation");
  const parts = [
    message !== undefined && member("message", quoted(message as string)),
    path !== undefined && member("path", writer.data(path)),
    code !== undefined && member("code", quoted(code as string)),
    throws === true && member("throws", "true"),
  ].filter((one) => one !== false);
  return parts.length > 0 ? object(parts) : undefined;
}
