/** The parameter `by_type` of OneOf: the type of the value selects the step. */
import { ValueError } from "../contracts.ts";
import { type Contract, frozenClasses, type Validator } from "../validator.ts";
import { isArray, isPlainObject, ownValue } from "../values/input.ts";
import { flag } from "./shared.ts";

/** The types of JSON. */
export const JSON_TYPES = ["null", "boolean", "number", "string", "array", "object"] as const;
export type JsonType = (typeof JSON_TYPES)[number];

/** The type of a value; undefined for values that JSON does not have. */
export function jsonTypeOf(value: unknown): JsonType | undefined {
  if (value === null) return "null";
  const type = typeof value;
  if (type === "boolean" || type === "number" || type === "string") return type;
  if (type === "bigint") return "number";
  return isArray(value) ? "array" : isPlainObject(value) ? "object" : undefined;
}

/**
 * By validator: the index of the step for each type. Made with the validator, so that unsuitable steps are refused at
 * construction.
 */
export const typed: WeakMap<Validator, ReadonlyMap<JsonType | undefined, number>> = new WeakMap();

/** A flag: each step takes values of certain types, which no other step takes. */
export const byType: Contract<true | undefined, boolean> = (owner, attr, value) => {
  if (!flag(owner, attr, value)) return undefined;
  const name = `${owner.constructor.name}.${attr}`;
  const { steps, discriminator } = owner as Validator & {
    readonly steps: readonly Validator[];
    readonly discriminator?: string;
  };
  if (discriminator !== undefined) throw new ValueError(`${name}: a OneOf has this or a discriminator, not both`);
  const chosen = new Map<JsonType, number>();
  for (const [index, step] of steps.entries()) {
    const types = typesOf(step);
    if (types === undefined) {
      throw new ValueError(
        `${name}: step ${index} should take values of certain types only, and convert none of another`,
      );
    }
    for (const type of types) {
      if (chosen.has(type)) throw new ValueError(`${name}: more than one step takes values of type '${type}'`);
      chosen.set(type, index);
    }
  }
  typed.set(owner, chosen);
  return true;
};

const TYPES_OF: Readonly<Record<string, JsonType>> = {
  Bool: "boolean",
  Dict: "object",
  Float: "number",
  Int: "number",
  List: "array",
  Set: "array",
  Str: "string",
  Tuple: "array",
};

/** The JSON types that a validator may accept; undefined if they are not known, or if it converts other types. */
export function typesOf(step: Validator): readonly JsonType[] | undefined {
  const { constructor } = step;
  if (!frozenClasses.has(constructor as never)) return undefined;
  const types = typesOfClass(step, constructor.name);
  return types !== undefined && ownValue(step, "nullable") === true ? [...new Set(["null" as const, ...types])] : types;
}

function typesOfClass(step: Validator, name: string): readonly JsonType[] | undefined {
  if (name === "Const") {
    const type = jsonTypeOf(ownValue(step, "value"));
    return type && [type];
  }
  if (name === "AllOf") return typesOf(stepsOf(step)[0] as Validator);
  if (name === "Closed") return typesOf(ownValue(step, "item") as Validator);
  if (name === "If") {
    const branches = [ownValue(step, "consequent"), ownValue(step, "alternate")] as (Validator | undefined)[];
    const types = branches.map((branch) => branch && typesOf(branch));
    return types.includes(undefined) ? undefined : [...new Set(types.flat() as JsonType[])];
  }
  if (name === "OneOf") {
    const types = stepsOf(step).map(typesOf);
    return types.includes(undefined) ? undefined : [...new Set(types.flat() as JsonType[])];
  }
  const type = ownValue(TYPES_OF, name) as JsonType | undefined;
  const converts = ["coerce", "coerce_str", "coerce_int"].some((param) => Boolean(ownValue(step, param)));
  return type === undefined || converts ? undefined : [type];
}

const stepsOf = (step: Validator): readonly Validator[] => ownValue(step, "steps") as readonly Validator[];
