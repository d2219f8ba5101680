/** The models of validators that pass the value itself to others: steps, references, conditions. */

import type { JsonType } from "../../values/json-type.ts";
import { BRANCH, type Step } from "../errors/step.ts";
import { stepsByType } from "../params/by-type.ts";
import { type Tags, tagsOfUnion } from "../params/discriminator.ts";
import type { Report } from "../report/report.ts";
import { Member } from "../rules/member.ts";
import { isCheck, namesKeys } from "../schemas/checker.ts";
import { referredBy } from "../schemas/registry.ts";
import type { Validator } from "../validator.ts";
import { Description, MODEL } from "./model.ts";

/** A OneOf, as its model needs it. */
export interface ChoiceValidator extends Validator {
  readonly steps: readonly Validator[];
  readonly discriminator: string | undefined;
  readonly by_type: true | undefined;
  readonly exclusive: true | undefined;
  readonly nullable: boolean;
  readonly [MODEL]: ChoiceModel;
  /** @param isTried true if it is known that no step passes. */
  check(input: unknown, report: Report, isTried?: boolean): unknown;
  /** @param read the value of the tag's key, if it is already read. */
  checkTagged(input: unknown, report: Report, tags: Tags, read?: { readonly tag: unknown }): unknown;
}

/** OneOf. */
export class ChoiceModel extends Description<ChoiceValidator> {
  readonly kind = "choice";
  readonly steps: readonly Validator[];
  readonly nullable: boolean;
  readonly exclusive: boolean;
  /** The key whose value selects the step, and the steps by it. */
  readonly discriminator: string | undefined;
  readonly tags: Tags | undefined;
  /** The index of the step for each type, if the type of a value selects it. */
  readonly by_type: ReadonlyMap<JsonType | undefined, number> | undefined;
  #members: readonly Member[] | undefined;

  constructor(oneOf: ChoiceValidator) {
    super(oneOf);
    ({ steps: this.steps, nullable: this.nullable } = oneOf);
    this.exclusive = oneOf.exclusive === true;
    this.tags = tagsOfUnion(oneOf);
    // As it is in the input.
    this.discriminator = this.tags?.name ?? oneOf.discriminator;
    this.by_type = stepsByType(oneOf);
  }

  /** The steps with their fast paths, made by the first call that tries them. */
  get members(): readonly Member[] {
    this.#members ??= this.steps.map((step) => new Member(step));
    return this.#members;
  }
}

/** An AllOf, as its model needs it. */
export interface ChainValidator extends Validator {
  readonly steps: readonly Validator[];
  readonly nullable: boolean;
  readonly all_errors: boolean;
}

/** AllOf. */
export class ChainModel extends Description<ChainValidator> {
  readonly kind = "chain";
  readonly steps: readonly Validator[];
  readonly nullable: boolean;
  /**
   * The number of steps up to the last one whose failures others may join: those of Checks behind it that name their
   * keys, which also run on the valid members of an object that it has refused; with `all_errors`, any.
   */
  readonly joined: number;
  readonly all_errors: boolean;

  constructor(allOf: ChainValidator) {
    super(allOf);
    ({ steps: this.steps, nullable: this.nullable, all_errors: this.all_errors } = allOf);
    const checks = this.steps.findLastIndex(namesKeys);
    const joined = 1 + this.steps.findLastIndex((step, index) => index < checks && !isCheck(step));
    this.joined = this.all_errors ? this.steps.length : joined;
  }
}

/** A LazyRef, as its model needs it. */
export interface ReferenceValidator extends Validator {
  readonly use: unknown;
  readonly maxdepth: number | undefined;
}

/** LazyRef. */
export class ReferenceModel extends Description<ReferenceValidator> {
  readonly kind = "reference";
  readonly use: unknown;
  readonly maxdepth: number | undefined;

  constructor(reference: ReferenceValidator) {
    super(reference);
    ({ use: this.use, maxdepth: this.maxdepth } = reference);
  }

  /** The validator that it refers to now. */
  get target(): Validator | undefined {
    return referredBy(this.use) as Validator | undefined;
  }
}

/** A validator with one inside. */
export interface ItemValidator extends Validator {
  readonly item: Validator;
}

class ItemModel<V extends ItemValidator = ItemValidator> extends Description<V> {
  declare readonly kind: string;
  readonly item: Validator;

  constructor(validator: V) {
    super(validator);
    this.item = validator.item;
  }
}

/** Nullable. */
export class NullableModel extends ItemModel {
  override readonly kind = "nullable";
}

/** A Not, as its model needs it. */
export interface NegationValidator extends ItemValidator {
  /** Fails a value that the item accepts. */
  refuse(input: unknown, report: Report): unknown;
}

/** Not. */
export class NegationModel extends ItemModel<NegationValidator> {
  override readonly kind = "not";
}

/** A Closed, as its model needs it. */
export interface ClosedValidator extends ItemValidator {
  readonly rest: Validator | undefined;
}

/** Closed. */
export class ClosedModel extends ItemModel<ClosedValidator> {
  override readonly kind = "closed";
  readonly rest: Validator | undefined;

  constructor(closed: ClosedValidator) {
    super(closed);
    this.rest = closed.rest;
  }
}

/** An If, as its model needs it. */
export interface ConditionalValidator extends Validator {
  readonly condition: Validator;
  readonly consequent: Validator | undefined;
  readonly alternate: Validator | undefined;
  /** The marker of a branch. */
  [BRANCH](num: 1 | 2): Step;
}

/** If. */
export class ConditionalModel extends Description<ConditionalValidator> {
  readonly kind = "if";
  readonly condition: Validator;
  readonly consequent: Validator | undefined;
  readonly alternate: Validator | undefined;

  constructor(given: ConditionalValidator) {
    super(given);
    ({ condition: this.condition, consequent: this.consequent, alternate: this.alternate } = given);
  }
}
