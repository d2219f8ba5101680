/** Emoji of UTS #51: those that are recommended for general interchange, by the Unicode of the runtime. */
import type { Format } from "./format.ts";

// Made when it is first needed, as an older runtime has no flag `v`. Sticky: it reads one emoji at a time, the longest.
// One expression for all would try every way to split a text, and many an emoji is two others.
const FLAGS: string = "vy";
let emojiHere: RegExp | undefined;
/**
 * Emoji of one character, with or without what makes it one, keycaps, flags, and emoji with the colour of a skin, which
 * nothing continues: the expression for all emoji is slow. A colour continues only what has a skin.
 */
let simpleHere: RegExp | undefined;
const COLOUR = "[\\u{1f3fb}-\\u{1f3ff}]";
const SIMPLE_KINDS = [
  `(?!\\p{Regional_Indicator}|\\p{Emoji_Modifier_Base}${COLOUR})\\p{Emoji_Presentation}`,
  "[\\p{Emoji}--\\p{Emoji_Presentation}--[#*0-9]]\\ufe0f",
  `\\p{Emoji_Modifier_Base}${COLOUR}`,
  "(?=\\p{Regional_Indicator})\\p{RGI_Emoji_Flag_Sequence}",
  "[#*0-9]\\ufe0f\\u20e3",
];
const SIMPLE_END = "(?![\\u200d\\ufe0f\\u{e0020}-\\u{e007f}])";

/** One emoji or more, and nothing else. */
function isEmoji(text: string): boolean {
  emojiHere ??= new RegExp("\\p{RGI_Emoji}", FLAGS);
  simpleHere ??= new RegExp(`(?:(?:${SIMPLE_KINDS.join("|")})${SIMPLE_END}){1,1000}`, FLAGS);
  for (let at = 0; at < text.length; ) {
    simpleHere.lastIndex = emojiHere.lastIndex = at;
    const expression: RegExp = simpleHere.test(text) ? simpleHere : emojiHere;
    if (expression === emojiHere && !emojiHere.test(text)) return false;
    at = expression.lastIndex;
  }
  return text !== "";
}

export const emoji: Format = { label: "emoji", test: isEmoji };
