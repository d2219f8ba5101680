/** The model of Dict: an object by its keys. */
import { define } from "../../values/define.ts";
import { withoutPrototype } from "../../values/input.ts";
import type { Members as MappingMembers } from "../../values/mapping.ts";
import { withoutDefaults } from "../params/default.ts";
import { type Extras, exhaustiveKeys, type Members } from "../params/dict.ts";
import type { Report } from "../report/report.ts";
import { DependentRequiredRule } from "../rules/dependent-required.ts";
import { DependentSchemasRule } from "../rules/dependent-schemas.ts";
import type { AnyObjectRule } from "../rules/index.ts";
import { KEY_GROUPS, type KeyGroupParam, KeyGroupsRule } from "../rules/key-groups.ts";
import { type KeyPattern, keyPatterns } from "../rules/key-patterns.ts";
import type { Lengths } from "../rules/length.ts";
import { LengthsRule } from "../rules/lengths.ts";
import { Member } from "../rules/member.ts";
import { ExhaustiveRule, RequiredRule } from "../rules/required.ts";
import { type GivenNames, NAMING, outerNames, renamedIn } from "../schemas/names.ts";
import type { Validator } from "../validator.ts";
import { Description } from "./model.ts";
import { refusesNull } from "./refuses-null.ts";

/** The parameters of a Dict by the names of its keys in the input. */
export function outerParams<D extends object>(dict: D, outside: ReadonlyMap<string, readonly string[]>): D {
  const nameOf = (key: string): string => outside.get(key)?.[0] ?? key;
  const allOf = (key: string): string[] => [...(outside.get(key) ?? [key])];
  const outer = Object.create(dict) as D;
  const set = (name: string, value: unknown): void => {
    Object.defineProperty(outer, name, withoutPrototype({ value, enumerable: true, configurable: true }));
  };
  // Parameters that are not given are properties of the class.
  for (const [name, value] of Object.entries(keyedParams(dict))) {
    // Of several names of a key, each that is read has a list of its values. Those of others are the first.
    set(name, renamedIn(name, value, name === "multikeys" ? allOf : nameOf));
  }
  set("names", undefined);
  return outer;
}

/** The parameters that have keys, as an object. */
export const keyedParams = (dict: object): object =>
  Object.fromEntries(Object.keys(NAMING).map((name) => [name, (dict as Record<string, unknown>)[name]]));

// What most objects do not have is shared: many schemas are used once, and their model takes most of that time.
const NO_KEYS: ReadonlySet<unknown> = /*#__PURE__*/ new Set();
const NO_DEFAULTS: ReadonlyMap<string, unknown> = /*#__PURE__*/ new Map();
const NO_ALIASES: ReadonlyMap<unknown, string> = /*#__PURE__*/ new Map();
const NO_PATTERNS: readonly KeyPattern<Validator>[] = [];

/** A Dict, as its model needs it. */
export interface ObjectValidator extends Validator, Lengths {
  readonly schema: Members | undefined;
  readonly nullable: boolean;
  readonly extra: Extras | undefined;
  readonly unknown: "forbid" | "strip" | "keep" | undefined;
  readonly backtrack: boolean;
  readonly patterns: Members | undefined;
  readonly keys: Validator | undefined;
  readonly required: readonly string[] | undefined;
  readonly dependent_required: Readonly<Record<string, readonly string[]>> | undefined;
  readonly exactly_one: readonly (readonly string[])[] | undefined;
  readonly at_most_one: readonly (readonly string[])[] | undefined;
  readonly at_least_one: readonly (readonly string[])[] | undefined;
  readonly dependent_schemas: Members | undefined;
  readonly exhaustive: true | undefined;
  readonly defaults: Readonly<Record<string, unknown>> | undefined;
  readonly optional: readonly string[] | undefined;
  readonly dispose: readonly string[] | undefined;
  readonly multikeys: readonly string[] | undefined;
  readonly skip_blank: boolean;
  readonly null_is_absent: boolean;
  readonly nested: boolean;
  readonly names: GivenNames | undefined;
  /** @param read the members, if they are already read. */
  check(input: unknown, report: Report, read?: MappingMembers): unknown;
  /** Checks a member that is not in the schema, and sets its property in `result`. */
  checkOther(key: unknown, value: unknown, result: Record<string, unknown>, report: Report): void;
  /** The value for a key of the schema that the input lacks; undefined if there is none. */
  fill(key: string, report: Report): unknown;
  /** Fails an object because of its number of members. */
  failLength(size: number, report: Report): unknown;
  /** Sets the message of the failure of a missing key. */
  wordMissing(key: string, since: number, report: Report): void;
}

export class ObjectModel extends Description<ObjectValidator> {
  readonly kind = "object";
  readonly nullable: boolean;
  /** The validators of the members. A Default is its item here, and its value is among `defaults`. */
  readonly schema: Members;
  readonly optional: ReadonlySet<unknown>;
  readonly defaults: ReadonlyMap<string, unknown>;
  readonly dispose: ReadonlySet<unknown>;
  readonly unknown: "forbid" | "strip" | "keep";
  readonly extra: Extras | undefined;
  readonly patterns: readonly KeyPattern<Validator>[];
  readonly keys: Validator | undefined;
  readonly multikeys: readonly string[] | undefined;
  readonly skip_blank: boolean;
  readonly null_is_absent: boolean;
  /** Names of a form say where in the value they are: see `NestedForm`. */
  readonly nested: boolean;
  readonly backtrack: boolean;
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
  readonly lengths: LengthsRule;
  readonly exhaustive: ExhaustiveRule | undefined;
  readonly required: RequiredRule | undefined;
  readonly dependent_required: DependentRequiredRule | undefined;
  readonly exactly_one: KeyGroupsRule | undefined;
  readonly at_most_one: KeyGroupsRule | undefined;
  readonly at_least_one: KeyGroupsRule | undefined;
  readonly dependent_schemas: DependentSchemasRule | undefined;

  /** What was split from the schema: see `schema`; undefined if nothing was. */
  readonly split: ReturnType<typeof withoutDefaults>;
  /**
   * The keys of the schema in the input, and their validators, in its order. All keys in the model are those in the
   * input: see `written`.
   */
  readonly names: readonly string[];
  readonly list: readonly Validator[];
  /** Keys that have an effect when they are missing. An optional key without a default has none, and is skipped. */
  readonly filled: readonly string[];
  /** Whether each of the names is such a key. */
  readonly areFilled: readonly boolean[];
  /** A parameter concerns each key of the input. */
  readonly seesKeys: boolean;
  /** Other validators get the result of the whole, or those of values: they need the members of members. */
  readonly goesOn: boolean;
  /** The rules of the object as a whole, in the order of errors; `dependent_schemas` follows. */
  readonly rules: readonly Exclude<AnyObjectRule, DependentSchemasRule>[];
  /** The names of the same keys in the result. */
  written: readonly string[];
  /** The other names that a key may have in the input, and the one that it has in the model. */
  readonly aliases: ReadonlyMap<unknown, string>;
  /** By the names in the input; undefined if none differs. */
  #results: ReadonlyMap<string, string> | undefined;
  /** Names in the result that are none in the input. */
  #taken: ReadonlySet<string> | undefined;
  /** Of an encoder: unknown keys are kept as JSON. */
  copiesUnknown = false;
  /** Of an encoder: what is written may be blank, not the values. */
  writesBlank = false;
  /** The fast paths of the members, made by the first call. */
  #members: readonly Member[] | undefined;
  /** How many keys have each default, made when it is first needed; so are these. */
  #uses: Map<unknown, number> | undefined;
  #places: ReadonlyMap<unknown, number> | undefined;
  #blank: Record<string, unknown> | undefined;

  constructor(validator: ObjectValidator) {
    super(validator);
    const outside = outerNames(validator);
    const dict = outside === undefined ? validator : outerParams(validator, outside);
    const { schema = {}, dependent_required, dependent_schemas } = dict;
    this.nullable = dict.nullable;
    this.split = withoutDefaults(schema, dict.defaults ?? {});
    this.schema = this.split?.schema ?? schema;
    const defaults = this.split?.defaults ?? dict.defaults;
    this.defaults = defaults ? new Map(Object.entries(defaults)) : NO_DEFAULTS;
    this.optional = dict.optional ? new Set(dict.optional) : NO_KEYS;
    this.dispose = dict.dispose ? new Set(dict.dispose) : NO_KEYS;
    this.unknown = dict.unknown ?? "forbid";
    this.patterns = dict.patterns ? keyPatterns(dict.patterns, dict.backtrack) : NO_PATTERNS;
    ({ extra: this.extra, keys: this.keys, multikeys: this.multikeys, skip_blank: this.skip_blank } = dict);
    this.null_is_absent = dict.null_is_absent;
    ({ nested: this.nested, backtrack: this.backtrack, minlen: this.minlen, maxlen: this.maxlen } = dict);
    this.lengths = new LengthsRule(dict, "key");
    this.exhaustive = dict.exhaustive && new ExhaustiveRule(exhaustiveKeys(dict) ?? []);
    this.required = dict.required && new RequiredRule(dict.required);
    this.dependent_required = dependent_required && new DependentRequiredRule(dependent_required);
    this.dependent_schemas = dependent_schemas && new DependentSchemasRule(dependent_schemas);

    this.written = this.names = Object.keys(this.schema);
    this.list = this.names.map((key) => this.schema[key] as Validator);
    this.aliases = outside === undefined ? NO_ALIASES : this.#rename(outside);
    const skips = this.skip_blank || this.null_is_absent;
    this.seesKeys = skips || this.dispose.size > 0 || this.patterns.length > 0 || this.keys !== undefined;
    this.goesOn =
      dependent_schemas !== undefined ||
      this.patterns.length > 1 ||
      this.patterns.some(({ matches }) => this.names.some(matches));
    this.areFilled = this.names.map((key) => !this.optional.has(key) || this.defaults.has(key));
    this.filled = this.optional.size === 0 ? this.names : this.names.filter((_, place) => this.areFilled[place]);
    this.exactly_one = this.#groups(dict, "exactly_one");
    this.at_most_one = this.#groups(dict, "at_most_one");
    this.at_least_one = this.#groups(dict, "at_least_one");
    const groups = KEY_GROUPS.map((kind) => this[kind]);
    const rules = [this.exhaustive, this.required, this.dependent_required, ...groups];
    this.rules = rules.filter((one) => one !== undefined);
  }

  /** Sets the names in the result by those in the input. Returns the aliases. */
  #rename(outside: ReadonlyMap<string, readonly string[]>): ReadonlyMap<unknown, string> {
    const lists = [...outside].map(([key, [first = key, ...more]]) => ({ key, first, more }));
    const results = new Map(lists.map(({ key, first }) => [first, key]));
    // An object may have its keys in another order than they were added.
    this.write(this.names.map((name) => results.get(name) as string));
    return new Map(lists.flatMap(({ first, more }) => more.map((one) => [one, first] as const)));
  }

  #groups(dict: ObjectValidator, kind: KeyGroupParam): KeyGroupsRule | undefined {
    const groups = dict[kind];
    return groups && new KeyGroupsRule(kind, groups);
  }

  /** Sets the names of the keys in the result. */
  write(written: readonly string[]): void {
    this.written = written;
    const differ = this.names.some((name, place) => name !== written[place]);
    this.#results = differ ? new Map(this.names.map((name, place) => [name, written[place] as string])) : undefined;
    this.#taken = differ ? new Set(written.filter((name) => !this.places.has(name))) : undefined;
  }

  /** Names of keys differ in the result, or a key has several in the input. */
  get renames(): boolean {
    return this.#results !== undefined || this.aliases.size > 0;
  }

  /** Only the check knows what happens to keys: other names in the input, and unknown ones that may collide. */
  get renamesByCheck(): boolean {
    const keepsOthers = this.unknown === "keep" || this.extra !== undefined || this.patterns.length > 0;
    return this.aliases.size > 0 || (this.#results !== undefined && keepsOthers);
  }

  /** Whether an unknown key has the name of another in the result. */
  takes(key: string): boolean {
    return this.#taken?.has(key) === true;
  }

  /** The name of a key of the input in the result. */
  nameInResult(key: string): string {
    return this.#results?.get(key) ?? key;
  }

  /** The result with its own names. */
  renamed(result: Record<string, unknown>): Record<string, unknown> {
    if (this.#results === undefined) return result;
    const made: Record<string, unknown> = {};
    for (const key of Object.keys(result)) define(made, this.nameInResult(key), result[key]);
    return made;
  }

  /** The rules of the whole read the result. */
  get readsResult(): boolean {
    const { aliases, dependent_schemas, rules, writesBlank } = this;
    return rules.length > 0 || dependent_schemas !== undefined || writesBlank || aliases.size > 0;
  }

  /** Values that are blank count as missing. */
  get skipsBlank(): boolean {
    return this.skip_blank && !this.writesBlank;
  }

  /** Whether a null in place of a value counts as missing: the key may be missing, and its validator refuses null. */
  skipsNull(key: unknown): boolean {
    if (!this.null_is_absent) return false;
    const name = this.aliases.get(key) ?? (key as string);
    const place = this.places.get(name);
    if (place === undefined || this.dispose.has(name)) return false;
    return (this.optional.has(name) || this.defaults.has(name)) && refusesNull(this.list[place] as Validator);
  }

  /** The keys of the schema for which `skipsNull` holds. */
  get nulls(): readonly string[] {
    return this.names.filter((name) => this.skipsNull(name));
  }

  /** The index of a key that the input has, by its own or another name. */
  placeOf(key: unknown): number | undefined {
    const { aliases, places } = this;
    return places.get(key) ?? (aliases.size > 0 ? places.get(aliases.get(key)) : undefined);
  }

  /** The index of each key. */
  get places(): ReadonlyMap<unknown, number> {
    this.#places ??= new Map(this.names.map((key, place) => [key, place]));
    return this.#places;
  }

  /** An object with all keys: copying it is faster than adding one property after the other. */
  get blank(): Record<string, unknown> {
    this.#blank ??= Object.fromEntries(this.names.map((key) => [key, undefined]));
    return this.#blank;
  }

  get members(): readonly Member[] {
    this.#members ??= this.list.map((one) => new Member(one));
    return this.#members;
  }

  /** How many keys have the same object as their default. */
  keysWith(value: unknown): number {
    if (typeof value !== "object" || this.defaults.size === 1) return 1;
    if (this.#uses === undefined) {
      this.#uses = new Map();
      for (const one of this.defaults.values()) this.#uses.set(one, (this.#uses.get(one) ?? 0) + 1);
    }
    return this.#uses.get(value) ?? 1;
  }

  /** The keys that must be there beside those of the schema, in the order in which their absence is reported. */
  get requiredKeys(): readonly string[] {
    return [...(this.exhaustive?.keys ?? []), ...(this.required?.keys ?? [])];
  }

  /** The result may have other keys than the input. */
  get changesKeys(): boolean {
    const { defaults, dispose, skip_blank, null_is_absent, unknown } = this;
    return defaults.size > 0 || dispose.size > 0 || skip_blank || null_is_absent || unknown === "strip";
  }
}
