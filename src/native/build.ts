/** Builds values from the tape: at first with closures, later with generated code if the runtime allows it. */
import { generatedBuilder } from "./build-code.ts";
import { closureBuilder } from "./build-direct.ts";
import type { Build, CompiledSchema } from "./schema.ts";
import type { Order } from "./shapes.ts";
import { Head } from "./tape.ts";

/** When it is worth it to put more work into a validator. */
export interface Thresholds {
  /** Code is generated when the validator has built values of this many bytes of text, or of this many texts. */
  readonly bytes: number;
  readonly texts: number;
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

/** Generating code takes about a millisecond, computing the properties of all characters about twenty. */
export const THRESHOLDS: Thresholds = {
  bytes: 64 * 1024,
  texts: 20,
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
  #build: Build;
  #isGenerated = false;
  #texts = 0;
  #bytes = 0;
  #unshapedThreshold: number;
  readonly #thresholds: Thresholds;

  constructor(schema: CompiledSchema, thresholds: Thresholds) {
    this.schema = schema;
    this.#thresholds = thresholds;
    this.#unshapedThreshold = thresholds.unshaped;
    this.#build = closureBuilder(schema);
  }

  /** The value on the tape, or FAILED if a value that was delegated to its own `check`, or a default, is invalid. */
  build(integers: Int32Array, numbers: Float64Array, text: string): unknown {
    if (!this.#isGenerated) this.#warmUp(integers[Head.size] as number);
    return this.schema.run(this.#build, integers, numbers, text);
  }

  /** Records how many values of a text, of `bytes` bytes, were delegated to validators' own checks. */
  noteDelegated(count: number, bytes: number): void {
    this.delegated = count;
    this.delegatedMuch = this.isMuch(count, bytes);
    if (count > 0) this.#bytesDelegated += bytes;
  }

  /**
   * Whether so many values of a text of `bytes` bytes take longer to check one by one than to build with all others.
   */
  isMuch(count: number, bytes: number): boolean {
    return count > MAX_RECORDS || count * this.#thresholds.bytesForEach > bytes;
  }

  /**
   * Whether it is worth it to compile the validator again, with the properties of characters that its patterns name.
   */
  get needsProperties(): boolean {
    const { plan } = this.schema;
    return this.#bytesDelegated > this.#thresholds.delegated && !plan.hasProperties && plan.properties.size > 0;
  }

  #warmUp(bytes: number): void {
    this.#bytes += bytes;
    const { bytes: most, texts } = this.#thresholds;
    if (this.#bytes > most || ++this.#texts > texts) this.#generate();
  }

  #generate(): void {
    this.#build = generatedBuilder(this.schema) ?? closureBuilder(this.schema);
    this.#isGenerated = true;
  }

  /** Selects new shapes if there were many unshaped objects. Must not be called while a text is walked or built. */
  learn(): void {
    const { shapes, compiled } = this.schema;
    if (shapes.unshaped <= this.#unshapedThreshold || !this.#isGenerated) return;
    this.#unshapedThreshold = Math.min(this.#unshapedThreshold * UNSHAPED_GROWTH, MAX_UNSHAPED);
    shapes.unshaped = 0;
    const adopt = (id: number, orders: readonly Order[]): boolean =>
      compiled.learn(id, Int32Array.from(orders.flatMap((order) => [order.length, ...order])));
    if (shapes.select(adopt)) this.#generate();
  }
}
