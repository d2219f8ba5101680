/** The check of one input: reads it, has every document judged, prints what is found. */
import { Any, JsonDecodeError, type ValidationError, type Validator } from "../index.ts";
import { LineVerdict } from "../json/engine.ts";
import { blocksOf } from "../lines/blocks.ts";
import { type Line, LineJudge, linesOf, type Run } from "../lines/judge.ts";
import { readLineOptions } from "../lines/options.ts";
import { openSource } from "../lines/source.ts";
import { type Block, Splitter } from "../lines/splitter.ts";
import type { Stop } from "../lines/stop.ts";
import type { CheckOptions } from "./args.ts";
import { utf8 } from "./encoding.ts";
import { CommandError, fileError } from "./failure.ts";
import { type Format, findingsOf, type Start, type Summary } from "./findings.ts";
import { formatNamed } from "./formats.ts";
import type { Host } from "./host.ts";
import type { Input } from "./input.ts";
import { INTERRUPTED } from "./interruption.ts";
import { type DocumentLimits, Judge } from "./judge.ts";
import { Progress } from "./progress.ts";
import { schemaFailure } from "./schema.ts";
import type { Sink } from "./sink.ts";
import type { Split } from "./split.ts";
import { unpacked } from "./unpacked.ts";

/** What the checks of all inputs share. */
export interface Shared {
  readonly options: CheckOptions & { readonly limits: DocumentLimits };
  readonly host: Host;
  readonly validator: Validator;
  /** The standard output. */
  readonly output: Sink;
  readonly split: Split | undefined;
  /** Ends the reading of lines, with INTERRUPTED. */
  readonly stop: Stop;
}

/** Runs that are taken at once: where lines are short and verdicts change, a chunk has half a million. */
const MOST_RUNS = 1000;

const noMemory = (cause: RangeError): CommandError => new CommandError(cause.message, { cause });

export class InputCheck {
  readonly #input: Input;
  readonly #options: Shared["options"];
  readonly #host: Host;
  readonly #validator: Validator;
  readonly #output: Sink;
  readonly #split: Split | undefined;
  readonly #stop: Stop;
  readonly #judge: Judge;
  readonly #format: Format;
  readonly #progress: Progress;
  readonly #started = performance.now();
  #bytes = 0;

  constructor(input: Input, { options, host, validator, output, split, stop }: Shared) {
    this.#input = input;
    this.#options = options;
    this.#host = host;
    this.#validator = validator;
    this.#output = output;
    this.#split = split;
    this.#stop = stop;
    this.#judge = new Judge(validator, options.limits);
    const { isTTY = false } = host.stdout;
    // Terminals that do not know their width say 0.
    const columns = host.stdout.columns || 80;
    const color = isTTY && !host.env.NO_COLOR && host.env.TERM !== "dumb";
    this.#format = formatNamed(options.format, input.name, { color, columns, timing: isTTY }, options.more.length > 0);
    this.#progress = new Progress(host.stderr, input.name, input.size);
  }

  /** Nothing that was read is invalid. */
  get isValid(): boolean {
    return this.#judge.bad === 0;
  }

  /** The reader has closed the output: there is a reason to go on only if there are files to write. */
  get #isInVain(): boolean {
    return this.#output.closed && this.#split === undefined;
  }

  /**
   * Returns false if there was more to read. The summary is not flushed: it may have to wait for the files of the
   * split.
   */
  async run(): Promise<boolean> {
    if (this.#isInVain) return false;
    let complete = false;
    let interrupted = false;
    try {
      this.#print(this.#format.begin());
      complete = await (this.#options.lines ? this.#readLines() : this.#readDocument());
    } catch (error) {
      if (error !== INTERRUPTED) throw error;
      interrupted = true;
    } finally {
      this.#progress.hide();
      this.#output.flush();
    }
    this.#print(this.#format.end(this.#summary(interrupted)));
    return complete;
  }

  /** Returns false if there was more to read. */
  async #readLines(): Promise<boolean> {
    const { jobs, limits } = this.#options;
    const { maxBytes, ...rest } = limits;
    const options = readLineOptions({ ...rest, maxLineBytes: maxBytes, threads: jobs });
    const judge = new LineJudge(this.#validator, options);
    for await (const runs of this.#judged(judge, options.maxLineBytes)) {
      for (const run of runs) {
        const told = this.#takeRun(run);
        if (told !== undefined) await told;
        if (this.#split?.full) await this.#split.ready();
      }
      this.#split?.pass();
      this.#output.flush();
      this.#progress.show(this.#bytes, this.#judge.bad === 0 ? "" : `${this.#judge.bad} bad`);
      if (this.#isInVain) return false;
    }
    return true;
  }

  async *#judged(judge: LineJudge, maxBytes: number): AsyncGenerator<readonly Run[], void> {
    try {
      for await (const runs of judge.judge(this.#blocks(new Splitter(maxBytes), this.#options.jobs), (block) =>
        this.#release(block),
      )) {
        let some: Run[] = [];
        for (const run of runs) {
          some.push(run);
          if (some.length < MOST_RUNS) continue;
          yield some;
          some = [];
        }
        yield some;
      }
    } catch (error) {
      if (error === INTERRUPTED || error instanceof CommandError) throw error;
      throw schemaFailure(this.#options.schema, error);
    }
  }

  async *#blocks(splitter: Splitter, threads = 1): AsyncGenerator<readonly Block[], void> {
    try {
      yield* blocksOf(openSource(this.#chunks(), this.#stop, false), splitter, threads);
    } catch (error) {
      throw error instanceof RangeError ? noMemory(error) : error;
    }
  }

  async *#chunks(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of utf8(unpacked(this.#input.chunks))) {
        this.#bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (!this.#stop.stopped) throw fileError("read", this.#input.file, error);
    }
  }

  /** All lines of the block are told of. */
  #release({ bytes }: Block): void {
    const release = (): void => this.#input.chunks.release(bytes.buffer);
    if (this.#split === undefined) release();
    else this.#split.lend(release);
  }

  /**
   * Lines that were judged alike, or a part of a line of which nothing is kept. A promise, if there is something to say
   * of them.
   */
  #takeRun(run: Run): Promise<void> | undefined {
    if (run.verdict === LineVerdict.invalid) return this.#takeInvalid(run);
    if (run.verdict === LineVerdict.valid) this.#judge.good += run.lines;
    this.#split?.write(run.bytes, true);
    return undefined;
  }

  /** A part of a line is bad before the end of the line is seen. */
  #takeInvalid(run: Run): Promise<void> | undefined {
    const { bytes, lines, long } = run;
    if (long === undefined && !this.#options.quiet) return this.#takeEach(run);
    this.#split?.write(bytes, false);
    if (lines > 0) this.#split?.keep();
    if (long?.last) return this.#report(this.#judge.explain(bytes, long.size), undefined, run);
    this.#judge.bad += lines;
    return undefined;
  }

  async #takeEach(run: Run): Promise<void> {
    for (const line of linesOf(run)) await this.#takeBad(line, run);
  }

  async #takeBad(line: Line, run: Run): Promise<void> {
    const error = this.#asked(() => this.#judge.explain(line.bytes));
    const start = line.offset - run.offset;
    this.#split?.write(run.bytes.subarray(start, start + line.bytes.length + 1), error === undefined);
    this.#split?.keep();
    await this.#report(error, line.bytes.length > this.#options.limits.maxBytes ? undefined : line.bytes, line);
  }

  /** Returns true: a document is read to its end. */
  async #readDocument(): Promise<boolean> {
    const splitter = new Splitter(this.#options.limits.maxBytes, false);
    try {
      for await (const chunk of this.#chunks()) {
        // Of a document that is too large nothing is kept, and of one that is not a copy.
        Array.from(splitter.push(chunk));
        this.#input.chunks.release(chunk.buffer);
        this.#progress.show(this.#bytes, "");
      }
    } catch (error) {
      throw error instanceof RangeError ? noMemory(error) : error;
    }
    for (const block of splitter.end()) await this.#takeDocument(block);
    return true;
  }

  async #takeDocument({ bytes, long }: Block): Promise<void> {
    const error = this.#asked(() =>
      long === undefined ? this.#judge.judge(bytes) : this.#judge.explain(bytes, long.size),
    );
    if (error !== undefined && !this.#options.quiet && isLines(error, bytes)) {
      this.#host.stderr.write("validlib: the first line is a whole document; --ndjson checks one document a line\n");
    }
    await this.#report(error, long === undefined ? bytes : undefined, { line: 1, offset: 0 });
  }

  /** What the schema says; its own code may throw anything. */
  #asked(judge: () => ValidationError | undefined): ValidationError | undefined {
    try {
      return judge();
    } catch (error) {
      throw schemaFailure(this.#options.schema, error);
    }
  }

  async #report(error: ValidationError | undefined, source: Uint8Array | undefined, start: Start): Promise<void> {
    if (error === undefined || this.#options.quiet) return;
    for (const finding of findingsOf(error, source, start)) {
      this.#print(this.#format.finding(finding));
      if (this.#output.full) await this.#output.ready();
    }
  }

  #print(text: string): void {
    if (this.#options.quiet || text === "") return;
    // Both are on the terminal.
    if (this.#host.stdout.isTTY) this.#progress.hide();
    this.#output.write(text);
  }

  #summary(interrupted: boolean): Summary {
    const { good, bad, errors, truncated } = this.#judge;
    return {
      name: this.#input.name,
      lines: this.#options.lines,
      good,
      bad,
      errors,
      truncated,
      interrupted,
      bytes: this.#bytes,
      seconds: (performance.now() - this.#started) / 1000,
    };
  }
}

/** A line that is longer is not looked at for a hint. */
const MAX_FIRST_LINE = 1_000_000;

/** Whether what is refused as one document seems to be one document a line. */
function isLines(error: ValidationError, bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0x0a);
  const isBehind = error instanceof JsonDecodeError && error.reason === "syntax" && (error.offset ?? 0) > end;
  return isBehind && end > 0 && end < MAX_FIRST_LINE && Any().isJson(bytes.subarray(0, end));
}
