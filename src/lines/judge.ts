/** Validates blocks of lines and says which lines are valid, in order. */
import { JsonDecodeError, type ValidationError } from "../errors/errors.ts";
import { type JsonLimits, type JsonSource, type LineEngine, LineVerdict } from "../json/engine.ts";
import { engineInUse } from "../json/in-use.ts";
import type { Result } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import { judgeEachLine } from "./each-line.ts";
import { endOfLine, hasBom, isBlankLine, withoutNewline } from "./line.ts";
import { inStream } from "./line-error.ts";
import type { KnownLineOptions } from "./options.ts";
import type { Block, Long } from "./splitter.ts";

/** For each of some blocks; none for a part of a line that is too long. */
type Verdicts = readonly Uint32Array[];

/** Numbers that tell of a run: where it ends, how many lines it has, and their verdict. */
const RUN_SIZE = 3;

const NO_BYTES = new Uint8Array();

/** The lines of each of the blocks; none of a line that is too long. */
const linesIn = (blocks: readonly Block[]): Uint8Array[] =>
  blocks.map(({ bytes, long }) => (long === undefined ? bytes : NO_BYTES));

type Verdict = (typeof LineVerdict)[keyof typeof LineVerdict];

/** What is asked of a validator. */
export interface LineValidator<Output = unknown> extends Checker {
  safeJson(source: JsonSource, limits?: JsonLimits): Result<Output>;
  safeJsonAsync(source: JsonSource, limits?: JsonLimits): Promise<Result<Output>>;
  isJson(source: JsonSource, limits?: JsonLimits): boolean;
}

/** Lines that were judged alike. */
export class Run {
  readonly verdict: typeof LineVerdict.valid | typeof LineVerdict.invalid | typeof LineVerdict.blank;
  /** How many lines end here. */
  readonly lines: number;
  /** Number of the first line, from 1. */
  readonly line: number;
  /** Offset of the first line in the stream, in bytes. */
  readonly offset: number;
  /** There if this is a part of a line that is too long. */
  readonly long: Long | undefined;
  /** Of its bytes. */
  readonly size: number;
  readonly #block: Block;
  readonly #start: number;

  /** @param start where it begins in the block. */
  constructor(verdict: Run["verdict"], block: Block, start: number, size: number, lines: number, line: number) {
    this.verdict = verdict;
    this.lines = lines;
    this.line = line;
    this.offset = block.offset + start;
    this.long = block.long;
    this.size = size;
    this.#block = block;
    this.#start = start;
  }

  /**
   * Its bytes, with line endings; of a line that is too long a part. Made when asked for, as a view costs as much as
   * the rest.
   */
  get bytes(): Uint8Array {
    return this.#block.bytes.subarray(this.#start, this.#start + this.size);
  }
}

/** A line of a run. */
export interface Line {
  /** Without the line feed. */
  readonly bytes: Uint8Array;
  readonly line: number;
  readonly offset: number;
}

/** Whatever judges lines one by one may be asked about a whole run. */
export function* linesOf({ bytes, line, offset }: Pick<Run, "bytes" | "line" | "offset">): Generator<Line, void> {
  let number = line;
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = endOfLine(bytes, start);
    yield { bytes: withoutNewline(bytes, start, end), line: number++, offset: offset + start };
  }
}

/** Judges the lines of one stream. */
export class LineJudge {
  readonly #validator: LineValidator;
  readonly #options: KnownLineOptions;
  /** The engine in C++, which has threads of its own. Without it, each line is validated alone, on this thread. */
  readonly #engine: LineEngine | undefined;
  #line = 1;

  constructor(validator: LineValidator, options: KnownLineOptions) {
    this.#validator = validator;
    this.#options = options;
    this.#engine = engineInUse().openLines?.(validator, options.threads, options.limits);
  }

  /**
   * The runs of the blocks, in order. Closes `blocks` in the end.
   * @param done is told of each block when all its runs have been taken.
   */
  async *judge(
    blocks: AsyncGenerator<readonly Block[], void>,
    done: (block: Block) => void = () => {},
  ): AsyncGenerator<Iterable<Run>, void> {
    for await (const some of blocks) {
      yield this.#runsOf(some, this.#verdicts(some));
      some.forEach(done);
    }
  }

  #verdicts(blocks: readonly Block[]): Verdicts {
    const bytes = linesIn(blocks);
    return (
      this.#engine?.judge(bytes) ?? bytes.map((lines) => judgeEachLine(this.#validator, lines, this.#options.limits))
    );
  }

  /** One generator for all: each that another one is handed through costs as much as the run. */
  *#runsOf(blocks: readonly Block[], verdicts: Verdicts): Generator<Run, void> {
    for (let index = 0; index < blocks.length; index++) {
      const block = blocks[index] as Block;
      const { bytes, long } = block;
      if (long !== undefined) yield this.#run(LineVerdict.invalid, block, 0, bytes.length, long.last ? 1 : 0);
      const numbers = verdicts[index] as Uint32Array;
      let start = 0;
      for (let at = 0; at < numbers.length; at += RUN_SIZE) {
        // One by one: to take them apart as an array costs more than the rest of the loop.
        const end = numbers[at] as number;
        const lines = numbers[at + 1] as number;
        const verdict = numbers[at + 2] as Verdict;
        if (
          verdict === LineVerdict.undecided ||
          (verdict === LineVerdict.invalid && this.#line === 1 && hasBom(bytes))
        ) {
          yield* this.#asked(block, start, end);
        } else {
          yield this.#run(this.#named(verdict), block, start, end - start, lines);
        }
        start = end;
      }
    }
  }

  #run(verdict: Run["verdict"], block: Block, start: number, size: number, lines: number): Run {
    const run = new Run(verdict, block, start, size, lines, this.#line);
    this.#line += lines;
    return run;
  }

  /** A part of a block, of which each line is asked for. */
  *#asked(block: Block, begin: number, stop: number): Generator<Run, void> {
    const { bytes } = block;
    for (let start = begin, end = begin; start < stop; start = end) {
      end = endOfLine(bytes, start);
      const line = withoutNewline(bytes, start, end);
      const verdict = this.#isBlank(line, this.#line)
        ? LineVerdict.blank
        : this.#validator.isJson(line, this.#options.limits)
          ? LineVerdict.valid
          : LineVerdict.invalid;
      yield this.#run(this.#named(verdict), block, start, end - start, 1);
    }
  }

  #isBlank(bytes: Uint8Array, line: number): boolean {
    return bytes.length <= this.#options.maxLineBytes && isBlankLine(bytes, line);
  }

  #named(verdict: Run["verdict"]): Run["verdict"] {
    return verdict === LineVerdict.blank && this.#options.blank === "error" ? LineVerdict.invalid : verdict;
  }

  /**
   * What is wrong with a line; undefined if nothing is, now that it is asked.
   * @param line its number.
   * @param size of the line, where it was too long to be kept.
   */
  errorOf(bytes: Uint8Array, line: number, size: number, maxErrors?: number): ValidationError | undefined {
    const { limits, maxLineBytes } = this.#options;
    if (size > maxLineBytes) return new JsonDecodeError({ reason: "size", expected: maxLineBytes, actual: size });
    const result = this.#validator.safeJson(bytes, maxErrors === undefined ? limits : { ...limits, maxErrors });
    return result.ok ? undefined : inStream(result.error, line, limits?.formatter);
  }
}
