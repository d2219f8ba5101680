/** Dict. */
import type { ObjectModel } from "../../../core/models/object.ts";
import type { DependentRequiredRule } from "../../../core/rules/dependent-required.ts";
import type { AnyObjectRule } from "../../../core/rules/index.ts";
import type { KeyGroupsRule } from "../../../core/rules/key-groups.ts";
import type { ExhaustiveRule, RequiredRule } from "../../../core/rules/required.ts";
import type { Validator } from "../../../core/validator.ts";
import { ownValue } from "../../../values/input.ts";
import { array, type Doc, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member } from "../../source/values.ts";
import type { NodeWriter, WriteEncoder } from "../nodes.ts";
import { wordsForbidden, wordsMissing } from "../words.ts";
import { readsJson } from "./arrays.ts";
import { formPart } from "./forms.ts";
import { handingOn, handsOn } from "./steps.ts";
import { patternCode } from "./text.ts";

export function dict(writer: NodeWriter, validator: Validator): Doc {
  const model = writer.model<ObjectModel>(validator);
  const { writesBlank, names, list, optional, defaults, unknown, minlen, maxlen, extra } = model;
  const others = [...model.aliases].flatMap(([alias, name]) => (model.skipsNull(name) ? [String(alias)] : []));
  const nulls = [...model.nulls, ...others];
  writer.texts.type();
  const mayForbid = unknown !== "strip" || extra !== undefined || model.renames || model.rules.length > 0;
  writer.texts.message("missing_key", ...(mayForbid ? ["forbidden_key"] : []));
  const members = names.map((name, index) => {
    const item = list[index] as Validator;
    const doc = writer.member(item, "schema", name);
    const isPatterned = model.patterns.some(({ matches }) => matches(name));
    return member(name, isPatterned ? handingOn(writer, item, doc) : doc);
  });
  // Which keys are missing is known when those that are blank are dropped.
  const gaps = names.filter((name) => writesBlank || optional.has(name));
  const made = [...defaults].filter(([name]) => names.includes(name));
  const more = keyRules(writer, validator, model);
  const readsForm = formReader(writer, validator, model);
  const rules = [
    gaps.length > 0 && member("optional", array(gaps.map(quoted))),
    made.length > 0 &&
      member(
        "defaults",
        writer.run(
          "defaults",
          object(made.map(([name, value]) => member(name, writer.defaultOf("Dict", value, name)))),
        ),
      ),
    ...(more.length > 0 ? [] : unknownKeys(writer, validator, model)),
    minlen !== undefined && member("minlen", String(minlen)),
    maxlen !== undefined && member("maxlen", String(maxlen)),
    nulls.length > 0 && member("nulls", array(nulls.map(quoted))),
    // Plain data has one value for a key.
    readsForm !== undefined && member("read", readsForm),
    more.length > 0 && member("more", writer.run("keys", object([...more, ...unknownKeys(writer, validator, model)]))),
  ].filter((one) => one !== false);
  if (minlen !== undefined || maxlen !== undefined) {
    writer.lengths(minlen, maxlen);
    writer.texts.unit("key");
  }
  return writer.run("object", object(members), ...(rules.length > 0 ? [object(rules)] : []));
}

/** What reads queries and forms; undefined if they are read as any mapping. */
function formReader(writer: NodeWriter, validator: Validator, { nested, multikeys }: ObjectModel): Doc | undefined {
  if (writer.settings.isPlain) return undefined;
  if (!nested) return multikeys && writer.run("multikeys", array(multikeys.map(quoted)));
  writer.texts.message("forbidden_key", "missing_key", "recursion_max_depth", "work_limit");
  return writer.run("nested", formPart(writer, validator));
}

/** What happens to keys that are not in the schema. */
function unknownKeys(writer: NodeWriter, validator: Validator, { unknown, extra, copiesUnknown }: ObjectModel): Doc[] {
  const text = wordsForbidden(validator);
  if (unknown === "strip" || extra !== undefined)
    return unknown === "strip" ? [member("others", writer.use("dropped"))] : [];
  if (unknown === "forbid") return text === undefined ? [] : [member("others", writer.run("forbidding", quoted(text)))];
  if (text !== undefined) writer.decline("a message for forbidden keys, with unknown keys that are kept");
  if (!copiesUnknown) return [member("others", writer.use("kept"))];
  readsJson(writer);
  return [member("others", writer.use("keptAsJson"))];
}

/** The keys whose absence an object may report. */
function keysAskedFor({ names, rules }: ObjectModel): ReadonlySet<string> {
  const ofRules = rules.flatMap((rule) => {
    if ("keys" in rule) return rule.keys;
    return "groups" in rule ? rule.groups.flat() : Object.values(rule.lists).flat();
  });
  return new Set([...names, ...ofRules]);
}

/** What few schemas have. */
function keyRules(writer: NodeWriter, validator: Validator, model: ObjectModel): Doc[] {
  const missing = [...keysAskedFor(model)].map((key) => [key, wordsMissing(validator, model, key)] as const);
  const texts = missing.flatMap(([key, text]) => (text === undefined ? [] : [member(key, quoted(text))]));
  const forbidden = wordsForbidden(validator);
  const { names, unknown, extra, keys, dispose, written, rules, renames, skip_blank, patterns, aliases } = model;
  const { dependent_schemas } = model;
  const differ = names.some((name, index) => name !== written[index]);
  const blank = skip_blank && !model.writesBlank ? writer.use("blank") : undefined;
  const isForm = model.nested && !writer.settings.isPlain;
  const absence = isForm ? writer.run("wrongName", ...(blank === undefined ? [] : [blank])) : blank;
  const parts = [
    absence !== undefined && member("isAbsent", absence),
    model.writesBlank &&
      member("blanks", writer.run("withoutBlank", ...names.filter((name) => !model.optional.has(name)).map(quoted))),
    extra !== undefined &&
      member(
        "others",
        writer.run("extra", ...extra.map((one, index) => writer.inside(one as Validator, "extra", index))),
      ),
    keys !== undefined && member("each", writer.inside(keys, "keys")),
    dispose.size > 0 && member("dispose", array([...dispose].map((key) => quoted(key as string)))),
    patterns.length > 0 &&
      member("patterns", writer.run("patterns", ...patterns.map((one) => keyPattern(writer, model, one)))),
    aliases.size > 0 &&
      member("aliases", object([...aliases].map(([alias, name]) => member(String(alias), quoted(name))))),
    differ && member("names", object(names.map((name, index) => member(name, quoted(written[index] as string))))),
    differ && unknown !== "strip" && member("mayCollide", "true"),
    dependent_schemas !== undefined &&
      member("dependents", writer.run("dependents", dependents(writer, dependent_schemas.schemas as Schemas))),
    writer.settings.logs && member("log", writer.run("logKeys", String(extra !== undefined))),
    rules.length > 0 && member("whole", array(rules.map((rule) => wholeRule(writer, validator, rule)))),
    texts.length > 0 && member("missing", object(texts)),
    (renames || rules.length > 0) && forbidden !== undefined && member("forbidden", quoted(forbidden)),
  ];
  return parts.filter((one) => one !== false);
}

type Schemas = Readonly<Record<string, Validator>>;

/** What validators get the whole result, by the key that must be there. */
function dependents(writer: NodeWriter, schemas: Schemas): Doc {
  saysThere(writer);
  return object(Object.entries(schemas).map(([key, one]) => member(key, writer.inner(one, "dependent_schemas", key))));
}

/** Messages say that a key is there. */
function saysThere(writer: NodeWriter): void {
  writer.texts.message("because");
  writer.texts.reason("there", "whole");
}

export const dictEncoder: WriteEncoder = (writer, { of, parts }) => {
  const [encoded, ...others] = parts as readonly [Validator, ...Validator[]];
  const keys = Object.keys(ownValue(of, "dependent_schemas") as object);
  const nodes = keys.map((key, index) =>
    member(key, writer.inner(others[index] as Validator, "dependent_schemas", key)),
  );
  return writer.run("dependentsBack", writer.inner(encoded), object(nodes));
};

function keyPattern(writer: NodeWriter, { backtrack }: ObjectModel, one: ObjectModel["patterns"][number]): Doc {
  const { source, validator } = one;
  const isAlike = handsOn(writer, validator as Validator) ? ["true"] : [];
  return array([patternCode(writer, source, backtrack), writer.inside(validator, "patterns", source), ...isAlike]);
}

/** By kind: how rules of the object are written. A Dict with any other is declined. */
const RULES: { readonly [K in AnyObjectRule["kind"]]?: (writer: NodeWriter, rule: never) => Doc } = {
  at_least_one: keyGroups,
  at_most_one: keyGroups,
  dependent_required(writer, rule: DependentRequiredRule) {
    saysThere(writer);
    const lists = Object.entries(rule.lists).map(([key, others]) => member(key, array(others.map(quoted))));
    return writer.run("dependentKeys", object(lists));
  },
  exactly_one: keyGroups,
  exhaustive: requiredKeys,
  required: requiredKeys,
};

function wholeRule(writer: NodeWriter, validator: Validator, rule: AnyObjectRule): Doc {
  const write = RULES[rule.kind] ?? writer.declineParam(validator, rule.kind);
  return write(writer, rule as never);
}

function requiredKeys(writer: NodeWriter, { keys }: ExhaustiveRule | RequiredRule): Doc {
  return writer.run("required", array(keys.map(quoted)));
}

function keyGroups(writer: NodeWriter, { kind, groups }: KeyGroupsRule): Doc {
  const least = kind === "at_most_one" ? "0" : "1";
  const most = kind === "at_least_one" ? "undefined" : "1";
  return writer.run("groups", least, most, array(groups.map((group) => array(group.map(quoted)))));
}
