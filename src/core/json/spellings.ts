/** Finds the spellings of large numbers in a JSON text: `JSON.parse` rounds them to doubles and loses their digits. */
import { define } from "../../values/define.ts";
import { isBeyond, mayExceed, writtenInteger } from "../../values/digits.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import type { Spellings } from "../report/digits.ts";
import { closingQuote, isDigit } from "./scan.ts";

/** An array or object around the current position of the walk. */
interface OpenContainer {
  /** Its value; or whatever else a later duplicate key has put in its place. */
  readonly value: unknown;
  /** The key or index of the next member: an object's first key replaces the 0. */
  key: string | number;
  /** Undefined as long as it has no such numbers. */
  holder: Holder | undefined;
}

function holderOf(container: OpenContainer): Holder {
  container.holder ??= { numbers: new Map(), holders: new Set() };
  return container.holder;
}

/** A container with numbers beyond the safe range, at any depth. */
interface Holder {
  /** Their texts, by key. */
  readonly numbers: Map<unknown, string>;
  /** The keys of the containers in it that have such numbers. */
  readonly holders: Set<unknown>;
}

/** The containers with such numbers, those inside others first. Under undefined: the number that is the whole text. */
type Found = Map<unknown, Holder>;

/** The numbers beyond the safe range, found on first access. */
class FoundSpellings implements Spellings {
  readonly #find: () => Found;
  #found: Found | undefined;
  #exact: Map<unknown, object> | undefined;
  /** The containers of the text, by those that validators have made of them. */
  readonly #origins = new Map<object, object>();

  constructor(find: () => Found) {
    this.#find = find;
  }

  of(holder: object | undefined, key: unknown): string | undefined {
    return this.#holder(holder)?.numbers.get(key);
  }

  exact(container: object): object {
    if (this.#holder(container) === undefined) return container;
    this.#exact ??= exactCopies(this.#found as Found);
    return this.#exact.get(this.#origins.get(container) ?? container) ?? container;
  }

  follow(given: object, made: object): void {
    const rest: (readonly [given: unknown, made: unknown])[] = [[given, made]];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const [one, other] = next;
      const holder = isContainer(one) && isContainer(other) && one !== other ? this.#holder(one) : undefined;
      if (holder === undefined) continue;
      this.#origins.set(other as object, this.#origins.get(one as object) ?? (one as object));
      for (const key of holder.holders)
        rest.push([ownValue(one as object, key as string), ownValue(other as object, key as string)]);
    }
  }

  #holder(container: object | undefined): Holder | undefined {
    this.#found ??= this.#find();
    return this.#found.get((container && this.#origins.get(container)) ?? container);
  }
}

/** The numbers of one text, found in one pass. */
export class TextSpellings extends FoundSpellings {
  /** @param text JSON text, known to be valid. @param value the result of `JSON.parse`. */
  constructor(text: string, value: unknown) {
    super(() => (mayExceed(text) ? find(text, value) : new Map()));
  }
}

/** A JSON text that has become a member of a larger value. */
export interface TextPart {
  /** Known to be valid. */
  readonly text: string;
  /** The result of `JSON.parse`. */
  readonly value: unknown;
  /** The places where it stands. */
  readonly places: readonly (readonly [holder: object, key: unknown])[];
}

/** The numbers of a value that has parts of JSON text, such as a form. */
export class PartSpellings extends FoundSpellings {
  constructor(parts: readonly TextPart[]) {
    super(() => foundIn(parts));
  }
}

/** The containers in parts first, then those that the parts are in. */
function foundIn(parts: readonly TextPart[]): Found {
  const found: Found = new Map();
  const around: Found = new Map();
  for (const { text, value, places } of parts) {
    if (!mayExceed(text)) continue;
    const inside = find(text, value);
    const number = inside.get(undefined)?.numbers.get(undefined);
    inside.delete(undefined);
    for (const [container, holder] of inside) found.set(container, holder);
    if (number === undefined && inside.size === 0) continue;
    for (const [container, key] of places) {
      const holder = around.get(container) ?? { numbers: new Map(), holders: new Set() };
      around.set(container, holder);
      if (number === undefined) holder.holders.add(key);
      else holder.numbers.set(key, number);
    }
  }
  for (const [container, holder] of around) found.set(container, holder);
  return found;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The offset after a number. */
function numberEnd(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const unit = text.charCodeAt(at);
    const isDigitPointOrE = isDigit(unit) || unit === 0x2e || (unit | 0x20) === 0x65;
    if (!isDigitPointOrE && unit !== 0x2b && unit !== 0x2d) return at;
  }
}

/**
 * Walks the text and the value in parallel. If a key occurs twice, the last one counts in both. What was recorded for
 * an earlier value of the key stays if nothing is recorded for the last: the caller compares a number with its own, and
 * asks for nothing in a value that is no container.
 */
function find(text: string, root: unknown): Found {
  const found: Found = new Map();
  const outer: (OpenContainer | undefined)[] = [];
  let open: OpenContainer | undefined;
  let string = 0;
  const record = (token: string): void => {
    if (!isBeyond(Number(token))) return;
    if (open === undefined) found.set(undefined, { numbers: new Map([[undefined, token]]), holders: new Set() });
    else holderOf(open).numbers.set(open.key, token);
  };
  const close = ({ value, holder }: OpenContainer): void => {
    open = outer.pop();
    if (holder === undefined) return;
    // Of two containers of a duplicate key, the second one is the value.
    found.delete(value);
    found.set(value, holder);
    if (open !== undefined) holderOf(open).holders.add(open.key);
  };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      string = at;
      at = closingQuote(text, at);
    } else if (unit === 0x7b || unit === 0x5b) {
      const value = open === undefined ? root : open.value && ownValue(open.value, open.key);
      outer.push(open);
      open = { value, key: 0, holder: undefined };
    } else if (unit === 0x7d || unit === 0x5d) {
      close(open as OpenContainer);
    } else if (unit === 0x3a) {
      (open as OpenContainer).key = JSON.parse(text.slice(string, at)) as string;
    } else if (unit === 0x2c) {
      if (typeof open?.key === "number") open.key++;
    } else if (unit === 0x2d || isDigit(unit)) {
      const end = numberEnd(text, at);
      record(text.slice(at, end));
      at = end - 1;
    }
  }
  return found;
}

/** Copies of the containers, with the integers that are written in place of the numbers. */
function exactCopies(found: Found): Map<unknown, object> {
  const copies = new Map<unknown, object>();
  for (const [value, { numbers, holders }] of found) {
    // A form is no value of JSON.
    if (!isArray(value) && !isPlainObject(value)) continue;
    const copy = isArray(value) ? [...value] : { ...value };
    const set = (key: unknown, member: unknown): void => define(copy as Record<string, unknown>, key as string, member);
    for (const [key, token] of numbers) {
      const number = ownValue(value, key as string);
      // A later value of the same key may be another.
      if (number === Number(token)) set(key, writtenInteger(token, number));
    }
    for (const key of holders) {
      const member = ownValue(value, key as string);
      set(key, copies.get(member) ?? member);
    }
    copies.set(value, copy);
  }
  return copies;
}
