/** What the writers of generated code share: the forms of a function, how it ends, and what may be asked of `Code`. */
import type { RuleWriter } from "../../core/rules/rule.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import type { CopyModel } from "./copy-model.ts";

/** The code for values without members. */
export interface LeafCode {
  readonly kind: "leaf";
  /** An expression that is true if the value is valid; empty if every value is. */
  readonly when: string;
  /** An expression for the result if `when` is true. */
  readonly gives: string;
  /** An expression for its JSON text. */
  readonly text: string;
  /** An expression for that text without its quotes, if it always has them. */
  readonly unquoted: string | undefined;
  /** The fast path may reject valid values: see `Leaf`. */
  readonly isInexact: boolean;
  /** The result is made by `when`. */
  readonly converts: boolean;
  readonly only?: unknown;
}

/** The result of a generated function: the validated value or FAILED; its JSON text or FAILED. */
export type Form = "value" | "text";

/** A key of an object whose value has already been read into the variable `tag`. */
export interface Tag {
  readonly key: string;
  /** A suffix for the name of the function. */
  readonly id: string;
  /** The validator that the discriminator belongs to: values that are not plain objects fall back to its check. */
  readonly discriminator: Checker | undefined;
}

/** The statements that end the code for a value. */
export interface Exits {
  /** Ends with the result: returns from a function, or leaves a block of a function, which continues after it. */
  give(expression: string): string;
  /** Falls back to the validator's own check. */
  readonly own: string;
  /** The same for a primitive or null that is never valid: while steps are tried, no check is called. */
  readonly mismatch: string;
  /** Falls back to the check, at the end of a block that fails if the value must not be read here. */
  readonly unreadable: string;
}

/** The code writer of containers. */
export interface ContainerWriter extends RuleWriter {
  /** True if a validator of the schema contains itself. */
  readonly isRecursive: boolean;
  /**
   * True if objects always have all keys of their schema, and there are no arrays: see `isAllRequired` in
   * `analysis.ts`.
   */
  readonly isAllRequired: boolean;
  /** The model of a validator, if code may be generated for it; for one without members, the code for a value. */
  modelOf(validator: Checker, value?: string): LeafCode | CopyModel | undefined;
  /** Returns the name of the function for a validator. */
  functionOf(form: Form, validator: Checker, model: CopyModel, tag?: Tag): string;
  /** Returns the exits of a function for the validator. */
  exitsOf(form: Form, validator: Checker, tag: Tag | undefined): Exits;
  /** An expression of the form for an expression whose value is that of a check: the validated value or FAILED. */
  outcome(form: Form, checked: string): string;
  /** An expression for the member `key` of a container. */
  member(form: Form, validator: Checker, value: string, key: string, at: string): string;
  /**
   * An expression for the functions of members, each of its validator, key, value, depth and schema depth: see
   * `laterMembers`.
   */
  laterMembers(validators: readonly Checker[]): string;
  /** An expression for the text of a member without its quotes, if it always has them. */
  unquoted(validator: Checker, value: string, key: string, at: string): string | undefined;
  /** An expression for the member `key` if `when` of its code is false. */
  mismatch(validator: Checker, leaf: LeafCode, value: string, key: string, at: string): string;
  /** An expression for a value that is not a member. */
  whole(form: Form, validator: Checker, value: string, at: string): string;
  /**
   * The same as statements. The code of the validator is inlined there instead of called, so that V8 optimizes it as
   * one function. The statements set the variable `checked`.
   */
  memberBlock(form: Form, validator: Checker, value: string, key: string, checked: string): string | undefined;
  /** As `memberBlock`, for a step of a discriminated union. */
  stepBlock(form: Form, step: Checker, checked: string, tag?: Tag): string | undefined;
  /**
   * Returns code that leaves the function if the value is too deep, or the work units are used up.
   * @param input the variable with the value; default: input.
   * @param most the maximum number of steps, if `steps` is not a number.
   */
  enter(steps: string, exits: Exits, input?: string, most?: number): { readonly depth: string; readonly steps: string };
  /** Returns code that leaves the function if objects or arrays inherit enumerable properties. */
  polluted(leave: string): string;
  /** Adds a function to the module, unless one with that name exists. */
  add(name: string, parameters: string, write: () => string): void;
  /** Adds statements to the module, before all functions run. */
  declare(code: string): void;
}
