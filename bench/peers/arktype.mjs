import { version } from "../versions.mjs";

export async function load({ noEval = false } = {}) {
  if (noEval) (await import("arktype/config")).configure({ jitless: true });
  const { scope, type } = await import("arktype");

  const bounded = (word, min, max) => {
    if (min === undefined) return max === undefined ? word : `${word} <= ${max}`;
    return max === undefined ? `${word} >= ${min}` : `${min} <= ${word} <= ${max}`;
  };
  const of = (shape) => definitions[shape.kind](shape);
  const definitions = {
    int: ({ min, max }) => bounded("number.integer", min, max),
    float: ({ min, max }) => bounded("number", min, max),
    str: ({ minlen, maxlen, pattern, options }) => {
      if (options) return options.map((option) => JSON.stringify(option)).join(" | ");
      return pattern === undefined ? bounded("string", minlen, maxlen) : new RegExp(pattern, "u");
    },
    bool: () => "boolean",
    constant: ({ value }) => JSON.stringify(value),
    list: ({ item }) => [of(item), "[]"],
    record: ({ keys, optional, extra, unknown }) => ({
      "+": { refuse: extra ? "ignore" : "reject", drop: "delete", pass: "ignore" }[unknown],
      ...(extra && { "[string]": of(extra) }),
      ...Object.fromEntries(
        Object.entries(keys).map(([key, shape]) => [optional.includes(key) ? `${key}?` : key, of(shape)]),
      ),
    }),
    union: ({ steps }) => steps.map(of).reduce((left, right) => [left, "|", right]),
    ref: ({ name }) => name,
  };
  const schemaOf = (shape) =>
    shape.kind === "recursive" ? scope({ [shape.name]: of(shape.body) }).export()[shape.name] : type(of(shape));

  const make = (call) => (shape) => call(schemaOf(shape));
  return {
    version: version("arktype"),
    is: make((schema) => (value) => schema.allows(value)),
    value: make((schema) => (value) => schema.assert(value)),
    ok: make((schema) => (value) => !(schema(value) instanceof type.errors)),
    read: make((schema) => (value) => {
      const result = schema(value);
      if (!(result instanceof type.errors)) return 0;
      let length = 0;
      for (const { path, message } of result) length += path.length + message.length;
      return length;
    }),
  };
}
