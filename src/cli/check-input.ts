/** Checks one input: reads it, validates every document and prints the errors. */
import { isFromCompiled } from "../core/compiled.ts";
import { LineVerdict } from "../core/json/engine.ts";
import type { ErrorLevel } from "../core/lines.ts";
import { reaching } from "../core/schemas/graph.ts";
import { hasSecrets } from "../core/schemas/secrets.ts";
import { Any, JsonDecodeError, type JsonLimits, type Locale, ValidationError, Validator } from "../index.ts";
import { BlockValidator, lineError } from "../lines/block-validator.ts";
import { blocksOf } from "../lines/blocks.ts";
import type { CsvCutter } from "../lines/csv-cutter.ts";
import { cutterOf } from "../lines/cutter.ts";
import { type Cutting, filterBlocks, type LineSink, noCounts } from "../lines/filter.ts";
import { CsvFramer, framerOf } from "../lines/framer.ts";
import type { Block } from "../lines/open-record.ts";
import {
  type KnownLineOptions,
  type KnownRecordOptions,
  readLineOptions,
  readRecordOptions,
} from "../lines/options.ts";
import { openRows, RowRuns } from "../lines/row-validator.ts";
import type { Run } from "../lines/run.ts";
import { openSource } from "../lines/source.ts";
import { type Cutter, Splitter } from "../lines/splitter.ts";
import { ValueRuns } from "../lines/value-runs.ts";
import type { Stop } from "../values/stop.ts";
import type { CheckOptions } from "./args.ts";
import type { ColumnsFile } from "./columns-file.ts";
import { utf8 } from "./encoding.ts";
import { CommandError, fileError, isThrown } from "./failure.ts";
import { type Format, findingsOf, type Report, type Summary } from "./findings.ts";
import type { Host } from "./host.ts";
import type { Input } from "./input.ts";
import { INTERRUPTED } from "./interruption.ts";
import { Progress } from "./progress.ts";
import { type DataOptions, schemaFailure, schemaNamedBy, warningOn } from "./schema.ts";
import type { Sink } from "./sink.ts";
import type { Split } from "./split.ts";
import type { RuleSummary } from "./summary.ts";
import { unpacked } from "./unpacked.ts";
import { readYaml, YAML } from "./yaml.ts";

type Readable = { readonly bytes: Uint8Array };

/** Shared by the checks of all inputs. */
export interface Shared {
  readonly options: CheckOptions & { readonly limits: JsonLimits & { readonly maxBytes: number } };
  readonly host: Host;
  /** Undefined if each document names its own schema. */
  readonly validator: Validator | undefined;
  /** The standard output. */
  readonly output: Sink;
  readonly report: Report;
  readonly locale: Locale;
  readonly split: Split | undefined;
  /** Collects what is wrong, if it is asked for. */
  readonly summary: RuleSummary | undefined;
  /** Gets the values of valid records, if they are to become columns. */
  readonly columnsFile: ColumnsFile | undefined;
  /** The columns of the rows that are written, and the name of the file that has them. */
  columns?: { readonly columns: readonly string[]; readonly name: string };
  /** Ends the reading of lines with INTERRUPTED. */
  readonly stop: Stop;
}

export class InputCheck implements LineSink {
  readonly errors: ErrorLevel;
  readonly #shared: Shared;
  readonly #input: Input;
  readonly #options: Shared["options"];
  readonly #host: Host;
  readonly #given: Validator | undefined;
  readonly #locale: Locale;
  readonly #output: Sink;
  readonly #split: Split | undefined;
  readonly #stop: Stop;
  readonly #known: KnownLineOptions;
  /** Undefined if the input is one document. */
  readonly #records: KnownRecordOptions | undefined;
  /** The columns of CSV, until they are compared with those of other files. */
  #csv: CsvCutter | undefined;
  readonly #format: Format;
  readonly #progress: Progress;
  readonly #started = performance.now();
  readonly #counts = noCounts();
  /** Errors found, and whether a document has more than were collected. */
  #errorCount = 0;
  #truncated = false;
  /** Bytes that have been read. */
  #bytes = 0;

  constructor(input: Input, shared: Shared) {
    const { options, host, validator, output, report, locale, split, stop } = shared;
    this.errors = options.quiet && shared.summary === undefined ? "none" : "all";
    this.#shared = shared;
    this.#input = input;
    this.#options = options;
    this.#host = host;
    this.#given = validator;
    this.#locale = locale;
    this.#output = output;
    this.#split = split;
    this.#stop = stop;
    const { maxBytes, ...limits } = options.limits;
    const known = { ...limits, maxLineBytes: maxBytes, threads: options.jobs };
    this.#records = options.records && readRecordOptions(validator as Validator, { ...known, ...options.records });
    this.#known = this.#records ?? readLineOptions(known);
    this.#format = report.file(input);
    this.#progress = new Progress(host.stderr, input.name, input.size);
  }

  /** True if no invalid document has been read. */
  get isValid(): boolean {
    return this.#counts.bad === 0;
  }

  /** The reader has closed the output, and there are no files to write either. */
  get #isUnread(): boolean {
    return this.#output.closed && this.#split === undefined && this.#shared.columnsFile === undefined;
  }

  /**
   * Returns false if the check ended before the end of the input. The summary is not flushed, because it may have to
   * wait for the files of the split.
   */
  async run(): Promise<boolean> {
    if (this.#isUnread) return false;
    let isComplete = true;
    try {
      this.#print(this.#format.begin());
      await (this.#records === undefined ? this.#readDocument() : this.#readLines(this.#records));
    } catch (error) {
      if (error !== INTERRUPTED) throw error;
      isComplete = false;
    } finally {
      this.#progress.hide();
      this.#output.flush();
    }
    this.#shared.summary?.count({ ...this.#counts, bytes: this.#bytes });
    this.#print(this.#format.end(this.#summary(!isComplete)));
    return isComplete;
  }

  async #readLines(known: KnownRecordOptions): Promise<void> {
    let fault: ValidationError | undefined;
    try {
      const { cutter, validator } = await this.#open(known);
      const blocks = this.#blocks(cutter, (error) => {
        fault = error;
      });
      await filterBlocks(blocks, validator, this, this.#counts);
    } catch (error) {
      // Everything else here has been thrown by code of the schema.
      if (error === INTERRUPTED || isThrown(error, CommandError)) throw error;
      throw schemaFailure(this.#options.schema as string, error);
    }
    if (fault === undefined) return;
    // What is around the records counts as a bad one.
    const { good, bad, blank } = this.#counts;
    this.#counts.bad++;
    this.#shared.summary?.add(this.#input.name, good + bad + blank + 1, fault, known.at.length);
    await this.#report(fault, undefined, 0);
  }

  /** What cuts the input into records, and validates them. */
  async #open(known: KnownRecordOptions): Promise<Cutting<Readable>> {
    const validator = this.#given as Validator;
    const { columnsFile } = this.#shared;
    const { format } = known;
    if (format !== "csv") {
      const framer = () => framerOf(format);
      if (framer() !== undefined) this.#split?.frame(() => [framer(), framer()] as never);
      const lines =
        columnsFile === undefined
          ? new BlockValidator(validator, known)
          : new ValueRuns(validator, known, columnsFile.reader, (values) => columnsFile.add(values));
      const cutting: Cutting<Block> = { cutter: cutterOf(known), validator: lines };
      return cutting as unknown as Cutting<Readable>;
    }
    const { cutter, rows } = await openRows(validator, known).catch((cause) => {
      throw new CommandError(cause.message, { cause });
    });
    const header = () => cutter.header?.bytes;
    this.#split?.frame(() => [new CsvFramer(header, known.csv), new CsvFramer(header, known.csv)]);
    if (this.#split !== undefined || columnsFile !== undefined) this.#csv = cutter;
    const take = (values: readonly unknown[]): void => {
      if (this.#csv !== undefined) this.#expectHeader(this.#csv);
      columnsFile?.add(values);
    };
    const runs = new RowRuns(rows, columnsFile && take);
    return { cutter, validator: runs } as unknown as Cutting<Readable>;
  }

  /** The rows of all files are written below the header of the first. */
  #expectHeader(csv: CsvCutter): void {
    this.#csv = undefined;
    const { columns } = csv.header as { readonly columns: readonly string[] };
    const { name } = this.#input;
    const first = this.#shared.columns ?? { columns, name };
    this.#shared.columns = first;
    if (first.columns.length === columns.length && first.columns.every((one, index) => one === columns[index])) return;
    throw new CommandError(`'${name}' has other columns than '${first.name}': check it by itself`);
  }

  async *#blocks<B>(cutter: Cutter<B>, failed: (error: ValidationError) => void): AsyncGenerator<readonly B[], void> {
    try {
      yield* blocksOf(openSource(this.#chunks(), this.#stop, false), cutter, this.#known.threads);
    } catch (error) {
      if (!isThrown(error, ValidationError)) throw withoutMemory(error);
      failed(error);
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

  write(run: Run): Promise<void> | undefined {
    const { columnsFile } = this.#shared;
    if (this.#csv !== undefined) this.#expectHeader(this.#csv);
    this.#writeSplit(run);
    const full = [columnsFile, this.#split].filter((one) => one?.full);
    return full.length === 0 ? undefined : Promise.all(full.map((one) => one?.ready())).then(() => {});
  }

  #writeSplit(run: Run): void {
    const split = this.#split;
    if (split === undefined) return;
    split.writeRun(run, run.verdict !== LineVerdict.invalid);
    if (run.lines > 0) split.keep();
  }

  report(line: Run, error: ValidationError): Promise<void> {
    const { text, long, frame, bytes } = line;
    const isTooLong = long !== undefined || text.length > this.#known.maxLineBytes;
    this.#shared.summary?.add(this.#input.name, line.line, error, this.#records?.at.length ?? 0);
    return this.#report(error, isTooLong ? undefined : frame === undefined ? text : bytes, line.offset);
  }

  flush(): undefined {
    this.#split?.pass();
    this.#output.flush();
    const { bad } = this.#counts;
    this.#progress.show(this.#bytes, bad === 0 ? "" : `${bad} bad`);
    if (this.#isUnread) throw INTERRUPTED;
  }

  release({ bytes }: Readable): void {
    const release = (): void => this.#input.chunks.release(bytes.buffer);
    if (this.#split === undefined) release();
    else this.#split.lend(release);
  }

  async #readDocument(): Promise<void> {
    const splitter = new Splitter(this.#known.maxLineBytes, false);
    try {
      for await (const chunk of this.#chunks()) {
        // The splitter keeps a copy, or nothing if the document is too large.
        Array.from(splitter.push(chunk));
        this.#input.chunks.release(chunk.buffer);
        this.#progress.show(this.#bytes, "");
      }
    } catch (error) {
      throw withoutMemory(error);
    }
    const isYaml = this.#options.yaml ?? YAML.test(this.#input.file);
    for (const block of splitter.end()) {
      await (isYaml && block.long === undefined ? this.#takeYaml(block.bytes) : this.#takeDocument(block));
    }
  }

  async #takeYaml(bytes: Uint8Array): Promise<void> {
    const { maxExpansion } = this.#options;
    for (const document of readYaml(this.#input.name, bytes, this.#known.maxLineBytes, maxExpansion)) {
      const { json } = document;
      const validator = json && (await this.#validatorOf(json));
      const error = json && this.#documentError(json, undefined, validator);
      await this.#count(error ? document.inFile(error) : document.error, bytes, validator);
    }
  }

  async #takeDocument({ bytes, long }: Block): Promise<void> {
    const validator = long === undefined ? await this.#validatorOf(bytes) : this.#given;
    const error = this.#documentError(bytes, long, validator);
    if (error !== undefined && !this.#options.quiet && isLines(error, bytes)) {
      this.#host.stderr.write("validlib: the first line is a whole document; --ndjson checks one document a line\n");
    }
    await this.#count(error, long === undefined ? bytes : undefined, validator);
  }

  /** The validator that is given, or that of the schema that the document names. */
  async #validatorOf(json: Uint8Array): Promise<Validator | undefined> {
    const { maxExpansion } = this.#options;
    const optionsFor = (file: string): DataOptions => ({ ...warningOn(this.#host, file), maxExpansion });
    return this.#given ?? schemaNamedBy(json, this.#input.file, optionsFor);
  }

  async #count(
    error: ValidationError | undefined,
    bytes: Uint8Array | undefined,
    validator: Validator | undefined,
  ): Promise<void> {
    this.#counts[error === undefined ? "good" : "bad"]++;
    if (error !== undefined) await this.#report(error, bytes, 0, validator);
  }

  /**
   * Asks for a verdict first, because it creates nothing and most documents are valid.
   * @param validator undefined if the document is no JSON, so that there is no schema.
   */
  #documentError(text: Uint8Array, long: Block["long"], validator: Validator = Any()): ValidationError | undefined {
    try {
      if (long === undefined && validator.isJson(text, this.#known.limits)) return undefined;
      return lineError(validator, this.#known, { text, long, line: 1, offset: 0 });
    } catch (error) {
      throw schemaFailure(this.#options.schema ?? this.#input.file, error);
    }
  }

  async #report(
    error: ValidationError,
    source: Uint8Array | undefined,
    start: number,
    validator = this.#given,
  ): Promise<void> {
    this.#errorCount += error.length;
    this.#truncated ||= error.truncated;
    if (this.#options.quiet) return;
    // An excerpt of a document with secrets might have them.
    for (const finding of findingsOf(error, mayHaveSecrets(validator) ? undefined : source, start, this.#locale)) {
      this.#print(this.#format.finding(finding));
      if (this.#output.full) await this.#output.ready();
      if (this.#isUnread) throw INTERRUPTED;
    }
  }

  #print(text: string): void {
    if (this.#options.quiet || text === "") return;
    // The progress bar is on the same terminal.
    if (this.#host.stdout.isTTY) this.#progress.hide();
    this.#output.write(text);
  }

  #summary(interrupted: boolean): Summary {
    const { good, bad } = this.#counts;
    return {
      name: this.#input.name,
      lines: this.#options.lines,
      noun: this.#records === undefined || this.#records.format === "ndjson" ? "line" : "record",
      good,
      bad,
      errors: this.#errorCount,
      truncated: this.#truncated,
      interrupted,
      bytes: this.#bytes,
      seconds: (performance.now() - this.#started) / 1000,
    };
  }
}

/** Only the copy of the library that a validator comes from knows whether it has any; a compiled one does not say. */
const mayHaveSecrets = (validator: Validator | undefined): boolean =>
  validator !== undefined && (!(validator instanceof Validator) || hasSecrets(validator) || callsCompiled(validator));

const callsCompiled = reaching(isFromCompiled);

/** The splitter throws a RangeError if a text does not fit into memory. */
const withoutMemory = (error: unknown): unknown =>
  error instanceof RangeError ? new CommandError(error.message, { cause: error }) : error;

/** Bounds the first line that is validated for the hint, in bytes. */
const MAX_FIRST_LINE = 1_000_000;

/** True if a document that was refused seems to be one document per line. */
function isLines(error: ValidationError, bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0x0a);
  const isBehind = error instanceof JsonDecodeError && error.reason === "syntax" && (error.offset ?? 0) > end;
  return isBehind && end > 0 && end < MAX_FIRST_LINE && Any().isJson(bytes.subarray(0, end));
}
