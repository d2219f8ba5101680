/** Random JSON texts for a recipe: valid by construction, nearly valid, and broken. */
import { numericText, textNear } from "./patterns.ts";
import type { Random } from "./random.ts";
import { type Dump, type Json, type Recipe, visitDumps } from "./recipe.ts";
import { DATES, INTEGERS, KEYS, PATTERNS, TEXTS } from "./schemas.ts";

/** Bytes, or a string, which may hold lone surrogates. */
export type Source = Uint8Array | string;

const NUMBERS: readonly string[] = [
  ...[
    "0",
    "-0",
    "-0.0",
    "0e5",
    "0.1",
    "1.5",
    "-2.25",
    "1E5",
    "1e+5",
    "1e-5",
    "10.0",
    "50e-1",
    "1e2",
    "5e-324",
    "1e-400",
    "2.47e-324",
  ],
  ...[
    "1e308",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "1e400",
    "-1e400",
    "1e999999999999",
    "0e99999999999",
    "1e-9999999999",
  ],
  ...["9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551615"],
  ...["18446744073709551616", "99999999999999999999", "100000000000000000000", "123456789012345678901234567890"],
  ...["3.141592653589793238462643383279502884197", "0.3000000000000000444089209850062616169452667236328125"],
  ...[
    "9007199254740992.5",
    "-2147483648",
    "-2147483647",
    "2147483647.0",
    "4294967295",
    "1.0000000000000002",
    "8.5e-7",
    "123456e-3",
  ],
];

/** Almost JSON. */
const BROKEN: readonly string[] = [
  ...[
    "01",
    "+1",
    ".5",
    "5.",
    "1e",
    "1e+",
    "-",
    "--1",
    "0x1",
    "1_0",
    "NaN",
    "Infinity",
    "tru",
    "True",
    "nulll",
    "undefined",
  ],
  ...[
    "'a'",
    '"',
    '"\\x"',
    '"\\u12g4"',
    '"\\u123"',
    '"\n"',
    '"\t"',
    '"\u0000"',
    "[1,]",
    "[,1]",
    "[1 2]",
    "[",
    "]",
    "{",
    "}",
  ],
  ...[
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{,}",
    "{1:1}",
    '{"a":1 "b":2}',
    "{a:1}",
    "",
    " ",
    "1 2",
    "//",
    "/**/1",
    "\ufeff1",
    "\u00a01",
    "1\f",
  ],
];

const SPACE = ["", "", " ", "\n", "\t", "\r\n", "  "];

/** What becomes of the bytes of a text that has been written. */
const BYTES = [
  0x00, 0x09, 0x0a, 0x1f, 0x20, 0x22, 0x2b, 0x2c, 0x2d, 0x2e, 0x2f, 0x30, 0x31, 0x39, 0x3a, 0x45, 0x5b, 0x5c, 0x5d,
  0x65, 0x6e, 0x74, 0x75, 0x7b, 0x7d, 0x7f, 0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xff,
];

/** A random text for the recipe. */
export function randomDocument(random: Random, recipe: Recipe): Source {
  const noise = random.pick([0, 0, 0, 0.03, 0.1, 0.4]);
  const writer = new Writer(random, recipe, noise);
  let text = random.chance(0.01) && isLinear(recipe) ? deepText(random) : writer.document();
  if (random.chance(0.01)) text = random.pick(BROKEN);
  if (random.chance(0.02)) text = `\ufeff${text}`;
  if (random.chance(0.2)) return random.chance(0.2) ? mutatedText(random, text) : text;
  const bytes = new TextEncoder().encode(text);
  return random.chance(0.15) ? mutated(random, bytes) : bytes;
}

/** Time grows with the text: no validator judges the same value twice, or a deep text would take forever. */
function isLinear({ root, aliases }: Recipe): boolean {
  let linear = true;
  visitDumps([root, ...Object.values(aliases)], ({ __class__ }) => {
    linear &&= __class__ !== "AllOf" && __class__ !== "OneOf" && __class__ !== "Wrapped";
  });
  return linear;
}

/** Around the limit of 512 levels, and around that of 1,024 that simdjson has. */
function deepText(random: Random): string {
  const depth = random.pick([511, 512, 513, 1023, 1024, 1025, 1400]);
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['{"next":', "}"],
    ['[{"a":', "}]"],
  ]) as [string, string];
  const times = Math.ceil(depth / (open.length > 6 ? 2 : 1));
  return open.repeat(times) + random.pick(["", "1", "[]", "null"]) + close.repeat(times - (random.chance(0.1) ? 1 : 0));
}

function mutated(random: Random, bytes: Uint8Array): Uint8Array {
  let list = Array.from(bytes);
  for (let left = random.between(1, 3); left > 0; left--) {
    const at = random.below(list.length + 1);
    const size = random.chance(0.7) ? 1 : random.between(1, 9);
    const kind = random.below(6);
    if (kind === 0) list.splice(at, size);
    else if (kind === 1) list.splice(at, 0, random.pick(BYTES));
    else if (kind === 2) list[at] = random.pick(BYTES);
    else if (kind === 3 && at < list.length) list[at] = (list[at] as number) ^ (1 << random.below(8));
    else if (kind === 4) list.splice(at, 0, ...list.slice(at, at + size));
    else if (random.chance(0.3)) list = list.slice(0, at);
  }
  return Uint8Array.from(list);
}

/** What only a string can be: halves of surrogate pairs that stand for themselves. */
function mutatedText(random: Random, text: string): string {
  if (random.chance(0.5)) {
    return text.replace(/(?<!\\)\\u(d[89a-f][\da-f]{2})/gi, (_, digits) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
  const at = random.below(text.length + 1);
  const part = random.pick(["\ud800", "\udc00", "😀", "é", '"', "\\", ",", "\u0000", "\u2028", "\ufeff", ""]);
  return text.slice(0, at) + part + text.slice(at + random.below(2));
}

class Writer {
  readonly #random: Random;
  readonly #recipe: Recipe;
  /** How likely a value is another than its validator asks for. */
  readonly #noise: number;
  readonly #spaced: number;
  readonly #escaped: number;
  readonly #exotic: number;
  readonly #repeated: number;
  /** References that may still be followed. */
  #references: number;
  /** Values that may still be written. */
  #left = 400;

  constructor(random: Random, recipe: Recipe, noise: number) {
    this.#random = random;
    this.#recipe = recipe;
    this.#noise = noise;
    this.#spaced = random.pick([0, 0, 0.1, 0.8]);
    this.#escaped = random.pick([0, 0, 0, 0.05, 0.5]);
    this.#exotic = random.pick([0, 0, 0.1, 0.5]);
    this.#repeated = random.pick([0, 0, 0, 0.1]);
    this.#references = random.pick([2, 5, 9]);
  }

  document(): string {
    return this.#space() + this.#valueOf(this.#recipe.root, 0) + this.#space();
  }

  #space(): string {
    return this.#random.chance(this.#spaced) ? this.#random.pick(SPACE) : "";
  }

  /** A value the validator takes, or, now and then, another. */
  #valueOf(dump: Dump, level: number): string {
    const random = this.#random;
    this.#left--;
    if (this.#left < 0) return "0";
    if (random.chance(this.#noise)) return this.#anything(2);
    if (dump.nullable === true && random.chance(0.2)) return "null";
    switch (dump.__class__) {
      case "Int":
      case "Count":
      case "Even":
        return this.#intOf(dump);
      case "Float":
        return this.#floatOf(dump);
      case "Str":
      case "Upper":
        return this.#textOf(dump);
      case "Bool":
        if (dump.coerce_str === true && random.chance(0.3))
          return this.#string(random.pick(["yes", "NO", "on", "0", "maybe"]));
        if (dump.coerce_int === true && random.chance(0.3)) return random.pick(["0", "1", "-0", "2", "1.0", "0.5"]);
        return random.pick(["true", "false"]);
      case "Const":
        return this.#json(dump.value ?? null);
      case "Impostor":
        return random.pick(["42", "42.0", "41"]);
      case "Date":
      case "Time":
      case "Datetime":
        return this.#dateOf(dump);
      case "Type":
        return this.#typeOf(dump);
      case "List":
        return this.#listOf(dump, level);
      case "Pairs":
        return this.#array(this.#items(dump.inner as Dump, random.between(0, 4), level));
      case "Wrapped":
        return this.#valueOf(dump.inner as Dump, level + 1);
      case "Tuple": {
        const items = (dump.items as Dump[]).map((item) => this.#valueOf(item, level + 1));
        if (random.chance(this.#noise)) random.chance(0.5) ? items.pop() : items.push(this.#anything(1));
        return this.#array(items);
      }
      case "Dict":
      case "Sealed":
        return this.#dictOf(dump, level);
      case "AllOf":
        return this.#valueOf((dump.steps as Dump[])[0] as Dump, level + 1);
      case "OneOf":
        return this.#valueOf(random.pick(dump.steps as Dump[]), level + 1);
      case "LazyRef":
        return this.#referenced(dump, level);
      default:
        return this.#anything(3);
    }
  }

  #referenced(dump: Dump, level: number): string {
    const target = this.#recipe.aliases[dump.use as string];
    if (target === undefined || this.#references-- <= 0 || level > 12) return this.#anything(1);
    return this.#valueOf(target, level + 1);
  }

  #limit(value: Json | undefined, fallback: number): number {
    return typeof value === "number" ? value : fallback;
  }

  #near(dump: Dump): number {
    const random = this.#random;
    const min = this.#limit(dump.min, Math.min(-10, this.#limit(dump.max, 0)));
    const max = this.#limit(dump.max, Math.max(10, min));
    if (random.chance(0.1)) return random.pick([min, max, min - 1, max + 1]);
    return max - min < 2 ** 53
      ? min + Math.floor(random.below(2 ** 31) * ((max - min) / 2 ** 31))
      : random.pick(INTEGERS);
  }

  #intOf(dump: Dump): string {
    const random = this.#random;
    if (Array.isArray(dump.options) && random.chance(0.7)) return this.#json(random.pick(dump.options));
    const value = Math.round(this.#near(dump));
    if (dump.coerce === true && random.chance(0.3)) {
      return random.pick([
        this.#string(numericText(random)),
        this.#string(` ${value}\n`),
        this.#string(`+${value}`),
        `${value}.75`,
        "true",
        this.#string("1_0"),
        "1e400",
      ]);
    }
    return random.chance(0.15) ? this.#spelled(value) : String(value);
  }

  #spelled(value: number): string {
    return this.#random.pick([
      `${value}.0`,
      `${value}e0`,
      value === 0 ? "-0" : `${value}0e-1`,
      value.toExponential(),
      `${value}.000`,
    ]);
  }

  #floatOf(dump: Dump): string {
    const random = this.#random;
    if (dump.inf === true && random.chance(0.3)) return random.pick(["1e999", "-1e999"]);
    if (dump.coerce === true && random.chance(0.3)) return this.#string(numericText(random));
    if (random.chance(0.2)) return random.pick(NUMBERS);
    const value = this.#near(dump);
    return random.chance(0.3) ? this.#spelled(Math.trunc(value)) : String(value + random.pick([0, 0.5, 0.125, 1e-9]));
  }

  #textOf(dump: Dump): string {
    const random = this.#random;
    if (Array.isArray(dump.options) && !random.chance(0.05)) return this.#string(random.pick(dump.options) as string);
    if (dump.pattern !== undefined && !random.chance(0.1)) {
      const pattern = JSON.stringify(dump.pattern);
      const known = PATTERNS.find((one) => JSON.stringify(one.pattern) === pattern);
      if (known !== undefined && random.chance(0.7)) return this.#string(random.pick(known.texts));
      return this.#string(textNear(random, dump.pattern));
    }
    const minlen = this.#limit(dump.minlen, 0);
    const maxlen = Math.max(this.#limit(dump.maxlen, minlen + random.pick([5, 15, 15, 40])), minlen);
    const size = Math.max(0, random.between(minlen, maxlen) + (random.chance(0.05) ? random.pick([-1, 1]) : 0));
    return this.#string(this.#characters(random.chance(0.003) ? random.pick([1000, 9000, 40_000]) : size));
  }

  #characters(size: number): string {
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
  #string(text: string): string {
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

  #dateOf(dump: Dump): string {
    const random = this.#random;
    if (dump.unixts === true && random.chance(0.4))
      return random.pick(["0", "1580000000", "1580000000.25", "-1", "1e12", "-1e400"]);
    const known = DATES.find(({ format }) => format === dump.format) ?? random.pick(DATES);
    return this.#string(random.chance(0.1) ? random.pick(TEXTS) : random.pick(known.texts));
  }

  #typeOf(dump: Dump): string {
    const random = this.#random;
    const { __named__ } = dump.tp as { __named__: string };
    if (random.chance(0.2)) return this.#anything(1);
    if (__named__ === "String") return this.#textOf(dump);
    if (__named__ === "Number" || __named__ === "BigInt" || __named__ === "Point") return this.#intOf(dump);
    if (__named__ === "Boolean") return random.pick(["true", "false"]);
    if (__named__ === "Map") return random.pick(["[]", '[["a",1]]', "[1]"]);
    return this.#string(random.pick(["2020-01-01", "https://example.org/", "x"]));
  }

  #items(item: Dump, size: number, level: number): string[] {
    return Array.from({ length: size }, () => this.#valueOf(item, level + 1));
  }

  #listOf(dump: Dump, level: number): string {
    const random = this.#random;
    const minlen = this.#limit(dump.minlen, 0);
    const maxlen = Math.max(this.#limit(dump.maxlen, minlen + (level === 0 ? 8 : 3)), minlen);
    const size = Math.max(0, random.between(minlen, maxlen) + (random.chance(0.05) ? random.pick([-1, 1]) : 0));
    const items = this.#items(dump.item as Dump, size, level);
    // More than any buffer holds at first.
    if (dump.maxlen === undefined && items.length > 0 && random.chance(0.002)) {
      const times = Math.floor(random.pick([20_000, 70_000, 200_000]) / (items.join("").length + items.length));
      return this.#array(Array.from({ length: times }, () => items).flat());
    }
    if (dump.unique === true && items.length > 0) for (const item of random.some(items, 0.3)) items.push(item);
    return this.#array(items);
  }

  #array(items: readonly string[]): string {
    return `[${items.map((item) => this.#space() + item + this.#space()).join(",")}${items.length === 0 ? this.#space() : ""}]`;
  }

  #dictOf(dump: Dump, level: number): string {
    const random = this.#random;
    const optional = new Set([...((dump.optional as string[]) ?? []), ...Object.keys(dump.defaults ?? {})]);
    const members: [string, string][] = [];
    for (const [key, member] of membersOf(dump.schema)) {
      if ((optional.has(key) && random.chance(0.5)) || random.chance(this.#noise)) continue;
      members.push([key, this.#valueOf(member, level + 1)]);
    }
    for (const key of (dump.dispose as string[]) ?? []) if (random.chance(0.5)) members.push([key, this.#anything(1)]);
    if (Array.isArray(dump.extra)) {
      const value = dump.extra[1] as Dump;
      for (const key of random.some(KEYS, 0.05)) members.push([key, this.#valueOf(value, level + 1)]);
    } else if (random.chance(this.#noise)) {
      members.push([random.pick(KEYS), this.#anything(1)]);
    }
    if (random.chance(this.#repeated) && members.length > 0) members.push([random.pick(members)[0], this.#anything(1)]);
    return this.#object(random.chance(0.3) ? random.shuffled(members) : members);
  }

  #object(members: readonly (readonly [string, string])[]): string {
    const texts = members.map(
      ([key, value]) => `${this.#space()}${this.#string(key)}${this.#space()}:${this.#space()}${value}${this.#space()}`,
    );
    return `{${texts.join(",")}${members.length === 0 ? this.#space() : ""}}`;
  }

  /** A value as JSON. */
  #json(value: Json): string {
    if (typeof value === "string") return this.#string(value);
    if (Array.isArray(value)) return this.#array(value.map((item) => this.#json(item)));
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (value.__value__ === "number")
      return value.text === "-0" ? "-0" : `${String(value.text).startsWith("-") ? "-" : ""}1e999`;
    return this.#object(Object.entries(value).map(([key, member]) => [key, this.#json(member)]));
  }

  /** Any JSON at all, and sometimes none. */
  #anything(depth: number): string {
    const random = this.#random;
    const kind = random.below(depth > 0 ? 12 : 8);
    if (kind === 0) return random.pick(["null", "true", "false"]);
    if (kind <= 3) return random.pick(NUMBERS);
    if (kind === 4) return this.#string(random.pick(TEXTS));
    if (kind === 5) return this.#string(this.#characters(random.below(20)));
    if (kind === 6) return String(random.pick(INTEGERS));
    if (kind === 7) return random.chance(0.1) ? random.pick(BROKEN) : "[]";
    if (kind <= 9) return this.#array(Array.from({ length: random.below(4) }, () => this.#anything(depth - 1)));
    const keys = random.shuffled(random.some(KEYS, 0.1));
    if (random.chance(0.1) && keys.length > 0) keys.push(random.pick(keys));
    return this.#object(keys.map((key) => [key, this.#anything(depth - 1)]));
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

/** The members of a dumped schema, however it is spelled. */
function membersOf(schema: Json | undefined): [string, Dump][] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [];
  return schema.__value__ === "object"
    ? (schema.entries as [string, Dump][])
    : (Object.entries(schema) as [string, Dump][]);
}
