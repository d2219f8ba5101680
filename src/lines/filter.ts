/** Splits sources into valid and invalid records, byte for byte. Errors are created only on request. */
import type { ValidationError } from "../core/errors/errors.ts";
import { LineVerdict } from "../core/json/engine.ts";
import type {
  ErrorLevel,
  FilterOptions,
  LineCounts,
  LineSource,
  RecordCounts,
  RecordFilterOptions,
  RecordStart,
  WritableOutput,
} from "../core/lines.ts";
import { ownValue } from "../values/input.ts";
import { Stop } from "../values/stop.ts";
import { BlockValidator, type LineValidator } from "./block-validator.ts";
import { blocksOf } from "./blocks.ts";
import type { CsvCutter } from "./csv-cutter.ts";
import { cutterOf } from "./cutter.ts";
import { CsvFramer, type Framer, framerOf } from "./framer.ts";
import { type KnownRecordOptions, readFilterOptions, readRecordFilterOptions } from "./options.ts";
import { Output } from "./output.ts";
import { openRows, RowRuns } from "./row-validator.ts";
import type { Run } from "./run.ts";
import { type ByteReader, openSource } from "./source.ts";
import { type Cutter, Splitter } from "./splitter.ts";

export const noCounts = (): LineCounts => ({ good: 0, bad: 0, blank: 0, bytes: 0 });

/** The destination of the lines of a filter. Promises that its methods return are awaited. */
export interface LineSink {
  /** How much of each invalid line is reported. */
  readonly errors: ErrorLevel;
  /** Takes lines in order. Their bytes stay unchanged until the block is released. */
  write(run: Run): Promise<void> | undefined;
  /** Takes the error of an invalid line, which has been written before. */
  report(line: Run, error: ValidationError): Promise<void> | undefined;
  /** Called when all lines read so far are written. */
  flush(): Promise<void> | undefined;
  /** Called when no more lines of the block follow, so that its memory can be reused. */
  release?(block: { readonly bytes: Uint8Array }): void;
}

/** Validates the blocks of one source, in order. */
export interface RunValidator<B> {
  /** Validates the next blocks. Consume the runs before the next call. */
  runsOf(blocks: readonly B[]): Iterable<Run>;
  /** The error of an invalid record; undefined if a validator that is not deterministic accepts it this time. */
  lineError(run: Run, maxErrors?: number): ValidationError | undefined;
}

/**
 * Validates blocks of lines and passes the lines to a sink: the loop of `filterLines` and of the command.
 * @param counts are kept up to date, so that they are right if the filter ends early.
 * @throws the errors of the blocks, the validator and the sink.
 */
export async function filterBlocks<B extends { readonly bytes: Uint8Array }>(
  blocks: AsyncIterable<readonly B[]>,
  validator: RunValidator<B>,
  sink: LineSink,
  counts: LineCounts,
): Promise<void> {
  const write = (run: Run): Promise<void> | undefined => {
    count(counts, run);
    return sink.write(run);
  };
  const explain = async (line: Run): Promise<void> => {
    const error = validator.lineError(line, sink.errors === "first" ? 1 : undefined);
    await write(error === undefined ? line.as(LineVerdict.valid) : line);
    if (error !== undefined) await sink.report(line, error);
  };
  for await (const some of blocks) {
    for (const run of validator.runsOf(some)) {
      if (run.verdict !== LineVerdict.invalid || sink.errors === "none" || run.lines === 0) {
        const written = write(run);
        if (written !== undefined) await written;
      } else for (const line of run.each()) await explain(line);
    }
    await sink.flush();
    for (const block of some) sink.release?.(block);
  }
}

function count(counts: LineCounts, { verdict, lines, size }: Run): void {
  if (verdict === LineVerdict.valid) counts.good += lines;
  else if (verdict === LineVerdict.invalid) counts.bad += lines;
  else counts.blank += lines;
  counts.bytes += size;
}

/** See `Validator.filterLines`. */
export async function filterLines(
  validator: LineValidator,
  source: LineSource,
  options: FilterOptions | undefined,
): Promise<LineCounts> {
  const known = readFilterOptions(options);
  const counts = noCounts();
  const cutting = { cutter: new Splitter(known.maxLineBytes), validator: new BlockValidator(validator, known) };
  const outputsOf = (stop: Stop): Outputs => new Outputs(options ?? {}, known.errors, stop, () => undefined, "line");
  await filtered(source, known, counts, async () => cutting, outputsOf);
  return counts;
}

/** See `Validator.filterRecords`. */
export async function filterRecords(
  validator: LineValidator,
  source: LineSource,
  options: RecordFilterOptions,
): Promise<RecordCounts> {
  const known = readRecordFilterOptions(validator, options);
  const counts = noCounts();
  let next: RecordStart = known.from ?? { offset: 0, record: 1 };
  let csv: CsvCutter | undefined;
  const read = (): RecordCounts => ({ ...counts, next });
  const { format, onProgress } = known;
  const open = async (): Promise<Cutting<{ bytes: Uint8Array }>> => {
    if (format !== "csv") return cuttingOf(validator, known) as Cutting<{ bytes: Uint8Array }>;
    const { cutter, rows } = await openRows(validator, known);
    csv = cutter;
    return { cutter, validator: new RowRuns(rows) } as Cutting<never>;
  };
  const framerFor = (name: string): Framer | undefined =>
    format === "csv"
      ? new CsvFramer(() => csv?.header?.bytes, known.csv, name === "invalid" ? known.reason : undefined)
      : framerOf(format);
  const outputsOf = (stop: Stop): Outputs => {
    const outputs = new Outputs(options, known.errors, stop, framerFor, "record");
    return Object.assign(outputs, {
      passed: ({ offset, size, line, lines }: Run) => {
        next = { offset: offset + size, record: line + lines };
      },
      flushed: () => onProgress?.(read()),
    });
  };
  await filtered(source, known, counts, open, outputsOf);
  return read();
}

/** What cuts a source into records, and validates them. */
export interface Cutting<B> {
  readonly cutter: Cutter<B>;
  readonly validator: RunValidator<B>;
}

const cuttingOf = (validator: LineValidator, known: KnownRecordOptions) => ({
  cutter: cutterOf(known),
  validator: new BlockValidator(validator, known, known.from?.record),
});

async function filtered<B extends { readonly bytes: Uint8Array }>(
  source: LineSource,
  known: ReturnType<typeof readFilterOptions>,
  counts: LineCounts,
  open: () => Promise<Cutting<B>>,
  outputsOf: (stop: Stop) => Outputs,
): Promise<void> {
  const stop = new Stop(known.signal);
  let outputs: Outputs | undefined;
  let reader: ByteReader | undefined;
  try {
    outputs = outputsOf(stop);
    reader = openSource(source, stop);
    const { cutter, validator } = await open();
    await filterBlocks(blocksOf(reader, cutter, known.threads), validator, outputs, counts);
    await outputs.end(known.end);
  } catch (error) {
    outputs?.abandon(error, known.end);
    throw error;
  } finally {
    stop.close();
    await reader?.close();
  }
}

const encoder = new TextEncoder();

/** The sink of a filter: up to three streams. */
class Outputs implements LineSink {
  readonly errors: ErrorLevel;
  readonly #valid: Output | undefined;
  readonly #invalid: Output | undefined;
  readonly #errors: Output | undefined;
  readonly #stop: Stop;
  /** By stream, because two options may name the same one. */
  readonly #all = new Map<WritableOutput, Output>();
  /** What each output has around records. */
  readonly #framers = new Map<Output, Framer>();
  /** The name of the number of a record in `errorsTo`. */
  readonly #number: "line" | "record";
  /** Called with records that have been written. */
  passed: ((run: Run) => void) | undefined;
  /** Called when all records read so far are written. */
  flushed: (() => void) | undefined;

  constructor(
    options: FilterOptions,
    errors: ErrorLevel,
    stop: Stop,
    framerFor: (name: "valid" | "invalid") => Framer | undefined,
    number: "line" | "record",
  ) {
    this.errors = errors;
    this.#stop = stop;
    this.#number = number;
    try {
      this.#valid = this.#open(options, "valid");
      this.#invalid = this.#open(options, "invalid");
      for (const [name, output] of [
        ["invalid", this.#invalid],
        ["valid", this.#valid],
      ] as const) {
        const framer = output && !this.#framers.has(output) ? framerFor(name) : undefined;
        if (framer !== undefined) this.#framers.set(output as Output, framer);
      }
      this.#errors = this.#open(options, "errorsTo");
    } catch (error) {
      this.abandon(error, false);
      throw error;
    }
  }

  #open(options: FilterOptions, name: "valid" | "invalid" | "errorsTo"): Output | undefined {
    const stream = ownValue(options, name) as WritableOutput | undefined;
    if (stream === undefined) return undefined;
    const output = this.#all.get(stream) ?? new Output(stream, name, this.#stop);
    this.#all.set(stream, output);
    return output;
  }

  write(run: Run): undefined {
    const output = run.verdict === LineVerdict.invalid ? this.#invalid : this.#valid;
    if (output !== undefined) {
      const framer = this.#framers.get(output);
      if (framer === undefined) output.write(run.bytes);
      else for (const bytes of framer.write(run)) if (bytes.length > 0) output.write(bytes);
    }
    this.passed?.(run);
  }

  report(run: Run, { issues }: ValidationError): Promise<void> | undefined {
    const { line, offset } = run;
    const reason = this.#invalid && this.#framers.get(this.#invalid)?.report?.(run, issues);
    if (reason !== undefined) (this.#invalid as Output).write(reason);
    this.#errors?.write(encoder.encode(`${JSON.stringify({ [this.#number]: line, offset, issues })}\n`));
    this.#stop.check();
    // The errors of a line may be a hundred times as long as the line.
    return this.#errors?.isFull || this.#invalid?.isFull ? this.#flush() : undefined;
  }

  /** Waits until all outputs accept more. */
  async flush(): Promise<void> {
    await this.#flush();
    this.flushed?.();
  }

  async #flush(): Promise<void> {
    for (const output of this.#all.values()) {
      const full = output.flush();
      if (full !== undefined) await this.#stop.orStop(full);
    }
    this.#stop.check();
  }

  async end(close: boolean): Promise<void> {
    for (const [output, framer] of this.#framers) output.write(framer.end());
    await this.#stop.orStop(Promise.all(Array.from(this.#all.values(), (output) => output.end(close))));
  }

  abandon(reason: unknown, close: boolean): void {
    for (const output of this.#all.values()) output.abandon(reason, close);
  }
}
