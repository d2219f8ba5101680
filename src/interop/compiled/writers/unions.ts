/** OneOf. */
import type { ChoiceModel } from "../../../core/models/steps.ts";
import type { Converting, Tags } from "../../../core/params/discriminator.ts";
import type { Validator } from "../../../core/validator.ts";
import { array, type Doc, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { NodeWriter } from "../nodes.ts";
import { wordsForCode } from "../words.ts";

export function oneOf(writer: NodeWriter, validator: Validator): Doc {
  const model = writer.model<ChoiceModel>(validator);
  const { tags, discriminator } = model;
  return tags === undefined || discriminator === undefined
    ? union(writer, model)
    : tagged(writer, validator, model, tags, discriminator);
}

function tagged(writer: NodeWriter, of: Validator, { steps }: ChoiceModel, tags: Tags, discriminator: string): Doc {
  writer.texts.type();
  writer.texts.message("missing_key");
  writer.texts.options(tags.options.length);
  const docs = new Map(steps.map((step, index) => [step, writer.inner(step, "steps", index)]));
  const docOf = (step: Validator): Doc => docs.get(step) as Doc;
  const pairs = (all: readonly unknown[]): Doc =>
    array(all.map((tag) => array([writer.primitive(tag), docOf(tags.steps.get(tag) as Validator)])));
  const read = writer.use(writer.settings.isPlain ? "plainMember" : "anyMember");
  const more = [...tags.steps.keys()].filter((tag) => !tags.options.includes(tag));
  const converting = tags.converting.filter(converts);
  const words = WORDED.map((code) => wordsForCode(of, code));
  const rules = [
    more.length > 0 && member("more", pairs(more)),
    tags.missing !== undefined && member("missing", docOf(tags.missing)),
    tags.nullable !== undefined && member("nullable", docOf(tags.nullable)),
    converting.length > 0 &&
      member(
        "converting",
        array(
          converting.map((one) =>
            array([writer.inside(one.member, "steps", steps.indexOf(one.step)), docOf(one.step)]),
          ),
        ),
      ),
    words.some((text) => text !== undefined) &&
      member("texts", array(words.map((text) => (text === undefined ? "undefined" : quoted(String(text)))))),
  ].filter((one) => one !== false);
  const args = [quoted(discriminator), pairs(tags.options), read];
  // A blank file has the tag "".
  const isPlain = rules.length === 0 && !tags.steps.has("") && !writer.settings.isLimited;
  return isPlain ? writer.run("tagged", ...args) : writer.run("taggedBy", ...args, object(rules));
}

/** The codes of errors of a tag. */
const WORDED = ["missing_key", "options"];

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
const converts = ({ member: one }: Converting): boolean => one.constructor.name !== "Str" || !one.keepsInput();
