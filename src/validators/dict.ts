/** Dict: a mapping with a schema (specification, "Dict"). */
import { callable, type ReadArgs, type ValidatorStatics, withParams } from "../builtin.ts";
import { expectFlag, expectMapping, expectSequence, ValueError } from "../contracts.ts";
import { EXTRA_KEY, EXTRA_VALUE } from "../errors/context.ts";
import { ForbiddenKeyError, InvalidTypeError, MissingKeyError } from "../errors/errors.ts";
import type { Outline } from "../fast/outline.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { brandOf } from "../time/temporal.ts";
import type {
  Default,
  DictInput,
  DictOutput,
  FieldsOf,
  Only,
  OrNull,
  Param,
  ParamsOf,
  Schema,
  Unset,
} from "../types.ts";
import { type Contract, isValidator, paramsObject, type Validator } from "../validator.ts";
import { copy, keep, Snapshot } from "../values/copy.ts";
import { define } from "../values/define.ts";
import { isPlainObject, ownValue, typeName } from "../values/input.ts";
import { type Members as MappingMembers, membersOf } from "../values/mapping.ts";
import { literal } from "../values/text.ts";
import { asValidator, keys, length, wrongLength } from "./bounds.ts";

type Members = Readonly<Record<string, Validator>>;
/** Validators of the keys and of the values that are not in the schema. */
type Extras = readonly [Validator, Validator];

const schemaParam: Contract<Members | undefined> = (owner, attr, value) => {
  const schema = expectMapping(owner, attr, value, { empty: true, nullable: true }) as Members | undefined;
  for (const key of Object.keys(schema ?? {})) asValidator(owner, attr, schema?.[key], key);
  return schema;
};

const extraParam: Contract<Extras | undefined> = (owner, attr, value) => {
  const pair = expectSequence(owner, attr, value, { empty: true, nullable: true }) as Extras | undefined;
  if (pair !== undefined && (pair.length as number) !== 2) {
    throw new ValueError(`${owner.constructor.name}.${attr} should be a tuple of (Validator, Validator)`);
  }
  for (const [index, item] of (pair ?? []).entries()) asValidator(owner, attr, item, index);
  return pair;
};

const defaultsParam: Contract<Readonly<Record<string, unknown>> | undefined, unknown> = (owner, attr, value) => {
  const defaults = expectMapping(owner, attr, value, { empty: true, nullable: true });
  const kept = keep(defaults && { ...defaults });
  return kept instanceof Snapshot ? kept : expectMapping(owner, attr, kept, { empty: true, nullable: true });
};

/** A key of the schema that is always dropped must be allowed to be missing, or no value is valid. */
const disposeParam: typeof keys = (owner, attr, value) => {
  const disposed = keys(owner, attr, value);
  const { schema, defaults, optional } = owner as unknown as FieldsOf<typeof params>;
  for (const key of disposed ?? []) {
    if (!Object.hasOwn(schema ?? {}, key) || Object.hasOwn(defaults ?? {}, key) || optional?.includes(key)) continue;
    throw new ValueError(`${owner.constructor.name}.${attr}: ${literal(key)} should be optional or have a default`);
  }
  return disposed;
};

const NO_KEYS: ReadonlySet<unknown> = new Set();

/** Typed by the schema where that is known. */
const optional: Contract<readonly string[] | undefined, Iterable<PropertyKey>> = keys;

const params = {
  /** Validators of the values, by key. */
  schema: schemaParam,
  /** Accept null. */
  nullable: expectFlag,
  /** Least number of keys of the input. */
  minlen: length,
  /** Greatest number of keys of the input. */
  maxlen: length,
  /** Validators of the keys and of the values that are not in the schema; without it such keys are forbidden. */
  extra: extraParam,
  /** Values of missing keys, or functions that make them; they are validated too. */
  defaults: defaultsParam,
  /** Keys that may be missing. */
  optional,
  /** Keys that are dropped, whatever their value. */
  dispose: disposeParam,
  /** Keys whose value is the list of all their values, when the input is a multi-value mapping. */
  multikeys: keys,
};

/** The first argument is all parameters in one if each key is one and no value is a validator, else the schema. */
const readArgs: ReadArgs = ([first, given], { name, params }) => {
  const known = (key: string): boolean => Object.hasOwn(params, key) || key === "alias" || key === "replace";
  const whole = (all: Record<string, unknown>): boolean => {
    const names = Object.keys(all);
    return names.length > 0 && names.every((key) => known(key) && !isValidator(ownValue(all, key)));
  };
  const isWhole = given === undefined && (first === undefined || (isPlainObject(first) && whole(first)));
  return isWhole ? paramsObject(first, name) : { ...paramsObject(given, name), schema: first };
};

class DictValidator extends withParams(params, readArgs) {
  readonly #members: ReadonlyMap<unknown, Validator> = new Map(Object.entries(this.schema ?? {}));
  readonly #defaults: ReadonlyMap<string, unknown> = new Map(Object.entries(this.defaults ?? {}));
  readonly #optional: ReadonlySet<unknown> = this.optional ? new Set(this.optional) : NO_KEYS;
  readonly #dispose: ReadonlySet<unknown> = this.dispose ? new Set(this.dispose) : NO_KEYS;
  /** Keys that do something when they are missing: an optional one without a default does not, and is not asked. */
  readonly #filled: readonly (readonly [key: string, member: Validator])[] = Object.entries(this.schema ?? {}).filter(
    ([key]) => !this.#optional.has(key) || (this.defaults !== undefined && Object.hasOwn(this.defaults, key)),
  );

  override check(input: unknown, report: Report): Record<string, unknown> | null | Failed {
    if (input === null && this.nullable) return null;
    const members = membersOf(input, this.multikeys, report.asItStands);
    if (members === undefined || typeof input !== "object" || input === null) {
      return report.fail(InvalidTypeError, "object", typeName(input));
    }
    return this.#checkMembers(input, members, report);
  }

  #checkMembers(input: object, members: MappingMembers, report: Report): Record<string, unknown> | Failed {
    const start = report.descend(members.keys.length, input);
    if (start === FAILED) return FAILED;
    const result: Record<string, unknown> = {};
    let size = 0;
    let known = 0;
    const { keys, values } = members;
    for (let index = 0; index < keys.length && !report.truncated; index++) {
      const key = keys[index];
      const value = values[index];
      if (value === undefined) continue;
      size++;
      if (this.#dispose.has(key)) continue;
      const member = this.#members.get(key);
      if (member !== undefined) known++;
      const since = report.memberAt(input, key);
      if (member === undefined && this.extra !== undefined) this.#checkExtra(key, value, this.extra, result, report);
      else this.#checkMember(key, value, member, since, result, report);
    }
    report.at();
    if (known < this.#members.size) this.#fillAll(result, report);
    if (!report.ascend(start)) return FAILED;
    return wrongLength(this, size, report) ? FAILED : result;
  }

  /** One pair of the input. What failed is a member too, so that its key is not missing. */
  #checkMember(
    key: unknown,
    value: unknown,
    member: Validator | undefined,
    since: number,
    result: Record<string, unknown>,
    report: Report,
  ): void {
    const node = nodeOf(key);
    const checked = member === undefined ? report.fail(ForbiddenKeyError) : member.check(value, report);
    report.memberDone(checked, node, since);
    // A text that is no key of the schema stands in no key's way; and a long one makes a costly property.
    if (member !== undefined || typeof key !== "string") define(result, String(node), checked);
  }

  /** A pair whose key is not in the schema. */
  #checkOther(key: unknown, value: unknown, result: Record<string, unknown>, report: Report): void {
    if (this.extra !== undefined) this.#checkExtra(key, value, this.extra, result, report);
    else this.#checkMember(key, value, undefined, report.count, result, report);
  }

  #checkExtra(key: unknown, value: unknown, extra: Extras, result: Record<string, unknown>, report: Report): void {
    let since = report.count;
    const node = nodeOf(key);
    const converted = extra[0].check(key, report);
    const name = converted === FAILED ? FAILED : this.#nameOf(converted, result, report);
    if (name === FAILED) {
      report.under(EXTRA_KEY, since);
      report.under(node, since);
      if (report.truncated) return;
    }
    since = report.count;
    const checked = extra[1].check(value, report);
    if (checked === FAILED) {
      report.under(EXTRA_VALUE, since);
      report.under(name === FAILED ? node : nodeOf(converted), since, node);
    }
    if (name !== FAILED) define(result, name, checked);
    // A key of a Map that is no string, but has the name of one.
    else if (this.#members.has(String(node))) define(result, String(node), checked);
  }

  /** The property a validated extra key becomes: one of its own, so that it takes nothing another key has brought. */
  #nameOf(converted: unknown, result: Record<string, unknown>, report: Report): string | Failed {
    const name = propertyName(converted, report);
    if (name === FAILED) return FAILED;
    return this.#members.has(name) || Object.hasOwn(result, name) ? report.fail(ForbiddenKeyError) : name;
  }

  #fillAll(result: Record<string, unknown>, report: Report): void {
    for (const [key, member] of this.#filled) {
      if (report.truncated) return;
      if (!Object.hasOwn(result, key)) define(result, key, this.#fill(key, member, report));
    }
  }

  /** A key of the schema that the input does not have. */
  #fill(key: string, member: Validator, report: Report): unknown {
    const since = report.count;
    let checked: unknown;
    if (this.#defaults.has(key)) {
      const value = this.#defaults.get(key);
      checked = report.checkMade(member, typeof value === "function" ? value() : copy(value));
    } else checked = report.fail(MissingKeyError);
    if (checked === FAILED) report.under(key, since, null);
    return checked;
  }

  override compile(): Outline {
    const { nullable, schema, extra, minlen, maxlen } = this;
    return {
      kind: "object",
      ...{ nullable, schema: schema ?? {}, extra, minlen, maxlen },
      ...{ optional: this.#optional, dispose: this.#dispose, defaults: this.#defaults },
      checkMembers: (input, members, report) => this.#checkMembers(input, members, report),
      checkOther: (key, value, result, report) => this.#checkOther(key, value, result, report),
      fill: (key, report) => this.#fill(key, this.#members.get(key) as Validator, report),
      failLength: (size, report) => wrongLength(this, size, report) && FAILED,
    };
  }

  override keepsInput(): boolean {
    return !(this.extra || this.defaults || this.dispose || this.multikeys);
  }
}

/** There may be many keys: what stands for one is short. */
const KEY_MEMBERS = 5;

/** The element of a context that stands for a key; a Map may have any. */
function nodeOf(key: unknown): string | number {
  return typeof key === "string" || (typeof key === "number" && !Number.isNaN(key)) ? key : literal(key, KEY_MEMBERS);
}

/** The name of the property for a validated extra key. */
function propertyName(key: unknown, report: Report): string | Failed {
  if (typeof key === "string") return key;
  const simple =
    typeof key === "symbol" || key === undefined ? false : typeof key !== "object" && typeof key !== "function";
  if (simple || key === null || brandOf(key) !== undefined) return String(key);
  return report.fail(InvalidTypeError, "string", typeName(key));
}

/** Parameters of {@link Dict} with the schema `S`. */
export interface DictParams<S extends Schema = Schema> extends ParamsOf<typeof params, "schema"> {
  defaults?: { readonly [K in keyof S]?: Default<S[K]> } | undefined;
  optional?: Iterable<keyof S> | undefined;
}

/** A validator made by {@link Dict}. */
export interface Dict<S extends Schema = Members, P = Record<never, never>>
  extends Validator<OrNull<P, DictOutput<S, P>>, OrNull<P, DictInput<S, P>>>,
    FieldsOf<typeof params, "schema"> {
  readonly schema: S | undefined;
}

/** What bounds the parameters of a `Dict`: defaults are of keys of the schema only. */
type Given<S extends Schema, P> = Only<DictParams<S>, P> & {
  readonly defaults?: P extends { readonly defaults: infer D }
    ? { readonly [K in Exclude<keyof D, keyof S>]: never }
    : unknown;
};
type SchemaOf<P> = P extends { readonly schema: infer S extends Schema }
  ? S
  : [Param<P, "schema">] extends [never]
    ? Record<never, never>
    : Members;

interface DictConstructor extends ValidatorStatics<Dict> {
  <S extends Members, const P extends Given<S, P> = Record<never, never>>(schema: S, params?: P): Dict<S, P>;
  <const P extends Only<DictParams & { readonly schema?: Members }, P> = Record<never, never>>(
    params?: P,
  ): Dict<SchemaOf<P>, P>;
  new <S extends Members = Members, const P extends Given<S, P> = Unset<DictParams<S>>>(
    schema: S,
    params?: P,
  ): Dict<S, P>;
}

/**
 * A mapping (plain object, Map, or multi-value mapping) whose keys have validators; the result is a new plain object.
 * Errors: InvalidTypeError; SchemaError of the errors of values, extra pairs and forbidden keys in the order of the
 * input, then of invalid defaults and missing keys in the order of the schema; MinLengthError, MaxLengthError by
 * themselves.
 */
export const Dict: DictConstructor = callable("Dict", DictValidator);
