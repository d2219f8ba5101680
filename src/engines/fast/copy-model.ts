/** Finds what generated copies are made from: the rules of a value without members, or the model of any other. */
import { rulesOf } from "../../core/builtin.ts";
import type { ListModel, TupleModel } from "../../core/models/array.ts";
import { type Model, modelOf } from "../../core/models/index.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChainModel, ChoiceModel, ReferenceModel } from "../../core/models/steps.ts";
import type { ArrayRule } from "../../core/rules/container.ts";
import { rulePartsOf } from "../../core/rules/index.ts";
import type { Leaf } from "../../core/rules/leaf.ts";
import { errorAnnotationsOf, isSecret } from "../../core/schemas/annotations.ts";
import { type Checker, goesOn, isPipeline } from "../../core/schemas/checker.ts";
import { resultFormOf } from "../../core/schemas/graph.ts";
import type { Validator } from "../../core/validator.ts";

/**
 * The models for which there is code. Values that the code does not handle fall back to the check, so it may be
 * stricter than the check, never laxer.
 */
export type CopyModel = ChainModel | ChoiceModel | ListModel | ObjectModel | ReferenceModel | TupleModel;

/** Those of a validator; undefined if its check is called, for example because of a parameter that the code lacks. */
export function copyModelOf(validator: Checker): Leaf | CopyModel | undefined {
  const leaf = rulesOf(validator);
  if (leaf !== undefined) {
    // The check interprets the same leaf, which therefore covers all parameters.
    const haveParts = [...leaf.rules, ...(leaf.given ?? [])].every((rule) => rulePartsOf(rule) !== undefined);
    return haveParts && !leaf.isOpaque ? leaf : undefined;
  }
  // Only its check sets its messages for a value that a validator inside it refuses.
  if (errorAnnotationsOf(validator) !== undefined && isPipeline(validator)) return undefined;
  // Its check hides what a class of the caller's says of a part of it.
  if (isSecret(validator) && resultFormOf(validator) === "nothing") return undefined;
  const model = modelOf(validator);
  return model && copied(model);
}

function copied(model: Model): Leaf | CopyModel | undefined {
  switch (model.kind) {
    case "object": {
      const { rules, dependent_schemas, patterns, keys, skip_blank, copiesUnknown } = model;
      const isPlain = rules.length === 0 && dependent_schemas === undefined && patterns.length === 0;
      return isPlain && keys === undefined && !skip_blank && !copiesUnknown && !model.renamesByCheck
        ? model
        : undefined;
    }
    case "list": {
      const { prefix, evaluates, rules, sort } = model;
      const isPlain = prefix.length === 0 && !evaluates && sort === undefined;
      return isPlain && rules.every((rule: ArrayRule) => rule.test !== undefined) ? model : undefined;
    }
    case "tuple":
      return model;
    case "choice":
      // A choice reads a refused value twice, for the reasons of all steps. The check reads it once: its type has
      // chosen.
      return model.by_type || model.nullable || model.exclusive ? undefined : model;
    case "chain": {
      const { steps, nullable } = model;
      // Generated code runs consecutive Checks on the result of a step.
      return nullable || (steps[0] !== undefined && goesOn(steps[0], steps.at(1))) ? undefined : model;
    }
    case "reference":
      return model.maxdepth === undefined && model.target !== undefined ? model : undefined;
    case "nullable":
      return ofNullable(model.validator, model.item);
    default:
      return undefined;
  }
}

/** That of the validator with its parameter `nullable`, if it has one. */
function ofNullable(validator: Validator, item: Validator): Leaf | CopyModel | undefined {
  const equivalent = validator.nativeEquivalent();
  // The equivalents of some, such as Default, are those for JSON, which has no undefined.
  return equivalent === validator || copyModelOf(item) === undefined ? undefined : copyModelOf(equivalent);
}
