/** Judges by validators of the value itself: choices, and chains. */
import { FAILED } from "../../report/report.ts";
import type { ChainOutline, ChoiceOutline, ObjectOutline, TaggedOutline } from "../../rules/outline.ts";
import { type Checker, isApplied } from "../../schemas/checker.ts";
import { isArray } from "../../values/input.ts";
import { STEPS_TO_CHOOSE } from "../pipelines.ts";
import type { Composing, Judging } from "./judging.ts";
import { type Chooser, objectJudge } from "./object.ts";

export function choiceJudge(composer: Composing, outline: ChoiceOutline): Judging {
  const { call, makes } = composer;
  const steps = outline.steps.map((step) => composer.judge(step));
  return (x, d, f) => {
    const since = call.refused;
    call.steps += 1 + steps.length;
    const before = call.try();
    let made = (steps[0] as Judging)(x, d, f + 1);
    for (let index = 1; index < steps.length && made === FAILED && call.tryNext(); index++)
      made = (steps[index] as Judging)(x, d, f + 1);
    call.tried(before, since);
    return made !== FAILED || !makes ? made : call.refuseChoice(outline, x, d, f);
  };
}

export function taggedJudge(composer: Composing, validator: Checker, outline: TaggedOutline): Judging {
  const { call } = composer;
  const { key } = outline;
  // The check counts its steps itself.
  const leaving = (): void => {
    call.steps -= STEPS_TO_CHOOSE;
  };
  const chooser: Chooser = {
    key,
    leave(x, tag, d, f) {
      leaving();
      return call.tagged(validator, outline, x, tag, d, f - 1);
    },
    unreadable(error, x, d, f) {
      leaving();
      return call.unreadable(error, validator, x, d, f - 1);
    },
  };
  const steps = new Map(
    Array.from(outline.steps, ([tag, step]) => [
      tag,
      objectJudge(composer, step, composer.outlineOf(step) as ObjectOutline, chooser),
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
    if (step === undefined) return call.tagged(validator, outline, x, tag, d, f);
    call.steps += STEPS_TO_CHOOSE;
    return step(x, d, f + 1, tag);
  };
}

export function chainJudge(composer: Composing, { steps }: ChainOutline): Judging {
  const { call } = composer;
  const [first, ...rest] = steps as [Checker, ...Checker[]];
  const judge = composer.making.judge(first);
  return (x, d, f) => {
    call.steps += 1 + steps.length;
    let made = call.underStep(call.size, judge(x, d, f + 1), 0);
    for (let index = 0; index < rest.length && made !== FAILED; index++) {
      const step = rest[index] as Checker;
      made = isApplied(step)
        ? call.apply(step, made, index + 1, d, f + 1)
        : call.derive(step, made, index + 1, d, f + 1);
    }
    return made;
  };
}
