/** Template: a text by its parts. It is a Str whose pattern is derived from them. */
import type { ValidatorOf } from "./core/builtin.ts";
import { ValueError } from "./core/contracts.ts";
import { didYouMean } from "./core/misspelt.ts";
import { paramsOf } from "./core/schemas/params.ts";
import type { AnyValidator, NullableOf, NullableParams, Only, Returned, Types, WordParams } from "./core/types.ts";
import { isValidator, type Validator } from "./core/validator.ts";
import { formatNamed } from "./text/formats/basic.ts";
import { integersOf, literalPattern, oneOf, wholeAlternatives } from "./text/pattern/compose.ts";
import { Bool } from "./validators/bool.ts";
import { Const } from "./validators/const.ts";
import { Float } from "./validators/float.ts";
import { Int } from "./validators/int.ts";
import { Nullable } from "./validators/nullable.ts";
import { OneOf } from "./validators/one-of.ts";
import { Optional } from "./validators/optional.ts";
import { Str } from "./validators/str.ts";
import { isArray, isPlainObject, ownValue, typeName } from "./values/input.ts";
import { literal } from "./values/text.ts";

/** A value that a template literal type can have, as text. */
export type TemplateLiteral = string | number | bigint | boolean | null;
/** A part of a `Template`: a literal text, or a validator of what the text stands for. */
export type TemplatePart = TemplateLiteral | { readonly "~types": Types<TemplateLiteral | undefined> };

/** The parameters of `Template`. */
export interface TemplateParams extends NullableParams {}

/** The texts of one part. */
type PartText<Part> = Part extends { readonly "~optional": true; readonly item: infer Item }
  ? PartText<Item> | ""
  : Part extends AnyValidator
    ? TextOf<Part["~types"]["output"]>
    : TextOf<Part>;
type TextOf<Value> = Value extends TemplateLiteral ? `${Value}` : string;
/** The texts of all parts, one after the other. */
type TextsOf<Parts extends readonly unknown[], Before extends string = ""> = Parts extends readonly [
  infer First,
  ...infer Rest,
]
  ? TextsOf<Rest, `${Before}${PartText<First>}`>
  : Parts extends readonly []
    ? Before
    : string;

/** A `Str` of texts with the template literal type `Text`. */
export interface Template<Text extends string = string, in out P = {}> extends ValidatorOf<P, Text> {
  /** Matches the parts, from the beginning of the text to its end. */
  readonly pattern: string;
}

/**
 * A text by its parts: literal texts, and validators of what stands between them. It is a `Str` with a `pattern` made
 * of the parts: nothing is converted, and it takes linear time. Errors: InvalidTypeError, PatternMatchError.
 *
 * | Part | Texts |
 * |---|---|
 * | a string, number, bigint, boolean, null, or a `Const` of one | just that |
 * | `Int` | digits, with a `-` in front if the limits allow numbers below zero |
 * | `Float` without limits | the same, and a fraction or none |
 * | `Bool` | `true` or `false` |
 * | `Str`, `Template` | those it accepts by lengths, `ascii`, `options`, a `pattern`, or a format that is one |
 * | `OneOf`, `Nullable`, `Optional` | those of a step; `null` too; none too |
 * @param parts the parts, in order.
 * @param params `nullable`, `message`, `messages`, `secret`, `meta`, `alias`, `replace`
 * @throws ValueError with the place of a part that no regular expression describes exactly, and of one with a parameter
 *   that would have no effect.
 * @example Template(["v", Int({ min: 0 }), ".", Int({ min: 0 })])("v1.20"); // "v1.20"
 */
export function Template<const Parts extends readonly TemplatePart[], const P extends Only<TemplateParams, P> = {}>(
  parts: Parts,
  params?: P & WordParams,
): Returned<Template<TextsOf<Parts>, NullableOf<P>>, Parts> {
  if (!isArray(parts)) throw new TypeError("Template.parts should be of type array");
  if (params !== undefined && !isPlainObject(params)) throw new TypeError("Template.params should be an object");
  const unknown = Object.keys(params ?? {}).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`Template got an unexpected parameter '${unknown}'${didYouMean(unknown, KNOWN)}`);
  const sources = Array.from(parts, (part, index) => oneOf(alternativesOf(part, `Template.parts[${index}]`, 0)));
  return Str({ ...params, pattern: `^${sources.join("")}$` } as never) as never;
}

/** The names of parameters. */
const KNOWN: readonly string[] = ["nullable", "message", "messages", "secret", "meta", "alias", "replace"];

/** OneOfs, Nullables and Optionals inside each other. */
const MAX_DEPTH = 100;

/** The alternatives of a part, as sources of regular expressions. `place` is for messages. */
function alternativesOf(part: unknown, place: string, depth: number): readonly string[] {
  if (!isValidator(part)) return [literalPattern(textOf(part, place))];
  if (depth > MAX_DEPTH) throw new ValueError(`${place} should not be nested deeper than ${MAX_DEPTH}`);
  const own = ownAlternatives(part, place, depth);
  return ownValue(part, "nullable") === true ? [...own, "null"] : own;
}

function ownAlternatives(part: Validator, place: string, depth: number): readonly string[] {
  switch (part.constructor as unknown) {
    case Str:
      return textsOf(part as Str, place);
    case Int:
      return integerTextsOf(part as Int, place);
    case Float:
      only(part, place, ["nullable"]);
      return ["-?\\d+(?:\\.\\d+)?"];
    case Bool:
      only(part, place, ["nullable"]);
      return ["true", "false"];
    case Const:
      only(part, place, ["value", "nullable"]);
      return [literalPattern(textOf((part as Const).value, `${place}.value`))];
    case OneOf:
      only(part, place, ["steps", "nullable"]);
      return (part as OneOf).steps.flatMap((step, index) =>
        alternativesOf(step, `${place}.steps[${index}]`, depth + 1),
      );
    case Nullable:
      only(part, place, ["item"]);
      return [...alternativesOf((part as Nullable).item, `${place}.item`, depth + 1), "null"];
    case Optional:
      only(part, place, ["item"]);
      return [`${group(alternativesOf((part as Optional).item, `${place}.item`, depth + 1))}?`];
    default:
      throw new ValueError(`${place}: no regular expression describes the texts of ${part.constructor.name}`);
  }
}

const group = (alternatives: readonly string[]): string => `(?:${alternatives.join("|")})`;

/** Refuses parameters that would have no effect. */
function only(part: Validator, place: string, names: readonly string[]): void {
  const other = paramsOf(part).find(([name]) => name !== "meta" && !names.includes(name))?.[0];
  if (other === undefined) return;
  const isOfErrors = KNOWN.includes(other);
  throw new ValueError(
    `${place}.${other}: ${isOfErrors ? "give it to the Template" : `no regular expression describes ${part.constructor.name} with it`}`,
  );
}

/** The text of a value that a template literal type can have. */
function textOf(value: unknown, place: string): string {
  const isWritten = value === null || ["string", "bigint", "boolean"].includes(typeof value) || Number.isFinite(value);
  if (!isWritten) {
    throw new TypeError(
      `${place} should be a validator, or a string, finite number, bigint, boolean or null, got ${typeName(value)}`,
    );
  }
  const text = String(value);
  // The next part might begin with the other half of a pair.
  if (/\p{Surrogate}/u.test(text)) throw new ValueError(`${place} should not have half of a surrogate pair`);
  return text;
}

function textsOf(part: Str, place: string): readonly string[] {
  const { minlen, maxlen, ascii, pattern, format, options } = part;
  const rules = ["minlen", "maxlen", "ascii", "pattern", "backtrack", "format", "protocols", "alg", "mode"];
  only(part, place, ["nullable", "options", ...rules]);
  if (options !== undefined) {
    return options.filter((text) => part.is(text)).map((text) => literalPattern(textOf(text, `${place}.options`)));
  }
  const character = ascii ? "[\\x00-\\x7f]" : "[\\s\\S]";
  if (pattern === undefined && format === undefined) {
    return [`${character}${minlen === undefined && maxlen === undefined ? "*" : `{${minlen ?? 0},${maxlen ?? ""}}`}`];
  }
  const name = pattern === undefined ? "format" : "pattern";
  // Two conditions at once are no source of a regular expression without look-ahead.
  only(part, place, ["nullable", name, "backtrack"]);
  const source = pattern ?? formatNamed(String(format))?.pattern?.source;
  const whole = source === undefined ? undefined : wholeAlternatives(source);
  if (whole !== undefined) return whole;
  throw new ValueError(
    pattern === undefined
      ? `${place}.format: ${literal(format)} is not a regular expression`
      : `${place}.pattern: flags, look-around, references, and '^', '$' or '\\b' inside cannot be part of another pattern`,
  );
}

/** An Int without limits may have any number of digits: nothing is converted. */
function integerTextsOf(part: Int, place: string): readonly string[] {
  const { min, max, exclusive_min, exclusive_max, options } = part;
  const sizes = ["nullable", "bigint", "unsafe", "exact", "options"];
  const limits = ["min", "max", "exclusive_min", "exclusive_max"];
  only(part, place, [...sizes, ...limits, ...(options === undefined ? [] : ["multiple_of"])]);
  if (options !== undefined)
    return options.filter((value) => part.is(value)).map((value) => literalPattern(String(value)));
  const low = limitOf(min, exclusive_min, 1n);
  const high = limitOf(max, exclusive_max, -1n);
  for (const limit of [low, high]) {
    if (limit !== undefined && String(limit).length > MAX_DIGITS) {
      throw new ValueError(`${place} should not have limits of more than ${MAX_DIGITS} digits`);
    }
  }
  return integersOf({ min: low, max: high });
}

/** The source grows with the square of the digits. */
const MAX_DIGITS = 40;

/** The limit that follows from an inclusive and an exclusive one. */
function limitOf(
  inclusive: number | bigint | undefined,
  exclusive: number | bigint | undefined,
  next: 1n | -1n,
): bigint | undefined {
  const [own, other] = [inclusive, exclusive].map((limit) => (limit === undefined ? undefined : BigInt(limit)));
  const after = other === undefined ? undefined : other + next;
  if (own === undefined || after === undefined) return own ?? after;
  return (own - after) * next > 0n ? own : after;
}
