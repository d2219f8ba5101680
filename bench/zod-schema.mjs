/** A JSON Schema as one who uses zod would write it: what bench/json.mjs gives to zod. */

/** @param {typeof import("zod").z} z */
export function zodSchema(z, root) {
  const made = new Map();
  const within = (schema, { min, max }) => {
    const least = min === undefined ? schema : schema.min(min);
    return max === undefined ? least : least.max(max);
  };

  const object = ({ properties = {}, required = [], additionalProperties, propertyNames }) => {
    const rest = additionalProperties === false ? undefined : of(additionalProperties);
    if (propertyNames) return z.record(of(propertyNames), rest);
    const members = Object.entries(properties).map(([key, schema]) => [
      key,
      required.includes(key) ? of(schema) : of(schema).optional(),
    ]);
    const known = Object.fromEntries(members);
    return rest === undefined ? z.strictObject(known) : z.object(known).catchall(rest);
  };

  const types = {
    boolean: () => z.boolean(),
    null: () => z.null(),
    integer: ({ minimum, maximum }) => within(z.int(), { min: minimum, max: maximum }),
    number: ({ minimum, maximum }) => within(z.number(), { min: minimum, max: maximum }),
    string: ({ minLength, maxLength, pattern }) => {
      const text = within(z.string(), { min: minLength, max: maxLength });
      return pattern === undefined ? text : text.regex(new RegExp(pattern, "u"));
    },
    array: ({ items, prefixItems, minItems, maxItems }) =>
      prefixItems ? z.tuple(prefixItems.map(of)) : within(z.array(of(items)), { min: minItems, max: maxItems }),
    object,
  };

  const union = (steps) => {
    const [first, last] = [steps[0], steps.at(-1)];
    if (steps.length === 2 && last.type === "null") return of(first).nullable();
    const isTag = (key) => steps.every((step) => step.properties?.[key]?.const !== undefined);
    const tag = Object.keys(first.properties ?? {}).find(isTag);
    return tag === undefined ? z.union(steps.map(of)) : z.discriminatedUnion(tag, steps.map(of));
  };

  function referred($ref) {
    const name = $ref.slice("#/$defs/".length).replaceAll("~1", "/");
    return z.lazy(() => {
      if (!made.has(name)) made.set(name, of(root.$defs[name]));
      return made.get(name);
    });
  }

  function of(schema) {
    if (schema.$ref) return referred(schema.$ref);
    if (schema.anyOf) return union(schema.anyOf);
    if ("const" in schema) return z.literal(schema.const);
    if (schema.enum) return z.literal(schema.enum);
    return schema.type === undefined ? z.unknown() : types[schema.type](schema);
  }
  return of(root);
}
