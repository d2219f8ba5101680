/** The function of `Validator.filterRecords`. */
import type { LineSource, RecordCounts, RecordFilterOptions } from "./lines.ts";
import { classHint, isValidator, type Validator } from "./validator.ts";

/**
 * The same as `validator.filterRecords(source, options)`.
 * @throws TypeError, which the promise rejects with, if it is no validator; and what the method throws.
 * @example await filterRecords(item, file, { format: "csv", valid: good, invalid: bad });
 */
export async function filterRecords(
  validator: Validator,
  source: LineSource,
  options: RecordFilterOptions,
): Promise<RecordCounts> {
  if (!isValidator(validator)) throw new TypeError(`filterRecords takes a validator${classHint(validator)}`);
  return validator.filterRecords(source, options);
}
