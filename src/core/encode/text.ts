/** JSON text of encoded values. */

/** Objects, arrays or bigints inherit a `toJSON`, which `JSON.stringify` would call. */
const inheritsToJson = (): boolean => "toJSON" in Array.prototype || "toJSON" in BigInt.prototype;

/** Returns the JSON text of an encoded value: JSON, and bigints, which become numbers. */
export function jsonText(value: unknown): string {
  if (inheritsToJson()) return jsonOfAny(value);
  try {
    return JSON.stringify(value);
  } catch {
    // There is a bigint in it.
    return jsonOfAny(value);
  }
}

/** Longer texts are searched by a regular expression: it is faster, but takes a while to start. */
const MAX_LOOPED = 16;
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** By UTF-16 unit: 1 for control characters, quotes, backslashes and surrogates. */
const MAY_ESCAPE = /*#__PURE__*/ new Uint8Array(0x10000)
  .fill(1, 0, 0x20)
  .fill(1, 0x22, 0x23)
  .fill(1, 0x5c, 0x5d)
  .fill(1, 0xd800, 0xe000);

/** Returns the JSON text of a string without its quotes. */
export function escaped(text: string): string {
  const { length } = text;
  if (length > MAX_LOOPED) return ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
  let found = 0;
  for (let index = 0; index < length; index++) found |= MAY_ESCAPE[text.charCodeAt(index)] as number;
  return found === 0 ? text : withBackslashes(text);
}

/** The same for a short text with something to escape, mostly a quote: putting pieces together is fastest. */
function withBackslashes(text: string): string {
  let result = "";
  let done = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (MAY_ESCAPE[unit] === 0) continue;
    if (unit !== QUOTE && unit !== BACKSLASH) return JSON.stringify(text).slice(1, -1);
    result += `${text.slice(done, index)}\\`;
    done = index;
  }
  return result + text.slice(done);
}

function jsonOfAny(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonOfAny).join()}]`;
  const members = Object.keys(value).map((key) => `${JSON.stringify(key)}:${jsonOfAny((value as never)[key])}`);
  return `{${members.join()}}`;
}
