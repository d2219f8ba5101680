/** The validator of rows of text: that of the records, whose members read numbers and booleans that are text. */
import { modelOf } from "../core/models/index.ts";
import type { ObjectModel } from "../core/models/object.ts";
import { withChanges } from "../core/schemas/params.ts";
import { classHint, frozenClasses, type Validator, type ValidatorClass } from "../core/validator.ts";
import { ownValue } from "../values/input.ts";
import { hasRoom } from "../values/stack.ts";

/** What reads a row. */
export interface RowForm {
  readonly validator: Validator;
  /** What the Dicts of a row say about its columns: one, or those of a union. */
  readonly dicts: readonly ObjectModel[];
}

/**
 * Returns the validator of rows.
 * @throws TypeError if a record need not be an object of known members.
 */
export function rowFormOf(validator: Validator): RowForm {
  const dicts: ObjectModel[] = [];
  return { validator: rowOf(validator, dicts), dicts };
}

function rowOf(validator: Validator, dicts: ObjectModel[]): Validator {
  const model = hasRoom() ? modelOf(validator) : undefined;
  switch (model?.kind) {
    case "object":
      dicts.push(model);
      return withMembers(validator);
    case "nullable":
    case "closed":
      return withChanges(validator, { item: rowOf(model.item, dicts) });
    case "choice":
      return withChanges(validator, { steps: model.steps.map((step) => rowOf(step, dicts)) });
    case "chain": {
      const [first, ...more] = model.steps as readonly [Validator, ...Validator[]];
      // Each other step gets the result of the one before it.
      return withChanges(validator, { steps: [rowOf(first, dicts), ...more] });
    }
  }
  const found = `${validator.constructor.name}${classHint(validator)}`;
  throw new TypeError(`the records of CSV need a Dict, whose keys are the columns, not ${found}`);
}

function withMembers(dict: Validator): Validator {
  const schema = ownValue(dict, "schema") as Readonly<Record<string, Validator>> | undefined;
  const patterns = ownValue(dict, "patterns") as typeof schema;
  const extra = ownValue(dict, "extra") as readonly [Validator, Validator] | undefined;
  return withChanges(dict, {
    ...(schema && { schema: texts(schema) }),
    ...(patterns && { patterns: texts(patterns) }),
    ...(extra && { extra: [extra[0], textForm(extra[1])] }),
  });
}

const texts = (members: Readonly<Record<string, Validator>>): Record<string, Validator> =>
  Object.fromEntries(Object.entries(members).map(([key, member]) => [key, textForm(member)]));

/** The validator of a value that is text. */
function textForm(validator: Validator): Validator {
  if (!hasRoom() || !frozenClasses.has(validator.constructor as unknown as ValidatorClass)) return validator;
  // All of them are built-in classes, whose names no minifier changes.
  switch (validator.constructor.name) {
    case "Int":
    case "Float":
      return ownValue(validator, "coerce") ? validator : withChanges(validator, { coerce: "text" });
    case "Bool": {
      const hasWords = ownValue(validator, "true") ?? ownValue(validator, "false");
      return hasWords ? validator : withChanges(validator, { coerce_str: true });
    }
    case "Optional":
    case "Nullable":
    case "Default":
    case "Fallback":
    case "Closed":
      return withChanges(validator, { item: textForm(ownValue(validator, "item") as Validator) });
    case "OneOf":
    case "AllOf": {
      const steps = ownValue(validator, "steps") as readonly Validator[];
      const isChain = validator.constructor.name === "AllOf";
      return withChanges(validator, { steps: steps.map((one, index) => (isChain && index > 0 ? one : textForm(one))) });
    }
  }
  return validator;
}
