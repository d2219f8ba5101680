/** Messages that a schema has for what its validators refuse: the parameters `message` and `messages`. */
import { isStep, type PathNode } from "../core/errors/context.ts";
import { FAILED, type Failure } from "./report.ts";
import type { Step } from "./steps.ts";

/** Whether a failure is about the value being checked, not about a member. */
function isOfValue({ path }: Failure): boolean {
  for (let at = path; at !== undefined; at = at.inner) if (!isStep(at.key as PathNode)) return false;
  return true;
}

/**
 * Gives the failures of a value a text, unless they have one.
 * @param message the text for those whose code is not among `messages`.
 */
/*#__NO_SIDE_EFFECTS__*/ export const worded = (
  node: Step,
  message: string | undefined,
  messages: Readonly<Record<string, string>> = {},
): Step =>
  Object.assign(
    ((input, report) => {
      const since = report.failures.length;
      const checked = node(input, report);
      if (checked !== FAILED) return checked;
      for (const failure of report.failures.slice(since)) {
        const { code } = failure;
        if (isOfValue(failure)) failure.text ??= Object.hasOwn(messages, code) ? messages[code] : message;
      }
      return FAILED;
    }) as Step,
    node.goesOn === undefined ? {} : { goesOn: node.goesOn },
  );
