/** What the keywords of objects and arrays say, so that those of several schemas become one validator. */
import { mayBeMissing } from "../../core/params/optional.ts";
import { type Contains, containsParams } from "../../core/rules/contains.ts";
import { AllParams } from "../../core/schemas/params.ts";
import type { Validator } from "../../core/validator.ts";
import { AllOf } from "../../validators/all-of.ts";
import { Any } from "../../validators/any.ts";
import { Dict } from "../../validators/dict.ts";
import { List } from "../../validators/list.ts";
import { Tuple } from "../../validators/tuple.ts";
import { define } from "../../values/define.ts";
import type { ReadPattern } from "./patterns.ts";
import {
  areFilling,
  both,
  combine,
  everything,
  type Facts,
  isEverything,
  isNothing,
  type MaybePiece,
  onlyOnce,
  Piece,
  type Pieces,
  plainPieces,
  TYPES,
  validatorFor,
  whole,
} from "./pieces.ts";

/** The pieces of values that are valid by both. */
const bothPieces = (a: Pieces, b: Pieces): Pieces =>
  a === b || isEverything(b) ? a : isEverything(a) ? b : combine([a, b], ([one, other]) => both(one, other));

const least = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
const most = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

/** Joins two maps; values that both have become one. */
function joined<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>, join: (one: V, other: V) => V): ReadonlyMap<K, V> {
  if (a.size === 0) return b;
  const all = new Map(a);
  for (const [key, value] of b) {
    const own = all.get(key);
    all.set(key, own === undefined ? value : join(own, value));
  }
  return all;
}

/** A default of a property. */
export interface PropertyDefault {
  readonly value: unknown;
  /**
   * Has it validated by pieces that it is filled in for, as soon as all schemas have been read.
   * @throws JsonSchemaError
   */
  expect(pieces: Pieces): void;
}

/** The keywords of objects. */
export interface ObjectKeywords {
  readonly properties: ReadonlyMap<string, Pieces>;
  /** Of properties that may be missing, what is filled in. */
  readonly defaults: ReadonlyMap<string, PropertyDefault>;
  readonly required: ReadonlySet<string>;
  /** By source. */
  readonly patterns: ReadonlyMap<string, { readonly pattern: ReadPattern; readonly schema: Pieces }>;
  /** Of the keys that neither `properties` nor `patterns` name; undefined if the schema says nothing of them. */
  readonly additional: Pieces | undefined;
  readonly names: Pieces;
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
  readonly dependentRequired: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas: ReadonlyMap<string, Pieces>;
  /** It matters which members are evaluated. */
  readonly annotates: boolean;
}

/** The members of a larger schema are not merged again and again. */
const MAX_MERGED = 2000;

export class ObjectFacts implements Facts {
  readonly keywords: ObjectKeywords;

  constructor(keywords: ObjectKeywords) {
    this.keywords = keywords;
  }

  /** The pieces of the values of a key, except for those of patterns if it is in `properties`. */
  member(key: string): Pieces {
    const { properties, additional = everything() } = this.keywords;
    const own = properties.get(key);
    const matching = this.#matching(key);
    if (own === undefined && matching.length === 0) return additional;
    return matching.reduce(bothPieces, own ?? everything());
  }

  #matching(key: string): Pieces[] {
    return [...this.keywords.patterns.values()].flatMap(({ pattern, schema }) =>
      pattern.matches(key) ? [schema] : [],
    );
  }

  and(other: Facts): Facts | undefined {
    if (!(other instanceof ObjectFacts)) return undefined;
    const [a, b] = [this.keywords, other.keywords];
    const isFree = ({ additional }: ObjectKeywords): boolean => additional === undefined || isEverything(additional);
    if ((a.patterns.size > 0 && !isFree(b)) || (b.patterns.size > 0 && !isFree(a))) return undefined;
    if (a.properties.size + b.properties.size > MAX_MERGED) return undefined;
    const properties = new Map<string, Pieces>();
    for (const key of new Set([...a.properties.keys(), ...b.properties.keys()])) {
      // Patterns of the result apply by themselves.
      const ofOne = ({ properties, additional }: ObjectKeywords): Pieces =>
        properties.get(key) ?? additional ?? everything();
      properties.set(
        key,
        bothPieces(
          this.#isMatched(key) ? (a.properties.get(key) ?? everything()) : ofOne(a),
          other.#isMatched(key) ? (b.properties.get(key) ?? everything()) : ofOne(b),
        ),
      );
    }
    const additional =
      a.additional && b.additional ? bothPieces(a.additional, b.additional) : (a.additional ?? b.additional);
    return new ObjectFacts({
      properties,
      defaults: joined(a.defaults, b.defaults, (one) => one),
      required: new Set([...a.required, ...b.required]),
      patterns: joined(a.patterns, b.patterns, (one, two) => ({ ...one, schema: bothPieces(one.schema, two.schema) })),
      additional,
      names: bothPieces(a.names, b.names),
      minlen: least(a.minlen, b.minlen),
      maxlen: most(a.maxlen, b.maxlen),
      dependentRequired: joined(a.dependentRequired, b.dependentRequired, (one, two) => [...new Set([...one, ...two])]),
      dependentSchemas: joined(a.dependentSchemas, b.dependentSchemas, bothPieces),
      annotates: a.annotates || b.annotates,
    });
  }

  #isMatched(key: string): boolean {
    return this.#matching(key).length > 0;
  }

  closed(rest: Pieces, annotates: boolean): Facts | undefined {
    const { additional, dependentSchemas } = this.keywords;
    if (additional === undefined && dependentSchemas.size > 0) return undefined;
    return new ObjectFacts({ ...this.keywords, additional: additional ?? rest, annotates });
  }

  piece(): MaybePiece {
    const { properties, required, patterns, names, additional = everything(), annotates, ...more } = this.keywords;
    const name = names.string;
    const minlen = more.minlen ?? 0;
    const maxlen = name === undefined ? 0 : (more.maxlen ?? Number.POSITIVE_INFINITY);
    if (minlen > maxlen || (name === undefined && required.size > 0)) return undefined;
    const isPlain = patterns.size + more.dependentRequired.size + more.dependentSchemas.size === 0;
    const saysNothing =
      isPlain && isEverything(additional) && name?.about.isWhole && properties.size + required.size === 0;
    const evaluates = annotates && (this.keywords.additional !== undefined || !isPlain || properties.size > 0);
    if (saysNothing && minlen === 0 && maxlen === Number.POSITIVE_INFINITY && !evaluates) return whole("object");
    const tags = new Map<string, readonly unknown[]>();
    for (const key of required) {
      const pieces = this.member(key);
      if (isNothing(pieces)) return undefined;
      const values = valuesOf(pieces);
      if (values !== undefined) tags.set(key, values);
    }
    const plain = this.#plain();
    const about = { takesNull: true, tags, facts: this, annotates: evaluates, plain };
    const { dependentRequired, dependentSchemas } = more;
    // These say something of the result, so they have to see it without the defaults.
    if (plain !== undefined && dependentRequired.size + dependentSchemas.size > 0) {
      const filling = objectFacts({ ...this.keywords, dependentRequired: new Map(), dependentSchemas: new Map() });
      return new Piece({ ...about, takesNull: false }, () =>
        AllOf(plain().validator, filling.#dict(false, minlen, maxlen)),
      );
    }
    return new Piece(about, (nullable) => this.#dict(nullable, minlen, maxlen));
  }

  /** See `About`. */
  #plain(): (() => Piece) | undefined {
    const { properties, additional, defaults } = this.keywords;
    const members = [...properties.values(), ...(additional ? [additional] : [])];
    if (defaults.size === 0 && !members.some(areFilling)) return undefined;
    return onlyOnce(() =>
      objectFacts({
        ...this.keywords,
        defaults: new Map(),
        properties: new Map([...properties].map(([key, pieces]) => [key, plainPieces(pieces)])),
        additional: additional && plainPieces(additional),
      }).piece(),
    );
  }

  #dict(nullable: boolean, minlen: number, maxlen: number): Validator {
    const { properties, required, patterns, names, annotates, dependentRequired, dependentSchemas } = this.keywords;
    const { additional = everything() } = this.keywords;
    const isClosed = isNothing(additional);
    const members: Record<string, Validator> = {};
    for (const [key, pieces] of properties) {
      // The key is not allowed. If no other key is either, it needs no member: it fails as an unknown key.
      if (isClosed && isNothing(pieces) && !this.#isMatched(key)) continue;
      define(members, key, validatorFor(pieces));
    }
    // A member evaluates its key, and a key that is only required is not evaluated.
    const others = [...required].filter((key) => !properties.has(key));
    if (!annotates) {
      for (const key of others) define(members, key, validatorFor(this.#isMatched(key) ? everything() : additional));
    }
    const filled = new Map(
      [...this.keywords.defaults].filter(([key]) => !required.has(key) && Object.hasOwn(members, key)),
    );
    for (const [key, { expect }] of filled) expect(properties.get(key) as Pieces);
    const optional = Object.keys(members).filter((key) => !required.has(key) && !filled.has(key));
    const name = names.string;
    const keys = name === undefined || name.about.isWhole ? undefined : name.validator;
    // Without other keys, the validator of extra keys is that of all.
    const isMap = Object.keys(members).length === 0 && patterns.size === 0 && !isClosed;
    const entries = <V>(map: ReadonlyMap<string, V>): Record<string, V> | undefined =>
      map.size === 0 ? undefined : Object.fromEntries(map);
    const toValidators = (map: ReadonlyMap<string, Pieces>): Record<string, Validator> | undefined =>
      entries(new Map([...map].map(([key, pieces]) => [key, validatorFor(pieces)])));
    const params = {
      optional,
      ...(filled.size > 0 && { defaults: Object.fromEntries([...filled].map(([key, { value }]) => [key, value])) }),
      ...(minlen > 0 && { minlen }),
      ...(maxlen < Number.POSITIVE_INFINITY && { maxlen }),
      nullable,
      ...this.#extra(isMap && keys !== undefined ? keys : undefined),
      ...(keys !== undefined && !isMap && { keys }),
      ...(annotates && others.length > 0 && { required: others }),
      ...(patterns.size > 0 && {
        backtrack: [...patterns.values()].some(({ pattern }) => pattern.backtrack),
        patterns: toValidators(new Map([...patterns.values()].map(({ pattern, schema }) => [pattern.source, schema]))),
      }),
      dependent_required: entries(dependentRequired),
      dependent_schemas: toValidators(dependentSchemas),
    };
    return Reflect.construct(Dict, [new AllParams({ schema: members, ...params })]) as Validator;
  }

  /** @param keys the validator of keys, if all keys are extra keys. */
  #extra(keys: Validator | undefined): { extra?: [Validator, Validator]; unknown?: "keep" } {
    const { additional, annotates, names } = this.keywords;
    if (names.string === undefined || (additional !== undefined && isNothing(additional))) return {};
    const isFree = additional === undefined || isEverything(additional);
    const evaluates = annotates && additional !== undefined;
    if (isFree && keys === undefined && !evaluates) return { unknown: "keep" };
    return { extra: [keys ?? Any(), validatorFor(additional ?? everything())] };
  }
}

/** The valid values, if there are only a few. */
function valuesOf(pieces: Pieces): readonly unknown[] | undefined {
  const valid = TYPES.map((type) => pieces[type]).filter((piece) => piece !== undefined);
  return valid.every((piece) => piece.about.values !== undefined)
    ? valid.flatMap((piece) => piece.about.values ?? [])
    : undefined;
}

/** The keywords of arrays. */
export interface ListKeywords {
  readonly prefix: readonly Pieces[];
  /** Of the items after those; undefined if the schema says nothing of them. */
  readonly rest: Pieces | undefined;
  readonly minlen: number;
  readonly maxlen: number;
  readonly uniqueItems: boolean;
  readonly contains: Contains<Pieces> | undefined;
  /** It matters which items are evaluated. */
  readonly annotates: boolean;
}

export class ListFacts implements Facts {
  readonly keywords: ListKeywords;

  constructor(keywords: ListKeywords) {
    this.keywords = keywords;
  }

  and(other: Facts): Facts | undefined {
    if (!(other instanceof ListFacts)) return undefined;
    const [a, b] = [this.keywords, other.keywords];
    if (a.contains && b.contains) return undefined;
    const at = ({ prefix, rest = everything() }: ListKeywords, index: number): Pieces => prefix[index] ?? rest;
    const length = Math.max(a.prefix.length, b.prefix.length);
    return new ListFacts({
      prefix: Array.from({ length }, (_, index) => bothPieces(at(a, index), at(b, index))),
      rest: a.rest && b.rest ? bothPieces(a.rest, b.rest) : (a.rest ?? b.rest),
      minlen: Math.max(a.minlen, b.minlen),
      maxlen: Math.min(a.maxlen, b.maxlen),
      uniqueItems: a.uniqueItems || b.uniqueItems,
      contains: a.contains ?? b.contains,
      annotates: a.annotates || b.annotates,
    });
  }

  closed(rest: Pieces, annotates: boolean): Facts | undefined {
    const { rest: own, contains } = this.keywords;
    if (own === undefined && contains !== undefined) return undefined;
    return new ListFacts({ ...this.keywords, rest: own ?? rest, annotates });
  }

  piece(): MaybePiece {
    const { rest = everything(), uniqueItems, annotates } = this.keywords;
    let { prefix, minlen, maxlen, contains } = this.keywords;
    if (contains !== undefined && !annotates) {
      if (isNothing(contains.item) && contains.min > 0) return undefined;
      if (isEverything(contains.item) || isNothing(contains.item)) {
        if (isEverything(contains.item))
          [minlen, maxlen] = [Math.max(minlen, contains.min), Math.min(maxlen, contains.max)];
        contains = undefined;
      }
    }
    const never = prefix.findIndex(isNothing);
    if (never >= 0) maxlen = Math.min(maxlen, never);
    else if (isNothing(rest)) maxlen = Math.min(maxlen, prefix.length);
    if (minlen > maxlen) return undefined;
    prefix = prefix.slice(0, maxlen);
    // Items at the end that say the same as the rest are not needed.
    if (!annotates) {
      while (prefix.length > 0 && (isEverything(rest) ? isEverything(prefix.at(-1) as Pieces) : prefix.at(-1) === rest))
        prefix = prefix.slice(0, -1);
    }
    const isPlain = prefix.length === 0 && isEverything(rest) && !uniqueItems && contains === undefined;
    const evaluates = annotates && (this.keywords.rest !== undefined || prefix.length > 0 || contains !== undefined);
    if (isPlain && minlen === 0 && maxlen === Number.POSITIVE_INFINITY && !evaluates) return whole("array");
    const plain = this.#plain();
    const about = { takesNull: true, facts: this, annotates: evaluates, plain };
    // These say something of the result, so they have to see it without the defaults.
    if (plain !== undefined && (uniqueItems || contains !== undefined)) {
      const filling = listFacts({ ...this.keywords, uniqueItems: false, contains: undefined }).piece() as Piece;
      return new Piece({ ...about, takesNull: false }, () => AllOf(plain().validator, filling.validator));
    }
    const isTuple =
      prefix.length > 0 && prefix.length === maxlen && minlen === maxlen && !uniqueItems && contains === undefined;
    // A Tuple that ends with a default may be shorter.
    if (isTuple && !mayBeMissing(validatorFor(prefix.at(-1) as Pieces)))
      return new Piece(about, (nullable) => Tuple(prefix.map(validatorFor), { nullable }));
    return new Piece(about, (nullable) =>
      List(maxlen <= prefix.length ? Any() : validatorFor(rest), {
        nullable,
        ...(prefix.length > 0 && { prefix: prefix.map(validatorFor) }),
        ...(minlen > 0 && { minlen }),
        ...(maxlen < Number.POSITIVE_INFINITY && { maxlen }),
        ...(uniqueItems && { unique_items: true }),
        ...(annotates && this.keywords.rest !== undefined && isEverything(rest) && { evaluates: true }),
        ...(contains && containsParams({ ...contains, item: validatorFor(contains.item) })),
      }),
    );
  }

  /** See `About`. */
  #plain(): (() => Piece) | undefined {
    const { prefix, rest } = this.keywords;
    if (![...prefix, ...(rest ? [rest] : [])].some(areFilling)) return undefined;
    return onlyOnce(() =>
      listFacts({ ...this.keywords, prefix: prefix.map(plainPieces), rest: rest && plainPieces(rest) }).piece(),
    );
  }
}

/** Outside the classes: for their own names inside them the compiler writes an assignment, which bundles would keep. */
const objectFacts = (keywords: ObjectKeywords): ObjectFacts => new ObjectFacts(keywords);
const listFacts = (keywords: ListKeywords): ListFacts => new ListFacts(keywords);

/** What a schema without keywords says. */
export const NO_OBJECT_KEYWORDS: Facts = /*#__PURE__*/ new ObjectFacts({
  properties: /*#__PURE__*/ new Map(),
  defaults: /*#__PURE__*/ new Map(),
  required: /*#__PURE__*/ new Set(),
  patterns: /*#__PURE__*/ new Map(),
  additional: undefined,
  names: /*#__PURE__*/ everything(),
  minlen: undefined,
  maxlen: undefined,
  dependentRequired: /*#__PURE__*/ new Map(),
  dependentSchemas: /*#__PURE__*/ new Map(),
  annotates: false,
});
export const NO_LIST_KEYWORDS: Facts = /*#__PURE__*/ new ListFacts({
  prefix: [],
  rest: undefined,
  minlen: 0,
  maxlen: Number.POSITIVE_INFINITY,
  uniqueItems: false,
  contains: undefined,
  annotates: false,
});
