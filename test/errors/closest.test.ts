import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closestFirst } from "../../src/core/errors/closest.ts";
import { Language } from "../../src/core/errors/language.ts";
import { withAlternative } from "../../src/core/errors/messages.ts";
import { stepAt } from "../../src/core/errors/step.ts";
import { InvalidTypeError, MinValueError, OptionsError, SchemaError, type ValidationError } from "../../src/exc.ts";
import {
  AllOf,
  Check,
  Const,
  Dict,
  Float,
  Formatter,
  Int,
  issueTemplates,
  LazyRef,
  List,
  Not,
  OneOf,
  Str,
  type Validator,
} from "../../src/index.ts";
import { en } from "../../src/text/locales/en.ts";
import { sweep } from "../support/sweep.ts";

/** Where the issues are, and what they say. */
function issuesOf(validator: Validator, value: unknown): string[] {
  const { error } = validator.safe(value);
  const inText = validator.safeJson(JSON.stringify(value)).error;
  const said = (one: ValidationError | undefined) =>
    one?.issues.map(({ pointer, message, alternative }) => {
      return `${alternative === undefined ? "" : `#${alternative.step} `}${pointer} ${message}`;
    });
  expect(said(inText)).toEqual(said(error));
  return said(error) ?? [];
}

/** The step that came closest. */
function closestOf(validator: Validator, value: unknown): number | undefined {
  const { error } = validator.safe(value);
  return error && closestFirst(error)[0]?.alternative?.step;
}

const circle = Dict({ kind: Const("circle"), radius: Float({ min: 0 }) });
const square = Dict({ kind: Const("square"), width: Float(), height: Float() });

const open = { unknown: "keep" } as const;
const tag = (kind: string, more: Record<string, Validator> = {}) => Dict({ kind: Const(kind), ...more }, open);
const c = { kind: "c", mode: "y" };

describe("the issues of a OneOf begin with those of the step that came closest", () => {
  test.each<[string, Validator, unknown, number]>([
    ["what may be null is told what else it may be", OneOf(Int(), Const(null)), "x", 0],
    ["wherever null stands", OneOf(Const(null), Int()), "x", 1],
    ["an option of the same type is closer than another type", OneOf(Int(), Str({ options: ["all"] })), "x", 1],
    ["a constant of the same type is", OneOf(Str(), Const(1)), 2, 1],
    ["a tag tells more than another constant", OneOf(tag("a"), tag("b"), tag("c", { mode: Const("x") })), c, 2],
    ["wherever the step stands", OneOf(tag("c", { mode: Const("x") }), tag("a"), tag("b")), c, 0],
    [
      "a step that excludes the tag is further away",
      OneOf(AllOf(Dict({ kind: Not(Const("c")) }, open)), tag("c", { mode: Const("x") })),
      c,
      1,
    ],
  ])("%s", (_, validator, value, step) => {
    expect(closestOf(validator, value)).toBe(step);
  });

  test("and say so", () => {
    expect(issuesOf(OneOf(circle, square), { kind: "square", width: "1", depth: 1 })).toEqual([
      "#1 /width Expected a number, got a string (closest of 2 alternatives).",
      "/depth Key is not allowed.",
      "#1 /height Required key is not provided (closest of 2 alternatives).",
      "#0 /kind Expected “circle”, got “square”.",
      "#0 /width Key is not allowed.",
      "#0 /radius Required key is not provided.",
    ]);
  });

  test("and the message of the error has the same order, with paths instead of steps", () => {
    const { error } = List(OneOf(circle, square)).safe([{ kind: "square", width: "1", height: 1 }]);
    expect(error?.message.split("\n").slice(0, 3)).toEqual([
      "5 errors",
      "  0.width: Expected a number, got a string (closest of 2 alternatives).",
      "  0.kind: Expected “circle”, got “square”.",
    ]);
    expect(error?.at(0)?.formatContext()).toBe("0.#0.kind");
    const inOrder = Dict({
      extra: [
        Str({ minlen: 2 }),
        AllOf(
          Int(),
          Check(() => false),
        ),
      ],
    }).safe({ ab: 1, c: 1 }).error;
    expect(inOrder?.message).toBe(
      "3 errors\n  ab: Value is not valid.\n  c.@KEY: Expected at least 2 characters, got 1.\n  c: Value is not valid.",
    );
  });

  test("as data too, also where JSON is made of them", () => {
    const { error } = OneOf(Str(), Int({ min: 1 })).safe(0);
    expect(error?.issues.map(({ alternative }) => alternative)).toEqual([
      { step: 1, of: 2, closest: true },
      { step: 0, of: 2, closest: false },
    ]);
    expect(JSON.parse(JSON.stringify(error))[0].alternative).toEqual({ step: 1, of: 2, closest: true });
    expect(Int().safe("x").error?.issues[0]).not.toHaveProperty("alternative");
  });

  test("and so do flatten and tree; errors are in the order of the steps", () => {
    const { error } = Dict({ a: OneOf(Str(), Int({ min: 1 })) }).safe({ a: 0 });
    const messages = ["Expected at least 1, got 0 (closest of 2 alternatives).", "Expected a string, got an integer."];
    expect(error?.flatten().fieldErrors.a).toEqual(messages);
    expect(error?.tree().properties?.a?.errors).toEqual(messages);
    expect(Array.from(error ?? [], ({ name }) => name)).toEqual(["InvalidTypeError", "MinValueError"]);
  });

  test("but messages of others' are as they wrote them", () => {
    const formatter = Formatter({ ...issueTemplates, MinValueError: "Zu klein." });
    const { error } = OneOf(Str(), Int({ min: 1 })).safe(0, { formatter });
    expect(error?.issues.map(({ message }) => message)).toEqual(["Zu klein.", "Expected a string, got an integer."]);
    const assigned = OneOf(Str(), Int({ min: 1 })).safe(0).error;
    for (const one of assigned ?? []) one.message = "No.";
    expect(assigned?.issues.map(({ message }) => message)).toEqual(["No.", "No."]);
  });
});

describe("closest is", () => {
  const named = (kind: unknown) => Dict({ kind: Const(kind), a: Int(), b: Int(), c: Int() });
  test.each<[string, Validator, unknown, number]>([
    [
      "whose Const matches, however many failures there are",
      OneOf(Dict({ kind: Const("x") }), named("y")),
      { kind: "y", a: "", b: "", c: "" },
      1,
    ],
    [
      "whose option matches",
      OneOf(Dict({ k: Str({ options: ["a"] }) }), Dict({ k: Const("b"), n: Int() })),
      { k: "b" },
      1,
    ],
    ["whose Const of 1 matches", OneOf(named(0), named(1)), { kind: 1, a: 1, b: 1, c: "" }, 1],
    ["that looks into the value", OneOf(Str(), Dict({ a: Int(), b: Int() })), { a: "", b: "" }, 1],
    ["that takes the type", OneOf(Str(), Int({ min: 1 })), 0, 1],
    ["that takes the type, beside Const", OneOf(Const("auto"), Int({ min: 1 })), 0, 1],
    ["that is no null", OneOf(Const(null), Dict({ a: Int() })), { a: "" }, 1],
    [
      "with the fewest failures",
      OneOf(Dict({ a: Int(), b: Int() }), Dict({ a: Int(), b: Str() })),
      { a: "", b: "" },
      1,
    ],
    ["with the deepest failures", OneOf(Dict({ a: Int() }), Dict({ a: List(Int()) })), { a: [""] }, 1],
    ["else the first", OneOf(Dict({ a: Int() }), Dict({ a: Float() })), { a: "" }, 0],
    [
      "of those whose tag none matches the one with the fewest",
      OneOf(named("x"), named("y"), circle),
      { kind: "z" },
      2,
    ],
    [
      "whose tag matches behind steps",
      OneOf(
        AllOf(
          circle,
          Check(() => true),
        ),
        AllOf(
          square,
          Check(() => true),
        ),
      ),
      { kind: "square" },
      1,
    ],
  ])("the step %s", (_, validator, value, step) => {
    expect(closestOf(validator, value)).toBe(step);
    const said = (error: ValidationError | undefined) =>
      error?.issues.map(({ code, path, alternative }) => ({ code, path, alternative }));
    expect(said(validator.safeJson(JSON.stringify(value)).error)).toEqual(said(validator.safe(value).error));
  });

  test("not the one of which not all failures were collected", () => {
    const two = Dict({ a: Int(), b: Int() });
    const three = Dict({ a: Int(), b: Int(), c: Int() });
    const { error } = OneOf(two, three).safe({ a: "", b: "", c: "" }, { maxErrors: 4 });
    expect([error?.truncated, error && closestFirst(error)[0]?.alternative]).toEqual([
      true,
      { step: 0, of: 2, closest: true },
    ]);
  });
});

describe("OneOfs inside each other", () => {
  const inner = OneOf(circle, square);

  test("are each in this order, and an issue is of the closest if it is so in all", () => {
    const outer = List(OneOf(Str(), Dict({ shape: inner })));
    expect(issuesOf(outer, [{ shape: { kind: "square", width: 1, height: "" } }, 5])).toEqual([
      "#1 /0/shape/height Expected a number, got a string (closest of 2 alternatives).",
      "#0 /0/shape/kind Expected “circle”, got “square”.",
      "#0 /0/shape/width Key is not allowed.",
      "#0 /0/shape/height Key is not allowed.",
      "#0 /0/shape/radius Required key is not provided.",
      "#0 /0 Expected a string, got an object.",
      "/1 Expected a string or an object, got an integer.",
    ]);
  });

  test("count only what their own closest step says", () => {
    const other = Dict({ kind: Str({ maxlen: 1 }), width: Str() }, { unknown: "strip" });
    expect(closestOf(OneOf(other, inner), { kind: "square", width: 1, height: "" })).toBe(1);
  });

  test("in a tree that refers to itself", () => {
    const tree: Validator = LazyRef(() => OneOf(Int(), Dict({ left: tree, right: tree })));
    expect(issuesOf(tree, { left: { left: 1, right: "x" }, right: 1 })[0]).toBe(
      "#1 /left/right Expected an integer or an object, got a string (closest of 2 alternatives).",
    );
  });
});

describe("it is a rearrangement", () => {
  const node = fc.oneof(fc.constantFrom("a", "b", 0), fc.nat(2).map(stepAt));
  const kind = fc.constantFrom(InvalidTypeError, OptionsError, MinValueError);
  const errors = fc
    .array(fc.tuple(kind, fc.array(node, { maxLength: 6 })))
    .map((all) => all.map(([type, context]) => new type({ context, expected: "x", actual: "y" })));

  test("of whatever errors there are", () => {
    fc.assert(
      fc.property(errors, (all) => {
        const placed = closestFirst(new SchemaError(all));
        expect(new Set(placed.map(({ error }) => error))).toEqual(new Set(all));
        expect(placed.length).toBe(all.length);
        for (const { alternative } of placed) {
          if (alternative !== undefined) expect(alternative.step).toBeLessThan(3);
        }
      }),
    );
  });

  test("of many errors, and of such as are far down", () => {
    const steps = Array.from(
      { length: sweep(30_000, 100_000) },
      (_, index) => new MinValueError({ context: [index >> 1, stepAt(index % 2)] }),
    );
    expect(closestFirst(new SchemaError(steps)).length).toBe(steps.length);
    // Each alternative of a OneOf is a OneOf again.
    const nested = Array.from({ length: sweep(1500, 3000) }, (_, index) => {
      const context = [...new Array(index).fill(stepAt(1)), stepAt(0)];
      return new MinValueError({ context });
    });
    expect(closestFirst(new SchemaError(nested)).length).toBe(nested.length);
  });
});

test("a message says what it is the closest of", () => {
  const alternative = { step: 0, of: 3, closest: true };
  expect(withAlternative(Language.of(en), "No.", alternative)).toBe("No (closest of 3 alternatives).");
  expect(withAlternative(Language.of(en), "No", alternative)).toBe("No (closest of 3 alternatives).");
  expect(withAlternative(Language.of(en), "No.", { ...alternative, closest: false })).toBe("No.");
  expect(withAlternative(Language.of(en), "No.", undefined)).toBe("No.");
});
