/** Lets validators say their JSON Schemas as `~standard.jsonSchema`; importing this file is enough. */
import { useJsonSchema } from "../../core/standard.ts";
import type { Validator } from "../../core/validator.ts";
import { toJsonSchema } from "./to.ts";

useJsonSchema((validator, options) => toJsonSchema(validator as Validator, options));
