/** Builds the values of one validator from the tape. */
import { generatedBuilder } from "./build-code.ts";
import type { Builds, CompiledSchema } from "./schema.ts";
import type { Order } from "./shapes.ts";

/** Thresholds from which more work for a validator pays off. */
export interface Thresholds {
  /**
   * The first text of a validator is read by the pure engine if it is shorter: that takes less time than compiling the
   * validator, and many validators read only one text.
   */
  readonly first: number;
  /** New shapes are selected after this many unshaped objects; the next time after 8 times as many, and so on. */
  readonly unshaped: number;
  /**
   * The properties of characters are computed for the addon after this many bytes of texts with delegated values, if
   * some of the validator's patterns are delegated because of such properties.
   */
  readonly delegated: number;
  /**
   * For a verdict, delegated values are checked one by one, from failure records, if there are at least this many bytes
   * of text for each of them: otherwise building the whole value is as fast.
   */
  readonly bytesForEach: number;
  /**
   * Short repeated strings are looked up in texts of at least this many bytes. Creating a string costs no more than
   * finding it, but the garbage collector copies it twice, which only matters for large values.
   */
  readonly repeats: number;
}

const MIB = 1024 * 1024;
/**
 * Reusing strings halves the time of large texts. On V8 11 (Node 20) that starts at 3 MiB; newer versions have a larger
 * young generation, so until it is full, reuse costs up to a tenth more.
 */
const REPEATS = Number.parseInt(globalThis.process?.versions?.v8 ?? "", 10) < 12 ? 3 * MIB : 12 * MIB;

/** Compiling takes some 10 microseconds per node, computing the properties of all characters 20 milliseconds. */
export const THRESHOLDS: Thresholds = {
  first: 16 * 1024,
  unshaped: 500,
  delegated: 1024 * 1024,
  bytesForEach: 200,
  repeats: REPEATS,
};
const UNSHAPED_GROWTH = 8;
/** Maximum number of delegated values that are checked one by one: the addon keeps twice as many records. */
const MAX_RECORDS = 60_000;
/** The threshold grows no further: compared to building this many objects, generating code costs little. */
const MAX_UNSHAPED = 256_000;

/** The builder of one compiled validator. */
export class Builder {
  readonly schema: CompiledSchema;
  /**
   * The number of values of the last text that were delegated to validators' own checks: a forecast for the next text.
   */
  delegated = 0;
  /** There were so many of them that building the value gives a verdict sooner. */
  delegatedMuch = false;
  #bytesDelegated = 0;
  /** Undefined before the first value. */
  #build: Builds | undefined;
  /** The runtime forbids code generation. */
  #isRefused = false;
  #unshapedThreshold: number;
  readonly #thresholds: Thresholds;

  constructor(schema: CompiledSchema, thresholds: Thresholds) {
    this.schema = schema;
    this.#thresholds = thresholds;
    this.#unshapedThreshold = thresholds.unshaped;
  }

  /** True if values can be built; if not, the pure engine handles the whole call. Verdicts build nothing. */
  get canBuild(): boolean {
    if (this.#build === undefined && !this.#isRefused) this.#generate();
    return this.#build !== undefined;
  }

  /**
   * Builds the value on the tape. Returns FAILED if a delegated value or a default is invalid. Only after `canBuild`.
   */
  build(integers: Int32Array, numbers: Float64Array, text: string): unknown {
    return this.schema.run((this.#build as Builds).one, integers, numbers, text);
  }

  /** Builds the values of those of the first `count` texts that are valid, as `build` does. */
  buildMany(integers: Int32Array, numbers: Float64Array, text: string, texts: Int32Array, count: number): unknown {
    const { many } = this.#build as Builds;
    return this.schema.run((...tape) => many(...tape, texts, count), integers, numbers, text);
  }

  /** Records how many values of a text of `bytes` bytes were delegated to validators' own checks. */
  noteDelegated(count: number, bytes: number): void {
    this.delegated = count;
    this.delegatedMuch = this.isMuch(count, bytes) && this.canBuild;
    if (count > 0) this.#bytesDelegated += bytes;
  }

  /**
   * Returns whether checking that many values of a text of `bytes` bytes one by one takes longer than building the
   * whole value.
   */
  isMuch(count: number, bytes: number): boolean {
    return count > MAX_RECORDS || count * this.#thresholds.bytesForEach > bytes;
  }

  /** True if compiling the validator again, with the properties of characters that its patterns name, pays off. */
  get needsProperties(): boolean {
    const { plan } = this.schema;
    return this.#bytesDelegated > this.#thresholds.delegated && !plan.hasProperties && plan.properties.size > 0;
  }

  #generate(): void {
    this.#build = generatedBuilder(this.schema);
    this.#isRefused = this.#build === undefined;
  }

  /** Selects new shapes if there were many unshaped objects. Do not call it while a text is walked or built. */
  learn(): void {
    const { shapes, compiled } = this.schema;
    if (shapes.unshaped <= this.#unshapedThreshold || this.#build === undefined) return;
    this.#unshapedThreshold = Math.min(this.#unshapedThreshold * UNSHAPED_GROWTH, MAX_UNSHAPED);
    shapes.unshaped = 0;
    const adopt = (id: number, orders: readonly Order[]): boolean =>
      compiled.learn(id, Int32Array.from(orders.flatMap((order) => [order.length, ...order])));
    if (shapes.select(adopt)) this.#generate();
  }
}
