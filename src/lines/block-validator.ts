/** Validates blocks of lines. */
import type { ValidationError } from "../core/errors/errors.ts";
import type { JsonLimits, JsonSource, LineEngine } from "../core/json/engine.ts";
import { LineVerdict } from "../core/json/engine.ts";
import { engineInUse } from "../core/json/in-use.ts";
import type { Result } from "../core/report/report.ts";
import type { Checker } from "../core/schemas/checker.ts";
import { validateEachLine } from "./each-line.ts";
import { hasBom, isBlankLine } from "./line.ts";
import { inStream, recordTooLarge, worded } from "./line-error.ts";
import type { Block } from "./open-record.ts";
import type { KnownLineOptions } from "./options.ts";
import { Run, type Verdict } from "./run.ts";

/** For each block its runs as numbers (see `LineEngine`); empty for a part of a line that is too long. */
type Verdicts = readonly Uint32Array[];

/** Numbers of a run: its end, how many lines it has, and their verdict. */
const RUN_SIZE = 3;

const NO_BYTES = new Uint8Array();

/** The methods of a validator that are called for lines. */
export interface LineValidator<Output = unknown> extends Checker {
  safeJson(source: JsonSource, limits?: JsonLimits): Result<Output>;
  safeJsonAsync(source: JsonSource, limits?: JsonLimits): Promise<Result<Output>>;
  isJson(source: JsonSource, limits?: JsonLimits): boolean;
}

/**
 * Returns the error of a line, with its positions in the stream; undefined if the line is valid.
 * @param line with `long`, if it was too long to be kept.
 */
export function lineError(
  validator: LineValidator,
  { limits, maxLineBytes }: Pick<KnownLineOptions, "limits" | "maxLineBytes">,
  { text, long, line, offset, frame }: Pick<Run, "text" | "long" | "line" | "offset"> & Partial<Pick<Run, "frame">>,
  maxErrors?: number,
): ValidationError | undefined {
  const { size } = long ?? { size: text.length };
  if (size > maxLineBytes) return worded(recordTooLarge(maxLineBytes, size, { line, offset }, frame), limits);
  const result = validator.safeJson(text, maxErrors === undefined ? limits : { ...limits, maxErrors });
  if (result.ok) return undefined;
  return frame?.inFile(result.error, line, offset, size) ?? inStream(result.error, { line, offset });
}

/** Validates the blocks of one stream, in order. */
export class BlockValidator {
  readonly #validator: LineValidator;
  readonly #options: KnownLineOptions;
  /** The C++ engine, which has its own thread pool. Without it, lines are validated one by one on this thread. */
  readonly #engine: LineEngine | undefined;
  #line: number;

  /** @param first number of the first line. */
  constructor(validator: LineValidator, options: KnownLineOptions, first = 1) {
    this.#line = first;
    this.#validator = validator;
    this.#options = options;
    this.#engine = engineInUse().openLines?.(validator, options.threads, options.limits);
  }

  /** Validates the next blocks. Consume the runs before the next call. */
  runsOf(blocks: readonly Block[]): Iterable<Run> {
    return this.#runs(blocks, this.#verdicts(blocks));
  }

  #verdicts(blocks: readonly Block[]): Verdicts {
    const bytes = blocks.map((block) => (block.long === undefined ? block.bytes : NO_BYTES));
    return (
      this.#engine?.validate(bytes) ??
      bytes.map((lines) => validateEachLine(this.#validator, lines, this.#options.limits))
    );
  }

  /** One generator for all blocks: `yield*` costs as much as a run. */
  *#runs(blocks: readonly Block[], verdicts: Verdicts): Generator<Run, void> {
    for (let index = 0; index < blocks.length; index++) {
      const block = blocks[index] as Block;
      const { bytes, long } = block;
      if (long !== undefined) yield this.#run(LineVerdict.invalid, block, 0, bytes.length, long.last ? 1 : 0);
      const numbers = verdicts[index] as Uint32Array;
      let start = 0;
      for (let at = 0; at < numbers.length; at += RUN_SIZE) {
        // No destructuring: it would cost more than the rest of the loop.
        const end = numbers[at] as number;
        const lines = numbers[at + 1] as number;
        const verdict = numbers[at + 2] as Verdict | typeof LineVerdict.undecided;
        if (
          verdict === LineVerdict.undecided ||
          (verdict === LineVerdict.invalid && this.#line === 1 && hasBom(bytes))
        ) {
          const run = this.#run(LineVerdict.invalid, block, start, end - start, lines);
          for (const line of run.each()) yield line.as(this.#verdictOf(line));
        } else {
          yield this.#run(this.#withoutBlank(verdict), block, start, end - start, lines);
        }
        start = end;
      }
    }
  }

  #run(verdict: Verdict, block: Block, start: number, size: number, lines: number): Run {
    const run = new Run(verdict, block, start, size, lines, this.#line);
    this.#line += lines;
    return run;
  }

  #verdictOf({ text, line }: Run): Verdict {
    const { limits, maxLineBytes } = this.#options;
    if (text.length <= maxLineBytes && isBlankLine(text, line)) return this.#withoutBlank(LineVerdict.blank);
    return this.#validator.isJson(text, limits) ? LineVerdict.valid : LineVerdict.invalid;
  }

  /** Blank lines are invalid if the caller does not skip them. */
  #withoutBlank(verdict: Verdict): Verdict {
    return verdict === LineVerdict.blank && this.#options.blank === "error" ? LineVerdict.invalid : verdict;
  }

  /** Returns the error of an invalid line; undefined if a validator that is not deterministic accepts it this time. */
  lineError(line: Run, maxErrors?: number): ValidationError | undefined {
    return lineError(this.#validator, this.#options, line, maxErrors);
  }
}
