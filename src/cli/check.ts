/** `validlib check`: reads the data, has every document judged, prints what is found. */
import { constants } from "node:os";
import { Any, JsonDecodeError, type ValidationError, type Validator } from "../index.ts";
import { LineVerdict } from "../json/engine.ts";
import { MAX_MAX_BYTES } from "../json/pure.ts";
import { blocksOf } from "../lines/blocks.ts";
import { type Line, LineJudge, linesOf, type Run } from "../lines/judge.ts";
import { readLineOptions } from "../lines/options.ts";
import { openSource } from "../lines/source.ts";
import { type Block, Splitter } from "../lines/splitter.ts";
import { Stop } from "../lines/stop.ts";
import { DEFAULT_MAX_BYTES } from "../report/limits.ts";
import type { CheckOptions } from "./args.ts";
import { CommandError, fileError, UsageError } from "./failure.ts";
import { type Format, findingsOf, type Start, type Summary } from "./findings.ts";
import { formatNamed } from "./formats.ts";
import type { Host, Signal } from "./host.ts";
import { identityAt, identityOf, statusOf } from "./identity.ts";
import { type Input, openInput } from "./input.ts";
import { type DocumentLimits, Judge } from "./judge.ts";
import { Progress } from "./progress.ts";
import { loadSchema, schemaFailure } from "./schema.ts";
import { Sink } from "./sink.ts";
import { openSplit, type Split } from "./split.ts";
import { unpacked } from "./unpacked.ts";

/**
 * Runs a check.
 * @returns the exit code: 0 valid, 1 invalid, 128 and the signal's number if it was interrupted.
 * @throws CommandError if something cannot be read or written, or the schema's own code fails.
 */
export async function check(options: CheckOptions, host: Host): Promise<number> {
  const validator = await loadSchema(options.schema);
  const maxBytes = Math.min(options.limits.maxBytes ?? DEFAULT_MAX_BYTES, MAX_MAX_BYTES);
  const limits = { ...options.limits, maxBytes };
  const files = [options.data, ...options.more];
  // A file that cannot be read is found out before anything is printed or written.
  const inputs: Input[] = [];
  try {
    for (const file of files) inputs.push(await openInput(file, host.stdin));
    const split = await openSplit(options.valid, options.invalid, await taken(options, host, inputs));
    let code = 0;
    for (const [index, input] of inputs.entries()) {
      // A quiet check needs the verdict only.
      const bounds = options.quiet ? { ...limits, maxErrors: 0 } : limits;
      const one = { ...options, data: files[index] as string, limits: bounds };
      const isLast = index === inputs.length - 1;
      code = Math.max(code, await new Check(one, host, input, split, validator).run(isLast));
      // It was interrupted, or nobody reads what is found.
      if (code > 1) break;
      split?.next();
    }
    return code;
  } finally {
    for (const { chunks } of inputs) chunks.destroy();
  }
}

/** The files in use, by identity: what else is written must be none of them. */
async function taken(
  options: CheckOptions,
  host: Host,
  inputs: readonly Input[],
): Promise<ReadonlyMap<string, string>> {
  const status = options.quiet ? undefined : statusOf(host.stdout);
  const output = status && identityOf(status);
  const files = new Map<string, string>();
  const add = (identity: string | undefined, what: string): void => {
    if (identity === undefined) return;
    // The check would read as data what it prints, without end.
    if (identity === output) throw new UsageError(`the standard output goes into ${what}`);
    files.set(identity, what);
  };
  add(await identityAt(options.schema), "the schema");
  for (const input of inputs) add(input.identity, "the data");
  if (output !== undefined) files.set(output, "the standard output");
  return files;
}

/** What ends the reading of lines when the command is interrupted. */
const INTERRUPTED = new Error("interrupted");

/** Runs that are taken at once: where lines are short and verdicts change, a chunk has half a million. */
const MOST_RUNS = 1000;

const noMemory = (cause: RangeError): CommandError => new CommandError(cause.message, { cause });

class Check {
  readonly #options: CheckOptions & { readonly limits: DocumentLimits };
  readonly #host: Host;
  readonly #input: Input;
  readonly #split: Split | undefined;
  readonly #validator: Validator;
  readonly #judge: Judge;
  readonly #format: Format;
  readonly #output: Sink;
  readonly #progress: Progress;
  readonly #started = performance.now();
  readonly #stop = new Stop(undefined);
  #bytes = 0;
  #badBytes = 0;
  #signal: Signal | undefined;

  constructor(
    options: CheckOptions & { readonly limits: DocumentLimits },
    host: Host,
    input: Input,
    split: Split | undefined,
    validator: Validator,
  ) {
    this.#options = options;
    this.#host = host;
    this.#input = input;
    this.#split = split;
    this.#validator = validator;
    this.#judge = new Judge(validator, options.limits);
    const { isTTY = false } = host.stdout;
    // Terminals that do not know their width say 0.
    const columns = host.stdout.columns || 80;
    const color = isTTY && !host.env.NO_COLOR && host.env.TERM !== "dumb";
    this.#format = formatNamed(options.format, input.name, { color, columns, timing: isTTY }, options.more.length > 0);
    this.#progress = new Progress(host.stderr, input.name, input.size);
    this.#badBytes = split?.badBytes ?? 0;
    const before = isTTY ? () => this.#progress.hide() : undefined;
    this.#output = new Sink(host.stdout, "-", { mayLeave: true, before });
  }

  /** @param isLast whether no more files follow, so that those of the split can be ended. */
  async run(isLast: boolean): Promise<number> {
    const interrupt = (signal: Signal): void => {
      this.#signal = signal;
      this.#stop.stop(INTERRUPTED);
      this.#input.chunks.destroy();
    };
    // A single document is judged in one call, which a listener would only delay: ^C ends the process at once.
    const signals: readonly Signal[] = this.#options.lines ? ["SIGINT", "SIGTERM"] : [];
    for (const signal of signals) this.#host.once(signal, interrupt);
    let complete = false;
    try {
      this.#print(this.#format.begin());
      complete = await (this.#options.lines ? this.#readLines() : this.#readDocument());
    } catch (error) {
      if (error !== INTERRUPTED) throw error;
    } finally {
      for (const signal of signals) this.#host.off(signal, interrupt);
      this.#progress.hide();
      this.#output.flush();
      if (isLast || !complete) await this.#split?.end(this.#badBytes);
    }
    this.#print(this.#format.end(this.#summary()));
    await this.#output.end(false);
    if (this.#signal !== undefined) return 128 + constants.signals[this.#signal];
    return complete && this.#judge.bad === 0 ? 0 : 1;
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
      this.#output.flush();
      this.#progress.show(this.#bytes, this.#judge.bad === 0 ? "" : `${this.#judge.bad} bad`);
      // The reader has closed the output: there is a reason to go on only if there are files to write.
      if (this.#output.closed && this.#split === undefined) return false;
    }
    return true;
  }

  async *#judged(judge: LineJudge, maxBytes: number): AsyncGenerator<readonly Run[], void> {
    try {
      for await (const runs of judge.judge(this.#blocks(new Splitter(maxBytes)), (block) => this.#release(block))) {
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

  async *#blocks(splitter: Splitter): AsyncGenerator<readonly Block[], void> {
    try {
      yield* blocksOf(openSource(this.#chunks(), this.#stop, false), splitter);
    } catch (error) {
      throw error instanceof RangeError ? noMemory(error) : error;
    }
  }

  async *#chunks(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of unpacked(this.#input.chunks)) {
        this.#bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (this.#signal === undefined) throw fileError("read", this.#options.data, error);
    }
  }

  /** Nobody looks at the block any more. */
  #release({ bytes }: Block): void {
    this.#input.chunks.release(bytes.buffer);
  }

  /** Lines that were judged alike, or a part of a line of which nothing is kept. A promise, if there is something to say of them. */
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
    if (lines > 0) this.#badBytes = this.#split?.badBytes ?? 0;
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
    this.#badBytes = this.#split?.badBytes ?? 0;
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
    if (!this.#options.quiet && text !== "") this.#output.write(text);
  }

  #summary(): Summary {
    const { good, bad, errors, truncated } = this.#judge;
    return {
      name: this.#input.name,
      lines: this.#options.lines,
      good,
      bad,
      errors,
      truncated,
      interrupted: this.#signal !== undefined,
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
