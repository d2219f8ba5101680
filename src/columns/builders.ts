/** Columns of values that have been validated. */

import type { Column } from "../core/columns.ts";
import type { Room } from "../core/json/columns.ts";
import { isArray, ownValue } from "../values/input.ts";
import type { Temporal } from "../values/temporal.ts";
import type { Layout, LayoutField } from "./layout.ts";

/** Capacity, in values, of new columns. */
const LEAST = 64;

/** Bits, the lowest of a byte first. */
class Bits {
  #bytes = new Uint8Array(LEAST / 8);

  /** @param count the first bits are set. */
  constructor(count = 0) {
    if (count > LEAST) this.#bytes = new Uint8Array(Math.ceil(count / 8) * 2);
    this.#bytes.fill(0xff, 0, count >> 3);
    if ((count & 7) > 0) this.#bytes[count >> 3] = (1 << (count & 7)) - 1;
  }

  /** @param index must not be less than one before. */
  set(index: number, bit: boolean): void {
    const at = index >> 3;
    if (at >= this.#bytes.length) this.#bytes = larger(this.#bytes, at + 1);
    if (bit) this.#bytes[at] = (this.#bytes[at] as number) | (1 << (index & 7));
  }

  /** Appends bits of others, from `from` to before `to`; without others all are set. Returns how many are not. */
  append(at: number, bits: Uint8Array | undefined, from: number, to: number): number {
    const size = at + to - from;
    if (size > this.#bytes.length * 8) this.#bytes = larger(this.#bytes, (size + 7) >> 3);
    const bytes = this.#bytes;
    let unset = 0;
    for (let index = from, place = at; index < to; index++, place++) {
      const bit = bits === undefined ? 1 : ((bits[index >> 3] as number) >> (index & 7)) & 1;
      bytes[place >> 3] = (bytes[place >> 3] as number) | (bit << (place & 7));
      unset += 1 - bit;
    }
    return unset;
  }

  take(count: number): Uint8Array {
    const bytes = this.#bytes;
    this.#bytes = new Uint8Array(LEAST / 8);
    const size = (count + 7) >> 3;
    return (bytes.length < size ? larger(bytes, size) : bytes).subarray(0, size);
  }
}

/** Capacity for the next batch after one of `size`: it is seldom larger by an eighth, and growing doubles the array. */
const nextCapacity = (size: number): number => Math.max(LEAST, size + (size >> 3));

type Numbers = Int32Array | Float64Array | BigInt64Array | Uint8Array | Int8Array;

/** A copy of an array with room for at least `least` elements. */
function larger<A extends Numbers>(array: A, least: number): A {
  const copy = new (array.constructor as new (length: number) => A)(Math.max(least, array.length * 2));
  copy.set(array as never);
  return copy;
}

/** Builds one column. */
export abstract class Builder {
  readonly type: Layout;
  protected readonly room: Room;
  length = 0;
  #nulls = 0;
  #valid: Bits | undefined;

  constructor(type: Layout, room: Room) {
    this.type = type;
    this.room = room;
  }

  /** Appends a value; null, or undefined for one that is missing. */
  add(value: unknown): void {
    if (value === null || value === undefined) this.addNull();
    else {
      this.put(value);
      this.#valid?.set(this.length, true);
      this.length++;
    }
  }

  addNull(): void {
    this.#valid ??= new Bits(this.length);
    this.#valid.set(this.length, false);
    this.#nulls++;
    this.putNull();
    this.length++;
  }

  /** Appends the rows of a column of the same type, from `from` to before `to`. */
  append(column: Column, from: number, to: number): void {
    const { validity } = column;
    const { length } = this;
    if (this.type.kind === "null") this.#nulls += to - from;
    else if (validity !== undefined || this.#valid !== undefined) {
      this.#valid ??= new Bits(length);
      this.#nulls += this.#valid.append(length, validity, from, to);
    }
    this.copy(column, from, to);
    this.length = length + to - from;
  }

  /** The column of what was appended since the last call. */
  take(): Column {
    const { length, type } = this;
    const parts = this.taken(length);
    const column = {
      type,
      length,
      nulls: this.#nulls,
      validity: this.#valid?.take(length),
      values: undefined,
      offsets: undefined,
      children: NO_COLUMNS,
      ...parts,
    };
    this.length = 0;
    this.#nulls = 0;
    this.#valid = undefined;
    return column;
  }

  protected abstract put(value: unknown): void;
  protected abstract putNull(): void;
  /** Appends what a column has in some rows, which may be null. */
  protected abstract copy(column: Column, from: number, to: number): void;
  protected abstract taken(length: number): Partial<Column>;
}

const NO_COLUMNS: readonly Column[] = Object.freeze([]);

class NullBuilder extends Builder {
  protected put(): void {}
  protected putNull(): void {}
  protected copy(): void {}
  protected taken(length: number): Partial<Column> {
    return { nulls: length, validity: undefined };
  }
}

/** Values of fixed size. */
class NumberBuilder<A extends Int32Array | Float64Array | BigInt64Array> extends Builder {
  readonly #new: (length: number) => A;
  readonly #read: (value: unknown) => A[number];
  readonly #nothing: A[number];
  #values: A;

  constructor(type: Layout, room: Room, array: (length: number) => A, read: (value: unknown) => A[number]) {
    super(type, room);
    this.#new = array;
    this.#read = read;
    this.#values = array(LEAST);
    // One who sums up a column without a look at its validity should not get a wrong sum.
    this.#nothing = type.kind === "float64" ? Number.NaN : (this.#values[0] as A[number]);
  }

  protected put(value: unknown): void {
    this.#push(this.#read(value));
  }
  protected putNull(): void {
    this.#push(this.#nothing);
  }
  protected copy({ values }: Column, from: number, to: number): void {
    const end = this.length + to - from;
    this.room.take((to - from) * this.#values.BYTES_PER_ELEMENT);
    if (end > this.#values.length) this.#values = larger(this.#values, end);
    this.#values.set((values as A).subarray(from, to) as never, this.length);
  }
  #push(value: A[number]): void {
    const at = this.length;
    this.room.take(this.#values.BYTES_PER_ELEMENT);
    if (at === this.#values.length) this.#values = larger(this.#values, at + 1);
    this.#values[at] = value;
  }
  protected taken(length: number): Partial<Column> {
    const values = this.#values.subarray(0, length);
    this.#values = this.#new(nextCapacity(length));
    return { values: values as A };
  }
}

class BoolBuilder extends Builder {
  readonly #bits = new Bits();

  protected put(value: unknown): void {
    this.#push(value === true);
  }
  protected putNull(): void {
    this.#push(false);
  }
  protected copy({ values }: Column, from: number, to: number): void {
    this.room.take(to - from);
    this.#bits.append(this.length, values as Uint8Array, from, to);
  }
  #push(bit: boolean): void {
    this.room.take(1);
    this.#bits.set(this.length, bit);
  }
  protected taken(length: number): Partial<Column> {
    return { values: this.#bits.take(length) };
  }
}

/** Where each row begins in what is common to all. */
class Offsets {
  #offsets = new Int32Array(LEAST + 1);

  /** Ends the row `index`. */
  end(index: number, offset: number): void {
    if (index + 1 === this.#offsets.length) this.#offsets = larger(this.#offsets, index + 2);
    this.#offsets[index + 1] = offset;
  }

  /** Ends rows where those of others end, from `from` to before `to`, plus `shift`. */
  append(at: number, ends: Int32Array, from: number, to: number, shift: number): void {
    const size = at + to - from;
    if (size >= this.#offsets.length) this.#offsets = larger(this.#offsets, size + 1);
    const offsets = this.#offsets;
    for (let row = from, next = at + 1; row < to; row++, next++) offsets[next] = (ends[row + 1] as number) + shift;
  }

  take(length: number): Int32Array {
    const offsets = this.#offsets.subarray(0, length + 1);
    this.#offsets = new Int32Array(nextCapacity(length) + 1);
    return offsets;
  }
}

const encoder = new TextEncoder();

/** Texts, in UTF-8, and bytes. */
class BytesBuilder extends Builder {
  readonly #offsets = new Offsets();
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(LEAST);
  #size = 0;

  protected put(value: unknown): void {
    if (typeof value === "string") {
      // No text has fewer bytes than UTF-16 units, nor more than three times as many.
      this.room.take(4 + value.length);
      this.#reserve(value.length * 3);
      const { written } = encoder.encodeInto(value, this.#bytes.subarray(this.#size));
      this.room.take(written - value.length);
      this.#size += written;
    } else {
      const bytes = value as Uint8Array;
      this.room.take(4 + bytes.length);
      this.#reserve(bytes.length);
      this.#bytes.set(bytes, this.#size);
      this.#size += bytes.length;
    }
    this.#offsets.end(this.length, this.#size);
  }
  protected putNull(): void {
    this.room.take(4);
    this.#offsets.end(this.length, this.#size);
  }
  protected copy({ values, offsets }: Column, from: number, to: number): void {
    const ends = offsets as Int32Array;
    const [first, last] = [ends[from] as number, ends[to] as number];
    this.room.take((to - from) * 4 + last - first);
    this.#reserve(last - first);
    this.#bytes.set((values as Uint8Array).subarray(first, last), this.#size);
    this.#offsets.append(this.length, ends, from, to, this.#size - first);
    this.#size += last - first;
  }
  #reserve(size: number): void {
    if (this.#size + size > this.#bytes.length) this.#bytes = larger(this.#bytes, this.#size + size);
  }
  protected taken(length: number): Partial<Column> {
    const values = this.#bytes.subarray(0, this.#size);
    this.#bytes = new Uint8Array(nextCapacity(this.#size));
    this.#size = 0;
    return { values, offsets: this.#offsets.take(length) };
  }
}

class StructBuilder extends Builder {
  readonly #members: readonly (readonly [name: string, builder: Builder])[];

  constructor(type: Layout, room: Room) {
    super(type, room);
    this.#members = type.fields.map((field) => [field.name, builderOf(field.type, room)]);
  }

  protected put(value: unknown): void {
    for (const [name, member] of this.#members) member.add(ownValue(value as object, name));
  }
  protected putNull(): void {
    for (const [, member] of this.#members) member.addNull();
  }
  protected copy({ children }: Column, from: number, to: number): void {
    for (const [index, [, member]] of this.#members.entries()) member.append(children[index] as Column, from, to);
  }
  protected taken(): Partial<Column> {
    return { children: this.#members.map(([, member]) => member.take()) };
  }
}

class ListBuilder extends Builder {
  readonly #offsets = new Offsets();
  readonly #item: Builder;

  constructor(type: Layout, room: Room) {
    super(type, room);
    this.#item = builderOf((type.fields[0] as LayoutField).type, room);
  }

  protected put(value: unknown): void {
    this.room.take(4);
    if (isArray(value)) for (const item of value) this.#item.add(item);
    // A Set, or a typed array.
    else for (const item of value as Iterable<unknown>) this.#item.add(item);
    this.#offsets.end(this.length, this.#item.length);
  }
  protected putNull(): void {
    this.room.take(4);
    this.#offsets.end(this.length, this.#item.length);
  }
  protected copy({ offsets, children }: Column, from: number, to: number): void {
    const ends = offsets as Int32Array;
    const [first, last] = [ends[from] as number, ends[to] as number];
    this.room.take((to - from) * 4);
    this.#offsets.append(this.length, ends, from, to, this.#item.length - first);
    this.#item.append(children[0] as Column, first, last);
  }
  protected taken(length: number): Partial<Column> {
    return { offsets: this.#offsets.take(length), children: [this.#item.take()] };
  }
}

const isNull = ({ type, validity }: Column, row: number): boolean =>
  type.kind === "null" || (validity !== undefined && (((validity[row >> 3] as number) >> (row & 7)) & 1) === 0);

class UnionBuilder extends Builder {
  readonly #alternatives: readonly Builder[];
  #numbers = new Int8Array(LEAST);
  #places = new Int32Array(LEAST);

  constructor(type: Layout, room: Room) {
    super(type, room);
    this.#alternatives = type.fields.map((field) => builderOf(field.type, room));
  }

  protected put(value: unknown): void {
    this.#push((this.type.choose as (value: object) => number)(value as object), value);
  }
  protected putNull(): void {
    this.#push(0, null);
  }
  override append({ values, offsets, children }: Column, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      const number = (values as Int8Array)[row] as number;
      const place = (offsets as Int32Array)[row] as number;
      const column = children[number] as Column;
      // Those of its first alternative are its own.
      if (number === 0 && isNull(column, place)) this.addNull();
      else {
        this.#place(number, this.length).append(column, place, place + 1);
        this.length++;
      }
    }
  }
  protected copy(): void {
    throw new Error("a union appends its rows itself");
  }
  #push(number: number, value: unknown): void {
    this.#place(number, this.length).add(value);
  }
  /** Notes the alternative of a row, and returns its builder, to which the value is appended next. */
  #place(number: number, at: number): Builder {
    this.room.take(5);
    if (at === this.#numbers.length) {
      this.#numbers = larger(this.#numbers, at + 1);
      this.#places = larger(this.#places, at + 1);
    }
    const alternative = this.#alternatives[number] as Builder;
    this.#numbers[at] = number;
    this.#places[at] = alternative.length;
    return alternative;
  }
  protected taken(length: number): Partial<Column> {
    const values = this.#numbers.subarray(0, length);
    const offsets = this.#places.subarray(0, length);
    this.#numbers = new Int8Array(nextCapacity(length));
    this.#places = new Int32Array(nextCapacity(length));
    // Its first alternative has the nulls.
    return { values, offsets, validity: undefined, children: this.#alternatives.map((one) => one.take()) };
  }
}

/** The builder of a column. */
export function builderOf(type: Layout, room: Room): Builder {
  const numbers = <A extends Int32Array | Float64Array | BigInt64Array>(
    array: (length: number) => A,
    read: (value: unknown) => A[number],
  ): Builder => new NumberBuilder(type, room, array, read);
  switch (type.kind) {
    case "null":
      return new NullBuilder(type, room);
    case "bool":
      return new BoolBuilder(type, room);
    case "int32":
      return numbers(ints, (value) => value as number);
    case "float64":
      return numbers(
        (length) => new Float64Array(length),
        (value) => value as number,
      );
    case "int64":
      return numbers(bigints, (value) => value as bigint);
    case "dictionary": {
      const indexes = new Map((type.options as readonly string[]).map((option, index) => [option, index]));
      return numbers(ints, (value) => indexes.get(value as string) as number);
    }
    case "date":
      return numbers(ints, daysOf);
    case "timestamp":
      return numbers(bigints, type.zone === undefined ? civilMicroseconds : microseconds);
    case "time":
      return numbers(bigints, (value) => BigInt(microsecondsOfDay(value as Temporal.PlainTime)));
    case "utf8":
    case "binary":
      return new BytesBuilder(type, room);
    case "struct":
      return new StructBuilder(type, room);
    case "list":
      return new ListBuilder(type, room);
    case "union":
      return new UnionBuilder(type, room);
  }
}

const ints = (length: number): Int32Array => new Int32Array(length);
const bigints = (length: number): BigInt64Array => new BigInt64Array(length);

const DAY = 86_400_000;

/** Days since 1970 of a date; a JavaScript Date is at midnight in UTC. */
function daysOf(value: unknown): number {
  if (value instanceof Date) return Math.floor(value.getTime() / DAY);
  const { year, month, day } = inIso(value as Temporal.PlainDate);
  // Years begin in March here, so the day that some lack is their last; 400 of them have 146,097 days.
  const ofMarch = month > 2 ? year : year - 1;
  const era = Math.floor(ofMarch / 400);
  const yearOfEra = ofMarch - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** A parser of the caller's may give dates of another calendar. */
const inIso = (date: Temporal.PlainDate): Temporal.PlainDate =>
  date.calendarId === "iso8601" ? date : date.withCalendar("iso8601");

function microsecondsOfDay(time: Temporal.PlainTime | Temporal.PlainDateTime): number {
  const { hour, minute, second, millisecond, microsecond } = time;
  return (((hour * 60 + minute) * 60 + second) * 1000 + millisecond) * 1000 + microsecond;
}

const civilMicroseconds = (value: unknown): bigint =>
  BigInt(daysOf(value)) * 86_400_000_000n + BigInt(microsecondsOfDay(value as Temporal.PlainDateTime));

/** Microseconds since 1970 of a moment, down to the one that has begun. */
function microseconds(value: unknown): bigint {
  if (value instanceof Date) return BigInt(value.getTime()) * 1000n;
  const { epochNanoseconds } = value as Temporal.Instant | Temporal.ZonedDateTime;
  const remainder = epochNanoseconds % 1000n;
  return (epochNanoseconds - remainder) / 1000n - (remainder < 0n ? 1n : 0n);
}
