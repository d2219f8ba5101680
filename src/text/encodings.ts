/** Text encodings by name: those of `TextDecoder`, and Python's names for them. */
import { type Decode, fatalDecoder } from "../values/fatal-decoder.ts";

/*#__NO_SIDE_EFFECTS__*/ function singleByte(limit: number): Decode {
  return (bytes) => {
    const parts: string[] = [];
    // In chunks, because the number of arguments of a call is limited.
    for (let at = 0; at < bytes.length; at += 4096) {
      const piece = bytes.subarray(at, at + 4096);
      if (limit < 256 && piece.some((byte) => byte >= limit)) throw new RangeError("not ASCII");
      parts.push(String.fromCharCode(...piece));
    }
    return parts.join("");
  };
}

/** Returns whether a label is one of UTF-8, the only encoding that `TextEncoder` writes. */
export const isUtf8 = (label: string): boolean => /^(?:utf[-_]?8|u8)$/i.test(label);

const ascii = singleByte(128);
const latin1 = singleByte(256);

const littleEndian = fatalDecoder("utf-16le", false);
const bigEndian = fatalDecoder("utf-16be", false);

const utf16: Decode = (bytes) => (bytes[0] === 0xfe && bytes[1] === 0xff ? bigEndian : littleEndian)(bytes);

/** The characters of windows-1252 at 0x80 to 0x9f. Some versions of Node decode it as ISO 8859-1. */
const WINDOWS_1252 =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
  "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

const windows1252: Decode = (bytes) =>
  latin1(bytes).replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252.charAt(c.charCodeAt(0) - 0x80));

/**
 * Under Python's name (`cp1252`) a Windows code page has no control characters at 0x80 to 0x9f: those bytes are
 * refused.
 */
/*#__NO_SIDE_EFFECTS__*/ function codePage(decode: Decode): Decode {
  return (bytes) => {
    const text = decode(bytes);
    if (/[\x80-\x9f]/.test(text)) throw new RangeError("not in the code page");
    return text;
  };
}

/** Names that `TextDecoder` does not know, maps to another encoding, or decodes incorrectly. */
const special: ReadonlyMap<string, Decode> = /*#__PURE__*/ new Map<string, Decode>([
  ["ascii", ascii],
  ["us-ascii", ascii],
  ["646", ascii],
  ["iso-8859-1", latin1],
  ["8859", latin1],
  ["cp819", latin1],
  ["windows-1252", windows1252],
  ["utf-16", utf16],
  ["utf16", utf16],
  ["u16", utf16],
  ["utf-8-sig", fatalDecoder("utf-8", false)],
]);

/** The parts of ISO 8859 for the Latin alphabets from the fifth on. The numbers of the first four are the same. */
const PARTS = [9, 10, 13, 14, 15, 16];

/**
 * The decoder of an encoding. As in Python, only `utf-8-sig` and `utf-16` drop a byte order mark.
 * @param encoding a label of the Encoding standard, or Python's name: `latin-1`, `cp1251`, `utf_8`, `koi8_r`, ...
 * @returns undefined if the name is unknown.
 */
export function decoderNamed(encoding: string): Decode | undefined {
  const name = encoding.trim().toLowerCase().replaceAll("_", "-");
  const label = name
    .replace(/^cp(125\d|874)$/, "windows-$1")
    .replace(/^cp932$/, "shift-jis")
    .replace(/^(?:latin-?|l)(\d+)$/, (_, alphabet: string) => `iso8859-${PARTS[Number(alphabet) - 5] ?? alphabet}`)
    .replace(/^iso8859-?/, "iso-8859-")
    .replace(/^(?:u8|utf|utf8)$/, "utf-8")
    .replace(/^utf-16-(le|be)$/, "utf-16$1");
  const decode = special.get(label) ?? decoderOf(label);
  return decode !== undefined && /^cp(125\d|874)$/.test(name) ? codePage(decode) : decode;
}

function decoderOf(label: string): Decode | undefined {
  try {
    new TextDecoder(label, { fatal: true });
  } catch {
    return undefined;
  }
  return fatalDecoder(label, true);
}
