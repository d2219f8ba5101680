/** Spells values as JSON text, each document in a style of its own. */
import type { Random } from "./random.ts";
import type { Json } from "./recipe.ts";
import { BROKEN, INTEGERS, KEYS, NUMBERS, TEXTS } from "./vocabulary.ts";

const SPACE = ["", "", " ", "\n", "\t", "\r\n", "  "];

export class Spelling {
  readonly #random: Random;
  readonly #spaced: number;
  readonly #escaped: number;
  readonly #exotic: number;

  constructor(random: Random) {
    this.#random = random;
    this.#spaced = random.pick([0, 0, 0.1, 0.8]);
    this.#escaped = random.pick([0, 0, 0, 0.05, 0.5]);
    this.#exotic = random.pick([0, 0, 0.1, 0.5]);
  }

  space(): string {
    return this.#random.chance(this.#spaced) ? this.#random.pick(SPACE) : "";
  }

  characters(size: number): string {
    const random = this.#random;
    if (!random.chance(this.#exotic)) {
      const word = "The quick brown fox jumps over the lazy dog. ";
      const start = random.below(word.length);
      return word.slice(start).padEnd(size, word).slice(0, size);
    }
    const ranges = random.pick(RANGES);
    return Array.from({ length: size }, () => {
      const [first, last] = random.pick(ranges) as [number, number];
      return String.fromCodePoint(random.between(first, last));
    }).join("");
  }

  /** A string as JSON, spelled in one of many ways. */
  string(text: string): string {
    const random = this.#random;
    if (this.#escaped === 0) return JSON.stringify(text);
    let result = '"';
    for (const character of text) {
      if (!random.chance(this.#escaped)) {
        result += JSON.stringify(character).slice(1, -1);
        continue;
      }
      const short = SHORT.get(character);
      const units = Array.from({ length: character.length }, (_, at) => {
        const digits = character.charCodeAt(at).toString(16).padStart(4, "0");
        return `\\u${random.chance(0.5) ? digits.toUpperCase() : digits}`;
      });
      result += short !== undefined && random.chance(0.5) ? short : units.join("");
    }
    return `${result}"`;
  }

  array(items: readonly string[]): string {
    return `[${items.map((item) => this.space() + item + this.space()).join(",")}${items.length === 0 ? this.space() : ""}]`;
  }

  object(members: readonly (readonly [string, string])[]): string {
    const texts = members.map(
      ([key, value]) => `${this.space()}${this.string(key)}${this.space()}:${this.space()}${value}${this.space()}`,
    );
    return `{${texts.join(",")}${members.length === 0 ? this.space() : ""}}`;
  }

  /** A value as JSON. */
  json(value: Json): string {
    if (typeof value === "string") return this.string(value);
    if (Array.isArray(value)) return this.array(value.map((item) => this.json(item)));
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (value.__value__ === "number")
      return value.text === "-0" ? "-0" : `${String(value.text).startsWith("-") ? "-" : ""}1e999`;
    if (value.__value__ === "bigint") return String(value.text);
    return this.object(Object.entries(value).map(([key, member]) => [key, this.json(member)]));
  }

  /** Any JSON at all, and sometimes none. */
  anything(depth: number): string {
    const random = this.#random;
    const kind = random.below(depth > 0 ? 12 : 8);
    if (kind === 0) return random.pick(["null", "true", "false"]);
    if (kind <= 3) return random.pick(NUMBERS);
    if (kind === 4) return this.string(random.pick(TEXTS));
    if (kind === 5) return this.string(this.characters(random.below(20)));
    if (kind === 6) return String(random.pick(INTEGERS));
    if (kind === 7) return random.chance(0.1) ? random.pick(BROKEN) : "[]";
    if (kind <= 9) return this.array(Array.from({ length: random.below(4) }, () => this.anything(depth - 1)));
    const keys = random.shuffled(random.some(KEYS, 0.1));
    if (random.chance(0.1) && keys.length > 0) keys.push(random.pick(keys));
    return this.object(keys.map((key) => [key, this.anything(depth - 1)]));
  }
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["/", "\\/"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Code points of one, two, three and four bytes, and surrogates. */
const RANGES: readonly (readonly (readonly [number, number])[])[] = [
  [
    [0x20, 0x7e],
    [0xa0, 0xff],
  ],
  [[0xa0, 0xff]],
  [[0x410, 0x44f]],
  [
    [0x20, 0x7e],
    [0x4e00, 0x9fff],
  ],
  [
    [0x1f600, 0x1f64f],
    [0x61, 0x7a],
  ],
  [
    [0x00, 0x2f],
    [0x7f, 0x9f],
    [0x2028, 0x2029],
  ],
  [
    [0x61, 0x7a],
    [0x61, 0x7a],
    [0x61, 0x7a],
    [0xd7ff, 0xe000],
  ],
];
