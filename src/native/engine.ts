/** JSON text with the addon. What the addon leaves, the pure engine judges: the same text, the same answers. */

import type { Engine, JsonLimits, JsonSource } from "../json/engine.ts";
import { MAX_MAX_BYTES, pure } from "../json/pure.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, DEFAULT_MAX_ERRORS, readLimits } from "../report/limits.ts";
import { FAILED, type Result } from "../report/report.ts";
import { instances } from "../schemas/registry.ts";
import type { Validator } from "../validator.ts";
import { isBytes } from "../values/input.ts";
import type { Addon, Port } from "./binding.ts";
import { depthsOf, Host, PATIENCE, type Patience } from "./build.ts";
import { errorOf, verdictOf } from "./errors.ts";
import { Memory } from "./memory.ts";
import { Plan } from "./plan.ts";
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

/** Values left to this side that are judged one by one where only the verdict is wanted; if there are more, the whole is built. */
const LISTED = 50_000;

/** A validator as the addon has it. */
interface Schema {
  /** Undefined when it nests too deep. */
  readonly plan: Plan | undefined;
  /** Undefined when the addon cannot follow the plan. */
  readonly host: Host | undefined;
}

export class NativeEngine implements Engine {
  readonly impl = "N-API";
  readonly tally: Tally = { native: 0, deferred: 0, rejudged: 0 };
  readonly #port: Port;
  readonly #memory: Memory;
  readonly #schemas = new WeakMap<Validator, Schema>();
  /** A check or a default is running that may well validate JSON text itself; the memory is in use. */
  #busy = false;

  readonly #patience: Patience;

  /** @param patience when code is generated for a validator. */
  constructor(addon: Addon, patience: Patience = PATIENCE) {
    this.#patience = patience;
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
    const host = this.#hostOf(validator);
    if (host === undefined || !this.#load(source, limits, limits?.maxErrors ?? DEFAULT_MAX_ERRORS)) return undefined;
    const memory = this.#memory;
    if (!memory.reserveTape(memory.integers[Head.size] as number)) return undefined;
    host.learn();
    const text = this.#run(host, Purpose.value);
    const { integers } = memory;
    host.leave(integers[Head.deferred] as number, integers[Head.size] as number);
    if (integers[Head.verdict] !== Verdict.valid || host.left !== 0) {
      return this.#finish(host, text, limits);
    }
    const value = host.build(integers, memory.numbers, text ?? "");
    memory.trim();
    this.tally.native++;
    return { ok: true, value };
  }

  /** Has validators judge what was left to them, and makes the errors. */
  #finish(host: Host, text: string | undefined, limits: JsonLimits | undefined): Result<unknown> | undefined {
    const memory = this.#memory;
    const kind = memory.integers[Head.deferred] === 0 ? "native" : "deferred";
    this.#busy = true;
    try {
      if (memory.integers[Head.verdict] === Verdict.valid) {
        const value = host.build(memory.integers, memory.numbers, text ?? "");
        if (isStale(host.plan)) return undefined;
        if (value !== FAILED) {
          this.tally[kind]++;
          return { ok: true, value };
        }
        this.#run(host, Purpose.failures);
      }
      if (memory.integers[Head.verdict] !== Verdict.invalid && memory.integers[Head.verdict] !== Verdict.valid)
        return undefined;
      const failures = this.#port.failures();
      const error =
        failures &&
        errorOf(failures, host.plan, limits, depthsOf(memory.integers), memory.integers[Head.size] as number);
      if (error === undefined || isStale(host.plan)) return undefined;
      this.tally[kind]++;
      return { ok: false, error };
    } catch {
      // Code of the user's has thrown, and whether it is asked at all where it stands, the reference knows: it throws it
      // again. Or only the reference can judge what was left.
      return undefined;
    } finally {
      this.#busy = false;
      memory.trim();
    }
  }

  #test(validator: Validator, source: JsonSource, limits: JsonLimits | undefined): boolean | undefined {
    const host = this.#hostOf(validator);
    if (host === undefined || !this.#load(source, limits, 0)) return undefined;
    const { integers } = this.#memory;
    // A text that leaves something to this side is walked only once if that is foreseen.
    this.#run(host, host.left === 0 || host.left > LISTED ? Purpose.verdict : Purpose.failures);
    host.leave(integers[Head.deferred] as number, integers[Head.size] as number);
    if (host.left > LISTED) return this.#parse(validator, source, { ...limits, maxErrors: 0 })?.ok;
    if (host.left > 0) return this.#judge(host, limits, integers[Head.purpose] === Purpose.failures);
    const verdict = integers[Head.verdict];
    this.#memory.trim();
    if (verdict !== Verdict.valid && verdict !== Verdict.invalid) return undefined;
    this.tally.native++;
    return verdict === Verdict.valid;
  }

  /** Has validators judge what was left to them, and makes nothing. */
  #judge(host: Host, limits: JsonLimits | undefined, listed: boolean): boolean | undefined {
    this.#busy = true;
    try {
      if (!listed) this.#run(host, Purpose.failures);
      const { integers } = this.#memory;
      const isJudged = integers[Head.verdict] === Verdict.valid || integers[Head.verdict] === Verdict.invalid;
      const failures = isJudged ? this.#port.failures() : undefined;
      const verdict =
        failures && verdictOf(failures, host.plan, limits, depthsOf(integers), integers[Head.size] as number);
      if (isStale(host.plan)) return undefined;
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
  #run(host: Host, purpose: number): string | undefined {
    const { integers } = this.#memory;
    integers[Head.purpose] = purpose;
    integers[Head.verdict] = Verdict.none;
    const text = host.compiled.run();
    if (integers[Head.verdict] !== Verdict.tape) return text;
    if (this.#memory.growTape()) return this.#run(host, purpose);
    integers[Head.verdict] = Verdict.rejudge;
    return undefined;
  }

  #hostOf(validator: Validator): Host | undefined {
    if (this.#busy) return undefined;
    const schema = this.#schemas.get(validator);
    if (schema === undefined) return this.#compile(validator, this.#patience.left === 0);
    const { plan, host } = schema;
    if (plan !== undefined && isStale(plan)) return this.#compile(validator, plan.told);
    return host?.shouldTell ? this.#compile(validator, true) : host;
  }

  #compile(validator: Validator, told: boolean): Host | undefined {
    const plan = planOf(validator, told);
    const compiled = plan && this.#port.compile(plan.text);
    const host =
      plan === undefined || compiled === undefined ? undefined : new Host(plan, compiled, this.#port, this.#patience);
    this.#schemas.set(validator, { plan, host });
    return host;
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

function planOf(validator: Validator, told: boolean): Plan | undefined {
  try {
    return new Plan(validator, told);
  } catch (error) {
    // Validators are nested deeper than the stack allows.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
