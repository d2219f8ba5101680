import { version } from "../versions.mjs";

export async function load({ noEval = false } = {}) {
  const { z } = await import("zod");
  if (noEval) z.config({ jitless: true });
  const limited = (schema, { min, max }) => {
    const least = min === undefined ? schema : schema.min(min);
    return max === undefined ? least : least.max(max);
  };
  const of = (shape) => schemas[shape.kind](shape);
  const schemas = {
    int: (shape) => limited(z.int(), shape),
    float: (shape) => limited(z.number(), shape),
    str: ({ minlen, maxlen, pattern, options }) => {
      if (options) return z.enum(options);
      const text = limited(z.string(), { min: minlen, max: maxlen });
      return pattern === undefined ? text : text.regex(new RegExp(pattern, "u"));
    },
    bool: () => z.boolean(),
    constant: ({ value }) => z.literal(value),
    list: ({ item }) => z.array(of(item)),
    record: ({ keys, optional, extra, unknown }) => {
      const members = Object.entries(keys).map(([key, shape]) => [
        key,
        optional.includes(key) ? of(shape).optional() : of(shape),
      ]);
      const known = Object.fromEntries(members);
      if (extra) return z.object(known).catchall(of(extra));
      return { refuse: z.strictObject, drop: z.object, pass: z.looseObject }[unknown](known);
    },
    union: ({ tag, steps }) => z.discriminatedUnion(tag, steps.map(of)),
    recursive: ({ name, body }) => {
      refs[name] = of(body);
      return refs[name];
    },
    ref: ({ name }) => z.lazy(() => refs[name]),
  };
  const refs = {};
  const make = (call) => (shape) => call(of(shape));
  return {
    version: version("zod"),
    /** `value` makes a copy: of JSON text too, that is the call one makes. */
    copies: true,
    /** The schema of a shape. */
    schema: of,
    is: make((schema) => (value) => schema.safeParse(value).success),
    value: make((schema) => (value) => schema.parse(value)),
    ok: make((schema) => (value) => schema.safeParse(value).success),
    read: make((schema) => (value) => {
      const { success, error } = schema.safeParse(value);
      if (success) return 0;
      let length = 0;
      for (const { path, message } of error.issues) length += path.length + message.length;
      return length;
    }),
  };
}
