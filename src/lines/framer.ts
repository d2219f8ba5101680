/** Writes records as files of a format: what stands around and between them. */
import type { Issue } from "../core/errors/issue.ts";
import { LineVerdict } from "../core/json/engine.ts";
import type { RecordFormat } from "../core/lines.ts";
import { sizeWithoutEnd } from "./csv-cells.ts";
import type { KnownCsvOptions } from "./options.ts";
import type { Run } from "./run.ts";
import { concatenated } from "./source.ts";

/** Writes the records of one output. */
export interface Framer {
  /** The bytes of records, with what comes before them. */
  write(run: Run): readonly Uint8Array[];
  /** The bytes of a record that `write` has left for its errors. */
  report?(run: Run, issues: readonly Issue[]): Uint8Array | undefined;
  /** The end of the file; all of it, if there are no records. */
  end(): Uint8Array;
}

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array();
const [OPEN, COMMA, END, SEPARATOR] = ["[", ",", "]\n", "\x1e"].map((text) => encoder.encode(text)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/** Undefined for lines, which have nothing around them. */
export function framerOf(format: Exclude<RecordFormat, "csv">): Framer | undefined {
  if (format === "ndjson") return undefined;
  return format === "json"
    ? new SeparatedFramer(COMMA, OPEN, END)
    : new SeparatedFramer(SEPARATOR, SEPARATOR, NO_BYTES);
}

/** Records with a separator of one byte behind each but the last in the source. */
class SeparatedFramer implements Framer {
  readonly #separator: Uint8Array;
  readonly #begin: Uint8Array;
  readonly #end: Uint8Array;
  #isBegun = false;
  /** Bytes of a record that is too long to be kept, as far as it has been written; undefined between records. */
  #written: number | undefined;

  constructor(separator: Uint8Array, begin: Uint8Array, end: Uint8Array) {
    this.#separator = separator;
    this.#begin = begin;
    this.#end = end;
  }

  write({ bytes, long }: Run): readonly Uint8Array[] {
    const before = this.#written;
    let hasEnd = bytes.at(-1) === this.#separator[0];
    if (long !== undefined) {
      const written = (before ?? 0) + bytes.length;
      hasEnd = written > long.size;
      this.#written = long.last ? undefined : written;
    }
    const body = hasEnd ? bytes.subarray(0, -1) : bytes;
    if (before !== undefined) return [body];
    const first = this.#isBegun ? this.#separator : this.#begin;
    this.#isBegun = true;
    return [first, body];
  }

  end(): Uint8Array {
    return this.#isBegun || this.#end.length === 0 ? this.#end : concatenated([this.#begin, this.#end]);
  }
}

/** Rows below the header of the source. */
export class CsvFramer implements Framer {
  readonly #header: () => Uint8Array | undefined;
  readonly #delimiter: string;
  readonly #quote: string;
  readonly #escape: string;
  readonly #reason: string | undefined;
  #isBegun = false;

  /** @param reason name of a column that says what is wrong; undefined if there is none. */
  constructor(header: () => Uint8Array | undefined, { delimiter, quote, escape }: KnownCsvOptions, reason?: string) {
    this.#header = header;
    this.#delimiter = delimiter;
    this.#quote = quote ?? "";
    this.#escape = escape ?? "";
    this.#reason = reason;
  }

  write(run: Run): readonly Uint8Array[] {
    const isBad = this.#reason !== undefined && run.verdict === LineVerdict.invalid;
    return [this.#begin(), isBad ? NO_BYTES : run.bytes];
  }

  report({ bytes }: Run, issues: readonly Issue[]): Uint8Array | undefined {
    if (this.#reason === undefined) return undefined;
    const texts = issues.map(({ cell, message }) => (cell?.name === undefined ? message : `${cell.name}: ${message}`));
    return this.#withCell(bytes, texts.join(" "));
  }

  end(): Uint8Array {
    return this.#begin();
  }

  #begin(): Uint8Array {
    if (this.#isBegun) return NO_BYTES;
    this.#isBegun = true;
    const header = this.#header() ?? NO_BYTES;
    return this.#reason === undefined || header.length === 0 ? header : this.#withCell(header, this.#reason);
  }

  /** A row with one more cell. */
  #withCell(row: Uint8Array, text: string): Uint8Array {
    const size = sizeWithoutEnd(row);
    const end = size === row.length ? encoder.encode("\n") : row.subarray(size);
    return concatenated([row.subarray(0, size), encoder.encode(`${this.#delimiter}${this.#quoted(text)}`), end]);
  }

  #quoted(text: string): string {
    const quote = this.#quote;
    const line = text.replaceAll(/[\r\n]+/g, " ");
    if (quote === "") return line.replaceAll(this.#delimiter, " ");
    const escaped = this.#escape === quote ? line : line.replaceAll(this.#escape, `${this.#escape}${this.#escape}`);
    return `${quote}${escaped.replaceAll(quote, `${this.#escape}${quote}`)}${quote}`;
  }
}
