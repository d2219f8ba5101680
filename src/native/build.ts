/** Builds values from the tape: at first with closures, and with generated code once that pays and where it is allowed. */
import { generate } from "./build-code.ts";
import { direct } from "./build-direct.ts";
import type { Build, CompiledSchema } from "./schema.ts";
import type { Order } from "./shapes.ts";
import { Head } from "./tape.ts";

/** When more work is put into a validator. */
export interface Thresholds {
  /** Code is generated for it when it has judged this many bytes, or this many texts. */
  readonly bytes: number;
  readonly texts: number;
  /** Shapes are chosen anew when this many objects have come that have none; then when 8 times as many have, and so on. */
  readonly unshaped: number;
  /** When texts of so many bytes had values handed over that the addon could judge if it knew the properties of characters. */
  readonly handedOver: number;
}

/** Generating code takes about a millisecond, finding the properties of all characters about twenty. */
export const THRESHOLDS: Thresholds = { bytes: 64 * 1024, texts: 20, unshaped: 500, handedOver: 1024 * 1024 };
const MORE = 8;
/** But no more than this: then new code costs little beside what has come. */
const MOST_UNSHAPED = 256_000;

/** The builder of one compiled validator. */
export class Builder {
  readonly schema: CompiledSchema;
  /** Values of the last text that were handed over to a validator's own check: it may be so again. */
  handedOver = 0;
  #bytesHandedOver = 0;
  #build: Build;
  #isGenerated = false;
  #texts = 0;
  #bytes = 0;
  #mostUnshaped: number;
  readonly #thresholds: Thresholds;

  constructor(schema: CompiledSchema, thresholds: Thresholds) {
    this.schema = schema;
    this.#thresholds = thresholds;
    this.#mostUnshaped = thresholds.unshaped;
    this.#build = direct(schema);
  }

  /** The value on the tape, or FAILED when a value that was handed over to its own `check`, or a default, is invalid. */
  build(integers: Int32Array, numbers: Float64Array, text: string): unknown {
    if (!this.#isGenerated) this.#warmUp(integers[Head.size] as number);
    return this.schema.run(this.#build, integers, numbers, text);
  }

  /** Notes how many values of a text were handed over to validators' own checks. */
  noteHandedOver(count: number, bytes: number): void {
    this.handedOver = count;
    if (count > 0) this.#bytesHandedOver += bytes;
  }

  /** It pays to tell the addon which characters have the properties that patterns ask for. */
  get needsProperties(): boolean {
    const { plan } = this.schema;
    return this.#bytesHandedOver > this.#thresholds.handedOver && !plan.hasProperties && plan.properties.size > 0;
  }

  #warmUp(bytes: number): void {
    this.#bytes += bytes;
    const { bytes: most, texts } = this.#thresholds;
    if (this.#bytes > most || ++this.#texts > texts) this.#generate();
  }

  #generate(): void {
    this.#build = generate(this.schema) ?? direct(this.schema);
    this.#isGenerated = true;
  }

  /** Puts to use what the last texts have shown; to be called before a text is walked. */
  learn(): void {
    const { shapes, compiled } = this.schema;
    if (shapes.unshaped <= this.#mostUnshaped || !this.#isGenerated) return;
    this.#mostUnshaped = Math.min(this.#mostUnshaped * MORE, MOST_UNSHAPED);
    shapes.unshaped = 0;
    const adopt = (id: number, orders: readonly Order[]): boolean =>
      compiled.learn(id, Int32Array.from(orders.flatMap((order) => [order.length, ...order])));
    if (shapes.renew(adopt)) this.#generate();
  }
}
