/** Columns of records, batch by batch. */

import type { ColumnBatch, ColumnOptions, RecordColumnBatch, RecordColumnOptions } from "../core/columns.ts";
import type { ColumnReader, JsonLimits } from "../core/json/engine.ts";
import { engineInUse } from "../core/json/in-use.ts";
import type { LineSource } from "../core/lines.ts";
import { isAsync } from "../core/schemas/async.ts";
import type { Validator } from "../core/validator.ts";
import type { LineValidator } from "../lines/block-validator.ts";
import { LINE_OPTIONS, readLineOptions, readRecordOptions } from "../lines/options.ts";
import { asRecords, isOfRecords, openBatches } from "../lines/values.ts";
import { ownValue } from "../values/input.ts";
import { layoutOf } from "./layout.ts";
import { type Parts, rootType, Table } from "./table.ts";

/** See `Validator.columns`. */
export async function* readColumns<Output>(
  validator: Validator & LineValidator<Output>,
  source: LineSource,
  options: ColumnOptions | RecordColumnOptions = {},
): AsyncGenerator<ColumnBatch<Output> | RecordColumnBatch<Output>, void, undefined> {
  const known = isOfRecords(options)
    ? readRecordOptions(validator, options, "rows")
    : readLineOptions(options, ["rows", ...LINE_OPTIONS]);
  const rows = ownValue(options, "rows") as number | undefined;
  if (rows !== undefined && (!Number.isInteger(rows) || rows < 1))
    throw new TypeError("rows should be a positive integer");
  const layout = layoutOf(validator);
  // The rows of CSV are no JSON text.
  const isBuilt = isAsync(validator) || ("format" in known && known.format === "csv");
  const reader = isBuilt ? undefined : engineInUse().openColumns?.(validator, rootType(layout), known.limits);
  const table = new Table<Output>(layout, reader, known.from);
  const batch = (): ColumnBatch<Output> | RecordColumnBatch<Output> => {
    const parts = table.take();
    return new Batch<Output>(isOfRecords(options) ? asRecords(parts) : parts) as unknown as ReturnType<typeof batch>;
  };
  const batches = openBatches(validator, source, known, reader);
  try {
    for (;;) {
      try {
        const next = await batches.next();
        if (next.done) break;
        table.add(next.value);
      } catch (error) {
        // The rows before what is wrong, unless the caller has ended the call.
        if (table.lines > 0 && !known.signal?.aborted) yield batch();
        throw error;
      }
      if (table.isFull(rows)) yield batch();
    }
    // An empty source has columns, too.
    if (table.lines > 0 || !table.wasTaken) yield batch();
  } finally {
    await batches.return();
  }
}

/**
 * The columns of values that are added, and what reads lines into them; undefined if they are made of values.
 * @throws ValueError with the path of a part that has no column.
 */
export function openTable(
  validator: Validator,
  limits: JsonLimits,
): { readonly table: Table<unknown>; readonly reader: ColumnReader | undefined } {
  const layout = layoutOf(validator);
  const reader = engineInUse().openColumns?.(validator, rootType(layout), limits);
  return { table: new Table(layout, reader), reader };
}

class Batch<Output> {
  declare readonly rows: number;
  declare readonly fields: Parts<Output>["fields"];
  declare readonly columns: Parts<Output>["columns"];

  readonly #release: () => void;

  constructor({ release, ...parts }: Parts<Output> | Omit<RecordColumnBatch<Output>, "toArrow">) {
    Object.assign(this, parts);
    this.#release = release;
  }

  release(): void {
    this.#release();
  }

  async toArrow<Batch>(): Promise<Batch> {
    const { loadArrow, recordBatch } = await import("./arrow.ts");
    return recordBatch(await loadArrow("toArrow"), this) as Batch;
  }
}
