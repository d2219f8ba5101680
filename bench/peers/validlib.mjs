import { readFileSync } from "node:fs";
import { given } from "../shapes.mjs";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

export async function load() {
  const { Bool, classes, Const, Dict, engine, Any, Float, Int, LazyRef, List, OneOf, Str } = await import(
    "../../dist/index.js"
  );
  const knows = (name, parameter) => parameter in classes.get(name).params;
  const of = (shape) => schemas[shape.kind](shape);
  const members = (keys) => Object.fromEntries(Object.entries(keys).map(([key, shape]) => [key, of(shape)]));
  const schemas = {
    int: ({ min, max }) => Int(given({ min, max })),
    float: ({ min, max }) => Float(given({ min, max })),
    str: ({ minlen, maxlen, pattern, options }) => Str(given({ minlen, maxlen, pattern, options })),
    bool: () => Bool(),
    constant: ({ value }) => Const(value),
    list: ({ item }) => List(of(item)),
    record: ({ keys, optional, extra, unknown }) => {
      const params = { optional };
      if (extra) params.extra = [Str(), of(extra)];
      else if (unknown === "pass") params.extra = [Any(), Any()];
      else if (unknown === "drop") {
        if (!knows("Dict", "unknown")) return undefined;
        params.unknown = "strip";
      }
      const inner = members(keys);
      return Object.values(inner).includes(undefined) ? undefined : Dict(inner, params);
    },
    union: ({ tag, steps }) => OneOf(steps.map(of), knows("OneOf", "discriminator") ? { discriminator: tag } : {}),
    recursive: ({ name, body }) => {
      const { keys, optional } = body;
      return Dict(members(keys), { optional, alias: name, replace: true });
    },
    ref: ({ name }) => LazyRef(name),
  };

  const gather = (error) => {
    let length = 0;
    for (const { context, message } of error) length += context.length + message.length;
    return length;
  };
  const make = (call) => (shape) => {
    const schema = of(shape);
    return schema && call(schema);
  };
  return {
    version: `${version} (${engine().impl})`,
    /** The validator of a shape. */
    schema: of,
    is: make((schema) => (value) => schema.is(value)),
    value: make((schema) => (value) => schema(value)),
    ok: make((schema) => (value) => schema.safe(value).ok),
    read: make((schema) => (value) => {
      const { ok, error } = schema.safe(value);
      return ok ? 0 : gather(error);
    }),
    isJson: make((schema) => (text) => schema.isJson(text)),
    json: make((schema) => (text) => schema.json(text)),
    readJson: make((schema) => (text) => {
      const { ok, error } = schema.safeJson(text);
      return ok ? 0 : gather(error);
    }),
  };
}
