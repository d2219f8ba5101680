/** Columns as Arrow's, both ways: what programs import. The rest is loaded when it is first needed. */
import type { ArrowSchema, ColumnBatch, IpcOptions, RecordColumnBatch } from "../core/columns.ts";
import { takenValidator } from "../core/compiled.ts";
import { expectOptions } from "../core/misspelt.ts";
import type { AnyValidator } from "../core/types.ts";
import { ownValue } from "../values/input.ts";

export { fromArrowSchema } from "./from-arrow.ts";

/**
 * The columns of a source in Arrow's IPC format, which DuckDB, Polars, pandas and others read. Needs `apache-arrow`.
 * @param columns the batches of `columns`, or others with the same columns.
 * @param options `onIssue` takes each line or record that was refused; without it, the first one ends the stream with
 *   its error.
 * @returns the bytes of the stream, in parts: the large ones are arrays of the columns, not copies of them. Those of a
 *   batch are in one buffer, so transfer copies of them.
 * @throws Error, in the loop, if `apache-arrow` is not installed; TypeError if a part was transferred before those of
 *   its buffer were read; and what `columns` throws.
 * @example await pipeline(toIpc(event.columns(file)), createWriteStream("events.arrows"));
 */
export async function* toIpc<Batch extends ColumnBatch | RecordColumnBatch>(
  columns: AsyncIterable<Batch>,
  options: IpcOptions<Batch> = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  expectOptions(options, ["onIssue"]);
  const onIssue = ownValue(options, "onIssue");
  if (onIssue !== undefined && typeof onIssue !== "function") throw new TypeError("onIssue should be a function");
  const { ipcOf } = await import("./arrow.ts");
  yield* ipcOf(columns, onIssue as IpcOptions<Batch>["onIssue"]);
}

/**
 * The Schema of `apache-arrow` of the columns that `validator.columns` gives. Its type is that of your copy of the
 * package: `arrowSchema<Schema>(validator)`.
 * @throws TypeError if it is no validator; ValueError, with the path, for a part that has no column; Error if
 *   `apache-arrow` is not installed.
 * @example String(await arrowSchema(Dict({ price: Float() }))); // "Schema<{ 0: price: Float64 }>"
 */
export async function arrowSchema<Schema extends ArrowSchema = ArrowSchema>(validator: AnyValidator): Promise<Schema> {
  const own = takenValidator("arrowSchema", validator);
  const { schemaOfValidator } = await import("./arrow.ts");
  return schemaOfValidator(own) as Promise<ArrowSchema> as Promise<Schema>;
}
