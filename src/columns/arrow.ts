/** Columns as those of `apache-arrow`, an optional peer that is loaded when it is first needed. */
import type { Column, ColumnBatch, ColumnField, ColumnType, IpcOptions, RecordColumnBatch } from "../core/columns.ts";
import type { Validator } from "../core/validator.ts";
import { layoutOf } from "./layout.ts";

export type Arrow = typeof import("apache-arrow");

/**
 * Loads the package.
 * @throws Error if it is not installed.
 */
export async function loadArrow(caller: string): Promise<Arrow> {
  try {
    return await import("apache-arrow");
  } catch (cause) {
    throw new Error(`${caller} needs the package apache-arrow: npm install apache-arrow`, { cause });
  }
}

type Schema = import("apache-arrow").Schema;
type DataType = import("apache-arrow").DataType;
type Data = import("apache-arrow").Data;
type Vector = import("apache-arrow").Vector;

/** A dictionary is written once to a stream if all its batches have the same: by the options, and by the package. */
const dictionaries = new WeakMap<readonly string[], { readonly type: DataType; readonly texts: Vector; of: Arrow }>();

function dictionaryOf(of: Arrow, options: readonly string[]) {
  let known = dictionaries.get(options);
  if (known?.of !== of) {
    const texts = of.vectorFromArray([...options], new of.Utf8());
    known = { of, texts, type: new of.Dictionary(new of.Utf8(), new of.Int32()) };
    dictionaries.set(options, known);
  }
  return known;
}

function typeOf(of: Arrow, type: ColumnType): DataType {
  const fields = () => type.fields.map((field) => fieldOf(of, field));
  switch (type.kind) {
    case "null":
      return new of.Null();
    case "bool":
      return new of.Bool();
    case "int32":
      return new of.Int32();
    case "int64":
      return new of.Int64();
    case "float64":
      return new of.Float64();
    case "utf8":
      return new of.Utf8();
    case "binary":
      return new of.Binary();
    case "dictionary":
      return dictionaryOf(of, type.options as readonly string[]).type;
    case "date":
      return new of.DateDay();
    case "timestamp":
      return new of.TimestampMicrosecond(type.zone ?? null);
    case "time":
      return new of.TimeMicrosecond();
    case "struct":
      return new of.Struct(fields());
    case "list":
      return new of.List(fields()[0] as never);
    case "union":
      return new of.DenseUnion(Int32Array.from(type.fields.keys()), fields());
  }
}

const fieldOf = (of: Arrow, { name, type }: ColumnField): import("apache-arrow").Field =>
  // A union has no nulls of its own; its first alternative has them.
  new of.Field(name, typeOf(of, type), type.nullable);

/** Batches of the same columns have the same schema, or a writer would compare them. */
const schemas = new WeakMap<readonly ColumnField[], { readonly of: Arrow; readonly schema: Schema }>();

function schemaOf(of: Arrow, fields: readonly ColumnField[]): Schema {
  let known = schemas.get(fields);
  if (known?.of !== of) {
    known = { of, schema: new of.Schema(fields.map((field) => fieldOf(of, field))) };
    schemas.set(fields, known);
  }
  return known.schema;
}

function dataOf(of: Arrow, column: Column, type: DataType): Data {
  const { length, nulls, validity, values, offsets, children } = column;
  const nullCount = column.type.kind === "union" ? 0 : nulls;
  const nullBitmap = nullCount > 0 ? validity : undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of makeData tell apart what the layout already has
  const common = { type: type as any, length, nullCount, nullBitmap, data: values as never };
  const inner = () =>
    children.map((child, index) => dataOf(of, child, (type.children[index] as { type: DataType }).type));
  switch (column.type.kind) {
    case "null":
      return of.makeData({ type: type as import("apache-arrow").Null, length });
    case "utf8":
    case "binary":
      return of.makeData({ ...common, valueOffsets: offsets as Int32Array });
    case "dictionary":
      return of.makeData({ ...common, dictionary: dictionaryOf(of, column.type.options as readonly string[]).texts });
    case "struct":
      return of.makeData({ ...common, children: inner() });
    case "list":
      return of.makeData({ ...common, valueOffsets: offsets as Int32Array, child: inner()[0] as Data });
    case "union":
      return of.makeData({
        ...common,
        typeIds: values as Int8Array,
        valueOffsets: offsets as Int32Array,
        children: inner(),
      });
    default:
      return of.makeData(common);
  }
}

/** See `ColumnBatch.toArrow`. */
export function recordBatch(
  of: Arrow,
  { fields, columns, rows }: Pick<ColumnBatch, "fields" | "columns" | "rows">,
): import("apache-arrow").RecordBatch {
  const schema = schemaOf(of, fields);
  const type = new of.Struct(schema.fields);
  const children = fields.map(({ name }, index) =>
    dataOf(of, columns[name] as Column, (schema.fields[index] as { type: DataType }).type),
  );
  return new of.RecordBatch(schema, of.makeData({ type, length: rows, nullCount: 0, children }));
}

/**
 * See `toIpc` in `index.ts`.
 * @param form Arrow's format for streams, or that for files, which has a list of its parts at the end.
 * @param done gets each batch when the next part after those of it is asked for.
 */
export async function* ipcOf<Batch extends ColumnBatch | RecordColumnBatch>(
  columns: AsyncIterable<Batch>,
  onIssue: IpcOptions<Batch>["onIssue"],
  form: "file" | "stream" = "stream",
  done?: (batch: Batch) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const of = await loadArrow("toIpc");
  let parts: Uint8Array[] = [];
  class Sink extends of.AsyncByteQueue {
    override write(bytes: Uint8Array): void {
      parts.push(bytes);
    }
  }
  const taken = (): Generator<Uint8Array, void> => {
    const written = parts;
    parts = [];
    return coalesced(written);
  };
  const writer = new (form === "file" ? of.RecordBatchFileWriter : of.RecordBatchStreamWriter)({ autoDestroy: false });
  writer.reset(new Sink());
  for await (const batch of columns) {
    for (const issue of batch.issues) {
      if (onIssue === undefined) throw issue.error;
      onIssue(issue);
    }
    writer.write(recordBatch(of, batch));
    yield* taken();
    done?.(batch);
  }
  writer.finish();
  yield* taken();
}

/** Fewer bytes are copied sooner than passed on by themselves. */
const LEAST_PART = 16 * 1024;

/** Joins small parts. Large ones are arrays of the columns, and copies of them would take a third of the time. */
function* coalesced(parts: readonly Uint8Array[]): Generator<Uint8Array, void> {
  const sizes = parts.map(({ length }) => length);
  let small: Uint8Array[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.length !== sizes[index])
      throw new TypeError("a part of toIpc was transferred: those of a batch are in one buffer, so transfer copies");
    if (part.length < LEAST_PART) small.push(part);
    else {
      if (small.length > 0) yield joined(small);
      small = [];
      yield part;
    }
  }
  if (small.length > 0) yield joined(small);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** See `arrowSchema` in `index.ts`. */
export async function schemaOfValidator(validator: Validator): Promise<Schema> {
  return schemaOf(await loadArrow("arrowSchema"), layoutOf(validator).fields);
}
