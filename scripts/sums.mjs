/** Adds the counts of long tests from several processes. */

/**
 * Adds numbers to numbers of the same name, at any depth.
 * @param {Record<string, unknown>} total
 * @param {Record<string, unknown>} more
 */
export function add(total, more) {
  for (const [name, value] of Object.entries(more)) {
    if (typeof value === "number") total[name] = (total[name] ?? 0) + value;
    else {
      total[name] ??= {};
      add(total[name], value);
    }
  }
}
