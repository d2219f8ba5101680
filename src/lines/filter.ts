/** Splits NDJSON into valid and invalid lines, byte for byte. Nothing is built but errors that are asked for. */
import type { ValidationError } from "../errors/errors.ts";
import { LineVerdict } from "../json/engine.ts";
import { ownValue } from "../values/input.ts";
import { blocksOf } from "./blocks.ts";
import { LineJudge, type LineValidator, linesOf, type Run } from "./judge.ts";
import { type ErrorLevel, type FilterOptions, readFilterOptions } from "./options.ts";
import { Output, type WritableOutput } from "./output.ts";
import { type ByteReader, type LineSource, openSource } from "./source.ts";
import { Splitter } from "./splitter.ts";
import { Stop } from "./stop.ts";

/** What a filter has seen. */
export interface LineCounts {
  /** Lines that are valid. */
  good: number;
  /** Lines that are not. */
  bad: number;
  /** Blank lines that were skipped. */
  blank: number;
  /** Bytes of all lines, with their endings. */
  bytes: number;
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
    const judge = new LineJudge(validator, known);
    const counts = { good: 0, bad: 0, blank: 0, bytes: 0 };
    const blocks = blocksOf(reader, new Splitter(known.maxLineBytes), known.threads);
    for await (const runs of judge.judge(blocks)) {
      for (const run of runs) {
        count(counts, run);
        const told = outputs.write(run, judge);
        if (told !== undefined) await told;
      }
      await outputs.flush();
      stop.check();
    }
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

function count(counts: LineCounts, { verdict, lines, size }: Run): void {
  if (verdict === LineVerdict.valid) counts.good += lines;
  else if (verdict === LineVerdict.invalid) counts.bad += lines;
  else counts.blank += lines;
  counts.bytes += size;
}

const encoder = new TextEncoder();

/** Where lines go, and what is wrong with them. */
class Outputs {
  readonly #valid: Output | undefined;
  readonly #invalid: Output | undefined;
  readonly #errors: Output | undefined;
  readonly #level: ErrorLevel;
  readonly #stop: Stop;
  /** By stream: two of the outputs may be the same. */
  readonly #all = new Map<WritableOutput, Output>();

  constructor(options: FilterOptions, level: ErrorLevel, stop: Stop) {
    this.#level = level;
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

  /** A promise, if errors are written. */
  write(run: Run, judge: LineJudge): Promise<void> | undefined {
    const isInvalid = run.verdict === LineVerdict.invalid;
    const output = isInvalid ? this.#invalid : this.#valid;
    if (output !== undefined) output.write(run.bytes);
    return isInvalid && this.#level !== "none" ? this.#explain(run, judge) : undefined;
  }

  async #explain(run: Run, judge: LineJudge): Promise<void> {
    const most = this.#level === "first" ? 1 : undefined;
    if (run.long === undefined) {
      for (const { bytes, line, offset } of linesOf(run)) {
        this.#record(line, offset, judge.errorOf(bytes, line, bytes.length, most));
        // What is said of a line may be a hundred times as long as the line.
        if (this.#errors?.isFull) await this.flush();
        this.#stop.check();
      }
    } else if (run.long.last) {
      this.#record(run.line, run.offset, judge.errorOf(run.bytes, run.line, run.long.size));
    }
  }

  #record(line: number, offset: number, error: ValidationError | undefined): void {
    if (error === undefined) return;
    const record = { line, offset, issues: error.issues };
    this.#errors?.write(encoder.encode(`${JSON.stringify(record)}\n`));
  }

  /** Waits until all outputs take more. */
  async flush(): Promise<void> {
    for (const output of this.#all.values()) {
      const full = output.flush();
      if (full !== undefined) await this.#stop.orStop(full);
    }
  }

  async end(close: boolean): Promise<void> {
    await this.#stop.orStop(Promise.all(Array.from(this.#all.values(), (output) => output.end(close))));
  }

  abandon(reason: unknown, close: boolean): void {
    for (const output of this.#all.values()) output.abandon(reason, close);
  }
}
