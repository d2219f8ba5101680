/** Choices and chains: their members validate the value itself. */
import { FAILED } from "../../report/report.ts";
import type { ChainIr, ChoiceIr, ObjectIr, TaggedIr } from "../../rules/ir.ts";
import type { Checker } from "../../schemas/checker.ts";
import { isArray } from "../../values/input.ts";
import { runsOf, STEPS_TO_CHOOSE } from "../pipelines.ts";
import { type Discriminator, objectFunction } from "./object.ts";
import type { Composing, ValueFunction } from "./types.ts";

export function choiceFunction(composer: Composing, ir: ChoiceIr): ValueFunction {
  const { call, makes } = composer;
  const steps = ir.steps.map((step) => composer.functionOf(step));
  return (x, d, f) => {
    const since = call.refused;
    call.steps += 1 + steps.length;
    const before = call.try();
    let made = (steps[0] as ValueFunction)(x, d, f + 1);
    for (let index = 1; index < steps.length && made === FAILED && call.tryNext(); index++)
      made = (steps[index] as ValueFunction)(x, d, f + 1);
    call.tried(before, since);
    return made !== FAILED || !makes ? made : call.refuseChoice(ir, x, d, f);
  };
}

export function taggedFunction(composer: Composing, validator: Checker, ir: TaggedIr): ValueFunction {
  const { call } = composer;
  const { key } = ir;
  // The check counts its steps itself.
  const leaving = (): void => {
    call.steps -= STEPS_TO_CHOOSE;
  };
  const discriminator: Discriminator = {
    key,
    leave(x, tag, d, f) {
      leaving();
      return call.tagged(validator, ir, x, tag, d, f - 1);
    },
    unreadable(error, x, d, f) {
      leaving();
      return call.unreadable(error, validator, x, d, f - 1);
    },
  };
  const steps = new Map(
    Array.from(ir.steps, ([tag, step]) => [
      tag,
      objectFunction(composer, step, composer.irOf(step) as ObjectIr, discriminator),
    ]),
  );
  return (x, d, f) => {
    if (typeof x !== "object" || x === null || key in Object.prototype || composer.isDeep(d))
      return call.check(validator, x, d, f);
    let tag: unknown;
    let isThere = false;
    try {
      if (!isArray(x))
        for (const q in x)
          if (q === key) {
            tag = (x as Record<string, unknown>)[q];
            isThere = true;
            break;
          }
    } catch (error) {
      return call.unreadable(error, validator, x, d, f);
    }
    const step = isThere ? steps.get(tag) : undefined;
    if (step === undefined) return call.tagged(validator, ir, x, tag, d, f);
    call.steps += STEPS_TO_CHOOSE;
    return step(x, d, f + 1, tag);
  };
}

export function chainFunction(composer: Composing, { steps }: ChainIr): ValueFunction {
  const { call } = composer;
  const [first, ...rest] = steps as [Checker, ...Checker[]];
  const run = composer.making.functionOf(first);
  const runs = runsOf(rest);
  return (x, d, f) => {
    call.steps += 1 + steps.length;
    let made = call.underStep(call.size, run(x, d, f + 1), 0);
    for (let at = 0; at < runs.length && made !== FAILED; at++) {
      const [checkers, index] = runs[at] as (typeof runs)[number];
      made = call.checks(checkers, made, index + 1, d, f + 1);
    }
    return made;
  };
}
