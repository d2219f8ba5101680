/**
 * Parameters of Int: limits and options have the type of the results, which the flag `bigint`, checked before them,
 * decides.
 */
import { shortest } from "../../values/digits.ts";
import { ownValue } from "../../values/input.ts";
import { expect, ValueError } from "../contracts.ts";
import { paramName } from "../schemas/checker.ts";
import type { Contract, Validator } from "../validator.ts";
import { multiple as multipleOfAny } from "./number.ts";
import { integer, isAbsent, optionsOf } from "./shared.ts";

const isBigint = (owner: Validator): boolean => (owner as { bigint?: boolean }).bigint === true;

/** Integers beyond the safe range are valid, too, and not all are bigints. */
const isWide = (owner: Validator): boolean =>
  !isBigint(owner) && (ownValue(owner, "unsafe") === true || ownValue(owner, "exact") === true);

/** A limit. With `bigint`, a number beyond the safe range has lost digits already and is refused. */
export const limit: Contract<number | bigint | undefined> = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  // Of the integers that are results, some are between two numbers.
  if (isWide(owner) && typeof value === "bigint") return shortest(value);
  if (!isBigint(owner)) return integer(owner, attr, value);
  return toBigint(owner, attr, expect(owner, attr, value, { types: ["integer", "bigint"] }) as number | bigint);
};

/** The number that values have to be multiples of. */
export const multiple: Contract<number | bigint | undefined> = (owner, attr, value) => {
  // Numbers beyond the safe range may be multiples of a fraction.
  if (isWide(owner)) return multipleOfAny(owner, attr, value);
  const given = limit(owner, attr, value);
  if (given === undefined || given > 0) return given;
  throw new ValueError(`${paramName(owner, attr)} should be positive number`);
};

/** The only valid values. */
export const options: Contract<readonly (number | bigint)[] | undefined, Iterable<number | bigint>> = (
  owner,
  attr,
  value,
) => {
  if (isAbsent(value)) return undefined;
  if (ownValue(owner, "exact") && !isBigint(owner)) {
    const given = optionsOf<number | bigint>(["integer", "bigint"])(owner, attr, value);
    return given && Object.freeze([...new Set(given.map((option) => shortest(BigInt(option))))]);
  }
  if (!isBigint(owner)) return optionsOf<number>("integer")(owner, attr, value);
  const given = optionsOf<number | bigint>(["integer", "bigint"])(owner, attr, value);
  return given && Object.freeze([...new Set(given.map((option) => toBigint(owner, attr, option)))]);
};

function toBigint(owner: Validator, attr: string, value: number | bigint): bigint {
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return BigInt(value);
  throw new ValueError(`${paramName(owner, attr)} should be a bigint where a number is not exact`);
}
