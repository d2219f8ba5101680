/** Splits NDJSON into valid and invalid lines, byte for byte. No values are created, and errors only on request. */
import type { ValidationError } from "../core/errors/errors.ts";
import { LineVerdict } from "../core/json/engine.ts";
import type { ErrorLevel, FilterOptions, LineCounts, LineSource, WritableOutput } from "../core/lines.ts";
import { ownValue } from "../values/input.ts";
import { Stop } from "../values/stop.ts";
import { BlockValidator, type LineValidator } from "./block-validator.ts";
import { blocksOf } from "./blocks.ts";
import type { Block } from "./open-record.ts";
import { readFilterOptions } from "./options.ts";
import { Output } from "./output.ts";
import type { Run } from "./run.ts";
import { type ByteReader, openSource } from "./source.ts";
import { Splitter } from "./splitter.ts";

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
  release?(block: Block): void;
}

/**
 * Validates blocks of lines and passes the lines to a sink: the loop of `filterLines` and of the command.
 * @param counts are kept up to date, so that they are right if the filter ends early.
 * @throws the errors of the blocks, the validator and the sink.
 */
export async function filterBlocks(
  blocks: AsyncIterable<readonly Block[]>,
  validator: BlockValidator,
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
      } else if (run.long === undefined) for (const line of run.each()) await explain(line);
      else await explain(run);
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
  const stop = new Stop(known.signal);
  let outputs: Outputs | undefined;
  let reader: ByteReader | undefined;
  try {
    outputs = new Outputs(options ?? {}, known.errors, stop);
    reader = openSource(source, stop);
    const blocks = blocksOf(reader, new Splitter(known.maxLineBytes), known.threads);
    const counts = noCounts();
    await filterBlocks(blocks, new BlockValidator(validator, known), outputs, counts);
    await outputs.end(known.end);
    return counts;
  } catch (error) {
    outputs?.abandon(error, known.end);
    throw error;
  } finally {
    stop.close();
    await reader?.close();
  }
}

const encoder = new TextEncoder();

/** The sink of `filterLines`: up to three streams. */
class Outputs implements LineSink {
  readonly errors: ErrorLevel;
  readonly #valid: Output | undefined;
  readonly #invalid: Output | undefined;
  readonly #errors: Output | undefined;
  readonly #stop: Stop;
  /** By stream, because two options may name the same one. */
  readonly #all = new Map<WritableOutput, Output>();

  constructor(options: FilterOptions, errors: ErrorLevel, stop: Stop) {
    this.errors = errors;
    this.#stop = stop;
    try {
      this.#valid = this.#open(options, "valid");
      this.#invalid = this.#open(options, "invalid");
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
    output?.write(run.bytes);
  }

  report({ line, offset }: Run, { issues }: ValidationError): Promise<void> | undefined {
    this.#errors?.write(encoder.encode(`${JSON.stringify({ line, offset, issues })}\n`));
    this.#stop.check();
    // The errors of a line may be a hundred times as long as the line.
    return this.#errors?.isFull ? this.flush() : undefined;
  }

  /** Waits until all outputs accept more. */
  async flush(): Promise<void> {
    for (const output of this.#all.values()) {
      const full = output.flush();
      if (full !== undefined) await this.#stop.orStop(full);
    }
    this.#stop.check();
  }

  async end(close: boolean): Promise<void> {
    await this.#stop.orStop(Promise.all(Array.from(this.#all.values(), (output) => output.end(close))));
  }

  abandon(reason: unknown, close: boolean): void {
    for (const output of this.#all.values()) output.abandon(reason, close);
  }
}
