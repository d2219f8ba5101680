/** The validators of the types of schemas. */
import { isDefault } from "../../core/params/default.ts";
import { mayBeMissing } from "../../core/params/optional.ts";
import type { Validator } from "../../core/validator.ts";
import { AllOf } from "../../validators/all-of.ts";
import { Any } from "../../validators/any.ts";
import { Bool } from "../../validators/bool.ts";
import { Const } from "../../validators/const.ts";
import { Default } from "../../validators/default.ts";
import { Fallback } from "../../validators/fallback.ts";
import { Float } from "../../validators/float.ts";
import { If } from "../../validators/if.ts";
import { Int } from "../../validators/int.ts";
import { List } from "../../validators/list.ts";
import { Not } from "../../validators/not.ts";
import { Nullable } from "../../validators/nullable.ts";
import { OneOf } from "../../validators/one-of.ts";
import { Set as SetOf } from "../../validators/set.ts";
import { Str } from "../../validators/str.ts";
import { Transform } from "../../validators/transform.ts";
import { Tuple } from "../../validators/tuple.ts";
import { Type } from "../../validators/type.ts";
import { equal } from "../../values/equal.ts";
import { isArray, isPlainObject } from "../../values/input.ts";
import type { Checked, Group } from "./checks.ts";
import { chain, isClass, optional, type Source, type Types } from "./converter.ts";
import { below, ZodSchemaError } from "./error.ts";
import { takesNothing } from "./functions.ts";
import { intersection } from "./intersection.ts";
import { object, record, tuple } from "./objects.ts";
import { type DefOf, defOf, internalsOf, type Schema, type TypeName } from "./schema.ts";
import { anchored } from "./text.ts";
import { union } from "./unions.ts";

/** Makes the validator of one type; with `params`, parameters for its checks. */
type Build<T extends TypeName> = (def: DefOf<T>, source: Source, group: Group) => Validator | Validator[];

/** The parameters of a validator: those of checks, and its texts. */
function paramsOf({ params, messages }: Group, { message }: Source["words"]): never {
  // The classes check them.
  return {
    ...params,
    ...(message !== undefined && { message }),
    ...(Object.keys(messages).length > 0 && { messages }),
  } as never;
}

/** The validators for the parameters of checks. */
const MAKE: Readonly<Record<Checked, (group: Group, words: Source["words"]) => Validator[]>> = {
  string: (group, words) => [Str(paramsOf(group, words))],
  number: numbers,
  bigint: (group, words) => [Type(BigInt as never, paramsOf(group, words))],
  // An invalid date does not compare with a limit.
  date: ({ params, messages }, words) => [
    Type(Date, paramsOf({ params: { min: FIRST_DATE, ...params }, messages }, words)),
  ],
  array: (group, words) => [List(Any(), paramsOf(group, words))],
  set: (group, words) => [Type(Set as never, paramsOf(group, words))],
  map: (group, words) => [Type(Map as never, paramsOf(group, words))],
  file: (group, words) => [Type(File, paramsOf(group, words))],
};

const FIRST_DATE = new Date(-8_640_000_000_000_000);

/** An Int, if there is a check for that, and a Float for limits that Int does not take. */
function numbers({ params: { int, ...params }, messages }: Group, words: Source["words"]): Validator[] {
  if (!int) return [Float(paramsOf({ params, messages }, words))];
  const isOfInt = ([name]: [string, unknown]): boolean =>
    name === "int" || !Object.hasOwn(params, name) || Number.isSafeInteger(params[name]);
  const group = (isOf: (entry: [string, unknown]) => boolean): Group => ({
    params: Object.fromEntries(Object.entries(params).filter(isOf)),
    messages: Object.fromEntries(Object.entries(messages).filter(isOf)),
  });
  const rest = group((entry) => !isOfInt(entry));
  const first = Int(paramsOf(group(isOfInt), words));
  return Object.keys(rest.params).length === 0 ? [first] : [first, Float(paramsOf(rest, words))];
}

/** What converts any value, in front of a validator. An Error refuses the value, as the validator would. */
const coerced = (make: (value: never) => unknown, { words }: Source): Validator =>
  Transform(make as never, { throws: true, ...words } as never);

const BUILDERS: { readonly [T in TypeName]: Build<T> } = {
  string(def, source, group) {
    const own = MAKE.string(group, source.words);
    return def.coerce ? [coerced(String, source), ...own] : own;
  },
  number(def, source, group) {
    const own = numbers(group, source.words);
    return def.coerce ? [coerced(Number, source), ...own] : own;
  },
  bigint(def, source, group) {
    const own = MAKE.bigint(group, source.words);
    return def.coerce ? [coerced(BigInt, source), ...own] : own;
  },
  boolean(def, source) {
    const own = Bool({ ...source.words });
    return def.coerce ? [Transform(Boolean as never), own] : own;
  },
  date(def, { words }, group) {
    if (!def.coerce) return MAKE.date(group, words);
    const { params, messages } = group;
    const all = paramsOf({ params: { coerce: true, min: FIRST_DATE, ...params }, messages }, words);
    // null becomes the beginning of 1970, as `new Date(null)` does. Type refuses it.
    return [If(NULL, Transform(Number as never), undefined as never), Type(Date, all)];
  },
  symbol: (_, { converter, words }) => converter.check(isSymbol, words),
  undefined: (_, { words }) => Const(undefined, words),
  void: (_, { words }) => Const(undefined, words),
  null: (_, { words }) => Const(null, words),
  any: () => Any(),
  unknown: () => Any(),
  never: (_, { words }) => Not(Any(), words),
  nan: (_, { words }) => NAN(words),
  literal: (def, { words }) => oneOf([...new Set(def.values)], words),
  enum: (_, { schema, words }) => oneOf([...(internalsOf(schema).values ?? [])], words),
  file: (_, { words }, group) => MAKE.file(group, words),
  template_literal: (_, { schema, words }) =>
    Str({ pattern: anchored(internalsOf(schema).pattern as RegExp), ...words } as never),
  custom: (_, { schema, words }) => {
    const { Class } = internalsOf(schema).bag;
    return isClass(Class) ? Type(Class as never, words as never) : [];
  },

  array(def, { converter, place, words }, group) {
    return List(converter.value(def.element, below(place, "element")), paramsOf(group, words));
  },
  set(def, { converter, place, words }, group) {
    const item = converter.value(def.valueType, below(place, "valueType"));
    const { maxlen } = group.params;
    const type = Type(Set as never, paramsOf({ params: maxlen === undefined ? {} : { maxlen }, messages: {} }, words));
    // A Set of ours compares objects by structure.
    if (isPrimitive(def.valueType)) return [type, SetOf(item, paramsOf(group, words))];
    return [type, Transform(Array.from as never), List(item), made(Set, group, words)];
  },
  map(def, { converter, place, words }, group) {
    const key = converter.value(def.keyType, below(place, "keyType"));
    const value = converter.value(def.valueType, below(place, "valueType"));
    const { maxlen } = group.params;
    const type = Type(Map as never, paramsOf({ params: maxlen === undefined ? {} : { maxlen }, messages: {} }, words));
    // Of a pair, none is missing.
    const pair = List(Any(), { prefix: [key, value], minlen: 2, maxlen: 2 });
    const item = mayBeMissing(key) ? pair : Tuple(key, value);
    return [type, Transform(Array.from as never), List(item as Validator), made(Map, group, words)];
  },
  object,
  record,
  tuple,

  union,
  intersection,
  lazy: (_, { converter, schema, place }) =>
    converter.value((schema._zod as unknown as { innerType: Schema }).innerType, below(place)),

  optional(def, { converter, schema, place }) {
    const inner = converter.value(def.innerType, below(place));
    // z.exactOptional is about keys only.
    if (internalsOf(schema).traits.has("$ZodExactOptional")) return inner;
    if (internalsOf(def.innerType).optin !== "defaulted") return optional(inner);
    return If(UNDEFINED, Fallback(inner, undefined as never), inner);
  },
  nullable: (def, { converter, place }) => Nullable(converter.value(def.innerType, below(place)), undefined),
  nonoptional(def, { converter, place, words }) {
    const { innerType } = def;
    const inner =
      defOf(innerType).type === "optional" ? (defOf(innerType) as unknown as DefOf<"optional">).innerType : innerType;
    const known = converter.known(inner, below(place));
    if (inner !== innerType && isNeverUndefined(inner) && defOf(innerType).checks === undefined) {
      return words.message === undefined ? known.validator : chain([Not(UNDEFINED, words), known.validator]);
    }
    return [converter.value(innerType, below(place)), Not(UNDEFINED, words)];
  },
  default(def, { converter, place }) {
    const read = constantOf(() => def.defaultValue);
    if (typeof read === "function") converter.calls();
    const { validator, isData } = converter.known(def.innerType, below(place));
    const isValid = isData && !isDefault(validator) && typeof read !== "function" && returns(validator, read);
    const value = Default(Any(), read as never);
    const inner = isNeverUndefined(def.innerType)
      ? validator
      : chain([validator, If(UNDEFINED, value, undefined as never)]);
    return isValid && inner === validator ? Default(validator, read as never) : If(UNDEFINED, value, inner);
  },
  prefault(def, { converter, place }) {
    const read = constantOf(() => def.defaultValue);
    if (typeof read === "function") converter.calls();
    const inner = converter.value(def.innerType, below(place));
    if (!isDefault(inner)) return Default(inner, read as never);
    return [If(UNDEFINED, Default(Any(), read as never), undefined as never), inner];
  },
  catch(def, { converter, place }) {
    const inner = converter.value(def.innerType, below(place));
    const catchValue = def.catchValue as unknown as CatchFunction;
    // zod marks the function that it makes of a value.
    if (catchValue["~constantCatch"]) {
      const value = catchValue();
      if (typeof value !== "function") return Fallback(inner, value as never);
    }
    if (!takesNothing(catchValue)) {
      throw new ZodSchemaError("catch", place, "its function takes the error: that of a Fallback takes nothing");
    }
    converter.calls();
    return Fallback(inner, catchValue as never);
  },
  readonly(def, { converter, place }) {
    converter.warn("readonly", place, "the result is not frozen");
    return converter.value(def.innerType, below(place));
  },
  success: refuse("success", "no validator returns whether another accepts the value"),

  transform: (def, { converter }) => converter.transform(def.transform as never, {}, [def.error as never]),
  pipe(def, { converter, place, schema }) {
    const first = converter.value(def.in, below(place, "in"));
    const last = (): Validator => converter.value(def.out, below(place, "out"));
    if (def.transform === undefined) return [first, last()];
    const { error } = defOf(schema);
    const { transform, reverseTransform } = def as unknown as {
      transform: () => unknown;
      reverseTransform?: () => unknown;
    };
    const encode = reverseTransform && converter.function(reverseTransform);
    return [first, converter.transform(transform, encode && { encode }, [error]), last()];
  },

  function: refuse("function", "it is not data"),
  promise: refuse("promise", "it is not data: await the value, and validate that"),
};

/** The schema has no validator. */
function refuse(type: TypeName, why: string): (def: unknown, source: Source) => never {
  return (_, { place }) => {
    throw new ZodSchemaError(type, place, why);
  };
}

const UNDEFINED = Const(undefined);
const NULL = Const(null);
const isSymbol = (value: unknown): boolean => typeof value === "symbol";
const NAN = (words: Source["words"]): Validator => AllOf(Float({ nan: true, ...words }), Not(Float(), words)) as never;

/** A Set or a Map of an array. */
const made = (Class: unknown, group: Group, words: Source["words"]): Validator =>
  Type(Class as never, paramsOf({ params: { coerce: true, ...group.params }, messages: group.messages }, words));

function oneOf(values: readonly unknown[], words: Source["words"]): Validator {
  const [only] = values;
  if (values.length === 0) return Not(Any(), words);
  if (values.length === 1) return Number.isNaN(only) ? NAN(words) : Const(only, words as never);
  if (values.every((value) => typeof value === "string")) return Str({ options: values, ...words } as never);
  if (values.every(Number.isSafeInteger)) return Int({ options: values, ...words } as never);
  return OneOf(
    values.map((value) => (Number.isNaN(value) ? NAN(words) : Const(value))),
    words as never,
  );
}

/** The function of `catch`. */
interface CatchFunction {
  (): unknown;
  readonly "~constantCatch"?: true;
}

/** Types whose values, and results, are primitives. */
const PRIMITIVES: readonly TypeName[] = [
  "string",
  "number",
  "bigint",
  "boolean",
  "null",
  "literal",
  "enum",
  "template_literal",
];

const isPrimitive = (schema: Schema): boolean =>
  PRIMITIVES.includes(defOf(schema).type) && !defOf(schema).checks?.some(({ _zod }) => _zod.def.check === "overwrite");

/** Types whose results are never `undefined`. */
const DEFINED: readonly TypeName[] = [
  ...PRIMITIVES,
  "date",
  "array",
  "set",
  "map",
  "object",
  "record",
  "tuple",
  "file",
];

function isNeverUndefined(schema: Schema): boolean {
  const { type, checks = [] } = defOf(schema);
  if (checks.some(({ _zod }) => _zod.def.check === "overwrite")) return false;
  return DEFINED.includes(type) && !internalsOf(schema).values?.has(undefined);
}

/** A value that a function may make each time, or the function. */
function constantOf(read: () => unknown): unknown {
  const first = read();
  if (mayBeTime(first)) waitForClock();
  const second = read();
  if (typeof first === "function") return () => read();
  return equal(first, second) || (Number.isNaN(first) && Number.isNaN(second)) ? first : read;
}

/** Whether a value may tell the time: another function would have made another. */
function mayBeTime(value: unknown): boolean {
  if (typeof value === "object" && value !== null && !isArray(value) && !isPlainObject(value)) return true;
  const text = JSON.stringify(value, (_, member) => (typeof member === "bigint" ? String(member) : member));
  return /\d{4}/.test(text ?? "");
}

function waitForClock(): void {
  const since = Date.now();
  while (Date.now() === since);
}

/** Whether a validator returns a value as it is. */
function returns(validator: Validator, value: unknown): boolean {
  const result = validator.safe(value);
  return result.ok && equal(result.value, value);
}

const CHECKED: readonly string[] = ["string", "number", "bigint", "date", "array", "set", "map", "file"];

export const types: Types = {
  build(source, group) {
    const def = defOf(source.schema);
    const build = BUILDERS[def.type] as Build<TypeName> | undefined;
    if (build === undefined) throw new ZodSchemaError(def.type, source.place, "its type is not known");
    const built = build(def as never, source, group);
    return isArray(built) ? built : [built as Validator];
  },
  again: (type, group, words) => MAKE[type](group, words),
  checked(schema) {
    const { type } = defOf(schema);
    return CHECKED.includes(type) ? (type as Checked) : undefined;
  },
};
