/** Finds the spellings of large numbers in a JSON text: `JSON.parse` rounds them to doubles and loses their digits. */

import type { Spellings } from "../report/report.ts";
import { isArray, ownValue } from "../values/input.ts";
import { closingQuote, isDigit } from "./scan.ts";

/** An array or object around the current position of the walk. */
interface OpenContainer {
  /** Its value; undefined if a later duplicate key has replaced it by a different one. */
  readonly value: object | undefined;
  readonly isArray: boolean;
  /** The key or index of the next member. */
  key: string | number;
}

/** The numbers beyond the safe range in one text, found in one pass on first access. */
export class TextSpellings implements Spellings {
  readonly #text: string;
  readonly #value: unknown;
  #found: Map<object | undefined, Map<unknown, string>> | undefined;

  /** @param text JSON text, known to be valid. @param value the result of `JSON.parse`. */
  constructor(text: string, value: unknown) {
    this.#text = text;
    this.#value = value;
  }

  of(holder: object | undefined, key: unknown): string | undefined {
    this.#found ??= find(this.#text, this.#value);
    return this.#found.get(holder)?.get(holder === undefined ? undefined : key);
  }
}

/** The offset after a number. */
function numberEnd(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const unit = text.charCodeAt(at);
    const isDigitPointOrE = isDigit(unit) || unit === 0x2e || (unit | 0x20) === 0x65;
    if (!isDigitPointOrE && unit !== 0x2b && unit !== 0x2d) return at;
  }
}

/**
 * Walks the text and the value in parallel. If a key occurs twice, the last one counts in both. An earlier large number
 * stays recorded if the last value of its key is not a large number, so the caller compares the number with its own.
 */
function find(text: string, root: unknown): Map<object | undefined, Map<unknown, string>> {
  const found = new Map<object | undefined, Map<unknown, string>>();
  const outer: OpenContainer[] = [];
  let open: OpenContainer | undefined;
  let isKey = false;
  const record = (token: string): void => {
    if (Math.abs(Number(token)) <= Number.MAX_SAFE_INTEGER || (open !== undefined && open.value === undefined)) return;
    const members = found.get(open?.value) ?? new Map<unknown, string>();
    found.set(open?.value, members.set(open?.key, token));
  };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      const end = closingQuote(text, at);
      if (isKey && open?.value !== undefined) open.key = JSON.parse(text.slice(at, end + 1)) as string;
      isKey = false;
      at = end;
    } else if (unit === 0x7b || unit === 0x5b) {
      const value = open === undefined ? root : open.value && ownValue(open.value, open.key);
      const array = unit === 0x5b;
      if (open !== undefined) outer.push(open);
      open = { value: isLike(value, array) ? value : undefined, isArray: array, key: array ? 0 : "" };
      isKey = !array;
    } else if (unit === 0x7d || unit === 0x5d) {
      open = outer.pop();
      isKey = false;
    } else if (unit === 0x2c) {
      if (open?.isArray) (open.key as number)++;
      else isKey = true;
    } else if (unit === 0x2d || isDigit(unit)) {
      const end = numberEnd(text, at);
      record(text.slice(at, end));
      at = end - 1;
    }
  }
  return found;
}

const isLike = (value: unknown, array: boolean): value is object =>
  typeof value === "object" && value !== null && isArray(value) === array;
