import { version } from "../versions.mjs";
import { canSay, jsonSchema } from "./json-schema.mjs";

export async function load() {
  const { default: Ajv } = await import("ajv");
  const compile = (shape, options) =>
    new Ajv({ strict: false, discriminator: true, validateSchema: false, ...options }).compile(jsonSchema(shape));
  const make = (options, call) => (shape) => (canSay(shape) ? call(compile(shape, options)) : undefined);
  const all = { allErrors: true };
  return {
    version: version("ajv"),
    is: make({}, (validate) => (value) => validate(value)),
    ok: make(all, (validate) => (value) => validate(value)),
    read: make(all, (validate) => (value) => {
      if (validate(value)) return 0;
      let length = 0;
      for (const { instancePath, message } of validate.errors) length += instancePath.length + message.length;
      return length;
    }),
  };
}
