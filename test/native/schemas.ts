/** Random validators, as recipes. */
import { matcher, type Pattern } from "../../src/text/pattern/pattern.ts";
import { randomParams } from "../support/container-params.ts";
import { optionalLast } from "../support/optional-last.ts";
import { randomPattern } from "./patterns.ts";
import type { Random } from "./random.ts";
import type { Dump, Json, Recipe } from "./recipe.ts";
import { suspectRecipe } from "./suspects.ts";
import {
  BAD_PATTERNS,
  BIG_INTEGERS,
  DATES,
  FORMATS,
  INTEGERS,
  KEY_PATTERNS,
  KEYS,
  ORDINARY,
  PATTERNS,
  TEXTS,
} from "./vocabulary.ts";

const TYPES = ["String", "Number", "Boolean", "BigInt", "Date", "URL", "Map", "Point"];

const FLOAT_ARRAYS = ["Float64Array", "Float32Array"];
const INT_ARRAYS = ["Int8Array", "Uint8Array", "Int32Array", "Uint32Array", "BigInt64Array", "BigUint64Array"];

const LARGE: Json = { __value__: "bigint", text: "9007199254740993" };

/** A random validator, nested up to `depth` levels, and what it refers to. */
export function randomRecipe(random: Random): Recipe {
  if (random.chance(0.08)) return suspectRecipe(random);
  return random.chance(0.08) ? recursiveRecipe(random) : anyRecipe(random);
}

/** One whose texts are nested deeper than its references may be followed, on ways the addon knows and others. */
function recursiveRecipe(random: Random): Recipe {
  const aliases = random.some(["tree", "node", "leaf"], 0.5);
  if (aliases.length === 0) aliases.push("tree");
  const maker = new Maker(random, aliases);
  const all = aliases.map((alias): [string, Dump] => [alias, maker.recursive()]);
  return { root: maker.recursive(), aliases: Object.fromEntries(all) };
}

function anyRecipe(random: Random): Recipe {
  const names = ["tree", "node", "leaf"].slice(0, random.pick([0, 0, 0, 1, 1, 2, 3]));
  const maker = new Maker(random, names);
  const aliases = Object.fromEntries(names.map((name) => [name, maker.inside(random.between(1, 3))]));
  return { root: maker.any(random.between(0, 6)), aliases };
}

/** A random part of a validator, nested up to `depth` levels, that may refer to the aliases. */
export function randomDump(random: Random, aliases: readonly string[], depth: number): Dump {
  return new Maker(random, aliases).any(depth);
}

class Maker {
  readonly #random: Random;
  readonly #aliases: readonly string[];
  /** Those that may come again. */
  readonly #made: Dump[] = [];
  /** Validators that may still be made. */
  #left = 40;

  constructor(random: Random, aliases: readonly string[]) {
    this.#random = random;
    this.#aliases = aliases;
  }

  any(depth: number): Dump {
    const random = this.#random;
    if (this.#made.length > 0 && random.chance(0.08)) return random.pick(this.#made);
    const dump = this.#wrapped(this.#anew(depth));
    // One that is used again and again should not be large.
    if (JSON.stringify(dump).length < 1000) this.#made.push(dump);
    return dump;
  }

  /** Some have messages of their own, or are secret; some are in an Optional, a Nullable or a Fallback. */
  #wrapped(dump: Dump): Dump {
    const random = this.#random;
    if (random.chance(0.008)) return { __class__: "Nullable", item: dump };
    if (random.chance(0.008)) return { __class__: "Fallback", item: dump, value: this.#default() };
    if (random.chance(0.008)) return { __class__: "Optional", item: dump };
    if (random.chance(0.008)) return { ...dump, message: "Wrong." };
    if (random.chance(0.008)) return { ...dump, messages: { type: "Not that.", required: "Missing." } };
    return random.chance(0.008) ? { ...dump, secret: true } : dump;
  }

  #anew(depth: number): Dump {
    const random = this.#random;
    this.#left--;
    if (depth <= 0 || this.#left <= 0) return this.#leaf();
    // Containers are what is interesting.
    if (random.chance(0.2)) return this.#leaf();
    if (random.chance(0.35)) return this.#dict(depth - 1);
    if (random.chance(0.35)) return this.#list(depth - 1);
    if (random.chance(0.3)) return this.#tuple(depth - 1);
    if (random.chance(0.3)) return this.#verdict(depth - 1);
    if (random.chance(0.35)) return this.#pipeline("AllOf", depth - 1);
    if (random.chance(0.6)) return this.#pipeline("OneOf", depth - 1);
    if (random.chance(0.6)) return this.#reference();
    return this.#custom(depth - 1);
  }

  /** One that uses up a level of the input before it refers to anything: so every reference ends. */
  inside(depth: number): Dump {
    const random = this.#random;
    // A reference that leads to itself at once ends too, at the limit.
    if (random.chance(0.02)) return this.#reference();
    return random.chance(0.7) ? this.#dict(depth) : random.chance(0.7) ? this.#list(depth) : this.#tuple(depth);
  }

  /** A Dict whose members lead back, each in a way of its own. */
  recursive(): Dump {
    const random = this.#random;
    const keys = random.shuffled(ORDINARY).slice(0, 4);
    const entries = keys.map((key): [string, Json] => [key, this.#back()]);
    const dump: Dump = { __class__: "Dict", schema: Object.fromEntries(entries), optional: keys };
    if (random.chance(0.3)) dump.extra = [this.#key(), this.#back()];
    return dump;
  }

  #back(): Dump {
    const random = this.#random;
    const reference = this.#reference();
    switch (random.below(6)) {
      // Of one reference only: time doubles with each level otherwise.
      case 0:
        return {
          __class__: "OneOf",
          steps: random.shuffled([reference, random.pick([this.#date(), { __class__: "Int" }])]),
        };
      case 1:
        return { __class__: "AllOf", steps: random.shuffled([reference, { __class__: "Any" }]) };
      case 2:
        return { __class__: "List", item: reference, ...this.#flag("unique"), ...this.#lengths(3) };
      case 3:
        return random.chance(0.3) ? this.#custom(0) : this.#date();
      default:
        return reference;
    }
  }

  #members(least: number, depth: number): Dump[] {
    return Array.from({ length: this.#random.between(least, 3) }, () => this.any(depth));
  }

  #flag(name: string, probability = 0.15): { [param: string]: Json } {
    const random = this.#random;
    if (random.chance(probability)) return { [name]: true };
    return random.chance(0.03) ? { [name]: random.pick<Json>([false, null, 0, 1]) } : {};
  }

  #integer(): Json {
    const random = this.#random;
    if (random.chance(0.02)) return { __value__: "number", text: "-0" };
    return random.chance(0.6) ? random.between(-20, 20) : random.pick(INTEGERS);
  }

  #number(): Json {
    const random = this.#random;
    if (random.chance(0.1)) return { __value__: "number", text: random.pick(["Infinity", "-Infinity", "-0"]) };
    return random.chance(0.5) ? this.#integer() : random.pick([0.5, -0.5, 1e-7, 1.7e308, -2.25, 99.9]);
  }

  #range(make: () => Json): { [param: string]: Json } {
    const random = this.#random;
    return { ...(random.chance(0.25) ? { min: make() } : {}), ...(random.chance(0.25) ? { max: make() } : {}) };
  }

  #steps(make: () => Json, units: readonly Json[]): { [param: string]: Json } {
    const random = this.#random;
    return {
      ...(random.chance(0.04) ? { exclusive_min: make() } : {}),
      ...(random.chance(0.04) ? { exclusive_max: make() } : {}),
      ...(random.chance(0.04) ? { multiple_of: random.pick(units) } : {}),
    };
  }

  #lengths(greatest: number, probability = 0.2): { [param: string]: Json } {
    const random = this.#random;
    const length = (): Json => random.between(0, greatest);
    return {
      ...(random.chance(probability) ? { minlen: length() } : {}),
      ...(random.chance(probability) ? { maxlen: length() } : {}),
    };
  }

  #options<T extends Json>(make: () => T, probability = 0.15): { options?: T[] } {
    const random = this.#random;
    if (!random.chance(probability)) return {};
    return { options: Array.from({ length: random.between(1, random.chance(0.1) ? 12 : 4) }, make) };
  }

  #leaf(): Dump {
    const random = this.#random;
    const int = (): Json => this.#integer();
    const text = (): string => random.pick(TEXTS);
    switch (random.pick(LEAVES)) {
      case "Int":
        if (random.chance(0.3)) return this.#bigInt();
        if (random.chance(0.25)) return this.#wideInt();
        return {
          __class__: "Int",
          ...this.#flag("unsafe", 0.1),
          ...this.#flag("nullable"),
          ...this.#flag("coerce"),
          ...this.#range(int),
          ...this.#steps(int, [1, 2, 5, 2 ** 60]),
          ...this.#options(int),
        };
      case "Float":
        return {
          __class__: "Float",
          ...this.#flag("nullable"),
          ...this.#flag("coerce"),
          ...this.#flag("nan"),
          ...this.#flag("inf"),
          ...this.#flag("exact"),
          ...this.#range(() => this.#wide(this.#number())),
          ...this.#steps(() => this.#wide(this.#number()), [0.1, 0.25, 2, 1e-7, 5e-324, LARGE]),
        };
      case "Str":
        return {
          __class__: "Str",
          ...this.#flag("nullable"),
          ...this.#flag("coerce", 0.07),
          ...(random.chance(0.05) ? { encoding: random.pick(["utf-8", "latin-1"]) } : {}),
          ...this.#lengths(random.pick([3, 6, 20])),
          ...(random.chance(0.25) ? this.#pattern() : {}),
          ...(random.chance(0.07) ? this.#conversion() : {}),
          ...(random.chance(0.15) ? random.pick(FORMATS).params : {}),
          ...this.#options(text),
        };
      case "Bool":
        return {
          __class__: "Bool",
          ...this.#flag("nullable"),
          ...(random.chance(0.1) ? { true: ["ja", "on"], false: ["no", "né"] } : this.#flag("coerce_str")),
          ...this.#flag("coerce_int"),
        };
      case "Const":
        return { __class__: "Const", value: this.#constant(2) };
      case "Any":
        return { __class__: "Any", ...(random.chance(0.2) && { integers: random.pick(["exact", "refuse"]) }) };
      case "Bytes":
        return { __class__: "Bytes", ...this.#flag("nullable", 0.5), ...this.#lengths(3) };
      case "Type":
        return this.#type();
      case "Custom":
        return this.#custom(0);
      case "Ref":
        return this.#reference();
      default:
        return this.#date();
    }
  }

  #conversion(): { [param: string]: Json } {
    return this.#random.pick<{ [param: string]: Json }>([
      { strip: true },
      { normspace: true },
      { case: "lower" },
      { strip: true, case: "upper" },
      { strip: true, ascii: true },
      { ascii: true },
    ]);
  }

  /** The number, or an integer of many digits. */
  #wide(value: Json): Json {
    const random = this.#random;
    return random.chance(0.15) ? { __value__: "bigint", text: random.pick(BIG_INTEGERS) } : value;
  }

  /** Of integers beyond the safe range too, without being of bigints. */
  #wideInt(): Dump {
    const random = this.#random;
    const value = (): Json => this.#wide(this.#integer());
    const flags = random.pick([{ exact: true }, { unsafe: true }, { exact: true, unsafe: true }]);
    const params: Dump = {
      __class__: "Int",
      ...this.#flag("nullable"),
      ...(random.chance(0.3) ? { coerce: random.pick<Json>([true, "text"]) } : {}),
      ...this.#range(value),
      ...this.#steps(value, [1, 3, 2 ** 60, LARGE]),
      ...this.#options("exact" in flags ? value : () => this.#integer()),
    };
    return { ...params, ...flags };
  }

  #bigInt(): Dump {
    const random = this.#random;
    const value = (): Json =>
      random.chance(0.6) ? random.between(-20, 20) : { __value__: "bigint", text: random.pick(BIG_INTEGERS) };
    return {
      __class__: "Int",
      bigint: true,
      ...this.#flag("nullable"),
      ...this.#flag("coerce", 0.3),
      ...this.#range(value),
      ...this.#steps(value, [3, LARGE]),
      ...this.#options(value),
    };
  }

  #constant(depth: number): Json {
    const random = this.#random;
    if (depth > 0 && random.chance(0.15))
      return Array.from({ length: random.below(3) }, () => this.#constant(depth - 1));
    if (depth > 0 && random.chance(0.15)) {
      return Object.fromEntries(random.some(ORDINARY, 0.2).map((key) => [key, this.#constant(depth - 1)]));
    }
    return random.pick<Json>([null, true, false, this.#integer(), this.#number(), random.pick(TEXTS)]);
  }

  #date(): Dump {
    const random = this.#random;
    const __class__ = random.pick(["Date", "Time", "Datetime"]);
    const limit = __class__ === "Date" ? "2005-06-07" : __class__ === "Time" ? "08:30" : "2005-06-07T08:30";
    const dump: Dump = { __class__, ...this.#flag("nullable") };
    // Of those that the addon knows as many as of all others.
    const known = DATES.slice(-2);
    if (random.chance(0.8)) dump.format = random.pick(random.chance(0.5) ? known : DATES).format;
    // There are no such texts.
    if (__class__ === "Time" && dump.format === "rfc3339") dump.format = "iso";
    if (random.chance(0.15)) dump.parser = { __named__: random.pick(["parseDate", "parseBadly", "parseWithBug"]) };
    if (__class__ !== "Time" && random.chance(0.2)) dump.unixts = true;
    const aware = __class__ === "Datetime" && random.chance(0.4);
    const isMoment = aware || (__class__ === "Datetime" && dump.format === "rfc3339");
    for (const bound of ["min", "max"]) if (random.chance(0.2)) dump[bound] = isMoment ? `${limit}Z` : limit;
    if (isMoment && random.chance(0.4)) dump.as = random.pick(["instant", "date", "temporal"]);
    if (__class__ === "Date" && random.chance(0.2)) dump.as = "date";
    if (__class__ === "Datetime" && random.chance(0.1)) dump.default_time = "09:30:00";
    if (__class__ !== "Time" && random.chance(0.15)) dump.relmax = random.pick(["-P20Y", "P1D", "P1000D"]);
    if (aware || (__class__ === "Date" && random.chance(0.2)))
      dump.tz = random.pick(["UTC", "Europe/Berlin", "+05:30"]);
    return dump;
  }

  #sort(): { sort?: number } {
    return this.#random.chance(0.1) ? { sort: this.#random.pick([1, -1, 5]) } : {};
  }

  /** Some that no automaton can run are certain to take linear time; all the same, all say that they take the risk. */
  #pattern(): { pattern: Json; backtrack?: true } {
    const random = this.#random;
    if (random.chance(0.1)) return { pattern: random.pick(BAD_PATTERNS).pattern };
    if (random.chance(0.4)) return { pattern: random.pick(PATTERNS).pattern };
    const given = randomPattern(random);
    const { source, flags = "" } = Object(given) as { source?: string; flags?: string };
    const pattern: Json = random.chance(0.2) ? { source: source ?? given, flags, unicode: false } : given;
    const isRisky = /\(\?(?:[=!]|<[=!])|\\[k1-9]/.test(source ?? String(given));
    // The automaton of a few is too large.
    return isRisky || !isAccepted(pattern) || random.chance(0.3) ? { pattern, backtrack: true } : { pattern };
  }

  #type(): Dump {
    const random = this.#random;
    const name = random.pick(TYPES);
    const dump: Dump = {
      __class__: "Type",
      tp: { __named__: name },
      ...this.#flag("nullable"),
      ...this.#flag("coerce", 0.5),
    };
    if (name === "String") return { ...dump, ...this.#lengths(4), ...this.#options(() => random.pick(TEXTS)) };
    if (name === "Number")
      return { ...dump, ...this.#range(() => this.#integer()), ...this.#options(() => this.#integer()) };
    return dump;
  }

  #custom(depth: number): Dump {
    const random = this.#random;
    switch (random.pick(["Even", "Count", "Upper", "Wrapped", "Pairs", "Sealed", "Impostor", "Check", "Transform"])) {
      case "Check":
        return { __class__: "Check", test: { __named__: random.pick(["accepting", "doubting"]) }, ...this.#saying() };
      case "Transform":
        return random.chance(0.3)
          ? { __class__: "Transform", make: { __named__: "reporting" }, reports: true, ...this.#saying() }
          : { __class__: "Transform", make: { __named__: random.pick(["list", "doubting"]) }, ...this.#saying() };
      case "Even":
        return { __class__: "Even", ...this.#flag("coerce"), ...this.#range(() => this.#integer()) };
      case "Count":
        return { __class__: "Count", min: 0, ...this.#flag("nullable") };
      case "Upper":
        return { __class__: "Upper" };
      case "Wrapped":
        return { __class__: "Wrapped", inner: this.any(depth) };
      case "Pairs":
        return { __class__: "Pairs", inner: this.any(depth) };
      case "Sealed":
        return { ...this.#dict(depth), __class__: "Sealed" };
      default:
        return { __class__: "Impostor" };
    }
  }

  #saying(): { [param: string]: Json } {
    const random = this.#random;
    return {
      ...(random.chance(0.3) ? { message: "No." } : {}),
      ...(random.chance(0.3) ? { path: ["p", 0] } : {}),
      ...(random.chance(0.2) ? { code: "odd" } : {}),
      ...this.#flag("throws", 0.7),
    };
  }

  #reference(): Dump {
    const random = this.#random;
    const use = random.chance(0.02) ? "nowhere" : random.pick(this.#aliases);
    if (use === undefined) return { __class__: "Any" };
    return { __class__: "LazyRef", use, ...(random.chance(0.4) ? { maxdepth: random.between(0, 4) } : {}) };
  }

  #pipeline(__class__: string, depth: number): Dump {
    const random = this.#random;
    if (__class__ === "OneOf" && random.chance(0.25)) return this.#tagged(depth);
    if (__class__ === "OneOf" && random.chance(0.2)) return this.#byType(depth);
    if (random.chance(0.06)) return this.#shared(depth);
    // Of what the addon cannot validate and what it counts.
    if (random.chance(0.15)) return { __class__, steps: random.shuffled([this.#date(), this.#reference()]) };
    const exclusive = __class__ === "OneOf" ? this.#flag("exclusive", 0.25) : {};
    const flags = { ...exclusive, ...this.#flag("nullable", 0.1) };
    const pipeline: Dump = { __class__, steps: this.#members(1, depth), ...flags };
    // Far more of them than levels of the input.
    if (!random.chance(0.05)) return pipeline;
    return Array.from({ length: random.between(2, 25) }).reduce<Dump>(
      (step) => ({ __class__, steps: [step] }),
      pipeline,
    );
  }

  /** What depends on the verdict of another validator. */
  #verdict(depth: number): Dump {
    const random = this.#random;
    if (random.chance(0.3)) return this.#closed(depth);
    if (random.chance(0.4)) return { __class__: "Not", item: this.any(depth) };
    const dump: Dump = { __class__: "If", condition: this.any(depth) };
    if (random.chance(0.8)) dump.consequent = this.any(depth);
    if (random.chance(0.6)) dump.alternate = this.any(depth);
    return dump;
  }

  /** One whose validators evaluate a few members each. */
  #closed(depth: number): Dump {
    const random = this.#random;
    const rest = random.chance(0.3) ? { rest: random.chance(0.7) ? this.#plain() : this.any(0) } : {};
    const item = random.chance(0.1) ? this.any(depth) : this.#evaluating(random.between(1, 3));
    return { __class__: "Closed", item, ...rest };
  }

  #evaluating(depth: number): Dump {
    const random = this.#random;
    const inside = (): Dump => this.#evaluating(depth - 1);
    switch (depth > 0 ? random.below(8) : random.below(3)) {
      case 0:
      case 1: {
        const entries = random.some(ORDINARY, 0.3).map((key): [string, Json] => [key, this.#plain()]);
        const schema = Object.fromEntries(entries);
        return { __class__: "Dict", schema, optional: random.some(Object.keys(schema), 0.7), unknown: "keep" };
      }
      case 2: {
        const list: Dump = { __class__: "List", item: random.chance(0.8) ? { __class__: "Any" } : this.#plain() };
        if (random.chance(0.5)) list.prefix = [this.#plain(), this.#plain()];
        if (random.chance(0.5)) Object.assign(list, { contains: this.#plain(), min_contains: random.below(2) });
        return list;
      }
      case 3:
        return { __class__: "If", condition: inside(), consequent: inside(), alternate: inside() };
      case 4:
        return random.chance(0.5) ? { __class__: "Not", item: inside() } : { __class__: "Closed", item: inside() };
      case 5:
        return { __class__: "OneOf", steps: [inside(), inside(), inside()], ...this.#flag("exclusive", 0.25) };
      default:
        return { __class__: "AllOf", steps: [inside(), inside()] };
    }
  }

  /** One that keeps its input, and takes many values. */
  #plain(): Dump {
    const random = this.#random;
    return random.pick<Dump>([
      { __class__: "Any" },
      { __class__: "Int" },
      { __class__: "Str" },
      { __class__: "OneOf", steps: [{ __class__: "Int" }, { __class__: "Str" }] },
      { __class__: "Dict", unknown: "keep" },
    ]);
  }

  #list(depth: number): Dump {
    if (this.#random.chance(0.05)) return { __class__: "Default", item: this.#leaf(), value: this.#default() };
    if (this.#random.chance(0.08)) return this.#typed();
    if (this.#random.chance(0.2)) {
      return { __class__: "Set", item: this.any(depth), ...this.#flag("nullable"), ...this.#lengths(5) };
    }
    return {
      __class__: "List",
      item: this.any(depth),
      ...this.#flag("nullable"),
      ...this.#lengths(5),
      ...randomParams(this.#random, "List", 0.12),
      ...this.#together(depth),
    };
  }

  #typed(): Dump {
    const random = this.#random;
    const isFloat = random.chance(0.5);
    const name = random.pick(isFloat ? FLOAT_ARRAYS : INT_ARRAYS);
    const item = { __class__: isFloat && random.chance(0.8) ? "Float" : "Int", ...this.#flag("coerce") };
    return {
      __class__: "List",
      item,
      as: name,
      ...this.#flag("nullable"),
      ...this.#lengths(5),
      ...this.#flag("unique"),
    };
  }

  /** What the items of a List have to be together, and those of the first that differ. */
  #together(depth: number): { [param: string]: Json } {
    const random = this.#random;
    const params: { [param: string]: Json } = {};
    if (random.chance(0.1)) params.prefix = this.#members(1, depth);
    if (!random.chance(0.1)) return params;
    params.contains = this.any(Math.min(depth, 1));
    if (random.chance(0.3)) params.min_contains = random.below(3);
    if (random.chance(0.3)) params.max_contains = random.between(Number(params.min_contains ?? 0), 3);
    return params;
  }

  #tuple(depth: number): Dump {
    const random = this.#random;
    const items: Json[] = this.#members(1, depth);
    const rest = random.chance(0.15) ? { rest: this.any(Math.min(depth, 1)) } : {};
    while (random.chance(0.2)) items.push({ __class__: "Optional", item: this.any(Math.min(depth, 1)) });
    if (random.chance(0.05)) items.push({ __class__: "Default", item: { __class__: "Int" }, value: 5 });
    return { __class__: "Tuple", items: optionalLast(items), ...rest, ...this.#flag("nullable") };
  }

  #dict(depth: number): Dump {
    const random = this.#random;
    const keys = random.shuffled(random.some(random.chance(0.3) ? KEYS : ORDINARY, random.pick([0.1, 0.3, 0.5])));
    // More keys than a word has bits.
    if (random.chance(0.01)) for (let number = 0; number < 70; number++) keys.push(`k${number}`);
    const entries = keys.map((key): [string, Json] => [key, this.any(depth)]);
    // An object with these keys would be taken for a dump.
    const plain = keys.filter((key) => key !== "__class__" && key !== "__value__");
    const dump: Dump = {
      __class__: "Dict",
      schema: plain.length < keys.length ? { __value__: "object", entries } : Object.fromEntries(entries),
      ...this.#flag("nullable"),
      ...this.#lengths(6, 0.1),
    };
    if (random.chance(0.3)) dump.extra = [random.chance(0.8) ? this.#key() : this.any(0), this.any(Math.min(depth, 1))];
    if (random.chance(0.3))
      dump.defaults = Object.fromEntries(random.some(plain, 0.3).map((key) => [key, this.#default()]));
    if (random.chance(0.5)) dump.optional = random.some(keys, 0.5);
    if (random.chance(0.2)) {
      const dropped = random.some(random.chance(0.5) ? keys : KEYS, 0.2);
      dump.dispose = dropped;
      // A key that is always dropped may be missing.
      dump.optional = [...((dump.optional as string[]) ?? []), ...dropped];
    }
    if (random.chance(0.03)) dump.multikeys = random.some(keys, 0.5);
    if (random.chance(0.03)) dump.nested = true;
    if (random.chance(0.03)) delete dump.schema;
    if (dump.extra === undefined && random.chance(0.2)) dump.unknown = random.pick(["forbid", "strip", "keep"]);
    const whole = {
      ...dump,
      ...this.#patterns(depth),
      ...this.#keyRules(depth),
      ...randomParams(random, "Dict", 0.02, plain),
      ...this.#flag("skip_blank", 0.1),
      ...this.#flag("null_is_absent", 0.15),
    };
    if (!random.chance(0.1) || dump.schema === undefined || "dependent_schemas" in whole) return whole;
    // A key has another name outside, which may be that of an unknown one.
    const outside = random
      .some(plain, 0.7)
      .map((key) => [key, random.chance(0.9) ? `${key}_` : [`${key}_`, `_${key}`]]);
    return { ...whole, names: Object.fromEntries(outside) };
  }

  /** Rules of keys, which need not be in the schema. */
  #keyRules(depth: number): { [param: string]: Json } {
    const random = this.#random;
    const params: { [param: string]: Json } = {};
    if (random.chance(0.05)) params.keys = random.chance(0.8) ? this.#key() : this.any(0);
    const names = (): string[] => random.some(random.chance(0.2) ? KEYS : ORDINARY, 0.15);
    const byName = (make: () => Json): Json => Object.fromEntries(names().map((key) => [key, make()]));
    if (random.chance(0.06)) params.required = names();
    if (random.chance(0.05)) params.dependent_required = byName(names);
    if (random.chance(0.06)) params.dependent_schemas = byName(() => this.any(Math.min(depth, 1)));
    return params;
  }

  /** Patterns of keys: some match few of them, some all. */
  #patterns(depth: number): { patterns?: Json; backtrack?: true } {
    const random = this.#random;
    if (!random.chance(0.15)) return {};
    const sources = random.some(KEY_PATTERNS, 0.2);
    const patterns = Object.fromEntries(
      sources.map((source): [string, Json] => [source, this.any(Math.min(depth, 1))]),
    );
    return sources.some((source) => source.includes("(?")) ? { patterns, backtrack: true } : { patterns };
  }

  /** One whose steps are chosen by the type of the value: each step takes types that no other takes. */
  #byType(depth: number): Dump {
    const random = this.#random;
    const ofNumbers = random.pick<Dump>([
      { __class__: "Int", ...this.#range(() => this.#integer()) },
      { __class__: "Int", bigint: true, ...this.#range(() => random.between(-20, 20)) },
      { __class__: "Float", ...this.#flag("inf"), ...this.#range(() => this.#integer()) },
    ]);
    const ofTexts = random.pick<Dump>([
      { __class__: "Str", ...this.#lengths(6) },
      { __class__: "Str", ...this.#pattern() },
      { __class__: "Str", ...this.#conversion() },
      { __class__: "Const", value: random.pick(TEXTS) },
    ]);
    const ofArrays = random.pick<Dump>([
      { __class__: "List", item: this.any(depth), ...this.#lengths(5), ...this.#together(depth) },
      { __class__: "List", item: this.any(depth), ...this.#flag("unique"), ...this.#sort() },
      { __class__: "Set", item: this.any(0), ...this.#lengths(5) },
      { __class__: "Tuple", items: optionalLast(this.#members(1, depth)) },
      { __class__: "Const", value: [1, "a"] },
    ]);
    const dict = this.#dict(depth);
    const ofObjects = random.chance(0.3) ? { __class__: "AllOf", steps: [dict, this.any(0)] } : dict;
    const nothing: Dump[] = dict.nullable ? [] : [{ __class__: "Const", value: null }];
    const steps = random.some([{ __class__: "Bool" }, ofNumbers, ofTexts, ofArrays, ...nothing], 0.6);
    return { __class__: "OneOf", steps: random.shuffled([...steps, ofObjects]), by_type: true };
  }

  /** Parts within parts, each of them used twice: as many ways lead to the innermost as there are two to that power. */
  #shared(depth: number): Dump {
    const random = this.#random;
    let part = this.any(Math.min(depth, 1));
    for (let level = random.between(1, 3); level > 0 && JSON.stringify(part).length < 500; level--) {
      part = random.pick<Dump>([
        { __class__: "Tuple", items: [part, part] },
        { __class__: "Dict", schema: { a: part, name: part }, optional: ["name"], ...this.#flag("nullable") },
        { __class__: "OneOf", steps: [{ __class__: "List", item: part }, part] },
        { __class__: "AllOf", steps: [part, part] },
        { __class__: "Dict", extra: [{ __class__: "Str" }, part], schema: { id: part }, optional: ["id"] },
      ]);
    }
    return part;
  }

  /** Objects that a tag tells apart; it may come first or last. */
  #tagged(depth: number): Dump {
    const random = this.#random;
    const discriminator = random.pick(["kind", "name", "id"]);
    const tags = random.shuffled(["a", "b", "\u00e9\n", "", 1, -2.5, true, null]).slice(0, random.between(1, 4));
    const steps = tags.map((tag, index): Dump => {
      const member = this.#tag(tag, index === 0, tags);
      const keys = random.some(ORDINARY, 0.2).filter((key) => key !== discriminator);
      const entries = keys.map((key): [string, Json] => [key, this.any(depth)]);
      const schema = Object.fromEntries(
        entries.toSpliced(random.below(entries.length + 1), 0, [discriminator, member]),
      );
      const dict: Dump = {
        __class__: "Dict",
        schema,
        // Of several steps that take null, none may go on with an AllOf.
        ...(index === 0 ? this.#flag("nullable", 0.1) : {}),
        // In one step the tag may be missing.
        optional: random.some(index === 0 ? [...keys, discriminator] : keys, 0.5),
        ...(index === 0 && random.chance(0.15) ? { defaults: { [discriminator]: tag } } : {}),
        ...(index === 0 && !tags.includes("") ? this.#flag("skip_blank", 0.1) : {}),
      };
      return random.chance(0.15) ? { __class__: "AllOf", steps: [dict, this.any(0)] } : dict;
    });
    return { __class__: "OneOf", steps, discriminator };
  }

  /**
   * A validator of a tag. That of the first step may replace a tag that is missing, or convert what another step does
   * not take.
   */
  #tag(tag: string | number | boolean | null, isFirst: boolean, tags: readonly unknown[]): Dump {
    const random = this.#random;
    if (isFirst && typeof tag === "string" && !tags.includes("") && random.chance(0.15)) {
      return { __class__: "Str", options: [tag], ...this.#conversion() };
    }
    if (isFirst && tag === 1 && !tags.includes(true) && random.chance(0.3)) {
      return { __class__: "Int", options: [1, 5], coerce: true };
    }
    const member: Dump =
      typeof tag === "string" && random.chance(0.3)
        ? { __class__: "Str", options: [tag, `${tag}+`] }
        : { __class__: "Const", value: tag };
    return isFirst && random.chance(0.15) ? { __class__: "Default", item: member, value: tag } : member;
  }

  /** A validator of extra keys. */
  #key(): Dump {
    const random = this.#random;
    return random.pick<Dump>([
      { __class__: "Str" },
      { __class__: "Str", ...this.#lengths(3, 0.5) },
      { __class__: "Str", pattern: "[a-z]" },
      { __class__: "Any" },
      { __class__: "Upper" },
      { __class__: "Int", coerce: true },
      { __class__: "Int", coerce: true, bigint: true },
      {
        __class__: "OneOf",
        steps: [
          { __class__: "Str", maxlen: 1 },
          { __class__: "Const", value: "name" },
        ],
      },
    ]);
  }

  #default(): Json {
    const random = this.#random;
    if (random.chance(0.3)) return { __named__: random.pick(["seven", "list", "wrong", "nothing", "failing"]) };
    return this.#constant(2);
  }
}

/** Some are asked for more often than others. */
const LEAVES =
  "Int Int Int Int Float Float Float Str Str Str Str Bool Bool Const Any Any Bytes Type Custom Ref Date".split(" ");

/** Returns whether a pattern is accepted without `backtrack`. */
function isAccepted(pattern: Json): boolean {
  try {
    matcher(pattern as Pattern);
    return true;
  } catch {
    return false;
  }
}
