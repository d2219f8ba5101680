/** The encoders that run a function of the library: each class has its own, by the form that it writes. */
import type { FunctionEncoder, ResultForm } from "../../../core/encode/encoder.ts";
import { encodeOf } from "../../../core/params/encode.ts";
import type { Validator } from "../../../core/validator.ts";
import { isArray, ownValue } from "../../../values/input.ts";
import type { Doc } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import type { AnyFunction, NodeWriter, WriteEncoder } from "../nodes.ts";
import { listEncoder, readsJson } from "./arrays.ts";
import { bytesEncoder, setEncoder } from "./classes.ts";
import { eitherDocs } from "./conditions.ts";
import { dateEncoder } from "./dates.ts";
import { refusalDoc } from "./functions.ts";
import { dictEncoder } from "./objects.ts";
import { reference } from "./steps.ts";

const own = (writer: NodeWriter, { parts }: FunctionEncoder): Doc => writer.inner(parts[0] as Validator);

const converting = (writer: NodeWriter, encoder: FunctionEncoder, convert: Doc): Doc =>
  writer.run("converting", own(writer, encoder), convert);

/** The encoder of numbers, and of booleans that are read from numbers. */
const ofNumber: WriteEncoder = (writer, encoder) => {
  const { form } = encoder;
  if (form === "digits") writer.writesBigints();
  if (form === "digits") return converting(writer, encoder, writer.use("withAllDigits"));
  if (form === "boolean") return converting(writer, encoder, writer.use("asFlag"));
  return converting(writer, encoder, writer.names.global(form === "string" ? "String" : "Number"));
};

const ofFloat: WriteEncoder = (writer, encoder) =>
  encoder.form === "boolean" ? ofNumber(writer, encoder) : converting(writer, encoder, writer.use("numberText"));

const ofBool: WriteEncoder = (writer, encoder) => {
  const { form } = encoder;
  if (!isArray(form)) return ofNumber(writer, encoder);
  const [yes, no] = form.map((word) => quoted(String(word)));
  return converting(writer, encoder, `(value) => value ? ${yes} : ${no}`);
};

/** That of a validator that returns any value. */
const ofAny: WriteEncoder = (writer, { parts, form }) => {
  if (form !== "json") return undefined;
  readsJson(writer);
  const [checked] = parts as readonly Validator[];
  return checked === undefined ? writer.use("jsonValue") : writer.run("checkedJson", writer.inner(checked));
};

const ofReference: WriteEncoder = (writer, { of, parts }) => reference(writer, of, parts[0] as Validator);

const ofFallback: WriteEncoder = (writer, { of, parts, form }) => {
  const [item, own] = [parts[0] as Validator, ownValue(of, "item") as Validator].map((one) => writer.inner(one));
  const value = writer.defaultOf("Fallback", ownValue(of, "value"), "value");
  return writer.run("fallbackEncoder", item as Doc, own as Doc, value, ...jsonIn(writer, form));
};

const ofEither: WriteEncoder = (writer, { of, parts, form }) => {
  const [condition, ...branches] = parts as readonly [Validator, Validator | undefined, Validator | undefined];
  return writer.run("eitherEncoder", ...eitherDocs(writer, condition, of, branches), ...jsonIn(writer, form));
};

/** That of a OneOf whose values are of exactly one step. */
const ofExclusive: WriteEncoder = (writer, { of, parts }) => {
  const union = parts[1] as Validator;
  const steps = ownValue(union, "steps") as readonly Validator[];
  // They are tried one by one, and are in the union too.
  for (const step of steps) writer.repeated.add(step);
  const docs = steps.map((step, index) => writer.inner(step, "steps", index));
  return writer.nullable(of, writer.run("exclusiveEncoder", writer.inner(of), writer.inner(union), ...docs));
};

/** That the result has to be JSON, where it is the value itself. */
function jsonIn(writer: NodeWriter, form: unknown): Doc[] {
  if (form !== "json") return [];
  readsJson(writer);
  return [writer.use("jsonValue")];
}

/** That of a function of the caller. */
function byFunction(writer: NodeWriter, { of, form }: FunctionEncoder, refusal?: Doc): Doc | undefined {
  const { isJson, mayLack } = form as ResultForm;
  const act = encodeOf(of);
  if (act === undefined) return undefined;
  writer.texts.message("validation");
  const json = isJson ? [...jsonIn(writer, "json"), ...(mayLack ? ["true"] : [])] : [];
  const rest = json.length > 0 ? [refusal ?? "{}", ...json] : refusal === undefined ? [] : [refusal];
  const doc = writer.run(
    "encodeBy",
    quoted(of.constructor.name),
    writer.functionOf(act as AnyFunction, "encode"),
    ...rest,
  );
  return writer.settings.hides ? writer.run("knowing", doc) : doc;
}

const ofTransform: WriteEncoder = (writer, encoder) => {
  const { message, code } = encoder.of as never as { readonly [name: string]: unknown };
  return byFunction(writer, encoder, refusalDoc(writer, { message, code }));
};

const ofType: WriteEncoder = (writer, encoder) => {
  const encode = byFunction(writer, encoder);
  if (encode !== undefined) return converting(writer, encoder, encode);
  readsJson(writer);
  return writer.run("checkedJson", own(writer, encoder));
};

/** That of an AllOf: the encoders of its steps. */
const ofSteps: WriteEncoder = (writer, { of }) => {
  const { steps, ...others } = writer.given<{ readonly steps: readonly Validator[] }>(of);
  writer.declineOthers(of, others);
  const docs = steps.map((step, index) => writer.inner(step, "steps", index));
  return writer.nullable(of, writer.run("chainBack", ...docs));
};

export const ENCODERS: Readonly<Record<string, WriteEncoder | undefined>> = {
  __proto__: null as never,
  Str: (writer, encoder) => converting(writer, encoder, writer.use("bytesOf")),
  Int: ofNumber,
  Float: ofFloat,
  Bool: ofBool,
  Date: dateEncoder,
  Time: dateEncoder,
  Datetime: dateEncoder,
  Bytes: bytesEncoder,
  Set: setEncoder,
  List: listEncoder,
  Dict: dictEncoder,
  Any: ofAny,
  Not: ofAny,
  AllOfEncoder: ofSteps,
  Check: ofAny,
  Transform: ofTransform,
  Type: ofType,
  LazyRef: ofReference,
  Fallback: ofFallback,
  If: ofEither,
  OneOf: ofExclusive,
};
