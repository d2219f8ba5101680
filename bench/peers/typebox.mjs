import { given } from "../shapes.mjs";
import { version } from "../versions.mjs";

/** Where strings may not become code, `Compile` gives an interpreter. */
export async function load() {
  const { default: Type } = await import("typebox");
  const { Compile } = await import("typebox/compile");
  const { Settings } = await import("typebox/system");
  // All errors are asked for, as of the others.
  Settings.Set({ maxErrors: Number.MAX_SAFE_INTEGER });
  const of = (shape) => schemas[shape.kind](shape);
  const limits = ({ min, max }) => given({ minimum: min, maximum: max });
  const schemas = {
    int: (shape) => Type.Integer(limits(shape)),
    float: (shape) => Type.Number(limits(shape)),
    str: ({ minlen, maxlen, pattern, options }) =>
      options ? Type.Enum(options) : Type.String(given({ minLength: minlen, maxLength: maxlen, pattern })),
    bool: () => Type.Boolean(),
    constant: ({ value }) => Type.Literal(value),
    list: ({ item }) => Type.Array(of(item)),
    record: ({ keys, optional, extra, unknown }) => {
      const members = Object.entries(keys).map(([key, shape]) => [
        key,
        optional.includes(key) ? Type.Optional(of(shape)) : of(shape),
      ]);
      const additionalProperties = extra ? of(extra) : unknown === "refuse" ? false : undefined;
      return Type.Object(Object.fromEntries(members), given({ additionalProperties }));
    },
    union: ({ steps }) => Type.Union(steps.map(of)),
    recursive: ({ name, body }) => Type.Cyclic({ [name]: of(body) }, name),
    ref: ({ name }) => Type.Ref(name),
  };
  // `Clean`, which drops keys, changes its input.
  const canSay = (shape) => shape.unknown !== "drop";
  const make = (call) => (shape) => (canSay(shape) ? call(Compile(of(shape))) : undefined);
  return {
    version: version("typebox"),
    is: make((validator) => (value) => validator.Check(value)),
    value: make((validator) => (value) => validator.Parse(value)),
    ok: make((validator) => (value) => validator.Errors(value).length === 0),
    read: make((validator) => (value) => {
      let length = 0;
      for (const { instancePath, message } of validator.Errors(value)) length += instancePath.length + message.length;
      return length;
    }),
  };
}
