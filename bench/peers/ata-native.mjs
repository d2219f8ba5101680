/** ata's calls that take bytes: they need its addon, an optional package of npm. */
import { version } from "../versions.mjs";
import { jsonSchema } from "./json-schema.mjs";

export async function load() {
  const { Validator } = await import("ata-validator");
  const make = (call) => (shape) => call(new Validator(jsonSchema(shape, { discriminator: false })));
  try {
    new Validator({ type: "object" }).isValid(Buffer.from("{}"));
  } catch {
    throw new Error("its addon is not installed, or does not load on this system");
  }
  return {
    version: version("ata-validator"),
    isJson: make((validator) => (text) => validator.isValid(text)),
    json: make((validator) => (text) => {
      const { valid, value } = validator.validateAndParse(text);
      if (!valid) throw new Error("not valid");
      return value;
    }),
  };
}
