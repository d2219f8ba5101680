/** Emoji of UTS #51: those that are recommended for general interchange, by the Unicode of the runtime. */
import type { Format } from "./format.ts";

// Made when it is first needed, as an older runtime has no flag `v`. Sticky: it reads one emoji at a time, the longest.
// One expression for all would try every way to split a text, and many an emoji is two others.
const FLAGS: string = "vy";
let emojiHere: RegExp | undefined;

/** One emoji or more, and nothing else. */
function isEmoji(text: string): boolean {
  emojiHere ??= new RegExp("\\p{RGI_Emoji}", FLAGS);
  emojiHere.lastIndex = 0;
  while (emojiHere.test(text)) if (emojiHere.lastIndex === text.length) return true;
  return false;
}

export const emoji: Format = { label: "emoji", test: isEmoji };
