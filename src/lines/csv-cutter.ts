/** Cuts CSV into blocks of rows, which csv-parse reads. */
import { ForbiddenKeyError, MissingKeyError } from "../core/errors/errors.ts";
import { SchemaError } from "../core/errors/schema-error.ts";
import { type Position, ValidationError } from "../core/errors/validation-error.ts";
import { utf8Offset } from "../core/json/syntax.ts";
import type { ObjectModel } from "../core/models/object.ts";
import type { Limits } from "../core/report/limits.ts";
import { type CellOffsets, type CellSyntax, cellsIn, placesIn, sizeWithoutEnd } from "./csv-cells.ts";
import { csvError } from "./csv-error.ts";
import { placeAfter } from "./frame.ts";
import { worded } from "./line-error.ts";
import type { KnownCsvOptions, KnownRecordOptions } from "./options.ts";
import { concatenated } from "./source.ts";

type CsvParse = typeof import("csv-parse");

/**
 * Loads the package.
 * @throws Error if it is not installed.
 */
export async function loadCsvParse(): Promise<CsvParse> {
  try {
    return await import("csv-parse");
  } catch (cause) {
    throw new Error("records of CSV need the package csv-parse: npm install csv-parse", { cause });
  }
}

/** A row: its cells, and where it ends in its block. */
export interface Row {
  readonly cells: readonly string[];
  readonly end: number;
}

/** Whole rows. */
export interface RowBlock {
  /** The rows as they are in the source, with the ends of lines. */
  readonly bytes: Uint8Array;
  readonly rows: readonly Row[];
  /** The place of the first byte in the source. */
  readonly place: Position;
  /** Offset of the first byte in the source. */
  readonly offset: number;
  /** Number of the first row, from 1. */
  readonly record: number;
}

const NO_BYTES = new Uint8Array();
const BOM_SIZE = 3;
/** csv-parse looks so many bytes beyond a delimiter ahead, at most, before it knows that a row has ended. */
const LOOK_AHEAD = 16;

/** The bytes of a header, and the names in it. */
export interface Header {
  readonly bytes: Uint8Array;
  readonly columns: readonly string[];
}

type CsvCutterOptions = Pick<KnownRecordOptions, "csv" | "maxLineBytes" | "limits" | "from">;

export class CsvCutter {
  readonly #options: KnownCsvOptions;
  readonly #maxBytes: number;
  /** Maximum bytes of the row that has begun, with what csv-parse has read behind it. */
  readonly #maxOpen: number;
  readonly #limits: Limits | undefined;
  readonly #dicts: readonly ObjectModel[];
  readonly #parser: InstanceType<CsvParse["Parser"]>;
  readonly #decoder: InstanceType<typeof TextDecoder> | undefined;
  /** The bytes before the first three are known: they may be a byte order mark. */
  #head: Uint8Array | undefined = NO_BYTES;
  #bom = NO_BYTES;
  /** The parts of the row that has begun. */
  #open: Uint8Array[] = [];
  #openSize = 0;
  /** Rows of the current part: their cells, and the offset of their end among the bytes that csv-parse got. */
  #read: { readonly cells: string[]; readonly end: number }[] = [];
  /** Bytes of whole rows that csv-parse got. */
  #parsed = 0;
  #place: Position;
  #record: number;
  /** Undefined until the header has been read, if there is one. */
  header: Header | undefined;

  /** @param dicts what the schema says about the columns. */
  constructor(csv: CsvParse, known: CsvCutterOptions, dicts: readonly ObjectModel[]) {
    const { csv: options, maxLineBytes, limits, from = { offset: 0, record: 1 } } = known;
    const { delimiter, quote, escape, encoding, columns, header } = options;
    this.#options = options;
    this.#maxBytes = maxLineBytes;
    this.#maxOpen = maxLineBytes + this.syntax.delimiter.length + LOOK_AHEAD;
    this.#limits = limits;
    this.#dicts = dicts;
    this.#place = { offset: from.offset, line: 1, column: 1 };
    this.#record = from.record;
    this.#decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
    if (from.offset > 0) this.#head = undefined;
    if (!header) this.header = { bytes: NO_BYTES, columns: this.#checked(columns as readonly string[], undefined) };
    const read = (cells: string[], end: number): void => void this.#read.push({ cells, end });
    /** The rows are taken at once: no stream holds them. */
    class Rows extends csv.Parser {
      override push(cells: string[]): boolean {
        read(cells, this.info.bytes);
        return true;
      }
    }
    const syntax = { delimiter, quote: quote ?? null, escape: escape ?? null, record_delimiter: ["\r\n", "\n"] };
    this.#parser = new Rows({ ...syntax, columns: false, relax_column_count: true });
  }

  /** How cells are written. */
  get syntax(): CellSyntax {
    const { delimiter, quote, escape } = this.#options;
    const byteOf = (text: string | undefined): number | undefined => text?.charCodeAt(0);
    return { delimiter: new TextEncoder().encode(delimiter), quote: byteOf(quote), escape: byteOf(escape) };
  }

  /** @throws ValidationError if the header, or a quote, is wrong, or a row is too long; after the rows before it. */
  push(chunk: Uint8Array): Iterable<RowBlock> {
    const bytes = this.#decoder === undefined ? chunk : encoded(this.#decoder.decode(chunk, { stream: true }));
    return this.#begun(bytes, false);
  }

  *end(): Generator<RowBlock, void> {
    yield* this.#begun(this.#decoder === undefined ? NO_BYTES : encoded(this.#decoder.decode()), true);
    yield* this.#rows(NO_BYTES, true);
    if (this.header === undefined) throw this.#fault(csvError("csv_no_header"), this.#place);
  }

  *#begun(bytes: Uint8Array, isEnd: boolean): Generator<RowBlock, void> {
    if (this.#head === undefined) return yield* this.#rows(bytes, false);
    const head = concatenated([this.#head, bytes]);
    this.#head = head;
    if (head.length < BOM_SIZE && !isEnd) return;
    this.#head = undefined;
    const size = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? BOM_SIZE : 0;
    this.#bom = head.slice(0, size);
    this.#place = { ...this.#place, offset: size };
    yield* this.#rows(head.subarray(size), false);
  }

  /** Reads some bytes, or the end. */
  *#rows(bytes: Uint8Array, isEnd: boolean): Generator<RowBlock, void> {
    let error: unknown;
    const done = (given?: unknown): void => {
      error = given;
    };
    if (isEnd) this.#parser._flush(done);
    else this.#parser._transform(bytes, "buffer" as BufferEncoding, done);
    const all = this.#read;
    this.#read = [];
    const last = all.at(-1);
    if (last === undefined && !error) return this.#keep(bytes);
    const text = concatenated([...this.#open, bytes]);
    this.#open = [];
    this.#openSize = 0;
    const size = last === undefined ? 0 : last.end - this.#parsed;
    const rows = all.map(({ cells, end }) => ({ cells, end: end - this.#parsed }));
    this.#parsed += size;
    yield* this.#block(text.subarray(0, size), rows);
    const rest = text.subarray(size);
    if (error) throw this.#quoteFault(rest);
    // A copy: the source may reuse its memory.
    this.#keep(rest.slice());
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#open.push(bytes);
    this.#openSize += bytes.length;
    if (this.#openSize > this.#maxOpen) throw this.#tooLong();
  }

  *#block(bytes: Uint8Array, rows: readonly Row[]): Generator<RowBlock, void> {
    let first = 0;
    let start = 0;
    while (this.header === undefined && first < rows.length) {
      const { cells, end } = rows[first++] as Row;
      const row = bytes.subarray(start, end);
      start = end;
      if (sizeWithoutEnd(row) > this.#maxBytes) throw this.#tooLong();
      if (!isBlankRow(cells)) this.#begin(cells, row);
      this.#place = placeAfter(this.#place, row);
    }
    const long = rows.findIndex(({ end }, index) => {
      const begin = rows[index - 1]?.end ?? 0;
      return end - begin > this.#maxBytes && sizeOf(bytes, begin, end) > this.#maxBytes;
    });
    const until = long < 0 ? rows.length : long;
    const stop = rows[until - 1]?.end ?? 0;
    if (until > first) {
      const block = {
        bytes: bytes.subarray(start, stop),
        rows: rows.slice(first, until).map(({ cells, end }) => ({ cells, end: end - start })),
        place: this.#place,
        offset: this.#place.offset,
        record: this.#record,
      };
      this.#place = placeAfter(this.#place, block.bytes);
      this.#record += block.rows.length;
      yield block;
    }
    if (long >= 0) throw this.#tooLong();
  }

  #begin(cells: readonly string[], row: Uint8Array): void {
    const wrong = wrongByteIn(cells, () => row, this.#decoder !== undefined);
    if (wrong !== undefined) throw this.#fault(notText(this.#options.encoding), this.#placeIn(row, wrong));
    const { columns } = this.#options;
    this.header = {
      bytes: concatenated([this.#bom, row]),
      columns: columns ?? this.#checked(cells, row),
    };
  }

  /**
   * Returns the names of the columns.
   * @param row the header, if they come from it.
   * @throws ValidationError if one comes twice or is not known, or a key of the schema is missing.
   */
  #checked(columns: readonly string[], row: Uint8Array | undefined): readonly string[] {
    const errors: ValidationError[] = [];
    const start = this.#place;
    const places = row && placesIn(row, start, cellsIn(row, this.syntax).starts);
    const add = (error: ValidationError, column?: number): void => {
      errors.push(error);
      const place = places && (column === undefined ? start : (places[column] as Position));
      if (place !== undefined) ValidationError.place(error, () => place);
      ValidationError.setCell(error, column === undefined ? undefined : { column: column + 1, name: columns[column] });
    };
    const indexes = new Map<string, number>();
    for (const [index, name] of columns.entries()) {
      const before = indexes.get(name);
      if (before === undefined) indexes.set(name, index);
      else add(twice(name, before), index);
      if (before === undefined && !this.#dicts.some((dict) => takes(dict, name)))
        add(new ForbiddenKeyError({ context: [name] }), index);
    }
    for (const name of this.#dicts.length === 1 ? missingIn(this.#dicts[0] as ObjectModel, indexes) : [])
      add(new MissingKeyError({ context: [name] }));
    if (errors.length > 0) throw worded(new SchemaError(errors), this.#limits);
    return columns;
  }

  #tooLong(): ValidationError {
    const limit = this.#maxBytes;
    return this.#fault(csvError("csv_size", { expected: limit }, { limit }), this.#place);
  }

  /** @param rest the rows from the one in which csv-parse found it. */
  #quoteFault(rest: Uint8Array): ValidationError {
    const { at, kind } = cellsIn(rest, this.syntax).fault as Required<CellOffsets>["fault"];
    return this.#fault(csvError(`csv_quote_${kind}`), this.#placeIn(rest, at));
  }

  #placeIn(bytes: Uint8Array, offset: number): Position {
    return placeAfter(this.#place, bytes.subarray(0, offset));
  }

  #fault(error: ValidationError, place: Position): ValidationError {
    ValidationError.place(error, () => place);
    ValidationError.setCell(error, this.header === undefined ? undefined : { row: this.#record });
    return worded(error, this.#limits);
  }
}

const twice = (name: string, before: number): ValidationError =>
  csvError("csv_column_twice", { expected: before + 1 }, undefined, [name]);

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const sizeOf = (bytes: Uint8Array, start: number, end: number): number => sizeWithoutEnd(bytes.subarray(start, end));

/** True for a line of nothing but white space. */
export const isBlankRow = (cells: readonly string[]): boolean =>
  cells.length === 1 && (cells[0] as string).trim() === "";

/** The error of a row that is not text. */
export const notText = (encoding = "UTF-8"): ValidationError => csvError("csv_encoding", { expected: encoding });

/**
 * The offset of a byte of a row that is not text; undefined if all are.
 * @param isDecoded true if the bytes were another encoding, so a replacement character stands for what was none.
 */
export function wrongByteIn(cells: readonly string[], row: () => Uint8Array, isDecoded: boolean): number | undefined {
  // Fast: V8 knows which texts have Latin-1 only.
  if (!cells.some((cell) => cell.includes("\ufffd"))) return undefined;
  const bytes = row();
  if (isDecoded) return indexOfReplacement(bytes);
  const at = utf8Offset(bytes);
  return at < 0 ? undefined : at;
}

const indexOfReplacement = (row: Uint8Array): number =>
  row.findIndex((byte, at) => byte === 0xef && row[at + 1] === 0xbf && row[at + 2] === 0xbd);

/** Whether a Dict takes a key. */
function takes({ unknown, extra, patterns, places, aliases, dispose }: ObjectModel, name: string): boolean {
  const isKnown = places.has(name) || aliases.has(name) || dispose.has(name);
  // What `extra` and `keys` say of a key is said for each row.
  return isKnown || unknown !== "forbid" || extra !== undefined || patterns.some(({ matches }) => matches(name));
}

/** The keys that each object has to have, and that no column has. */
function missingIn(dict: ObjectModel, columns: ReadonlyMap<string, unknown>): string[] {
  const { names, optional, defaults, aliases, requiredKeys } = dict;
  const isThere = (name: string): boolean =>
    columns.has(name) || [...aliases].some(([alias, one]) => one === name && columns.has(alias as string));
  const needed = names.filter((name) => !optional.has(name) && !defaults.has(name));
  return [...new Set([...needed, ...requiredKeys])].filter((name) => !isThere(name));
}
