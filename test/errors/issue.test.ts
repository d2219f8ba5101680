import { expect, test } from "vitest";
import { codeOf } from "../../src/core/errors/issue.ts";
import * as exc from "../../src/exc.ts";

test.each([
  ["MinLengthError", "min_length"],
  ["InvalidTypeError", "invalid_type"],
  ["MissingKeyError", "missing_key"],
  ["JsonDecodeError", "json_decode"],
  ["FormatError", "format"],
  ["ExclusiveMinValueError", "exclusive_min_value"],
  ["MultipleError", "multiple"],
  ["RecursionMaxDepthError", "recursion_max_depth"],
  ["Iso8601Error", "iso8601"],
  ["Taken", "taken"],
  ["HTTPError", "http"],
  // A capital that stands alone is no word; several are, but for the last, if a word begins with it.
  ["HTTPProxyError", "http_proxy"],
  ["TakenByHTTPProxyError", "taken_by_http_proxy"],
  ["IOError", "io"],
  ["OAuthTokenError", "oauth_token"],
  ["IPv4Error", "ipv4"],
  ["XYPoint2DError", "xy_point2_d"],
  // Names that an object inherits.
  ["constructor", "constructor"],
  ["__proto__", "__proto__"],
])("the code of %s is %s", (name, code) => {
  expect(codeOf(name)).toBe(code);
});

test("a built-in error has the code of its class, and one of the user's own has its own", () => {
  class TakenNameError extends exc.ConditionError {}
  expect(new TakenNameError().code).toBe("taken_name");
  class Odd extends exc.ConditionError {
    override get code(): string {
      return "shop/odd";
    }
  }
  expect(new Odd().issues[0]?.code).toBe("shop/odd");
  expect(new exc.MinLengthError().code).toBe("min_length");
});
