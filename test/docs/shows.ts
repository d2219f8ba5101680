/** The check that a comment in the documentation becomes. */
import { inspect } from "node:util";
import { expect } from "vitest";

/**
 * Fails unless `run` gives what the comment says: the value as Node prints it, or `throws` and the text of the error.
 * White space and the kind of quotes make no difference.
 */
export function $shows(run: () => unknown, comment: string): void | Promise<void> {
  const expected = normal(comment);
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    expect(normal(`throws ${error}`)).toBe(expected);
    return;
  }
  if (result instanceof Promise) {
    return result.then(
      (value) => expect(shown(value)).toBe(expected),
      (error) => expect(normal(`throws ${error}`)).toBe(expected),
    );
  }
  expect(shown(result)).toBe(expected);
}

function shown(value: unknown): string {
  if (value instanceof Error) return normal(String(value));
  return normal(inspect(value, { depth: Infinity, breakLength: Infinity, maxArrayLength: Infinity, compact: true }));
}

const normal = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(/["`]/g, "'").trim();
