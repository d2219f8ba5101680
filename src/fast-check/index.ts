/** Test data from validators, for fast-check: `validlib/fast-check`. */
import fc from "fast-check";
import { takenValidator } from "../core/compiled.ts";
import { reach } from "../core/schemas/graph.ts";
import { referredBy } from "../core/schemas/registry.ts";
import type { AnyValidator, InferInput } from "../core/types.ts";
import type { Validator } from "../core/validator.ts";
import { LazyRef } from "../validators/lazy-ref.ts";
import { equal } from "../values/equal.ts";
import { isArray } from "../values/input.ts";
import { hasRoomAt } from "../values/stack.ts";
import { literal } from "../values/text.ts";
import {
  accepted,
  type Faults,
  type Invalid,
  type Kind,
  type Maker,
  nameOf,
  possible,
  refusal,
  refusalOf,
} from "./kind.ts";
import { such } from "./such.ts";
import { KINDS } from "./table.ts";

export type { ExpectedIssue, Invalid } from "./kind.ts";

/** Options of `arbitrary` and `invalid`. */
export interface ArbitraryOptions {
  /** Give JSON data only: no dates, bytes, bigints, Sets and undefined. */
  readonly json?: boolean | undefined;
  /** Maximum number of references (LazyRef) inside of each other. Default: 3. */
  readonly maxDepth?: number | undefined;
  /**
   * Returns your arbitrary for a validator, or undefined: for validators of your own classes, for instances of your
   * classes, and for functions that accept few values.
   */
  readonly of?: ((validator: Validator) => fc.Arbitrary<unknown> | undefined) | undefined;
}

const DEFAULT_MAX_DEPTH = 3;
/** The most validators inside each other: fast-check makes values by recursion, too. */
const MAX_LEVELS = 512;
/** How many more members containers may have than they must have: fewer below references. */
const MORE = 5;
const MORE_BELOW = 2;

/** What a validator and its references have in common. */
interface Shared {
  readonly json: boolean;
  readonly maxDepth: number;
  readonly of: (validator: Validator) => fc.Arbitrary<unknown> | undefined;
  /** By the number of references so far, in all and to each target with a limit. */
  readonly makers: Map<string, SchemaMaker>;
  /** By `use` of references with a limit: a number. */
  readonly uses: Map<unknown, number>;
  /** Why there are no values, of parts that may be optional. */
  readonly reasons: Error[];
  /** How many validators are being looked at, each inside the one before. */
  levels: number;
}

const NONE: Faults = { single: [] };

class SchemaMaker implements Maker {
  readonly #shared: Shared;
  readonly #depth: number;
  readonly #counts: Readonly<Record<number, number>>;
  readonly #valid = new Map<Validator, fc.Arbitrary<unknown> | undefined>();
  readonly #faults = new Map<Validator, Faults>();

  constructor(shared: Shared, depth = 0, counts: Readonly<Record<number, number>> = {}) {
    this.#shared = shared;
    this.#depth = depth;
    this.#counts = counts;
  }

  get json(): boolean {
    return this.#shared.json;
  }

  get more(): number {
    return this.#depth === 0 ? MORE : MORE_BELOW;
  }

  valid(validator: Validator): fc.Arbitrary<unknown> | undefined {
    if (!this.#valid.has(validator)) {
      const make = () => this.#shared.of(validator) ?? kindFor(validator).valid(validator, this);
      this.#valid.set(validator, this.#inside(validator, make));
    }
    return this.#valid.get(validator);
  }

  faults(validator: Validator): Faults {
    let faults = this.#faults.get(validator);
    if (faults === undefined) {
      const make = () => (KINDS.has(validator.constructor) ? kindFor(validator).faults(validator, this) : NONE);
      faults = this.#inside(validator, make);
      this.#faults.set(validator, faults);
    }
    return faults;
  }

  /** Makes what is inside another one. */
  #inside<T>(validator: Validator, make: () => T): T {
    const shared = this.#shared;
    if (shared.levels >= MAX_LEVELS || !hasRoomAt(shared.levels)) {
      throw refusal(validator, "the schema is nested too deep");
    }
    shared.levels++;
    try {
      return make();
    } finally {
      shared.levels--;
    }
  }

  fault(validator: Validator): fc.Arbitrary<Invalid> | undefined {
    const { single } = this.faults(validator);
    return single.length === 0 ? undefined : fc.oneof(...single);
  }

  /** The error for the whole schema: the reason of one part. */
  refusal(validator: Validator): Error {
    return this.#shared.reasons[0] ?? refusal(validator, "it has no values");
  }

  none(validator: Validator, why: string): undefined {
    this.#shared.reasons.push(refusal(validator, why));
    return undefined;
  }

  below(reference: Validator, use: unknown, maxdepth: number | undefined): Maker | undefined {
    const { uses } = this.#shared;
    const number = uses.get(use) ?? uses.size;
    uses.set(use, number);
    const count = this.#counts[number] ?? 0;
    const most = this.#shared.maxDepth;
    if (this.#depth >= most) return this.none(reference, `no value ends within ${most} references`);
    if (count >= (maxdepth ?? Number.POSITIVE_INFINITY)) return this.none(reference, "it refers too deep");
    const counts = maxdepth === undefined ? this.#counts : { ...this.#counts, [number]: count + 1 };
    const { makers } = this.#shared;
    const key = JSON.stringify([this.#depth, Object.entries(counts).sort()]);
    const known = makers.get(key) ?? new SchemaMaker(this.#shared, this.#depth + 1, counts);
    makers.set(key, known);
    return known;
  }
}

function kindFor(validator: Validator): Kind<Validator> {
  const kind = KINDS.get(validator.constructor);
  if (kind !== undefined) return kind as Kind<Validator>;
  throw refusal(validator, "its class is not one of the library: give an arbitrary with `of`");
}

function makerOf({ json = false, maxDepth = DEFAULT_MAX_DEPTH, of = () => undefined }: ArbitraryOptions): SchemaMaker {
  return new SchemaMaker({ json, maxDepth, of, makers: new Map(), uses: new Map(), reasons: [], levels: 0 });
}

/** Refuses a schema with a reference that leads nowhere: its validators would throw for each value that is tried. */
function expectAliases(root: Validator): void {
  for (const one of reach(root).keys()) {
    const { use } = one as LazyRef;
    if (one.constructor === (LazyRef as unknown) && referredBy(use) === undefined)
      throw refusal(one as Validator, `no validator is registered under the alias ${literal(use)}`);
  }
}

/**
 * Values that the validator accepts.
 * @throws Error if there is no arbitrary for the validator, or for one inside of it, and names it.
 * @example fc.assert(fc.property(arbitrary(Order), (order) => handle(order).status === 200));
 */
export function arbitrary<V extends AnyValidator>(
  validator: V,
  options: ArbitraryOptions = {},
): fc.Arbitrary<InferInput<V>> {
  const own = takenValidator("arbitrary", validator);
  expectAliases(own);
  const maker = makerOf(options);
  const values = accepted(own, maker.valid(own), maker);
  if (values === undefined) throw maker.refusal(own);
  return values as fc.Arbitrary<InferInput<V>>;
}

/**
 * Values with exactly one fault, each with what is known of its issue. A union without a discriminator (OneOf) has
 * issues of each alternative: only if the validator has no other faults, the issue is one that all alternatives have,
 * or that of the alternative which `alternative.step` names.
 * @throws Error if no fault is known for the validator, and names it.
 * @example fc.assert(fc.property(invalid(Order), ({ value, issue }) => handle(value).path === issue.path.join(".")));
 */
export function invalid(validator: AnyValidator, options: ArbitraryOptions = {}): fc.Arbitrary<Invalid> {
  const own = takenValidator("invalid", validator);
  expectAliases(own);
  const { single, alternatives = [] } = makerOf(options).faults(own);
  for (const faults of [single, alternatives]) {
    const certain = possible(
      faults.map((all) => {
        const checked = all.map((one) => found(own, one));
        return such(checked, (one) => one !== undefined, nameOf(own)) as fc.Arbitrary<Invalid>;
      }),
    );
    if (certain.length > 0) return fc.oneof(...certain);
  }
  throw refusal(own, "no value with one fault is known");
}

/**
 * The fault with what the issue of the value says of it; undefined if the issue is another one, or neither the only one
 * nor the only one of its alternative. What several alternatives expect is one issue.
 */
function found(validator: Validator, { value, issue }: Invalid): Invalid | undefined {
  const { alternative, ...known } = issue;
  const { issues = [] } = refusalOf(validator, value) ?? {};
  const own = issues.filter((one) => (alternative && one.alternative)?.step === alternative?.step || !one.alternative);
  const [only] = own;
  const step = only?.alternative?.step;
  if (only === undefined || own.length > 1 || (step === undefined && issues.length > 1)) return undefined;
  const { expected, actual } = only;
  if (only.code !== known.code || only.path.join("\0") !== known.path.join("\0")) return undefined;
  const isExpected = (one: unknown): boolean =>
    equal(expected, one) || (isArray(expected) && expected.some((other) => equal(other, one)));
  const all = equal(expected, known.expected)
    ? []
    : alternative && isArray(known.expected)
      ? known.expected
      : [known.expected];
  if ("expected" in known && !all.every(isExpected)) return undefined;
  // The value is not in the issue if it is secret.
  if ("actual" in known && actual !== undefined && !equal(actual, known.actual)) return undefined;
  return {
    value,
    issue: {
      ...known,
      ...("expected" in known && { expected }),
      ...(alternative && step !== undefined && { alternative: { step } }),
    },
  };
}
