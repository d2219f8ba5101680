/** The characters that have a property (`\p{...}` in a pattern), in the Unicode version of this runtime. */

/** Characters from here on are rare and left out: a text with one falls back to the pure engine. */
const END = 0x30000;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
/** Characters are created in pages; the surrogates fill exactly one. */
const PAGE = 0x800;

/** Ranges of characters: the first of each, and the first one after it, in ascending order. */
type CodePointRanges = readonly number[];

const ranges = new Map<string, CodePointRanges>();

/** The properties that a pattern names: what stands in the braces of `\p{...}` and `\P{...}`. */
export function propertiesIn(source: string): string[] {
  const names: string[] = [];
  for (const [, name] of source.matchAll(/\\(?:p\{([^}]*)\}|.)/gisu)) if (name !== undefined) names.push(name);
  return names;
}

/** The characters that have the properties, in the form of a plan. Takes a few milliseconds for each new property. */
export function propertiesOf(names: ReadonlySet<string>): { end: number; sets: Record<string, CodePointRanges> } {
  let text: string | undefined;
  const sets: Record<string, CodePointRanges> = Object.create(null);
  for (const name of names) {
    let bounds = ranges.get(name);
    if (bounds === undefined) {
      text ??= everyCharacter();
      bounds = boundsOf(name, text);
      ranges.set(name, bounds);
    }
    sets[name] = bounds;
  }
  return { end: END, sets };
}

function boundsOf(name: string, text: string): CodePointRanges {
  const bounds: number[] = [];
  for (const { 0: run, index } of text.matchAll(new RegExp(`\\p{${name}}+`, "gu"))) {
    bounds.push(characterAt(index), characterAt(index + run.length));
  }
  return bounds;
}

/** All characters up to `END` in one text, without the surrogates: unpaired, they are not characters. */
function everyCharacter(): string {
  const pages: string[] = [];
  for (let first = 0; first < END; first += PAGE) {
    if (first >= FIRST_SURROGATE && first <= LAST_SURROGATE) continue;
    pages.push(String.fromCodePoint(...Array.from({ length: PAGE }, (_, index) => first + index)));
  }
  return pages.join("");
}

/** The character at an index of the text of `everyCharacter`. */
function characterAt(index: number): number {
  if (index < FIRST_SURROGATE) return index;
  const shifted = index + LAST_SURROGATE + 1 - FIRST_SURROGATE;
  // Above U+FFFF, each character takes two units of the text.
  return shifted < 0x10000 ? shifted : 0x10000 + ((shifted - 0x10000) >> 1);
}
