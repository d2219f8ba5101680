/** Texts that may be given as bytes: `encoding` of `Str`. */
import { decoderNamed } from "../text/encodings.ts";
import { isBytes } from "../values/input.ts";
import { visible } from "../values/text.ts";
import type { Node, Write } from "./report.ts";
import { fill, isolated } from "./texts.ts";

const ofDecoding: Write = ({ expected }, { messages }) =>
  fill(messages.str_decode, { expected: isolated(visible(String(expected))) });

/** @param encoding that of a Str, which is known. */
/*#__NO_SIDE_EFFECTS__*/ export function encodedText(encoding: string, text: Node): Node {
  const decode = decoderNamed(encoding);
  return (input, report) => {
    if (decode === undefined || !isBytes(input)) return text(input, report);
    let decoded: string;
    try {
      // Copied, because a subclass may override methods, and other threads may write to shared memory.
      decoded = decode(new Uint8Array(input));
    } catch {
      return report.fail(ofDecoding, "str_decode", encoding, input);
    }
    return text(decoded, report);
  };
}

/** The way back to bytes, of UTF-8. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
