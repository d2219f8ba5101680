/** Columns in Arrow's layout as PostgreSQL's COPY reads them in its binary format. */

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const END = Buffer.from([0xff, 0xff]);
const NULL = -1;

/** Bytes of a value of each kind of column, and what writes them; texts have a length of their own. */
const FIXED = {
  bool: [1, (to, at, { values }, row) => to.writeUInt8((values[row >> 3] >> (row & 7)) & 1, at)],
  int32: [4, (to, at, { values }, row) => to.writeInt32BE(values[row], at)],
  int64: [8, (to, at, { values }, row) => to.writeBigInt64BE(values[row], at)],
  float64: [8, (to, at, { values }, row) => to.writeDoubleBE(values[row], at)],
};

/** The bytes of one COPY with all rows of the columns, which are those of the table, in its order. */
export function toBinary(rows, columns) {
  const fields = columns.map(fieldOf);
  let size = SIGNATURE.length + END.length + rows * 2;
  for (const { sizeOf } of fields) for (let row = 0; row < rows; row++) size += 4 + Math.max(0, sizeOf(row));
  const to = Buffer.allocUnsafe(size);
  let at = SIGNATURE.copy(to);
  for (let row = 0; row < rows; row++) {
    at = to.writeInt16BE(fields.length, at);
    for (const { sizeOf, write } of fields) {
      const size = sizeOf(row);
      at = to.writeInt32BE(size, at);
      if (size === NULL) continue;
      write(to, at, row);
      at += size;
    }
  }
  END.copy(to, at);
  return to;
}

/** The size of a value, or NULL, and what writes it. */
function fieldOf(column) {
  const { type, values, offsets, validity } = column;
  const isNull = (row) => validity !== undefined && ((validity[row >> 3] >> (row & 7)) & 1) === 0;
  const field = (sizeOf, write) => ({ sizeOf: (row) => (isNull(row) ? NULL : sizeOf(row)), write });
  if (type.kind === "utf8") {
    const text = (row) => values.subarray(offsets[row], offsets[row + 1]);
    return field(
      (row) => offsets[row + 1] - offsets[row],
      (to, at, row) => to.set(text(row), at),
    );
  }
  if (type.kind === "dictionary") {
    const texts = type.options.map((option) => Buffer.from(option));
    return field(
      (row) => texts[values[row]].length,
      (to, at, row) => to.set(texts[values[row]], at),
    );
  }
  if (!Object.hasOwn(FIXED, type.kind)) throw new TypeError(`a column of ${type.kind} is not in this example`);
  const [size, write] = FIXED[type.kind];
  return field(
    () => size,
    (to, at, row) => write(to, at, column, row),
  );
}
