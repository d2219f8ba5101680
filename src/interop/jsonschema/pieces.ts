/**
 * A JSON Schema split by type. A keyword constrains values of one type only: `minimum` has no effect on text. So a
 * schema is read as six pieces, one for each type of JSON, which are combined one by one, and become a validator at the
 * end.
 */
import { jsonText } from "../../core/encode/text.ts";
import { typesOf } from "../../core/params/by-type.ts";
import { refers, tagsOf } from "../../core/params/discriminator.ts";
import type { Meta } from "../../core/schemas/meta.ts";
import { withMeta } from "../../core/schemas/params.ts";
import type { Validator } from "../../core/validator.ts";
import { AllOf } from "../../validators/all-of.ts";
import { Any } from "../../validators/any.ts";
import { Bool } from "../../validators/bool.ts";
import { Closed } from "../../validators/closed.ts";
import { Const } from "../../validators/const.ts";
import { Dict } from "../../validators/dict.ts";
import { Float } from "../../validators/float.ts";
import { If } from "../../validators/if.ts";
import { Int } from "../../validators/int.ts";
import { LazyRef } from "../../validators/lazy-ref.ts";
import { List } from "../../validators/list.ts";
import { Not } from "../../validators/not.ts";
import { OneOf } from "../../validators/one-of.ts";
import { Str } from "../../validators/str.ts";
import { hasBeyond } from "../../values/digits.ts";
import { JSON_TYPES as TYPES, type JsonType as TypeName } from "../../values/json-type.ts";
import { hasRoomAt } from "../../values/stack.ts";
import { noRoom } from "./error.ts";

export { JSON_TYPES as TYPES, type JsonType as TypeName } from "../../values/json-type.ts";

/** The possible values of keys. */
export type Tags = ReadonlyMap<string, readonly unknown[]>;

/** The known properties of a piece. */
interface About {
  /** All values of its type are valid. */
  readonly isWhole?: boolean;
  /** It has a form that accepts null too. */
  readonly takesNull?: boolean;
  /** The only values that may be valid; if `isExact`, they all are, and none has members. */
  readonly values?: readonly unknown[] | undefined;
  readonly isExact?: boolean;
  /** For objects: keys that are required and have a few possible values only. */
  readonly tags?: Tags | undefined;
  /** The same of a reference, which is one piece for all types: they hold for objects only. */
  readonly objectTags?: Tags | undefined;
  /** Of objects and arrays: what their keywords say, as long as one validator says it all. */
  readonly facts?: Facts;
  /** It may accept values of other types: it is a reference to an unknown target. */
  readonly isOpen?: boolean;
  /** It contains such a reference. */
  readonly refers?: boolean;
  /** It may evaluate members, and that matters: it must not be left out. */
  readonly annotates?: boolean;
  /** Its validator fills in defaults. This one has the same verdict, and does not. */
  readonly plain?: (() => Piece) | undefined;
  /** The pieces that must all be valid, or one of them. */
  readonly all?: readonly Piece[];
  readonly some?: readonly Piece[];
}

/** What the keywords of one type say. */
export interface Facts {
  /** The facts that say what both say; undefined if one validator cannot. */
  and(other: Facts): Facts | undefined;
  /** Of objects: the pieces of the values of a key. */
  member?(key: string): Pieces;
  /** As a piece; undefined if no value is valid. */
  piece(): Piece | undefined;
  /**
   * With a validator of the members that are not evaluated; undefined if it depends on the value which these are.
   * @param annotates it matters further out which members are evaluated.
   */
  closed(rest: Pieces, annotates: boolean): Facts | undefined;
}

/** The valid values of one type. */
export class Piece {
  readonly about: About;
  readonly #make: (nullable: boolean) => Validator;
  #made: Validator | undefined;

  constructor(about: About, make: (nullable: boolean) => Validator) {
    this.about = about;
    this.#make = make;
  }

  /** Its validator: the same one each time. */
  get validator(): Validator {
    this.#made ??= this.#making(false);
    return this.#made;
  }

  /** A validator that accepts null too. */
  orNull(): Validator {
    return this.#making(true);
  }

  #making(nullable: boolean): Validator {
    if (!hasRoomAt(making)) throw noRoom();
    making++;
    try {
      return this.#make(nullable);
    } finally {
      making--;
    }
  }
}

/** How many pieces are making their validators, each inside the one before. */
let making = 0;

/** A piece, or undefined if no value is valid. */
export type MaybePiece = Piece | undefined;

/** The valid values, by type; undefined if there are none. */
export type Pieces = { readonly [T in TypeName]: MaybePiece };

/** Makes the pieces one by one. */
export function each(make: (type: TypeName) => MaybePiece): Pieces {
  return Object.fromEntries(TYPES.map((type) => [type, make(type)])) as Pieces;
}

/** Combines the pieces of several schemas by type. Types with the same pieces, such as references, share the result. */
export function combine(
  all: readonly Pieces[],
  make: (pieces: readonly MaybePiece[], type: TypeName) => MaybePiece,
): Pieces {
  const done: { readonly given: readonly MaybePiece[]; readonly result: MaybePiece }[] = [];
  return each((type) => {
    const given = all.map((pieces) => pieces[type]);
    const known = done.find((one) => one.given.every((piece, index) => piece !== undefined && piece === given[index]));
    if (known !== undefined) return known.result;
    const result = make(given, type);
    done.push({ given, result });
    return result;
  });
}

/** What becomes of integers beyond the safe range. */
export const INTEGERS = ["number", "exact", "refuse"] as const;
export type Integers = (typeof INTEGERS)[number];

/** Those of the schema that is being read: pieces of different schemas are never combined. */
let integersNow: Integers = "number";

/** Reads a schema, or makes its validators. */
export function readingIntegers<T>(integers: Integers, read: () => T): T {
  const outer = integersNow;
  integersNow = integers;
  try {
    return read();
  } finally {
    integersNow = outer;
  }
}

const SAFE = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
const NUMBERS: { readonly [I in Integers]: { readonly exact?: true; readonly min?: number; readonly max?: number } } = {
  number: {},
  exact: { exact: true },
  refuse: SAFE,
};

/** The limits of numbers as far as integers beyond the safe range are valid; undefined if no number is. */
export function limitedBy<L extends Limits>(limits: L): (L & { readonly exact?: true }) | undefined {
  if (integersNow !== "refuse") return { ...limits, ...NUMBERS[integersNow] };
  const { min, max, exclusive_min, exclusive_max } = limits;
  const lower = exclusive_min ?? min ?? SAFE.min;
  const upper = exclusive_max ?? max ?? SAFE.max;
  if (lower > SAFE.max || upper < SAFE.min) return undefined;
  return {
    ...limits,
    ...(lower <= SAFE.min && { min: SAFE.min, exclusive_min: undefined }),
    ...(upper >= SAFE.max && { max: SAFE.max, exclusive_max: undefined }),
  };
}

interface Limits {
  readonly min?: number | bigint | undefined;
  readonly max?: number | bigint | undefined;
  readonly exclusive_min?: number | bigint | undefined;
  readonly exclusive_max?: number | bigint | undefined;
}

const MAKE_WHOLE: { readonly [T in TypeName]: (nullable: boolean) => Validator } = {
  null: () => Const(null),
  boolean: (nullable) => Bool({ nullable }),
  number: (nullable) => Float({ nullable, ...NUMBERS[integersNow] }),
  string: (nullable) => Str({ nullable }),
  array: (nullable) => List(Any(), { nullable }),
  object: (nullable) => Dict({}, { unknown: "keep", nullable }),
};

const VALUES: { readonly [T in TypeName]?: readonly unknown[] } = { null: [null], boolean: [true, false] };

/** All values of each type, by what becomes of integers. Validators are made when they are asked for. */
const EVERYTHING = /*#__PURE__*/ Object.fromEntries(
  /*#__PURE__*/ INTEGERS.map((integers) => [
    integers,
    each(
      (type) =>
        new Piece({ isWhole: true, takesNull: type !== "null", values: VALUES[type] }, (nullable) =>
          readingIntegers(integers, () => MAKE_WHOLE[type](nullable)),
        ),
    ),
  ]),
) as { readonly [I in Integers]: Pieces };

/** All values of a type. */
export const whole = (type: TypeName): Piece => EVERYTHING[integersNow][type] as Piece;
const NOTHING = /*#__PURE__*/ each(() => undefined);

/** All values. */
export const everything = (): Pieces => EVERYTHING[integersNow];
/** No value. */
export const nothing = (): Pieces => NOTHING;

export const isEverything = (pieces: Pieces): boolean => TYPES.every((type) => pieces[type]?.about.isWhole);
export const isNothing = (pieces: Pieces): boolean => TYPES.every((type) => pieces[type] === undefined);

/** The same values, without defaults that are filled in. */
const plainOf = (piece: Piece): Piece => piece.about.plain?.() ?? piece;

const plains = /*#__PURE__*/ new WeakMap<Pieces, Pieces>();

/** The same of all types. */
export function plainPieces(pieces: Pieces): Pieces {
  if (!areFilling(pieces)) return pieces;
  let plain = plains.get(pieces);
  if (plain === undefined) {
    plain = combine([pieces], ([piece]) => piece && plainOf(piece));
    plains.set(pieces, plain);
  }
  return plain;
}

/** Returns whether there are defaults that are filled in. */
export const areFilling = (pieces: Pieces): boolean => TYPES.some((type) => pieces[type]?.about.plain !== undefined);

/** What makes the piece without defaults, once; undefined if none of some pieces has any. */
function withoutFilling(pieces: readonly MaybePiece[], make: () => MaybePiece): About["plain"] {
  if (!pieces.some((piece) => piece?.about.plain !== undefined)) return undefined;
  return onlyOnce(make);
}

/** Calls the function once. It gives a piece, as the one with defaults has values. */
export function onlyOnce(make: () => MaybePiece): () => Piece {
  let made: MaybePiece;
  return () => {
    made ??= make();
    return made as Piece;
  };
}

/**
 * A validator that is registered later.
 * @param objectTags see `About`.
 * @param plain see `About`.
 */
export function reference(
  use: string | (() => Validator),
  annotates: boolean,
  objectTags: Tags,
  plain?: () => Piece,
): Pieces {
  const about = { isOpen: true, refers: true, annotates, objectTags, plain: plain && onlyOnce(plain) };
  const piece = new Piece(about, () => LazyRef(use));
  return each(() => piece);
}

/** A few values of one type. */
export function finite(values: readonly unknown[]): MaybePiece {
  const [first] = values;
  if (values.length === 0) return undefined;
  const isExact = !values.some(hasMembers);
  if (values.length === 1) return first === null ? whole("null") : new Piece({ values, isExact }, () => Const(first));
  if (values.every((value) => typeof value === "string")) {
    return new Piece({ values, isExact, takesNull: true }, (nullable) =>
      Str({ options: values as string[], nullable }),
    );
  }
  if (values.every((value) => Number.isSafeInteger(value))) {
    return new Piece({ values, isExact, takesNull: true }, (nullable) =>
      Int({ options: values as number[], nullable }),
    );
  }
  if (typeof first === "boolean" && values.includes(!first)) return whole("boolean");
  return new Piece({ values, isExact }, () => OneOf(values.map((value) => Const(value))));
}

const hasMembers = (value: unknown): boolean => typeof value === "object" && value !== null;

/** What some pieces have in common when they are combined. */
const of = (pieces: readonly MaybePiece[]): { readonly refers: boolean; readonly annotates: boolean } => ({
  refers: pieces.some((piece) => piece?.about.refers === true),
  annotates: pieces.some((piece) => piece?.about.annotates === true),
});

/** The values that all of them accept. */
export const every = (pieces: readonly MaybePiece[]): MaybePiece => pieces.reduce(both);

/** The values that both accept. */
export function both(a: MaybePiece, b: MaybePiece): MaybePiece {
  if (a === undefined || b === undefined) return undefined;
  if (a.about.isWhole || a === b) return b;
  if (b.about.isWhole) return a;
  if (a.about.isExact && !b.about.refers) return among(a, b);
  if (b.about.isExact && !a.about.refers) return among(b, a);
  const facts = a.about.facts && b.about.facts && a.about.facts.and(b.about.facts);
  if (facts !== undefined) return facts.piece();
  // The first step of an AllOf says the type, and gives the others a plain value.
  const all = [...new Set([...(a.about.all ?? [a]), ...(b.about.all ?? [b])])];
  all.sort((one, other) => Number(one.about.isOpen ?? false) - Number(other.about.isOpen ?? false));
  const about: About = {
    all,
    tags: new Map([...(a.about.tags ?? []), ...(b.about.tags ?? [])]),
    values: a.about.values ?? b.about.values,
    isOpen: all.every((piece) => piece.about.isOpen === true),
    plain: withoutFilling(all, () => every(all.map(plainOf))),
    ...of(all),
  };
  return new Piece(about, () => {
    if (about.plain === undefined) return AllOf(all.map((piece) => piece.validator));
    const [first, ...others] = all.filter(({ about }) => about.plain).map(({ validator }) => validator);
    // What the first has filled in may be refused by others: then they fill in nothing.
    return AllOf([about.plain().validator, first as Validator, ...others.map((other) => OneOf([other, Any()]))]);
  });
}

/** Those of a few values that are also valid by another piece. */
const among = ({ about }: Piece, other: Piece): MaybePiece =>
  finite((about.values ?? []).filter((value) => accepts(other.validator, value)));

/** The digits of integers decide as in JSON text: of a JavaScript value, a number or a bigint is another value. */
function accepts(validator: Validator, value: unknown): boolean {
  return hasBeyond(value) ? validator.isJson(jsonText(value)) : validator.is(value);
}

/**
 * The values that at least one of them accepts.
 * @param hint a key that is said to tell objects apart; it does if the pieces say so, too.
 */
export function either(pieces: readonly MaybePiece[], type: TypeName, hint?: string): MaybePiece {
  const own = [...new Set(pieces.filter((piece) => piece !== undefined))];
  const given = [...new Set(own.flatMap((piece) => piece.about.some ?? [piece]))];
  const { refers, annotates } = of(given);
  const first = given.find((piece) => piece.about.isWhole);
  const isFilling = own.some((piece) => piece.about.plain !== undefined);
  if (first !== undefined && !annotates && !isFilling) return first;
  const some = annotates ? given : joinValues(given);
  if (some.length <= 1) return some[0];
  const isKnown = some.every((piece) => piece.about.values !== undefined);
  const about: About = {
    some,
    values: isKnown ? [...new Set(some.flatMap((piece) => piece.about.values ?? []))] : undefined,
    tags: tagsOfAny(some.map((piece) => tagsFor(piece, type))),
    isOpen: some.some((piece) => piece.about.isOpen === true),
    plain: withoutFilling(own, () => either(own.map(plainOf), type, hint)),
    ...{ refers, annotates },
  };
  return new Piece(about, () => choice(some, own, type, hint));
}

/**
 * The objects of some pieces that a key tells apart, and the other objects that another piece accepts. The errors of an
 * object are those of one piece.
 * @returns undefined if it is not certain that no object is valid by both.
 */
export function eitherOr(pieces: readonly MaybePiece[], other: MaybePiece, key: string): MaybePiece {
  const given = pieces.filter((piece) => piece !== undefined);
  const { refers, annotates } = of([...given, other]);
  const tags = given.map((piece) => tagsFor(piece, "object"));
  const values = tags.flatMap((one) => one?.get(key) ?? []);
  const tag = finite(values)?.validator;
  const hasKey = !annotates && tagKeys(tags).includes(key) && refusesTags(other, values, key);
  if (!hasKey || other === undefined || tag === undefined) return undefined;
  const about: About = { isOpen: other.about.isOpen === true, refers, annotates };
  return new Piece(about, () =>
    If(Dict({ [key]: tag }, { unknown: "keep" }), either(given, "object", key)?.validator, other.validator),
  );
}

/** Returns whether it is certain that no object with one of the values for the key is valid by a piece. */
export function refusesTags(piece: MaybePiece, values: readonly unknown[], key: string): boolean {
  const member = piece?.about.facts?.member?.(key);
  if (member === undefined || TYPES.some((type) => member[type]?.about.refers === true)) return piece === undefined;
  const validator = validatorFor(member);
  return !values.some((value) => validator.is(value));
}

/** Makes one piece of those that are a few values. */
function joinValues(pieces: readonly Piece[]): readonly Piece[] {
  const exact = pieces.filter((piece) => piece.about.isExact);
  const [first] = exact;
  if (first === undefined || exact.length === 1) return pieces;
  const joined = finite([...new Set(exact.flatMap((piece) => piece.about.values ?? []))]) as Piece;
  return pieces.flatMap((piece) => (piece === first ? joined : exact.includes(piece) ? [] : piece));
}

/**
 * The values that exactly one of them accepts.
 * @param hint see `either`.
 */
export function exactlyOne(pieces: readonly MaybePiece[], type: TypeName, hint?: string): MaybePiece {
  const valid = pieces.filter((piece) => piece !== undefined);
  if (valid.length <= 1) return valid[0];
  const { refers, annotates } = of(valid);
  if (!annotates) {
    const wholes = valid.filter((piece) => piece.about.isWhole);
    if (wholes.length > 1) return undefined;
    if (wholes.length === 1) {
      const others = valid.filter((piece) => piece !== wholes[0]);
      return both(wholes[0], not(either(others, type) as Piece));
    }
    if (valid.every((piece) => piece.about.isExact)) return finite(valuesOfOne(valid));
  }
  if (areDisjoint(valid, type)) return either(valid, type, hint);
  const isOpen = valid.some((piece) => piece.about.isOpen === true);
  const plain = withoutFilling(valid, () => exactlyOne(valid.map(plainOf), type, hint));
  const about: About = { isOpen, refers, annotates, plain };
  return new Piece(about, () =>
    OneOf(
      valid.map((piece) => piece.validator),
      { exclusive: true },
    ),
  );
}

/** The values that only one of the pieces has. */
function valuesOfOne(pieces: readonly Piece[]): unknown[] {
  const counts = new Map<unknown, number>();
  for (const { about } of pieces) {
    for (const value of new Set(about.values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts.keys()].filter((value) => counts.get(value) === 1);
}

/** The values of any type that it refuses: combine it with a piece that says the type. */
export function not(piece: Piece): MaybePiece {
  const { isWhole, refers = false } = piece.about;
  return isWhole ? undefined : new Piece({ isOpen: true, refers }, () => Not(plainOf(piece).validator));
}

const NONE = /*#__PURE__*/ new Piece({ isOpen: true }, () => Not(Any()));

/** The values that `condition` accepts and `consequent` too, or that it refuses and `alternate` accepts. */
export function choose(condition: MaybePiece, consequent: MaybePiece, alternate: MaybePiece): MaybePiece {
  if (condition === undefined) return alternate;
  const { isWhole, annotates } = condition.about;
  if (isWhole) return consequent;
  if (consequent?.about.isWhole && alternate?.about.isWhole && !annotates) return consequent;
  if (consequent === undefined && alternate?.about.isWhole) return both(alternate, not(condition));
  if (consequent === undefined && alternate === undefined) return undefined;
  const branches = [consequent, alternate];
  const isOpen = branches.some((piece) => piece?.about.isOpen === true || piece?.about.isWhole === true);
  const plain = withoutFilling(branches, () => {
    const [one, other] = branches.map((piece) => piece && plainOf(piece));
    return choose(condition, one, other);
  });
  const about: About = { isOpen, plain, ...of([condition, ...branches]) };
  // A branch that is missing accepts all values.
  const branchOf = (piece = NONE): Validator | undefined => (piece.about.isWhole ? undefined : piece.validator);
  return new Piece(about, () => If(condition.validator, branchOf(consequent), branchOf(alternate)));
}

/** A piece whose members must have been evaluated, or be valid by `rest`. */
export function closed(piece: MaybePiece, rest: Pieces, annotates: boolean): MaybePiece {
  if (piece === undefined) return undefined;
  const { isOpen = false, refers = false } = piece.about;
  const make = (inner: Piece): Piece =>
    new Piece({ isOpen, refers, annotates }, () =>
      isNothing(rest) ? Closed(inner.validator) : Closed(inner.validator, { rest: validatorFor(rest) }),
    );
  if (piece.about.plain === undefined) return make(piece);
  const plain = make(plainOf(piece));
  return new Piece({ isOpen, refers, annotates, plain: () => plain }, () => AllOf(plain.validator, piece.validator));
}

/**
 * A discriminated union if a key discriminates the steps: then the errors are those of one step.
 * @param some the pieces, without choices in them.
 * @param own the same with such choices: another key may tell apart what is in one of them.
 */
function choice(some: readonly Piece[], own: readonly Piece[], type: TypeName, hint: string | undefined): Validator {
  for (const pieces of [some, own]) {
    const tags = pieces.map((piece) => tagsFor(piece, type));
    const keys = tagKeys(tags);
    const key = keys.find((one) => one === hint) ?? keys[0];
    if (key === undefined || pieces.length === 1) continue;
    const steps = pieces.flatMap((piece, index) => taggedSteps(piece, key, tags[index]?.get(key) ?? []));
    return OneOf(steps, { discriminator: key });
  }
  return OneOf(some.map((piece) => piece.validator));
}

/** The steps of a discriminated union for a piece. One that does not show its tags is behind a Dict that has them. */
function taggedSteps(piece: Piece, key: string, values: readonly unknown[]): Validator[] {
  const isStep = (step: Validator): boolean => {
    const options = new Set(tagsOf(step, key)?.options);
    return values.every((tag) => options.has(tag));
  };
  // What a reference leads to may not be read yet.
  if (!refers(piece.validator) && isStep(piece.validator)) return [piece.validator];
  const behind = (tag: Validator): Validator => AllOf(Dict({ [key]: tag }, { unknown: "keep" }), piece.validator);
  const step = behind(finite(values)?.validator ?? Not(Any()));
  // Tags of several types cannot be options of one validator, and null cannot be an option.
  return isStep(step) ? [step] : values.map((tag) => behind(Const(tag)));
}

const tagsFor = ({ about }: Piece, type: TypeName): Tags | undefined =>
  about.tags ?? (type === "object" ? about.objectTags : undefined);

/** The keys that all of them require, each with different values. */
function tagKeys(all: readonly (Tags | undefined)[]): string[] {
  const keys = [...(all[0]?.keys() ?? [])];
  // Of a tag beyond the safe range, more than its number counts.
  return keys.filter(
    (key) => areApart(all.map((tags) => tags?.get(key))) && !all.some((tags) => hasBeyond(tags?.get(key))),
  );
}

/** The keys that objects have that are valid by any of some schemas. */
function tagsOfAny(all: readonly (Tags | undefined)[]): Tags {
  const keys = [...(all[0]?.keys() ?? [])].filter((key) => all.every((tags) => tags?.has(key)));
  return new Map(keys.map((key) => [key, [...new Set(all.flatMap((tags) => tags?.get(key) ?? []))]]));
}

/** The values of a key that an object must have to be valid by a schema; undefined if they are not known. */
export const tagsIn = ({ object }: Pieces, key: string): readonly unknown[] | undefined =>
  object === undefined ? [] : tagsFor(object, "object")?.get(key);

/** Returns whether it is certain that no value is valid by more than one of them. */
const areDisjoint = (pieces: readonly Piece[], type: TypeName): boolean =>
  pieces.length <= 1 ||
  areApart(pieces.map((piece) => piece.about.values)) ||
  tagKeys(pieces.map((piece) => tagsFor(piece, type))).length > 0;

/** Returns whether no value is in more than one of the lists. */
function areApart(lists: readonly (readonly unknown[] | undefined)[]): boolean {
  const met = new Set<unknown>();
  let size = 0;
  for (const list of lists) {
    // Objects may be equal without being identical.
    if (list === undefined || list.some(hasMembers)) return false;
    const own = new Set(list);
    size += own.size;
    for (const value of own) met.add(value);
  }
  return met.size === size;
}

const metas = /*#__PURE__*/ new WeakMap<Pieces, Meta>();

/** The same values, whose validator has the metadata. */
export function described(pieces: Pieces, meta: Meta | undefined): Pieces {
  if (meta === undefined) return pieces;
  const groups = new Set(TYPES.map((type) => pieces[type]).filter((piece) => piece !== undefined));
  const isNullable = pieces.null?.about.isWhole && groups.size === 2;
  const [only] = [...groups].filter((piece) => !isNullable || piece !== pieces.null);
  if (only === undefined || groups.size > (isNullable ? 2 : 1)) {
    const copy = { ...pieces };
    metas.set(copy, meta);
    return copy;
  }
  const { all, some, ...about } = only.about;
  const piece = new Piece(about, (nullable) => withMoreMeta(nullable ? only.orNull() : only.validator, meta));
  return each((type) => (pieces[type] === only ? piece : pieces[type]));
}

const withMoreMeta = (validator: Validator, meta: Meta): Validator =>
  withMeta(validator, { ...validator.meta, ...meta });

const made = /*#__PURE__*/ new WeakMap<Pieces, Validator>();

/** The validator of a schema. */
export function validatorFor(pieces: Pieces): Validator {
  let validator = made.get(pieces);
  if (validator === undefined) {
    validator = isEverything(pieces) ? Any() : combined(pieces);
    const meta = metas.get(pieces);
    if (meta !== undefined) validator = withMoreMeta(validator, meta);
    made.set(pieces, validator);
  }
  return validator;
}

function combined(pieces: Pieces): Validator {
  const groups = [...new Set(TYPES.map((type) => pieces[type]))].filter((piece) => piece !== undefined);
  const rest = groups.filter((piece) => piece !== pieces.null);
  const [only] = rest;
  if (rest.length === 1 && only?.about.takesNull && pieces.null?.about.isWhole) return only.orNull();
  if (groups.length === 0) return Not(Any());
  const steps = groups.map((piece) => guarded(piece, pieces, groups.length === 1));
  if (steps.length === 1) return steps[0] as Validator;
  // A keyword constrains values of one type, so the errors of a value are those of the step of its own type.
  return groups.every((piece) => piece.about.isWhole) ? OneOf(steps) : OneOf(steps, { by_type: true });
}

/** Guards a piece that may accept values of other types against those. */
function guarded(piece: Piece, pieces: Pieces, isAlone: boolean): Validator {
  const { validator } = piece;
  const types = TYPES.filter((type) => pieces[type] === piece);
  const taken = typesOf(validator);
  const isSafe = piece.about.isOpen
    ? types.length === TYPES.length || taken?.every((type) => types.includes(type))
    : isAlone || taken !== undefined;
  if (isSafe) return validator;
  const wholes = types.map((type) => MAKE_WHOLE[type](false));
  return AllOf(wholes.length === 1 ? (wholes[0] as Validator) : OneOf(wholes), validator);
}
