/** Ways back that are functions of the caller, and that write nothing for what is blank: as in the library. */
import { expect, test } from "vitest";
import {
  AllOf,
  Date as Day,
  Default,
  Dict,
  Int,
  List,
  OneOf,
  Optional,
  Str,
  Transform,
  Type,
  type Validator,
} from "../../src/index.ts";
import { compiled } from "./evaluate.ts";
import { encoded } from "./outcome.ts";

const halve = (value: unknown): unknown => {
  if (value === "throw") throw new Error("No half of it.");
  if (value === "mistake") throw 5;
  if (value === "refuse") Int({ min: 1 })(0);
  if (value === "promise") return Promise.resolve(1);
  if (value === "none") return undefined;
  if (value === "map") return new Map();
  return typeof value === "number" ? value / 2 : value;
};
const GIVEN = [4, "a", "throw", "mistake", "refuse", "promise", "none", "map", null, Number.NaN];

class Point {
  readonly x: number;
  constructor(x: number) {
    this.x = x;
  }
}

const double = (value: number): number => 2 * value;

/** A validator, and the values that are encoded. */
const CASES: Readonly<Record<string, readonly [Validator, readonly unknown[]]>> = {
  "a Transform": [Transform(double, { encode: halve as never }), GIVEN],
  "a Transform with a message": [Transform(double, { encode: halve as never, message: "No.", code: "no" }), GIVEN],
  "a Transform as a member": [
    Dict({ a: Transform(double, { encode: halve as never }), n: Int() }),
    GIVEN.map((a) => ({ a, n: 1 })),
  ],
  "a Transform after a Str": [
    AllOf(
      Str({ minlen: 2 }),
      Transform((text: string) => text.split(","), { encode: (list: string[]) => list.join() }),
    ),
    [["a", "b"], ["a"], [], 5, null],
  ],
  "a Transform of secrets": [
    Dict({ a: Transform((value: unknown) => value, { encode: halve }) }, { secret: true }),
    // A function that gets secrets calls no validators.
    GIVEN.filter((one) => one !== "refuse").map((a) => ({ a })),
  ],
  "items by Transform": [List(Transform(double, { encode: halve as never })), [[2, 4], [2, "throw"], [undefined]]],
  "a Type with a function": [
    Type(Point, { encode: ({ x }: Point) => x, nullable: true }),
    [new Point(1), new Point(Number.NaN), {}, null],
  ],
  "a Type after a Transform": [
    AllOf(
      Transform((x: number) => new Point(x), { encode: ({ x }: Point) => x }),
      Type(Point),
    ),
    [new Point(1), {}],
  ],
  "a Type of texts": [Type(String, { minlen: 2 }), ["ab", "a", 5]],
  "a Type that converts": [Type(Number, { coerce: true }), [5, "5", Number.NaN]],
  "a Type of URLs": [Type(URL, { coerce: true, encode: (url: URL) => url.href }), [new URL("https://a.b/c"), "x"]],
  "a union of exactly one": [
    OneOf([Str({ minlen: 2 }), Transform(double, { encode: halve as never }), Dict({ d: Day({ format: "iso" }) })], {
      exclusive: true,
      nullable: true,
    }),
    ["ab", "a", 4, "map", null, {}, { d: new Date("2026-02-28") }, { d: 5 }],
  ],
  "blank values": [
    Dict({ a: Str(), b: Str(), n: Int() }, { optional: ["b"], skip_blank: true }),
    [{ a: "a", b: "", n: 1 }, { a: "", b: "b", n: 1 }, { a: "a", b: "b", n: "" }, { a: "a", n: 5 }, { b: "" }, {}],
  ],
  "blank values and lengths": [
    Dict({ a: Str(), b: Str() }, { optional: ["a", "b"], skip_blank: true, minlen: 1, maxlen: 1 }),
    [
      { a: "a", b: "" },
      { a: "", b: "" },
      { a: "a", b: "b" },
    ],
  ],
  "values that become blank": [
    Dict(
      { a: Transform((text: string) => `${text}!`, { encode: (text: string) => text.slice(1) }), n: Int() },
      { optional: ["a"], skip_blank: true },
    ),
    [
      { a: "ab", n: 1 },
      { a: "a", n: 1 },
      { a: "", n: 1 },
      { a: "a", n: "x" },
    ],
  ],
  "blank values with defaults, extra and messages": [
    Dict(
      { a: Default(Str(), "b"), c: Optional(Str()), d: Str({ messages: { required: "It is needed." } }) },
      { extra: [Str(), Str()], skip_blank: true, at_least_one: [["a", "c"]] },
    ),
    [{ a: "", c: "c", d: "d", e: "" }, { a: "a", d: "" }, { a: "a", c: "c", d: "d", e: "e" }, { d: "d" }],
  ],
  "blank values under other names": [
    Dict({ first_name: Str(), n: Int() }, { names: "camel", skip_blank: true }),
    [
      { first_name: "a", n: 1 },
      { first_name: "", n: 1 },
    ],
  ],
};

test.each(Object.entries(CASES))("%s is encoded as by the library", (_, [validator, values]) => {
  const other = compiled(validator);
  let written = 0;
  for (const value of values) {
    const [expected, actual] = [validator, other].map((one) => encoded(one as never, value));
    expect(actual).toStrictEqual(expected);
    if (expected !== undefined && "value" in expected) written++;
  }
  expect(written).toBeGreaterThan(0);
});

test("a function that returns the mark of failures is wrong", () => {
  const validator = Dict({ a: Transform((value: unknown) => value, { encode: () => Symbol.for("validlib.failed") }) });
  const [expected, actual] = [validator, compiled(validator)].map((one) => encoded(one as never, { a: 1 }));
  expect(actual).toEqual(expected);
});
