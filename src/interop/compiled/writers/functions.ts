/** Check and Transform. */
import type { Validator } from "../../../core/validator.ts";
import { type Doc, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { AnyFunction, Given, NodeWriter } from "../nodes.ts";

export function check(writer: NodeWriter, validator: Validator): Doc {
  const { test, abort, ...given } = writer.given<Given & { readonly test: AnyFunction }>(validator);
  const refusal = refusalOf(writer, validator, given);
  const rest = abort ? [refusal ?? "{}", "true"] : refusal === undefined ? [] : [refusal];
  const doc = writer.run(test.length === 1 ? "check" : "checkEach", writer.functionOf(test, "test"), ...rest);
  return writer.settings.hides ? writer.run("knowing", doc) : doc;
}

export function transform(writer: NodeWriter, validator: Validator): Doc {
  // How values are encoded is up to encoders.
  const { make, reports, encode, ...given } = writer.given<Given & { readonly make: AnyFunction }>(validator);
  const refusal = refusalOf(writer, validator, given);
  const run = reports ? "transformEach" : "transform";
  const doc = writer.run(run, writer.functionOf(make, "make"), ...(refusal === undefined ? [] : [refusal]));
  return writer.settings.hides ? writer.run("knowing", doc) : doc;
}

function refusalOf(writer: NodeWriter, validator: Validator, given: Given): Doc | undefined {
  const { message, path, code, throws, ...others }: { readonly [name: string]: unknown } = given;
  writer.declineOthers(validator, others);
  return refusalDoc(writer, { message, path, code, throws });
}

/** What a refusal says; undefined if that is nothing. */
export function refusalDoc(
  writer: NodeWriter,
  { message, path, code, throws }: { readonly [name: string]: unknown },
): Doc | undefined {
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
