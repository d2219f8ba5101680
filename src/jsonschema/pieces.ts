/**
 * A JSON Schema split by type. A keyword constrains values of one type only: `minimum` has no effect on text. So a
 * schema is read as six pieces, one for each type of JSON, which are combined one by one, and become a validator at the
 * end.
 */
import { JSON_TYPES as TYPES, type JsonType as TypeName, typesOf } from "../params/by-type.ts";
import { tagsOf } from "../params/discriminator.ts";
import type { Meta } from "../schemas/meta.ts";
import { withMeta } from "../schemas/params.ts";
import type { Validator } from "../validator.ts";
import { AllOf } from "../validators/all-of.ts";
import { Any } from "../validators/any.ts";
import { Bool } from "../validators/bool.ts";
import { Const } from "../validators/const.ts";
import { Dict } from "../validators/dict.ts";
import { Float } from "../validators/float.ts";
import { Int } from "../validators/int.ts";
import { LazyRef } from "../validators/lazy-ref.ts";
import { List } from "../validators/list.ts";
import { OneOf } from "../validators/one-of.ts";
import { Str } from "../validators/str.ts";

export { JSON_TYPES as TYPES, type JsonType as TypeName } from "../params/by-type.ts";

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
  readonly tags?: ReadonlyMap<string, readonly unknown[]> | undefined;
  /** It is a single `Dict`. */
  readonly isDict?: boolean;
  /** It may accept values of other types: it is a reference to an unknown target. */
  readonly isOpen?: boolean;
  /** It contains such a reference. */
  readonly refers?: boolean;
  /** The pieces that must all be valid, or one of them. */
  readonly all?: readonly Piece[];
  readonly some?: readonly Piece[];
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
    this.#made ??= this.#make(false);
    return this.#made;
  }

  /** A validator that accepts null too. */
  orNull(): Validator {
    return this.#make(true);
  }
}

/** The valid values, by type; undefined if there are none. */
export type Pieces = { readonly [T in TypeName]: Piece | undefined };

/** Makes the pieces one by one. */
export function each(make: (type: TypeName) => Piece | undefined): Pieces {
  return Object.fromEntries(TYPES.map((type) => [type, make(type)])) as Pieces;
}

const MAKE_WHOLE: { readonly [T in TypeName]: (nullable: boolean) => Validator } = {
  null: () => Const(null),
  boolean: (nullable) => Bool({ nullable }),
  number: (nullable) => Float({ nullable }),
  string: (nullable) => Str({ nullable }),
  array: (nullable) => List(Any(), { nullable }),
  object: (nullable) => Dict({}, { unknown: "keep", nullable }),
};

const VALUES: { readonly [T in TypeName]?: readonly unknown[] } = { null: [null], boolean: [true, false] };

/** All values of a type. */
export const whole = (type: TypeName): Piece =>
  new Piece({ isWhole: true, takesNull: type !== "null", values: VALUES[type] }, MAKE_WHOLE[type]);

/** All values. */
export const everything = (): Pieces => each(whole);
/** No value. */
export const nothing = (): Pieces => each(() => undefined);

export const isEverything = (pieces: Pieces): boolean => TYPES.every((type) => pieces[type]?.about.isWhole);
export const isNothing = (pieces: Pieces): boolean => TYPES.every((type) => pieces[type] === undefined);

/** A validator that is registered later. */
export function reference(alias: string): Pieces {
  const piece = new Piece({ isOpen: true, refers: true }, () => LazyRef(alias));
  return each(() => piece);
}

/** A few values of one type. */
export function finite(values: readonly unknown[]): Piece | undefined {
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

/** The values that both accept. */
export function both(a: Piece | undefined, b: Piece | undefined): Piece | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a.about.isWhole || a === b) return b;
  if (b.about.isWhole) return a;
  if (a.about.isExact && !b.about.refers) return among(a, b);
  if (b.about.isExact && !a.about.refers) return among(b, a);
  const all = [...new Set([...(a.about.all ?? [a]), ...(b.about.all ?? [b])])];
  const tags = new Map([...(a.about.tags ?? []), ...(b.about.tags ?? [])]);
  const about: About = {
    all,
    tags,
    values: a.about.values ?? b.about.values,
    isOpen: all.every((piece) => piece.about.isOpen),
    refers: all.some((piece) => piece.about.refers),
  };
  return new Piece(about, () => AllOf(all.map((piece) => piece.validator)));
}

/** Those of a few values that are also valid by another piece. */
const among = ({ about }: Piece, other: Piece): Piece | undefined =>
  finite((about.values ?? []).filter((value) => other.validator.is(value)));

/** The values that one of them accepts. */
export function either(pieces: readonly (Piece | undefined)[]): Piece | undefined {
  const some = [...new Set(pieces.flatMap((piece) => (piece === undefined ? [] : (piece.about.some ?? [piece]))))];
  if (some.length <= 1) return some[0];
  const first = some.find((piece) => piece.about.isWhole);
  if (first !== undefined) return first;
  const isKnown = some.every((piece) => piece.about.values !== undefined);
  const about: About = {
    some,
    values: isKnown ? [...new Set(some.flatMap((piece) => piece.about.values ?? []))] : undefined,
    isOpen: some.some((piece) => piece.about.isOpen),
    refers: some.some((piece) => piece.about.refers),
  };
  return new Piece(about, () => choice(some));
}

/** A discriminated union if a key discriminates the steps: then the errors are those of one step. */
function choice(some: readonly Piece[]): Validator {
  const steps = some.map((piece) => piece.validator);
  const keys = some.every((piece) => piece.about.isDict) ? tagKeys(some) : [];
  // Tags of several types cannot be options of one validator, and null cannot be an option.
  const discriminator = keys.find((key) =>
    steps.every((step, index) => {
      const tags = new Set(tagsOf(step, key)?.options);
      return some[index]?.about.tags?.get(key)?.every((tag) => tags.has(tag));
    }),
  );
  return discriminator === undefined ? OneOf(steps) : OneOf(steps, { discriminator });
}

/** The keys that all of them require, each with different values. */
function tagKeys(pieces: readonly Piece[]): string[] {
  const keys = [...(pieces[0]?.about.tags?.keys() ?? [])];
  return keys.filter((key) => areApart(pieces.map((piece) => piece.about.tags?.get(key))));
}

/** Returns whether it is certain that no value is valid by more than one of them. */
export const areDisjoint = (pieces: readonly Piece[]): boolean =>
  pieces.length <= 1 || areApart(pieces.map((piece) => piece.about.values)) || tagKeys(pieces).length > 0;

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
export function validatorOf(pieces: Pieces): Validator {
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
  // JSON has no undefined.
  if (groups.length === 0) return Const(undefined);
  const steps = groups.map((piece) => guarded(piece, pieces, groups.length === 1));
  if (steps.length === 1) return steps[0] as Validator;
  // A keyword constrains values of one type, so the errors of a value are those of the step of its own type.
  return groups.every((piece) => piece.about.isWhole) ? OneOf(steps) : OneOf(steps, { by_type: true });
}

/** Guards a piece that may accept values of other types against those. */
function guarded(piece: Piece, pieces: Pieces, isAlone: boolean): Validator {
  const { validator } = piece;
  const types = TYPES.filter((type) => pieces[type] === piece);
  const isSafe = piece.about.isOpen ? types.length === TYPES.length : isAlone || typesOf(validator) !== undefined;
  if (isSafe) return validator;
  const wholes = types.map((type) => MAKE_WHOLE[type](false));
  return AllOf(wholes.length === 1 ? (wholes[0] as Validator) : OneOf(wholes), validator);
}
