/** Features of `RegExp` that differ between versions: tested once for each spelling. */

const compiled = new Set<string>();

/**
 * Returns whether a piece of a regular expression can be compiled.
 * @param source one of a few: the valid ones are cached.
 */
export function canCompile(source: string): boolean {
  if (compiled.has(source)) return true;
  try {
    new RegExp(source, "u");
  } catch {
    return false;
  }
  compiled.add(source);
  return true;
}

/** Returns whether `\p` may be followed by this: `{L}`, `{Script=Greek}`. Unicode has some thousand such names. */
export const isProperty = (name: string): boolean => canCompile(`\\p${name}`);
