/** Validators of the whole result, by the key that must be there for them to apply: `dependent_schemas`. */
import { present } from "../../values/define.ts";
import { becauseOf } from "../errors/reason.ts";
import { FAILED, type Failed, LARGE_LEVELS, type Report } from "../report/report.ts";
import { passedOn } from "../report/results.ts";
import type { Checker } from "../schemas/checker.ts";
import type { CheckedObject, ObjectRuleParts, SchemaReader } from "./container.ts";
import { dependenciesOf } from "./dependent-required.ts";
import { Triggers } from "./triggers.ts";

type Members = Readonly<Record<string, Checker>>;

export class DependentSchemasRule {
  readonly kind = "dependent_schemas";
  readonly schemas: Members;
  /** The keys: the addon names one by its number. */
  readonly keys: readonly string[];
  readonly #triggers: Triggers;

  constructor(schemas: Members) {
    this.schemas = schemas;
    this.keys = Object.keys(schemas);
    this.#triggers = new Triggers(schemas);
  }

  /** Passes the result of a valid object through the validators that apply. */
  apply(owner: Checker, object: CheckedObject, report: Report): Record<string, unknown> | Failed {
    const isNeeded = report.output.need(true);
    let value: unknown = report.output.hasUndefined ? present(object.result) : object.result;
    let given: unknown = object.input;
    let before = owner;
    let isInside = false;
    for (const key of this.#triggers.of(object.result)) {
      // The object itself has been left, and one of them may lead back to it.
      if (!isInside && !report.enter(0, 0, undefined, LARGE_LEVELS)) value = FAILED;
      if (value === FAILED) break;
      isInside = true;
      const input = passedOn(before, given, value, report);
      const taken = report.proceed(before, given, input);
      const schema = this.schemas[key] as Checker;
      const since = report.count;
      [before, given, value] = [schema, input, schema.check(input, report)];
      if (value === FAILED) report.because(becauseOf(key), since);
      report.proceeded(taken);
    }
    if (isInside) report.leave(0);
    report.output.need(isNeeded);
    report.repeated();
    return value as Record<string, unknown> | Failed;
  }
}

export const dependentSchemasParts: ObjectRuleParts<DependentSchemasRule> = {
  verdict: ({ schemas }, { whenPresent, check }) =>
    whenPresent(Object.entries(schemas).map(([key, schema]) => [key, check(schema)] as const)),
  write({ schemas }, to) {
    if (to.isConverted) {
      to.refuse("dependent_schemas", "they validate the result, and the input is converted");
      return {};
    }
    const written = Object.entries(schemas).map(([key, one]) => [key, to.write(one, "dependentSchemas", key)]);
    return { dependentSchemas: Object.fromEntries(written) };
  },
};

/** The schemas of the whole object, by the key that must be there for them to apply. */
export function readDependentSchemas<Schema>(keywords: SchemaReader<Schema>): ReadonlyMap<string, readonly Schema[]> {
  const schemas = new Map<string, readonly Schema[]>();
  const add = (name: string, key: string, value: unknown): void => {
    schemas.set(key, [...(schemas.get(key) ?? []), keywords.whole(value, name, key)]);
  };
  for (const [key, value] of keywords.entries("dependencies")) {
    if (dependenciesOf(value) === undefined) add("dependencies", key, value);
  }
  for (const [key, value] of keywords.entries("dependentSchemas")) add("dependentSchemas", key, value);
  return schemas;
}
