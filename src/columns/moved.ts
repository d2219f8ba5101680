/** The memory of a buffer, without a copy. */

type Movable = ArrayBuffer & { transfer?(): ArrayBuffer };

declare const structuredClone: <T>(value: T, options: { readonly transfer: readonly ArrayBuffer[] }) => T;

/** Moves the memory of a buffer to another one, which is returned. Arrays of the first are empty then. */
export function moved(buffer: ArrayBuffer): ArrayBuffer {
  // Node 20 has no `transfer`.
  return (buffer as Movable).transfer?.() ?? structuredClone(buffer, { transfer: [buffer] });
}
