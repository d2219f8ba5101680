/** Regular expressions of ECMA-262, with the `u` flag. */

/** Whether the text can be compiled; it is never run. */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
