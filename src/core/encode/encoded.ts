/** The static type of an encoded value. */

/** What JSON has no form for: classes with a tag, such as Uint8Array and those of Temporal, and some without one. */
type NotJson =
  | { readonly [Symbol.toStringTag]: string }
  | { readonly size: number; has(value: never): boolean }
  | Date
  | ((...args: never[]) => unknown);

/** The part of an input type that is JSON; and bigints, which are numbers in JSON text. */
export type Encoded<T> = unknown extends T
  ? unknown
  : T extends string | number | boolean | bigint | null
    ? T
    : T extends readonly unknown[]
      ? { [K in keyof T]: Encoded<T[K]> }
      : T extends NotJson
        ? never
        : T extends object
          ? { [K in keyof T]: Encoded<T[K]> }
          : never;
