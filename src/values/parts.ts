/** The parts of a value, without recursion: it may be deeper than any stack. */
import { ownValue } from "./input.ts";

/** A value, and the way to it from the outermost one. */
export interface Part {
  readonly value: unknown;
  readonly key: string | number | undefined;
  readonly outer: Part | undefined;
}

/** The members of an object or an array that are still to be looked at: they are read one at a time. */
export interface Members {
  readonly part: Part;
  /** Undefined of an array, which may be long, and empty. */
  readonly keys: readonly string[] | undefined;
  readonly size: number;
  next: number;
}

/** The next part, in the order of the text; undefined after the last one. */
export function nextPart(open: Members[]): Part | undefined {
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const { part, keys, size, next } = at;
    at.next++;
    if (next >= size) open.pop();
    else {
      const key = keys === undefined ? next : (keys[next] as string);
      return { value: ownValue(part.value as object, key), key, outer: part };
    }
  }
  return undefined;
}
