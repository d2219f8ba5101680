/** `validlib check`: reads the data, has every document judged, prints what is found. */
import { constants } from "node:os";
import { Any, JsonDecodeError, type ValidationError } from "../index.ts";
import { DEFAULT_MAX_BYTES } from "../report/limits.ts";
import type { CheckOptions } from "./args.ts";
import { fileError, UsageError } from "./failure.ts";
import { type Finding, type Format, findingsOf, type Summary } from "./findings.ts";
import { formatNamed } from "./formats.ts";
import type { Host, Signal } from "./host.ts";
import { identityAt, identityOf, statusOf } from "./identity.ts";
import { type Input, openInput } from "./input.ts";
import { Judge } from "./judge.ts";
import { type Piece, Splitter } from "./lines.ts";
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
  const limits = { ...options.limits, maxBytes: options.limits.maxBytes ?? DEFAULT_MAX_BYTES };
  const files = [options.data, ...options.more];
  // A file that cannot be read is found out before anything is printed or written.
  const inputs: Input[] = [];
  try {
    for (const file of files) inputs.push(await openInput(file, host.stdin));
    const split = await openSplit(options.valid, options.invalid, await taken(options, host, inputs));
    let code = 0;
    for (const [index, input] of inputs.entries()) {
      // A quiet check needs the verdict only.
      const judge = new Judge(validator, options.quiet ? { ...limits, maxErrors: 0 } : limits, options.lines);
      const splitter = new Splitter(limits.maxBytes, options.lines);
      const one = { ...options, data: files[index] as string };
      const isLast = index === inputs.length - 1;
      code = Math.max(code, await new Check(one, host, input, split, judge, splitter).run(isLast));
      // It was interrupted, or nobody reads what is found.
      if (code > 1) break;
    }
    return code;
  } finally {
    for (const { stream } of inputs) stream.destroy();
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

class Check {
  readonly #options: CheckOptions;
  readonly #host: Host;
  readonly #input: Input;
  readonly #split: Split | undefined;
  readonly #judge: Judge;
  readonly #splitter: Splitter;
  readonly #format: Format;
  readonly #output: Sink;
  readonly #progress: Progress;
  readonly #started = performance.now();
  #bytes = 0;
  #badBytes = 0;
  #signal: Signal | undefined;

  constructor(
    options: CheckOptions,
    host: Host,
    input: Input,
    split: Split | undefined,
    judge: Judge,
    splitter: Splitter,
  ) {
    this.#options = options;
    this.#host = host;
    this.#input = input;
    this.#split = split;
    this.#judge = judge;
    this.#splitter = splitter;
    const { isTTY = false } = host.stdout;
    // Terminals that do not know their width say 0.
    const columns = host.stdout.columns || 80;
    const color = isTTY && !host.env.NO_COLOR && host.env.TERM !== "dumb";
    this.#format = formatNamed(options.format, input.name, { color, columns, timing: isTTY });
    this.#progress = new Progress(host.stderr, input.name, input.size);
    this.#badBytes = split?.badBytes ?? 0;
    const before = isTTY ? () => this.#progress.hide() : undefined;
    this.#output = new Sink(host.stdout, "-", { mayLeave: true, before });
  }

  /** @param isLast whether no more files follow, so that those of the split can be ended. */
  async run(isLast: boolean): Promise<number> {
    const interrupt = (signal: Signal): void => {
      this.#signal = signal;
      this.#input.stream.destroy();
    };
    // A single document is judged in one call, which a listener would only delay: ^C ends the process at once.
    const signals: readonly Signal[] = this.#options.lines ? ["SIGINT", "SIGTERM"] : [];
    for (const signal of signals) this.#host.once(signal, interrupt);
    let complete = false;
    try {
      this.#print(this.#format.begin());
      complete = await this.#read();
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
  async #read(): Promise<boolean> {
    for await (const chunk of this.#chunks()) {
      this.#bytes += chunk.length;
      await this.#takeAll(this.#splitter.push(chunk));
      this.#output.flush();
      this.#progress.show(this.#bytes, this.#judge.bad === 0 ? "" : `${this.#judge.bad} bad`);
      // The reader has closed the output: there is a reason to go on only if there are files to write.
      if (this.#output.closed && this.#split === undefined) return false;
    }
    if (this.#signal !== undefined) return false;
    await this.#takeAll(this.#splitter.end());
    return true;
  }

  async *#chunks(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* unpacked(this.#input.stream);
    } catch (error) {
      if (this.#signal === undefined) throw fileError("read", this.#options.data, error);
    }
  }

  async #takeAll(pieces: Iterable<Piece>): Promise<void> {
    for (const piece of pieces) {
      for (const finding of this.#take(piece)) {
        this.#print(this.#format.finding(finding));
        if (this.#output.full) await this.#output.ready();
      }
      if (this.#split?.full) await this.#split.ready();
    }
  }

  #take(piece: Piece): Iterable<Finding> {
    // Of a line that is too long nothing is kept: it is known to be bad before its end is seen.
    const error = piece.last ? this.#verdict(piece) : undefined;
    this.#split?.write(piece.bytes, error === undefined && !piece.long);
    if (piece.last) this.#badBytes = this.#split?.badBytes ?? 0;
    if (error === undefined || this.#options.quiet) return [];
    if (!this.#options.lines && isLines(error, piece.bytes)) {
      this.#host.stderr.write("validlib: the first line is a whole document; --ndjson checks one document a line\n");
    }
    return findingsOf(error, piece.long ? undefined : piece.bytes, piece);
  }

  #verdict(piece: Piece): ReturnType<Judge["judge"]> {
    try {
      return this.#judge.judge(piece);
    } catch (error) {
      throw schemaFailure(this.#options.schema, error);
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
