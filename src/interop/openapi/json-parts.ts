/**
 * Parts of multipart forms that are JSON. Browsers send them as Blobs, whose Content-Type says so, and whose bytes can
 * only be waited for.
 */
import type { JsonLimits } from "../../core/json/engine.ts";
import { PartSpellings, TextSpellings } from "../../core/json/spellings.ts";
import { validatorsOfField } from "../../core/models/form.ts";
import { modelOf } from "../../core/models/index.ts";
import type { Result } from "../../core/report/check.ts";
import type { Spellings } from "../../core/report/digits.ts";
import { isAsync } from "../../core/schemas/async.ts";
import { reach } from "../../core/schemas/graph.ts";
import type { Validator } from "../../core/validator.ts";
import { Any } from "../../validators/any.ts";
import { writtenInteger } from "../../values/digits.ts";
import { fatalDecoder } from "../../values/fatal-decoder.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { MultiDict } from "../../values/mapping.ts";

const decodeUtf8 = /*#__PURE__*/ fatalDecoder("utf-8", false);

const JSON_TYPE = /^\s*application\/(?:[^\s;,"/]+\+)?json\s*(?:;|$)/i;

/** Returns whether a Content-Type is that of JSON. */
export const isJsonType = (type: unknown): boolean => typeof type === "string" && JSON_TYPE.test(type);

const isBlob = (value: unknown): value is Blob => typeof Blob === "function" && value instanceof Blob;

/** The bytes of a part that is JSON. */
export class JsonBytes {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** The value of a part that was JSON, and its text: text in it is no text of a form. */
export class JsonValue {
  readonly value: unknown;
  readonly text: string;
  constructor(value: unknown, text: string) {
    this.value = value;
    this.text = text;
  }

  /** The value with bigints in place of the integers that a number would round. */
  get exact(): unknown {
    const { value, text } = this;
    const spellings = new TextSpellings(text, value);
    if (typeof value === "object" && value !== null) return spellings.exact(value);
    const digits = spellings.of(undefined, undefined);
    return typeof value === "number" && digits !== undefined ? writtenInteger(digits, value) : value;
  }
}

/** The value of JSON text; undefined if it is none. */
export function jsonIn(text: string): JsonValue | undefined {
  const result = Any().safeJson(text);
  return result.ok ? new JsonValue(result.value, text) : undefined;
}

/** The spellings of the numbers in forms with JSON parts. */
const spelled = /*#__PURE__*/ new WeakMap<object, Spellings>();

/** How the numbers in the JSON parts of a form that has been read are written; undefined if it has none. */
export const spellingsOf = (form: unknown): Spellings | undefined => spelled.get(form as object);

/** How a validator takes the parts of a form. */
export interface FormReading {
  /** Whether the part with that name is read, if it is JSON. Any other stays a Blob. */
  takesJson(name: string, part: Blob): boolean;
}

const readings = /*#__PURE__*/ new WeakMap<Validator, FormReading>();

/** Records how a validator, which knows `JsonValue`, takes the parts of a form. */
export function addFormReading(validator: Validator, reading: FormReading): void {
  readings.set(validator, reading);
}

/**
 * The value of a form for a validator, with the values of its JSON parts. Those that the validator takes as Blobs stay.
 * @param form `FormData`, or an object with the values, or lists of them, which may be `JsonBytes`.
 * @returns an error with the name of the part if its text is no JSON, or is beyond the limits.
 */
export async function withJsonParts(
  form: unknown,
  validator: Validator,
  limits: JsonLimits | undefined,
): Promise<Result<unknown>> {
  const fields = fieldsOf(form);
  if (!fields?.some(([, values]) => values.some((one) => isJsonBlob(one)))) return { ok: true, value: form };
  const read = await Promise.all(
    fields.map(
      async ([name, values]): Promise<Field> => [
        name,
        await Promise.all(values.map((one) => (isTaken(name, one, validator) ? bytesOf(one as Blob) : one))),
      ],
    ),
  );
  return parsedParts(new MultiDict(read), validator, limits);
}

/** The same for a form whose JSON parts are `JsonBytes`: it does not wait. */
export function parsedParts(form: unknown, validator: Validator, limits: JsonLimits | undefined): Result<unknown> {
  const fields = fieldsOf(form);
  if (!fields?.some(([, values]) => values.some((one) => one instanceof JsonBytes))) return { ok: true, value: form };
  const knowsValues = readings.has(validator);
  const parsed: Field[] = [];
  const made: { readonly part: JsonValue; readonly name: string; readonly list: unknown[]; readonly index: number }[] =
    [];
  for (const [name, values] of fields) {
    const list: unknown[] = [];
    for (const [index, one] of values.entries()) {
      const result = one instanceof JsonBytes ? Any().safeJson(one.bytes, limits) : undefined;
      if (result?.ok === false) {
        if (values.length > 1) result.error.addContext(index);
        return { ok: false, error: result.error.addContext(name) };
      }
      const part = result && new JsonValue(result.value, decodeUtf8((one as JsonBytes).bytes));
      if (part !== undefined && !knowsValues) made.push({ part, name, list, index });
      list.push(part === undefined || knowsValues ? (part ?? one) : part.value);
    }
    parsed.push([name, list]);
  }
  const value = new MultiDict(parsed);
  // The last part of a name may stand for all.
  const parts = made.map(({ part, name, list, index }) => ({
    ...{ text: part.text, value: part.value },
    places: [[list, index] as const, ...(index === list.length - 1 ? [[value, name] as const] : [])],
  }));
  if (parts.length > 0) spelled.set(value, new PartSpellings(parts));
  return { ok: true, value };
}

/** Returns whether a part is JSON that a validator takes as such. */
export function isTaken(name: string, part: unknown, validator: Validator): boolean {
  if (!isJsonBlob(part)) return false;
  const reading = readings.get(validator);
  if (reading !== undefined) return reading.takesJson(name, part);
  const members = membersNamed(validator, name, 0);
  return members.length > 0 && !members.some((member) => takesBlob(member, part));
}

/** Returns whether a value is a Blob of JSON. */
const isJsonBlob = (value: unknown): value is Blob => isBlob(value) && isJsonType(value.type);

const bytesOf = async (part: Blob): Promise<JsonBytes> => new JsonBytes(new Uint8Array(await part.arrayBuffer()));

type Field = readonly [name: string, values: readonly unknown[]];

function fieldsOf(form: unknown): Field[] | undefined {
  if (typeof FormData === "function" && form instanceof FormData)
    return [...new Set(form.keys())].map((name) => [name, form.getAll(name)]);
  if (form instanceof MultiDict) {
    return [...new Set(Array.from(form, ([name]) => name))].map((name) => [name, form.getAll(name)]);
  }
  if (!isPlainObject(form)) return undefined;
  return Object.keys(form).map((name) => {
    const value = ownValue(form, name);
    return [name, isArray(value) ? value : [value]];
  });
}

/** Maximum number of validators around the members of a form. */
const MAX_NESTING = 32;

/** The validators of a member of a form. */
function membersNamed(validator: Validator, name: string, depth: number): Validator[] {
  if (depth > MAX_NESTING) return [];
  const [schema, steps, item] = ["schema", "steps", "item"].map((key) => ownValue(validator, key));
  const model = modelOf(validator);
  if (model?.kind === "object" && model.nested) return validatorsOfField(model, name) as Validator[];
  if (isPlainObject(schema)) return Object.hasOwn(schema, name) ? [ownValue(schema, name) as Validator] : [];
  const inner = isArray(steps) ? steps : item === undefined ? [] : [item];
  return inner.flatMap((one) => membersNamed(one as Validator, name, depth + 1));
}

/** Returns whether a member takes a Blob, or a list of them, as it is. */
function takesBlob(member: Validator, part: Blob): boolean {
  // What a function says of a part is only known when it is called.
  if (isAsync(member)) return [...reach(member).keys()].some((one) => isOfBlobs(one as unknown as Validator));
  try {
    return member.is(part) || member.is([part]);
  } catch {
    return true;
  }
}

const isOfBlobs = (validator: Validator): boolean => {
  const tp = ownValue(validator, "tp");
  return typeof tp === "function" && ["File", "Blob"].includes(tp.name);
};
