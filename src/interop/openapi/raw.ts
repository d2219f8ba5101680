/** Parameters as servers give them: text, or lists and objects of text, in one of the styles of OpenAPI. */
import { CheckError, InvalidTypeError, PatternMatchError } from "../../core/errors/errors.ts";
import { SchemaError } from "../../core/errors/schema-error.ts";
import type { ValidationError } from "../../core/errors/validation-error.ts";
import { PartSpellings, type TextPart, TextSpellings } from "../../core/json/spellings.ts";
import { type AsyncLimits, readAsyncLimits } from "../../core/report/async-limits.ts";
import type { Result } from "../../core/report/check.ts";
import { safeSpelled, type Validator } from "../../core/validator.ts";
import { AllOf } from "../../validators/all-of.ts";
import { List } from "../../validators/list.ts";
import { Str } from "../../validators/str.ts";
import { Transform } from "../../validators/transform.ts";
import { define } from "../../values/define.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { MultiDict } from "../../values/mapping.ts";
import { isJsonNumber, jsonBigintOf } from "../../values/numeric.ts";
import { addFormReading, isJsonType, JsonValue, withJsonParts } from "./json-parts.ts";

/** The styles that are read, and the separators of the members of a value. */
export const STYLES = {
  ...{ form: ",", simple: ",", spaceDelimited: " ", pipeDelimited: "|", deepObject: "," },
  ...{ label: ".", matrix: ";" },
} as const;
export type Style = keyof typeof STYLES;

/** What is known of the value of a parameter. */
export interface Shape {
  readonly name: string;
  readonly style: Style;
  readonly explode: boolean;
  readonly isList: boolean;
  readonly isObject: boolean;
  /** Of the items, and of the properties. */
  readonly items: Validator | undefined;
  readonly properties: ReadonlyMap<string, Validator>;
}

/** A validator of a parameter that takes the text of a server. */
export function textReader(validator: Validator, shape: Shape): Validator {
  const { isList, isObject, style } = shape;
  const hasPrefix = style === "label" || style === "matrix";
  if (!isList && !isObject && !hasPrefix) {
    if (validator.constructor === (Str as unknown)) return validator;
  }
  return AllOf(
    Transform((value: unknown) => readText(value, validator, shape)),
    validator,
  );
}

/** As `reader`, but the parameter may have no value: it is an empty text then, or an empty list. */
export function emptyReader(reader: Validator, { isList }: Shape): Validator {
  const isEmpty = (value: unknown): boolean =>
    value === "" || (isList && isArray(value) && value.length === 1 && value[0] === "");
  return Transform((value: unknown) => (!isEmpty(value) ? reader(value) : isList ? [] : ""));
}

/** The value that the text of a parameter stands for. */
export function readText(value: unknown, validator: Validator, shape: Shape): unknown {
  const { isList, isObject, items, properties } = shape;
  if (isObject) {
    const object = typeof value === "string" ? pairsIn(value, shape) : value;
    if (!isPlainObject(object)) return value;
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(object)) define(result, key, converted(ownValue(object, key), properties.get(key)));
    return result;
  }
  if (isList) {
    const list = typeof value === "string" ? listIn(value, shape) : isBlob(value) ? [value] : value;
    return isArray(list) ? list.map((item) => converted(item, items)) : value;
  }
  return converted(typeof value === "string" ? withoutPrefix(value, shape) : value, validator);
}

/**
 * The text without what the styles `label` and `matrix` put in front.
 * @throws PatternMatchError if it is not there.
 */
function withoutPrefix(text: string, { style, name }: Shape): string {
  if (style === "label") return after(".", text);
  if (style !== "matrix") return text;
  const rest = after(`;${name}`, text);
  return rest === "" ? rest : after("=", rest);
}

function after(prefix: string, text: string): string {
  if (!text.startsWith(prefix)) throw new PatternMatchError({ expected: prefix, actual: text });
  return text.slice(prefix.length);
}

/** The parts of the text of a list or an object. */
function partsIn(text: string, shape: Shape): string[] {
  const { style, explode, isObject } = shape;
  if (style === "matrix" && explode) {
    const parts = after(";", text).split(";");
    return isObject ? parts : parts.map((part) => withoutPrefix(`;${part}`, shape));
  }
  const rest = withoutPrefix(text, shape);
  if (rest === "") return [];
  // Versions of OpenAPI differ in how a label without `explode` is written.
  if (style === "label") return rest.split(explode || !rest.includes(",") ? "." : ",");
  return rest.split(style === "matrix" ? "," : STYLES[style]);
}

function listIn(text: string, shape: Shape): string[] {
  return shape.style === "form" && shape.explode ? [text] : partsIn(text, shape);
}

function pairsIn(text: string, shape: Shape): Record<string, unknown> {
  const { style, explode } = shape;
  const result: Record<string, unknown> = {};
  const parts = partsIn(text, shape);
  if (explode && (style === "simple" || style === "label" || style === "matrix")) {
    for (const part of parts) {
      const [key = "", ...value] = part.split("=");
      define(result, key, value.join("="));
    }
  } else for (let at = 0; at < parts.length; at += 2) define(result, parts[at] as string, parts[at + 1] ?? "");
  return result;
}

/** Text as the value that it stands for: text itself if the validator takes text. */
export function converted(value: unknown, validator: Validator | undefined): unknown {
  if (value instanceof JsonValue) return value;
  if (validator?.constructor === (List as unknown)) {
    const { item } = validator as List;
    const items = typeof value === "string" ? [value] : value;
    return isArray(items) ? items.map((one) => converted(one, item as Validator)) : value;
  }
  if (typeof value !== "string" || validator === undefined || validator.is(value)) return value;
  const constant = value === "true" ? true : value === "false" ? false : value === "null" ? null : undefined;
  if (constant !== undefined) return validator.is(constant) ? constant : value;
  if (!isJsonNumber(value)) return value;
  const number = numberIn(value, validator);
  return validator.safe(number).ok || hasWrongType(value, validator) ? number : value;
}

/** The number that text stands for: with all its digits, if the validator takes them. */
function numberIn(text: string, validator: Validator): number | bigint {
  const number = Number(text);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number;
  const exact = jsonBigintOf(text, false);
  return typeof exact === "bigint" && !hasWrongType(exact, validator) ? exact : number;
}

/** Returns whether a value is refused for its type, and for nothing else. */
function hasWrongType(value: unknown, validator: Validator): boolean {
  const { error } = validator.safe(value);
  return error !== undefined && Array.from(error).every((one) => one instanceof InvalidTypeError);
}

/** A field of a form. */
export interface Field {
  /** Undefined if it is JSON. */
  readonly shape?: Shape;
  /** It may be a file, which the schema describes as text. */
  readonly isFile: boolean;
  /** The types of content that a part may have; undefined if the document does not say it. */
  readonly types?: readonly string[] | undefined;
  read(value: unknown): unknown;
}

/**
 * A validator of a form: an object, `URLSearchParams` or `FormData` with the fields, which are text, lists of text,
 * files, or JSON. Text is converted where the schema of the field asks for another type.
 * @param fields by name.
 * @param isExact integers beyond the safe range are bigints in JSON that the form has.
 */
export function formReader(validator: Validator, fields: ReadonlyMap<string, Field>, isExact: boolean): Validator {
  const spread = new Map<string, Shape>();
  for (const [name, { shape }] of fields) if (shape !== undefined && isSpread(shape)) spread.set(name, shape);
  const reader = new FormReader((input: unknown) => {
    const form = gathered(fieldsIn(input), spread);
    if (!isPlainObject(form)) return validator(form);
    const errors = Object.keys(form).flatMap((name) => errorsOf(name, ownValue(form, name), fields.get(name)));
    if (errors.length > 0) throw new SchemaError(errors);
    const values: Record<string, unknown> = {};
    const files: Record<string, unknown> = {};
    const parts: TextPart[] = [];
    const valueIn = (part: unknown, holder: object, key: unknown): unknown => {
      if (isArray(part)) {
        const list: unknown[] = [];
        for (const [index, one] of part.entries()) list.push(valueIn(one, list, index));
        return list;
      }
      if (!(part instanceof JsonValue)) return part;
      if (isExact) return part.exact;
      parts.push({ text: part.text, value: part.value, places: [[holder, key]] });
      return part.value;
    };
    for (const name of Object.keys(form)) {
      const field = fields.get(name);
      if (field === undefined && [...spread].some(([of, shape]) => isMember(name, of, shape))) continue;
      const given = ownValue(form, name);
      const value = valueIn(field?.read(given) ?? given, values, name);
      const areFiles = field?.isFile === true && (isArray(value) ? value : [value]).every(isBlob);
      if (areFiles) define(files, name, value);
      define(values, name, !areFiles ? value : isArray(value) ? value.map(() => "") : "");
    }
    return { ...(spelledValue(validator, values, parts) as object), ...files };
  });
  addFormReading(reader, { takesJson: (name) => fields.get(name)?.isFile === false });
  return reader;
}

/** A call that waits reads the JSON parts before it validates the form. */
class FormReader extends Transform {
  override async validateAsync(form: unknown, limits?: AsyncLimits): Promise<never> {
    const result = await this.safeAsync(form, limits);
    if (!result.ok) throw result.error;
    return result.value as never;
  }

  override async safeAsync(form: unknown, limits?: AsyncLimits): Promise<Result<never>> {
    const read = await withJsonParts(form, this, readAsyncLimits(limits).limits);
    return (read.ok ? super.safeAsync(read.value, limits) : read) as Promise<Result<never>>;
  }
}

/** The errors of the parts of a field that cannot be read. */
function errorsOf(name: string, given: unknown, field: Field | undefined): ValidationError[] {
  if (field === undefined) return [];
  const isList = isArray(given);
  return (isList ? given : [given]).flatMap((part, index) => {
    if (!isBlob(part)) return [];
    const message = problemOf(part, field);
    if (message === undefined) return [];
    const context = isList ? [name, index] : [name];
    return [new CheckError({ message, code: "part_type", context })];
  });
}

function problemOf({ type }: Blob, { types, isFile }: Field): string | undefined {
  if (types !== undefined && type !== "" && !types.some((one) => isOfType(type, one)))
    return `Expected a part of the type ${types.join(" or ")}.`;
  if (isFile || !isJsonType(type)) return undefined;
  return "A part that is JSON is read only by calls that wait, such as safeAsync.";
}

/** Returns whether a type of content is of a type or a range, such as `image/*`. */
function isOfType(type: string, range: string): boolean {
  const [own, of] = [type, range].map((one) => one.split(";", 1)[0]?.trim().toLowerCase() ?? "") as [string, string];
  return of === "*/*" || own === of || (of.endsWith("/*") && own.startsWith(of.slice(0, -1)));
}

/** The value that a validator makes of a value, which may have been JSON: by the digits that are written. */
export function validated(validator: Validator, given: unknown): unknown {
  if (!(given instanceof JsonValue)) return validator(given);
  const { value, text } = given;
  return taken(safeSpelled(validator, value, new TextSpellings(text, value)));
}

/** The same of a value some of whose parts were JSON. */
const spelledValue = (validator: Validator, value: unknown, parts: readonly TextPart[]): unknown =>
  parts.length === 0 ? validator(value) : taken(safeSpelled(validator, value, new PartSpellings(parts)));

function taken(result: Result<unknown>): unknown {
  if (result.ok) return result.value;
  throw result.error;
}

const isBlob = (value: unknown): value is Blob => value instanceof Blob;

/**
 * `URLSearchParams` and `FormData` as an object.
 * @param isList whether a key may come several times; of any other, the last value counts.
 */
export function fieldsIn(input: unknown, isList: (key: string) => boolean = () => true): unknown {
  const isForm = [globalThis.URLSearchParams, globalThis.FormData, MultiDict].some(
    (Form) => Form && input instanceof Form,
  );
  if (!isForm) return input;
  const form = input as FormData | MultiDict;
  const result: Record<string, unknown> = {};
  for (const name of new Set(Array.from(form as Iterable<[string, unknown]>, ([name]) => name))) {
    const values = form.getAll(name);
    define(result, name, values.length === 1 || !isList(name) ? values.at(-1) : values);
  }
  return result;
}

/** The members of the object are keys of the request themselves. */
export const isSpread = ({ isObject, style, explode }: Shape): boolean =>
  isObject && (style === "deepObject" || (style === "form" && explode));

/** Whether a key of a request has a member of the object `name`. */
export const isMember = (key: string, name: string, { style, properties }: Shape): boolean =>
  style === "deepObject" ? key.startsWith(`${name}[`) && key.endsWith("]") : properties.has(key);

/** The part of a request with the members of objects that are spread over several of its keys. */
export function gathered(input: unknown, objects: ReadonlyMap<string, Shape>): unknown {
  if (!isPlainObject(input)) return input;
  const result: Record<string, unknown> = { ...input };
  for (const [name, shape] of objects) {
    const object: Record<string, unknown> = {};
    const isDeep = shape.style === "deepObject";
    for (const key of Object.keys(input)) {
      if (isMember(key, name, shape))
        define(object, isDeep ? key.slice(name.length + 1, -1) : key, ownValue(input, key));
    }
    if (Object.keys(object).length > 0) define(result, name, object);
  }
  return result;
}
