/** Objects, records and tuples: members that may be missing. */
import { paramsOf } from "../../core/schemas/params.ts";
import type { Validator } from "../../core/validator.ts";
import { AllOf } from "../../validators/all-of.ts";
import { Any } from "../../validators/any.ts";
import { Dict } from "../../validators/dict.ts";
import { List } from "../../validators/list.ts";
import { Not } from "../../validators/not.ts";
import { Optional } from "../../validators/optional.ts";
import { Str } from "../../validators/str.ts";
import { Transform } from "../../validators/transform.ts";
import { Tuple } from "../../validators/tuple.ts";
import { filled, type Source } from "./converter.ts";
import { below, type Place, ZodSchemaError } from "./error.ts";
import { type DefOf, defOf, internalsOf, type Schema } from "./schema.ts";

/** The members of an object by key. */
export function shapeOf(def: DefOf<"object">, place: Place): [key: string, member: Schema][] {
  if (Object.getOwnPropertySymbols(def.shape).length > 0)
    throw new ZodSchemaError("object", place, "it has a symbol as a key");
  const entries = Object.entries(def.shape);
  if (!entries.some(([key]) => key === "__proto__")) return entries;
  throw new ZodSchemaError("object", place, "it has the key __proto__, which zod drops");
}

/** The parameters of a Dict for keys that the shape has not. */
function unknownKeys(def: DefOf<"object">, { converter, place }: Source): Record<string, unknown> {
  const { catchall } = def;
  if (catchall === undefined) return { unknown: "strip" };
  const { type, checks = [] } = defOf(catchall);
  if (type === "never") return { unknown: "forbid" };
  if ((type === "unknown" || type === "any") && checks.length === 0) return { unknown: "keep" };
  const at = below(place, "catchall");
  const value = converter.known(catchall, at);
  converter.warnOfUndefined("object", at, value);
  return { extra: [Str(), value.validator] };
}

export function object(def: DefOf<"object">, source: Source): Validator {
  const { converter, place, words } = source;
  const schema = shapeOf(def, place).map(
    ([key, member]) => [key, converter.member(member, below(place, key))] as const,
  );
  return Dict({ schema: Object.fromEntries(schema), ...unknownKeys(def, source), ...words } as never);
}

export function record(def: DefOf<"record">, source: Source): Validator {
  const { converter, place, words } = source;
  const { keyType, valueType } = def;
  const { mode, partial } = def as { readonly mode?: string; readonly partial?: boolean };
  const { values } = internalsOf(keyType);
  const value = converter.known(valueType, below(place, "valueType"));
  if (values !== undefined && !partial) {
    const keys = namesOf(keyType, values, below(place, "keyType"));
    const isRequired = converter.refusesUndefined(value);
    const isText = keys.every((key) => values.has(key));
    if (isRequired && isText && mode !== "loose" && keys.length > 0) {
      return Dict({ extra: [Str({ options: keys }), value.validator], exhaustive: true, ...words } as never);
    }
    // zod validates a key that is missing as undefined.
    const isOptional = value.validator.constructor === (Optional as unknown);
    const member = isRequired || isOptional ? value.validator : filled(value.validator);
    const schema = Object.fromEntries(keys.map((key) => [key, member]));
    return Dict({ schema, unknown: mode === "loose" ? "keep" : "forbid", ...words } as never);
  }
  // Any key may be missing.
  converter.warnOfUndefined("record", place, value);
  if (mode === "loose") {
    const { type } = defOf(keyType);
    const pattern = type === "string" ? patternOf(converter.value(keyType, below(place, "keyType"))) : undefined;
    if (pattern === undefined)
      throw new ZodSchemaError("record", place, "it is loose, and its keys are no single pattern");
    return Dict({ patterns: { [pattern]: value.validator }, unknown: "keep", ...words } as never);
  }
  return Dict({ extra: [keyOf(keyType, source), value.validator], ...words } as never);
}

/** The pattern of a Str that checks nothing else, if it may be one of keys. */
function patternOf(validator: Validator): string | undefined {
  const params = paramsOf(validator);
  const [[name, pattern] = ["pattern", ""], ...others] = params;
  if (validator.constructor !== (Str as unknown) || others.length > 0) return undefined;
  // Those of keys have the flag `u`.
  return name === "pattern" && typeof pattern === "string" ? pattern : undefined;
}

/** Whether the values of a schema are a list, which it does not change. */
function isList(schema: Schema): boolean {
  const { type, checks } = defOf(schema);
  if (checks?.length) return false;
  if (type !== "union") return type === "enum" || type === "literal";
  return (defOf(schema) as unknown as DefOf<"union">).options.every(isList);
}

/** The keys of a record that are all known. */
function namesOf(keyType: Schema, values: ReadonlySet<unknown>, place: Place): string[] {
  const { type } = defOf(keyType);
  if (!isList(keyType)) {
    throw new ZodSchemaError("record", place, `its keys are of the type ${type}, with a change or a check`);
  }
  const keys = [...values].map((key) => {
    if (typeof key === "string" || typeof key === "number") return String(key);
    throw new ZodSchemaError("record", place, `it has the key ${String(key)}, which is not text`);
  });
  if (keys.includes("__proto__"))
    throw new ZodSchemaError("record", place, "it has the key __proto__, which zod drops");
  return keys;
}

/** What zod takes for the text of a number. */
const NUMERIC = /^-?\d+(?:\.\d+)?$/;

/** The validator of keys, which are text. zod tries a key as a number, too. */
function keyOf(keyType: Schema, { converter, place }: Source): Validator {
  const at = below(place, "keyType");
  const key = converter.value(keyType, at);
  const { type, coerce } = defOf(keyType);
  if (type === "number") {
    return (coerce ? key : AllOf(Str({ pattern: NUMERIC }), Transform(Number as never), key)) as never;
  }
  if (takesOnlyText(keyType)) return key;
  throw new ZodSchemaError("record", at, `keys of the type ${type} may be numbers: give a schema of text`);
}

/** Whether a schema of keys refuses numbers, and gives text. */
function takesOnlyText(schema: Schema): boolean {
  const { type } = defOf(schema);
  const { values } = internalsOf(schema);
  if (type === "string" || type === "template_literal") return true;
  if (type === "any" || type === "unknown") return defOf(schema).checks === undefined;
  if (type === "enum" || type === "literal") return [...(values ?? [])].every((value) => typeof value === "string");
  if (type !== "union") return false;
  return (defOf(schema) as unknown as DefOf<"union">).options.every(takesOnlyText);
}

export function tuple(def: DefOf<"tuple">, { converter, place, words }: Source): Validator {
  const { rest } = def;
  const hasRest = rest !== null && rest !== undefined;
  const schemas = def.items as readonly Schema[];
  let least = schemas.length;
  while (least > 0 && internalsOf(schemas[least - 1] as Schema).optin !== undefined) least--;
  const first = schemas.findIndex(isOptional);
  // In a Tuple, nothing that has to be there follows what may be missing.
  const isTuple = schemas.length > 0 && (first < 0 || first >= least);
  for (const item of schemas.slice(least)) {
    if (isOptional(item) ? !changesUndefined(item) : isTuple && internalsOf(item).optout !== "optional") continue;
    throw new ZodSchemaError("tuple", place, "an item at its end that may be missing has a value of its own then");
  }
  const at = (index: number): Place => below(place, "items", index);
  const items = schemas.map((item, index) =>
    index < least ? converter.value(item, at(index)) : converter.member(item, at(index)),
  );
  if (hasRest) {
    // With a rest, zod validates an item that is missing as undefined.
    const isNeeded = (item: Schema, index: number): boolean =>
      converter.refusesUndefined(converter.known(item, at(index)));
    if (!schemas.slice(0, least).every(isNeeded) || startsEarlier(schemas, least)) {
      throw new ZodSchemaError(
        "tuple",
        place,
        "it has a rest, and items that zod takes as undefined where they are missing",
      );
    }
  }
  const others = hasRest ? converter.value(rest, below(place, "rest")) : undefined;
  if (isTuple) return Tuple({ items, ...(others && { rest: others }), ...words } as never) as never;
  const prefix = items.length > 0 && { prefix: items };
  const most = others === undefined && { maxlen: items.length };
  return List(others ?? Not(Any()), { ...prefix, minlen: least, ...most, ...words } as never);
}

const isOptional = (item: Schema): boolean =>
  internalsOf(item).optin === "optional" && internalsOf(item).optout === "optional";

/** Whether zod may give a value for `undefined` that a tuple has in its place, where it gives nothing for none. */
function changesUndefined(schema: Schema): boolean {
  const def = defOf(schema) as unknown as { readonly [name: string]: Schema } & { readonly type: string };
  switch (def.type) {
    case "transform":
      return true;
    case "pipe":
      return changesUndefined(def.in as Schema) || changesUndefined(def.out as Schema);
    case "optional":
      // zod asks no other schema than one that may be missing itself.
      return internalsOf(def.innerType as Schema).optin === "optional" && changesUndefined(def.innerType as Schema);
    case "nullable":
    case "readonly":
      return changesUndefined(def.innerType as Schema);
    case "union":
      return (defOf(schema) as unknown as DefOf<"union">).options.some(changesUndefined);
    default:
      return false;
  }
}

/** Whether the result of zod may end before the first item that may be missing. */
const startsEarlier = (schemas: readonly Schema[], least: number): boolean =>
  least > 0 && internalsOf(schemas[least - 1] as Schema).optout === "optional";
