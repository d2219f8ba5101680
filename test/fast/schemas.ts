/**
 * Random validators as programs have them, and such with code of the caller's inside; all others are made as for texts.
 */

import type { Random } from "../native/random.ts";
import type { Dump, Json, Recipe } from "../native/recipe.ts";
import { randomDump, randomRecipe } from "../native/schemas.ts";
import { FORMATS, KEYS, ORDINARY, PATTERNS, TEXTS } from "../native/vocabulary.ts";
import { randomParams } from "../support/container-params.ts";
import { optionalLast } from "../support/optional-last.ts";
import { APPLIED, DEFAULTS, LONE, WRAPPERS } from "./custom.ts";

const TAGS = ["circle", "square", "line", 1, true, null] as const;

/** A random validator and what it refers to. */
export function randomSchema(random: Random): Recipe {
  if (random.chance(0.3)) return randomRecipe(random);
  const aliases = random.chance(0.25) ? ["tree", "node", "leaf"].slice(0, random.between(1, 3)) : [];
  const maker = new Maker(random, aliases, random.pick([0, 0, 0.05, 0.2]));
  // Each uses up a level of the input before it refers to anything, so that all references end.
  const targets = aliases.map((alias): [string, Dump] => [alias, maker.container(random.between(1, 2))]);
  const root = aliases.length > 0 && random.chance(0.4) ? maker.reference() : maker.any(random.between(0, 3));
  return { root, aliases: Object.fromEntries(targets) };
}

class Maker {
  readonly #random: Random;
  readonly #aliases: readonly string[];
  /** How likely a validator is one of the caller's own. */
  readonly #custom: number;
  #left = 25;
  /** Those that may come again: equal ones are one validator, in as many places. */
  readonly #made: Dump[] = [];

  constructor(random: Random, aliases: readonly string[], custom: number) {
    this.#random = random;
    this.#aliases = aliases;
    this.#custom = custom;
  }

  any(depth: number): Dump {
    const random = this.#random;
    if (this.#made.length > 0 && random.chance(0.08)) return random.pick(this.#made);
    const dump = this.#wrapped(this.#anew(depth));
    if (JSON.stringify(dump).length < 1000) this.#made.push(dump);
    return dump;
  }

  /** Some have messages of their own, or are secret; some are in an Optional, a Nullable or a Fallback. */
  #wrapped(dump: Dump): Dump {
    const random = this.#random;
    if (random.chance(0.02)) return { __class__: "Nullable", item: dump };
    if (random.chance(0.02)) return { __class__: "Fallback", item: dump, value: this.#default() };
    if (random.chance(0.03)) return { __class__: "Optional", item: dump };
    if (random.chance(0.01)) return { __class__: "Not", item: dump };
    if (random.chance(0.01)) return { __class__: "If", condition: dump, consequent: dump };
    if (random.chance(0.01)) return { __class__: "Closed", item: dump };
    if (random.chance(0.02)) return { ...dump, message: "Wrong." };
    if (random.chance(0.02)) return { ...dump, messages: { type: "Not that.", required: "Missing." } };
    return random.chance(0.02) ? { ...dump, secret: true } : dump;
  }

  #anew(depth: number): Dump {
    const random = this.#random;
    this.#left--;
    if (random.chance(this.#custom)) return this.#ownOf(depth);
    if (depth <= 0 || this.#left <= 0) return random.chance(0.2) ? this.reference() : this.#leaf();
    const kind = random.below(12);
    if (kind < 2) return this.#leaf();
    if (random.chance(0.03)) return { __class__: "Default", item: this.#leaf(), value: this.#default() };
    if (kind < 9) return this.container(depth);
    if (kind < 10) return this.#union(depth);
    if (kind < 11) {
      if (random.chance(0.25)) return this.#byType(depth);
      return { __class__: "OneOf", steps: this.#members(random.between(1, 3), depth) };
    }
    const steps = this.#members(random.between(1, 2), depth);
    return { __class__: "AllOf", steps: random.chance(0.5) ? [...steps, this.#applied(), ...this.#later()] : steps };
  }

  container(depth: number): Dump {
    const random = this.#random;
    const kind = random.below(10);
    if (kind < 6) return this.#dict(depth - 1);
    if (kind < 9) {
      if (random.chance(0.08)) {
        return { __class__: "Set", item: this.any(depth - 1), ...this.#nullable(), ...this.#lengths(4) };
      }
      return {
        __class__: "List",
        item: this.any(depth - 1),
        ...this.#nullable(),
        ...this.#lengths(4),
        ...randomParams(random, "List", 0.08),
      };
    }
    const items = this.#members(random.between(1, 3), depth);
    const rest = random.chance(0.2) ? { rest: this.any(depth - 1) } : {};
    while (random.chance(0.2)) items.push({ __class__: "Optional", item: this.any(depth - 1) });
    if (random.chance(0.1)) items.push({ __class__: "Default", item: this.#leaf(), value: this.#default() });
    return { __class__: "Tuple", items: optionalLast(items), ...rest, ...this.#nullable() };
  }

  reference(): Dump {
    const random = this.#random;
    const use = random.pick(this.#aliases);
    if (use === undefined) return this.#leaf();
    return { __class__: "LazyRef", use, ...(random.chance(0.2) ? { maxdepth: random.between(0, 4) } : {}) };
  }

  /** A function of the caller's. */
  #applied(): Dump {
    const random = this.#random;
    const named = { __named__: random.pick(APPLIED) };
    const saying = {
      ...(random.chance(0.2) ? { message: "No." } : {}),
      ...(random.chance(0.2) ? { path: ["p", 0] } : {}),
      ...(random.chance(0.2) ? { throws: true } : {}),
    };
    if (random.chance(0.5)) return { __class__: "Check", test: named, ...saying };
    return random.chance(0.3)
      ? { __class__: "Transform", make: { __named__: "reporting" }, reports: true, ...saying }
      : { __class__: "Transform", make: named, ...saying };
  }

  /** What may stand behind it. */
  #later(): Dump[] {
    const random = this.#random;
    return random.chance(0.3) ? [random.chance(0.5) ? this.#applied() : this.#leaf()] : [];
  }

  #members(size: number, depth: number): Dump[] {
    return Array.from({ length: size }, () => this.any(depth - 1));
  }

  #nullable(): { nullable?: true } {
    return this.#random.chance(0.1) ? { nullable: true } : {};
  }

  #lengths(greatest: number): { minlen?: number; maxlen?: number } {
    const random = this.#random;
    const least = random.below(greatest);
    return {
      ...(random.chance(0.2) ? { minlen: least } : {}),
      ...(random.chance(0.2) ? { maxlen: random.between(least, greatest) } : {}),
    };
  }

  #range(): { [name: string]: Json } {
    const random = this.#random;
    const least = random.pick([-5, -1, 0, 0, 1, 2, 0.5]);
    return {
      ...(random.chance(0.25) ? { min: Math.floor(least) } : {}),
      ...(random.chance(0.25) ? { max: random.pick([3, 5, 10, 100]) } : {}),
    };
  }

  #steps(units: readonly number[]): { [name: string]: Json } {
    const random = this.#random;
    return {
      ...(random.chance(0.06) ? { exclusive_min: random.pick([-5, 0, 1]) } : {}),
      ...(random.chance(0.06) ? { exclusive_max: random.pick([3, 10, 100]) } : {}),
      ...(random.chance(0.06) ? { multiple_of: random.pick(units) } : {}),
    };
  }

  #leaf(): Dump {
    const random = this.#random;
    switch (random.below(14)) {
      case 0:
      case 1:
      case 2: {
        const options = random.chance(0.1) ? { options: [1, 2, 5, 10] } : {};
        const coerce = random.chance(0.05) ? { coerce: true } : {};
        return {
          __class__: "Int",
          ...this.#range(),
          ...this.#steps([1, 2, 5]),
          ...this.#nullable(),
          ...options,
          ...coerce,
          ...(random.chance(0.15) ? random.pick([{ exact: true }, { unsafe: true }]) : {}),
        };
      }
      case 3:
      case 4: {
        const inf = random.chance(0.1) ? { inf: true } : {};
        const nan = random.chance(0.1) ? { nan: true } : {};
        return {
          __class__: "Float",
          ...this.#range(),
          ...this.#steps([0.5, 2, 0.1, 1e-9]),
          ...this.#nullable(),
          ...inf,
          ...nan,
          ...(random.chance(0.1) ? { exact: true } : {}),
        };
      }
      case 5:
      case 6:
      case 7: {
        const pattern = random.chance(0.12) ? { pattern: random.pick(PATTERNS).pattern } : {};
        const format = random.chance(0.12) ? random.pick(FORMATS).params : {};
        const strip = random.chance(0.05) ? { strip: true } : {};
        const ascii = random.chance(0.05) ? { ascii: true } : {};
        const letters = random.chance(0.05) ? { case: random.pick(["lower", "upper"]) } : {};
        const options = random.chance(0.1) ? { options: random.some(["red", "green", "a", "é"], 0.7).concat("b") } : {};
        return {
          __class__: "Str",
          ...(random.chance(0.05) && { coerce: true }),
          ...this.#lengths(6),
          ...this.#nullable(),
          ...pattern,
          ...format,
          ...strip,
          ...ascii,
          ...letters,
          ...options,
        };
      }
      case 8:
        return {
          __class__: "Bool",
          ...this.#nullable(),
          ...(random.chance(0.1) && { true: ["yes"], false: ["NO", "0"] }),
        };
      case 9:
        return { __class__: "Const", value: random.pick<Json>([...TAGS, "a", 0, [1], { a: 1 }, random.pick(TEXTS)]) };
      case 10:
        return { __class__: "Any", ...(random.chance(0.2) && { integers: random.pick(["exact", "refuse"]) }) };
      default:
        return randomDump(random, this.#aliases, 0);
    }
  }

  #dict(depth: number): Dump {
    const random = this.#random;
    const from = random.chance(0.15) ? KEYS : ORDINARY;
    const keys = random.shuffled(from).slice(0, random.pick([0, 1, 2, 2, 3, 3, 4, 5, 8]));
    const entries = keys.map((key): [string, Json] => [key, this.any(depth)]);
    return this.#dictOf(entries);
  }

  #dictOf(entries: readonly (readonly [string, Json])[]): Dump {
    const random = this.#random;
    const keys = entries.map(([key]) => key);
    const plain = keys.filter((key) => key !== "__class__" && key !== "__value__");
    const dump: Dump = {
      __class__: random.chance(this.#custom) ? random.pick(["Record", "Sealed"]) : "Dict",
      schema:
        plain.length < keys.length
          ? { __value__: "object", entries: entries.map(([key, value]): Json => [key, value]) }
          : Object.fromEntries(entries),
      ...this.#nullable(),
    };
    if (random.chance(0.1)) Object.assign(dump, this.#lengths(5));
    if (random.chance(0.4)) dump.optional = random.some(keys, 0.5);
    if (random.chance(0.15)) {
      dump.defaults = Object.fromEntries(random.some(plain, 0.5).map((key) => [key, this.#default()]));
    }
    if (random.chance(0.1)) {
      const key: Dump = random.chance(0.8) ? { __class__: "Str" } : this.#leaf();
      dump.extra = [key, this.any(0)];
    }
    if (random.chance(0.07)) {
      const dropped = random.some(random.chance(0.5) ? keys : ORDINARY, 0.3);
      dump.dispose = dropped;
      dump.optional = [...((dump.optional as string[]) ?? []), ...dropped];
    }
    if (dump.extra === undefined && random.chance(0.12)) dump.unknown = random.pick(["forbid", "strip", "keep"]);
    if (random.chance(0.03)) dump.skip_blank = true;
    if (random.chance(0.15)) dump.null_is_absent = true;
    if (random.chance(0.05)) dump.multikeys = random.some(keys, 0.5);
    if (random.chance(0.03)) dump.nested = true;
    Object.assign(dump, randomParams(random, "Dict", 0.03, plain));
    if (random.chance(0.1))
      dump.names = Object.fromEntries(
        random.some(plain, 0.7).map((key) => [key, random.chance(0.9) ? `${key}_` : [`${key}_`, `_${key}`]]),
      );
    return dump;
  }

  #default(): Json {
    const random = this.#random;
    if (random.chance(0.3)) return { __named__: random.pick(DEFAULTS) };
    return random.pick<Json>([
      0,
      1,
      "a",
      "red",
      true,
      null,
      [],
      {},
      [1, [2]],
      { a: 1 },
      { __value__: "number", text: "-0" },
    ]);
  }

  /** Records told apart by a tag, which is first, last, or anywhere. */
  #union(depth: number): Dump {
    const random = this.#random;
    const tagKey = random.pick(["kind", "type", "id"]);
    const tags = random.shuffled(TAGS).slice(0, random.between(2, 4));
    const place = random.pick(["first", "last", "any"]);
    const steps = tags.map((tag): Dump => {
      const keys = random.shuffled(ORDINARY.filter((key) => key !== tagKey)).slice(0, random.between(0, 3));
      const entries = keys.map((key): [string, Json] => [key, this.any(depth - 1)]);
      const at = place === "first" ? 0 : place === "last" ? entries.length : random.between(0, entries.length);
      const dict = this.#dictOf(entries.toSpliced(at, 0, [tagKey, { __class__: "Const", value: tag }]));
      // The tag has one name in all steps.
      const { [tagKey]: _, ...names } = (dict.names ?? {}) as Record<string, Json>;
      return dict.names === undefined ? dict : { ...dict, names };
    });
    if (random.chance(0.25)) {
      // The tag may be missing in one step, and null be taken by one: as a tag, or in place of one that is missing.
      const first = (dict: Dump): Dump => (tags.includes(null) ? { ...dict, null_is_absent: false } : dict);
      const apart = steps.map((dict, index) => (index === 0 ? first(dict) : withoutGap(dict, tagKey)));
      const begun = apart.map((dict) =>
        random.chance(0.1) ? { __class__: "AllOf", steps: [dict, this.any(depth - 1)] } : dict,
      );
      return { __class__: random.chance(this.#custom) ? "Choice" : "OneOf", steps: begun, discriminator: tagKey };
    }
    // One tag twice: the first that passes counts.
    if (random.chance(0.2)) steps.push(random.pick(steps));
    if (random.chance(0.2)) steps.push(this.#leaf());
    return { __class__: random.chance(this.#custom) ? "Choice" : "OneOf", steps: random.shuffled(steps) };
  }

  /** One whose steps are chosen by the type of the value. */
  #byType(depth: number): Dump {
    const random = this.#random;
    const steps = random.some<Dump>(
      [
        { __class__: "Bool" },
        random.chance(0.5) ? { __class__: "Int", ...this.#range() } : { __class__: "Float", ...this.#range() },
        { __class__: "Str", ...this.#lengths(6) },
        { __class__: "List", item: this.any(depth - 1), ...this.#nullable() },
      ],
      0.6,
    );
    const entries = random.some(ORDINARY, 0.15).map((key): [string, Json] => [key, this.any(depth - 1)]);
    const { nullable: _, ...dict } = { ...this.#dictOf(entries), __class__: "Dict" } as Dump;
    return { __class__: "OneOf", steps: random.shuffled([...steps, dict as Dump]), by_type: true };
  }

  #ownOf(depth: number): Dump {
    const random = this.#random;
    if (depth <= 0 || random.chance(0.4)) return { __class__: random.pick(LONE) };
    if (random.chance(0.2)) return { __class__: "Row", item: this.any(depth - 1) };
    if (random.chance(0.1)) return { __class__: "Text", ...this.#lengths(6) };
    return { __class__: random.pick(WRAPPERS), inner: this.any(depth - 1) };
  }
}

/** A step of a union in which the tag must be there, and which does not take null. */
function withoutGap(dict: Dump, tagKey: string): Dump {
  const {
    nullable: _,
    optional,
    defaults,
    dispose,
    ...rest
  } = dict as Dump & {
    readonly nullable?: Json;
    readonly optional?: readonly Json[];
    readonly defaults?: Readonly<Record<string, Json>>;
    readonly dispose?: readonly Json[];
  };
  const isTag = (key: Json): boolean => key === tagKey;
  return {
    ...rest,
    ...(optional && { optional: optional.filter((key) => !isTag(key)) }),
    ...(defaults && { defaults: Object.fromEntries(Object.entries(defaults).filter(([key]) => !isTag(key))) }),
    ...(dispose && { dispose: dispose.filter((key) => !isTag(key)) }),
  } as Dump;
}
