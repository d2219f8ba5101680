/**
 * The engine that validates JSON text with the addon, or with the WebAssembly module, which has the same interface. If
 * that cannot decide, the call falls back to the pure engine, which validates the whole text again, so both engines
 * always give the same answers.
 */
import type { ValidationError } from "../../core/errors/errors.ts";
import { SchemaError, Unread } from "../../core/errors/schema-error.ts";
import type { ColumnType } from "../../core/json/columns.ts";
import {
  type ColumnReader,
  type Engine,
  type JsonLimits,
  type JsonSource,
  type LineEngine,
  LineVerdict,
  MANY_STEP,
  type Many,
  type ManyReader,
  ROW,
} from "../../core/json/engine.ts";
import type { Extent, ItemState } from "../../core/json/items.ts";
import { KeptLimits } from "../../core/json/kept-limits.ts";
import { MAX_MAX_BYTES, pure } from "../../core/json/pure.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, DEFAULT_MAX_ERRORS } from "../../core/report/limits.ts";
import { FAILED, type Result } from "../../core/report/report.ts";
import type { Validator } from "../../core/validator.ts";
import { byteLength, isBytes } from "../../values/input.ts";
import { execution } from "../fast/mode.ts";
import type { Addon, Compiled, Failures, Port } from "./addon.ts";
import { Builder, THRESHOLDS, type Thresholds } from "./build.ts";
import { NativeColumns } from "./columns.ts";
import { fallBack } from "./delegated.ts";
import { EnginePool } from "./engine-pool.ts";
import { errorFromRecords, recordedVerdict, syntaxError } from "./errors.ts";
import { keptText } from "./kept-text.ts";
import { NativeLines } from "./lines.ts";
import { parseTogether, testTogether } from "./many.ts";
import { Memory } from "./memory.ts";
import { isStale, type Plan, planOf } from "./plan.ts";
import { CompiledSchema } from "./schema.ts";
import { Head, ITEM_PARTS, ItemPart, Purpose, Unit, Verdict } from "./tape.ts";

/** Counts how calls were handled. */
export interface Tally {
  /** By the addon alone. */
  native: number;
  /** By the addon, with values delegated to validators' own checks. */
  delegated: number;
  /** By the pure engine, on the whole text. */
  fellBack: number;
}

/**
 * Bytes, or UTF-16 units. Reading this many takes a third of a millisecond, and building the value ten times as long.
 */
const LONG_TEXT = 256 * 1024;
/** Of a batch, which fits into the caches with its tape. */
const MOST_TEXTS = 4096;
/** The same of lines that another thread validates, which are more bytes. */
const MOST_LINES = 4 * MOST_TEXTS;
const MANY_BYTES = 64 * 1024;
/** One text costs less by itself. */
const MIN_TEXTS = 2;
/** Each engine has the memory for a long text. */
const MAX_ENGINES = 4;

/** The cached state of a validator. */
interface Entry {
  /** Undefined if the validator is nested too deep. */
  readonly plan: Plan | undefined;
  /** Undefined if there is no plan, or the addon cannot compile it. */
  readonly builder: Builder | undefined;
}

/** The entry after the pure engine has read the first text. */
const FIRST_READ: Entry = { plan: undefined, builder: undefined };

export class NativeEngine implements Engine {
  readonly impl: Engine["impl"];
  readonly tally: Tally = { native: 0, delegated: 0, fellBack: 0 };
  #port: Port;
  #memory: Memory;
  #entries = new WeakMap<Validator, Entry>();
  /**
   * The validator of the last text, and its entry: looking it up takes a tenth of the time of a short text. So one
   * validator stays alive until another is used.
   */
  #lastValidator: Validator | undefined;
  #lastEntry: Entry | undefined;
  /** How often a text was loaded: the failures of the last run are those of the text that was loaded then. */
  #loads = 0;
  /** The error of the current call is returned, not thrown: see `ErrorInit`. */
  #stackless = false;
  /**
   * A check or default of the user is running while the memory is in use: if it validates JSON text, the pure engine
   * handles that.
   */
  #busy = false;

  /** The last batch ended early for want of space. */
  #isTapeFull = false;
  /** For the ends and verdicts of many texts. Created for the first of them. */
  #texts: Int32Array | undefined;
  readonly #itemParts = new Float64Array(ITEM_PARTS);
  readonly #extent = new Uint32Array(2);
  readonly #addon: Addon;
  readonly #thresholds: Thresholds;
  /** Engines for texts that are read on other threads, each with memory of its own. Created for the first such text. */
  #pool: EnginePool<NativeEngine> | undefined;

  /** @param thresholds from which more work for a validator pays off. */
  constructor(addon: Addon, thresholds: Thresholds = THRESHOLDS) {
    this.impl = addon.impl ?? "N-API";
    this.#addon = addon;
    this.#thresholds = thresholds;
    this.#port = addon.open();
    this.#memory = new Memory(this.#port);
  }

  parse(validator: Validator, source: JsonSource, limits?: JsonLimits, stackless = false): Result<unknown> {
    const read = limits === undefined ? undefined : KeptLimits.read(limits);
    // Only the checks know the place of a value that a Fallback replaces.
    const result = read?.onFallback === undefined ? this.#parse(validator, source, read, stackless) : undefined;
    return result ?? this.#fallBack("parse", validator, source, limits, stackless);
  }

  test(validator: Validator, source: JsonSource, limits?: JsonLimits): boolean {
    const read = limits === undefined ? undefined : KeptLimits.read(limits);
    return this.#test(validator, source, read) ?? this.#fallBack("test", validator, source, limits);
  }

  openLines(validator: Validator, threads: number, limits?: JsonLimits): LineEngine | undefined {
    const read = KeptLimits.read(limits);
    const pool = this.#port.parallelLines(threads);
    const compiled = (): Compiled | undefined => {
      const schema = this.#builderOf(validator)?.schema.compiled;
      this.tally[schema === undefined ? "fellBack" : "native"]++;
      return schema;
    };
    return (
      pool &&
      new NativeLines(pool, { compiled, maxDepth: read?.maxDepth ?? DEFAULT_MAX_DEPTH, maxBytes: maxBytesOf(read) })
    );
  }

  parseMany(validator: Validator, sources: readonly JsonSource[], limits?: JsonLimits): Result<unknown>[] {
    return parseTogether(this, validator, sources, limits);
  }

  testMany(validator: Validator, sources: readonly JsonSource[], limits?: JsonLimits): boolean[] {
    return testTogether(this, validator, sources, limits);
  }

  openMany(validator: Validator, limits?: JsonLimits): ManyReader | undefined {
    const read = KeptLimits.read(limits);
    if (read?.onFallback !== undefined) return undefined;
    // One who reads lines runs code of the caller in between, and has an array of their own.
    let own: Int32Array | undefined;
    return {
      lines: (bytes) => {
        const builder = this.#builderOf(validator, bytes);
        if (!builder?.canBuild) return undefined;
        const size = this.#load(bytes, { ...read, maxBytes: MAX_MAX_BYTES }, 0);
        own ??= new Int32Array(MANY_STEP * MOST_TEXTS);
        return size < 0 ? undefined : this.#runMany(builder, size, own, 0, Purpose.value, maxBytesOf(read));
      },
      linesLater: (bytes) => this.#elsewhere((engine) => engine.#readMany(validator, bytes, read)),
      texts: (sources, from, values) => {
        const builder = this.#builderOf(validator, sources[from]);
        if (!(values ? builder?.canBuild : builder)) return undefined;
        this.#texts ??= new Int32Array(MANY_STEP * MOST_TEXTS);
        const texts = this.#texts;
        const { count, size } = this.#memory.loadMany(sources, from, texts, MANY_BYTES);
        if (count < MIN_TEXTS) return undefined;
        this.#setHead(size, read, 0);
        const purpose = values ? Purpose.value : Purpose.verdict;
        const many = this.#runMany(builder as Builder, size, texts, count, purpose, maxBytesOf(read));
        const decided = many?.count ?? 0;
        if (decided > 0 && this.#isTapeFull) return many;
        // Others were not validated. The next batch must not begin with them: that would take quadratic time.
        for (let i = decided; i < count; i++) texts[i * MANY_STEP + 1] = LineVerdict.undecided;
        return { count, texts, values: many?.values ?? [] };
      },
    };
  }

  openColumns(validator: Validator, type: ColumnType, limits?: JsonLimits): ColumnReader | undefined {
    const read = KeptLimits.read(limits);
    const builder = read?.onFallback === undefined ? this.#builderOf(validator) : undefined;
    const columns = builder && NativeColumns.open(this.#port, builder.schema, type);
    if (columns === undefined) return undefined;
    const texts = new Int32Array(MANY_STEP * MOST_TEXTS);
    const rows = new Array<typeof ROW>(MOST_TEXTS).fill(ROW);
    return {
      lines: (bytes) => {
        const schema = this.#builderOf(validator)?.schema;
        if (schema === undefined || !columns.fits(this.#port, schema)) return undefined;
        const count = this.#walkColumns(schema, bytes, texts, read);
        if (count === 0) return undefined;
        let valid = 0;
        for (let i = 0; i < count; i++) if (texts[i * MANY_STEP + 1] === LineVerdict.valid) valid++;
        const isAdded = columns.add(valid);
        if (this.#memory.integers[Head.verdict] === Verdict.tape) this.#memory.growTape();
        this.#memory.trim();
        if (!isAdded) return undefined;
        this.tally.native += count;
        return { count, texts, values: rows.slice(0, valid) };
      },
      take: (isKept) => columns.take(isKept),
      reuse: (memory) => columns.reuse(memory),
      get used() {
        return columns.used;
      },
    };
  }

  itemsToLines(bytes: Uint8Array, state: ItemState): number | undefined {
    if (!this.#isOpen) return undefined;
    const parts = this.#itemParts;
    parts[ItemPart.depth] = state.depth;
    parts[ItemPart.inString] = Number(state.isInString);
    parts[ItemPart.escaped] = Number(state.isEscaped);
    parts[ItemPart.hasContent] = Number(state.hasContent);
    const end = this.#port.itemsToLines(bytes, parts);
    if (end === undefined) return undefined;
    state.depth = parts[ItemPart.depth] as number;
    state.isInString = parts[ItemPart.inString] === 1;
    state.isEscaped = parts[ItemPart.escaped] === 1;
    state.hasContent = parts[ItemPart.hasContent] === 1;
    return end;
  }

  extentOf(bytes: Uint8Array): Extent | undefined {
    const into = this.#extent;
    if (!this.#isOpen || this.#port.extent(bytes, into) !== true) return undefined;
    return { lineFeeds: into[0] as number, characters: into[1] as number };
  }

  /** Returns the number of lines that were validated; their values are on the tape. */
  #walkColumns(schema: CompiledSchema, bytes: Uint8Array, texts: Int32Array, limits: JsonLimits | undefined): number {
    const memory = this.#memory;
    const size = this.#load(bytes, { ...limits, maxBytes: MAX_MAX_BYTES }, 0);
    if (size < 0 || !memory.reserveTape(size)) return 0;
    do {
      this.#beginMany(Purpose.columns);
      schema.compiled.runMany(texts, 0, maxBytesOf(limits));
    } while (this.#isFullAtOnce && memory.growTape());
    return memory.integers[Head.texts] as number;
  }

  /** Validates the texts in the memory, `size` bytes in all. */
  #runMany(
    builder: Builder,
    size: number,
    texts: Int32Array,
    given: number,
    purpose: number,
    maxBytes: number,
  ): Many | undefined {
    const memory = this.#memory;
    const isValue = purpose === Purpose.value;
    if (isValue && !memory.reserveTape(size)) return undefined;
    if (isValue) builder.learn();
    let text: string | undefined;
    do {
      this.#beginMany(purpose);
      text = builder.schema.compiled.runMany(texts, given, maxBytes);
    } while (this.#isFullAtOnce && memory.growTape());
    return this.#concludeMany(builder, text, texts, isValue);
  }

  /** As `#runMany` for the values of lines, but the addon runs on another thread. */
  async #readMany(validator: Validator, bytes: Uint8Array, limits: JsonLimits | undefined): Promise<Many | undefined> {
    const builder = this.#builderOf(validator);
    if (!builder?.canBuild) return undefined;
    const memory = this.#memory;
    memory.hold();
    try {
      const size = this.#load(bytes, { ...limits, maxBytes: MAX_MAX_BYTES }, 0);
      if (size < 0 || !memory.reserveTape(size)) return undefined;
      builder.learn();
      this.#texts ??= new Int32Array(MANY_STEP * MOST_LINES);
      let text: string | undefined;
      do {
        this.#beginMany(Purpose.value);
        text = await builder.schema.compiled.runManyAsync(this.#texts, 0, maxBytesOf(limits));
        if (text === undefined) return undefined;
      } while (this.#isFullAtOnce && memory.growTape());
      const many = this.#concludeMany(builder, text, this.#texts, true);
      return many && { ...many, texts: many.texts.slice(0, many.count * MANY_STEP) };
    } finally {
      memory.trim();
    }
  }

  #beginMany(purpose: number): void {
    const { integers } = this.#memory;
    integers[Head.purpose] = purpose;
    integers[Head.verdict] = Verdict.none;
    integers[Head.texts] = 0;
  }

  /** The tape was full before the first value. */
  get #isFullAtOnce(): boolean {
    const { integers } = this.#memory;
    return integers[Head.verdict] === Verdict.tape && integers[Head.texts] === 0;
  }

  /** Returns the result for texts, after the walk of the addon. */
  #concludeMany(builder: Builder, text: string | undefined, texts: Int32Array, isValue: boolean): Many | undefined {
    const memory = this.#memory;
    this.#isTapeFull = false;
    this.#busy = true;
    try {
      const { integers, numbers } = memory;
      const count = integers[Head.texts] as number;
      if (count === 0) return undefined;
      const values = isValue ? builder.buildMany(integers, numbers, text ?? "", texts, count) : [];
      this.#isTapeFull = integers[Head.verdict] === Verdict.tape;
      // One of the dates is invalid: only a call for its text alone tells which.
      if (values === FAILED || isStale(builder.schema.plan)) return undefined;
      this.tally.native += count;
      return { count, texts, values: values as unknown[] };
    } catch (error) {
      return fallBack(error);
    } finally {
      this.#busy = false;
      if (this.#isTapeFull) memory.growTape();
      memory.trim();
    }
  }

  async parseAsync(
    validator: Validator,
    source: JsonSource,
    limits?: JsonLimits,
    stackless = false,
  ): Promise<Result<unknown>> {
    // WebAssembly has no other threads.
    if (sourceSize(source) < LONG_TEXT || limits?.onFallback !== undefined || this.impl === "Wasm")
      return this.parse(validator, source, limits, stackless);
    const read = limits === undefined ? undefined : KeptLimits.read(limits);
    const result = await this.#elsewhere((engine) => {
      engine.#stackless = stackless;
      return engine.#parseThere(validator, source, read);
    });
    return result ?? this.#fallBack("parse", validator, source, limits, stackless);
  }

  /** Runs another engine, whose memory another thread may use. */
  #elsewhere<T>(run: (engine: NativeEngine) => Promise<T>): Promise<T> {
    this.#pool ??= new EnginePool(() => new NativeEngine(this.#addon, this.#thresholds), MAX_ENGINES);
    return this.#pool.with(async (engine) => {
      try {
        return await run(engine);
      } finally {
        for (const way of Object.keys(engine.tally) as (keyof Tally)[]) {
          this.tally[way] += engine.tally[way];
          engine.tally[way] = 0;
        }
      }
    });
  }

  /** As `#parse`, but the addon runs on another thread. */
  async #parseThere(
    validator: Validator,
    source: JsonSource,
    limits: JsonLimits | undefined,
  ): Promise<Result<unknown> | undefined> {
    const builder = this.#builderOf(validator);
    if (!builder?.canBuild) return undefined;
    const memory = this.#memory;
    memory.hold();
    try {
      const size = this.#load(source, limits, limits?.maxErrors ?? DEFAULT_MAX_ERRORS);
      if (size < 0 || !memory.reserveTape(size)) return undefined;
      builder.learn();
      const text = await this.#runThere(builder);
      return text === undefined ? undefined : this.#conclude(builder, text, size, limits);
    } finally {
      memory.trim();
    }
  }

  /** Validates the whole text with the pure engine. */
  #fallBack<M extends "parse" | "test">(
    method: M,
    validator: Validator,
    source: JsonSource,
    limits: JsonLimits | undefined,
    stackless = false,
  ): ReturnType<Engine[M]> {
    this.tally.fellBack++;
    return pure[method](validator, source, limits, stackless) as ReturnType<Engine[M]>;
  }

  // The common path comes first and is short, in this function and in those it calls, so that V8 inlines everything
  // that a call of `json` or `isJson` runs. The rest is in `#finish` and `#check`.

  /** Returns undefined if the call falls back to the pure engine. */
  #parse(
    validator: Validator,
    source: JsonSource,
    limits: JsonLimits | undefined,
    stackless: boolean,
  ): Result<unknown> | undefined {
    const builder = this.#builderOf(validator, source);
    if (!builder?.canBuild) return undefined;
    this.#stackless = stackless;
    const memory = this.#memory;
    const size = this.#load(source, limits, limits?.maxErrors ?? DEFAULT_MAX_ERRORS);
    if (size < 0 || !memory.reserveTape(size)) return undefined;
    builder.learn();
    const text = this.#run(builder, Purpose.value);
    const { integers } = memory;
    if (integers[Head.verdict] === Verdict.invalid && integers[Head.nested] === 1 && integers[Head.delegated] === 0) {
      const error = this.#errorLater(builder, source, size, limits);
      if (error !== undefined) return { ok: false, error };
    }
    return this.#conclude(builder, text, size, limits);
  }

  /**
   * The error of a text that was refused. Its errors are made when they are read: from the failures of the run, if
   * there was no other meanwhile, else from those of another run. Undefined if it has to be made now.
   */
  #errorLater(
    builder: Builder,
    source: JsonSource,
    size: number,
    limits: JsonLimits | undefined,
  ): SchemaError | undefined {
    const text = builder.schema.canReportLater ? keptText(source, size) : undefined;
    if (text === undefined) return undefined;
    const [loads, stackless] = [this.#loads, this.#stackless];
    this.tally.native++;
    this.#memory.trim();
    const read = (): ValidationError => this.#makeError(builder, text, limits, loads === this.#loads, stackless);
    return new SchemaError(new Unread(read, stackless));
  }

  /** @param isLast whether the failures of the text are those of the last run. */
  #makeError(
    builder: Builder,
    text: () => JsonSource,
    limits: JsonLimits | undefined,
    isLast: boolean,
    stackless: boolean,
  ): ValidationError {
    const error = this.#busy ? undefined : this.#errorAgain(builder, text, limits, isLast, stackless);
    if (error !== undefined) return error;
    const result = pure.parse(builder.schema.plan.validators[0] as Validator, text(), limits, stackless);
    return (result as { readonly error: ValidationError }).error;
  }

  /** The same without the pure engine; undefined if it has to make the error. */
  #errorAgain(
    builder: Builder,
    text: () => JsonSource,
    limits: JsonLimits | undefined,
    isLast: boolean,
    stackless: boolean,
  ): ValidationError | undefined {
    const { plan, port } = builder.schema;
    if (port !== this.#port) return undefined;
    this.#busy = true;
    try {
      let failures = isLast ? this.#takeFailures() : undefined;
      if (failures === undefined) {
        if (this.#load(text(), limits, limits?.maxErrors ?? DEFAULT_MAX_ERRORS) < 0) return undefined;
        this.#run(builder, Purpose.failures);
        failures = this.#takeFailures();
      }
      return failures && errorFromRecords(failures, this.#memory.integers, plan, limits, stackless);
    } catch (error) {
      return fallBack(error);
    } finally {
      this.#busy = false;
      this.#memory.trim();
    }
  }

  /**
   * Returns the result for a text of `size` bytes, after the walk of the addon; undefined if the call falls back to the
   * pure engine.
   */
  #conclude(
    builder: Builder,
    text: string | undefined,
    size: number,
    limits: JsonLimits | undefined,
  ): Result<unknown> | undefined {
    const memory = this.#memory;
    const { integers } = memory;
    if (integers[Head.verdict] !== Verdict.valid || integers[Head.delegated] !== 0 || builder.schema.makesMoments) {
      if (integers[Head.verdict] === Verdict.notJson) return this.#refuse();
      builder.noteDelegated(integers[Head.delegated] as number, size);
      return this.#finish(builder, text, limits);
    }
    builder.delegated = 0;
    const value = builder.build(integers, memory.numbers, text ?? "");
    memory.trim();
    this.tally.native++;
    return { ok: true, value };
  }

  /** Values are delegated through failures for a verdict: without them, the value is built. */
  get #hasFailures(): boolean {
    return this.impl !== "Wasm";
  }

  /** The failures of the last run; undefined if there are none to take, or too many. */
  #takeFailures(): Failures | undefined {
    const taken = this.#port.failures();
    return typeof taken === "string" ? [this.#memory.integers, taken] : taken;
  }

  /** Returns the result for a text that is not JSON. */
  #refuse(): Result<unknown> {
    const error = syntaxError(this.#memory.integers, this.#stackless);
    this.#memory.trim();
    this.tally.native++;
    return { ok: false, error };
  }

  /**
   * Runs the checks of delegated values, and builds the value or the error. Returns undefined if the call falls back to
   * the pure engine.
   */
  #finish(builder: Builder, text: string | undefined, limits: JsonLimits | undefined): Result<unknown> | undefined {
    const memory = this.#memory;
    const kind = memory.integers[Head.delegated] === 0 ? "native" : "delegated";
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
      const failures = this.#takeFailures();
      const { plan } = builder.schema;
      const error = failures && errorFromRecords(failures, memory.integers, plan, limits, this.#stackless);
      if (error === undefined || isStale(plan)) return undefined;
      this.tally[kind]++;
      return { ok: false, error };
    } catch (error) {
      // Either code of the user has thrown: the pure engine, which runs checks in the right order, then throws the same
      // error, unless it does not get to that check. Or only the pure engine can check a delegated value.
      return fallBack(error);
    } finally {
      this.#busy = false;
      memory.trim();
    }
  }

  /** Returns undefined if the call falls back to the pure engine. */
  #test(validator: Validator, source: JsonSource, limits: JsonLimits | undefined): boolean | undefined {
    const builder = this.#builderOf(validator);
    if (builder === undefined) return undefined;
    const size = this.#load(source, limits, 0);
    if (size < 0) return undefined;
    if (builder.delegatedMuch || (builder.delegated > 0 && !this.#hasFailures)) return this.#testBuilt(builder, limits);
    // Values are delegated through failure records. If some are expected, the first walk writes records at once, and no
    // second one is needed.
    this.#run(builder, builder.delegated === 0 ? Purpose.verdict : Purpose.failures);
    const { integers } = this.#memory;
    const verdict = integers[Head.verdict];
    if (integers[Head.delegated] !== 0 && verdict !== Verdict.notJson) return this.#testDelegated(builder, limits);
    builder.delegated = 0;
    this.#memory.trim();
    if (verdict !== Verdict.valid && verdict !== Verdict.invalid && verdict !== Verdict.notJson) return undefined;
    this.tally.native++;
    return verdict === Verdict.valid;
  }

  /** As `#test`, with delegated values. */
  #testDelegated(builder: Builder, limits: JsonLimits | undefined): boolean | undefined {
    const { integers } = this.#memory;
    const [count, size] = [integers[Head.delegated] as number, integers[Head.size] as number];
    if ((builder.isMuch(count, size) || !this.#hasFailures) && builder.canBuild)
      return this.#testBuilt(builder, limits);
    builder.noteDelegated(count, size);
    return this.#check(builder, limits, integers[Head.purpose] === Purpose.failures);
  }

  /**
   * Returns the verdict on the loaded text by building its value; undefined if the call falls back to the pure engine.
   */
  #testBuilt(builder: Builder, limits: JsonLimits | undefined): boolean | undefined {
    const memory = this.#memory;
    if (!memory.reserveTape(memory.integers[Head.size] as number)) return undefined;
    builder.learn();
    const text = this.#run(builder, Purpose.value);
    const { integers } = memory;
    builder.noteDelegated(integers[Head.delegated] as number, integers[Head.size] as number);
    if (integers[Head.verdict] === Verdict.notJson) return this.#refuse().ok;
    // Checks of values before the invalid one may throw.
    if (integers[Head.verdict] !== Verdict.valid) return this.#check(builder, limits, true);
    this.#busy = true;
    try {
      const isValid = builder.build(integers, memory.numbers, text ?? "") !== FAILED;
      if (isStale(builder.schema.plan)) return undefined;
      this.tally[integers[Head.delegated] === 0 ? "native" : "delegated"]++;
      return isValid;
    } catch (error) {
      return fallBack(error);
    } finally {
      this.#busy = false;
      memory.trim();
    }
  }

  /**
   * Runs the checks of delegated values, for the verdict only. Returns undefined if the call falls back to the pure
   * engine.
   * @param hasRecords whether the last walk wrote failure records.
   */
  #check(builder: Builder, limits: JsonLimits | undefined, hasRecords: boolean): boolean | undefined {
    this.#busy = true;
    try {
      if (!hasRecords) this.#run(builder, Purpose.failures);
      const { integers } = this.#memory;
      const isDecided = integers[Head.verdict] === Verdict.valid || integers[Head.verdict] === Verdict.invalid;
      const failures = isDecided ? this.#takeFailures() : undefined;
      const verdict = failures && recordedVerdict(failures, integers, builder.schema.plan, limits);
      if (isStale(builder.schema.plan)) return undefined;
      if (verdict !== undefined) this.tally[integers[Head.delegated] === 0 ? "native" : "delegated"]++;
      return verdict;
    } catch (error) {
      return fallBack(error);
    } finally {
      this.#busy = false;
      this.#memory.trim();
    }
  }

  /** Runs the addon over the text, and again with a larger tape if the tape was too small. */
  #run(builder: Builder, purpose: number): string | undefined {
    const memory = this.#memory;
    memory.integers[Head.purpose] = purpose;
    memory.integers[Head.verdict] = Verdict.none;
    const text = builder.schema.compiled.run();
    if (memory.integers[Head.verdict] !== Verdict.tape) return text;
    if (memory.growTape()) return this.#run(builder, purpose);
    memory.integers[Head.verdict] = Verdict.fallBack;
    return undefined;
  }

  /** As `#run` for a value, on another thread; undefined if there was no run. */
  async #runThere(builder: Builder): Promise<string | undefined> {
    const memory = this.#memory;
    do {
      memory.integers[Head.purpose] = Purpose.value;
      memory.integers[Head.verdict] = Verdict.none;
      const text = await builder.schema.compiled.runAsync();
      if (text === undefined || memory.integers[Head.verdict] !== Verdict.tape) return text;
    } while (memory.growTape());
    return undefined;
  }

  /** False if the port is lost, and there is no other. */
  get #isOpen(): boolean {
    return !this.#port.isLost || this.#reopen();
  }

  /** Opens another port in place of a lost one; false if that is not possible. */
  #reopen(): boolean {
    try {
      const port = this.#addon.open();
      this.#memory = new Memory(port);
      this.#port = port;
      this.#entries = new WeakMap();
      this.#lastValidator = this.#lastEntry = undefined;
      return true;
    } catch {
      return false;
    }
  }

  /** @param source the text to be parsed: the first text is left to the pure engine if it is short. */
  #builderOf(validator: Validator, source?: JsonSource): Builder | undefined {
    if (this.#busy || !this.#isOpen) return undefined;
    const entry = this.#entryOf(validator);
    const mayWait = source !== undefined && execution.mode !== "compiled";
    if (entry === undefined && mayWait && sourceSize(source) < this.#thresholds.first) {
      this.#setEntry(validator, FIRST_READ);
      return undefined;
    }
    if (entry === undefined || entry === FIRST_READ) {
      return this.#compile(validator, this.#thresholds.delegated === 0);
    }
    const { plan, builder } = entry;
    if (plan !== undefined && isStale(plan)) return this.#compile(validator, plan.hasProperties);
    return builder?.needsProperties ? this.#compile(validator, true) : builder;
  }

  #entryOf(validator: Validator): Entry | undefined {
    if (validator === this.#lastValidator) return this.#lastEntry;
    const entry = this.#entries.get(validator);
    if (entry !== undefined) {
      this.#lastValidator = validator;
      this.#lastEntry = entry;
    }
    return entry;
  }

  #setEntry(validator: Validator, entry: Entry): void {
    this.#entries.set(validator, entry);
    this.#lastValidator = undefined;
    this.#lastEntry = undefined;
  }

  /** @param properties whether to pass the characters that have the properties which patterns name. */
  #compile(validator: Validator, properties: boolean): Builder | undefined {
    const plan = planOf(validator, properties);
    const compiled = plan && this.#port.compile(plan.text);
    // The addon has no kind for a validator in a parameter that it does not know.
    const builder =
      plan === undefined || compiled?.kinds.length !== plan.validators.length
        ? undefined
        : new Builder(new CompiledSchema(plan, compiled, this.#port), this.#thresholds);
    this.#setEntry(validator, { plan, builder });
    return builder;
  }

  /**
   * Copies the text and the limits to the memory of the addon. Returns its size; -1 if it is not a text, or too long.
   */
  #load(source: JsonSource, limits: JsonLimits | undefined, maxErrors: number): number {
    const maxBytes = maxBytesOf(limits);
    const memory = this.#memory;
    const isText = typeof source === "string";
    const size = isText ? memory.loadText(source, maxBytes) : memory.loadBytes(source, maxBytes);
    this.#setHead(size, limits, maxErrors);
    memory.integers[Head.unit] = isText ? Unit.utf16 : Unit.bytes;
    return size;
  }

  /** Writes what the addon has to know of the text that was copied, and the limits. */
  #setHead(size: number, limits: JsonLimits | undefined, maxErrors: number): void {
    this.#loads++;
    const { integers } = this.#memory;
    integers[Head.size] = size;
    integers[Head.maxDepth] = limits?.maxDepth ?? DEFAULT_MAX_DEPTH;
    integers[Head.maxErrors] = Math.min(maxErrors, 0x7fffffff);
    integers[Head.repeats] = size >= this.#thresholds.repeats ? 1 : 0;
  }
}

const maxBytesOf = (limits: JsonLimits | undefined): number =>
  limits?.maxBytes === undefined ? DEFAULT_MAX_BYTES : Math.min(limits.maxBytes, MAX_MAX_BYTES);

/** Bytes, or UTF-16 units; 0 for other values, which are refused when they are read. */
const sourceSize = (source: JsonSource): number =>
  typeof source === "string" ? source.length : isBytes(source) ? byteLength(source) : 0;
