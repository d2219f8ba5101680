/** The parameter `exclusive` of OneOf: exactly one step must pass. */
import { ValueError } from "../contracts.ts";
import { paramName } from "../schemas/checker.ts";
import type { Contract, Validator } from "../validator.ts";
import { flag } from "./shared.ts";

/** A flag. With a discriminator or `by_type`, the value selects the only step that may pass. */
export const exclusive: Contract<true | undefined, boolean> = (owner, attr, value) => {
  if (!flag(owner, attr, value)) return undefined;
  const { discriminator, by_type } = owner as Validator & { discriminator?: string; by_type?: boolean };
  if (discriminator === undefined && !by_type) return true;
  const other = by_type ? "by_type" : "discriminator";
  throw new ValueError(`${paramName(owner, attr)} should not be given together with ${other}`);
};
