/** Columns that the addon fills from the tape: which they are, and how the values of a validator get into them. */
import { type Column, type ColumnType, Room } from "../../core/json/columns.ts";
import type { ListModel } from "../../core/models/array.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChoiceModel, ReferenceModel } from "../../core/models/steps.ts";
import type { FilledColumns, Port } from "./addon.ts";
import type { CompiledSchema } from "./schema.ts";
import { COLUMN_HEAD, ColumnData, ColumnPart, ColumnRead, Kind } from "./tape.ts";

/** Columns inside each other: deeper ones are left to TypeScript. */
const MAX_DEPTH = 60;
/** The same for all validators that lead to a value. */
const MAX_SCHEMA_DEPTH = 100;

const NO_BYTES = new Uint8Array();
/** Initial capacity for the columns of 64 kB of lines. */
const LEAST_BYTES = 64 * 1024;

/** Buffers that wait to be used again: two, so that a batch may still be in use while the next one is read. */
const MAX_SPARE = 2;

/** Memory that the addon writes every byte of: zeros would take as long as copying to it. */
function uninitialized(size: number): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as { Buffer?: { allocUnsafeSlow?(size: number): Uint8Array<ArrayBuffer> } };
  const bytes = Buffer?.allocUnsafeSlow?.(size);
  return bytes === undefined ? new Uint8Array(size) : new Uint8Array(bytes.buffer, bytes.byteOffset, size);
}

/** The columns of a type, each in front of those inside it. */
interface NumberedColumn {
  readonly type: ColumnType;
  readonly index: number;
  readonly inner: readonly NumberedColumn[];
}

export class NativeColumns {
  #rows = 0;
  #used = 0;
  #filled: FilledColumns;
  #port: Port;
  #schema: CompiledSchema;
  /** What was taken last. */
  #memory = new Uint8Array(LEAST_BYTES);
  /** Memory of columns that nothing refers to. */
  readonly #spare: ArrayBuffer[] = [];
  /** Memory is given back, so it should be large enough for the next columns, too. */
  #isReused = false;
  readonly #root: NumberedColumn;
  readonly #layout: Int32Array;

  /** Undefined if the addon cannot fill the columns of such a type with the values of such a validator. */
  static open(port: Port, schema: CompiledSchema, type: ColumnType): NativeColumns | undefined {
    const numbers: number[] = [];
    const root = numbered(type, numbers, 0);
    const reads = root && readsOf(schema, root);
    if (root === undefined || reads === undefined) return undefined;
    const layout = Int32Array.from(numbers);
    const filled = port.columns(layout);
    return filled?.setReads(reads) ? new NativeColumns(port, schema, filled, root, layout) : undefined;
  }

  private constructor(
    port: Port,
    schema: CompiledSchema,
    filled: FilledColumns,
    root: NumberedColumn,
    layout: Int32Array,
  ) {
    this.#port = port;
    this.#schema = schema;
    this.#filled = filled;
    this.#root = root;
    this.#layout = layout;
  }

  /** Makes them ready for another plan of the validator, or another port; false if that is not possible. */
  fits(port: Port, schema: CompiledSchema): boolean {
    if (schema === this.#schema) return true;
    if (port !== this.#port) {
      // The rows are in the memory of a module that was given up.
      if (this.#rows > 0) return false;
      const filled = port.columns(this.#layout);
      if (filled === undefined) return false;
      this.#filled = filled;
      this.#port = port;
    }
    const reads = readsOf(schema, this.#root);
    if (reads === undefined || !this.#filled.setReads(reads)) return false;
    this.#schema = schema;
    return true;
  }

  /**
   * Appends the values that the addon has just validated; false if there is not enough memory.
   * @throws RangeError if the columns would take too much memory.
   */
  add(rows: number): boolean {
    const bytes = this.#filled.add(rows, Room.MOST);
    if (bytes === -2) throw Room.exceeded(Room.MOST);
    if (bytes < 0) return false;
    this.#rows += rows;
    this.#used = bytes;
    return true;
  }

  /** See `ColumnReader.used`. The memory of a module may be given up at any time, and all rows in it. */
  get used(): number | undefined {
    return this.#port.heap === undefined ? this.#used : undefined;
  }

  /** See `ColumnReader.take`. */
  take(isKept: boolean): Column {
    const spare = isKept ? this.#spare.pop() : undefined;
    let memory = spare !== undefined ? new Uint8Array(spare) : isKept ? NO_BYTES : this.#memory;
    let size = this.#filled.take(memory);
    if (size > memory.length) {
      const room = this.#isReused ? Math.ceil(size * 1.125) : size;
      memory = uninitialized(isKept ? room : Math.max(size, 2 * memory.length));
      if (!isKept) this.#memory = memory;
      size = this.#filled.take(memory);
    }
    if (size === 0) throw new RangeError("not enough memory for columns");
    this.#rows = this.#used = 0;
    const { buffer } = memory;
    return columnOf(this.#root, buffer, new Int32Array(buffer, 0, (this.#layout.length / 2) * COLUMN_HEAD));
  }

  /** See `ColumnReader.reuse`. */
  reuse(memory: ArrayBuffer): void {
    this.#isReused = true;
    if (this.#spare.length < MAX_SPARE) this.#spare.push(memory);
  }
}

/** The column in what was taken, with those inside it. */
function columnOf({ type, index, inner }: NumberedColumn, buffer: ArrayBuffer, about: Int32Array): Column {
  const at = index * COLUMN_HEAD;
  const [length, nulls] = [about[at] as number, about[at + 1] as number];
  const data = dataOf(type) as number;
  const place = (part: number): [offset: number, size: number] => [
    about[at + 2 + 2 * part] as number,
    about[at + 3 + 2 * part] as number,
  ];
  const hasOffsets = data === ColumnData.texts || data === ColumnData.list;
  const [offset, size] = place(ColumnPart.offsets);
  return {
    type,
    length,
    nulls,
    validity:
      nulls === 0 || data === ColumnData.nothing ? undefined : new Uint8Array(buffer, ...place(ColumnPart.validity)),
    values: VIEWS[data]?.(buffer, ...place(ColumnPart.values)),
    offsets: hasOffsets ? new Int32Array(buffer, offset, size / 4) : undefined,
    children: inner.map((one) => columnOf(one, buffer, about)),
  };
}

const VIEWS: Readonly<Record<number, (buffer: ArrayBuffer, offset: number, size: number) => Column["values"]>> = {
  [ColumnData.bits]: (buffer, offset, size) => new Uint8Array(buffer, offset, size),
  [ColumnData.int32]: (buffer, offset, size) => new Int32Array(buffer, offset, size / 4),
  [ColumnData.int64]: (buffer, offset, size) => new BigInt64Array(buffer, offset, size / 8),
  [ColumnData.float64]: (buffer, offset, size) => new Float64Array(buffer, offset, size / 8),
  [ColumnData.texts]: (buffer, offset, size) => new Uint8Array(buffer, offset, size),
};

/** What a column keeps; undefined if the addon has no such columns. */
function dataOf({ kind }: ColumnType): number | undefined {
  switch (kind) {
    case "null":
      return ColumnData.nothing;
    case "bool":
      return ColumnData.bits;
    case "int32":
    case "dictionary":
      return ColumnData.int32;
    case "int64":
      return ColumnData.int64;
    case "float64":
      return ColumnData.float64;
    case "utf8":
      return ColumnData.texts;
    case "struct":
      return ColumnData.structure;
    case "list":
      return ColumnData.list;
    default:
      return undefined;
  }
}

function numbered(type: ColumnType, layout: number[], depth: number): NumberedColumn | undefined {
  const data = dataOf(type);
  if (data === undefined || depth > MAX_DEPTH) return undefined;
  const index = layout.push(data, type.fields.length) / 2 - 1;
  const inner: NumberedColumn[] = [];
  for (const field of type.fields) {
    const one = numbered(field.type, layout, depth + 1);
    if (one === undefined) return undefined;
    inner.push(one);
  }
  return { type, index, inner };
}

/** Thrown while reads are written: TypeScript has to make the values. */
const NOT_HANDLED: unique symbol = Symbol();

function readsOf(schema: CompiledSchema, root: NumberedColumn): Int32Array | undefined {
  try {
    const reads = new Reads(schema);
    reads.value(0, root, 0);
    return Int32Array.from(reads.numbers);
  } catch (error) {
    if (error === NOT_HANDLED) return undefined;
    throw error;
  }
}

/** As the strings of the tape: those with greater units are written in another form. */
const MAX_LATIN1 = 0xff;

class Reads {
  readonly numbers: number[] = [];
  readonly #schema: CompiledSchema;

  constructor(schema: CompiledSchema) {
    this.#schema = schema;
  }

  /** Writes how the values of the validator `id` get into a column. */
  value(id: number, column: NumberedColumn, depth: number): void {
    if (depth > MAX_SCHEMA_DEPTH) throw NOT_HANDLED;
    const schema = this.#schema;
    const members = schema.plan.members[id] as readonly number[];
    const { kind } = column.type;
    const isNumbers = kind === "int32" || kind === "float64";
    switch (schema.kind(id)) {
      case Kind.integer:
        return void this.#leaf(column, ColumnRead.integer, isNumbers);
      case Kind.bigInteger:
        return void this.#leaf(column, ColumnRead.bigInteger, kind === "int64");
      case Kind.floating: {
        const how = schema.leaf(id).nullable ? ColumnRead.nullableFloating : ColumnRead.floating;
        return void this.#leaf(column, how, kind === "float64");
      }
      case Kind.boolean:
        return void this.#leaf(column, ColumnRead.boolean, kind === "bool");
      case Kind.string:
        if (schema.mayBeDelegated(id)) this.numbers.push(column.index, ColumnRead.handled);
        return void this.#string(id, column);
      case Kind.constant: {
        const { value } = schema.leaf(id);
        if (value === 0) return void this.#leaf(column, ColumnRead.zero, isNumbers);
        return void this.#constant(value, column);
      }
      case Kind.dict:
        return void this.#structure(id, column, depth);
      case Kind.list: {
        const { as, prefix, unique } = schema.model<ListModel>(id);
        if (as !== undefined || prefix.length > 0 || unique) throw NOT_HANDLED;
        this.#leaf(column, ColumnRead.list, kind === "list");
        return void this.value(members[0] as number, column.inner[0] as NumberedColumn, depth + 1);
      }
      case Kind.oneOf: {
        const { tags } = schema.model<ChoiceModel>(id);
        if (tags !== undefined) throw NOT_HANDLED;
        this.numbers.push(column.index, ColumnRead.choice, members.length);
        for (const member of members) this.value(member, column, depth + 1);
        return;
      }
      case Kind.allOf:
      case Kind.closed: {
        if (schema.mayBeDelegated(id)) this.numbers.push(column.index, ColumnRead.handled);
        const inside = schema.kind(id) === Kind.closed ? members[0] : members.at(-1);
        return void this.value(inside as number, column, depth + 1);
      }
      case Kind.lazyRef: {
        const target = schema.plan.targets.get(schema.model<ReferenceModel>(id).use);
        if (target === undefined) throw NOT_HANDLED;
        return void this.value(target, column, depth + 1);
      }
      default:
        throw NOT_HANDLED;
    }
  }

  #leaf({ index }: NumberedColumn, how: number, fits: boolean): void {
    if (!fits) throw NOT_HANDLED;
    this.numbers.push(index, how);
  }

  #string(id: number, column: NumberedColumn): void {
    const { options } = this.#schema.leaf(id);
    const { kind, options: known } = column.type;
    if (options === undefined) return void this.#leaf(column, ColumnRead.string, kind === "utf8");
    // The numbers of options on the tape are those of the column.
    const isSame = kind === "dictionary" && options.every((option, index) => known?.[index] === option);
    this.#leaf(column, ColumnRead.option, isSame);
  }

  #structure(id: number, column: NumberedColumn, depth: number): void {
    const schema = this.#schema;
    const { dispose } = schema.model<ObjectModel>(id);
    const { keys } = schema.writersOf(id);
    if (column.type.kind !== "struct" || dispose.size > 0 || keys.length !== column.inner.length) throw NOT_HANDLED;
    this.numbers.push(column.index, ColumnRead.structure, keys.length);
    const defaults = schema.constantDefaults(id);
    const { names } = schema.model<ObjectModel>(id);
    for (const [index, member] of keys.entries()) {
      const inner = column.inner[index] as NumberedColumn;
      // A default that is made anew delegates the object.
      this.#constant(defaults?.get(names[index] as string), inner);
      this.value(member, inner, depth + 1);
    }
  }

  /** Writes how a constant gets into a column. */
  #constant(value: unknown, column: NumberedColumn): void {
    const { numbers } = this;
    const { kind, options } = column.type;
    if (value === null || value === undefined) numbers.push(column.index, ColumnRead.nothing);
    else if (kind === "utf8" && typeof value === "string") {
      numbers.push(column.index, ColumnRead.text, value.length);
      for (let at = 0; at < value.length; at++) {
        const unit = value.charCodeAt(at);
        if (unit > MAX_LATIN1) throw NOT_HANDLED;
        numbers.push(unit);
      }
    } else {
      const word = wordOf(value, kind, options);
      if (word === undefined) throw NOT_HANDLED;
      numbers.push(column.index, ColumnRead.number, ...word);
    }
  }
}

/** The halves of the double, or of the integer of 64 bits, that stands for a constant; undefined if it does not fit. */
function wordOf(
  value: unknown,
  kind: ColumnType["kind"],
  options: readonly string[] | undefined,
): readonly [low: number, high: number] | undefined {
  const view = new DataView(new ArrayBuffer(8));
  const index = kind === "dictionary" ? options?.indexOf(value as string) : undefined;
  if (kind === "int64" && typeof value === "bigint") view.setBigInt64(0, value);
  else if (kind === "bool" && typeof value === "boolean") view.setFloat64(0, value ? 1 : 0);
  else if ((kind === "int32" || kind === "float64") && typeof value === "number") view.setFloat64(0, value);
  else if (index !== undefined && index >= 0) view.setFloat64(0, index);
  else return undefined;
  return [view.getInt32(4), view.getInt32(0)];
}
