/** JSON text with the addon. What the addon hands over, the pure engine judges: the same text, the same answers. */

import type { Engine, JsonLimits, JsonSource } from "../json/engine.ts";
import { MAX_MAX_BYTES, pure } from "../json/pure.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, DEFAULT_MAX_ERRORS, readLimits } from "../report/limits.ts";
import { FAILED, type Result } from "../report/report.ts";
import { instances } from "../schemas/registry.ts";
import type { Validator } from "../validator.ts";
import { isBytes } from "../values/input.ts";
import type { Addon, Port } from "./binding.ts";
import { Builder, THRESHOLDS, type Thresholds } from "./build.ts";
import { errorOf, verdictOf } from "./errors.ts";
import { Memory } from "./memory.ts";
import { Plan } from "./plan.ts";
import { CompiledSchema, depthsOf } from "./schema.ts";
import { Head, Purpose, Unit, Verdict } from "./tape.ts";

/** How calls were answered. */
export interface Tally {
  /** By the addon alone. */
  native: number;
  /** By the addon, and by the own checks of validators it does not know. */
  deferred: number;
  /** By the pure engine. */
  rejudged: number;
}

/** Values handed over that are judged one by one where only the verdict is wanted; if there are more, the whole is built. */
const MOST_JUDGED_ONE_BY_ONE = 50_000;

/** A validator as the addon has it. */
interface Entry {
  /** Undefined when it nests too deep. */
  readonly plan: Plan | undefined;
  /** Undefined when the addon cannot follow the plan. */
  readonly builder: Builder | undefined;
}

export class NativeEngine implements Engine {
  readonly impl = "N-API";
  readonly tally: Tally = { native: 0, deferred: 0, rejudged: 0 };
  readonly #port: Port;
  readonly #memory: Memory;
  readonly #entries = new WeakMap<Validator, Entry>();
  /** A check or a default is running that may well validate JSON text itself; the memory is in use. */
  #busy = false;

  readonly #thresholds: Thresholds;

  /** @param thresholds when code is generated for a validator. */
  constructor(addon: Addon, thresholds: Thresholds = THRESHOLDS) {
    this.#thresholds = thresholds;
    this.#port = addon.open();
    this.#memory = new Memory(this.#port);
  }

  parse(validator: Validator, source: JsonSource, limits?: JsonLimits): Result<unknown> {
    return this.#parse(validator, source, readLimits(limits)) ?? this.#rejudge("parse", validator, source, limits);
  }

  test(validator: Validator, source: JsonSource, limits?: JsonLimits): boolean {
    return this.#test(validator, source, readLimits(limits)) ?? this.#rejudge("test", validator, source, limits);
  }

  #rejudge<M extends "parse" | "test">(
    method: M,
    validator: Validator,
    source: JsonSource,
    limits: JsonLimits | undefined,
  ): ReturnType<Engine[M]> {
    this.tally.rejudged++;
    return pure[method](validator, source, limits) as ReturnType<Engine[M]>;
  }

  #parse(validator: Validator, source: JsonSource, limits: JsonLimits | undefined): Result<unknown> | undefined {
    const builder = this.#builderOf(validator);
    if (builder === undefined || !this.#load(source, limits, limits?.maxErrors ?? DEFAULT_MAX_ERRORS)) return undefined;
    const memory = this.#memory;
    if (!memory.reserveTape(memory.integers[Head.size] as number)) return undefined;
    builder.learn();
    const text = this.#run(builder, Purpose.value);
    const { integers } = memory;
    builder.noteHandedOver(integers[Head.deferred] as number, integers[Head.size] as number);
    if (integers[Head.verdict] !== Verdict.valid || builder.handedOver !== 0) {
      return this.#finish(builder, text, limits);
    }
    const value = builder.build(integers, memory.numbers, text ?? "");
    memory.trim();
    this.tally.native++;
    return { ok: true, value };
  }

  /** Has validators judge what was handed over to them, and makes the errors. */
  #finish(builder: Builder, text: string | undefined, limits: JsonLimits | undefined): Result<unknown> | undefined {
    const memory = this.#memory;
    const kind = memory.integers[Head.deferred] === 0 ? "native" : "deferred";
    this.#busy = true;
    try {
      if (memory.integers[Head.verdict] === Verdict.valid) {
        const value = builder.build(memory.integers, memory.numbers, text ?? "");
        if (isStale(builder.schema.plan)) return undefined;
        if (value !== FAILED) {
          this.tally[kind]++;
          return { ok: true, value };
        }
        this.#run(builder, Purpose.failures);
      }
      if (memory.integers[Head.verdict] !== Verdict.invalid && memory.integers[Head.verdict] !== Verdict.valid)
        return undefined;
      const failures = this.#port.failures();
      const error =
        failures &&
        errorOf(failures, builder.schema.plan, limits, depthsOf(memory.integers), memory.integers[Head.size] as number);
      if (error === undefined || isStale(builder.schema.plan)) return undefined;
      this.tally[kind]++;
      return { ok: false, error };
    } catch {
      // Code of the user's has thrown, and whether it is asked at all where it stands, the reference knows: it throws it
      // again. Or only the reference can judge what was handed over.
      return undefined;
    } finally {
      this.#busy = false;
      memory.trim();
    }
  }

  #test(validator: Validator, source: JsonSource, limits: JsonLimits | undefined): boolean | undefined {
    const builder = this.#builderOf(validator);
    if (builder === undefined || !this.#load(source, limits, 0)) return undefined;
    const { integers } = this.#memory;
    // A text of which something is handed over is walked only once if that is foreseen.
    this.#run(
      builder,
      builder.handedOver === 0 || builder.handedOver > MOST_JUDGED_ONE_BY_ONE ? Purpose.verdict : Purpose.failures,
    );
    builder.noteHandedOver(integers[Head.deferred] as number, integers[Head.size] as number);
    if (builder.handedOver > MOST_JUDGED_ONE_BY_ONE)
      return this.#parse(validator, source, { ...limits, maxErrors: 0 })?.ok;
    if (builder.handedOver > 0) return this.#judge(builder, limits, integers[Head.purpose] === Purpose.failures);
    const verdict = integers[Head.verdict];
    this.#memory.trim();
    if (verdict !== Verdict.valid && verdict !== Verdict.invalid) return undefined;
    this.tally.native++;
    return verdict === Verdict.valid;
  }

  /** Has validators judge what was handed over to them, and makes nothing. */
  #judge(builder: Builder, limits: JsonLimits | undefined, listed: boolean): boolean | undefined {
    this.#busy = true;
    try {
      if (!listed) this.#run(builder, Purpose.failures);
      const { integers } = this.#memory;
      const isJudged = integers[Head.verdict] === Verdict.valid || integers[Head.verdict] === Verdict.invalid;
      const failures = isJudged ? this.#port.failures() : undefined;
      const verdict =
        failures && verdictOf(failures, builder.schema.plan, limits, depthsOf(integers), integers[Head.size] as number);
      if (isStale(builder.schema.plan)) return undefined;
      if (verdict !== undefined) this.tally.deferred++;
      return verdict;
    } catch {
      return undefined;
    } finally {
      this.#busy = false;
      this.#memory.trim();
    }
  }

  /** Runs until the tape is large enough. */
  #run(builder: Builder, purpose: number): string | undefined {
    const { integers } = this.#memory;
    integers[Head.purpose] = purpose;
    integers[Head.verdict] = Verdict.none;
    const text = builder.schema.compiled.run();
    if (integers[Head.verdict] !== Verdict.tape) return text;
    if (this.#memory.growTape()) return this.#run(builder, purpose);
    integers[Head.verdict] = Verdict.rejudge;
    return undefined;
  }

  #builderOf(validator: Validator): Builder | undefined {
    if (this.#busy) return undefined;
    const entry = this.#entries.get(validator);
    if (entry === undefined) return this.#compile(validator, this.#thresholds.handedOver === 0);
    const { plan, builder } = entry;
    if (plan !== undefined && isStale(plan)) return this.#compile(validator, plan.hasProperties);
    return builder?.needsProperties ? this.#compile(validator, true) : builder;
  }

  #compile(validator: Validator, properties: boolean): Builder | undefined {
    const plan = planOf(validator, properties);
    const compiled = plan && this.#port.compile(plan.text);
    const builder =
      plan === undefined || compiled === undefined
        ? undefined
        : new Builder(new CompiledSchema(plan, compiled, this.#port), this.#thresholds);
    this.#entries.set(validator, { plan, builder });
    return builder;
  }

  /** Copies the text to where the addon reads it; false if it is none, or too long. */
  #load(source: JsonSource, limits: JsonLimits | undefined, maxErrors: number): boolean {
    const maxBytes = Math.min(limits?.maxBytes ?? DEFAULT_MAX_BYTES, MAX_MAX_BYTES);
    const memory = this.#memory;
    const isText = typeof source === "string";
    if (!isText && !isBytes(source)) return false;
    const size = isText ? memory.loadText(source, maxBytes) : memory.loadBytes(source, maxBytes);
    if (size < 0) return false;
    const { integers } = memory;
    integers[Head.size] = size;
    integers[Head.maxDepth] = limits?.maxDepth ?? DEFAULT_MAX_DEPTH;
    integers[Head.maxErrors] = Math.min(maxErrors, 0x7fffffff);
    integers[Head.unit] = isText ? Unit.utf16 : Unit.bytes;
    return true;
  }
}

/** References may lead elsewhere by now. */
const isStale = ({ version }: Plan): boolean => version !== undefined && version !== instances.version;

function planOf(validator: Validator, properties: boolean): Plan | undefined {
  try {
    return new Plan(validator, properties);
  } catch (error) {
    // Validators are nested deeper than the stack allows.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
