/** Validators as JSON Schemas. */
import { takenValidator } from "../../core/compiled.ts";
import { expectOptions } from "../../core/misspelt.ts";
import type { ListModel, SetModel, TupleModel } from "../../core/models/array.ts";
import { type Model, modelIn } from "../../core/models/index.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChoiceModel } from "../../core/models/steps.ts";
import { convertsText } from "../../core/params/discriminator.ts";
import type { ArraySchemaWriter, ObjectSchemaWriter } from "../../core/rules/container.ts";
import { arrayPartsOf, objectPartsOf } from "../../core/rules/index.ts";
import { KEY_GROUPS } from "../../core/rules/key-groups.ts";
import { writeKeyPatterns } from "../../core/rules/key-patterns.ts";
import { type LengthsRule, writeLengths } from "../../core/rules/lengths.ts";
import { writeUnknownKeys } from "../../core/rules/unknown-keys.ts";
import { metaOf } from "../../core/schemas/annotations.ts";
import { isBuiltIn, isSmallTree, nameOfUse, reaching, sharedIn, targetsIn } from "../../core/schemas/graph.ts";
import type { Meta } from "../../core/schemas/meta.ts";
import { otherParam } from "../../core/schemas/params.ts";
import { referredBy } from "../../core/schemas/registry.ts";
import type { AnyValidator } from "../../core/types.ts";
import type { Validator } from "../../core/validator.ts";
import { escaped } from "../../text/json-pointer.ts";
import { AllOf } from "../../validators/all-of.ts";
import { Any, type AnyParams } from "../../validators/any.ts";
import { Bool } from "../../validators/bool.ts";
import { Check } from "../../validators/check.ts";
import { Closed } from "../../validators/closed.ts";
import { Const } from "../../validators/const.ts";
import { Date } from "../../validators/date.ts";
import { Datetime } from "../../validators/datetime.ts";
import { Default } from "../../validators/default.ts";
import { Dict } from "../../validators/dict.ts";
import { Fallback } from "../../validators/fallback.ts";
import { Float } from "../../validators/float.ts";
import { If } from "../../validators/if.ts";
import { LazyRef } from "../../validators/lazy-ref.ts";
import { List } from "../../validators/list.ts";
import { Not } from "../../validators/not.ts";
import { Nullable } from "../../validators/nullable.ts";
import { OneOf } from "../../validators/one-of.ts";
import { Optional } from "../../validators/optional.ts";
import { Set as SetOf } from "../../validators/set.ts";
import { Str } from "../../validators/str.ts";
import { Time } from "../../validators/time.ts";
import { Transform } from "../../validators/transform.ts";
import { Tuple } from "../../validators/tuple.ts";
import { Type } from "../../validators/type.ts";
import { define } from "../../values/define.ts";
import { ownValue } from "../../values/input.ts";
import { hasRoom, withinStack } from "../../values/stack.ts";
import { literal } from "../../values/text.ts";
import { keywordsIn, withAnnotations } from "./annotations.ts";
import { aliasesIn, componentOf, Definition, definedNames, idOf, isMade, type Name, nameAll } from "./definitions.ts";
import { Converter, DIALECTS, isOpenApi, type JsonSchemaTarget, losesKeywords } from "./dialect.ts";
import { below, expectOneOf, JsonSchemaError, noRoom, type Path, ROOT } from "./error.ts";
import { FLAGS, withoutFlag } from "./flags.ts";
import {
  ANYTHING,
  allOf,
  anyOf,
  given,
  isWiderScalar,
  jsonOf,
  NO_JSON,
  NOTHING,
  orNull,
  type Refuse,
  type Side,
  scalarParams,
  takesFiles,
  type Written,
  writeScalar,
} from "./scalars.ts";
import { forTool, isToolTarget, TOOL_TARGETS, type ToolTarget, withInt64 } from "./tools.ts";

/** Options for writing a JSON Schema. */
export interface ToJsonSchemaOptions {
  /**
   * The dialect: `"draft-2020-12"` (the default), `"openapi-3.1"` or `"draft-07"`. Or who reads it: `"mcp"`, tools of
   * the Model Context Protocol, and `"llm"`, models that answer by a schema.
   */
  readonly target?: JsonSchemaTarget | ToolTarget | undefined;
  /** The side to describe: the input of the validator (the default), or its output, encoded as JSON. */
  readonly io?: "input" | "output" | undefined;
  /**
   * Describe input that is converted by what it becomes: an `Int` with `coerce` is an `integer`. For values that are
   * always text: parameters, header fields, forms. Default false.
   */
  readonly coerced?: boolean | undefined;
  /**
   * The treatment of parts that JSON Schema cannot express: an error (the default), or they are left out, so that any
   * value passes there.
   */
  readonly unrepresentable?: "error" | "any" | undefined;
  /**
   * An `Int` has the format `int64` in place of the limits of safe integers, as generators of code in other languages
   * expect it. Default false.
   */
  readonly int64?: boolean | undefined;
}

/**
 * The JSON Schema of a validator. It accepts exactly the JSON documents that the validator accepts. The exceptions are
 * text that is converted (`coerce`, dates), where the schema accepts any text, and a `Check` or `Transform`, whose
 * function is known to itself only. Parts of the result may be shared objects.
 * @throws JsonSchemaError for parts that JSON Schema cannot express, unless `unrepresentable` is `"any"`; TypeError if
 *   it is not a validator, and for an unknown option.
 * @example toJsonSchema(Dict({ age: Int({ min: 0 }) }), { target: "openapi-3.1" })
 */
export function toJsonSchema(validator: AnyValidator, options: ToJsonSchemaOptions = {}): Record<string, unknown> {
  const own = takenValidator("toJsonSchema", validator);
  expectOptions(options, ["target", "io", "coerced", "unrepresentable", "int64"]);
  const { target: reader = "draft-2020-12", io = "input", coerced = false, unrepresentable = "error" } = options;
  expectOneOf("target", reader, [...Object.keys(DIALECTS), ...TOOL_TARGETS]);
  const target = isToolTarget(reader) ? "draft-2020-12" : reader;
  expectOneOf("io", io, ["input", "output"]);
  expectOneOf("unrepresentable", unrepresentable, ["error", "any"]);
  const lenient = unrepresentable === "any";
  return withinStack(() => {
    const schema = schemaOf(own, { target, side: io, coerced, lenient });
    const whole = isToolTarget(reader) ? forTool(schema, reader, { lenient, isInput: io === "input" }) : schema;
    return options.int64 === true ? withInt64(whole) : whole;
  }, noRoom);
}

function schemaOf(
  validator: Validator,
  { target, side, coerced, lenient }: Omit<WriterOptions, "names">,
): Record<string, unknown> {
  const isInline = isOpenApi(target) && isSmallTree(validator);
  const given = (all: Iterable<Validator>) => givenNames(all, validator);
  const names = isInline ? undefined : definedNames([validator], given, (graph) => sharedIn(validator, graph));
  const writer = new Writer({ target, side, coerced, lenient, names });
  const written = writer.write(validator, ROOT);
  // A schema that contains itself is a definition too.
  const whole = writer.definitions.find((one) => one.validator === validator);
  const named = nameAll(writer.definitions);
  const place = isOpenApi(target) ? componentOf(validator) : undefined;
  // The references of a document of OpenAPI begin at its root, so a schema has definitions only if its place is known.
  const defines = place === undefined ? !isOpenApi(target) : target === "openapi-3.1";
  const definitionsKey = target === "draft-2020-12" || isOpenApi(target) ? "$defs" : "definitions";
  const uriOf = (definition: Definition): string => {
    if (definition === whole && place !== undefined) return place;
    if (defines)
      return `${place ?? "#"}/${definitionsKey}/${encodeURIComponent(escaped(named.get(definition) as string))}`;
    const component = componentOf(definition.validator);
    if (component !== undefined) return component;
    throw new JsonSchemaError("$ref", ROOT, NO_PLACE);
  };
  const others = writer.definitions.filter((one) => defines && (one !== whole || place === undefined));
  const $defs = Object.fromEntries(others.map((one) => [named.get(one), writer.schemaOf(one)]));
  const converter = new Converter({ target, lenient, uriOf: uriOf as (definition: unknown) => string });
  const root = whole === undefined ? written : place === undefined ? { $ref: whole } : writer.schemaOf(whole);
  const $schema = DIALECTS[target];
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...converter.convert(others.length > 0 ? { ...root, $defs } : root),
  };
}

/** The names that the caller has given: each `id` except that of the whole schema, and the aliases of references. */
function givenNames(all: Iterable<Validator>, whole: Validator): Map<Validator, Name> {
  const names = new Map<Validator, Name>();
  const aliases = aliasesIn();
  for (const target of targetsIn(whole).values() as Iterable<Validator>) {
    const text = aliases.get(target);
    if (text !== undefined && !isMade(text)) names.set(target, { text, from: "alias" });
  }
  for (const one of all) {
    const id = idOf(one);
    if (id !== undefined && (one !== whole || names.has(one))) names.set(one, id);
  }
  return names;
}

const NO_PLACE =
  "OpenAPI has no place for parts that contain themselves, or are repeated: give them an id in meta, or use openapi()";

/** The members of an object. */
interface Properties {
  readonly properties: Record<string, unknown>;
  readonly required: string[];
  /** Keys that each result has, because their defaults fill them. */
  readonly filled: ReadonlySet<string>;
}

/** By class: the parameters that a schema depends on, of validators with neither a model nor a scalar's form. */
const PARAMS: ReadonlyMap<unknown, readonly string[]> = /*#__PURE__*/ new Map<unknown, readonly string[]>([
  [Default, ["item", "value"]],
  [Fallback, ["item", "value"]],
  [Optional, ["item"]],
  // Of files.
  [Type, ["tp", "minlen", "maxlen", "min", "max", "coerce"]],
]);

/** The first parameter that is set and that the writer does not know. `#writeWhole` reads `nullable`. */
function unwritten(validator: Validator): string | undefined {
  const model = modelIn<Model | undefined>(validator);
  if (model !== undefined) return model.missing;
  const params = PARAMS.get(validator.constructor) ?? scalarParams(validator);
  return otherParam(validator, (name) => name === "nullable" || params.includes(name));
}

/** What counts as missing in place of a value. */
interface Skips {
  readonly blank: boolean;
  readonly null: boolean;
}

/** The metadata of a Default in the schema of a Dict, whose model has its item. */
function metaOfMember(model: ObjectModel, key: string): Meta | undefined {
  const { validator, schema } = model;
  const given = ownValue(validator.schema ?? {}, validator.names ? model.nameInResult(key) : key) as Validator;
  return given === schema[key] ? undefined : metaOf(given);
}

/** Options of a writer. */
export interface WriterOptions {
  readonly target: JsonSchemaTarget;
  readonly side: Side;
  /** Describe converted text by what it becomes. */
  readonly coerced: boolean;
  readonly lenient: boolean;
  /** A discriminator names the alternative of objects without the key, as in OpenAPI 3.2. */
  readonly hasDefaultMapping?: boolean | undefined;
  /** The names of the validators that are written once; undefined if every one is written where it occurs. */
  readonly names: ReadonlyMap<unknown, Name> | undefined;
}

/** What `Any({ integers: "refuse" })` takes, by validators that JSON Schema has forms for. */
function safeIntegers(): Validator {
  if (ofSafeIntegers !== undefined) return ofSafeIntegers;
  const any = LazyRef(safeIntegers);
  const number = Float({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
  const types = [Const(null), Bool(), number, Str(), List(any), Dict({}, { extra: [Str(), any] })];
  ofSafeIntegers = OneOf(types, { by_type: true });
  return ofSafeIntegers;
}
let ofSafeIntegers: Validator | undefined;
const SAFE_INTEGERS: Name = { text: "SafeIntegers" };

/** Maximum number of definitions that are written inside each other where they occur. */
const MAX_INLINED = 32;

/** Writes schemas of draft 2020-12, in which the value of a `$ref` is a `Definition`. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #side: Side;
  /** The schemas written so far: a small shared validator is written once. */
  readonly #written = new Map<Validator, Written>();
  readonly #definitions = new Map<Validator, Definition>();
  /** Those that are written where they occur, all the same. */
  readonly #inlined = new Set<Validator>();
  /** Something has been left out. */
  #hasRefused = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#side = options.side;
  }

  /** The definitions that references lead to, those found on the way included. */
  get definitions(): Definition[] {
    for (const definition of this.#definitions.values()) this.schemaOf(definition);
    return [...this.#definitions.values()];
  }

  /** The schema of a definition. */
  schemaOf({ validator, name }: Definition): Written {
    return this.#writeWhole(validator, below(ROOT, "$defs", name.text));
  }

  /** The schema of a validator, or a reference to it. */
  write(validator: Validator, path: Path): Written {
    const name = validator === ofSafeIntegers ? SAFE_INTEGERS : this.#options.names?.get(validator);
    // Written later, because a chain of references may be longer than any stack.
    return name === undefined ? this.#writeWhole(validator, path) : this.#define(name, validator);
  }

  #define(name: Name, validator: Validator): Written {
    let definition = this.#definitions.get(validator);
    if (definition === undefined) {
      definition = new Definition(validator, name, this);
      this.#definitions.set(validator, definition);
    }
    return { $ref: definition };
  }

  #writeWhole(validator: Validator, path: Path): Written {
    const known = this.#written.get(validator);
    if (known !== undefined) return known;
    if (!hasRoom()) throw noRoom(path);
    const schema = this.#write(validator, path);
    const nullable = ownValue(validator, "nullable") === true ? orNull(schema) : schema;
    const whole = withAnnotations(nullable, metaOf(validator));
    this.#written.set(validator, whole);
    return whole;
  }

  #write(validator: Validator, path: Path): Written {
    const { name } = validator.constructor;
    const keywords = keywordsIn(metaOf(validator));
    const [keyword] = Object.keys(keywords);
    let isKnown = true;
    const refuse: Refuse = (param, why) => {
      this.#hasRefused = true;
      if (param === "") isKnown = false;
      if (param === "" && keyword !== undefined) return;
      if (!this.#options.lenient) throw new JsonSchemaError(param === "" ? name : `${name}.${param}`, path, why);
    };
    if (this.#isOpaque(validator)) return keywords;
    const schema = this.#writeBuiltIn(validator, path, refuse);
    const unknown = unwritten(validator);
    if (schema === undefined) refuse("", "what it takes is known to its code only");
    // The metadata of a class that JSON Schema has no form for says what it takes.
    if (!isKnown) return keywords;
    if (keyword !== undefined) refuse(`meta.${keyword}`, "the validator does not ask for it");
    if (unknown === undefined) return schema as Written;
    refuse(unknown, "toJsonSchema does not know this parameter");
    return ANYTHING;
  }

  /**
   * Returns whether the schema of a validator may accept more than the validator. Its negation would accept less, and
   * refuse what is valid.
   */
  #isWider: (validator: Validator) => boolean = reaching((one) => this.#isWiderItself(one as Validator));

  /** Returns whether that holds for a validator, provided that the schemas of its members are exact. */
  #isWiderItself(validator: Validator): boolean {
    if (this.#isOpaque(validator) || isWiderScalar(validator)) return true;
    // All members are references, which are not followed.
    const alone = writerOf({ ...this.#options, lenient: true, names: { get: () => ({ text: "" }) } as never });
    alone.#isWider = () => false;
    const schema = alone.#write(validator, ROOT);
    return alone.#hasRefused || losesKeywords(this.#options.target, schema);
  }

  /** Returns whether a validator only calls a function, which may accept any value. Its metadata documents it. */
  #isOpaque({ constructor }: Validator): boolean {
    return constructor === (Check as unknown) || (constructor === (Transform as unknown) && this.#side === "input");
  }

  /** Undefined for a class that JSON Schema cannot express. */
  #writeBuiltIn(validator: Validator, path: Path, refuse: Refuse): Written | undefined {
    const { constructor } = validator;
    const given: unknown = validator;
    if (constructor === (Any as unknown) && (given as Any & AnyParams).integers === "refuse")
      return this.write(safeIntegers(), path);
    const scalar = writeScalar(validator, this.#scalarSide(constructor), refuse);
    if (scalar !== undefined) return scalar;
    switch (constructor as unknown) {
      case Type:
        if (!isOpenApi(this.#options.target) || !takesFiles(validator)) return undefined;
        return { type: "string", contentMediaType: "application/octet-stream" };
      case List:
        return this.#list(modelIn<ListModel>(validator), path, refuse);
      case SetOf: {
        // Its input drops duplicates; its output is encoded as an array.
        const { item, lengths } = modelIn<SetModel>(validator);
        const items = this.write(item, below(path, "items"));
        return this.#items(lengths, true, items, refuse);
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
        return this.#tuple(modelIn<TupleModel>(validator), path);
      case Dict:
        return this.#dict(modelIn<ObjectModel>(validator), path, refuse);
      case OneOf:
        return this.#oneOf(modelIn<ChoiceModel>(validator), path);
      case AllOf:
        return this.#allOf(given as AllOf, path, refuse);
      case Not: {
        const { item } = given as Not;
        const not = this.write(item, below(path, "not"));
        return this.#isWider(item) ? ANYTHING : { not };
      }
      case If:
        return this.#if(given as If, path);
      case Closed:
        return this.#closed(given as Closed, path, refuse);
      case LazyRef:
        return this.#reference(given as LazyRef, path, refuse);
    }
    return undefined;
  }

  /** Returns whether the schema describes input before it is converted. */
  get #isRaw(): boolean {
    return this.#side === "input" && !this.#options.coerced;
  }

  /** Text that is converted is described by what it becomes, but a date is text on both sides. */
  #scalarSide(constructor: unknown): Side {
    const isDate = constructor === Date || constructor === Datetime || constructor === Time;
    return this.#options.coerced && !isDate ? "output" : this.#side;
  }

  #default({ item, value }: Default, path: Path): Written {
    const schema = this.write(item, path);
    return this.#side === "output" ? schema : this.#withDefault(schema, value);
  }

  #fallback({ item, value }: Fallback, path: Path, refuse: Refuse): Written {
    const schema = this.write(item, path);
    // Values that the item refuses are replaced, so any value is accepted.
    if (this.#side === "input") return this.#options.coerced ? schema : ANYTHING;
    const json = jsonOf(value);
    if (json === NO_JSON) refuse("value", "JSON Schema has no form for it");
    return json === NO_JSON ? schema : anyOf([schema, { const: json }]);
  }

  #items(lengths: LengthsRule, unique: boolean, items: Written, refuse: Refuse): Written {
    const { minlen, maxlen } = lengths;
    const keywords: Record<string, unknown> = writeLengths(lengths);
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

  /** A list. The order and the kind of the result are nothing that a schema can express. */
  #list(list: ListModel, path: Path, refuse: Refuse): Written {
    const { item, prefix, evaluates, unique, rules } = list;
    const isOutput = this.#side === "output";
    const first = prefix.map((one, index) => this.write(one, below(path, "prefixItems", index)));
    const isMixed = isOutput && list.movesFirst;
    const all = this.#items(list.lengths, unique, this.write(item, below(path, "items")), refuse);
    const { items = evaluates ? ANYTHING : undefined, ...schema } = all;
    const to: ArraySchemaWriter = {
      ...{ refuse, dropsEqual: isOutput && unique },
      isConverted: (one) =>
        this.#isRaw && [item, ...prefix].some(changes) && !(one && this.#isOpaque(one as Validator)),
      isWider: (one) => this.#isWider(one as Validator),
      write: (one, ...place) => this.write(one as Validator, below(path, ...place)),
    };
    return {
      ...schema,
      ...given({
        prefixItems: isMixed || first.length === 0 ? undefined : first,
        items: isMixed && items ? anyOf([...first, items as Written]) : items,
        ...Object.assign({}, ...rules.map((rule) => arrayPartsOf(rule).write(rule as never, to))),
      }),
    };
  }

  #if({ condition, consequent, alternate }: If, path: Path): Written {
    const written = (name: string, validator: Validator | undefined): Written | undefined =>
      validator && this.write(validator, below(path, name));
    const tested = this.write(condition, below(path, "if"));
    const [then, otherwise] = [written("then", consequent), written("else", alternate)];
    if (this.#isWider(condition)) return anyOf([allOf([tested, then ?? ANYTHING]), otherwise ?? ANYTHING]);
    return given({ if: tested, then, else: otherwise });
  }

  #closed({ item, rest }: Closed, path: Path, refuse: Refuse): Written {
    if (changes(item)) refuse("item", "JSON Schema cannot say which members of the result are evaluated");
    const others = rest === undefined ? false : this.write(rest, below(path, "unevaluatedProperties"));
    return {
      allOf: [this.write(item, below(path, "allOf", 0))],
      unevaluatedProperties: others,
      unevaluatedItems: others,
    };
  }

  #tuple({ items, rest, least, filled }: TupleModel, path: Path): Written {
    const schemas = items.map((item, index) => this.write(item, below(path, "prefixItems", index)));
    const others = rest === undefined ? false : this.write(rest, below(path, "items"));
    return given({
      type: "array",
      prefixItems: schemas.length > 0 ? schemas : undefined,
      items: others,
      minItems: this.#side === "input" ? least : filled,
    });
  }

  #dict(dict: ObjectModel, path: Path, refuse: Refuse): Written {
    const isInput = this.#side === "input";
    const { lengths, minlen, skip_blank, nulls, dispose, keys } = dict;
    this.#expectSeen(dict, refuse);
    const members = isInput ? this.#given(dict, path) : this.#returned(dict, path);
    if (members === undefined) return NOTHING;
    const { properties, required, filled } = members;
    const to = this.#objectWriter(dict, filled, path, refuse);
    const { required: asked, allOf: groups = [], ...rules } = writtenRules(dict, to);
    required.push(...(asked as readonly string[]));
    if (isInput)
      for (const key of dispose as ReadonlySet<string>)
        if (!Object.hasOwn(properties, key)) define(properties, key, ANYTHING);
    this.#withoutFlags(properties, required, path, refuse);
    const aliases = isInput ? this.#withAliases(dict, properties, required) : [];
    const choices = [...(groups as readonly Written[]), ...aliases];
    if (isInput && skip_blank && lengths.isGiven)
      refuse(minlen === undefined ? "maxlen" : "minlen", "with skip_blank, JSON Schema cannot count the keys");
    if (isInput && nulls.length > 0 && lengths.isGiven)
      refuse(minlen === undefined ? "maxlen" : "minlen", "with null_is_absent, JSON Schema cannot count the keys");
    const counts = isInput ? !skip_blank && nulls.length === 0 : !dict.changesKeys;
    return {
      type: "object",
      properties,
      ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
      ...(choices.length > 0 ? { allOf: choices } : {}),
      ...writeKeyPatterns(dict, to),
      ...given({ propertyNames: keys && to.write(keys, "propertyNames") }),
      ...rules,
      ...writeUnknownKeys(dict, Object.keys(properties), to),
      ...(counts ? given(writeLengths(lengths)) : {}),
    };
  }

  /** Adds other names of keys, and forbids those that only the result has. Returns schemas that forbid two names. */
  #withAliases(dict: ObjectModel, properties: Record<string, unknown>, required: string[]): Written[] {
    const { aliases, names, written, renamesByCheck, unknown } = dict;
    if (renamesByCheck && unknown !== "strip") {
      for (const name of written) if (dict.takes(name) && !aliases.has(name)) define(properties, name, false);
    }
    const choices: Written[] = [];
    for (const name of names) {
      const others = [...aliases].flatMap(([alias, own]) => (own === name ? [alias as string] : []));
      if (others.length === 0) continue;
      for (const alias of others) define(properties, alias, properties[name]);
      const all = [name, ...others].map((one) => ({ required: [one] }));
      const at = required.indexOf(name);
      if (at >= 0) {
        required.splice(at, 1);
        choices.push({ oneOf: all });
      } else choices.push({ oneOf: [...all, { not: { anyOf: all } }] });
    }
    return choices;
  }

  /** The members of the input; undefined if no input is valid. */
  #given(dict: ObjectModel, path: Path): Properties | undefined {
    const { schema, defaults, dispose, optional, skip_blank } = dict;
    const nulls = new Set(dict.nulls);
    const properties: Record<string, unknown> = {};
    const required: string[] = [];
    const filled = new Set<string>();
    for (const [key, member] of Object.entries(schema)) {
      const isDefaulted = defaults.has(key);
      const fallback = defaults.get(key);
      const fills = isDefaulted && (typeof fallback === "function" || member.safe(fallback).ok);
      const needed = isDefaulted ? !fills : !optional.has(key);
      // A dropped key cannot replace a default that is refused.
      if (dispose.has(key) && needed) return undefined;
      if (needed) required.push(key);
      if (fills) filled.add(key);
      const place = below(path, "properties", key);
      const skips = { blank: skip_blank, null: nulls.has(key) };
      const written = dispose.has(key) ? ANYTHING : this.#member(member, place, needed, skips, fallback);
      define(properties, key, withAnnotations(written, metaOfMember(dict, key)));
    }
    return { properties, required, filled };
  }

  /** The members of the result. */
  #returned(dict: ObjectModel, path: Path): Properties {
    const { schema, defaults, dispose, optional } = dict;
    const properties: Record<string, unknown> = {};
    const required: string[] = [];
    for (const [key, member] of Object.entries(schema)) {
      if (dispose.has(key) && !defaults.has(key)) continue;
      const written = this.write(member, below(path, "properties", key));
      define(properties, key, withAnnotations(written, metaOfMember(dict, key)));
      if (defaults.has(key) || !optional.has(key)) required.push(key);
    }
    return { properties, required, filled: new Set() };
  }

  /** Refuses parameters by which JSON Schema cannot tell what its keywords of keys concern. */
  #expectSeen({ nulls, keys, rules, dependent_schemas, skip_blank }: ObjectModel, refuse: Refuse): void {
    const others = keys ?? dependent_schemas;
    if (this.#side === "input" && nulls.length > 0 && others !== undefined)
      refuse("null_is_absent", "JSON Schema cannot tell which keys count as missing");
    if (skip_blank && (others !== undefined || rules.some(({ kind }) => kind === "dependent_required")))
      refuse("skip_blank", "JSON Schema cannot tell which keys are skipped");
  }

  /** What the rules of an object write with. The names in their parameters are keys of the result. */
  #objectWriter(dict: ObjectModel, filled: ReadonlySet<string>, path: Path, refuse: Refuse): ObjectSchemaWriter {
    const { dispose, schema, skip_blank, nulls, unknown } = dict;
    const isInput = this.#side === "input";
    const absent = new Set(isInput ? nulls : []);
    const isLost = (key: string): boolean =>
      !filled.has(key) && (dispose.has(key) || (unknown === "strip" && !Object.hasOwn(schema, key)));
    return {
      ...{ isInput, refuse },
      isConverted: this.#isRaw && !keepsMembers(dict),
      changes: (one) => changes(one as Validator),
      isFilled: (key) => filled.has(key),
      there: (key) => ({
        required: [key],
        ...(absent.has(key) && { properties: { [key]: { not: { type: "null" } } } }),
      }),
      write: (one, ...place) => this.write(one as Validator, below(path, ...place)),
      asked: (param, names) => {
        if (!isInput) return names;
        const lost = names.find(isLost);
        if (lost !== undefined) refuse(param, `${literal(lost)} is dropped, so no result has it`);
        const isAsked = !(KEY_GROUPS as readonly string[]).includes(param) && names.some((name) => absent.has(name));
        if (isAsked) refuse(param, "with null_is_absent, JSON Schema cannot tell whether a key counts as missing");
        if (skip_blank && names.length > 0) refuse("skip_blank", "JSON Schema cannot tell which keys are skipped");
        return lost !== undefined || skip_blank ? [] : names.filter((name) => !filled.has(name));
      },
    };
  }

  /** Where OpenAPI would not require a property because of a flag, the flag is not written. */
  #withoutFlags(properties: Record<string, unknown>, required: readonly string[], path: Path, refuse: Refuse): void {
    if (!isOpenApi(this.#options.target)) return;
    const flag = FLAGS[this.#side === "input" ? "request" : "response"];
    for (const key of required) {
      const property = ownValue(properties, key) as Written | undefined;
      const written = (definition: Definition): Written | undefined =>
        this.#inline(definition, flag, below(path, "properties", key), refuse);
      if (property !== undefined) define(properties, key, withoutFlag(property, flag, written));
    }
  }

  /** The schema of a definition with a flag that has to be left out. */
  #inline({ validator }: Definition, flag: string, path: Path, refuse: Refuse): Written | undefined {
    if (metaOf(validator)?.[flag] !== true) return undefined;
    if (this.#inlined.size >= MAX_INLINED || this.#inlined.has(validator)) {
      refuse("schema", `a required property may not have ${flag} here, and contain itself`);
      return undefined;
    }
    this.#inlined.add(validator);
    const schema = this.#writeWhole(validator, path);
    this.#inlined.delete(validator);
    return schema;
  }

  /** A member of an object, on the input side. */
  #member(member: Validator, place: Path, needed: boolean, skips: Skips, fallback: unknown): Written {
    const own = this.write(member, place);
    const schema = skips.null ? orNull(own) : own;
    const blank: Written = { const: "" };
    const whole = !skips.blank
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
    return { ...schema, default: json };
  }

  #oneOf({ steps, discriminator, exclusive, tags }: ChoiceModel, path: Path): Written {
    if (exclusive) {
      const schemas = steps.map((step, index) => this.write(step, below(path, "oneOf", index)));
      return steps.some((step) => this.#isWider(step)) ? anyOf(schemas) : { oneOf: schemas };
    }
    const schema = anyOf(steps.map((step, index) => this.write(step, below(path, "anyOf", index))));
    if (tags === undefined || !isOpenApi(this.#options.target) || schema.anyOf === undefined) return schema;
    // OpenAPI requires the key, and one of the tags as its value, without conversion.
    const { missing, converting, steps: byTag, options } = tags;
    const isOther = missing !== undefined && this.#options.hasDefaultMapping !== true;
    if (isOther || converting.some(convertsText) || byTag.has(null) !== options.includes(null)) return schema;
    // Without a mapping, each tag is the name of a component.
    const refs = [...byTag].map(([tag, step]) => [tag, this.write(step, path).$ref] as const);
    const isMapped = refs.every(([, $ref]) => $ref !== undefined);
    const mapping = isMapped ? { mapping: Object.fromEntries(refs) } : {};
    const defaultMapping = missing && this.write(missing, path).$ref;
    // Where the key may be missing, the default is required.
    if (missing !== undefined && defaultMapping === undefined) return schema;
    return { ...schema, discriminator: { propertyName: discriminator, ...mapping, ...given({ defaultMapping }) } };
  }

  #allOf({ steps }: AllOf, path: Path, refuse: Refuse): Written {
    const converting = steps.map(changes);
    // The schema of a step describes its input, which is the value of the whole as long as no step has converted it.
    const first = this.#side === "output" ? Math.max(converting.lastIndexOf(true), 0) : 0;
    const firstConverting = converting.indexOf(true);
    const last = this.#side === "output" || firstConverting === -1 ? steps.length - 1 : firstConverting;
    const schemas = steps
      .slice(first, last + 1)
      .map((step, index) => this.write(step, below(path, "allOf", first + index)));
    const later = steps.findIndex((step, index) => index > last && !this.#isOpaque(step));
    if (later !== -1)
      refuse("steps", `step ${last} converts, so JSON Schema cannot say of the input what step ${later} asks`);
    return allOf(schemas);
  }

  #reference({ use, maxdepth }: LazyRef, path: Path, refuse: Refuse): Written {
    if (maxdepth !== undefined) refuse("maxdepth", "JSON Schema has no limit on depth");
    const target = referredBy(use) as Validator | undefined;
    if (target === undefined) {
      refuse("use", `no validator is registered as ${literal(use)}`);
      return ANYTHING;
    }
    const text = nameOfUse(use);
    if (/\p{Surrogate}/u.test(text)) {
      refuse("use", `a URI has no form for ${literal(text)}`);
      return ANYTHING;
    }
    return this.write(target, path);
  }
}

/** Outside the class: for its own name inside it the compiler writes an assignment, which bundles would keep. */
const writerOf = (...args: ConstructorParameters<typeof Writer>): Writer => new Writer(...args);

/** Returns whether a validator may return another value than the accepted JSON document. */
const changes = /*#__PURE__*/ reaching((one) => !keepsItself(one as Validator));

/** What the rules of the whole say. */
function writtenRules({ rules, dependent_schemas }: ObjectModel, to: ObjectSchemaWriter): Written {
  const all = [...rules, ...(dependent_schemas ? [dependent_schemas] : [])];
  const written = all.map((rule) => objectPartsOf(rule).write(rule as never, to));
  const required = written.flatMap((one) => (one.required ?? []) as readonly string[]);
  const allOf = written.flatMap((one) => (one.allOf ?? []) as readonly Written[]);
  return given({ ...Object.assign({}, ...written), required, allOf: allOf.length > 0 ? allOf : undefined });
}

/** Returns whether a Dict returns the members of an accepted JSON document unchanged, before `dependent_schemas`. */
const keepsMembers = (dict: ObjectModel): boolean =>
  keepsItself(dict.validator) &&
  ![...dict.list, ...dict.patterns.map(({ validator }) => validator), ...(dict.extra ?? [])].some(changes);

/** Returns whether that holds for a validator, provided that it holds for its members. */
function keepsItself(validator: Validator): boolean {
  // The method must be the class's own: a subclass may override the check.
  if (isBuiltIn(validator) && validator.keepsInput()) return true;
  if ((validator.constructor as unknown) !== Dict) return (validator.constructor as unknown) === Check;
  const model = modelIn<ObjectModel>(validator);
  // Extra keys that are converted are refused elsewhere.
  return model.missing === undefined && !model.changesKeys && !model.nested && model.multikeys === undefined;
}

/** Returns whether text may be valid. */
const takesText = ({ type }: Written): boolean => type === undefined || [type].flat().includes("string");
