/** Parameters of List: in which order its items are. */
import { expectCallable, ValueError } from "../contracts.ts";
import type { Contract } from "../validator.ts";
import { ownValue } from "../values/input.ts";
import type { ValueFunction } from "./function.ts";
import { integer } from "./shared.ts";

/** A direction: an integer above or below 0. 0 stands for none. */
export const direction: Contract<number | undefined> = (owner, attr, value) => integer(owner, attr, value) || undefined;

/** What items are sorted by, if they are sorted, which is checked before. */
export const sortKey: Contract<ValueFunction | undefined> = (owner, attr, value) => {
  const key = expectCallable<ValueFunction>(owner, attr, value, { nullable: true });
  if (key === undefined || ownValue(owner, "sort") !== undefined) return key;
  throw new ValueError(`${owner.constructor.name}.${attr} should not be given without sort`);
};
