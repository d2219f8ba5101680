/** `validlib check`: reads the data, has every document judged, prints what is found. */
import { constants } from "node:os";
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

/**
 * Runs a check.
 * @returns the exit code: 0 valid, 1 invalid, 128 and the signal's number if it was interrupted.
 * @throws CommandError if something cannot be read or written, or the schema's own code fails.
 */
export async function check(options: CheckOptions, host: Host): Promise<number> {
  const validator = await loadSchema(options.schema);
  const input = await openInput(options.data, host.stdin);
  try {
    const split = await openSplit(options.valid, options.invalid, await taken(options, host, input));
    const limits = { ...options.limits, maxBytes: options.limits.maxBytes ?? DEFAULT_MAX_BYTES };
    // A quiet check needs the verdict only.
    const judge = new Judge(validator, options.quiet ? { ...limits, maxErrors: 0 } : limits, options.lines);
    return await new Check(options, host, input, split, judge, new Splitter(limits.maxBytes, options.lines)).run();
  } finally {
    input.stream.destroy();
  }
}

/** The files in use, by identity: what else is written must be none of them. */
async function taken(options: CheckOptions, host: Host, input: Input): Promise<ReadonlyMap<string, string>> {
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
  add(input.identity, "the data");
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
    const before = isTTY ? () => this.#progress.hide() : undefined;
    this.#output = new Sink(host.stdout, "-", { mayLeave: true, before });
  }

  async run(): Promise<number> {
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
      await this.#split?.end(this.#badBytes);
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
      for await (const chunk of this.#input.stream) yield chunk;
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
