/** Chooses what cuts a source into records, by its format. */
import { ValidationError } from "../core/errors/errors.ts";
import { DEFAULT_MAX_DEPTH, type Limits } from "../core/report/limits.ts";
import { DocumentText } from "./document.ts";
import { JsonCutter } from "./json-cutter.ts";
import { worded } from "./line-error.ts";
import type { Block } from "./open-record.ts";
import type { KnownRecordOptions } from "./options.ts";
import { SeqCutter } from "./seq-cutter.ts";
import { type Cutter, Splitter } from "./splitter.ts";

/** For all formats but CSV, whose records are no lines. */
export function cutterOf({ format, at, document, maxLineBytes, limits, from }: KnownRecordOptions): Cutter {
  if (format === "ndjson") return new Splitter(maxLineBytes, true, from?.offset);
  if (format === "json-seq") return new SeqCutter(maxLineBytes, from?.offset);
  const text = document && new DocumentText(document, maxLineBytes, limits);
  const cutter = new JsonCutter(at, maxLineBytes, limits?.maxDepth ?? DEFAULT_MAX_DEPTH, from?.offset, text);
  return limits === undefined ? cutter : new WordedCutter(cutter, limits);
}

/** A cutter whose errors have the language of the call. */
class WordedCutter implements Cutter {
  readonly #cutter: JsonCutter;
  readonly #limits: Limits;

  constructor(cutter: JsonCutter, limits: Limits) {
    this.#cutter = cutter;
    this.#limits = limits;
  }

  push(chunk: Uint8Array): Iterable<Block> {
    return this.#worded(() => this.#cutter.push(chunk));
  }

  end(): Iterable<Block> {
    return this.#worded(() => this.#cutter.end());
  }

  reuse(): void {
    this.#cutter.reuse();
  }

  *#worded(cut: () => Iterable<Block>): Generator<Block, void> {
    try {
      yield* cut();
    } catch (error) {
      throw error instanceof ValidationError ? worded(error, this.#limits) : error;
    }
  }
}
