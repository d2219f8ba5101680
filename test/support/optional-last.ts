/** Random items of a Tuple, in an order that it takes. */

const isOptional = (dump: unknown): boolean =>
  (dump as { readonly __class__?: unknown } | null)?.__class__ === "Optional";
const mayBeMissing = (dump: unknown): boolean =>
  isOptional(dump) || (dump as { readonly __class__?: unknown } | null)?.__class__ === "Default";

/** Those that may be missing last, if one of them is Optional. */
export const optionalLast = <T>(items: readonly T[]): T[] =>
  items.some(isOptional) ? [...items.filter((one) => !mayBeMissing(one)), ...items.filter(mayBeMissing)] : [...items];
