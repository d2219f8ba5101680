/** Judges blocks of lines, on this thread or on others, and says which lines are valid, in order. */
import { JsonDecodeError, type ValidationError } from "../errors/errors.ts";
import { type JsonLimits, type JsonSource, type LineThreads, LineVerdict } from "../json/engine.ts";
import { engineInUse } from "../json/in-use.ts";
import type { Result } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import { inOrder } from "./in-order.ts";
import { judgeLines } from "./judge-lines.ts";
import { endOfLine, hasBom, isBlankLine, withoutNewline } from "./line.ts";
import type { KnownLineOptions } from "./options.ts";
import type { Block, Long } from "./splitter.ts";
import { openThreads } from "./threads.ts";
import { turn } from "./turn.ts";

/**
 * Bytes, and chunks, that are handed to a thread at once: so many that to hand them over costs little beside judging them,
 * and so few that all threads end at about the same time. A little less than chunks come to, from which the line that goes
 * on in the next is missing: one more chunk would be much more memory.
 */
const BATCH = 960 * 1024;
const MOST_CHUNKS = 64;
/** With as many bytes in batches that have not been given out, no more is judged ahead: lines may be long. */
const MOST_AHEAD = 16 * 1024 * 1024;

/** The blocks of some chunks. */
type Batch = readonly (readonly Block[])[];
/** Blocks, and the verdicts on each. */
type Judged = readonly [readonly Block[], readonly (Uint32Array | undefined)[]];

const sizeOf = (blocks: readonly Block[]): number => blocks.reduce((size, { bytes }) => size + bytes.length, 0);
const isFull = (batch: Batch): boolean =>
  batch.length >= MOST_CHUNKS || batch.reduce((size, blocks) => size + sizeOf(blocks), 0) >= BATCH;

/** Numbers that tell of a run: where it ends, how many lines it has, and their verdict. */
const RUN_SIZE = 3;

const NO_BYTES = new Uint8Array();

type Verdict = (typeof LineVerdict)[keyof typeof LineVerdict];

/** What is asked of a validator. */
export interface LineValidator<Output = unknown> extends Checker {
  safeJson(source: JsonSource, limits?: JsonLimits): Result<Output>;
  safeJsonAsync(source: JsonSource, limits?: JsonLimits): Promise<Result<Output>>;
  isJson(source: JsonSource, limits?: JsonLimits): boolean;
}

/** Lines that were judged alike. */
export interface Run {
  readonly verdict: typeof LineVerdict.valid | typeof LineVerdict.invalid | typeof LineVerdict.blank;
  /** Their bytes, with line endings; of a line that is too long a part. */
  readonly bytes: Uint8Array;
  /** How many lines end here. */
  readonly lines: number;
  /** Number of the first line, from 1. */
  readonly line: number;
  /** Offset of the first line in the stream, in bytes. */
  readonly offset: number;
  /** There if this is a part of a line that is too long. */
  readonly long: Long | undefined;
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
  #line = 1;

  constructor(validator: LineValidator, options: KnownLineOptions) {
    this.#validator = validator;
    this.#options = options;
  }

  /** How many threads there are beside the calling one, which is one of them. */
  get #others(): number {
    return this.#options.threads - 1;
  }

  /**
   * The runs of the blocks, in order, which come as those of each chunk. Closes them in the end.
   * @param done is told of each block when all its runs have been taken.
   */
  async *judge(
    chunks: AsyncGenerator<readonly Block[], void>,
    done: (block: Block) => void = () => {},
  ): AsyncGenerator<Iterable<Run>, void> {
    const others = this.#others > 0 ? openThreads(this.#validator, this.#others, this.#options.limits) : undefined;
    try {
      if (others === undefined) {
        for await (const blocks of chunks) {
          yield this.#runsOf(blocks);
          blocks.forEach(done);
        }
      } else yield* this.#judgeWith(others, chunks, done);
    } finally {
      await others?.close();
    }
  }

  async *#judgeWith(
    others: LineThreads,
    chunks: AsyncGenerator<readonly Block[], void>,
    done: (block: Block) => void,
  ): AsyncGenerator<Iterable<Run>, void> {
    /** Bytes that have not been given out. */
    let ahead = 0;
    const taken = (batch: Batch): readonly Block[] => {
      const blocks = batch.flat();
      ahead += sizeOf(blocks);
      return blocks;
    };
    const judged = inOrder<readonly Block[], Judged>(chunks, {
      work: async (batch) => {
        const blocks = taken(batch);
        return [blocks, await this.#verdictsOf(blocks, others)];
      },
      workHere: async (batch) => {
        const blocks = taken(batch);
        const verdicts: (Uint32Array | undefined)[] = [];
        for (const chunk of batch) {
          for (const block of chunk) verdicts.push(this.#verdicts(block));
          await turn();
        }
        return [blocks, verdicts];
      },
      // For each one that is judged, one that waits, and one more: the calling thread may be busy with a batch of its own.
      most: 2 * this.#others + 1,
      least: this.#others,
      isFull,
      isFarAhead: () => ahead >= MOST_AHEAD,
    });
    for await (const [blocks, verdicts] of judged) {
      yield this.#runsOf(blocks, verdicts);
      blocks.forEach(done);
      ahead -= sizeOf(blocks);
      // Lines that are asked for, or whose errors are told, may have taken long.
      await turn();
    }
  }

  #verdicts({ bytes, long }: Block): Uint32Array | undefined {
    return long === undefined ? judgeLines(engineInUse(), this.#validator, bytes, this.#options.limits) : undefined;
  }

  /** For each of the blocks. */
  async #verdictsOf(blocks: readonly Block[], threads: LineThreads): Promise<readonly (Uint32Array | undefined)[]> {
    const judged = await threads.judge(blocks.map(({ bytes, long }) => (long === undefined ? bytes : NO_BYTES)));
    return blocks.map((block, index) =>
      block.long === undefined ? (judged[index] ?? this.#verdicts(block)) : undefined,
    );
  }

  /** @param verdicts those of the blocks; default: each is judged when its turn has come. */
  *#runsOf(blocks: readonly Block[], verdicts?: readonly (Uint32Array | undefined)[]): Generator<Run, void> {
    for (const [index, block] of blocks.entries()) {
      yield* this.#runs(block, verdicts === undefined ? this.#verdicts(block) : verdicts[index]);
    }
  }

  #runs(block: Block, verdicts: Uint32Array | undefined): Iterable<Run> {
    const { bytes, offset, long } = block;
    if (verdicts !== undefined) return this.#decided(block, verdicts);
    const run: Run = { verdict: LineVerdict.invalid, bytes, lines: long?.last ? 1 : 0, line: this.#line, offset, long };
    this.#line += run.lines;
    return [run];
  }

  *#decided({ bytes, offset }: Block, verdicts: Uint32Array): Generator<Run, void> {
    let start = 0;
    for (let at = 0; at < verdicts.length; at += RUN_SIZE) {
      // One by one: to take them apart as an array costs more than the rest of the loop.
      const end = verdicts[at] as number;
      const lines = verdicts[at + 1] as number;
      const verdict = verdicts[at + 2] as Verdict;
      const line = this.#line;
      const whole = bytes.subarray(start, end);
      const runOffset = offset + start;
      start = end;
      this.#line += lines;
      if (verdict === LineVerdict.undecided || (verdict === LineVerdict.invalid && line === 1 && hasBom(bytes))) {
        yield* this.#asked({ bytes: whole, line, offset: runOffset });
      } else {
        // All at once: an object that gets its properties one by one takes several times as long.
        yield { verdict: this.#named(verdict), bytes: whole, lines, line, offset: runOffset, long: undefined };
      }
    }
  }

  /** A run of which each line is asked for. */
  *#asked(run: Pick<Run, "bytes" | "line" | "offset">): Generator<Run, void> {
    let start = 0;
    for (const { bytes, line, offset } of linesOf(run)) {
      const end = Math.min(start + bytes.length + 1, run.bytes.length);
      const verdict = this.#isBlank(bytes, line)
        ? LineVerdict.blank
        : this.#validator.isJson(bytes, this.#options.limits)
          ? LineVerdict.valid
          : LineVerdict.invalid;
      const whole = run.bytes.subarray(start, end);
      yield { verdict: this.#named(verdict), bytes: whole, lines: 1, line, offset, long: undefined };
      start = end;
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
   * @param size of the line, where it was too long to be kept.
   */
  errorOf(bytes: Uint8Array, size: number = bytes.length, maxErrors?: number): ValidationError | undefined {
    const { limits, maxLineBytes } = this.#options;
    if (size > maxLineBytes) return new JsonDecodeError({ reason: "size", expected: maxLineBytes, actual: size });
    const result = this.#validator.safeJson(bytes, maxErrors === undefined ? limits : { ...limits, maxErrors });
    return result.ok ? undefined : result.error;
  }
}
