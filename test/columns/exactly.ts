/** Columns as they are compared in tests. */
import type { Column } from "../../src/index.ts";

/** The bytes of an array, with its class. */
const written = (array: Column["values"]): string | undefined =>
  array &&
  `${array.constructor.name} ${Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64")}`;

/** A column to the bit. */
export const exactly = ({ type, length, nulls, validity, values, offsets, children }: Column): unknown => ({
  ...{ kind: type.kind, length, nulls, validity: written(validity), values: written(values) },
  ...{ offsets: written(offsets), children: children.map(exactly) },
});
