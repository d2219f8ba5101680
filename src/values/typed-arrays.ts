/** Typed arrays that a List may make: their names, and the numbers that they hold. */

/** A kind of typed array. */
export interface TypedArrayKind {
  /** Makes one of the items. */
  readonly of: new (
    items: readonly unknown[],
  ) => object;
  /** The limits of its items; undefined if it holds every number. They are integers if it holds no others. */
  readonly range: readonly [min: number | bigint, max: number | bigint] | undefined;
  /** It holds integers only. */
  readonly isInteger: boolean;
}

const floats = (of: unknown, range?: readonly [number, number]): TypedArrayKind =>
  ({ of, range, isInteger: false }) as TypedArrayKind;
const integers = (of: unknown, min: number | bigint, max: number | bigint): TypedArrayKind =>
  ({ of, range: [min, max], isInteger: true }) as TypedArrayKind;

/** The greatest number that is rounded to a finite number of 32 bits. Many programs write the greatest of those so. */
const MAX_FLOAT32 = 3.4028235677973362e38;

/** The static types by name. */
export interface TypedArrays {
  Float64Array: Float64Array;
  Float32Array: Float32Array;
  Int8Array: Int8Array;
  Int16Array: Int16Array;
  Int32Array: Int32Array;
  Uint8Array: Uint8Array;
  Uint16Array: Uint16Array;
  Uint32Array: Uint32Array;
  BigInt64Array: BigInt64Array;
  BigUint64Array: BigUint64Array;
}
/** The name of a kind of typed array. */
export type TypedArrayName = keyof TypedArrays;

/** By name: the kinds. */
export const TYPED_ARRAYS: Readonly<Record<TypedArrayName, TypedArrayKind>> = {
  Float64Array: /*#__PURE__*/ floats(Float64Array),
  Float32Array: /*#__PURE__*/ floats(Float32Array, [-MAX_FLOAT32, MAX_FLOAT32]),
  Int8Array: /*#__PURE__*/ integers(Int8Array, -(2 ** 7), 2 ** 7 - 1),
  Int16Array: /*#__PURE__*/ integers(Int16Array, -(2 ** 15), 2 ** 15 - 1),
  Int32Array: /*#__PURE__*/ integers(Int32Array, -(2 ** 31), 2 ** 31 - 1),
  Uint8Array: /*#__PURE__*/ integers(Uint8Array, 0, 2 ** 8 - 1),
  Uint16Array: /*#__PURE__*/ integers(Uint16Array, 0, 2 ** 16 - 1),
  Uint32Array: /*#__PURE__*/ integers(Uint32Array, 0, 2 ** 32 - 1),
  BigInt64Array: /*#__PURE__*/ integers(BigInt64Array, -(2n ** 63n), 2n ** 63n - 1n),
  BigUint64Array: /*#__PURE__*/ integers(BigUint64Array, 0n, 2n ** 64n - 1n),
};

/** Returns whether it is the name of one of the kinds. */
export const isTypedArrayName = (name: unknown): name is TypedArrayName =>
  typeof name === "string" && Object.hasOwn(TYPED_ARRAYS, name);

/** The typed array of a kind with these items. */
export const typedArray = (name: TypedArrayName, items: readonly unknown[]): object => new TYPED_ARRAYS[name].of(items);
