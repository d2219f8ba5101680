/** Names of form fields that are places in a value: `user.name`, `user[name]`, `users[0].name`, `tags[]`. */

/** A key or an index in a name. */
export interface NamePart {
  readonly text: string;
  readonly inBrackets: boolean;
  /** Where it ends in the name, with its bracket. */
  readonly end: number;
}

/** A name, taken apart. */
export interface FieldName {
  readonly parts: readonly NamePart[];
  /** It ends with `[]`: the field is an item of a list. */
  readonly isItem: boolean;
  /** There are more parts, which were not read. */
  readonly isCut: boolean;
}

/** The index of the first `.`, `[` or `]` from `start`; the length of the name if there is none. */
function markFrom(name: string, start: number): number {
  for (let at = start; at < name.length; at++) {
    const char = name[at];
    if (char === "." || char === "[" || char === "]") return at;
  }
  return name.length;
}

/** The index of the first bracket from `start`; the length of the name if there is none. */
function bracketFrom(name: string, start: number): number {
  for (let at = start; at < name.length; at++) if (name[at] === "[" || name[at] === "]") return at;
  return name.length;
}

/**
 * Takes a name apart. In brackets, a key may have dots.
 * @param most so many parts are read.
 * @returns undefined if it is not of that form: then it is a key as it is.
 */
export function fieldNameOf(name: string, most: number): FieldName | undefined {
  const parts: NamePart[] = [];
  let at = markFrom(name, 0);
  if (at === 0) return undefined;
  parts.push({ text: name.slice(0, at), inBrackets: false, end: at });
  while (at < name.length) {
    const inBrackets = name[at] === "[";
    if (!inBrackets && name[at] !== ".") return undefined;
    const start = at + 1;
    at = inBrackets ? bracketFrom(name, start) : markFrom(name, start);
    if (inBrackets && name[at] !== "]") return undefined;
    if (at === start) return inBrackets && at === name.length - 1 ? { parts, isItem: true, isCut: false } : undefined;
    if (parts.length === most) return { parts, isItem: false, isCut: true };
    const text = name.slice(start, at);
    if (inBrackets) at++;
    parts.push({ text, inBrackets, end: at });
  }
  return { parts, isItem: false, isCut: false };
}

/** An index as forms write it; a longer one is a key. */
const INDEX = /^(?:0|[1-9]\d{0,14})$/;

/** Whether a part of a name may be an index. */
export const isIndex = (text: string): boolean => INDEX.test(text);
