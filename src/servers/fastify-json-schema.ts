/** Validators of the JSON Schemas of routes in Fastify. */
import type { Validator } from "../core/validator.ts";
import {
  type FromJsonSchemaOptions,
  fromJsonSchema,
  type JsonSchemaWarning,
  type ReadSchema as Read,
  validatorsIn,
} from "../interop/jsonschema/from.ts";
import { converted } from "../interop/openapi/raw.ts";
import { useAllFormats } from "../text/formats/index.ts";
import { escaped } from "../text/json-pointer.ts";
import { AllOf } from "../validators/all-of.ts";
import { List } from "../validators/list.ts";
import { Transform } from "../validators/transform.ts";
import { define } from "../values/define.ts";
import { isArray, isPlainObject, ownValue } from "../values/input.ts";
import type { Part } from "./problem.ts";

/** How the JSON Schemas of routes are read: as by Ajv in Fastify, unless the options say otherwise. */
export type JsonSchemas = boolean | Omit<FromJsonSchemaOptions, "alias">;

/**
 * Makes the validator of a part of requests.
 * @param place names the part, for warnings.
 */
export type ReadSchema = (part: Part, schema: unknown, shared: unknown, place: string) => Validator;

/**
 * Returns what reads JSON Schemas; undefined if they are left to Fastify.
 * @param warn gets what has no effect in a schema, unless the options have an `onWarning`.
 * @throws TypeError if the option is neither a boolean nor options.
 */
export function schemaReader(given: JsonSchemas, warn: (message: string) => void): ReadSchema | undefined {
  if (given === false) return undefined;
  if (given !== true && !isPlainObject(given)) throw new TypeError("jsonSchemas should be true, false or options");
  const own: FromJsonSchemaOptions = given === true ? {} : given;
  // A program may import nothing else of the library.
  useAllFormats();
  return (part, schema, shared, place) => {
    const documents = { ...(isPlainObject(shared) && shared), ...own.documents };
    const onWarning = ({ keyword, pointer, message }: JsonSchemaWarning): void =>
      warn(`${place}: ${keyword} at ${pointer}: ${message}`);
    const options: FromJsonSchemaOptions = { dialect: "draft-07", format: "assertion", onWarning, ...own, documents };
    const validator = fromJsonSchema(schema, options);
    if (part === "body") return validator;
    const members = propertyValidators(schema, { ...options, onWarning: undefined });
    return AllOf(
      Transform((value: unknown) => (isPlainObject(value) ? fromTexts(value, members) : value)),
      validator,
    );
  };
}

/** The validators of the properties that a schema names. */
function propertyValidators(schema: unknown, options: FromJsonSchemaOptions): ReadonlyMap<string, Validator> {
  const properties = isPlainObject(schema) ? ownValue(schema, "properties") : undefined;
  const names = isPlainObject(properties) ? Object.keys(properties) : [];
  const documents = { ...options.documents, route: schema };
  const place = (name: string): string => encodeURIComponent(escaped(name));
  return new Map(
    names.map((name) => [
      name,
      // The validator itself, whose type decides what text stands for.
      (
        validatorsIn({ $ref: `route#/properties/${place(name)}` }, [{ $ref: "#", fills: false }], {
          ...options,
          documents,
        })[0] as Read
      ).validator,
    ]),
  );
}

/** The members of a query, of parameters or of header fields as what their text stands for. */
function fromTexts(given: object, members: ReadonlyMap<string, Validator>): object {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(given)) {
    const value = ownValue(given, key);
    const member = members.get(key);
    const items = member instanceof List && (isArray(value) ? value : [value]);
    define(result, key, items ? items.map((item) => converted(item, member.item)) : converted(value, member));
  }
  return result;
}
