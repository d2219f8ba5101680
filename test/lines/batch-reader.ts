/** A reader of many lines at once, in place of the one that the addon has. */
import { LineVerdict, type Many } from "../../src/core/json/engine.ts";
import type { Validator } from "../../src/index.ts";
import type { BatchReader } from "../../src/lines/values.ts";

interface Options {
  /** Maximum number of lines that are read at once. */
  readonly most?: number;
  /** Maximum bytes of a line. */
  readonly maxBytes?: number | undefined;
  /** Lines that are left to the caller. */
  readonly undecided?: RegExp;
}

/** With the texts that were to be read, on this thread and on others. */
interface RecordingReader extends Required<BatchReader> {
  readonly calls: string[];
  readonly later: string[];
}

export function batchReader(
  validator: Validator,
  { most = Number.POSITIVE_INFINITY, undecided, ...limits }: Options = {},
): RecordingReader {
  const verdictOf = (line: string, values: unknown[]): number => {
    if (undecided?.test(line)) return LineVerdict.undecided;
    if (/^[ \t\r]*$/.test(line)) return LineVerdict.blank;
    const result = validator.safeJson(line, limits);
    if (result.ok) values.push(result.value);
    return result.ok ? LineVerdict.valid : LineVerdict.invalid;
  };
  const read = (bytes: Uint8Array, given: string[]): Many => {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    given.push(text);
    const [texts, values]: [number[], unknown[]] = [[], []];
    let end = -1;
    for (const line of text.replace(/\n$/, "").split("\n").slice(0, most)) {
      end += new TextEncoder().encode(line).length + 1;
      texts.push(end, verdictOf(line, values));
    }
    // Longer than it has to be, as one that is used again.
    return { count: texts.length / 2, texts: Int32Array.from([...texts, 0, LineVerdict.valid]), values };
  };
  const [calls, later]: [string[], string[]] = [[], []];
  return { calls, later, lines: (bytes) => read(bytes, calls), linesLater: async (bytes) => read(bytes, later) };
}

/** As if the engine had no reader. */
export const noReader: BatchReader = { lines: () => undefined };
