/** The parameter `by_type` of OneOf: the type of the value selects the step. */
import { ownValue } from "../../values/input.ts";
import type { JsonType } from "../../values/json-type.ts";
import { ValueError } from "../contracts.ts";
import { paramName, TAKES } from "../schemas/checker.ts";
import { derive, derivedOf } from "../schemas/derived.ts";
import { type Contract, frozenClasses, type Validator } from "../validator.ts";
import { flag } from "./shared.ts";

/** What is derived from the steps when they are checked: unsuitable ones are refused at construction. */
interface Derived {
  /** The index of the step for each type. */
  readonly byType: ReadonlyMap<JsonType | undefined, number>;
}

/** The index of the step for each type, of a OneOf with this parameter. */
export const stepsByType = (oneOf: Validator): Derived["byType"] | undefined => derivedOf<Derived>(oneOf).byType;

/** A flag: each step takes values of certain types, which no other step takes. */
export const byType: Contract<true | undefined, boolean> = (owner, attr, value) => {
  if (!flag(owner, attr, value)) return undefined;
  const name = paramName(owner, attr);
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
  derive<Derived>(owner, { byType: chosen });
  return true;
};

/** The types that `TAKES` returns, and null if the validator is nullable. A subclass may take others. */
export function typesOf(
  validator: Validator & { [TAKES]?(): readonly JsonType[] | undefined },
): JsonType[] | undefined {
  const types = frozenClasses.has(validator.constructor as never) ? validator[TAKES]?.() : undefined;
  return types && [...new Set([...(ownValue(validator, "nullable") === true ? (["null"] as const) : []), ...types])];
}

/** The types that any of the validators takes. */
export function typesOfAny(validators: readonly (Validator | undefined)[]): JsonType[] | undefined {
  const types = validators.map((one) => one && typesOf(one));
  return types.includes(undefined) ? undefined : [...new Set(types.flat() as JsonType[])];
}
