/** Validates blocks of lines for a filter that takes the values of valid ones, too, so that each is read once. */
import type { ValidationError } from "../core/errors/errors.ts";
import { LineVerdict } from "../core/json/engine.ts";
import type { LineResult } from "../core/lines.ts";
import { type LineValidator, lineError } from "./block-validator.ts";
import type { RunValidator } from "./filter.ts";
import type { Block } from "./open-record.ts";
import type { KnownLineOptions } from "./options.ts";
import { Run, type Verdict } from "./run.ts";
import { type BatchReader, Lines } from "./values.ts";

/** Validates the blocks of one stream, in order, on this thread. */
export class ValueRuns<Output> implements RunValidator<Block> {
  readonly #validator: LineValidator<Output>;
  readonly #options: KnownLineOptions;
  readonly #lines: Lines<Output>;
  readonly #take: (values: Output[]) => void;
  /** The errors of invalid lines whose runs were yielded, by number. */
  readonly #errors = new Map<number, ValidationError>();

  /**
   * @param validator waits for no function.
   * @param reader takes the place of the reader of values.
   * @param take gets the values of the valid lines, in order, before their runs.
   */
  constructor(
    validator: LineValidator<Output>,
    options: KnownLineOptions,
    reader: BatchReader | undefined,
    take: (values: Output[]) => void,
  ) {
    this.#validator = validator;
    this.#options = options;
    // On several threads, results of long lines would be promises.
    this.#lines = new Lines(validator, { ...options, threads: 1 }, reader);
    this.#take = take;
  }

  *runsOf(blocks: readonly Block[]): Generator<Run, void> {
    for (const block of blocks) yield* this.#runs(block);
  }

  #runs(block: Block): readonly Run[] {
    const lines = this.#lines;
    const { bytes, long } = block;
    if (long?.last === false) return [new Run(LineVerdict.invalid, block, 0, bytes.length, 0, lines.line)];
    this.#errors.clear();
    let values: Output[] = [];
    const begun: { readonly verdict: Verdict; readonly start: number; readonly line: number }[] = [];
    lines.begin(block);
    while (lines.more) {
      const { at: start, line } = lines;
      const verdict = this.#next(values);
      if (begun.at(-1)?.verdict !== verdict) begun.push({ verdict, start, line });
      // The rows that the reader has must be those that the caller knows.
      if (values.length === 0 || !lines.isAtEnd) continue;
      this.#take(values);
      values = [];
    }
    return begun.map(({ verdict, start, line }, index) => {
      const next = begun[index + 1] ?? { start: bytes.length, line: lines.line };
      return new Run(verdict, block, start, next.start - start, next.line - line, line);
    });
  }

  /** Reads the next lines of one verdict, or one of them. */
  #next(values: Output[]): Verdict {
    if (this.#lines.takeValues(values)) return LineVerdict.valid;
    const result = this.#lines.next() as LineResult<Output> | undefined;
    if (result === undefined) return LineVerdict.blank;
    if (result.ok) values.push(result.value);
    else this.#errors.set(result.line, result.error);
    return result.ok ? LineVerdict.valid : LineVerdict.invalid;
  }

  lineError(run: Run, maxErrors?: number): ValidationError | undefined {
    return this.#errors.get(run.line) ?? lineError(this.#validator, this.#options, run, maxErrors);
  }
}
