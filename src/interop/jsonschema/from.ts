/** JSON Schemas as validators. */
import { expectOptions } from "../../core/misspelt.ts";
import { instances, type Validator } from "../../core/validator.ts";
import { AllOf } from "../../validators/all-of.ts";
import { Any } from "../../validators/any.ts";
import { shortestIn } from "../../values/digits.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { jsonTypeOf } from "../../values/json-type.ts";
import { hasRoomAt, withinStack } from "../../values/stack.ts";
import { Access, type Names, NO_NAMES } from "./access.ts";
import { metaIn } from "./annotations.ts";
import { Defaults } from "./defaults.ts";
import { schemaName } from "./definitions.ts";
import { DRAFT_NAMES, type Draft, namedDialect } from "./dialects.ts";
import { discriminatorIn, otherOf, problemOf } from "./discriminator.ts";
import { Documents, RECURSIVE, type ResolveDocument, type Resource, Scope, type Target } from "./documents.ts";
import {
  below,
  documentOf,
  expectOneOf,
  JsonSchemaError,
  MAX_DEPTH,
  noRoom,
  type Path,
  pointerOf,
  ROOT,
  tooDeep,
} from "./error.ts";
import { NO_LIST_KEYWORDS, NO_OBJECT_KEYWORDS } from "./facts.ts";
import type { Direction } from "./flags.ts";
import {
  arrayPiece,
  formatOf,
  isOnlyReference,
  numberPiece,
  objectPiece,
  type Reading,
  readTypes,
  type Schema,
  stringPiece,
  valueOf,
} from "./keywords.ts";
import { Patterns } from "./patterns.ts";
import {
  choose,
  closed,
  combine,
  described,
  each,
  either,
  eitherOr,
  every,
  everything,
  exactlyOne,
  finite,
  INTEGERS,
  type Integers,
  isEverything,
  type MaybePiece,
  not,
  nothing,
  type Piece,
  type Pieces,
  readingIntegers,
  reference,
  type Tags,
  type TypeName,
  validatorFor,
  whole,
} from "./pieces.ts";
import { SchemaGraph } from "./schema-graph.ts";
import { requiredTags } from "./tags.ts";

/** What a JSON Schema says that has no effect. */
export interface JsonSchemaWarning {
  readonly keyword: string;
  /** The place in the schema, as a JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
}

/** Options for reading a JSON Schema. */
export interface FromJsonSchemaOptions {
  /**
   * Prefix for the aliases of schemas that contain themselves: `tree` gives `tree#/$defs/node`. Without it, these are
   * not registered, and references lead to them by functions.
   */
  readonly alias?: string | undefined;
  /**
   * The effect of `format`: an `"annotation"`, the default and the standard, has none; an `"assertion"` is checked, as
   * by `Str({ format })`, or by limits if it is one of numbers, such as `int32`. Formats that are not known have no
   * effect.
   */
  readonly format?: "annotation" | "assertion" | undefined;
  /** The draft of schemas without `$schema`; default: `"2020-12"`. */
  readonly dialect?: Draft | undefined;
  /** Other schemas that references may lead to, by URI. The meta-schemas are known, and nothing is ever fetched. */
  readonly documents?: Readonly<Record<string, unknown>> | undefined;
  /** Finds such a schema by the URI that it would have in `documents`; undefined if there is none. */
  readonly resolve?: ResolveDocument | undefined;
  /**
   * Accept patterns on which JavaScript may take time out of all proportion to the length of the value, such as those
   * that look ahead: see `Str({ backtrack })`.
   */
  readonly backtrack?: boolean | undefined;
  /**
   * Fill in a property that is missing with the `default` of its schema, a copy each time. It never changes what is
   * valid: the value is validated as it came. Default false.
   */
  readonly defaults?: boolean | undefined;
  /**
   * What becomes of integers beyond the safe range, at any depth: numbers, as by `JSON.parse`, the default; bigints,
   * with `"exact"`; or an error, with `"refuse"`. Their digits decide what is valid in any case.
   */
  readonly integers?: Integers | undefined;
  /**
   * Report all errors, as ajv with this option: those of an array or object as a whole, such as `minItems`, beside
   * those of its members, and each keyword of a text or number that is not met. Default false: every member reports the
   * first, and the whole is looked at if all members are valid.
   */
  readonly allErrors?: boolean | undefined;
  /** Gets what has no effect, such as keywords beside `$ref` in draft 7. */
  readonly onWarning?: ((warning: JsonSchemaWarning) => void) | undefined;
}

/** The names of these options. */
export const FROM_OPTIONS: readonly string[] = [
  ...[
    "alias",
    "format",
    "dialect",
    "documents",
    "resolve",
    "backtrack",
    "defaults",
    "integers",
    "allErrors",
    "onWarning",
  ],
];

/**
 * Makes a validator from a JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12, or its form in OpenAPI 3.1. It accepts
 * exactly the JSON documents that are valid by the schema. It returns its input, and with the option `defaults` what is
 * missing in it. Other annotations become metadata without effect, and so does `format` without the option
 * `format: "assertion"`.
 * @throws JsonSchemaError for an invalid schema, a reference that leads nowhere, a default that is not valid if it is
 *   to be filled in, and a pattern that may backtrack without the option `backtrack`; TypeError for an unknown option.
 * @example fromJsonSchema({ type: "object", properties: { age: { type: "integer", minimum: 0 } }, required: ["age"] })
 */
export function fromJsonSchema(schema: unknown, options: FromJsonSchemaOptions = {}): Validator {
  expectOptions(options, FROM_OPTIONS);
  const { defaults: fills = false } = options;
  expectFlag("defaults", fills);
  const { validator } = validatorsIn(schema, [{ $ref: "#", fills }], options)[0] as ReadSchema;
  return asAsked(validator, options);
}

/**
 * The validator of a whole value: all of it has the integers that the options ask for, not only those that it looks at,
 * and it reports as many errors.
 */
export function asAsked(validator: Validator, options: FromJsonSchemaOptions): Validator {
  const { integers = "number", allErrors: all_errors = false } = options;
  expectFlag("allErrors", all_errors);
  if (integers === "number" && !all_errors) return validator;
  const steps = integers === "number" ? [validator] : [Any({ integers }), validator];
  return AllOf(steps, { all_errors });
}

/** Where a schema of a document is, and what it describes. */
export interface Use {
  readonly $ref: string;
  readonly direction?: Direction | undefined;
  /** Defaults are filled in. */
  readonly fills: boolean;
}

/** A schema that has been read. */
export interface ReadSchema {
  readonly validator: Validator;
  /** What stands for a missing value, if defaults are filled in. */
  readonly fallback: Fallback | undefined;
}

/** What stands for a missing value. */
export interface Fallback {
  readonly value: unknown;
  /**
   * Has it validated.
   * @throws JsonSchemaError
   */
  expect(): void;
}

/** @throws JsonSchemaError if an option is no boolean. */
export function expectFlag(option: string, value: unknown): void {
  if (typeof value !== "boolean") throw new JsonSchemaError(option, ROOT, "it should be true or false");
}

/** The validators of schemas of one document, which share parts. */
export function validatorsIn(document: unknown, uses: readonly Use[], options: FromJsonSchemaOptions): ReadSchema[] {
  const { format = "annotation", dialect = "2020-12", integers = "number" } = options;
  expectOneOf("integers", integers, INTEGERS);
  expectOneOf("format", format, ["annotation", "assertion"]);
  expectOneOf("dialect", dialect, DRAFT_NAMES);
  // If it fails, its aliases are removed.
  const reading = (): ReturnType<Reader["read"]> => new Reader(document, options).read(uses);
  const attempt = () => instances.attempt(() => withinStack(reading, noRoom));
  return readingIntegers(integers, attempt);
}

/** A schema that has been read, or is being read. */
interface State {
  pieces: Pieces | undefined;
  /** Set when it was met again meanwhile. */
  use: OwnReference | undefined;
  tags: Tags | undefined;
}

/** What references to a schema that contains itself have as `use`: an alias, or a function with a name. */
type OwnReference = string | (() => Validator);

/** How a schema is read. */
interface Mode {
  readonly scope: Scope;
  /** It matters which members are evaluated. */
  readonly annotates: boolean;
  /** Says which required properties are not required; undefined if all are. */
  readonly access: Access | undefined;
  /** Their names, as schemas of the same value have found. */
  readonly exempt: Names;
  /** What is filled in; undefined if nothing is. */
  readonly defaults: Defaults | undefined;
}

class Reader {
  readonly #alias: string | undefined;
  readonly #assertsFormat: boolean;
  readonly #warn: (warning: JsonSchemaWarning) => void;
  readonly #documents: Documents;
  readonly #patterns: Patterns;
  readonly #integers: Integers;
  /** By scope, and the rest of the mode: the schemas that have been met. */
  readonly #states = new Map<Scope, Map<string, Map<unknown, State>>>();
  readonly #aliases = new Set<string>();
  /** The annotations that have an effect. */
  readonly #counting = new Set<string>();
  #depth = 0;
  /** Those that are being read and that a value has to be valid by, as by the current one. */
  #same = new Set<State>();
  /** How many members and choices the current schema is in. */
  #levels = 0;

  constructor(root: unknown, options: FromJsonSchemaOptions) {
    const { alias, format, dialect = "2020-12", documents, resolve } = options;
    this.#alias = alias;
    this.#assertsFormat = format === "assertion";
    const warned = new Set<string>();
    this.#warn = (warning) => {
      // The same schema may be read several times.
      const text = JSON.stringify(warning);
      if (!warned.has(text)) options.onWarning?.(warning);
      warned.add(text);
    };
    this.#integers = options.integers ?? "number";
    this.#patterns = new Patterns(options.backtrack === true);
    this.#documents = new Documents(root, namedDialect(dialect), documents, resolve);
  }

  read(uses: readonly Use[]): ReadSchema[] {
    const { root } = this.#documents;
    const found = uses.map(({ $ref, ...use }) => ({
      target: $ref === "#" ? root : this.#documents.follow($ref, root.resource, "$ref", ROOT),
      ...use,
    }));
    const graph = new SchemaGraph(this.#documents);
    const targetsOf = (isIn: (use: (typeof found)[number]) => boolean): Target[] =>
      found.filter(isIn).map(({ target }) => target);
    // Annotations that what is asked for depends on.
    if (found.some(({ fills }) => fills)) this.#counting.add("default");
    if (found.some(({ direction }) => direction !== undefined)) this.#counting.add("readOnly").add("writeOnly");
    const accesses = new Map<Direction | undefined, Access>();
    for (const direction of ["request", "response"] as const) {
      const targets = targetsOf((use) => use.direction === direction);
      accesses.set(direction, new Access(direction, graph, targets, (...about) => this.#warnOf(...about)));
    }
    const defaults = new Defaults(
      graph,
      targetsOf(({ fills }) => fills),
    );
    const scope = new Scope();
    const pieces = found.map(({ target, direction, fills }) => {
      const mode: Mode = {
        ...{ scope, annotates: false, access: accesses.get(direction), exempt: NO_NAMES },
        defaults: fills ? defaults : undefined,
      };
      return target === root ? this.#read(target, mode) : this.#member(target, mode);
    });
    const read = found.map(({ target, fills }, index) => {
      const own = pieces[index] as Pieces;
      const made = fills ? defaults.of(target) : undefined;
      const fallback = made && {
        value: made.value,
        expect: () => readingIntegers(this.#integers, () => made.expect(own)),
      };
      return { validator: validatorFor(own), fallback };
    });
    defaults.expectValid();
    return read;
  }

  #stateOf(schema: unknown, { scope, annotates, access, exempt, defaults }: Mode): [state: State, isNew: boolean] {
    const maps = this.#states.get(scope) ?? new Map<string, Map<unknown, State>>();
    this.#states.set(scope, maps);
    const names = exempt.size === 0 ? "" : JSON.stringify([...exempt].sort());
    const variant = `${annotates} ${defaults !== undefined} ${access?.direction} ${names}`;
    const states = maps.get(variant) ?? new Map<unknown, State>();
    maps.set(variant, states);
    const known = states.get(schema);
    if (known !== undefined) return [known, false];
    const state: State = { pieces: undefined, use: undefined, tags: undefined };
    states.set(schema, state);
    return [state, true];
  }

  /** The mode in a schema: all that say the same have one, so that they share what is read. */
  #modeIn(target: Target, { scope, annotates, defaults, ...outer }: Mode): Mode {
    const access = outer.access?.differs(target.schema) || outer.exempt.size > 0 ? outer.access : undefined;
    const exempt = access?.exempt(target, outer.exempt) ?? NO_NAMES;
    if (exempt.size > 0) access?.expectFew(target, [...exempt].sort().join("\0"));
    return {
      ...{ scope: scope.in(target.resource), annotates, exempt },
      access: access?.differs(target.schema) || exempt.size > 0 ? access : undefined,
      defaults: defaults?.areIn(target.schema) ? defaults : undefined,
    };
  }

  #read({ schema, resource, path }: Target, outer: Mode): Pieces {
    if (schema === true) return everything();
    if (schema === false) return nothing();
    if (!isPlainObject(schema)) throw new JsonSchemaError("schema", path, "it should be an object or a boolean");
    const mode = this.#modeIn({ schema, resource, path }, outer);
    const [state, isNew] = this.#stateOf(schema, mode);
    if (state.pieces !== undefined) return state.pieces;
    if (!isNew) return this.#again(state, { schema, resource, path }, mode);
    if (this.#depth >= MAX_DEPTH) throw tooDeep(path);
    if (!hasRoomAt(this.#depth)) throw noRoom(path);
    this.#depth++;
    this.#same.add(state);
    const pieces = described(this.#keywords(schema, resource, path, mode), metaIn(schema, this.#assertsFormat));
    this.#same.delete(state);
    this.#depth--;
    state.pieces = pieces;
    if (typeof state.use === "string") instances.add(state.use, validatorFor(pieces));
    return pieces;
  }

  /** Reads a schema that contains itself. */
  #again(state: State, target: Target, mode: Mode): Pieces {
    const { annotates, exempt } = mode;
    const { path } = target;
    if (this.#same.has(state)) {
      const why = "it leads back to itself without a member of the value, or a choice, between";
      if (this.#levels === 0) throw new JsonSchemaError("$ref", path, why);
      // Only what uses it is invalid: its validator fails when it meets the same value again.
      this.#warn({ keyword: "$ref", pointer: pointerOf(path), message: `${why}, so no value is valid by it` });
    }
    state.use ??= this.#newUse(state, path);
    state.tags ??= requiredTags(target, this.#documents, exempt);
    const plain = mode.defaults && (() => this.#plainReference(target, { ...mode, defaults: undefined }));
    return reference(state.use, annotates, state.tags, plain);
  }

  /** A reference to a schema that contains itself, read in such a way that no default is filled in. */
  #plainReference(target: Target, mode: Mode): Piece {
    const pieces = this.#member(target, mode);
    const [state] = this.#stateOf(target.schema, mode);
    if (state.use === undefined) {
      state.use = this.#newUse(state, target.path);
      if (typeof state.use === "string") instances.add(state.use, validatorFor(pieces));
    }
    state.tags ??= requiredTags(target, this.#documents, mode.exempt);
    return reference(state.use, mode.annotates, state.tags).object as Piece;
  }

  /** Without a prefix for aliases it is a function, so that the validators are freed together. */
  #newUse(state: State, path: Path): OwnReference {
    const name = `${documentOf(path) ?? ""}#${pointerOf(path)}`;
    if (this.#alias !== undefined) return this.#newAlias(`${this.#alias}${name}`);
    const target = (): Validator => readingIntegers(this.#integers, () => validatorFor(state.pieces as Pieces));
    return Object.defineProperty(target, "name", { value: schemaName(name) ?? "" });
  }

  /** The same schema may be read in several scopes. */
  #newAlias(name: string): string {
    let alias = name;
    for (let number = 2; this.#aliases.has(alias); number++) alias = `${name}~${number}`;
    this.#aliases.add(alias);
    return alias;
  }

  #keywords(schema: Schema, resource: Resource, path: Path, mode: Mode): Pieces {
    const { annotates, exempt } = mode;
    const target = (one: unknown, at: Path): Target => ({
      schema: one,
      resource: this.#documents.ownerOf(one, resource),
      path: at,
    });
    const read = (one: unknown, at: Path, inner: Mode, fills = true): Pieces =>
      this.#read(target(one, at), fills ? inner : this.#unfilled(one, at, inner));
    const readingWith = (annotates: boolean): Reading => ({
      schema,
      path,
      dialect: resource.dialect,
      annotates,
      exempt,
      patterns: this.#patterns,
      defaultOf: (one, at) => mode.defaults?.of(target(one, at)),
      member: (one, at, fills) =>
        this.#elsewhere(() => read(one, at, { ...mode, annotates: false, exempt: NO_NAMES }, fills)),
      same: (one, at, fills) => read(one, at, { ...mode, annotates }, fills),
      warn: (...about) => this.#warnOf(...about),
    });
    const reading = readingWith(annotates);
    if (ownValue(schema, "nullable") === true) this.#warnOf("nullable", below(path, "nullable"), NULLABLE);
    if (isOnlyReference(reading)) {
      this.#warnOfSiblings(reading);
      return this.#reference(reading, "$ref", resource, mode);
    }
    const keys = this.#rest(reading, "unevaluatedProperties");
    const items = this.#rest(reading, "unevaluatedItems");
    if ((keys ?? items) === undefined) return this.#all(reading, resource, mode);
    // What is evaluated matters from here on.
    const evaluated = this.#all(readingWith(true), resource, { ...mode, annotates: true });
    const plain = annotates ? evaluated : this.#all(reading, resource, mode);
    return each((type) => {
      const rest = type === "object" ? keys : type === "array" ? items : undefined;
      const piece = evaluated[type];
      if (rest === undefined || piece === undefined) return plain[type];
      const said = piece.about.isWhole
        ? type === "object"
          ? NO_OBJECT_KEYWORDS
          : NO_LIST_KEYWORDS
        : piece.about.facts;
      const facts = said?.closed(rest, annotates);
      return facts === undefined ? closed(piece, rest, annotates) : facts.piece();
    });
  }

  /** The schema of the members that are not evaluated; undefined if it has no effect. */
  #rest(reading: Reading, name: string): Pieces | undefined {
    const schema = valueOf(reading, name);
    if (schema === undefined) return undefined;
    const pieces = reading.member(schema, below(reading.path, name), false);
    return isEverything(pieces) && !reading.annotates ? undefined : pieces;
  }

  /** All keywords but those of members that are not evaluated. */
  #all(reading: Reading, resource: Resource, mode: Mode): Pieces {
    const parts = [this.#ofTypes(reading), this.#ofValues(reading)];
    for (const name of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      if (valueOf(reading, name) !== undefined) parts.push(this.#reference(reading, name, resource, mode));
    }
    parts.push(...this.#list(reading, "allOf"));
    const choices = (): void => {
      parts.push(...this.#choices(reading, resource));
      if (valueOf(reading, "not") !== undefined) parts.push(this.#not(reading, resource, mode));
      if (valueOf(reading, "if") !== undefined) parts.push(this.#if(reading, resource, mode));
    };
    // A value may be valid although one of several choices leads back here.
    this.#elsewhere(choices);
    return allOf(parts);
  }

  /** The mode of a schema that is asked for its verdict only. */
  #unfilled(schema: unknown, path: Path, mode: Mode): Mode {
    if (mode.defaults?.areIn(schema)) this.#warnOf("default", path, `defaults in ${path.key} are not filled in`);
    return { ...mode, defaults: undefined };
  }

  /** A schema of a member of the value. */
  #member(target: Target, mode: Mode): Pieces {
    return this.#elsewhere(() => this.#read(target, mode));
  }

  /** Reads schemas that may lead back to those that are being read. */
  #elsewhere<T>(read: () => T): T {
    const outer = this.#same;
    this.#same = new Set();
    this.#levels++;
    const result = read();
    this.#levels--;
    this.#same = outer;
    return result;
  }

  /** `type`, and the keywords of each type. */
  #ofTypes(reading: Reading): Pieces {
    const { types, integers } = readTypes(reading);
    const format = formatOf(reading, types, this.#assertsFormat);
    const make = (type: TypeName): MaybePiece => {
      if (type === "number") return numberPiece(reading, integers, format.number);
      if (type === "string") return stringPiece(reading, format.text);
      if (type === "array") return arrayPiece(reading);
      return type === "object" ? objectPiece(reading) : whole(type);
    };
    return each((type) => (types.includes(type) ? make(type) : undefined));
  }

  /** `const` and `enum`. */
  #ofValues(reading: Reading): Pieces {
    const values = valueOf(reading, "enum");
    if (values !== undefined && !isArray(values))
      throw new JsonSchemaError("enum", below(reading.path, "enum"), "it should be an array");
    const parts = [];
    if (values !== undefined) parts.push(valuesIn(values, "enum", reading.path));
    if (valueOf(reading, "const") !== undefined)
      parts.push(valuesIn([valueOf(reading, "const")], "const", reading.path));
    return parts.length === 0 ? everything() : allOf(parts);
  }

  #reference(reading: Reading, name: string, resource: Resource, mode: Mode): Pieces {
    const given = ownValue(reading.schema, name);
    let target = this.#documents.follow(given, resource, name, below(reading.path, name));
    const anchor =
      name === "$recursiveRef" ? RECURSIVE : name === "$dynamicRef" ? String(given).split("#")[1] : undefined;
    // Only where the schema that the reference leads to has the name, the outermost one with the name takes its place.
    if (anchor !== undefined && target.resource.dynamic.get(anchor)?.schema === target.schema) {
      target = mode.scope.in(resource).get(anchor) ?? target;
    }
    return this.#read(target, mode);
  }

  /** The schemas of a keyword that has several. */
  #list(reading: Reading, name: string): Pieces[] {
    const list = valueOf(reading, name);
    if (list === undefined) return [];
    const place = below(reading.path, name);
    if (!isArray(list) || list.length === 0) throw new JsonSchemaError(name, place, "it should be an array of schemas");
    return list.map((one, index) => reading.same(one, below(place, index)));
  }

  /** `anyOf` and `oneOf`. A `discriminator` beside them never changes what is valid. */
  #choices(reading: Reading, resource: Resource): Pieces[] {
    const hint = discriminatorIn(reading);
    const found = CHOICES.flatMap(({ name, join }) => {
      const value = valueOf(reading, name);
      return value === undefined
        ? []
        : [{ name, join, alternatives: value as unknown[], pieces: this.#list(reading, name) }];
    });
    const uriOf = (reference: string): string => this.#documents.uriOf(reference, resource);
    const problem = hint && problemOf(hint, found, uriOf);
    if (problem !== undefined) reading.warn("discriminator", below(reading.path, "discriminator"), problem);
    return found.map((one) => {
      const { key } = hint ?? {};
      const other = hint === undefined || key === undefined ? -1 : otherOf(hint, one, uriOf);
      return combine(one.pieces, (given, type) => {
        const rest = given.filter((_, index) => index !== other);
        const chosen =
          key === undefined || other < 0 || type !== "object" ? undefined : eitherOr(rest, given[other], key);
        return chosen ?? one.join(given, type, key);
      });
    });
  }

  /** A schema that tests what a value has: what it requires is required of the value in no case. */
  #test(reading: Reading, name: string, resource: Resource, mode: Mode): Pieces {
    const schema = valueOf(reading, name);
    const target = { schema, resource: this.#documents.ownerOf(schema, resource), path: below(reading.path, name) };
    const inner = this.#unfilled(schema, target.path, mode);
    return this.#read(target, { ...inner, access: undefined, exempt: NO_NAMES });
  }

  #not(reading: Reading, resource: Resource, mode: Mode): Pieces {
    // What a Not refuses is not evaluated.
    const pieces = this.#test(reading, "not", resource, { ...mode, annotates: false });
    return combine([pieces], ([piece], type) => (piece === undefined ? whole(type) : not(piece)));
  }

  #if(reading: Reading, resource: Resource, mode: Mode): Pieces {
    const read = (name: string): Pieces => {
      const schema = valueOf(reading, name);
      return schema === undefined ? everything() : reading.same(schema, below(reading.path, name));
    };
    const hasBranch = ["then", "else"].some((name) => valueOf(reading, name) !== undefined);
    // Without branches, it only evaluates members.
    if (!hasBranch && !reading.annotates) return everything();
    const condition = this.#test(reading, "if", resource, mode);
    return combine([condition, read("then"), read("else")], ([condition, consequent, alternate]) =>
      choose(condition, consequent, alternate),
    );
  }

  #warnOf(keyword: string, path: Path, message: string): void {
    this.#warn({ keyword, pointer: pointerOf(path), message });
  }

  /** Keywords beside a reference that have an effect elsewhere. */
  #warnOfSiblings({ schema, path, dialect, warn }: Reading): void {
    for (const name of Object.keys(schema)) {
      if (!CONSTRAINING.has(name) && !this.#counting.has(name)) continue;
      warn(name, below(path, name), `it has no effect beside $ref in ${dialect.draft}`);
    }
  }
}

/** The keywords that choose among schemas. */
const CHOICES = [
  { name: "anyOf", join: either },
  { name: "oneOf", join: exactlyOne },
] as const;

const NULLABLE = 'it has no effect, because it is a keyword of OpenAPI 3.0: write type: ["string", "null"]';

/** The keywords that constrain values. */
const CONSTRAINING: ReadonlySet<string> = /*#__PURE__*/ new Set(
  /*#__PURE__*/ (
    "type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern " +
    "items additionalItems minItems maxItems uniqueItems contains properties patternProperties " +
    "additionalProperties required minProperties maxProperties propertyNames dependencies allOf anyOf oneOf not " +
    "if then else format"
  ).split(" "),
);

/** The values of a keyword. They are converted at once, to find those that no validator can hold. */
function valuesIn(given: readonly unknown[], name: string, path: Path): Pieces {
  try {
    const values = shortestIn(given) as readonly unknown[];
    return each((type) => {
      const piece = finite([...new Set(values.filter((value) => isOf(type, value)))]);
      piece?.validator;
      return piece;
    });
  } catch (cause) {
    throw new JsonSchemaError(name, below(path, name), cause instanceof Error ? cause.message : "it is refused", {
      cause,
    });
  }
}

const isOf = (type: TypeName, value: unknown): boolean => type === jsonTypeOf(value);

/** Up to this number, schemas are joined one after the other. */
const MAX_JOINED = 16;

/** The pieces that all schemas accept. Many are joined in halves: a large schema is not copied for each small one. */
function allOf(parts: readonly Pieces[]): Pieces {
  if (parts.length <= MAX_JOINED) return parts.reduce((all, part) => combine([all, part], every));
  const half = parts.length >> 1;
  return combine([allOf(parts.slice(0, half)), allOf(parts.slice(half))], every);
}
