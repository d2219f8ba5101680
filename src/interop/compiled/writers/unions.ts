/** OneOf. */
import { modelOf } from "../../../core/models/index.ts";
import type { ChoiceModel } from "../../../core/models/steps.ts";
import type { Validator } from "../../../core/validator.ts";
import { array, type Doc, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { NodeWriter } from "../nodes.ts";
import { hasWords } from "../words.ts";

export function oneOf(writer: NodeWriter, validator: Validator): Doc {
  writer.knows(validator, "steps", "discriminator", "by_type", "exclusive", "nullable");
  const model = modelOf(validator) as ChoiceModel;
  const { tags, discriminator, steps } = model;
  if (tags === undefined || discriminator === undefined) return writer.nullable(validator, union(writer, model));
  if (tags.missing !== undefined || tags.nullable !== undefined || tags.converting.some(converts))
    writer.decline("its tag may be missing, null, or converted");
  writer.texts.type();
  writer.texts.message("missing_key");
  writer.texts.options(tags.options.length);
  if (hasWords(validator)) writer.decline("a union by a tag, with messages of its own");
  const docs = new Map(steps.map((step, index) => [step, writer.inner(step, "steps", index)]));
  for (const step of steps) if (step.constructor.name !== "Dict") writer.decline("a step that is no Dict");
  const pairs = tags.options.map((tag) =>
    array([writer.primitive(tag), docs.get(tags.steps.get(tag) as Validator) as Doc]),
  );
  return writer.nullable(
    validator,
    writer.run("tagged", quoted(discriminator), array(pairs), writer.use(writer.isPlain ? "plainMember" : "anyMember")),
  );
}

function union(writer: NodeWriter, { steps, by_type, exclusive }: ChoiceModel): Doc {
  writer.texts.message("closest", ...(exclusive ? ["ambiguous"] : []));
  writer.texts.join();
  const docs = steps.map((step, index) => writer.inner(step, "steps", index));
  const union = writer.run("union", array(docs), ...(exclusive ? ["true"] : []));
  if (by_type === undefined) return union;
  const types = [...by_type].map(([type, index]) => member(String(type), docs[index] as Doc));
  return writer.run("byType", object(types), union);
}

/** Whether the validator of a tag may convert one. */
const converts = ({ member: one }: { readonly member: unknown }): boolean =>
  (one as Validator).constructor.name !== "Str" || !(one as Validator).keepsInput();
