/** The size of a value. */

/**
 * Returns the number of members of a value, at all levels. Shared parts count each time. No getter is called, and Maps
 * and bytes count as one object.
 * @param most the maximum that is of interest: counting stops beyond it.
 */
export function extentOf(value: unknown, most: number): number {
  const found = [value];
  for (const one of found) {
    if (found.length > most) break;
    if (typeof one !== "object" || one === null || ArrayBuffer.isView(one)) continue;
    try {
      const keys: Iterable<PropertyKey> = Array.isArray(one) ? [].keys.call(one) : Object.keys(one);
      for (const key of keys) {
        if (found.push(Object.getOwnPropertyDescriptor(one, key)?.value) > most) break;
      }
    } catch {
      // A revoked Proxy, or one that throws.
    }
  }
  return found.length;
}
