/** UTF-16 and UTF-32: encodings of JSON that nothing here reads, but that some programs write. */
import { CommandError } from "./failure.ts";

/** This many bytes at the start of a text tell its encoding. */
const ENOUGH = 4;

/** Whether more bytes may show that a text is one of those. */
function isOpen([a, b]: Uint8Array, length: number): boolean {
  return length < ENOUGH && (b === undefined || a === 0 || a === 0xfe || a === 0xff || b === 0);
}

/**
 * The encoding of a text, if it is one of those: by its byte order mark, or because JSON begins with ASCII characters.
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

/** @throws CommandError if the text is UTF-16 or UTF-32. */
export function expectUtf8(text: Uint8Array): void {
  const encoding = wideEncodingOf(text.subarray(0, ENOUGH));
  if (encoding === undefined) return;
  throw new CommandError(
    `it is ${encoding}, and JSON has to be UTF-8, to which iconv -f ${encoding} -t UTF-8 converts it`,
  );
}

/**
 * The bytes of a source. The first ones are kept back until they tell the encoding: two, or four of a text that is
 * refused.
 * @throws CommandError if they are UTF-16 or UTF-32; what the source throws.
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
