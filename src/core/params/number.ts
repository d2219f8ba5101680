/** Parameters of Float: limits, which may be integers that no number is. */
import { shortest } from "../../values/digits.ts";
import { ValueError } from "../contracts.ts";
import { paramName } from "../schemas/checker.ts";
import type { Contract } from "../validator.ts";
import { number, positive } from "./shared.ts";

/** A limit. A bigint is stored as a number if a number is the same integer. */
export const bound: Contract<number | bigint | undefined> = (owner, attr, value) =>
  typeof value === "bigint" ? shortest(value) : number(owner, attr, value);

/** What values have to be multiples of. */
export const multiple: Contract<number | bigint | undefined> = (owner, attr, value) => {
  // Of a bigint beyond the safe range, all digits count.
  if (typeof value !== "bigint") return positive(owner, attr, value);
  if (value > 0n) return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  throw new ValueError(`${paramName(owner, attr)} should be positive number`);
};
