/** Finds the model of a validator. */
import type { Checker } from "../schemas/checker.ts";
import { builtInChecks, checkOf } from "../validator.ts";
import type { ListModel, SetModel, TupleModel } from "./array.ts";
import { MODEL } from "./model.ts";
import type { ObjectModel } from "./object.ts";
import type {
  ChainModel,
  ChoiceModel,
  ClosedModel,
  ConditionalModel,
  NegationModel,
  NullableModel,
  ReferenceModel,
} from "./steps.ts";

export type Model =
  | ChainModel
  | ChoiceModel
  | ClosedModel
  | ConditionalModel
  | ListModel
  | NegationModel
  | NullableModel
  | ObjectModel
  | ReferenceModel
  | SetModel
  | TupleModel;

/**
 * The model of a validator that its check follows; undefined if it has none, a class of the caller's overrides the
 * check, or the model lacks a parameter.
 */
export function modelOf(validator: Checker): Model | undefined {
  const model = (validator as { readonly [MODEL]?: Model })[MODEL];
  return model !== undefined && builtInChecks.has(checkOf(validator)) && model.missing === undefined
    ? model
    : undefined;
}

/** The model of a validator that is known to be of a built-in class. */
export const modelIn = <M extends Model | undefined>(validator: Checker): M =>
  (validator as unknown as { readonly [MODEL]: M })[MODEL];
