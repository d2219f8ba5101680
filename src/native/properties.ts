/** Properties of characters for patterns the addon runs: what `\\p{...}` means in the Unicode of this runtime. */

/** Nothing is said of characters from here on, which are rare: the addon leaves a text to the reference that has one. */
const END = 0x30000;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
/** The surrogates are whole pages. */
const PAGE = 0x800;

/** Where characters with a property begin and end, by turns. */
type CodePointRanges = readonly number[];

const known = new Map<string, CodePointRanges>();

/** What a pattern has in the braces of its properties. Everything behind another backslash is skipped. */
export function propertiesIn(source: string): string[] {
  const names: string[] = [];
  for (const [, name] of source.matchAll(/\\(?:p\{([^}]*)\}|.)/gisu)) if (name !== undefined) names.push(name);
  return names;
}

/** Which characters have the properties, in the form of a plan. Takes a few milliseconds for each that is new. */
export function propertiesOf(names: ReadonlySet<string>): { end: number; sets: Record<string, CodePointRanges> } {
  let text: string | undefined;
  const sets: Record<string, CodePointRanges> = Object.create(null);
  for (const name of names) {
    let bounds = known.get(name);
    if (bounds === undefined) {
      text ??= everyCharacter();
      bounds = boundsOf(name, text);
      known.set(name, bounds);
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

/** All characters up to the end, but for the surrogates: they are not characters by themselves. */
function everyCharacter(): string {
  const pages: string[] = [];
  for (let first = 0; first < END; first += PAGE) {
    if (first >= FIRST_SURROGATE && first <= LAST_SURROGATE) continue;
    pages.push(String.fromCodePoint(...Array.from({ length: PAGE }, (_, index) => first + index)));
  }
  return pages.join("");
}

/** The character at a place of that text. */
function characterAt(index: number): number {
  if (index < FIRST_SURROGATE) return index;
  const behind = index + LAST_SURROGATE + 1 - FIRST_SURROGATE;
  return behind < 0x10000 ? behind : 0x10000 + ((behind - 0x10000) >> 1);
}
