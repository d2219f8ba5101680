/** The annotations `readOnly` and `writeOnly`. In OpenAPI, they say where a required property is required. */
import { isArray } from "../../values/input.ts";
import type { Definition } from "./definitions.ts";
import type { Written } from "./scalars.ts";

/** What a schema describes. */
export type Direction = "request" | "response";

/** The flag of properties that are not required. */
export const FLAGS: Readonly<Record<Direction, string>> = { request: "readOnly", response: "writeOnly" };

/**
 * A written schema whose property is required: without the flag by which OpenAPI would not require it.
 * @param written the schema of a definition that has the flag; undefined for any other.
 */
export function withoutFlag(
  schema: Written,
  flag: string,
  written: (definition: Definition) => Written | undefined,
): Written {
  const { [flag]: given, ...rest } = schema;
  const copy: Record<string, unknown> = rest;
  let isChanged = given === true;
  const target = typeof copy.$ref === "object" ? written(copy.$ref as Definition) : undefined;
  if (target !== undefined) {
    const { $ref: _, ...rest } = copy;
    return { ...withoutFlag(target, flag, written), ...rest };
  }
  for (const name of ["allOf", "anyOf", "oneOf"]) {
    const list = schema[name];
    if (!isArray(list)) continue;
    const changed = list.map((one) => withoutFlag(one as Written, flag, written));
    if (changed.every((one, index) => one === list[index])) continue;
    copy[name] = changed;
    isChanged = true;
  }
  return isChanged ? copy : schema;
}
