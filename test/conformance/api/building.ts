/** Records about making validators: dump, clone, load, construct. */
import { classes, instances, load, type Update, type Validator } from "../../../src/index.ts";
import { difference, type Expected, outcomeOf } from "../compare.ts";
import { decode, decodeSchema } from "../tagged.ts";
import { NotExpressible, type Tagged, tagOf } from "../tagged-json.ts";
import { isUndone } from "../undo.ts";
import { withoutOrder } from "./errors.ts";
import { isFailure } from "./exceptions.ts";
import { type ApiRecord, asThrown, attempt, Fields, Thrown } from "./fields.ts";
import { decodeDump, javascriptText, pythonText } from "./validators.ts";

const member = (record: ApiRecord, name: string): Tagged => record[name] as Tagged;

/** Loads what the record wants to be there first. */
function loadFirst(record: ApiRecord): void {
  for (const definition of (record.defs ?? []) as Tagged[]) load(decodeSchema(definition));
}

/** Updates of the record: keywords win over the rest. */
function updateOf(record: ApiRecord): Update {
  const update = record.update === undefined ? {} : decodeSchema(member(record, "update"));
  // What is no object is given as it is.
  if (Array.isArray(update)) return update as unknown as Update;
  return { ...(update as Update), ...(decodeSchema(member(record, "kw") ?? {}) as Update) };
}

/** The update without what the original leaves out: additions to parameters that are not set. */
function withoutUnset(original: Validator, update: Update): Update {
  if (!isUndone("parameters that are not set") || Array.isArray(update)) return update;
  const params = original as unknown as Record<string, unknown>;
  const isSet = (key: string): boolean =>
    !/[.+]/.test(key.slice(1)) || params[key.split(/[.+]/)[0] as string] !== undefined;
  return Object.fromEntries(Object.entries(update).filter(([key]) => isSet(key)));
}

function checkDumpAndText(fields: Fields, validator: Validator): void {
  const dump = fields.expected("dump") as Tagged;
  fields.check("dump", decodeDump(dump), validator.dump());
  const text = fields.record.unordered ? withoutOrder : (one: string): string => one;
  // The grammar gives the text of the original, or it is not the grammar.
  fields.check(
    "repr in Python",
    text(fields.expected("repr") as string),
    text(pythonText(withTuple(dump, fields.record))),
  );
  fields.check("repr", text(javascriptText(decodeSchema(dump))), text(String(validator)));
}

/** A dump does not tell a tuple from a list; the text of a Const does. */
function withTuple(dump: Tagged, { schema, kind }: ApiRecord): Tagged {
  const { __class__: name, value } = (schema ?? {}) as { readonly [key: string]: Tagged };
  return kind === "dump" && name === "Const" && tagOf(value) === "$tuple"
    ? { __class__: "Const", value: value as Tagged }
    : dump;
}

export function dump(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const validator = attempt(() => load(decodeSchema(member(record, "schema"))));
  if (fields.isFailure(validator) || validator instanceof Thrown) return fields;
  checkDumpAndText(fields, validator);
  const reload = fields.expected("reload");
  const ours = attempt(() => load(validator.dump()).equals(validator));
  if (reload === undefined) fields.check("reload_equal", fields.expected("reload_equal"), ours);
  else if (isFailure(reload)) fields.check("reload", asThrown(reload), ours);
  return fields;
}

export function clone(record: ApiRecord): Fields {
  const fields = new Fields(record);
  loadFirst(record);
  const original = load(decodeSchema(member(record, "schema")));
  const unset = record.unset === undefined ? undefined : (decodeSchema(member(record, "unset")) as Update);
  const update = withoutUnset(original, updateOf(record));
  const validator = attempt(() => original.clone(update, unset));
  if (fields.isFailure(validator) || validator instanceof Thrown) return fields;
  checkDumpAndText(fields, validator);
  fields.check("equal_to_original", fields.expected("equal_to_original"), validator.equals(original));
  fields.check("same_object", fields.expected("same_object"), validator === original);
  fields.check("warnings", fields.expected("warnings"), undefined);
  checkLookup(
    fields,
    new Map([
      [validator, "clone"],
      [original, "original"],
    ]),
  );
  return fields;
}

export function loading(record: ApiRecord): Fields {
  const fields = new Fields(record);
  loadFirst(record);
  const validator = attempt(() => load(decodeSchema(member(record, "params")), updateOf(record)));
  if (fields.isFailure(validator) || validator instanceof Thrown) return fields;
  checkDumpAndText(fields, validator);
  checkLookup(fields, new Map([[validator, "same"]]));
  return fields;
}

/** What is registered: by name if it is one of the validators at hand, by text if not. */
function checkLookup(fields: Fields, names: ReadonlyMap<Validator, string>): void {
  const lookup = fields.expected("lookup") as { [alias: string]: Tagged } | undefined;
  for (const [alias, expected] of Object.entries(lookup ?? {})) {
    const found = attempt(() => instances.get(alias));
    if (isFailure(expected)) fields.check(`lookup ${alias}`, asThrown(expected), found);
    else
      fields.check(`lookup ${alias}`, expected, found instanceof Thrown ? found : (names.get(found) ?? String(found)));
  }
}

/** Classes whose first arguments are not parameters by position. */
const POSITIONAL = ["List", "Tuple", "Dict", "AllOf", "OneOf", "LazyRef", "Type", "Const"];

export function construct(record: ApiRecord): Fields {
  const fields = new Fields(record);
  const name = record.class as string;
  const args = ((record.args ?? []) as Tagged[]).map(decode);
  if (args.length > 0 && !POSITIONAL.includes(name)) throw new NotExpressible("parameters by position");
  const given = decodeParams(name, (record.kw ?? {}) as { [name: string]: Tagged });
  const isConst = name === "Const" && "value" in given;
  const all = isConst ? [given.value] : Object.keys(given).length > 0 ? [...args, given] : args;
  const validator = attempt(() => new (classes.get(name))(...all));
  if (fields.isFailure(validator) || validator instanceof Thrown) return fields;
  checkDumpAndText(fields, validator);
  checkCall(fields, validator);
  return fields;
}

function decodeParams(name: string, kw: { readonly [name: string]: Tagged }): Record<string, unknown> {
  const { __class__, ...params } = decodeSchema({ __class__: name, ...kw }) as Record<string, unknown>;
  return params;
}

function checkCall(fields: Fields, validator: Validator): void {
  const call = fields.expected("call") as Expected | undefined;
  if (call === undefined) return;
  const input = decode(member(fields.record, "value"));
  const outcome = outcomeOf(() => validator(input));
  fields.check("call", undefined, difference(call, outcome, input));
}
