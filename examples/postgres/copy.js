/** JSON lines through COPY, as fast as PostgreSQL reads and writes them. */
import { Transform } from "node:stream";

/**
 * Options of a COPY that takes a line for a value, as it is. CSV has a delimiter and quotes, but no backslashes to
 * double; and these two characters no JSON text has.
 */
export const AS_IT_IS = "(FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')";

const BOM = Buffer.from("\ufeff");
const [CARRIAGE_RETURN, LINE_FEED, SPACE] = Buffer.from("\r\n ");

/**
 * Makes valid JSON lines ready for such a COPY, which would take a carriage return for the end of a line. In valid JSON
 * it can be nothing but white space.
 */
export function toCopy() {
  let isFirst = true;
  return new Transform({
    transform(chunk, _, done) {
      const bytes = chunk.includes(CARRIAGE_RETURN)
        ? chunk.map((byte) => (byte === CARRIAGE_RETURN ? SPACE : byte))
        : chunk;
      const hasBom = isFirst && BOM.equals(bytes.subarray(0, BOM.length));
      isFirst = false;
      done(null, hasBom ? bytes.subarray(BOM.length) : bytes);
    },
  });
}

/** Makes lines of any bytes ready for a COPY of `bytea` in the text format: `\\x` and hexadecimal digits. */
export async function* toCopyBytes(chunks) {
  let isOpen = false;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; ) {
      const feed = chunk.indexOf(LINE_FEED, start);
      const end = feed < 0 ? chunk.length : feed;
      yield `${isOpen ? "" : "\\\\x"}${chunk.toString("hex", start, end)}${feed < 0 ? "" : "\n"}`;
      isOpen = feed < 0;
      start = end + 1;
    }
  }
}
