/** Shapes as JSON Schema, for ajv and ata. */
import { given } from "../shapes.mjs";

const of = (shape) => schemas[shape.kind](shape);

const schemas = {
  int: ({ min, max }) => given({ type: "integer", minimum: min, maximum: max }),
  float: ({ min, max }) => given({ type: "number", minimum: min, maximum: max }),
  str: ({ minlen, maxlen, pattern, options }) =>
    given({ type: "string", minLength: minlen, maxLength: maxlen, pattern, enum: options }),
  bool: () => ({ type: "boolean" }),
  constant: ({ value }) => ({ const: value }),
  list: ({ item }) => ({ type: "array", items: of(item) }),
  record: ({ keys, optional, extra, unknown }) =>
    given({
      type: "object",
      properties: Object.fromEntries(Object.entries(keys).map(([key, shape]) => [key, of(shape)])),
      required: Object.keys(keys).filter((key) => !optional.includes(key)),
      additionalProperties: extra ? of(extra) : unknown === "refuse" ? false : undefined,
    }),
  // `discriminator` is a word of ajv's, which wants `oneOf` beside it. ata does not know it, and reads the rest.
  union: ({ tag, steps }) => ({
    type: "object",
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: steps.map(of),
  }),
  // The recursive shape is the whole.
  recursive: ({ body }) => of(body),
  ref: () => ({ $ref: "#" }),
};

/** @param {{ discriminator?: boolean }} options Whether unions may use the word. */
export function jsonSchema(shape, { discriminator = true } = {}) {
  if (shape.kind !== "union" || discriminator) return of(shape);
  return { anyOf: shape.steps.map(of) };
}

/** Whether the rules of a shape can be said: JSON Schema validates, and drops nothing. */
export const canSay = (shape) =>
  shape.unknown !== "drop" && Object.values(shape.keys ?? {}).every((member) => canSay(member));
