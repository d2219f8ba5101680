/** Detects UTF-16 and UTF-32, which some programs write but which are not valid encodings of JSON. */
import { CommandError } from "./failure.ts";

/** Bytes at the start of a text that suffice to detect its encoding. */
const DETECTED_AT = 4;

/** True if more bytes are needed to detect the encoding. */
function isOpen([a, b]: Uint8Array, length: number): boolean {
  return length < DETECTED_AT && (b === undefined || a === 0 || a === 0xfe || a === 0xff || b === 0);
}

/**
 * UTF-16 or UTF-32 if the text is one of them: by its byte order mark, or by zeros beside the first ASCII characters.
 */
export function wideEncodingOf([a, b, c, d]: Uint8Array): string | undefined {
  const isLittle = a === 0xff && b === 0xfe;
  const isBig = a === 0xfe && b === 0xff;
  if ((isLittle && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) return "UTF-32";
  if (isLittle || isBig) return "UTF-16";
  const zeros = [a, b, c, d].map((byte) => (byte === undefined ? "-" : byte === 0 ? "0" : "x")).join("");
  if (zeros === "x000" || zeros === "000x") return "UTF-32";
  return ["x0x0", "0x0x", "x0--", "0x--"].includes(zeros) ? "UTF-16" : undefined;
}

/** The command of the system that converts a file to UTF-8. */
export const converting = (encoding: string, platform: NodeJS.Platform): string =>
  platform === "win32"
    ? `Get-Content FILE -Raw -Encoding ${encoding === "UTF-32" ? "utf32" : "unicode"} | Set-Content COPY -NoNewline -Encoding utf8NoBOM`
    : `iconv -f ${encoding} -t UTF-8`;

/** @throws CommandError if the text is UTF-16 or UTF-32. */
export function expectUtf8(text: Uint8Array): void {
  const encoding = wideEncodingOf(text.subarray(0, DETECTED_AT));
  if (encoding === undefined) return;
  throw new CommandError(
    `it is ${encoding}, and JSON has to be UTF-8, to which ${converting(encoding, process.platform)} converts it`,
  );
}

/**
 * Passes the bytes of a source on, after checking the first two to four.
 * @throws CommandError if they are UTF-16 or UTF-32; errors of the source.
 */
export async function* utf8(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of source) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (isOpen(head, head.length)) continue;
    expectUtf8(head);
    yield head;
    head = undefined;
  }
  if (head === undefined || head.length === 0) return;
  expectUtf8(head);
  yield head;
}
