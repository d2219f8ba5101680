/** Columns of records that are added until they make a batch. */

import type { Column, ColumnBatch, ColumnNumbers, ColumnType } from "../core/columns.ts";
import { Room } from "../core/json/columns.ts";
import { type ColumnReader, ROW } from "../core/json/engine.ts";
import type { LineBatch, RecordStart } from "../core/lines.ts";
import { define } from "../values/define.ts";
import { ownValue } from "../values/input.ts";

import { type Builder, builderOf } from "./builders.ts";
import type { LayoutField, TableLayout } from "./layout.ts";
import { moved } from "./moved.ts";

const DEFAULT_ROWS = 8192;
/** Bytes of columns at which a batch ends, however few rows it has. */
const MANY_BYTES = 64 * 1024 * 1024;

/** The type of one column with all others inside it, unless there is only one. */
export const rootType = ({ fields, isWhole }: TableLayout): ColumnType =>
  isWhole ? (fields[0] as LayoutField).type : { kind: "struct", nullable: false, fields };

/** The columns of the lines that were added since the last batch. */
export class Table<Output> {
  readonly #fields: readonly LayoutField[];
  readonly #room = new Room();
  /** Has the rows that the engine has put into columns of its own. */
  readonly #reader: ColumnReader | undefined;
  readonly #builders: Builder[];
  /** The name of the only column of records that are no objects; undefined if each member has one. */
  readonly #isWhole: boolean;
  #place: Omit<LineBatch<Output>, "values">;
  wasTaken = false;
  rows = 0;
  /** How many of them, the last ones, were not taken from the reader. */
  #waiting = 0;

  /** @param from where the source begins. */
  constructor(
    { fields, isWhole }: TableLayout,
    reader: ColumnReader | undefined,
    { offset, record }: RecordStart = { offset: 0, record: 1 },
  ) {
    this.#place = { issues: [], line: record, lines: 0, offset, bytes: 0 };
    this.#reader = reader;
    this.#fields = fields;
    this.#isWhole = isWhole;
    this.#builders = fields.map(({ type }) => builderOf(type, this.#room));
  }

  get bytes(): number {
    return this.#room.used + (this.#reader?.used ?? 0);
  }

  get lines(): number {
    return this.#place.lines;
  }

  /** Whether a batch of so many rows ends here. */
  isFull(rows = DEFAULT_ROWS): boolean {
    return this.rows >= rows || this.bytes >= MANY_BYTES;
  }

  /** @throws RangeError if the columns would take too much memory. Then the lines are not added. */
  add({ values, issues, lines, offset, bytes }: LineBatch<Output>): void {
    try {
      if (this.#reader === undefined) this.#addValues(values);
      else this.#addRows(values, this.#reader);
    } catch (error) {
      this.#truncate();
      throw error;
    }
    this.rows += values.length;
    const before = this.#place;
    for (const issue of issues) before.issues.push(issue);
    const first = before.lines === 0 ? { ...before, offset } : before;
    this.#place = { ...first, lines: before.lines + lines, bytes: before.bytes + bytes };
  }

  /** Drops what was appended behind the rows: more in some columns than in others. */
  #truncate(): void {
    // They were counted before.
    const room = new Room(Number.POSITIVE_INFINITY);
    for (const [index, { type }] of this.#fields.entries()) {
      const column = (this.#builders[index] as Builder).take();
      const builder = builderOf(type, room);
      builder.append(column, 0, this.rows - this.#waiting);
      this.#builders[index] = builder;
    }
  }

  /** Values in order, those that are rows of the reader from its columns. */
  #addRows(values: readonly (Output | typeof ROW)[], reader: ColumnReader): void {
    if (reader.used !== undefined && values.every((value) => value === ROW)) {
      this.#waiting += values.length;
      return;
    }
    const append = this.#appender(() => reader.take(false));
    for (let at = 0, end = 0; at < values.length; at = end) {
      const isRow = values[at] === ROW;
      for (end = at; end < values.length && (values[end] === ROW) === isRow; end++);
      if (isRow) append(end - at);
      else this.#addValues(values.slice(at, end) as Output[]);
    }
  }

  /** Appends the rows that wait in the reader, whose columns `take` gives. Returns what appends the next ones of it. */
  #appender(take: () => Column): (rows: number) => void {
    let columns: readonly Column[] | undefined;
    let row = 0;
    const append = (rows: number): void => {
      columns ??= this.#columnsOf(take());
      for (const [index, builder] of this.#builders.entries())
        builder.append(columns[index] as Column, row, row + rows);
      row += rows;
    };
    if (this.#waiting > 0) append(this.#waiting);
    this.#waiting = 0;
    return append;
  }

  #columnsOf(column: Column): readonly Column[] {
    return this.#isWhole ? [column] : column.children;
  }

  #addValues(values: readonly Output[]): void {
    for (const [index, { name }] of this.#fields.entries()) {
      const builder = this.#builders[index] as Builder;
      if (this.#isWhole) for (const value of values) builder.add(value);
      else for (const value of values) builder.add(ownValue(value as object, name));
    }
  }

  /** The columns of all rows. Where the engine has filled all of them, they are its own: one buffer. */
  #takeColumns(): { readonly columns: readonly Column[]; readonly isFilled: boolean } {
    if (this.#reader !== undefined && this.#waiting > 0) {
      const column = this.#reader.take(true);
      // Where an error has ended the call, there may be rows behind those that were added.
      const isWhole = column.length === this.rows;
      if (!isWhole) this.#appender(() => column);
      this.#waiting = 0;
      if (isWhole) return { columns: this.#columnsOf(column), isFilled: true };
    }
    return { columns: this.#builders.map((builder) => builder.take()), isFilled: false };
  }

  /** The columns of all rows so far. */
  take(): Parts<Output> {
    const fields = this.#fields;
    const columns: Record<string, Column> = {};
    const numbers: Record<string, unknown> = {};
    const { columns: taken, isFilled } = this.#takeColumns();
    for (const [index, { name }] of fields.entries()) {
      const column = taken[index] as Column;
      define(columns, name, column);
      if (NUMBERS.has(column.type.kind)) define(numbers, name, column.values);
    }
    const { rows } = this;
    const place = this.#place;
    this.#place = {
      issues: [],
      line: place.line + place.lines,
      lines: 0,
      offset: place.offset + place.bytes,
      bytes: 0,
    };
    this.#room.used = 0;
    this.rows = 0;
    this.wasTaken = true;
    const release = releaseOf(taken, isFilled ? this.#reader : undefined);
    return { rows, fields, columns, numbers: numbers as ColumnNumbers<Output>, ...place, release };
  }
}

/** What detaches the arrays of columns. Their memory goes to the reader, if it is its own. */
function releaseOf(columns: readonly Column[], reader: ColumnReader | undefined): () => void {
  // Found now: the caller may put arrays of theirs into a column.
  let buffers = new Set(buffersOf(columns));
  return () => {
    for (const buffer of buffers) {
      // Empty ones may be shared, or were transferred by the caller.
      if (buffer.byteLength === 0) continue;
      const memory = moved(buffer);
      reader?.reuse(memory);
    }
    buffers = new Set();
  };
}

function* buffersOf(columns: readonly Column[]): Generator<ArrayBuffer, void> {
  for (const { validity, values, offsets, children } of columns) {
    for (const array of [validity, values, offsets]) if (array !== undefined) yield array.buffer as ArrayBuffer;
    yield* buffersOf(children);
  }
}

const NUMBERS: ReadonlySet<string> = new Set(["int32", "int64", "float64"]);

export type Parts<Output> = Omit<ColumnBatch<Output>, "toArrow">;
