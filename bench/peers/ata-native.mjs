/** ata's calls that take bytes. Its addon is of another version than peers/ata.mjs: the newest that npm had for all. */
import { version } from "../versions.mjs";
import { jsonSchema } from "./json-schema.mjs";

export async function load() {
  const { Validator } = await import("ata-native");
  const make = (call) => (shape) => call(new Validator(jsonSchema(shape, { discriminator: false })));
  try {
    new Validator({ type: "object" }).isValid(Buffer.from("{}"));
  } catch {
    throw new Error(
      `the addon of ata-validator ${version("ata-native")} is not installed, or does not load on this system`,
    );
  }
  return {
    version: version("ata-native"),
    isJson: make((validator) => (text) => validator.isValid(text)),
    json: make((validator) => (text) => {
      const { valid, value } = validator.validateAndParse(text);
      if (!valid) throw new Error("not valid");
      return value;
    }),
  };
}
