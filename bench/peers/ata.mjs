import { version } from "../versions.mjs";
import { canSay, jsonSchema } from "./json-schema.mjs";

export async function load() {
  const { Validator } = await import("ata-validator");
  const make = (call) => (shape) =>
    canSay(shape) ? call(new Validator(jsonSchema(shape, { discriminator: false }))) : undefined;
  return {
    version: version("ata-validator"),
    is: make((validator) => (value) => validator.isValidObject(value)),
    ok: make((validator) => (value) => validator.validate(value).valid),
    read: make((validator) => (value) => {
      const { valid, errors } = validator.validate(value);
      if (valid) return 0;
      let length = 0;
      for (const { instancePath, message } of errors) length += instancePath.length + message.length;
      return length;
    }),
  };
}
