/** Parameters as servers give them: text, or lists and objects of text, in one of the styles of OpenAPI. */
import { InvalidTypeError } from "../errors/errors.ts";
import type { Validator } from "../validator.ts";
import { AllOf } from "../validators/all-of.ts";
import { Float } from "../validators/float.ts";
import { Int } from "../validators/int.ts";
import { Str } from "../validators/str.ts";
import { Transform } from "../validators/transform.ts";
import { define } from "../values/define.ts";
import { isArray, isPlainObject, ownValue } from "../values/input.ts";

/** The styles that are read, and the separators of the members of a value. */
export const STYLES = { form: ",", simple: ",", spaceDelimited: " ", pipeDelimited: "|", deepObject: "," } as const;
export type Style = keyof typeof STYLES;

/** What is known of the value of a parameter. */
export interface Shape {
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
  const { isList, isObject, items, properties } = shape;
  if (isObject) {
    return AllOf(
      Transform((value: unknown) => {
        const object = typeof value === "string" ? pairsIn(value, shape) : value;
        if (!isPlainObject(object)) return value;
        const result: Record<string, unknown> = {};
        for (const key of Object.keys(object))
          define(result, key, converted(ownValue(object, key), properties.get(key)));
        return result;
      }),
      validator,
    );
  }
  if (isList) {
    return AllOf(
      Transform((value: unknown) => {
        const list = typeof value === "string" ? listIn(value, shape) : value;
        return isArray(list) ? list.map((item) => converted(item, items)) : value;
      }),
      validator,
    );
  }
  const { constructor } = validator;
  if (constructor === (Str as unknown)) return validator;
  const isNumber = constructor === (Int as unknown) || constructor === (Float as unknown);
  if (isNumber && !validator.is(null)) return validator.clone({ coerce: "text" });
  return AllOf(
    Transform((value: unknown) => converted(value, validator)),
    validator,
  );
}

function listIn(text: string, { style, explode }: Shape): string[] {
  if (style === "form" && explode) return [text];
  return text === "" ? [] : text.split(STYLES[style]);
}

function pairsIn(text: string, { style, explode }: Shape): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const parts = text === "" ? [] : text.split(STYLES[style]);
  if (explode && style === "simple") {
    for (const part of parts) {
      const [key = "", ...value] = part.split("=");
      define(result, key, value.join("="));
    }
  } else for (let at = 0; at < parts.length; at += 2) define(result, parts[at] as string, parts[at + 1] ?? "");
  return result;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Text as the value that it stands for: text itself if the validator takes text. */
export function converted(value: unknown, validator: Validator | undefined): unknown {
  if (typeof value !== "string" || validator === undefined) return value;
  const { error } = validator.safe(value);
  if (error === undefined) return value;
  const isOfOtherType = Array.from(error).every((one) => one instanceof InvalidTypeError);
  const constant = value === "true" ? true : value === "false" ? false : value === "null" ? null : undefined;
  if (constant !== undefined) return validator.is(constant) ? constant : value;
  const number = NUMBER.test(value) ? Number(value) : undefined;
  return number !== undefined && (isOfOtherType || validator.is(number)) ? number : value;
}

/** The part of a request with the members of objects that are spread over several of its keys. */
export function gathered(input: unknown, objects: ReadonlyMap<string, Shape>): unknown {
  if (!isPlainObject(input)) return input;
  const result: Record<string, unknown> = { ...input };
  for (const [name, { style, properties }] of objects) {
    const object: Record<string, unknown> = {};
    const isDeep = style === "deepObject";
    for (const key of Object.keys(input)) {
      const isMember = isDeep ? key.startsWith(`${name}[`) && key.endsWith("]") : properties.has(key);
      if (isMember) define(object, isDeep ? key.slice(name.length + 1, -1) : key, ownValue(input, key));
    }
    if (Object.keys(object).length > 0) define(result, name, object);
  }
  return result;
}
