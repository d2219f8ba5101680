/** Values of a column, from its arrays in Arrow's layout. */

const decoder = new TextDecoder();

/** Those of the rows from `first` to `last`; null where there is none. */
export function valuesOf({ type, values, offsets, validity }, first, last) {
  const valueAt =
    {
      bool: (row) => hasBit(values, row),
      dictionary: (row) => type.options[values[row]],
      utf8: (row) => decoder.decode(values.subarray(offsets[row], offsets[row + 1])),
    }[type.kind] ?? ((row) => values[row]);
  return Array.from({ length: last - first }, (_, index) => {
    const row = first + index;
    return validity === undefined || hasBit(validity, row) ? valueAt(row) : null;
  });
}

const hasBit = (bits, at) => ((bits[at >> 3] >> (at & 7)) & 1) === 1;
