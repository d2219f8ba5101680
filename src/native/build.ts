/** Builds values from the tape: at first with closures, and with generated code once that pays and where it is allowed. */

import { FAILED, type Place, type Report } from "../report/report.ts";
import type { Validator } from "../validator.ts";
import { Ids } from "../values/ids.ts";
import type { Compiled, Port } from "./binding.ts";
import { generate } from "./build-code.ts";
import { direct } from "./build-direct.ts";
import { checkApart, defaultApart, reportApart } from "./errors.ts";
import type { Plan } from "./plan.ts";
import { type Order, Shapes } from "./shapes.ts";
import { Head, TAGGED } from "./tape.ts";

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
  readonly dispose: readonly string[] | undefined;
  readonly optional: readonly string[] | undefined;
  readonly use: string;
}

/** When more work is put into a validator. */
export interface Patience {
  /** Code is generated for it when it has judged this many bytes, or this many texts. */
  readonly bytes: number;
  readonly texts: number;
  /** Shapes are chosen anew when this many objects have come that are none; then when 8 times as many have, and so on. */
  readonly strange: number;
  /** When texts of so many bytes have left values to this side, which the addon could judge if it was told more. */
  readonly left: number;
}

/** Generating code takes about a millisecond, telling the addon of characters' properties about twenty. */
export const PATIENCE: Patience = { bytes: 64 * 1024, texts: 20, strange: 500, left: 1024 * 1024 };
const MORE = 8;
/** But no more than this: then new code costs little beside what has come. */
const MOST_STRANGE = 256_000;

/** The greatest depths of what was deferred. */
export function depthsOf(integers: Int32Array): Place {
  const at = (head: number): number => integers[head] as number;
  return { depth: at(Head.depth), frames: at(Head.frames), references: at(Head.references) };
}

/** What the builders of one compiled validator share. */
export class Host {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly port: Port;
  /** Values of the last text that were left to a validator's own check: it may be so again. */
  left = 0;
  #leftBytes = 0;
  readonly shapes: Shapes = new Shapes(
    (id) => this.keys(id),
    (id) => this.#own(id),
  );
  #report: Report | undefined;
  /** Of the text that is being built. */
  #ids: Ids | undefined;
  #build: Build = direct(this);
  #isGenerated = false;
  #texts = 0;
  #bytes = 0;
  #mostStrange: number;
  readonly #patience: Patience;

  constructor(plan: Plan, compiled: Compiled, port: Port, patience: Patience) {
    this.#patience = patience;
    this.#mostStrange = patience.strange;
    this.plan = plan;
    this.compiled = compiled;
    this.port = port;
  }

  /** The value on the tape, or FAILED when a value that was left to its own `check`, or a default, is invalid. */
  build(integers: Int32Array, numbers: Float64Array, text: string): unknown {
    if (!this.#isGenerated) this.#warmUp(integers[Head.size] as number);
    if (integers[Head.deferred] === 0) {
      const value = this.#build(integers, numbers, text);
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
      return this.#build(integers, numbers, text);
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

  /** Notes how many values a text has left to validators' own checks. */
  leave(count: number, bytes: number): void {
    this.left = count;
    if (count > 0) this.#leftBytes += bytes;
  }

  /** It pays to tell the addon which characters have the properties that patterns ask for. */
  get shouldTell(): boolean {
    return this.#leftBytes > this.#patience.left && !this.plan.told && this.plan.properties.size > 0;
  }

  #warmUp(bytes: number): void {
    this.#bytes += bytes;
    const { bytes: most, texts } = this.#patience;
    if (this.#bytes > most || ++this.#texts > texts) this.#generate();
  }

  #generate(): void {
    this.#build = generate(this) ?? direct(this);
    this.#isGenerated = true;
  }

  /** Puts to use what the last texts have shown; to be called before a text is walked. */
  learn(): void {
    const { shapes } = this;
    if (shapes.strange <= this.#mostStrange || !this.#isGenerated) return;
    this.#mostStrange = Math.min(this.#mostStrange * MORE, MOST_STRANGE);
    shapes.strange = 0;
    const adopt = (id: number, orders: readonly Order[]): boolean =>
      this.compiled.learn(id, Int32Array.from(orders.flatMap((order) => [order.length, ...order])));
    if (shapes.renew(adopt)) this.#generate();
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
  steady(id: number): ReadonlyMap<string, unknown> | undefined {
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
