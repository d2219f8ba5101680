/** How large a value is. */

/**
 * How many members a value has, with those of its members and so on. What is there several times counts each time. No
 * getter is called, and Maps and bytes are as large as any one object.
 * @param most where there are more, how many does not matter.
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
      // A Proxy that has been revoked or does not want to be looked at.
    }
  }
  return found.length;
}
