/** Validates the rows of CSV. */
import { SchemaError } from "../core/errors/schema-error.ts";
import { type Position, ValidationError } from "../core/errors/validation-error.ts";
import { LineVerdict } from "../core/json/engine.ts";
import type { LineResult } from "../core/lines.ts";
import { type Limiter, waitingInUse } from "../core/report/async-call.ts";
import type { Result } from "../core/report/report.ts";
import { isAsync } from "../core/schemas/async.ts";
import { RUNNER } from "../core/schemas/derived.ts";
import { safeResult, type Validator } from "../core/validator.ts";
import { define } from "../values/define.ts";
import { Stop } from "../values/stop.ts";
import { type CellSyntax, cellsIn, placesIn, sizeWithoutEnd } from "./csv-cells.ts";
import {
  CsvCutter,
  type Header,
  isBlankRow,
  loadCsvParse,
  notText,
  type Row,
  type RowBlock,
  wrongByteIn,
} from "./csv-cutter.ts";
import { csvError } from "./csv-error.ts";
import { placeAfter } from "./frame.ts";
import { worded } from "./line-error.ts";
import type { KnownRecordOptions } from "./options.ts";
import { Run, type Verdict } from "./run.ts";
import { rowFormOf } from "./text-form.ts";

/** Errors keep the bytes of a row of at most this size, and compute their positions lazily. */
const MAX_KEPT = 16_384;

/** Opens CSV: what cuts it into rows, and validates them. */
export async function openRows<Output>(
  validator: object,
  options: KnownRecordOptions,
): Promise<{ readonly cutter: CsvCutter; readonly rows: RowValidator<Output> }> {
  const csv = await loadCsvParse();
  const { validator: ofRows, dicts } = rowFormOf(validator as Validator);
  const cutter = new CsvCutter(csv, options, dicts);
  return { cutter, rows: new RowValidator<Output>(ofRows, cutter, options) };
}

export class RowValidator<Output> {
  readonly #validator: Validator;
  readonly #cutter: CsvCutter;
  readonly #syntax: CellSyntax;
  readonly #options: KnownRecordOptions;
  /** Undefined if no function of the schema is waited for. */
  readonly #limiter: Limiter | undefined;
  /** The place of the last row that was asked for: the next one is usually after it. */
  #last: { readonly block: RowBlock; readonly place: Position } | undefined;

  constructor(validator: Validator, cutter: CsvCutter, options: KnownRecordOptions) {
    this.#validator = validator;
    this.#cutter = cutter;
    this.#syntax = cutter.syntax;
    this.#options = options;
    this.#limiter = isAsync(validator) ? waitingInUse().limiter(options.concurrency) : undefined;
  }

  get isAsync(): boolean {
    return this.#limiter !== undefined;
  }

  /** Whether a row is blank and need not be validated. */
  isSkipped({ rows }: RowBlock, index: number): boolean {
    return this.#options.blank === "skip" && isBlankRow((rows[index] as Row).cells);
  }

  /** The verdict of a row. */
  accepts(block: RowBlock, index: number): boolean {
    const { cells } = block.rows[index] as Row;
    if (cells.length !== this.#columns.length || this.#wrongByte(block, index) !== undefined) return false;
    // What a verdict refuses although a call takes it (a Map, a form, a bigint) is in no row.
    return this.#validator[RUNNER].verdict(this.#validator, this.#valueOf(cells), this.#options.limits);
  }

  /** The result of a row; a promise if it has to be waited for. */
  resultOf(
    block: RowBlock,
    index: number,
    stop: Stop,
    maxErrors?: number,
  ): LineResult<Output> | Promise<LineResult<Output>> {
    const { limits: usual } = this.#options;
    const limits = maxErrors === undefined ? usual : { ...usual, maxErrors };
    const at = { line: block.record + index, offset: block.offset + startOf(block, index) };
    const fault = this.#faultOf(block, index);
    if (fault !== undefined) return { ok: false, error: fault, ...at };
    const value = this.#valueOf((block.rows[index] as Row).cells);
    const validate = (): Result<Output> => safeResult<Output>(this.#validator, value, limits);
    const placed = (result: Result<Output>): LineResult<Output> =>
      result.ok
        ? { ok: true, value: result.value, ...at }
        : { ok: false, error: this.#inFile(result.error, block, index), ...at };
    if (this.#limiter === undefined) return placed(validate());
    return waitingInUse().resultOf(validate, this.#limiter, stop).then(placed);
  }

  get #columns(): readonly string[] {
    // There are no rows before the header.
    return (this.#cutter.header as Header).columns;
  }

  #valueOf(cells: readonly string[]): Record<string, string> {
    const columns = this.#columns;
    const { skipBlank } = this.#options.csv;
    const value: Record<string, string> = {};
    for (let index = 0; index < columns.length; index++) {
      const cell = cells[index] as string;
      if (cell === "" && skipBlank) continue;
      const name = columns[index] as string;
      if (name === "__proto__") define(value, name, cell);
      else value[name] = cell;
    }
    return value;
  }

  #wrongByte(block: RowBlock, index: number): number | undefined {
    const isDecoded = this.#options.csv.encoding !== undefined;
    return wrongByteIn((block.rows[index] as Row).cells, () => bytesOf(block, index), isDecoded);
  }

  /** The error of a row that is not text, or has more or fewer cells than there are columns. */
  #faultOf(block: RowBlock, index: number): ValidationError | undefined {
    const wrong = this.#wrongByte(block, index);
    const { cells } = block.rows[index] as Row;
    const { length } = this.#columns;
    if (wrong === undefined && cells.length === length) return undefined;
    const bytes = bytesOf(block, index);
    const { starts } = cellsIn(bytes, this.#syntax);
    const isShort = cells.length < length;
    const at = wrong ?? (isShort ? sizeWithoutEnd(bytes) : (starts[length] as number));
    const column = wrong === undefined ? Math.min(cells.length, length) : starts.findLastIndex((one) => one <= wrong);
    const error =
      wrong === undefined
        ? csvError("csv_cells", { expected: length, actual: cells.length }, { columns: length, cells: cells.length })
        : notText(this.#options.csv.encoding);
    const place = placeAfter(this.#placeOf(block, index), bytes.subarray(0, at));
    ValidationError.place(error, () => place);
    ValidationError.setCell(error, this.#cell(block.record + index, column));
    return worded(error, this.#options.limits);
  }

  #cell(row: number, index: number) {
    const name = this.#columns[index];
    return { row, column: index + 1, ...(name !== undefined && { name }) };
  }

  /** Gives the errors of a row their places in the source. Returns the error itself. */
  #inFile(error: ValidationError, block: RowBlock, index: number): ValidationError {
    const start = this.#placeOf(block, index);
    const row = block.record + index;
    const view = bytesOf(block, index);
    const placesOf = (bytes: Uint8Array) => placesIn(bytes, start, cellsIn(bytes, this.#syntax).starts);
    let places = view.length > MAX_KEPT ? placesOf(view) : undefined;
    // A copy, because an error must not keep the whole block in memory.
    const bytes = places === undefined ? view.slice() : undefined;
    const columns = this.#columns;
    SchemaError.forEach(error, (one) => {
      const name = one.context.find((node) => typeof node === "string");
      const column = columns.indexOf(name as string);
      ValidationError.setCell(one, column < 0 ? { row } : this.#cell(row, column));
      ValidationError.place(one, () => {
        places ??= placesOf(bytes as Uint8Array);
        return places[column] ?? start;
      });
    });
    return error;
  }

  #placeOf(block: RowBlock, index: number): Position {
    const offset = startOf(block, index);
    const last = this.#last?.block === block ? this.#last.place : block.place;
    const from = last.offset - block.offset <= offset ? last : block.place;
    const place = placeAfter(from, block.bytes.subarray(from.offset - block.offset, offset));
    this.#last = { block, place };
    return place;
  }
}

/** Values that a filter passes on at once. */
const MANY_VALUES = 1024;

/** Validates the rows of blocks for a filter. */
export class RowRuns<Output> {
  readonly #rows: RowValidator<Output>;
  readonly #take: ((values: Output[]) => void) | undefined;
  #values: Output[] = [];
  /** The errors of rows of the block that were read for their values, by number. */
  readonly #errors = new Map<number, ValidationError>();
  readonly #stop = new Stop(undefined);
  #block: RowBlock | undefined;

  /** @param take gets the values of the valid rows, in order, before their runs. Without it, none are made. */
  constructor(rows: RowValidator<Output>, take?: (values: Output[]) => void) {
    this.#rows = rows;
    this.#take = take;
  }

  *runsOf(blocks: readonly RowBlock[]): Generator<Run, void> {
    for (const block of blocks) {
      this.#block = block;
      this.#errors.clear();
      const { length } = block.rows;
      /** The verdict of the row `first`, if it is known. */
      let known: Verdict | undefined;
      for (let first = 0, after = 0; first < length; first = after) {
        const verdict = known ?? this.#verdictOf(block, first);
        known = undefined;
        // Each invalid row is a run: it is explained by itself.
        for (after = first + 1; verdict !== LineVerdict.invalid && after < length; after++) {
          const next = this.#verdictOf(block, after);
          if (next === verdict) continue;
          known = next;
          break;
        }
        this.#passOn();
        yield runOf(block, first, after, verdict);
      }
    }
  }

  #verdictOf(block: RowBlock, index: number): Verdict {
    if (this.#rows.isSkipped(block, index)) return LineVerdict.blank;
    const isValid = this.#take === undefined ? this.#rows.accepts(block, index) : this.#reads(block, index);
    return isValid ? LineVerdict.valid : LineVerdict.invalid;
  }

  #reads(block: RowBlock, index: number): boolean {
    const result = this.#resultOf(block, index);
    if (result.ok) this.#values.push(result.value);
    else this.#errors.set(result.line, result.error);
    if (this.#values.length >= MANY_VALUES) this.#passOn();
    return result.ok;
  }

  #passOn(): void {
    if (this.#values.length === 0) return;
    const values = this.#values;
    this.#values = [];
    this.#take?.(values);
  }

  lineError({ line }: Run, maxErrors?: number): ValidationError | undefined {
    const known = this.#errors.get(line);
    if (known !== undefined) return known;
    const block = this.#block as RowBlock;
    const result = this.#resultOf(block, line - block.record, maxErrors);
    return result.ok ? undefined : result.error;
  }

  #resultOf(block: RowBlock, index: number, maxErrors?: number): LineResult<Output> {
    // A filter takes no validator that waits.
    return this.#rows.resultOf(block, index, this.#stop, maxErrors) as LineResult<Output>;
  }
}

const runOf = (block: RowBlock, first: number, after: number, verdict: Verdict): Run => {
  const start = startOf(block, first);
  return new Run(verdict, block, start, startOf(block, after) - start, after - first, block.record + first);
};

/** Offset of a row in its block. */
export const startOf = ({ rows }: RowBlock, index: number): number => rows[index - 1]?.end ?? 0;

const bytesOf = (block: RowBlock, index: number): Uint8Array =>
  block.bytes.subarray(startOf(block, index), (block.rows[index] as Row).end);
