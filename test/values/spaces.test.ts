import { expect, test } from "vitest";
import { converted } from "../../src/values/spaces.ts";

const none = { strip: false, normspace: false, case: undefined };
const text = " \u00a0A\ufeff\n\tb\u3000";

test.each([
  [none, text],
  [{ ...none, strip: true }, "A\ufeff\n\tb"],
  [{ ...none, normspace: true }, "A b"],
  [{ ...none, case: "lower" }, text.toLowerCase()],
  [{ ...none, strip: true, case: "upper" }, "A\ufeff\n\tB"],
  [{ strip: true, normspace: true, case: "lower" }, "a b"],
])("%j", (conversions, expected) => {
  expect(converted(conversions, text)).toBe(expected);
});
