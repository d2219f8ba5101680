/** Verdicts on whole lines: what an engine says of a chunk of them, and the loop of engines that judge line by line. */

/** What a line is. The numbers cross the border to the addon. */
export const LineVerdict = { valid: 0, invalid: 1, blank: 2, undecided: 3 } as const;
export type LineVerdict = (typeof LineVerdict)[keyof typeof LineVerdict];

export const NEWLINE = 0x0a;

/** Integers of a run: where it ends, how many lines it has, and their verdict. */
export const RUN_SIZE = 3;

export type IsJson = (line: Uint8Array) => boolean;

/**
 * Judges lines one by one.
 * @returns for each run of lines that were judged alike its end in `bytes`, the number of its lines, and the verdict.
 */
export function judgeLines(isJson: IsJson, bytes: Uint8Array, maxBytes: number): Uint32Array {
  const runs: number[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = endOfLine(bytes, start);
    const line = withoutNewline(bytes, start, end);
    const verdict =
      line.length <= maxBytes && isBlank(line)
        ? LineVerdict.blank
        : isJson(line)
          ? LineVerdict.valid
          : LineVerdict.invalid;
    if (runs.length > 0 && runs[runs.length - 1] === verdict) {
      runs[runs.length - RUN_SIZE] = end;
      (runs[runs.length - 2] as number)++;
    } else {
      runs.push(end, 1, verdict);
    }
    start = end;
  }
  return Uint32Array.from(runs);
}

/** Where the line that begins at `start` ends: behind its line feed, or where the bytes end. */
export function endOfLine(bytes: Uint8Array, start: number): number {
  const at = bytes.indexOf(NEWLINE, start);
  return at < 0 ? bytes.length : at + 1;
}

/** A line without its line feed. A carriage return stays: it is white space of JSON. */
export function withoutNewline(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return bytes.subarray(start, bytes[end - 1] === NEWLINE ? end - 1 : end);
}

/** Nothing but JSON's white space. */
export function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== NEWLINE && byte !== 0x0d && byte !== 0x09) return false;
  }
  return true;
}

/** The line has nothing but white space, behind a byte order mark if it is the first of the stream. */
export function isBlankLine(bytes: Uint8Array, line: number): boolean {
  return isBlank(line === 1 && hasBom(bytes) ? bytes.subarray(3) : bytes);
}

/** They begin with a byte order mark. */
export const hasBom = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
