/** The addon as the tests use it: the engine that answers the public calls, where that is the addon's. */
import "../../src/engines/native/use.ts";
import { engineInUse } from "../../src/core/json/in-use.ts";
import type { Addon } from "../../src/engines/native/addon.ts";
import { bind } from "../../src/engines/native/binding.ts";
import type { Thresholds } from "../../src/engines/native/build.ts";
import { NativeEngine } from "../../src/engines/native/engine.ts";
import { Plan } from "../../src/engines/native/plan.ts";
import { Kind, MAY_DELEGATE_BIT } from "../../src/engines/native/tape.ts";
import type { Validator } from "../../src/index.ts";

const { addon } = bind();
/** Of the addon, whatever the implementation under test is. */
export const port = addon?.open();

/** Undefined where the implementation under test is the pure one, or there is no addon. */
export const native: NativeEngine | undefined = inUse();

/** The same, but for the work it puts into a validator: this one does so at once. */
export const eager: NativeEngine | undefined = addon && engineOf({ first: 0, unshaped: 0, delegated: 0 });

/**
 * An engine of its own, where there is an addon. It seeks strings that come more than once in all texts, and checks one
 * by one what is handed over where only a verdict is wanted.
 */
export function engineOf(thresholds: Omit<Thresholds, "repeats" | "bytesForEach">): NativeEngine {
  return new NativeEngine(addon as Addon, { ...thresholds, repeats: 0, bytesForEach: 0 });
}

function inUse(): NativeEngine | undefined {
  const used = engineInUse();
  return used instanceof NativeEngine ? used : undefined;
}

/** How often validators of each class were validated by the addon, or left to their own `check`. */
export type Kinds = Record<string, { native: number; delegated: number }>;

/** Counts what the addon makes of the validators inside `validator`; those inside a delegated one are never met. */
export function countKinds(validator: Validator, kinds: Kinds): void {
  const plan = new Plan(validator, true);
  const compiled = port?.compile(plan.text);
  const isWhole = compiled?.kinds.length === plan.validators.length;
  for (const [id, { constructor }] of plan.validators.entries()) {
    const delegated = !isWhole || ((compiled.kinds[id] as number) & ~MAY_DELEGATE_BIT) === Kind.delegated;
    kinds[constructor.name] ??= { native: 0, delegated: 0 };
    (kinds[constructor.name] as Kinds[string])[delegated ? "delegated" : "native"]++;
  }
}
