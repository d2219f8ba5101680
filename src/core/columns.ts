/** What the calls on columns take and give, as types: `columns/` makes them, and is loaded by the first such call. */
import type { Column, ColumnField, ColumnKind, ColumnType } from "./json/columns.ts";
import type { LineBatch, LineOptions, RecordBatch, RecordOptions } from "./lines.ts";

export type { Column, ColumnField, ColumnKind, ColumnType };

// What is read of the classes of `apache-arrow`: an import of its types would make programs check all of them, and also
// those of Node.

/** A type of `apache-arrow`. */
export interface ArrowType {
  readonly typeId: number;
  readonly children?: readonly ArrowField[] | null;
  readonly bitWidth?: number;
  readonly isSigned?: boolean;
  readonly timezone?: string | null;
  readonly listSize?: number;
  readonly dictionary?: ArrowType;
}

/** A Field of `apache-arrow`. */
export interface ArrowField {
  readonly name: string;
  readonly nullable: boolean;
  readonly type: ArrowType;
}

/** A Schema of `apache-arrow`, of any version of it. */
export interface ArrowSchema {
  readonly fields: readonly ArrowField[];
}

/** A RecordBatch of `apache-arrow`. */
export interface ArrowRecordBatch {
  readonly numRows: number;
  readonly schema: ArrowSchema;
}

type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

/** What the values of a column are that is not null. */
type Given<T> = Exclude<T, null | undefined>;
/** The array of a column with such values; never if they are no numbers. */
type NumbersOf<T> = [Given<T>] extends [never]
  ? never
  : [Given<T>] extends [number]
    ? Int32Array | Float64Array
    : [Given<T>] extends [bigint]
      ? BigInt64Array
      : never;
type MembersOf<Row> = {
  readonly [K in keyof Row as [NumbersOf<Row[K]>] extends [never] ? never : K]-?: NumbersOf<Row[K]>;
};

/** The arrays of the columns of numbers of a row, by name: its keys, or `value` if it need not be an object. */
export type ColumnNumbers<Row> = unknown extends Row
  ? Readonly<Record<string, Int32Array | Float64Array | BigInt64Array>>
  : [Given<Row>] extends [number | bigint]
    ? MembersOf<{ value: Row }>
    : true extends IsUnion<Row>
      ? {}
      : Row extends readonly unknown[] | string | boolean
        ? {}
        : MembersOf<Row>;

/** The columns of a batch. */
interface Columns<Row> {
  /** The number of rows: one for each valid line or record, in order. */
  readonly rows: number;
  /** The names and types of the columns, in order: the same for each batch. */
  readonly fields: readonly ColumnField[];
  /** The columns, by name. */
  readonly columns: Readonly<Record<string, Column>>;
  /** The arrays of the columns of numbers, by name. */
  readonly numbers: ColumnNumbers<Row>;
  /**
   * The columns as a RecordBatch of `apache-arrow`, which shares their memory. Its type is that of your copy of the
   * package: `batch.toArrow<RecordBatch>()`.
   * @throws Error, which the promise rejects with, if the package is not installed.
   */
  toArrow<Batch extends ArrowRecordBatch = ArrowRecordBatch>(): Promise<Batch>;
  /**
   * Says that the arrays of the batch are no longer needed, by a RecordBatch of them or a write that has begun neither.
   * Their memory serves later batches of the loop, which takes less time and memory than waiting for the garbage
   * collector. They are detached: empty from then on. Another call does nothing.
   * @example for await (const batch of trade.columns(file)) { await insert(batch); batch.release(); }
   */
  release(): void;
}

/** Columns of the valid lines, and what was refused beside them. */
export interface ColumnBatch<Row = unknown> extends Columns<Row>, Omit<LineBatch<Row>, "values"> {}

/** The same of records of a format. */
export interface RecordColumnBatch<Row = unknown> extends Columns<Row>, Omit<RecordBatch<Row>, "values"> {}

/** Options for writing columns as Arrow's IPC format. */
export interface IpcOptions<Batch extends ColumnBatch | RecordColumnBatch = ColumnBatch> {
  /** Takes each line, or record, that was refused. Without it, the first one ends the stream with its error. */
  onIssue?: ((issue: Batch["issues"][number]) => void) | undefined;
}

/** Options for reading lines as columns. */
export interface ColumnOptions extends LineOptions {
  /** A batch ends with the 64 kB of lines in which it has this many rows. Default 8,192. */
  rows?: number | undefined;
}

/** Options for reading records of a format as columns. */
export interface RecordColumnOptions extends RecordOptions, ColumnOptions {}
