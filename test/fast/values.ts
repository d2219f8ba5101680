/** Random values for a recipe: such that its validator takes, nearly such, and hostile ones. */
import { itemsOfTuple, lengthNear, numberNear, textOfPattern } from "../native/fitting.ts";
import type { Random } from "../native/random.ts";
import { type Dump, type Json, membersOf, type Recipe, visitDumps } from "../native/recipe.ts";
import { BIG_INTEGERS, DATES, INTEGERS, KEYS, ORDINARY, TEXTS, textsOfFormat } from "../native/vocabulary.ts";
import { THINGS } from "./things.ts";
import { type Document, FORMS, type Form, KINDS, type Kind, type Member, type Value } from "./value.ts";

const CHARACTERS = ["a", "b", "1", " ", "é", "日", "😀", "\u{10ffff}", "\ud83d", "\ude00", "\0"];
/** Things that take long. */
const LONG = ["long array of holes", "proxy of a long array", "sparse array"];
const NAMES = Object.keys(THINGS).filter((name) => !LONG.includes(name));

/** A random value for the recipe. */
export function randomDocument(random: Random, recipe: Recipe): Document {
  const asked = random.pick([undefined, undefined, undefined, "getters", "proxies"] as const);
  const watched = hasTags(recipe) ? undefined : asked;
  const writer = new Writer(random, recipe);
  const root = (random.chance(0.005) && writer.special()) || writer.valueOf(recipe.root, 0);
  return { root, parts: writer.parts, ...(watched && { watched }) };
}

/**
 * Whether a constant may tell the steps of a choice apart. Then fewer of them are tried, so that accessors, which may
 * answer anything, are asked less often.
 */
export function hasTags(recipe: Recipe): boolean {
  let [choices, constants] = [false, false];
  for (const dump of [recipe.root, ...Object.values(recipe.aliases)]) {
    visitDumps(dump, ({ __class__, steps, value }) => {
      choices ||= Array.isArray(steps) && __class__ !== "AllOf";
      constants ||= __class__ === "Const" && (typeof value === "string" || typeof value === "boolean");
    });
  }
  return choices && constants;
}

/** Kinds of members that are not accessors. */
const DATA: readonly Kind[] = ["hidden", "inherited", "symbol"];

const thing = (name: string): Value => ({ $: "thing", name });
const number = (value: number): Value =>
  Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : { $: "number", text: Object.is(value, -0) ? "-0" : String(value) };

class Writer {
  readonly parts: Value[] = [];
  readonly #random: Random;
  readonly #recipe: Recipe;
  /** How likely a value is another than its validator asks for. */
  readonly #noise: number;
  /** How likely a container is no plain one, and a member no plain one. */
  readonly #strange: number;
  /** How likely a container is used again. */
  readonly #shared: number;
  readonly #known = new Map<Dump, Value[]>();
  #left = 120;
  #references: number;
  readonly #kinds: readonly Kind[];

  constructor(random: Random, recipe: Recipe) {
    this.#kinds = hasTags(recipe) ? DATA : KINDS;
    this.#random = random;
    this.#recipe = recipe;
    this.#noise = random.pick([0, 0, 0, 0, 0.03, 0.1, 0.4]);
    this.#strange = random.pick([0, 0, 0, 0.03, 0.15]);
    this.#shared = random.chance(0.1) ? 0.4 : 0;
    this.#references = random.pick([1, 3, 6, 30]);
  }

  /** Deep ones, and such that share their parts again and again. */
  special(): Value | undefined {
    const random = this.#random;
    const { root, aliases } = this.#recipe;
    if (!isLinear(this.#recipe)) return undefined;
    const key = random.pick(["a", "b", "next", "items", null]);
    if (random.chance(0.8)) {
      const levels = random.pick([3, 20, 100, 511, 512, 513, 700, 1023, 1024, 1025, 3000]);
      const inner = random.chance(0.5) ? this.anything(1) : this.valueOf(Object.values(aliases)[0] ?? root, 3);
      return { $: "deep", levels, key, inner };
    }
    // Twice as many on each level.
    const levels = random.pick([4, 8, 8, 9, 10, random.chance(0.1) ? 24 : 11]);
    for (let level = 0; level < levels; level++) {
      const next: Value = level + 1 < levels ? { $: "part", at: level + 1 } : this.anything(0);
      this.parts.push(
        key === null
          ? { $: "array", items: [next, next] }
          : {
              $: "object",
              members: [
                [key, next],
                [random.pick(ORDINARY), next],
              ],
            },
      );
    }
    return { $: "part", at: 0 };
  }

  /** A value the validator takes, or, now and then, another. */
  valueOf(dump: Dump, level: number): Value {
    const random = this.#random;
    if (this.#left-- < 0) return 0;
    if (random.chance(this.#noise)) return this.anything(2);
    if (dump.nullable === true && random.chance(0.2)) return null;
    switch (dump.__class__) {
      case "Int":
      case "Count":
      case "Even":
        return this.#intOf(dump);
      case "Float":
        return this.#floatOf(dump);
      case "Str":
        if (dump.coerce === true && random.chance(0.3))
          return random.pick([1, 1.5, true, number(-0), thing("bigint"), number(Number.NaN)]);
        return this.#textOf(dump);
      case "Text":
      case "Upper":
        return this.#textOf(dump);
      case "Bool":
        if ((dump.coerce_str === true || "true" in dump) && random.chance(0.3))
          return random.pick(["yes", "NO", "on", "0", "maybe"]);
        if (dump.coerce_int === true && random.chance(0.3)) return random.pick([0, 1, number(-0), 2, 0.5]);
        return random.chance(0.5);
      case "Const":
        return this.#jsonOf(dump.value ?? null);
      case "Impostor":
        return random.pick([42, 42, 41]);
      case "Lenient":
        return random.pick([1, 5, 6]);
      case "Bytes":
        return thing(random.pick(["bytes", "bytes", "no bytes", "buffer", "bad bytes"]));
      case "Date":
      case "Time":
      case "Datetime":
        return this.#dateOf(dump);
      case "Type":
        return this.#typeOf(dump);
      case "Default":
        return random.chance(0.1) ? thing("undefined") : this.valueOf(dump.item as Dump, level);
      case "Set":
        if (random.chance(0.1)) return thing("set");
        return this.#reused(dump, () => this.#listOf(dump, level));
      case "List":
      case "Row":
        return this.#reused(dump, () => this.#listOf(dump, level));
      case "Pairs":
        return this.#arrayOf(this.#items(dump.inner as Dump, random.between(0, 4), level));
      case "Keys":
        return this.#objectOf([["a", this.valueOf(dump.inner as Dump, level + 1)]]);
      case "Wrapped":
      case "Asking":
      case "Fickle":
        return this.valueOf(dump.inner as Dump, level + 1);
      case "Tuple": {
        const items = itemsOfTuple(
          random,
          dump,
          this.#noise,
          (item) => this.valueOf(item, level + 1),
          () => this.anything(1),
        );
        return this.#arrayOf(items);
      }
      case "Dict":
      case "Sealed":
      case "Record":
        return this.#reused(dump, () => this.#dictOf(dump, level));
      case "AllOf":
        return this.valueOf((dump.steps as Dump[])[0] as Dump, level + 1);
      case "OneOf":
      case "Choice":
        return this.valueOf(random.pick(dump.steps as Dump[]), level + 1);
      case "LazyRef": {
        const target = this.#recipe.aliases[dump.use as string];
        if (target === undefined || this.#references-- <= 0 || level > 12) return this.anything(1);
        return this.valueOf(target, level + 1);
      }
      default:
        return this.anything(2);
    }
  }

  /** A part that was made for the same validator before, or is being made, or a new one. */
  #reused(dump: Dump, make: () => Value): Value {
    const random = this.#random;
    if (!random.chance(this.#shared)) return make();
    const known = this.#known.get(dump) ?? [];
    this.#known.set(dump, known);
    if (known.length > 0 && random.chance(0.5)) return random.pick(known);
    const at = this.parts.length;
    const part: Value = { $: "part", at };
    this.parts.push(null);
    known.push(part);
    this.parts[at] = make();
    return part;
  }

  #intOf(dump: Dump): Value {
    const random = this.#random;
    if (Array.isArray(dump.options) && random.chance(0.7)) return this.#jsonOf(random.pick(dump.options));
    const value = Math.round(numberNear(random, dump, 0.15));
    if (dump.coerce === true && random.chance(0.3)) {
      return random.pick<Value>([String(value), ` ${value}\n`, `${value}.75`, true, value + 0.75, "1_0"]);
    }
    if (random.chance(dump.bigint === true ? 0.7 : dump.exact === true ? 0.3 : 0.02)) {
      return { $: "bigint", text: random.chance(0.5) ? random.pick(BIG_INTEGERS) : String(value) };
    }
    if (random.chance(0.03)) return number(-0);
    if (random.chance(0.03)) return number(random.pick([...INTEGERS, 2 ** 53 + 2, 1e21, 1e300]));
    return number(value);
  }

  #floatOf(dump: Dump): Value {
    const random = this.#random;
    if (dump.inf === true && random.chance(0.3)) return number(random.chance(0.5) ? Infinity : -Infinity);
    if (dump.nan === true && random.chance(0.3)) return number(Number.NaN);
    if (dump.coerce === true && random.chance(0.3)) return random.pick<Value>(["1.5", "-0", "nan", "x", true]);
    if (random.chance(0.05)) return number(random.pick([-0, Number.NaN, Infinity, 5e-324, 1.7e308]));
    if (random.chance(dump.exact === true ? 0.3 : 0.02)) return { $: "bigint", text: random.pick(BIG_INTEGERS) };
    return number(numberNear(random, dump, 0.15) + random.pick([0, 0, 0.5, 1e-9]));
  }

  #characters(size: number): string {
    let text = "";
    const from = this.#random.chance(0.7) ? "ab1cdef".split("") : CHARACTERS;
    for (let at = 0; at < size; at++) text += this.#random.pick(from);
    return text;
  }

  #textOf(dump: Dump): Value {
    const random = this.#random;
    if ((dump.strip === true || dump.normspace === true) && random.chance(0.4)) {
      return random.pick(TEXTS).replace(/^|$|\B/gu, () => random.pick(["", " ", "\n\u00a0"]));
    }
    if (Array.isArray(dump.options) && !random.chance(0.05)) return this.#jsonOf(random.pick(dump.options));
    if (dump.encoding !== undefined && random.chance(0.5)) return thing(random.pick(["bytes", "buffer", "bad bytes"]));
    if (dump.pattern !== undefined && !random.chance(0.1)) return textOfPattern(random, dump.pattern);
    const known = textsOfFormat(dump);
    if (known !== undefined && !random.chance(0.1)) return random.pick(known);
    return this.#characters(lengthNear(random, dump, random.pick([3, 6, 15]), 0.1));
  }

  #dateOf(dump: Dump): Value {
    const random = this.#random;
    if (random.chance(0.15)) return thing(random.pick(["date", "invalid date", "date of another realm"]));
    if (dump.unixts === true && random.chance(0.4)) return random.pick([0, 1580000000, 1580000000.25, -1, 1e12]);
    const known = DATES.find(({ format }) => format === dump.format) ?? random.pick(DATES);
    return random.chance(0.1) ? random.pick(TEXTS) : random.pick(known.texts);
  }

  #typeOf(dump: Dump): Value {
    const random = this.#random;
    const { __named__ } = dump.tp as { __named__: string };
    if (random.chance(0.15)) return this.anything(1);
    if (__named__ === "String") return this.#textOf(dump);
    if (__named__ === "Number" || __named__ === "Point") return this.#intOf(dump);
    if (__named__ === "BigInt") return { $: "bigint", text: "5" };
    if (__named__ === "Boolean") return random.chance(0.5);
    return thing(random.pick(["map", "date", "url", "false map", "proxy of a map"]));
  }

  #items(item: Dump, size: number, level: number): Value[] {
    return Array.from({ length: size }, () => this.valueOf(item, level + 1));
  }

  #listOf(dump: Dump, level: number): Value {
    const random = this.#random;
    const size = lengthNear(random, dump, level === 0 ? 6 : 3, 0.05);
    const items = this.#items(dump.item as Dump, size, level);
    if ((dump.unique === true || dump.__class__ === "Set") && items.length > 0)
      for (const item of random.some(items, 0.3)) items.push(item);
    return this.#arrayOf(items);
  }

  #dictOf(dump: Dump, level: number): Value {
    const random = this.#random;
    const optional = new Set([...((dump.optional as string[]) ?? []), ...Object.keys(dump.defaults ?? {})]);
    const members: Member[] = [];
    for (const [key, member] of membersOf(dump.schema)) {
      if ((optional.has(key) && random.chance(0.5)) || random.chance(this.#noise)) {
        if (random.chance(0.1)) members.push([key, thing("undefined")]);
        continue;
      }
      const isNull = dump.null_is_absent === true && random.chance(0.2);
      members.push([key, isNull ? null : this.valueOf(member, level + 1)]);
    }
    for (const key of (dump.dispose as string[]) ?? []) {
      if (random.chance(0.5) && !members.some(([other]) => other === key)) members.push([key, this.anything(1)]);
    }
    const more = Array.isArray(dump.extra)
      ? random.some(KEYS, 0.05)
      : random.chance(this.#noise)
        ? [random.pick(KEYS)]
        : [];
    for (const key of more) {
      if (members.some(([other]) => other === key)) continue;
      const value = Array.isArray(dump.extra) ? this.valueOf(dump.extra[1] as Dump, level + 1) : this.anything(1);
      members.push([key, random.chance(0.1) ? thing("undefined") : value]);
    }
    const ordered = random.chance(0.2) ? random.shuffled(members) : members;
    if (random.chance(0.02)) return this.#multiOf(ordered);
    return this.#objectOf(ordered);
  }

  /** A Map or a form with these members. */
  #multiOf(members: readonly Member[]): Value {
    const random = this.#random;
    if (random.chance(0.6)) {
      const key = (name: string): Value => (random.chance(0.1) ? this.anything(0) : name);
      return { $: "map", entries: members.map(([name, value]) => [key(name), value]) };
    }
    const name = random.pick(["URLSearchParams", "FormData", "Headers", "MultiDict"] as const);
    const pairs = members.map(([key, value]): [string, string] => [key, typeof value === "string" ? value : "1"]);
    return { $: "form", name, pairs: random.chance(0.3) ? [...pairs, ...pairs] : pairs };
  }

  #form(): { as?: Form } {
    const random = this.#random;
    return random.chance(this.#strange) ? { as: random.pick(FORMS) } : {};
  }

  #arrayOf(items: readonly Value[]): Value {
    const random = this.#random;
    const strange = random.chance(this.#strange);
    const more: Member[] = [];
    let holed = items;
    let length: number | undefined;
    if (strange) {
      switch (random.below(6)) {
        case 0:
          holed = items.map((item): Value => (random.chance(0.3) ? { $: "hole" } : item));
          break;
        case 1:
          more.push(this.#strangeMember(random.pick(KEYS)));
          break;
        case 2:
          // An item that is read by code.
          more.push([String(random.below(items.length + 1)), items[0] ?? 1, this.#random.pick(this.#kinds)]);
          break;
        case 3:
          length = random.pick([0, items.length + 1, items.length + 200]);
          break;
        case 4:
          holed = items.map((item): Value => (random.chance(0.3) ? thing("undefined") : item));
          break;
      }
    }
    return {
      $: "array",
      items: holed,
      ...this.#form(),
      ...(more.length > 0 && { more: more.filter(([key]) => key !== "length") }),
      ...(length !== undefined && { length }),
    };
  }

  #objectOf(members: readonly Member[]): Value {
    const random = this.#random;
    const given = members.map((member): Member => {
      if (!random.chance(this.#strange)) return member;
      return [member[0], member[1], this.#random.pick(this.#kinds)];
    });
    if (random.chance(this.#strange)) {
      const key = random.pick(["__proto__", "constructor", "toString", "then", "hidden", ...KEYS]);
      if (!given.some(([other]) => other === key)) given.push(this.#strangeMember(key));
    }
    return { $: "object", members: given, ...this.#form() };
  }

  #strangeMember(key: string): Member {
    const random = this.#random;
    const value = this.anything(1);
    return random.chance(0.1) ? [key, value] : [key, value, this.#random.pick(this.#kinds)];
  }

  #jsonOf(value: Json): Value {
    if (Array.isArray(value)) return this.#arrayOf(value.map((item) => this.#jsonOf(item)));
    if (typeof value === "number") return number(value);
    if (typeof value !== "object" || value === null) return value;
    if (value.__value__ === "number" || value.__value__ === "bigint") {
      return { $: value.__value__, text: value.text as string };
    }
    return this.#objectOf(Object.entries(value).map(([key, member]): Member => [key, this.#jsonOf(member)]));
  }

  /** Any value whatever, nested up to `depth` levels. */
  anything(depth: number): Value {
    const random = this.#random;
    const kind = random.below(depth > 0 ? 9 : 7);
    if (kind < 1) return thing(random.pick(random.chance(0.002) ? LONG : NAMES));
    if (kind < 2) return number(random.pick([0, -0, 1, 5, -1, 1.5, Number.NaN, Infinity, 2 ** 53, ...INTEGERS]));
    if (kind < 4) return random.chance(0.8) ? random.pick(TEXTS) : this.#characters(random.below(8));
    if (kind < 5) return random.pick([null, true, false]);
    if (kind < 6) return thing("undefined");
    if (kind < 7)
      return random.chance(0.3) ? { $: "bigint", text: random.pick(BIG_INTEGERS) } : random.between(-10, 10);
    if (kind < 8) return this.#arrayOf(Array.from({ length: random.below(4) }, () => this.anything(depth - 1)));
    return this.#objectOf(random.some(KEYS, 0.06).map((key): Member => [key, this.anything(depth - 1)]));
  }
}

/** Time grows with the value: no validator validates the same value twice, or a deep one would take forever. */
function isLinear({ root, aliases }: Recipe): boolean {
  let linear = true;
  visitDumps([root, ...Object.values(aliases)], ({ __class__ }) => {
    linear &&= !/^(AllOf|OneOf|Choice|Wrapped|Asking|Keys|Fickle)$/.test(__class__);
  });
  return linear;
}
