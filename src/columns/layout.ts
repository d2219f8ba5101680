/** Which columns the values of a validator have. */
import type { ColumnField, ColumnKind, ColumnType } from "../core/columns.ts";
import type { ListModel, SetModel } from "../core/models/array.ts";
import { modelOf } from "../core/models/index.ts";
import type { ObjectModel } from "../core/models/object.ts";
import type { ChainModel, ChoiceModel } from "../core/models/steps.ts";
import { takesOffsets } from "../core/params/date.ts";
import { isCheck } from "../core/schemas/checker.ts";
import { mayFillNothing, mayLackValue, resultFormOf } from "../core/schemas/graph.ts";
import { frozenClasses, type Validator, type ValidatorClass } from "../core/validator.ts";
import { ownValue } from "../values/input.ts";
import { hasRoom } from "../values/stack.ts";
import { ValueError } from "../values/value-error.ts";

/** The type of a column, and how it takes a value. */
export interface Layout extends ColumnType {
  readonly fields: readonly LayoutField[];
  /** The alternative of a union that has a value. */
  readonly choose?: ((value: object) => number) | undefined;
}

export interface LayoutField extends ColumnField {
  readonly type: Layout;
}

/** Parts that are shared count as often as they occur, so a schema could have more columns than bytes. */
const MAX_COLUMNS = 10_000;
/** A type of union has a byte for the number of the alternative. */
const MAX_ALTERNATIVES = 127;

const [MIN_INT32, MAX_INT32] = [-(2n ** 31n), 2n ** 31n - 1n];
const [MIN_INT64, MAX_INT64] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The columns of the records that a validator accepts. */
export interface TableLayout {
  readonly fields: readonly LayoutField[];
  /** Each record is the value of the only column, because it need not be an object. */
  readonly isWhole: boolean;
}

/**
 * The columns of the records that a validator accepts: the members of a Dict, or one with the name `value`.
 * @throws ValueError with the path of a part that has no column, and why.
 */
export function layoutOf(validator: Validator): TableLayout {
  const type = new Layouts().of(validator, "");
  const isWhole = type.kind !== "struct" || type.nullable;
  return { isWhole, fields: isWhole ? [{ name: "value", type }] : type.fields };
}

class Layouts {
  /** References that are being followed. */
  readonly #open = new Set<Validator>();
  #columns = 0;

  /** @param path leads to the value: a JSON Pointer, in which `*` stands for any index. */
  of(validator: Validator, path: string): Layout {
    if (!hasRoom()) throw refused(validator, path, "it is nested too deep");
    if (++this.#columns > MAX_COLUMNS) throw refused(validator, path, `there are more than ${MAX_COLUMNS} columns`);
    if (!frozenClasses.has(validator.constructor as unknown as ValidatorClass))
      throw refused(validator, path, "what a class of yours returns is known to its code only");
    const layout = this.#scalar(validator, path) ?? this.#container(validator, path);
    return ownValue(validator, "nullable") === true ? orNull(layout) : layout;
  }

  #container(validator: Validator, path: string): Layout {
    const model = modelOf(validator);
    switch (model?.kind) {
      case "object":
        return this.#struct(model, path);
      case "list":
      case "set":
        return this.#list(model, path);
      case "nullable":
        return orNull(this.of(model.item, path));
      case "closed":
        return this.of(model.item, path);
      case "chain":
        return this.#chain(model, path);
      case "choice":
        return this.#choice(model, path);
      case "reference": {
        const { target } = model;
        if (target === undefined) throw refused(validator, path, "its reference leads nowhere");
        if (this.#open.has(target))
          throw refused(validator, path, "it contains itself, and a column has a fixed depth");
        this.#open.add(target);
        const layout = this.of(target, path);
        this.#open.delete(target);
        return layout;
      }
      case "tuple":
        throw refused(validator, path, "its items may be of different types: use List, or Dict");
    }
    throw refused(validator, path, REASONS[validator.constructor.name] ?? "its values may be of any type");
  }

  #scalar(validator: Validator, path: string): Layout | undefined {
    // All of them are built-in classes, whose names no minifier changes.
    switch (validator.constructor.name) {
      case "Bool":
        return scalar("bool");
      case "Float":
        if (ownValue(validator, "exact") === true) throw refused(validator, path, NUMBERS_OR_BIGINTS);
        return scalar("float64");
      case "Int":
        return scalar(integerKind(validator as never, path));
      case "Str": {
        const options = ownValue(validator, "options") as readonly string[] | undefined;
        return options === undefined ? scalar("utf8") : { ...scalar("dictionary"), options };
      }
      case "Bytes":
        return scalar("binary");
      case "Date":
        return scalar("date");
      case "Time":
        return scalar("time");
      case "Datetime": {
        const zone = (ownValue(validator, "tz") as string | undefined) ?? (takesOffsets(validator) ? "UTC" : undefined);
        return { ...scalar("timestamp"), zone };
      }
      case "Const":
        return constant(validator, path);
      case "Optional":
      case "Default":
        return this.of(ownValue(validator, "item") as Validator, path);
      case "Fallback": {
        const item = this.of(ownValue(validator, "item") as Validator, path);
        const value = ownValue(validator, "value");
        if (value === null) return orNull(item);
        if (fits(value, item)) return item;
        throw refused(validator, path, "what stands for a refused value may be of another type than the value");
      }
    }
    return undefined;
  }

  #struct(model: ObjectModel, path: string): Layout {
    const { validator, unknown, extra, patterns, keys, dependent_schemas } = model;
    const open =
      unknown === "keep" ? 'unknown: "keep"' : extra ? "extra" : patterns.length > 0 ? "patterns" : undefined;
    if (open !== undefined) throw refused(validator, path, `with ${open} its keys are known to the data only`);
    const other = keys ? "keys" : dependent_schemas ? "dependent_schemas" : undefined;
    if (other !== undefined) throw refused(validator, path, `the validators in ${other} may change its members`);
    const fields: LayoutField[] = [];
    for (const [index, key] of model.names.entries()) {
      if (model.dispose.has(key)) continue;
      const name = model.written[index] as string;
      const member = model.list[index] as Validator;
      const type = this.of(member, `${path}/${name}`);
      const isFilled = model.defaults.has(key);
      const value = model.defaults.get(key);
      const mayLack = isFilled
        ? value === null || mayFillNothing(member, value)
        : model.optional.has(key) || mayLackValue(member);
      fields.push({ name, type: mayLack ? orNull(type) : type });
    }
    return { kind: "struct", nullable: false, fields };
  }

  #list(model: ListModel | SetModel, path: string): Layout {
    if (model.kind === "list" && model.prefix.length > 0)
      throw refused(model.validator, path, "with prefix its items may be of different types");
    const type = this.of(model.item, `${path}/*`);
    const item = mayLackValue(model.item) ? orNull(type) : type;
    return { kind: "list", nullable: false, fields: [{ name: "item", type: item }] };
  }

  /** The last step decides. Steps that return what they get may say less than those before them. */
  #chain({ steps, validator }: ChainModel, path: string): Layout {
    let reason: unknown;
    for (const step of steps.toReversed()) {
      if (isCheck(step)) continue;
      try {
        return this.of(step, path);
      } catch (error) {
        reason ??= error;
        if (!(error instanceof ValueError) || resultFormOf(step) !== "input") throw error;
      }
    }
    throw reason ?? refused(validator, path, "Checks say nothing of the type of a value");
  }

  #choice(model: ChoiceModel, path: string): Layout {
    const { validator, steps, tags } = model;
    const key = ownValue(validator, "discriminator") as string | undefined;
    if (tags === undefined || key === undefined) {
      const all = steps.map((step) => this.of(step, path));
      return all.reduce((one, other) => {
        const joined = join(one, other);
        if (joined !== undefined) return joined;
        const kinds = `one has ${one.kind}, another ${other.kind}`;
        throw refused(validator, path, `its steps have different columns, and no discriminator: ${kinds}`);
      });
    }
    if (steps.length > MAX_ALTERNATIVES) throw refused(validator, path, `it has more than ${MAX_ALTERNATIVES} steps`);
    const numbers = new Map<unknown, number>();
    const fields = steps.map((step, index) => {
      const type = this.of(step, path);
      const own = tagsIn(
        type,
        key,
        [...tags.steps].filter(([, one]) => one === step).map(([tag]) => tag),
      );
      if (own === undefined) throw refused(validator, path, "a step drops its discriminator, or changes it");
      for (const tag of own) numbers.set(tag, index);
      return { name: own.map(String).join("|"), type };
    });
    const missing = tags.missing && steps.indexOf(tags.missing);
    const choose = (value: object): number => numbers.get(ownValue(value, key)) ?? (missing as number);
    return { kind: "union", nullable: false, fields, choose };
  }
}

/** The values of the discriminator in the results of a step; undefined if they are not known. */
function tagsIn({ kind, fields }: Layout, key: string, given: readonly unknown[]): readonly unknown[] | undefined {
  if (kind === "union") {
    const all = fields.map(({ type }) => tagsIn(type, key, given));
    return all.every((one) => one !== undefined) ? [...new Set(all.flat())] : undefined;
  }
  const type = fields.find(({ name }) => name === key)?.type;
  if (kind !== "struct" || type === undefined) return undefined;
  const nulls = type.nullable ? given.filter((tag) => tag === null) : [];
  if (type.kind === "dictionary") return [...(type.options ?? []), ...nulls];
  const values = given.filter((tag) => tag === null || fits(tag, type));
  return values.length > 0 ? values : undefined;
}

const NUMBERS_OR_BIGINTS = "with exact its values are numbers or bigints: use Int with bigint, min and max";

/** By class: why it has no column. */
const REASONS: Readonly<Record<string, string>> = {
  Transform: "what it returns is known to its function only",
  Check: "it says nothing of the type of a value",
  If: "its branches may have values of different types",
};

const refused = ({ constructor }: Validator, path: string, why: string): ValueError =>
  new ValueError(`${constructor.name}${path && ` at ${path}`} has no column: ${why}`);

const NO_FIELDS: readonly LayoutField[] = Object.freeze([]);

const scalar = (kind: ColumnKind): Layout => ({ kind, nullable: false, fields: NO_FIELDS });

/** A union has no bits of its own: where it is null, its first alternative is. */
function orNull(layout: Layout): Layout {
  if (layout.kind !== "union") return { ...layout, nullable: true };
  const [first, ...others] = layout.fields as [LayoutField, ...LayoutField[]];
  return { ...layout, nullable: true, fields: [{ ...first, type: orNull(first.type) }, ...others] };
}

interface IntegerLimits {
  readonly min: number | bigint | undefined;
  readonly max: number | bigint | undefined;
  readonly exclusive_min: number | bigint | undefined;
  readonly exclusive_max: number | bigint | undefined;
  readonly options: readonly (number | bigint)[] | undefined;
}

function integerKind(int: Validator & IntegerLimits, path: string): ColumnKind {
  const { options } = int;
  const [bigint, exact] = [ownValue(int, "bigint") === true, ownValue(int, "exact") === true];
  if (exact && !bigint) throw refused(int, path, NUMBERS_OR_BIGINTS);
  if (ownValue(int, "unsafe") === true && !bigint) return "float64";
  const limits = (...all: (number | bigint | undefined)[]): bigint[] =>
    all.filter((one) => one !== undefined).map((one) => BigInt(one));
  const after = (limit: number | bigint | undefined, step: bigint): bigint | undefined =>
    limit === undefined ? undefined : BigInt(limit) + step;
  const lower = [...limits(int.min, after(int.exclusive_min, 1n))];
  const upper = [...limits(int.max, after(int.exclusive_max, -1n))];
  const isWithin = (least: bigint, most: bigint): boolean =>
    (lower.some((limit) => limit >= least) && upper.some((limit) => limit <= most)) ||
    (options !== undefined && limits(...options).every((option) => option >= least && option <= most));
  if (!bigint) return isWithin(MIN_INT32, MAX_INT32) ? "int32" : "float64";
  if (isWithin(MIN_INT64, MAX_INT64)) return "int64";
  throw refused(int, path, `a bigint needs min: ${MIN_INT64}n and max: ${MAX_INT64}n, or narrower limits`);
}

function constant(validator: Validator, path: string): Layout {
  const value = ownValue(validator, "value");
  if (value === null) return { ...scalar("null"), nullable: true };
  switch (typeof value) {
    case "string":
      return { ...scalar("dictionary"), options: [value] };
    case "boolean":
      return scalar("bool");
    case "number":
      return scalar(Object.is(value | 0, value) ? "int32" : "float64");
    case "bigint":
      if (value >= MIN_INT64 && value <= MAX_INT64) return scalar("int64");
  }
  throw refused(validator, path, "a column has numbers, texts and booleans");
}

/** Whether a constant value may stand in a column of scalars. */
function fits(value: unknown, { kind, options }: Layout): boolean {
  switch (kind) {
    case "bool":
      return typeof value === "boolean";
    case "int32":
      return Object.is((value as number) | 0, value);
    case "float64":
      return typeof value === "number";
    case "int64":
      return typeof value === "bigint" && value >= MIN_INT64 && value <= MAX_INT64;
    case "utf8":
      return typeof value === "string";
    case "dictionary":
      return options?.includes(value as string) === true;
    default:
      return false;
  }
}

/** The column of the values of two; undefined if there is none. */
function join(one: Layout, other: Layout): Layout | undefined {
  if (one.kind === "null") return orNull(other);
  if (other.kind === "null") return orNull(one);
  const nullable = one.nullable || other.nullable;
  const kinds = new Set<ColumnKind>([one.kind, other.kind]);
  const areBoth = (...both: ColumnKind[]): boolean => kinds.size === 2 && both.every((kind) => kinds.has(kind));
  if (areBoth("int32", "float64")) return { ...scalar("float64"), nullable };
  if (areBoth("dictionary", "utf8")) return { ...scalar("utf8"), nullable };
  if (kinds.size === 2 || one.kind === "union") return undefined;
  if (one.kind === "dictionary") {
    const options = [...new Set([...(one.options ?? []), ...(other.options ?? [])])];
    return { ...scalar("dictionary"), nullable, options };
  }
  if (one.zone !== other.zone || one.fields.length !== other.fields.length) return undefined;
  const fields: LayoutField[] = [];
  for (const [index, { name, type }] of one.fields.entries()) {
    const next = other.fields[index] as LayoutField;
    const joined = next.name === name ? join(type, next.type) : undefined;
    if (joined === undefined) return undefined;
    fields.push({ name, type: joined });
  }
  return { ...one, nullable, fields };
}
