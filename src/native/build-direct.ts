/** Builds values from the tape with closures, one for each validator of the plan. */
import { define } from "../values/define.ts";
import type { Build, CompiledSchema } from "./schema.ts";
import type { Order } from "./shapes.ts";
import { Form, HEAD_SIZE, Kind, MAX_SHAPES, Mark, REPEAT_WIDTH } from "./tape.ts";

type Read = () => unknown;

/** The builder of a plan, without generated code. */
export function closureBuilder(schema: CompiledSchema): Build {
  const builder = new ClosureBuilder(schema);
  return (integers, numbers, text) => builder.build(integers, numbers, text);
}

/** The arrays of the tape are not referenced between texts, so that large ones can be freed. */
const NO_INTEGERS: Int32Array = new Int32Array();
const NO_NUMBERS: Float64Array = new Float64Array();

class ClosureBuilder {
  readonly #schema: CompiledSchema;
  /** With all members from the start: no index is looked up in a prototype. */
  readonly #reads: (Read | undefined)[];
  #integers = NO_INTEGERS;
  #numbers = NO_NUMBERS;
  #narrow = "";
  #wide = "";
  /** The short strings that come more than once. */
  #repeats = "";
  #at = 0;
  #number = 0;
  #narrowChunk = 0;
  #wideChunk = -1;

  constructor(schema: CompiledSchema) {
    this.#schema = schema;
    this.#reads = schema.plan.members.map(() => undefined);
  }

  build(integers: Int32Array, numbers: Float64Array, text: string): unknown {
    this.#integers = integers;
    this.#numbers = numbers;
    this.#narrow = text;
    this.#at = HEAD_SIZE;
    this.#number = this.#narrowChunk = 0;
    this.#wideChunk = -1;
    try {
      return this.#value(0);
    } finally {
      this.#integers = NO_INTEGERS;
      this.#numbers = NO_NUMBERS;
      this.#narrow = this.#wide = this.#repeats = "";
    }
  }

  #value(id: number): unknown {
    let read = this.#reads[id];
    if (read === undefined) {
      read = this.#readOf(id);
      this.#reads[id] = read;
    }
    return read();
  }

  #next(): number {
    return this.#integers[this.#at++] as number;
  }

  #nextNumber(): number {
    return this.#numbers[this.#number++] as number;
  }

  #readOf(id: number): Read {
    const schema = this.#schema;
    const { nullable, options, value } = schema.params(id);
    const members = schema.plan.members[id] as readonly number[];
    switch (schema.kind(id)) {
      case Kind.integer:
        return () => this.#integer();
      case Kind.bigInteger:
        return () => this.#bigint();
      case Kind.floating:
        return () => (nullable && this.#next() === Mark.null ? null : this.#nextNumber());
      case Kind.string: {
        const checked = (): unknown => {
          if (options === undefined) return this.#string();
          const option = this.#next();
          return option === Mark.noString ? null : options[option];
        };
        if (!schema.mayBeDelegated(id)) return options === undefined ? () => this.#string() : checked;
        return () => (this.#next() === Mark.delegated ? schema.check(id, this.#anything()) : checked());
      }
      case Kind.moment:
        return () => {
          const text = this.#string();
          return text === null ? null : schema.make(id, text);
        };
      case Kind.boolean:
        return () => {
          const flag = this.#next();
          return flag === Mark.null ? null : flag === 1;
        };
      case Kind.constant:
        // Const returns the input, not its own value: they differ where one is 0 and the other -0.
        return () => (value === 0 ? (this.#next() === 1 ? -0 : 0) : value);
      case Kind.list:
      case Kind.set:
        return () => this.#list(id, members[0] as number);
      case Kind.tuple:
        return () => {
          if (nullable && this.#next() === Mark.nullContainer) return null;
          return members.map((member) => this.#value(member));
        };
      case Kind.dict: {
        const keys = schema.keys(id);
        return () => this.#dict(id, keys, members);
      }
      case Kind.allOf: {
        const last = members.at(-1) as number;
        if (!schema.mayBeDelegated(id)) return () => this.#value(last);
        return () => (this.#next() === Mark.delegated ? schema.check(id, this.#anything()) : this.#value(last));
      }
      case Kind.oneOf:
        return () => {
          const step = this.#next();
          if (step === Mark.nullContainer) return null;
          return step === Mark.delegatedSteps
            ? schema.check(id, this.#anything())
            : this.#value(members[step] as number);
        };
      case Kind.lazyRef: {
        const target = schema.plan.aliases.get(schema.params(id).use) as number;
        return () => this.#value(target);
      }
      case Kind.delegated:
        return () => schema.check(id, this.#anything());
      default:
        return () => this.#anything();
    }
  }

  #integer(): number | null {
    const value = this.#next();
    if (value === Mark.number) return this.#nextNumber();
    return value === Mark.null ? null : value;
  }

  #bigint(): bigint | null {
    const value = this.#next();
    if (value > Mark.negativeDigits) return BigInt(value);
    if (value === Mark.null) return null;
    const digits = BigInt(this.#string() as string);
    return value === Mark.digits ? digits : -digits;
  }

  #string(): string | null {
    const begin = this.#next();
    const end = this.#next();
    if (begin === Mark.noString) return end === 0 ? null : this.#repeat(end);
    if (begin >= 0) {
      // A negative end says that the string is the first one of the next chunk.
      if (end < 0) this.#narrow = this.#schema.port.narrow(++this.#narrowChunk);
      return this.#narrow.substring(begin, end < 0 ? ~end : end);
    }
    if (end < 0) {
      this.#wideChunk = Math.max(this.#wideChunk, 0) + 1;
      this.#wide = this.#schema.port.wide(this.#wideChunk);
    } else if (this.#wideChunk < 0) {
      this.#wideChunk = 0;
      this.#wide = this.#schema.port.wide(0);
    }
    return this.#wide.substring(-2 - begin, end < 0 ? ~end : end);
  }

  #repeat(end: number): string {
    this.#repeats ||= this.#schema.port.repeats();
    return this.#repeats.substring(end & -REPEAT_WIDTH, end);
  }

  #anything(): unknown {
    switch (this.#next()) {
      case Form.null:
        return null;
      case Form.no:
        return false;
      case Form.yes:
        return true;
      case Form.number:
        return this.#nextNumber();
      case Form.string:
        return this.#string();
      default:
        return JSON.parse(this.#string() as string);
    }
  }

  /** A List or a Set. */
  #list(id: number, item: number): unknown {
    const schema = this.#schema;
    const size = this.#next();
    if (size === Mark.nullContainer) return null;
    if (size === Mark.delegatedContainer) return schema.check(id, this.#anything());
    const items: unknown[] = [];
    for (let i = 0; i < size; i++) items.push(this.#value(item));
    if (schema.kind(id) === Kind.set) return schema.setOf(items);
    return schema.params(id).unique ? schema.distinct(items) : items;
  }

  #dict(id: number, keys: readonly string[], members: readonly number[]): Record<string, unknown> | null {
    const schema = this.#schema;
    const shape = this.#next();
    if (shape === Mark.nullContainer) return null;
    if (shape === Mark.delegatedContainer) return schema.check(id, this.#anything()) as Record<string, unknown>;
    const object: Record<string, unknown> = {};
    const set = (key: number): void => define(object, keys[key] as string, this.#value(members[key] as number));
    const { shapes } = schema;
    if (shape >= 0 && shape < Mark.subset) {
      shapes.count(id, shape);
      for (const key of shapes.of(id)[shape] as Order) set(key);
      return this.#addDefaults(id, object, keys);
    }
    const cut = Mark.cut - shape;
    const present = (shape - Mark.subset) >> 1;
    if (shape < 0) {
      const order = shapes.of(id)[cut % MAX_SHAPES] as Order;
      for (const key of order.slice(0, Math.floor(cut / MAX_SHAPES))) set(key);
    } else {
      for (let key = 0; present >> key !== 0; key++) if ((present >> key) & 1) set(key);
    }
    // The lowest bit of a subset says whether other members follow.
    if (shape < 0 || (shape - Mark.subset) & 1) {
      for (let key = this.#next(); key !== Mark.endOfMembers; key = this.#next()) {
        if (key !== Mark.extraKey) set(key);
        else define(object, this.#string() as string, this.#other(id, members));
      }
    }
    shapes.countUnshaped(id, object);
    return this.#addDefaults(id, object, keys);
  }

  /** The value of a key that is not in the schema. */
  #other(id: number, members: readonly number[]): unknown {
    return this.#schema.params(id).extra === undefined ? this.#anything() : this.#value(members.at(-1) as number);
  }

  #addDefaults(id: number, object: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
    const schema = this.#schema;
    const { defaults } = schema.params(id);
    if (defaults === undefined) return object;
    const constant = schema.constantDefaults(id);
    for (const key of keys) {
      if (!Object.hasOwn(defaults, key) || Object.hasOwn(object, key)) continue;
      define(object, key, constant?.has(key) ? constant.get(key) : schema.makeDefault(id, key));
    }
    return object;
  }
}
