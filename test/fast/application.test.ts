import { describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import {
  AllOf,
  Any,
  Check,
  Dict,
  FAILED,
  Int,
  List,
  OneOf,
  Str,
  Transform,
  Tuple,
  type Validator,
} from "../../src/index.ts";
import { answeredBy, keepMode } from "./mode.ts";

keepMode();

describe("generated code calls a function of the caller's as the check does", () => {
  const list: Validator = List(Int());
  const even = Check((n: number) => n % 2 === 0, { message: "odd" });
  const calling = Transform((value: unknown) => (list.is([value]) ? list([value]) : value));
  const nothing = Transform((value: unknown) => (value === 0 ? FAILED : value));
  const pair = Dict({ a: Int(), b: Int() });

  test.each<[string, Validator, readonly unknown[]]>([
    ["that refuses", List(AllOf(Int(), even)), [[2, 4], [1, 2, 3], "x"]],
    [
      "that refuses the whole",
      AllOf(
        pair,
        Check(({ a, b }) => a < b, { path: ["b"] }),
      ),
      [{ a: 1, b: 2 }, { a: 2, b: 1 }, {}],
    ],
    [
      "that calls a validator",
      Dict({ a: AllOf(Any(), calling), b: Dict() }),
      [
        { a: 1, b: {} },
        { a: "x", b: {} },
        { a: 1, b: 2 },
      ],
    ],
    [
      "whose validator throws",
      AllOf(
        Str(),
        Transform((text: string) => list(JSON.parse(text))),
      ),
      ["[1]", `["x"]`, "x"],
    ],
    ["that returns what a check returns to refuse", AllOf(Int(), nothing), [0, 1]],
    [
      "after other values were refused",
      Tuple(Int(), AllOf(Int(), even), AllOf(Int(), calling)),
      [
        ["x", 1, 1],
        [1, 2, 3],
      ],
    ],
    [
      "with a text that is taken apart",
      AllOf(
        Str(),
        Transform((text: string) => [...text]),
        List(Str()),
      ),
      ["abc", "a".repeat(5000)],
    ],
  ])("%s", (_name, validator, inputs) => {
    const validated = (value: unknown, name: "is" | "safe"): unknown => {
      try {
        return name === "is" ? validator.is(value) : validator.safe(value);
      } catch (error) {
        return String(error);
      }
    };
    execution.mode = "check";
    const expected = inputs.map((value) => [validated(value, "is"), validated(value, "safe")]);
    execution.mode = "compiled";
    const answered = answeredBy(() => {
      expect(inputs.map((value) => [validated(value, "is"), validated(value, "safe")])).toEqual(expected);
    });
    expect(answered).toBeGreaterThan(0);
  });

  test("so that a validator it calls collects no more errors than the call may", () => {
    const counting = AllOf(
      Any(),
      Transform((value: unknown) => list.safe(value).error?.length),
    );
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect([counting(["a", "b", "c"]), counting(["a", "b", "c"], { maxErrors: 2 })]).toEqual([3, 2]);
    }
  });

  test("as often, where it is a step of choices that refuse much", () => {
    let calls = 0;
    const never = Check(() => {
      calls++;
      return false;
    });
    const any = List(OneOf(AllOf(Any(), never), OneOf(AllOf(Any(), never), Int())));
    const callsFor = (act: () => void): number => {
      calls = 0;
      act();
      return calls;
    };
    const items = Array.from({ length: 1500 }, () => ({}));
    const counts = (["check", "compiled"] as const).map((one) => {
      execution.mode = one;
      return [callsFor(() => any.safe(items)), callsFor(() => any.is(items))];
    });
    expect(counts[1]).toEqual(counts[0]);
  });

  test("and what it has not made is validated as it stands, after a validator was called", () => {
    execution.mode = "compiled";
    expect(Tuple(AllOf(Any(), calling), Dict()).is([1, new Map()])).toBe(false);
    expect(Tuple(AllOf(Any(), calling), Dict())([1, new Map()])).toEqual([[1], {}]);
  });
});
