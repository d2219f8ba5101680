/** The function of `Validator.filterRecords`. */
import { takenValidator } from "./compiled.ts";
import type { LineSource, RecordCounts, RecordFilterOptions } from "./lines.ts";
import type { AnyValidator } from "./types.ts";

/**
 * The same as `validator.filterRecords(source, options)`.
 * @throws TypeError, which the promise rejects with, if it is no validator; and what the method throws.
 * @example await filterRecords(item, file, { format: "csv", valid: good, invalid: bad });
 */
export async function filterRecords(
  validator: AnyValidator,
  source: LineSource,
  options: RecordFilterOptions,
): Promise<RecordCounts> {
  return takenValidator("filterRecords", validator).filterRecords(source, options);
}
