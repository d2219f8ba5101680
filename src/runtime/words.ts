/** Messages that a schema has for what its validators refuse: the parameters `message` and `messages`. */
import { isOfValue } from "./mapping.ts";
import { type Step, withFailures } from "./steps.ts";

/**
 * Gives the failures of a value a text, unless they have one.
 * @param message the text for those whose code is not among `messages`.
 */
/*#__NO_SIDE_EFFECTS__*/ export const worded = (
  node: Step,
  message: string | undefined,
  messages: Readonly<Record<string, string>> = {},
): Step =>
  withFailures(node, (failure) => {
    const { code } = failure;
    if (isOfValue(failure.path)) failure.text ??= Object.hasOwn(messages, code) ? messages[code] : message;
  });
