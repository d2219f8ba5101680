/** Writes JSON texts that a recipe's validator takes, or nearly. */
import { itemsOfTuple, lengthNear, numberNear, textOfPattern } from "./fitting.ts";
import { near } from "./near.ts";
import { bigInteger, longNumber, numericText } from "./patterns.ts";
import type { Random } from "./random.ts";
import { type Dump, type Json, membersOf, type Recipe } from "./recipe.ts";
import { Spelling } from "./spelling.ts";
import { BIG_INTEGERS, DATES, KEYS, NUMBERS, TEXTS, textsOfFormat } from "./vocabulary.ts";

/** What texts of the date validators look like. */
const PARTS: Readonly<Record<string, RegExp>> = { Date: /^[^T:]*$/i, Time: /^\d+:/, Datetime: /T/i };

/** How many references a text follows. */
const FOLLOWED = [2, 5, 9, 30];

export class Writer {
  readonly #random: Random;
  readonly #recipe: Recipe;
  /** How likely a value is another than its validator asks for. */
  readonly #noise: number;
  readonly #spelling: Spelling;
  readonly #repeated: number;
  /** References that may still be followed. */
  #references: number;
  /** Values that may still be written. */
  #left = 400;

  constructor(random: Random, recipe: Recipe, noise: number) {
    this.#random = random;
    this.#recipe = recipe;
    this.#noise = noise;
    this.#spelling = new Spelling(random);
    this.#repeated = random.pick([0, 0, 0, 0.1]);
    this.#references = random.pick(FOLLOWED);
  }

  document(): string {
    return this.#spelling.space() + this.#valueOf(this.#recipe.root, 0) + this.#spelling.space();
  }

  /** A value the validator takes, or, now and then, another. */
  #valueOf(dump: Dump, level: number): string {
    const random = this.#random;
    this.#left--;
    if (this.#left < 0) return "0";
    if (random.chance(this.#noise)) return this.#spelling.anything(2);
    if (dump.nullable === true && random.chance(0.2)) return "null";
    switch (dump.__class__) {
      case "Int":
      case "Count":
      case "Even":
        return this.#intOf(dump);
      case "Float":
        return this.#floatOf(dump);
      case "Str":
        if (dump.coerce === true && random.chance(0.3))
          return random.pick(["true", "-0", "1e3", "1.50", "12345678901234567890", "1e999", "[1]"]);
        return this.#textOf(dump);
      case "Upper":
        return this.#textOf(dump);
      case "Bool":
        if ((dump.coerce_str === true || "true" in dump) && random.chance(0.3))
          return this.#spelling.string(random.pick(["yes", "NO", "on", "0", "maybe", "ja", "no", "né"]));
        if (dump.coerce_int === true && random.chance(0.3)) return random.pick(["0", "1", "-0", "2", "1.0", "0.5"]);
        return random.pick(["true", "false"]);
      case "Const":
        return this.#constantLike(dump.value ?? null);
      case "Impostor":
        return random.pick(["42", "42.0", "41"]);
      case "Date":
      case "Time":
      case "Datetime":
        return this.#dateOf(dump);
      case "Type":
        return this.#typeOf(dump);
      case "List":
      case "Set":
        return this.#listOf(dump, level);
      case "Default":
        return this.#valueOf(dump.item as Dump, level);
      case "Pairs":
        return this.#spelling.array(this.#items(dump.inner as Dump, random.between(0, 4), level));
      case "Wrapped":
        return this.#valueOf(dump.inner as Dump, level + 1);
      case "Tuple": {
        const items = itemsOfTuple(
          random,
          dump,
          this.#noise,
          (item) => this.#valueOf(item, level + 1),
          () => this.#spelling.anything(1),
        );
        return this.#spelling.array(items);
      }
      case "Dict":
      case "Sealed":
        return this.#dictOf(dump, level);
      case "AllOf":
        return this.#valueOf((dump.steps as Dump[])[0] as Dump, level + 1);
      case "OneOf":
        return this.#valueOf(random.pick(dump.steps as Dump[]), level + 1);
      case "Closed":
        return this.#valueOf(dump.item as Dump, level);
      case "Not":
        return random.chance(0.3) ? this.#valueOf(dump.item as Dump, level + 1) : this.#spelling.anything(3);
      case "If": {
        const parts = [dump.condition, dump.consequent, dump.alternate].filter((part) => part !== undefined);
        return this.#valueOf(random.pick(parts) as Dump, level + 1);
      }
      case "LazyRef":
        return this.#referenced(dump, level);
      default:
        return this.#spelling.anything(3);
    }
  }

  /** A constant, or what is nearly equal to it: one key more, fewer or twice, another order, another spelling. */
  #constantLike(value: Json): string {
    const random = this.#random;
    if (random.chance(this.#noise)) return random.chance(0.5) ? "{}" : this.#spelling.anything(1);
    if (typeof value === "number" && Number.isSafeInteger(value) && random.chance(0.2)) return this.#spelled(value);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#constantLike(item));
      if (random.chance(this.#noise)) random.chance(0.5) ? items.pop() : items.push(this.#spelling.anything(1));
      return this.#spelling.array(items);
    }
    if (typeof value !== "object" || value === null || typeof value.__value__ === "string")
      return this.#spelling.json(value);
    const members = Object.entries(value).map(([key, item]): [string, string] => [key, this.#constantLike(item)]);
    if (random.chance(this.#noise)) members.push([random.pick(KEYS), this.#spelling.anything(1)]);
    if (random.chance(this.#noise)) members.pop();
    // Only the last of several values counts.
    if (random.chance(this.#repeated) && members.length > 0)
      members.splice(random.below(members.length + 1), 0, [random.pick(members)[0], this.#spelling.anything(1)]);
    return this.#spelling.object(random.chance(0.4) ? random.shuffled(members) : members);
  }

  #referenced(dump: Dump, level: number): string {
    const target = this.#recipe.aliases[dump.use as string];
    if (target === undefined || this.#references-- <= 0 || level > 12) return this.#spelling.anything(1);
    return this.#valueOf(target, level + 1);
  }

  #intOf(dump: Dump): string {
    const random = this.#random;
    if (Array.isArray(dump.options) && random.chance(0.7)) return this.#spelling.json(random.pick(dump.options));
    const value = Math.round(numberNear(random, dump, 0.1));
    if (dump.coerce === true && random.chance(0.3)) {
      return random.pick([
        this.#spelling.string(numericText(random)),
        this.#spelling.string(` ${value}\n`),
        this.#spelling.string(`+${value}`),
        `${value}.75`,
        "true",
        this.#spelling.string("1_0"),
        "1e400",
      ]);
    }
    // One that takes any size is given numbers of any size.
    if (random.chance(takesAnySize(dump) ? 0.5 : 0.08)) {
      const text = random.chance(0.5) ? bigInteger(random) : random.pick(random.chance(0.5) ? NUMBERS : BIG_INTEGERS);
      return dump.coerce === true && random.chance(0.3) ? this.#spelling.string(text) : text;
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
    if (dump.coerce === true && random.chance(0.3)) return this.#spelling.string(numericText(random));
    if (random.chance(0.2)) return random.pick(NUMBERS);
    if (random.chance(dump.exact === true ? 0.3 : 0.05)) return bigInteger(random);
    if (random.chance(0.25)) return longNumber(random);
    const value = numberNear(random, dump, 0.1);
    return random.chance(0.3) ? this.#spelled(Math.trunc(value)) : String(value + random.pick([0, 0.5, 0.125, 1e-9]));
  }

  #textOf(dump: Dump): string {
    const random = this.#random;
    if ((dump.strip === true || dump.normspace === true) && random.chance(0.4)) {
      return this.#spelling.string(
        random
          .pick(TEXTS)
          .replace(/^|$|\B/gu, () => random.pick(["", "", " ", "\n\u00a0", "\u3000\ufeff", "\u200b\u0809"])),
      );
    }
    if (typeof dump.case === "string" && random.chance(0.5)) {
      const text = Array.isArray(dump.options) ? (random.pick(dump.options) as string) : random.pick(TEXTS);
      const other = random.chance(0.2)
        ? text + random.pick(["\u00df", "\u0130", "\u01c6", "\u03a3", "\u{10428}"])
        : text;
      return this.#spelling.string(
        other.replace(/./gu, (one) => (random.chance(0.5) ? one.toUpperCase() : one.toLowerCase())),
      );
    }
    if (Array.isArray(dump.options) && !random.chance(0.05))
      return this.#spelling.string(random.pick(dump.options) as string);
    if (dump.pattern !== undefined && !random.chance(0.1))
      return this.#spelling.string(textOfPattern(random, dump.pattern));
    const known = textsOfFormat(dump);
    if (known !== undefined && !random.chance(0.1)) return this.#oneOf(known);
    const size = lengthNear(random, dump, random.pick([5, 15, 15, 40]), 0.05);
    return this.#spelling.string(
      this.#spelling.characters(random.chance(0.003) ? random.pick([1000, 9000, 40_000]) : size),
    );
  }

  /** One of the texts, or one that is nearly so. */
  #oneOf(texts: readonly string[]): string {
    const random = this.#random;
    const text = random.pick(texts);
    return this.#spelling.string(random.chance(0.3) ? near(random, text, texts) : text);
  }

  #dateOf(dump: Dump): string {
    const random = this.#random;
    if (dump.unixts === true && random.chance(0.4))
      return random.pick(["0", "1580000000", "1580000000.25", "-1", "1e12", "-1e400"]);
    const known = DATES.find(({ format }) => format === dump.format) ?? random.pick(DATES);
    if (random.chance(0.1)) return this.#spelling.string(random.pick(TEXTS));
    const ofClass = known.texts.filter((text) => PARTS[dump.__class__]?.test(text));
    return this.#oneOf(ofClass.length > 0 && random.chance(0.9) ? ofClass : known.texts);
  }

  #typeOf(dump: Dump): string {
    const random = this.#random;
    const { __named__ } = dump.tp as { __named__: string };
    if (random.chance(0.2)) return this.#spelling.anything(1);
    if (__named__ === "String") return this.#textOf(dump);
    if (__named__ === "Number" || __named__ === "BigInt" || __named__ === "Point") return this.#intOf(dump);
    if (__named__ === "Boolean") return random.pick(["true", "false"]);
    if (__named__ === "Map") return random.pick(["[]", '[["a",1]]', "[1]"]);
    return this.#spelling.string(random.pick(["2020-01-01", "https://example.org/", "x"]));
  }

  #items(item: Dump, size: number, level: number): string[] {
    return Array.from({ length: size }, () => this.#valueOf(item, level + 1));
  }

  #listOf(dump: Dump, level: number): string {
    const random = this.#random;
    const size = lengthNear(random, dump, level === 0 ? 8 : 3, 0.05);
    const items = this.#items(dump.item as Dump, size, level);
    for (const [index, item] of ((dump.prefix as Dump[] | undefined) ?? []).entries())
      if (index < items.length) items[index] = this.#valueOf(item, level + 1);
    if (dump.contains !== undefined && random.chance(0.5)) {
      items.splice(random.below(items.length + 1), random.below(2), this.#valueOf(dump.contains as Dump, level + 1));
    }
    // More than any buffer holds at first.
    if (dump.maxlen === undefined && items.length > 0 && random.chance(0.002)) {
      const times = Math.floor(random.pick([20_000, 70_000, 200_000]) / (items.join("").length + items.length));
      return this.#spelling.array(Array.from({ length: times }, () => items).flat());
    }
    if (
      (dump.unique === true || (dump.unique_items === true && random.chance(0.3)) || dump.__class__ === "Set") &&
      items.length > 0
    )
      for (const item of random.some(items, 0.3)) items.push(item);
    return this.#spelling.array(items);
  }

  #dictOf(dump: Dump, level: number): string {
    const random = this.#random;
    const optional = new Set([...((dump.optional as string[]) ?? []), ...Object.keys(dump.defaults ?? {})]);
    const members: [string, string][] = [];
    for (const [key, member] of membersOf(dump.schema)) {
      if ((optional.has(key) && random.chance(0.5)) || random.chance(this.#noise)) continue;
      members.push([key, this.#valueOf(member, level + 1)]);
    }
    for (const key of (dump.dispose as string[]) ?? [])
      if (random.chance(0.5)) members.push([key, this.#spelling.anything(1)]);
    if (Array.isArray(dump.extra)) {
      const value = dump.extra[1] as Dump;
      for (const key of random.some(KEYS, 0.05)) members.push([key, this.#valueOf(value, level + 1)]);
    } else if (random.chance(this.#noise)) {
      members.push([random.pick(KEYS), this.#spelling.anything(1)]);
    }
    for (const [source, member] of Object.entries((dump.patterns as Record<string, Dump> | undefined) ?? {})) {
      const matching = KEYS.filter((key) => new RegExp(source, "uy").test(key));
      for (const key of random.some(matching, 0.15)) members.push([key, this.#valueOf(member, level + 1)]);
    }
    if (random.chance(this.#repeated) && members.length > 0)
      members.push([random.pick(members)[0], this.#spelling.anything(1)]);
    for (const key of (dump.required as string[] | undefined) ?? [])
      if (random.chance(0.8)) members.push([key, this.#spelling.anything(1)]);
    for (const key of Object.keys((dump.dependent_schemas as object | undefined) ?? {}))
      if (random.chance(0.3)) members.push([key, this.#spelling.anything(1)]);
    if (dump.skip_blank === true) {
      for (const member of members) if (random.chance(0.2)) member[1] = '""';
      for (const key of random.some(KEYS, 0.03)) members.push([key, '""']);
    }
    if (dump.null_is_absent === true) for (const member of members) if (random.chance(0.2)) member[1] = "null";
    return this.#spelling.object(random.chance(0.3) ? random.shuffled(members) : members);
  }
}

const takesAnySize = ({ bigint, exact, unsafe }: Dump): boolean => [bigint, exact, unsafe].includes(true);
