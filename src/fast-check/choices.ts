/** Arbitraries of the validators that pass a value on to others: AllOf, OneOf, If, Not, LazyRef, Nullable and so on. */
import fc from "fast-check";
import { modelIn } from "../core/models/index.ts";
import type { ChoiceModel } from "../core/models/steps.ts";
import { referredBy } from "../core/schemas/registry.ts";
import type { Validator } from "../core/validator.ts";
import { AllOf } from "../validators/all-of.ts";
import { Check } from "../validators/check.ts";
import type { Closed } from "../validators/closed.ts";
import type { Default } from "../validators/default.ts";
import type { Fallback } from "../validators/fallback.ts";
import type { If } from "../validators/if.ts";
import type { LazyRef } from "../validators/lazy-ref.ts";
import type { Not } from "../validators/not.ts";
import type { Nullable } from "../validators/nullable.ts";
import type { OneOf } from "../validators/one-of.ts";
import type { Optional } from "../validators/optional.ts";
import { Transform } from "../validators/transform.ts";
import { isPlainObject } from "../values/input.ts";
import {
  accepted,
  accepts,
  type Invalid,
  type Kind,
  type Maker,
  orNull,
  possible,
  refusedBy,
  validResult,
  wrongType,
} from "./kind.ts";
import { such } from "./such.ts";
import { jsonData } from "./values.ts";

type Arbitraries = readonly fc.Arbitrary<unknown>[];

const found = (all: readonly (fc.Arbitrary<unknown> | undefined)[]): Arbitraries =>
  all.filter((one) => one !== undefined);

/** The arbitrary of a step; undefined if there is none, as for a function of the caller's. */
function ofStep(step: Validator, to: Maker): fc.Arbitrary<unknown> | undefined {
  try {
    return to.valid(step);
  } catch {
    return undefined;
  }
}

/** A function of the caller's says nothing about the values that other steps accept. */
const isFunction = (step: Validator): boolean => step instanceof Check || step instanceof Transform;

export const allOf: Kind<AllOf> = {
  valid(allOf, to) {
    const steps = allOf.steps as readonly Validator[];
    const [first] = steps as [Validator];
    const own = to.valid(first);
    if (own === undefined) return orNull(allOf, own);
    if (steps.length === 1) return orNull(allOf, own);
    const all = found([
      own,
      ...steps
        .slice(1)
        .filter((step) => !isFunction(step))
        .map((step) => ofStep(step, to)),
    ]);
    // Some values that all steps accept, or objects with the members of all of them.
    const merged = fc
      .tuple(...all)
      .map((values) => (values.every(isPlainObject) ? Object.assign({}, ...values) : values[0]));
    return orNull(
      allOf,
      accepted(allOf as never, fc.oneof({ weight: 8, arbitrary: own }, ...all.slice(1), merged), to),
    );
  },
  faults(allOf, to) {
    const steps = allOf.steps as readonly Validator[];
    const isNullable = (allOf as { nullable?: boolean }).nullable === true;
    const notNull = (all: readonly fc.Arbitrary<Invalid>[]): readonly fc.Arbitrary<Invalid>[] =>
      isNullable ? possible(all.map((one) => such(one, ({ value }) => value !== null, "other faults"))) : all;
    const [first] = steps as [Validator];
    const { single, alternatives = [] } = to.faults(first);
    // Checks after a Check that has refused a value still run.
    const own = first instanceof Check && steps[1] instanceof Check ? [] : [...single];
    const start = ofStep(first, to);
    for (const [index, step] of steps.entries()) {
      if (index === 0 || start === undefined) continue;
      const before = AllOf(steps.slice(0, index) as never) as Validator;
      const isReached = (value: unknown): boolean => {
        const result = validResult(before, value);
        return result !== undefined && !accepts(step, result.value);
      };
      own.push(...possible([refusedBy(allOf as never, such(start, isReached, "refused values"))]));
    }
    return { single: notNull(own), alternatives: notNull(alternatives) };
  },
};

/** The faults of all steps that the union reports by themselves. */
function ofSteps(oneOf: OneOf, to: Maker, isOwn: (one: Invalid) => boolean): fc.Arbitrary<Invalid>[] {
  const steps = oneOf.steps as readonly Validator[];
  const all = steps.map((step) => to.fault(step)).filter((one) => one !== undefined);
  return possible(
    all.map((faulty) => such(faulty, (one) => isOwn(one) && !accepts(oneOf as never, one.value), "faults")),
  );
}

function tagFaults(oneOf: OneOf, key: string, to: Maker): fc.Arbitrary<Invalid>[] {
  const steps = oneOf.steps as readonly Validator[];
  const all = found(steps.map((step) => ofStep(step, to)));
  if (all.length === 0) return [];
  const objects = such(fc.oneof(...all), isPlainObject, "objects") as fc.Arbitrary<object>;
  const missing = objects.map(({ [key as never]: _, ...rest }) => rest);
  const other = objects.map((object) => ({ ...object, [key]: "\u2014no such tag\u2014" }));
  return possible([wrongType(oneOf), ...[missing, other].map((all) => refusedBy(oneOf as never, all))]);
}

export const oneOf: Kind<OneOf> = {
  valid(oneOf, to) {
    const steps = oneOf.steps as readonly Validator[];
    const all = found(steps.map((step) => to.valid(step)));
    if (all.length === 0) return orNull(oneOf, undefined);
    const { discriminator, by_type, exclusive } = oneOf as { discriminator?: string; by_type?: true; exclusive?: true };
    const isSelected = discriminator ?? by_type ?? exclusive;
    return orNull(oneOf, isSelected === undefined ? fc.oneof(...all) : accepted(oneOf as never, fc.oneof(...all), to));
  },
  faults(oneOf, to) {
    const steps = oneOf.steps as readonly Validator[];
    const { by_type } = oneOf as { by_type?: true };
    const { discriminator: key } = modelIn<ChoiceModel>(oneOf as never);
    if (key !== undefined) {
      // The value still belongs to the step.
      const isOwn = ({ value, issue }: Invalid): boolean =>
        isPlainObject(value) && issue.path[0] !== key && Object.hasOwn(value, key);
      return { single: [...tagFaults(oneOf, key, to), ...ofSteps(oneOf, to, isOwn)] };
    }
    if (steps.length === 1) return { single: ofSteps(oneOf, to, () => true) };
    if (by_type)
      return { single: ofSteps(oneOf, to, ({ issue }) => issue.code !== "invalid_type" || issue.path.length > 0) };
    const alternatives = steps.flatMap((step, index) => {
      const faulty = to.fault(step);
      if (faulty === undefined) return [];
      const refused = such(faulty, ({ value }) => !accepts(oneOf as never, value), "faults");
      return refused.map((one) => ({ ...one, issue: { ...one.issue, alternative: { step: index } } }));
    });
    return { single: [], alternatives: possible(alternatives) };
  },
};

/** The validator that a reference leads to now. */
const targetOf = (ref: LazyRef): Validator => referredBy(ref.use) as Validator;

export const lazyRef: Kind<LazyRef> = {
  valid: (ref, to) => to.below(ref as never, ref.use, ref.maxdepth)?.valid(targetOf(ref)),
  faults: (ref, to) => to.below(ref as never, ref.use, ref.maxdepth)?.faults(targetOf(ref)) ?? { single: [] },
};

/** A validator around one other, which takes one more value. */
/*#__NO_SIDE_EFFECTS__*/ function around<V extends { readonly item: unknown }>(
  value: unknown,
  isJson: boolean,
): Kind<V & Validator> {
  const inner = ({ item }: V): Validator => item as Validator;
  return {
    valid(validator, to) {
      const item = to.valid(inner(validator));
      const own = fc.constant(value);
      if (to.json && !isJson) return item;
      return item === undefined ? own : fc.oneof({ weight: 5, arbitrary: item }, own);
    },
    faults(validator, to) {
      const { single, alternatives = [] } = to.faults(inner(validator));
      const others = (all: readonly fc.Arbitrary<Invalid>[]): fc.Arbitrary<Invalid>[] =>
        possible(all.map((faulty) => such(faulty, (one) => one.value !== value, "other faults")));
      return { single: others(single), alternatives: others(alternatives) };
    },
  };
}

export const nullable: Kind<Nullable & Validator> = /*#__PURE__*/ around<Nullable>(null, true);
export const optional: Kind<Optional & Validator> = /*#__PURE__*/ around<Optional>(undefined, false);

const withDefault = /*#__PURE__*/ around<Default>(undefined, false);
export const defaulted: Kind<Default & Validator> = {
  ...withDefault,
  valid(validator, to) {
    const values = withDefault.valid(validator, to);
    // The default is validated too.
    return values && (accepts(validator, undefined) ? values : to.valid(validator.item as never));
  },
};

export const fallback: Kind<Fallback> = {
  valid(fallback, to) {
    const item = to.valid(fallback.item as never);
    return item === undefined ? jsonData : fc.oneof({ weight: 5, arbitrary: item }, jsonData);
  },
  faults: () => ({ single: [] }),
};

export const not: Kind<Not> = {
  valid: (not, to) => accepted(not as never, jsonData, to),
  faults(not, to) {
    const values = ofStep(not.item as never, to);
    return { single: values === undefined ? [] : possible([refusedBy(not as never, values)]) };
  },
};

export const branch: Kind<If> = {
  valid(branch, to) {
    const { condition, consequent, alternate } = branch;
    const all = found([condition, consequent, alternate].map((one) => one && ofStep(one as never, to)));
    return accepted(branch as never, fc.oneof(jsonData, ...all), to);
  },
  faults(branch, to) {
    const all = [branch.consequent, branch.alternate].map((one) => one && to.fault(one as never));
    const isRefused = ({ value }: Invalid): boolean => !accepts(branch as never, value);
    const own = all.filter((one) => one !== undefined).map((one) => such(one, isRefused, "faults"));
    return { single: possible(own) };
  },
};

export const closed: Kind<Closed> = {
  valid: (closed, to) => accepted(closed as never, to.valid(closed.item as never), to),
  faults: (closed, to) => to.faults(closed.item as never),
};
