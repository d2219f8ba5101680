/** What all models have in common. */
import type { Checker } from "../schemas/checker.ts";
import { otherParam } from "../schemas/params.ts";

/** The property of a validator that has its model. */
export const MODEL: unique symbol = Symbol("model");

/**
 * A validator with members or steps as data. Its check and all that reads validators share the model: generated code,
 * JSON Schema, the addon, test data. It has a field for each parameter of the class, by its name.
 */
export abstract class Description<V extends Checker = Checker> {
  abstract readonly kind: string;
  readonly validator: V;

  constructor(validator: V) {
    this.validator = validator;
  }

  /**
   * The first parameter that is set and that the model does not have, as of a class that extends a built-in one. A
   * reader declines the validator then, instead of ignoring the parameter.
   */
  get missing(): string | undefined {
    return otherParam(this.validator, (name) => Object.hasOwn(this, name));
  }
}
