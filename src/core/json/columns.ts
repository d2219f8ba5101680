/** Columns as engines fill them: their types, and the bound of their memory. */

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

/** The memory of the columns of a batch. */
export class Room {
  /** A value of few bytes may have large columns: a member that is missing takes as much as one that is there. */
  static MOST: number = 2 ** 30;
  readonly #most: number;
  used = 0;

  constructor(most: number = Room.MOST) {
    this.#most = most;
  }

  /** @throws RangeError if the columns would take too much memory. */
  take(bytes: number): void {
    this.used += bytes;
    if (this.used > this.#most) throw Room.exceeded(this.#most);
  }

  static exceeded(most: number): RangeError {
    return new RangeError(`The columns of about 64 kB of lines, or of one record, take more than ${most} bytes`);
  }
}
