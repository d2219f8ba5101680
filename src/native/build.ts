/** Builds the values of one validator from the tape. */
import { generatedBuilder } from "./build-code.ts";
import type { Build, CompiledSchema } from "./schema.ts";
import type { Order } from "./shapes.ts";

/** When it is worth it to put more work into a validator. */
export interface Thresholds {
  /**
   * The first text of a validator is left to the pure engine if it is shorter: reading it takes less time than to
   * compile the validator, and many validators read one text only.
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
   * of text for each of them: else building the value of the text is as fast.
   */
  readonly bytesForEach: number;
  /**
   * Short strings that come more than once are sought in texts of so many bytes. To make one costs no more than to find
   * it; what costs is that the collector moves it, twice, and of a small value it moves little.
   */
  readonly repeats: number;
}

const MIB = 1024 * 1024;
/**
 * Finding strings again halves the time of large texts. On V8 11 (Node 20) of 3 MiB and more; newer ones have more room
 * for what is new, so there it takes up to a tenth more until that is full.
 */
const REPEATS = Number.parseInt(globalThis.process?.versions?.v8 ?? "", 10) < 12 ? 3 * MIB : 12 * MIB;

/** Compiling takes some 10 microseconds a node, computing the properties of all characters 20 milliseconds. */
export const THRESHOLDS: Thresholds = {
  first: 16 * 1024,
  unshaped: 500,
  delegated: 1024 * 1024,
  bytesForEach: 200,
  repeats: REPEATS,
};
const UNSHAPED_GROWTH = 8;
/** The most delegated values that are checked one by one: the addon keeps twice as many records. */
const MAX_RECORDS = 60_000;
/** The threshold grows no further: compared to building this many objects, generating code costs little. */
const MAX_UNSHAPED = 256_000;

/** The builder of one compiled validator. */
export class Builder {
  readonly schema: CompiledSchema;
  /** How many values of the last text were delegated to validators' own checks: a forecast for the next text. */
  delegated = 0;
  /** They were so many that a verdict is found sooner by building the value. */
  delegatedMuch = false;
  #bytesDelegated = 0;
  /** Undefined before the first value. */
  #build: Build | undefined;
  /** No code may be generated. */
  #isRefused = false;
  #unshapedThreshold: number;
  readonly #thresholds: Thresholds;

  constructor(schema: CompiledSchema, thresholds: Thresholds) {
    this.schema = schema;
    this.#thresholds = thresholds;
    this.#unshapedThreshold = thresholds.unshaped;
  }

  /** True if values can be built; if not, the pure engine does the whole call. Verdicts need none. */
  get canBuild(): boolean {
    if (this.#build === undefined && !this.#isRefused) this.#generate();
    return this.#build !== undefined;
  }

  /**
   * The value on the tape, or FAILED if a value that was delegated to its own `check`, or a default, is invalid. Only
   * after `canBuild`.
   */
  build(integers: Int32Array, numbers: Float64Array, text: string): unknown {
    return this.schema.run(this.#build as Build, integers, numbers, text);
  }

  /** Records how many values of a text, of `bytes` bytes, were delegated to validators' own checks. */
  noteDelegated(count: number, bytes: number): void {
    this.delegated = count;
    this.delegatedMuch = this.isMuch(count, bytes) && this.canBuild;
    if (count > 0) this.#bytesDelegated += bytes;
  }

  /**
   * Whether so many values of a text of `bytes` bytes take longer to check one by one than to build with all others.
   */
  isMuch(count: number, bytes: number): boolean {
    return count > MAX_RECORDS || count * this.#thresholds.bytesForEach > bytes;
  }

  /**
   * True if it is worth it to compile the validator again, with the properties of characters that its patterns name.
   */
  get needsProperties(): boolean {
    const { plan } = this.schema;
    return this.#bytesDelegated > this.#thresholds.delegated && !plan.hasProperties && plan.properties.size > 0;
  }

  #generate(): void {
    this.#build = generatedBuilder(this.schema);
    this.#isRefused = this.#build === undefined;
  }

  /** Selects new shapes if there were many unshaped objects. Must not be called while a text is walked or built. */
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
