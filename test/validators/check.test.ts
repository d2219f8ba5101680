import { describe, expect, test } from "vitest";
import { CheckError, MinValueError, type ValidationError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Check,
  Dict,
  type Fail,
  functions,
  type Infer,
  Int,
  List,
  load,
  OneOf,
  Str,
} from "../../src/index.ts";
import { refuses } from "../support/parameters.ts";
import { rows, verdict } from "../support/verdict.ts";
import { exact } from "../types/exact.ts";

const booking = AllOf(
  Dict({ start: Int(), end: Int() }),
  Check((value) => value.end > value.start, { message: "It ends before it begins.", path: ["end"] }),
);
const even = Check((value: number) => value % 2 === 0);

describe("Check", () => {
  refuses(Check as never, [
    [[], TypeError, "Check.test should be of type function"],
    [["x"], TypeError, "Check parameters should be an object"],
    [[even.test, { message: 5 }], TypeError, "Check.message should be of type string"],
    [[even.test, { path: "end" }], TypeError, "Check.path should be of type array"],
  ]);

  describe("returns the input itself, or says what the caller says, where the caller says", () => {
    rows([
      [even, 4, { value: 4 }],
      [even, 3, "<CheckError(message=undefined)>"],
      [booking, { start: 1, end: 2 }, { value: { start: 1, end: 2 } }],
      [booking, { start: 2, end: 1 }, "<#1.end: CheckError(message='It ends before it begins.')>"],
      [booking, { start: 2 }, ["<#0.end: MissingKeyError()>"]],
      [List(booking), [{ start: 2, end: 1 }], ["<0.#1.end: CheckError(message='It ends before it begins.')>"]],
      [OneOf(even, Str()), "x", { value: "x" }],
    ]);
    const value = {};
    test("the very same object", () => expect(Check(() => true)(value)).toBe(value));
  });

  test("as an issue it has the path, the message and the code of the caller", () => {
    const taken = Check(() => false, { message: "Taken.", path: ["name"], code: "taken" });
    expect(taken.safe({}).error?.issues).toMatchObject([
      { code: "taken", path: ["name"], pointer: "/name", message: "Taken." },
    ]);
    expect(even.safe(1).error?.issues).toMatchObject([{ code: "check", path: [], message: "Value is not valid." }]);
    expect(booking.safeJson('{"start":3,"end":1}').error?.issues).toMatchObject([{ pointer: "/end", offset: 17 }]);
    expect(List(taken).safe([{}]).error?.at(0)?.code).toBe("taken");
  });

  test("a ValidationError that the function throws is an error at its place", () => {
    const check = Check((value: number) => {
      if (value < 5) throw new MinValueError({ expected: 5, actual: value });
      return true;
    });
    expect(verdict(List(check), [1, 7])).toEqual(["<0: MinValueError(expected=5, actual=1)>"]);
  });

  test("an Error that it throws is the caller's, unless it is meant to refuse the value", () => {
    const parse = (text: string) => new URL(text);
    expect(() => Check(parse)("no url")).toThrow("Invalid URL");
    expect(() => Check(parse)("no url")).not.toThrow(CheckError);
    const { error } = Check(parse, { throws: true }).safe("no url");
    expect(error).toBeInstanceOf(CheckError);
    expect(error?.issues[0]?.message).toBe("Invalid URL");
    expect(error?.cause).toMatchObject({ message: "Invalid URL" });
    expect(Check(parse, { throws: true, message: "No address." }).safe("x").error?.issues[0]?.message).toBe(
      "No address.",
    );
  });

  describe("a function with a second parameter reports all that is wrong, where it says", () => {
    const booking = Check((value: { start: number; end: number; seats: number }, fail) => {
      if (value.end <= value.start) {
        fail({ path: ["end"], message: "It ends before it begins.", code: "order", params: { start: value.start } });
      }
      if (value.seats < 1) fail({ path: ["seats"] });
      if (value.seats > 99) return fail();
    });
    const order = "<end: CheckError(message='It ends before it begins.', code='order', params={start: 2})>";
    const seats = "<seats: CheckError(message=undefined)>";
    rows([
      [booking, { start: 1, end: 2, seats: 2 }, { value: { start: 1, end: 2, seats: 2 } }],
      [booking, { start: 2, end: 1, seats: 2 }, order],
      [booking, { start: 2, end: 1, seats: 0 }, [order, seats]],
      [booking, { start: 2, end: 1, seats: 100 }, [order, "<CheckError(message=undefined)>"]],
      [
        List(booking),
        [
          { start: 2, end: 1, seats: 0 },
          { start: 1, end: 2, seats: 0 },
        ],
        [order.replace("<", "<0."), seats.replace("<", "<0."), seats.replace("<", "<1.")],
      ],
      [
        OneOf(booking, Dict()),
        { start: 2, end: 1, seats: 1 },
        [
          order.replace("<", "<#0."),
          "<#1.start: ForbiddenKeyError()>",
          "<#1.end: ForbiddenKeyError()>",
          "<#1.seats: ForbiddenKeyError()>",
        ],
      ],
    ]);

    test("the issues have the code, the parameters and the path", () => {
      const { error } = AllOf(Dict({ start: Int(), end: Int(), seats: Int() }), booking).safeJson(
        '{"start":2,"end":1,"seats":0}',
      );
      const issues = [
        {
          code: "order",
          path: ["end"],
          pointer: "/end",
          message: "It ends before it begins.",
          params: { start: 2 },
          offset: 17,
        },
        { code: "check", path: ["seats"], pointer: "/seats", message: "Value is not valid.", offset: 27 },
      ];
      expect(error?.issues).toMatchObject(issues);
      expect(JSON.parse(JSON.stringify(error))).toMatchObject(issues);
      expect(error?.issues[1]).not.toHaveProperty("params");
    });

    test("what it does not say, the parameters of the Check do", () => {
      const check = Check((_value, fail) => fail({ path: ["b"] }) || fail({ message: "Mine.", code: "mine" }), {
        message: "Theirs.",
        code: "theirs",
        path: ["a"],
      });
      expect(check.safe({}).error?.issues).toMatchObject([
        { path: ["b"], message: "Theirs.", code: "theirs" },
        { path: ["a"], message: "Mine.", code: "mine" },
      ]);
    });

    test("it refuses a value by what it returns, too", () => {
      const said = (answer: unknown) => Check((_value, _fail) => answer);
      expect([undefined, true, 1].map((answer) => said(answer).is(1))).toEqual([true, true, true]);
      expect([false, 0, "", null].map((answer) => said(answer).is(1))).toEqual([false, false, false, false]);
      expect(Check((...[value, fail]: [unknown, Fail]) => value === 1 || fail({ code: "x" })).safe(2).error?.code).toBe(
        "x",
      );
      expect(Check((value) => void value).is(1)).toBe(false);
    });

    test("what it throws comes after what it has reported", () => {
      const check = Check(
        (value: number, fail) => {
          fail({ message: "first" });
          if (value === 1) throw new MinValueError({ expected: 5, actual: value });
          if (value === 2) throw new Error("second");
          throw new TypeError("a bug");
        },
        { throws: true },
      );
      const first = "<CheckError(message='first')>";
      expect(verdict(check, 1)).toEqual([first, "<MinValueError(expected=5, actual=1)>"]);
      expect(verdict(check, 2)).toEqual([first, "<CheckError(message='second')>"]);
      expect(() => check.clone({ throws: false })(3)).toThrow("a bug");
    });

    test("at most maxErrors are kept", () => {
      const endless = Check((count: number, fail) => {
        for (let index = 0; index < count; index++) fail({ path: [index] });
      });
      for (const schema of [endless, List(endless), AllOf(Int(), endless)]) {
        const { error } = schema.safe(schema instanceof List ? [50] : 50, { maxErrors: 7 });
        expect([error?.length, error?.truncated]).toEqual([7, true]);
      }
      const many = endless.safe(20_000).error;
      expect([many?.length, many?.truncated]).toEqual([10_000, true]);
      expect(endless.safe(20_000, { maxErrors: 15_000 }).error?.length).toBe(15_000);
      expect(endless.is(3)).toBe(false);
    });

    test("an issue that is none, or comes too late, is a mistake of the caller's", () => {
      const report = (issue: unknown) => () => Check((_value, fail) => fail(issue as never))(1);
      expect(report({ mesage: "x" })).toThrow("There is no option 'mesage': did you mean 'message'?");
      expect(report("x")).toThrow("issue should be an object, not string");
      expect(report({ path: "end" })).toThrow("Check.path should be of type array");
      expect(report({ message: 1 })).toThrow("Check.message should be of type string");
      expect(report({ params: 1 })).toThrow("Check.params should be of type object");
      let late: Fail | undefined;
      Check((_value, fail) => {
        late = fail;
      })(1);
      expect(() => late?.()).toThrow("Check: fail was called after the function had returned");
    });
  });

  test("a Promise is refused, whatever it comes to", async () => {
    const message = "Check returned a Promise: it should answer at once, or be given async: true";
    expect(() => Check(async () => true)(1)).toThrow(new TypeError(message));
    expect(() => Check(() => Promise.reject(new Error("late")))(1)).toThrow(new TypeError(message));
    await new Promise((done) => setTimeout(done, 5));
  });

  test("a function with a name can be dumped", () => {
    functions.add("test.even", even.test);
    try {
      const data = AllOf(Int(), even).dump();
      expect(JSON.parse(JSON.stringify(data))).toEqual({
        __class__: "AllOf",
        steps: [{ __class__: "Int" }, { __class__: "Check", test: { __value__: "function", text: "test.even" } }],
      });
      const loaded = load(JSON.parse(JSON.stringify(data)));
      expect(loaded.is(4)).toBe(true);
      expect(loaded.is(3)).toBe(false);
    } finally {
      functions.delete("test.even");
    }
    expect(even.dump()).toEqual({ __class__: "Check", test: even.test });
  });

  test("a name has one function, unless it is put in place of another", () => {
    const first = functions.add("test.name", () => true);
    expect(functions.add("test.name", first)).toBe(first);
    expect(() => functions.add("test.name", () => true)).toThrow("Name 'test.name' conflicts with another function");
    const second = functions.put("test.name", () => true);
    expect([functions.get("test.name"), functions.nameOf(first), functions.nameOf(second)]).toEqual([
      second,
      undefined,
      "test.name",
    ]);
    functions.delete("test.name");
  });

  test("the type of what it is behind stays", () => {
    exact<Infer<typeof booking>, { start: number; end: number }>();
    exact<Infer<typeof even>, number>();
    const error: ValidationError | undefined = booking.safe(1).error;
    expect(error?.length).toBe(1);
  });
});

test("a value may be a Promise, and only the function looks at it", async () => {
  const isFine = Check(() => true);
  let reads = 0;
  // biome-ignore lint/suspicious/noThenProperty: that is what is tested
  const thenable = Object.defineProperty({}, "then", { enumerable: true, get: () => void reads++ });
  expect(isFine.safe(thenable).value).toBe(thenable);
  expect(Dict({ a: AllOf(Any(), isFine) }).is({ a: thenable })).toBe(true);
  expect(reads).toBe(0);
  const promise = Promise.resolve(1);
  expect(AllOf(Any(), isFine).safe(promise).value).toBe(promise);
  const isFineLater = Check(async () => true, { async: true });
  expect((await AllOf(Any(), isFineLater).safeAsync(promise)).value).toBe(promise);
});
