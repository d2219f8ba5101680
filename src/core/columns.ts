/** What the calls on columns take and give, as types: `columns/` makes them, and is loaded by the first such call. */
import type { LineBatch, LineOptions } from "./lines.ts";

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

/**
 * The layout of a column, by the names of Arrow: `date` has days and `timestamp` microseconds since 1970, `time`
 * microseconds since midnight; `dictionary` has indexes of `options`; `utf8` and `binary` have bytes; `union` is dense.
 */
export type ColumnKind =
  | "null"
  | "bool"
  | "int32"
  | "int64"
  | "float64"
  | "utf8"
  | "binary"
  | "dictionary"
  | "date"
  | "timestamp"
  | "time"
  | "struct"
  | "list"
  | "union";

/** The type of a column. */
export interface ColumnType {
  readonly kind: ColumnKind;
  /** Whether there may be rows without a value: those that are null, or missing. */
  readonly nullable: boolean;
  /** The texts of a dictionary. */
  readonly options?: readonly string[] | undefined;
  /** The time zone of a timestamp, if it is a moment. */
  readonly zone?: string | undefined;
  /** The members of a struct, the item of a list, the alternatives of a union. */
  readonly fields: readonly ColumnField[];
}

/** A column, or a part of one, by its name. */
export interface ColumnField {
  readonly name: string;
  readonly type: ColumnType;
}

/** A column in the layout of Arrow. Its arrays belong to the caller. */
export interface Column {
  readonly type: ColumnType;
  readonly length: number;
  /** How many rows have no value. */
  readonly nulls: number;
  /** A bit for each row, the lowest first: whether it has a value. Undefined if all have one. */
  readonly validity: Uint8Array | undefined;
  /**
   * The values: numbers; bits of booleans, the lowest first; bytes of texts. A row without a value has NaN, or 0. Of a
   * union the index of the alternative of each row.
   */
  readonly values: Int32Array | Float64Array | BigInt64Array | Uint8Array | Int8Array | undefined;
  /** Of texts and lists: where each row begins, and where the last one ends. Of a union: the place of each row. */
  readonly offsets: Int32Array | undefined;
  /** The members of a struct, the items of a list, the alternatives of a union. */
  readonly children: readonly Column[];
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

/** Columns of the valid lines, and what was refused beside them. */
export interface ColumnBatch<Row = unknown> extends Omit<LineBatch<Row>, "values"> {
  /** The number of rows: one for each valid line, in order. */
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
}

/** Options for writing columns as Arrow's IPC format. */
export interface IpcOptions {
  /** Takes each line that was refused. Without it, the first one ends the stream with its error. */
  onIssue?: ((issue: LineBatch<unknown>["issues"][number]) => void) | undefined;
}

/** Options for reading lines as columns. */
export interface ColumnOptions extends LineOptions {
  /** A batch ends with the 64 kB of lines in which it has this many rows. Default 8,192. */
  rows?: number | undefined;
}
