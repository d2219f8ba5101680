/** Validators as JSON Schema, so that the peers check the same. What a validator converts has no form in it. */

const of = (dump) => schemas[dump.__class__](dump);

/** A dump with its definitions written out where they are used. */
function whole({ __defs__: defs = {}, ...dump }) {
  const write = (data) => {
    if (typeof data !== "object" || data === null) return data;
    if (Array.isArray(data)) return data.map(write);
    if (data.__value__ === "validator") return write(defs[data.text]);
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, write(value)]));
  };
  return write(dump);
}

const nullable = (dump, schema) => (dump.nullable ? { anyOf: [schema, { type: "null" }] } : schema);

const given = (schema) => Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

const sourceOf = (pattern) => pattern && `^(?:${pattern.source ?? pattern})`;

/** A limit that is a bigint is beyond all numbers of the texts. */
const limit = (value) => (typeof value === "object" ? undefined : value);

const number = (type) => (dump) =>
  nullable(dump, given({ type, minimum: limit(dump.min), maximum: limit(dump.max), enum: dump.options }));

/** Peers are asked for no more than text: a format would be another text of the same length. */
const date = (dump) => nullable(dump, { type: "string" });

const schemas = {
  Any: () => ({}),
  Bool: (dump) => nullable(dump, { type: "boolean" }),
  Const: ({ value }) => ({ const: value }),
  Int: number("integer"),
  Float: number("number"),
  Date: date,
  Time: date,
  Datetime: date,
  Str: (dump) =>
    nullable(
      dump,
      given({
        type: "string",
        minLength: dump.minlen,
        maxLength: dump.maxlen,
        pattern: sourceOf(dump.pattern),
        enum: dump.options,
      }),
    ),
  // The steps after the first get what those before have made.
  AllOf: ({ steps }) => of(steps[0]),
  OneOf: ({ steps }) => ({ anyOf: steps.map(of) }),
  LazyRef: ({ use }) => ({ $ref: `#/$defs/${use.replaceAll("/", "~1")}` }),
  List: (dump) =>
    nullable(dump, given({ type: "array", items: of(dump.item), minItems: dump.minlen, maxItems: dump.maxlen })),
  Tuple: (dump) =>
    nullable(dump, {
      type: "array",
      prefixItems: dump.items.map(of),
      minItems: dump.items.length,
      maxItems: dump.items.length,
    }),
  Dict: (dump) => {
    const keys = Object.keys(dump.schema ?? {});
    const free = new Set([...(dump.optional ?? []), ...Object.keys(dump.defaults ?? {})]);
    const disposed = (dump.dispose ?? []).map((key) => [key, {}]);
    return nullable(
      dump,
      given({
        type: "object",
        properties: Object.fromEntries([...keys.map((key) => [key, of(dump.schema[key])]), ...disposed]),
        required: keys.filter((key) => !free.has(key)),
        additionalProperties: dump.extra ? of(dump.extra[1]) : false,
        propertyNames: dump.extra && keys.length === 0 ? of(dump.extra[0]) : undefined,
        minProperties: dump.minlen,
        maxProperties: dump.maxlen,
      }),
    );
  },
};

/** The JSON Schema (2020-12) of a validator, and of those its references lead to. */
export function jsonSchema(validator, aliases) {
  const $defs = Object.fromEntries(Object.entries(aliases).map(([alias, other]) => [alias, of(whole(other.dump()))]));
  return { ...of(whole(validator.dump())), $defs };
}
