/** A run: consecutive lines of a block that have the same verdict. */
import type { LineVerdict } from "../core/json/engine.ts";
import type { Frame } from "./frame.ts";
import { endOfLine, withoutNewline } from "./line.ts";
import type { Block, Long } from "./open-record.ts";

/** Every verdict but `undecided`, which is resolved before a run is made. */
export type Verdict = typeof LineVerdict.valid | typeof LineVerdict.invalid | typeof LineVerdict.blank;

/** Consecutive lines with the same verdict, or a part of a line that is too long to be kept. */
export class Run {
  readonly verdict: Verdict;
  /** The number of lines that end here. */
  readonly lines: number;
  /** Number of the first line, from 1. */
  readonly line: number;
  /** Bytes of the lines, with their line feeds. */
  readonly size: number;
  readonly #block: Block;
  readonly #start: number;

  /** @param start offset of the first line in the block, in bytes. */
  constructor(verdict: Verdict, block: Block, start: number, size: number, lines: number, line: number) {
    this.verdict = verdict;
    this.lines = lines;
    this.line = line;
    this.size = size;
    this.#block = block;
    this.#start = start;
  }

  /** Offset of the first line in the stream, in bytes. */
  get offset(): number {
    return this.#block.offset + this.#start;
  }

  /** Defined if this is a part of a line that is too long. */
  get long(): Long | undefined {
    return this.#block.long;
  }

  /** Where the block is in its file, if its lines are not lines there. */
  get frame(): Frame | undefined {
    return this.#block.frame;
  }

  /**
   * The records as they are in the file, with their ends. Created on demand: a view costs as much as the rest of a run.
   */
  get bytes(): Uint8Array {
    const { frame, bytes } = this.#block;
    return (frame?.bytes ?? bytes).subarray(this.#start, this.#start + this.size);
  }

  /** The JSON text of a run of one line: its bytes without the line feed. */
  get text(): Uint8Array {
    return withoutNewline(this.#block.bytes, this.#start, this.#start + this.size);
  }

  /** Each line as a run of its own. */
  *each(): Generator<Run, void> {
    // A record of another format may have line feeds in it.
    if (this.lines === 1) return yield this;
    const { bytes } = this.#block;
    const stop = this.#start + this.size;
    let line = this.line;
    for (let start = this.#start, end = start; start < stop; start = end) {
      end = endOfLine(bytes, start);
      yield new Run(this.verdict, this.#block, start, end - start, 1, line++);
    }
  }

  /** The same lines with another verdict. */
  as(verdict: Verdict): Run {
    return verdict === this.verdict
      ? this
      : new Run(verdict, this.#block, this.#start, this.size, this.lines, this.line);
  }
}
