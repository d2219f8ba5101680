/** Builds values from the tape: at first with closures, and with generated code once that pays and where it is allowed. */
import { uniqueKey } from "../equal.ts";
import { FAILED, Report } from "../report.ts";
import type { Validator } from "../validator.ts";
import type { Compiled, Port } from "./binding.ts";
import { generate } from "./build-code.ts";
import { direct } from "./build-direct.ts";
import { checkDefault } from "./native-errors.ts";
import type { Plan } from "./native-plan.ts";
import { Head, TAGGED } from "./native-tape.ts";

/** Reads one value from the tape. `text` is the first chunk of its Latin-1 strings. */
export type Build = (integers: Int32Array, numbers: Float64Array, text: string) => unknown;

/** Parameters of the built-in validators that builders follow. */
export interface Params {
  readonly nullable: boolean;
  readonly options: readonly unknown[] | undefined;
  readonly value: unknown;
  readonly unique: boolean;
  readonly schema: Readonly<Record<string, Validator>> | undefined;
  readonly extra: unknown;
  readonly defaults: Readonly<Record<string, unknown>> | undefined;
  readonly use: string;
}

/** Objects built before code is generated for the orders their keys came in, and again before it is done anew. */
const WARM_UP = 64;
const MORE = 8;
/** How often the code is generated at most. */
const GENERATIONS = 6;

/** What the builders of one compiled validator share. */
export class Host {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly port: Port;
  /** Objects whose keys came in an order there is no code for. */
  strange = 0;
  #shapes = new Map<number, Map<number, readonly number[]>>();
  #report: Report | undefined;
  #build: Build = direct(this);
  #generations = 0;
  #threshold = WARM_UP;

  constructor(plan: Plan, compiled: Compiled, port: Port) {
    this.plan = plan;
    this.compiled = compiled;
    this.port = port;
  }

  /** The value on the tape, or FAILED when a value that was left to its own `check`, or a default, is invalid. */
  build(integers: Int32Array, numbers: Float64Array, text: string): unknown {
    this.strange++;
    if (this.strange > this.#threshold && this.#generations < GENERATIONS) {
      this.#build = generate(this) ?? this.#build;
      this.#generations++;
      this.#threshold *= MORE;
      this.strange = 0;
    }
    if (integers[Head.deferred] === 0) return this.#build(integers, numbers, text);
    // Nothing has failed before a value gets here, so each check may collect as much as the whole.
    this.#report = new Report({ maxErrors: integers[Head.maxErrors] });
    try {
      return this.#build(integers, numbers, text);
    } catch (error) {
      if (error === FAILED) return FAILED;
      throw error;
    }
  }

  kind(id: number): number {
    return (this.compiled.kinds[id] as number) & ~TAGGED;
  }

  /** In front of the value a mark says whether it is left to its validator's own check. */
  isTagged(id: number): boolean {
    return ((this.compiled.kinds[id] as number) & TAGGED) !== 0;
  }

  params(id: number): Params {
    return this.plan.validators[id] as Validator & Params;
  }

  /** The keys of a Dict's schema, in order. */
  keys(id: number): readonly string[] {
    return Object.keys(this.params(id).schema ?? {});
  }

  /** The keys of a shape, by number, in order. */
  shape(id: number, shape: number): readonly number[] {
    let known = this.#shapes.get(id);
    if (known === undefined) {
      known = new Map();
      this.#shapes.set(id, known);
    }
    let keys = known.get(shape);
    if (keys === undefined) {
      keys = Array.from(this.compiled.shape(id, shape));
      known.set(shape, keys);
    }
    return keys;
  }

  /** The shapes of a Dict's objects that have been met. */
  shapes(id: number): ReadonlyMap<number, readonly number[]> {
    return this.#shapes.get(id) ?? new Map();
  }

  /** What the own check of a validator makes of a value. */
  check(id: number, value: unknown): unknown {
    return this.#judged((this.plan.validators[id] as Validator).check(value, this.#report as Report));
  }

  /** Defaults that are always the same. */
  steady(id: number): ReadonlyMap<string, unknown> | undefined {
    return this.plan.defaults.get(this.plan.validators[id] as Validator);
  }

  /** The default of a key, made and checked anew. */
  default(id: number, key: string): unknown {
    return this.#judged(checkDefault(this.plan.validators[id] as never, key, this.#report as Report));
  }

  #judged(value: unknown): unknown {
    if (value !== FAILED) return value;
    // What was built is of no use, and nothing more must be asked: the errors are collected anew, in order.
    throw FAILED;
  }
}

/** Gives `object` a property of its own, whatever its prototype has under that name. */
export function define(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name in object) {
    Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
  } else object[name] = value;
}

/** Those of `items` that are not equal to an earlier one. */
export function uniqueOf(items: unknown[]): unknown[] {
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const { size } = seen;
    return seen.add(uniqueKey(item)).size > size;
  });
}
