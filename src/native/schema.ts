/** A validator as the addon has compiled it: what all builders ask. */
import { type Depths, FAILED, type Report } from "../report/report.ts";
import type { Validator } from "../validator.ts";
import { Ids } from "../values/ids.ts";
import type { Compiled, Port } from "./binding.ts";
import { checkApart, defaultApart, reportApart } from "./errors.ts";
import type { Plan } from "./plan.ts";
import { type Order, Shapes } from "./shapes.ts";
import { Head, TAGGED } from "./tape.ts";

/** Reads one value from the tape. `text` is the first chunk of its Latin-1 strings. */
export type Build = (integers: Int32Array, numbers: Float64Array, text: string) => unknown;

/** Parameters of the built-in validators that builders follow. */
export interface BuiltInParams {
  readonly nullable: boolean;
  readonly options: readonly unknown[] | undefined;
  readonly value: unknown;
  readonly unique: boolean;
  readonly schema: Readonly<Record<string, Validator>> | undefined;
  readonly extra: unknown;
  readonly defaults: Readonly<Record<string, unknown>> | undefined;
  readonly dispose: readonly string[] | undefined;
  readonly optional: readonly string[] | undefined;
  readonly use: string;
}

/** The greatest depths of what was deferred. */
export function depthsOf(integers: Int32Array): Depths {
  const at = (head: number): number => integers[head] as number;
  return { depth: at(Head.depth), frames: at(Head.frames), references: at(Head.references) };
}

/** A compiled validator, its shapes, and the text that is being built of it. */
export class CompiledSchema {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly port: Port;
  readonly shapes: Shapes = new Shapes(
    (id) => this.keys(id),
    (id) => this.#own(id),
  );
  #report: Report | undefined;
  /** Of the text that is being built. */
  #ids: Ids | undefined;

  constructor(plan: Plan, compiled: Compiled, port: Port) {
    this.plan = plan;
    this.compiled = compiled;
    this.port = port;
  }

  /** What `build` makes of the tape, or FAILED when a value that was handed over to its own `check`, or a default, is invalid. */
  run(build: Build, integers: Int32Array, numbers: Float64Array, text: string): unknown {
    if (integers[Head.deferred] === 0) {
      const value = build(integers, numbers, text);
      this.#ids = undefined;
      return value;
    }
    // Nothing has failed before a value gets here, so each check may collect as much as the whole.
    this.#report = reportApart(
      this.plan,
      { maxDepth: integers[Head.maxDepth], maxErrors: integers[Head.maxErrors] },
      depthsOf(integers),
      integers[Head.size] as number,
    );
    try {
      return build(integers, numbers, text);
    } catch (error) {
      if (error === FAILED) return FAILED;
      throw error;
    } finally {
      // It holds what was refused, which is the caller's to keep or to drop.
      this.#report = undefined;
      this.#ids = undefined;
    }
  }

  /** Those of `items` that are not equal to an earlier one. */
  distinct(items: unknown[]): unknown[] {
    this.#ids ??= new Ids();
    return this.#ids.distinct(items);
  }

  kind(id: number): number {
    return (this.compiled.kinds[id] as number) & ~TAGGED;
  }

  /** In front of the value a mark says whether it is handed over to its validator's own check. */
  mayBeHandedOver(id: number): boolean {
    return ((this.compiled.kinds[id] as number) & TAGGED) !== 0;
  }

  params(id: number): BuiltInParams {
    return this.plan.validators[id] as Validator & BuiltInParams;
  }

  /** The keys of a Dict's schema, in order. */
  keys(id: number): readonly string[] {
    return Object.keys(this.params(id).schema ?? {});
  }

  /** The keys of the schema that stay, in order. */
  #own(id: number): Order {
    const disposed = new Set(this.params(id).dispose);
    return this.keys(id).flatMap((key, number) => (disposed.has(key) ? [] : [number]));
  }

  /** What the own check of a validator makes of a value. */
  check(id: number, value: unknown): unknown {
    return this.#judged(checkApart(this.plan.validators[id] as Validator, value, this.#report as Report));
  }

  /** Defaults that are always the same. */
  constantDefaults(id: number): ReadonlyMap<string, unknown> | undefined {
    return this.plan.defaults.get(this.plan.validators[id] as Validator);
  }

  /** The default of a key, made and checked anew. */
  default(id: number, key: string): unknown {
    return this.#judged(defaultApart(this.plan.validators[id] as never, key, this.#report as Report));
  }

  #judged(value: unknown): unknown {
    if (value !== FAILED) return value;
    // What was built is of no use, and nothing more must be asked: the errors are collected anew, in order.
    throw FAILED;
  }
}
