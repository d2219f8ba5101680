/** Parameters of List: in which order its items are. */
import { expectCallable } from "../contracts.ts";
import type { Contract } from "../validator.ts";
import type { ValueFunction } from "./function.ts";
import { integer } from "./shared.ts";

/** A direction: an integer above or below 0. With 0, items are not sorted. */
export const direction: Contract<number | undefined> = (owner, attr, value) => integer(owner, attr, value) || undefined;

/** The sort key of items. `sort` is checked before it. */
export const sortKey: Contract<ValueFunction | undefined> = (owner, attr, value) =>
  expectCallable<ValueFunction>(owner, attr, value, { nullable: true });
