/** Random items of a Tuple, in an order that it takes. */

const classIn = (dump: unknown): unknown => (dump as { readonly __class__?: unknown } | null)?.__class__;

/**
 * Those that may be missing last, if one of them is Optional.
 * @param classOf the name of an item's class; those of dumps if it is not given.
 */
export function optionalLast<T>(items: readonly T[], classOf: (item: T) => unknown = classIn): T[] {
  if (!items.some((one) => classOf(one) === "Optional")) return [...items];
  const isLast = (one: T): boolean => ["Optional", "Default"].includes(classOf(one) as string);
  return [...items.filter((one) => !isLast(one)), ...items.filter(isLast)];
}
