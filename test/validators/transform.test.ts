import { describe, expect, test } from "vitest";
import { CheckError, OptionsError } from "../../src/exc.ts";
import { AllOf, Dict, type Infer, type InferInput, Int, List, Str, Transform } from "../../src/index.ts";
import { refuses } from "../support/parameters.ts";
import { rows, verdict } from "../support/verdict.ts";
import { exact } from "../types/exact.ts";

const trimmed = AllOf(
  Str(),
  Transform((text: string) => text.trim()),
  Str({ minlen: 1 }),
);
const address = AllOf(
  Str(),
  Transform((text: string) => new URL(text), { throws: true, message: "This is no address.", code: "url" }),
);

describe("Transform", () => {
  refuses(Transform as never, [[[5], TypeError, "Transform parameters should be an object"]]);

  describe("returns what the function makes of the input", () => {
    rows([
      [trimmed, " a ", { value: "a" }],
      [trimmed, "  ", "<#2: MinLengthError(expected=1, actual=0)>"],
      [
        Dict({
          n: AllOf(
            Int(),
            Transform((n: number) => n * 2),
          ),
        }),
        { n: 2 },
        { value: { n: 4 } },
      ],
    ]);
  });

  test("in JSON text too", () => {
    expect(trimmed.json('" a "')).toBe("a");
    expect(address.json('"https://example.org/a"').host).toBe("example.org");
  });

  test("what it throws on purpose is an error at its place", () => {
    const { error } = List(address).safe(["https://example.org", "no"]);
    expect(error?.at(0)).toBeInstanceOf(CheckError);
    expect(error?.issues).toMatchObject([{ code: "url", path: [1], message: "This is no address." }]);
    const known = Transform((name: string) => {
      throw new OptionsError({ expected: ["a"], actual: name });
    });
    expect(verdict(known, "b")).toBe("<OptionsError(expected=['a'], actual='b')>");
  });

  test("any other Error is the caller's", () => {
    expect(() => Transform((text: string) => new URL(text))("no")).toThrow("Invalid URL");
  });

  test("a Promise is refused", () => {
    expect(() => Transform(async () => 1)(1)).toThrow(
      new TypeError("Transform returned a Promise: it should answer at once, or be given async: true"),
    );
  });

  test("its types are those of the function", () => {
    exact<Infer<typeof address>, URL>();
    exact<InferInput<typeof address>, string>();
  });
});
