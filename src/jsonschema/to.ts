/** Validators as JSON Schemas. */
import { expectOptions } from "../misspelt.ts";
import { withoutDefaults } from "../params/default.ts";
import { exhaustiveKeys } from "../params/dict.ts";
import { convertsText, type Tags, tagged } from "../params/discriminator.ts";
import { ANNOTATIONS } from "../schemas/annotations.ts";
import { reach, sharedIn } from "../schemas/graph.ts";
import { KnownParams } from "../schemas/known.ts";
import { classHint, instances, isValidator, type Validator } from "../validator.ts";
import { AllOf } from "../validators/all-of.ts";
import { Check } from "../validators/check.ts";
import { Default } from "../validators/default.ts";
import { Dict } from "../validators/dict.ts";
import { Fallback } from "../validators/fallback.ts";
import { LazyRef } from "../validators/lazy-ref.ts";
import { List } from "../validators/list.ts";
import { Nullable } from "../validators/nullable.ts";
import { OneOf } from "../validators/one-of.ts";
import { Optional } from "../validators/optional.ts";
import { Set as SetOf } from "../validators/set.ts";
import { Tuple } from "../validators/tuple.ts";
import { define } from "../values/define.ts";
import { ownValue } from "../values/input.ts";
import { literal } from "../values/text.ts";
import { below, escaped, expectOneOf, JsonSchemaError, type Path, ROOT } from "./error.ts";
import {
  ANYTHING,
  allOf,
  anyOf,
  given,
  jsonOf,
  NO_JSON,
  NOTHING,
  orNull,
  type Refuse,
  SCALARS,
  type Side,
  type Written,
} from "./scalars.ts";

/** The supported dialects. */
export type JsonSchemaTarget = "draft-2020-12" | "openapi-3.1" | "draft-07";

/** Options for writing a JSON Schema. */
export interface ToJsonSchemaOptions {
  /** The dialect: `"draft-2020-12"` (the default), `"openapi-3.1"` or `"draft-07"`. */
  readonly target?: JsonSchemaTarget | undefined;
  /** The side to describe: the input of the validator (the default), or its output. */
  readonly io?: "input" | "output" | undefined;
  /**
   * The treatment of parts that JSON Schema cannot express: an error (the default), or they are left out, so that any
   * value passes there.
   */
  readonly unrepresentable?: "error" | "any" | undefined;
}

/** The values of `$schema`. For OpenAPI, the surrounding document states the dialect. */
const DIALECTS: Readonly<Record<JsonSchemaTarget, string | undefined>> = {
  "draft-2020-12": "https://json-schema.org/draft/2020-12/schema",
  "openapi-3.1": undefined,
  "draft-07": "http://json-schema.org/draft-07/schema#",
};

/**
 * The JSON Schema of a validator. It accepts exactly the JSON documents that the validator accepts. The exception is
 * text that is converted (`coerce`, dates): there the schema accepts any text. Parts of the result may be shared
 * objects.
 * @throws JsonSchemaError for parts that JSON Schema cannot express, unless `unrepresentable` is `"any"`; TypeError if
 *   it is not a validator, and for an unknown option.
 * @example toJsonSchema(Dict({ age: Int({ min: 0 }) }), { target: "openapi-3.1" })
 */
export function toJsonSchema(validator: Validator, options: ToJsonSchemaOptions = {}): Record<string, unknown> {
  if (!isValidator(validator)) throw new TypeError(`toJsonSchema takes a validator${classHint(validator)}`);
  expectOptions(options, ["target", "io", "unrepresentable"]);
  const { target = "draft-2020-12", io = "input", unrepresentable = "error" } = options;
  expectOneOf("target", target, Object.keys(DIALECTS));
  expectOneOf("io", io, ["input", "output"]);
  expectOneOf("unrepresentable", unrepresentable, ["error", "any"]);
  const writer = new Writer(validator, target, io, unrepresentable === "any");
  const schema = writer.write(validator, ROOT);
  const definitions = writer.definitions();
  const $schema = DIALECTS[target];
  return { ...($schema === undefined ? {} : { $schema }), ...writer.referenceTo(schema), ...definitions };
}

/** The parameters for an array. */
type Items = Pick<List, "item" | "minlen" | "maxlen" | "unique">;

class Writer {
  readonly #target: JsonSchemaTarget;
  readonly #side: Side;
  readonly #lenient: boolean;
  /** The schemas written so far: a small shared validator is written once. */
  readonly #written = new Map<Validator, Written>();
  /** The names of the shared validators, and of the targets of references. */
  readonly #names: ReadonlyMap<unknown, string>;
  /** The targets of references, by name, and their schemas. */
  readonly #definitions = new Map<string, Validator>();
  readonly #defined: Record<string, unknown> = {};

  constructor(root: Validator, target: JsonSchemaTarget, side: Side, lenient: boolean) {
    this.#names = sharedIn(root, true);
    this.#target = target;
    this.#side = side;
    this.#lenient = lenient;
  }

  get #definitionsKey(): string {
    return this.#target === "draft-07" ? "definitions" : "$defs";
  }

  /** The schemas that references lead to. */
  definitions(): Written {
    const all = this.#defined;
    // Definitions that are found on the way come at the end.
    for (const [name, validator] of this.#definitions) {
      define(all, name, this.#writeWhole(validator, below(ROOT, this.#definitionsKey, name)));
    }
    return this.#definitions.size === 0 ? {} : { [this.#definitionsKey]: all };
  }

  /** A reference to the schema if it is among the definitions, as recursive schemas are: it is written once. */
  referenceTo(schema: Written): Written {
    const alias = Object.keys(this.#defined).find((one) => this.#defined[one] === schema);
    return alias === undefined ? schema : this.#refTo(alias);
  }

  #refTo(alias: string): Written {
    return { $ref: `#/${this.#definitionsKey}/${encodeURIComponent(escaped(alias))}` };
  }

  /** The schema of a validator, or a reference to it. */
  write(validator: Validator, path: Path): Written {
    const name = this.#names.get(validator);
    // Written later, because a chain of references may be longer than any stack.
    return name === undefined ? this.#writeWhole(validator, path) : this.#define(name, validator);
  }

  #define(name: string, validator: Validator): Written {
    if (!this.#definitions.has(name)) this.#definitions.set(name, validator);
    return this.#refTo(name);
  }

  #writeWhole(validator: Validator, path: Path): Written {
    const known = this.#written.get(validator);
    if (known !== undefined) return known;
    const schema = this.#write(validator, path);
    const whole = ownValue(validator, "nullable") === true ? orNull(schema) : schema;
    this.#written.set(validator, whole);
    return whole;
  }

  #write(validator: Validator, path: Path): Written {
    const { name } = validator.constructor;
    const refuse: Refuse = (param, why) => {
      if (!this.#lenient) throw new JsonSchemaError(param === "" ? name : `${name}.${param}`, path, why);
    };
    const params = new KnownParams(validator);
    // `#writeWhole` reads it.
    params.know("nullable", ...ANNOTATIONS);
    const schema = this.#writeBuiltIn(params, path, refuse);
    const { unknown } = params;
    if (schema !== undefined && unknown === undefined) return schema;
    if (schema === undefined) refuse("", "what it takes is known to its code only");
    else refuse(unknown as string, "toJsonSchema does not know this parameter");
    return ANYTHING;
  }

  /** Undefined for a class that JSON Schema cannot express. */
  #writeBuiltIn(params: KnownParams<Validator>, path: Path, refuse: Refuse): Written | undefined {
    const { constructor } = params.validator;
    const given: unknown = params.given;
    const writeScalar = SCALARS.get(constructor);
    if (writeScalar !== undefined) return writeScalar(params as never, this.#side, refuse);
    switch (constructor as unknown) {
      case List:
        // The order of the result, which a schema cannot express.
        params.know("sort", "sort_key");
        return this.#list(given as List, path, refuse);
      case SetOf: {
        // A Set: its input drops duplicates; its output is not JSON.
        if (this.#side === "output") return undefined;
        const { item, minlen, maxlen } = given as SetOf;
        return this.#list({ item, minlen, maxlen, unique: true }, path, refuse);
      }
      case Default:
        return this.#default(given as Default, path);
      case Optional:
        // JSON has no undefined.
        return this.write((given as Optional).item, path);
      case Nullable:
        return orNull(this.write((given as Nullable).item, path));
      case Fallback:
        return this.#fallback(given as Fallback, path, refuse);
      case Tuple:
        return this.#tuple(given as Tuple, path);
      case Dict:
        // JSON has no mappings with many values for a key.
        params.know("multikeys", "exhaustive");
        return this.#dict(given as Dict, exhaustiveKeys.get(params.validator) ?? [], path, refuse);
      case OneOf:
        params.know("by_type");
        return this.#oneOf(given as OneOf, tagged.get(params.validator), path);
      case AllOf:
        return this.#allOf(given as AllOf, path, refuse);
      case LazyRef:
        return this.#reference(given as LazyRef, refuse);
    }
    return undefined;
  }

  #default({ item, value }: Default, path: Path): Written {
    const schema = this.write(item, path);
    return this.#side === "output" ? schema : this.#withDefault(schema, value);
  }

  #fallback({ item, value }: Fallback, path: Path, refuse: Refuse): Written {
    const schema = this.write(item, path);
    // Values that the item refuses are replaced, so any value is accepted.
    if (this.#side === "input") return ANYTHING;
    const json = jsonOf(value);
    if (json === NO_JSON) refuse("value", "JSON Schema has no form for it");
    return json === NO_JSON ? schema : anyOf([schema, { const: json }]);
  }

  #list({ item, minlen, maxlen, unique }: Items, path: Path, refuse: Refuse): Written {
    const items = this.write(item, below(path, "items"));
    const keywords: Record<string, unknown> = { minItems: minlen, maxItems: maxlen };
    if (Object.keys(items).length > 0) keywords.items = items;
    if (unique && this.#side === "output") keywords.uniqueItems = true;
    else if (unique) {
      // Items are counted after duplicates have been dropped.
      if (maxlen !== undefined) refuse("maxlen", "with unique, JSON Schema cannot count the items");
      if ((minlen ?? 0) > 1) refuse("minlen", "with unique, JSON Schema cannot count the items");
      delete keywords.maxItems;
    }
    return { type: "array", ...given(keywords) };
  }

  #tuple({ items }: Tuple, path: Path): Written {
    const isOld = this.#target === "draft-07";
    const [all, rest] = isOld ? ["items", "additionalItems"] : ["prefixItems", "items"];
    const schemas = items.map((item, index) => this.write(item, below(path, all, index)));
    return { type: "array", [all]: schemas, [rest]: false, minItems: items.length };
  }

  /** @param others the keys that it must have beside those of the schema. */
  #dict(dict: Dict, others: readonly string[], path: Path, refuse: Refuse): Written {
    const isInput = this.#side === "input";
    const { minlen, maxlen, skip_blank, unknown } = dict;
    const whole = { schema: dict.schema ?? {}, defaults: dict.defaults ?? {} };
    const { schema, defaults } = withoutDefaults(whole.schema, whole.defaults) ?? whole;
    const disposed = new Set<string>(dict.dispose);
    const optional = new Set<string>(dict.optional);
    const properties: Record<string, unknown> = {};
    const required: string[] = [];
    for (const [key, member] of Object.entries(schema)) {
      const isDefaulted = Object.hasOwn(defaults, key);
      const place = below(path, "properties", key);
      if (isInput) {
        const fallback = isDefaulted ? ownValue(defaults, key) : undefined;
        const fills = isDefaulted && (typeof fallback === "function" || member.safe(fallback).ok);
        const needed = isDefaulted ? !fills : !optional.has(key);
        // A dropped key cannot replace a default that is refused.
        if (disposed.has(key) && needed) return NOTHING;
        if (needed) required.push(key);
        define(
          properties,
          key,
          disposed.has(key) ? ANYTHING : this.#member(member, place, needed, skip_blank, fallback),
        );
      } else if (!disposed.has(key) || isDefaulted) {
        define(properties, key, this.write(member, place));
        if (isDefaulted || !optional.has(key)) required.push(key);
      }
    }
    required.push(...others);
    if (isInput) for (const key of disposed) if (!Object.hasOwn(properties, key)) define(properties, key, ANYTHING);
    const counts =
      isInput || !(skip_blank || unknown === "strip" || disposed.size > 0 || Object.keys(defaults).length > 0);
    if (isInput && skip_blank && (minlen ?? maxlen) !== undefined) {
      refuse(minlen === undefined ? "maxlen" : "minlen", "with skip_blank, JSON Schema cannot count the keys");
    }
    return {
      type: "object",
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...this.#extra(dict, Object.keys(properties), path, refuse),
      ...(counts && !skip_blank ? given({ minProperties: minlen, maxProperties: maxlen }) : {}),
    };
  }

  /** A member of an object, on the input side. */
  #member(member: Validator, place: Path, needed: boolean, skipBlank: boolean, fallback: unknown): Written {
    const schema = this.write(member, place);
    const blank: Written = { const: "" };
    const whole = !skipBlank
      ? schema
      : !needed
        ? anyOf([schema, blank])
        : takesText(schema)
          ? allOf([schema, { not: blank }])
          : schema;
    return this.#withDefault(whole, fallback);
  }

  /** A schema with its `default`, if JSON can hold that. */
  #withDefault(schema: Written, value: unknown): Written {
    const json = jsonOf(value);
    if (json === NO_JSON) return schema;
    // In draft 7, keywords beside a reference are ignored.
    const base = this.#target === "draft-07" && Object.hasOwn(schema, "$ref") ? { allOf: [schema] } : schema;
    return { ...base, default: json };
  }

  /** The treatment of keys that are not in the schema. */
  #extra(dict: Dict, keys: readonly string[], path: Path, refuse: Refuse): Written {
    const { extra, unknown } = dict;
    const isInput = this.#side === "input";
    if (extra === undefined) {
      if (unknown === "keep" || (unknown === "strip" && isInput)) return {};
      return { additionalProperties: dict.skip_blank && isInput ? { const: "" } : false };
    }
    const [key, value] = extra;
    if (isInput && !keeps(key)) refuse("extra", "its keys are converted");
    const names = this.write(key, below(path, "propertyNames"));
    const values = this.write(value, below(path, "additionalProperties"));
    const isFree = Object.keys(names).length === 0 || (Object.keys(names).length === 1 && names.type === "string");
    const blank = dict.skip_blank && isInput;
    return {
      // The name of a blank key is not checked.
      ...(isFree ? {} : blank ? this.#refuseNames(refuse) : { propertyNames: anyOf([...namesOf(keys), names]) }),
      additionalProperties: blank ? anyOf([values, { const: "" }]) : values,
    };
  }

  #refuseNames(refuse: Refuse): Written {
    refuse("skip_blank", "with extra, JSON Schema cannot tell which keys are skipped");
    return {};
  }

  #oneOf({ steps, discriminator }: OneOf, tags: Tags | undefined, path: Path): Written {
    const schema = anyOf(steps.map((step, index) => this.write(step, below(path, "anyOf", index))));
    if (tags === undefined || this.#target !== "openapi-3.1" || schema.anyOf === undefined) return schema;
    // OpenAPI requires the key, and one of the tags as its value, without conversion.
    const { missing, converting, steps: byTag, options } = tags;
    if (missing !== undefined || converting.some(convertsText) || byTag.has(null) !== options.includes(null))
      return schema;
    return { ...schema, discriminator: { propertyName: discriminator } };
  }

  #allOf({ steps }: AllOf, path: Path, refuse: Refuse): Written {
    const converting = steps.map((step) => !keeps(step));
    // The schema of a step describes its input, which is the value of the whole as long as no step has converted it.
    const first = this.#side === "output" ? Math.max(converting.lastIndexOf(true), 0) : 0;
    const firstConverting = converting.indexOf(true);
    const last = this.#side === "output" || firstConverting === -1 ? steps.length - 1 : firstConverting;
    const schemas = steps
      .slice(first, last + 1)
      .map((step, index) => this.write(step, below(path, "allOf", first + index)));
    if (last < steps.length - 1) {
      refuse("steps", `step ${last} converts, so JSON Schema cannot say of the input what step ${last + 1} asks`);
    }
    return allOf(schemas);
  }

  #reference({ use, maxdepth }: LazyRef, refuse: Refuse): Written {
    if (maxdepth !== undefined) refuse("maxdepth", "JSON Schema has no limit on depth");
    if (!instances.has(use)) {
      refuse("use", `no validator is registered as ${literal(use)}`);
      return ANYTHING;
    }
    if (/\p{Surrogate}/u.test(use)) {
      refuse("use", `a URI has no form for ${literal(use)}`);
      return ANYTHING;
    }
    return this.#define(use, instances.get(use));
  }
}

/** Returns whether a validator returns an accepted JSON document unchanged. */
const keeps = (step: Validator): boolean => [...reach(step).keys()].every((one) => keepsItself(one as Validator));

/** Returns whether that holds for a validator, provided that it holds for its members. */
function keepsItself(validator: Validator): boolean {
  // The method must be the class's own: a subclass may override the check.
  if (Object.hasOwn(Object.getPrototypeOf(validator), "keepsInput") && validator.keepsInput()) return true;
  if ((validator.constructor as unknown) !== Dict) return (validator.constructor as unknown) === Check;
  const params = new KnownParams(validator as Dict);
  const { unknown, defaults, dispose, multikeys, skip_blank } = params.given;
  params.know("schema", "nullable", "minlen", "maxlen", "extra", "optional");
  const isKnown = params.unknown === undefined;
  return isKnown && unknown !== "strip" && !defaults && !dispose && !multikeys && !skip_blank;
}

/** Returns whether text may be valid. */
const takesText = ({ type }: Written): boolean => type === undefined || [type].flat().includes("string");

const namesOf = (keys: readonly string[]): Written[] => (keys.length > 0 ? [{ enum: keys }] : []);
