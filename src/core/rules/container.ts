/**
 * The rules of containers: conditions on an object or an array as a whole, which are tested when its members are valid.
 * As the rules of values without members, each kind has one file in this folder, and its other forms are beside it.
 */
import { shown } from "../../values/digits.ts";
import { equal } from "../../values/equal.ts";
import type { Report } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import type { KeywordReader, Keywords, Refuse } from "./rule.ts";

/** An object whose members have been validated. */
export interface CheckedObject {
  readonly input: object;
  /** The members of the result, and those that failed. */
  readonly result: Record<string, unknown>;
  /** Returns whether there is a member of that name. */
  has(key: string): boolean;
  /** Reports that a key is missing, with the reason of `fail` if there is one. */
  failMissing(key: string, report: Report, fail?: (report: Report) => unknown): void;
  /** Reports that a key is not allowed. */
  failForbidden(key: string, report: Report): void;
}

/** A rule of an object. */
export interface ObjectRule {
  readonly kind: string;
  /** Reports the failures of the object. */
  fails(object: CheckedObject, report: Report): void;
}

/** The code of a verdict in which a rule has its part. */
export interface VerdictWriter {
  /** Statements that leave the code because the value is invalid. */
  readonly fail: string;
}

export interface ObjectVerdictWriter extends VerdictWriter {
  /** A condition: there is a member of that name. */
  isPresent(key: string): string;
  /** Statements that run if there is a member of that name. */
  whenPresent(statements: readonly (readonly [key: string, statements: string])[]): string;
  /** Statements that fail if another validator refuses the whole object. */
  check(validator: Checker): string;
}

/** What a rule of an object says in a JSON Schema. */
export interface ObjectSchemaWriter {
  /** Those of the names that the input has to have: a default may fill them. Refuses names that no result has. */
  asked(param: string, names: readonly string[]): readonly string[];
  /** Every result has the key: a default fills it. */
  isFilled(key: string): boolean;
  /** Keywords for objects that have the key, also where a null counts as missing. */
  there(key: string): Keywords;
  /** The schema of a validator, or a reference to it. */
  write(validator: Checker, ...place: readonly string[]): Keywords;
  /** The members may be converted before the rule applies. */
  readonly isConverted: boolean;
  /** A validator may return another value than the JSON that it accepts. */
  changes(validator: Checker): boolean;
  /** The schema describes the input, not the result. */
  readonly isInput: boolean;
  readonly refuse: Refuse;
}

/** The other forms of a rule of an object: readers without the form for it decline its validator. */
export interface ObjectRuleParts<R> {
  /** Statements of a verdict. */
  verdict?(rule: R, code: ObjectVerdictWriter): string;
  /** The keywords of JSON Schema; the keys under `required` are added to those of the schema. */
  write(rule: R, to: ObjectSchemaWriter): Keywords;
}

/** An array whose items have been validated. */
export interface CheckedArray {
  /** The items as they are compared: the results, or the items given if those are equal to them. */
  readonly items: readonly unknown[];
  /** What errors show of an item: as it was given, if that is equal to the result. */
  given(index: number): unknown;
  /** Where they come from, and the digits of their numbers. */
  readonly input: readonly unknown[];
  /** Sets the message of a failure of the array itself. */
  word(since: number, report: Report): void;
}

/** A rule of an array. */
export interface ArrayRule {
  readonly kind: string;
  /** The parameters that it comes from. */
  readonly params: readonly string[];
  /** Returns whether the array fails, after it has reported the failures. */
  fails(array: CheckedArray, report: Report): boolean;
  /**
   * The fast path: returns whether the rule holds for results in a new array. It may be false where `fails` has to
   * decide, never the reverse. Without it, generated copies decline the validator.
   */
  readonly test?: ((items: readonly unknown[]) => boolean) | undefined;
  /** Returns some of the items, in another order or number, so that the rule holds: for test data. */
  arrange?(items: readonly unknown[]): unknown[];
}

/**
 * Reads the keywords of one JSON Schema of objects or arrays.
 * @typeParam Schema what becomes of a schema in it.
 * @typeParam Pattern what becomes of a regular expression.
 */
export interface SchemaReader<Schema, Pattern = unknown> extends KeywordReader {
  /** An array of texts; none without the keyword. */
  texts(name: string): readonly string[];
  /** The values of a keyword by their keys; none without the keyword. */
  entries(name: string): readonly (readonly [key: string, value: unknown])[];
  /** The schema in a keyword, which makes members of the result; undefined without the keyword. */
  member(name: string): Schema | undefined;
  /** The same for one that members are tested by beside another. It may stand under a key of the keyword. */
  test(name: string, key?: string): Schema | undefined;
  /** The regular expression that is a key of a keyword. */
  pattern(name: string, source: string): Pattern;
  /** A schema of the value itself, which stands under a key of a keyword. */
  whole(schema: unknown, name: string, key: string): Schema;
  /** Refuses the schema because of what stands under a key of a keyword. */
  refuseKey(name: string, key: string, why: string): never;
}

/** The items with all digits of their integers in JSON text. */
export function exactItems({ items, input }: CheckedArray, report: Report): readonly unknown[] {
  if (report.digits === undefined) return items;
  const exact = items.map((item, index) => {
    report.at(input, index);
    const given = input[index];
    // A copy has its digits where the text has them.
    return report.exact(equal(item, given) ? given : item);
  });
  report.at();
  return exact;
}

/**
 * What errors show of an item.
 * @param compared the items with all digits: see `exactItems`.
 */
export const shownItem = (array: CheckedArray, compared: readonly unknown[], index: number): unknown =>
  shown(compared === array.items || compared[index] === 0 ? array.given(index) : compared[index]);

/** The variables of an array in a verdict: itself and its length. */
export interface ArrayVerdictWriter extends VerdictWriter {
  readonly array: string;
  readonly size: string;
  /** A loop over the items that counts those which a validator accepts, in a variable of that name. */
  countMatches(validator: Checker): { readonly count: string; readonly code: string; readonly end: string };
}

export interface ArraySchemaWriter {
  write(validator: Checker, ...place: readonly string[]): Keywords;
  /** Items may be converted before they are compared, or before a validator of results gets them. */
  isConverted(validator?: Checker): boolean;
  /** The schema of a validator may accept more than the validator. */
  isWider(validator: Checker): boolean;
  /** The items are those of a result, which has no equal ones. */
  readonly dropsEqual: boolean;
  readonly refuse: Refuse;
}

/** The other forms of a rule of an array. */
export interface ArrayRuleParts<R> {
  /** Statements of a verdict; without them, its code calls `test`, if there is one. */
  verdict?(rule: R, code: ArrayVerdictWriter): string;
  write(rule: R, to: ArraySchemaWriter): Keywords;
}
