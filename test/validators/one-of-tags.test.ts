/** OneOf with a discriminator takes exactly what OneOf without one takes, whatever the parameters of the tag. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { tagsOfUnion } from "../../src/core/params/discriminator.ts";
import {
  AllOf,
  Check,
  Const,
  Default,
  Dict,
  Int,
  List,
  multidict,
  OneOf,
  Str,
  Transform,
  Type,
  Validator,
} from "../../src/index.ts";
import { expectEqual } from "../support/equal.ts";
import { sweep } from "../support/sweep.ts";

const [LOWER, ONLY_A] = [Str({ case: "lower" }), Str({ options: ["a"] })];

class Upper extends Validator<string> {
  static override readonly params = { options: (_: object, __: string, value: unknown) => value };
  declare readonly options: readonly string[];
  override check(input: unknown): string {
    return ONLY_A(LOWER(input));
  }
}

/** Steps by what their tag is, and how they take it. */
const STEPS: Readonly<Record<string, () => Validator>> = {
  constant: () => Dict({ k: Const("a"), x: Int({ coerce: true }) }),
  default: () => Dict({ k: Default(Const("a"), "a"), x: Int({ coerce: true }) }),
  "default of options": () => Dict({ k: Default(Str({ options: ["a", "c"] }), "c"), x: Int({ coerce: true }) }),
  "made default": () => Dict({ k: Const("a"), x: Int({ coerce: true }) }, { defaults: { k: () => "a" as const } }),
  defaults: () => Dict({ k: Const("a"), x: Int({ coerce: true }) }, { defaults: { k: "a" } }),
  "wrong default": () => Dict({ k: Const("a"), x: Int() }, { defaults: { k: () => "z" as "a" } }),
  optional: () => Dict({ k: Const("a"), x: Int({ coerce: true }) }, { optional: ["k"] }),
  nullable: () => Dict({ k: Str({ options: ["a"], nullable: true }), x: Int() }),
  "nullable and default": () => Dict({ k: Default(Str({ options: ["a"], nullable: true }), null), x: Int() }),
  lower: () => Dict({ k: Str({ options: ["a", "ß"], case: "lower" }), x: Int() }),
  upper: () => Dict({ k: Str({ options: ["A"], case: "upper" }), x: Int() }),
  strip: () => Dict({ k: Str({ options: ["a"], strip: true }), x: Int() }),
  normspace: () => Dict({ k: Str({ options: ["a b"], normspace: true }), x: Int() }),
  encoding: () => Dict({ k: Str({ options: ["a"], encoding: "utf-8" }), x: Int() }),
  skips: () => Dict({ k: Default(Str({ options: ["a"] }), "a"), x: Int() }, { skip_blank: true }),
  "skips, required": () => Dict({ k: Str({ options: ["a"] }), x: Int({ coerce: true }) }, { skip_blank: true }),
  integer: () => Dict({ k: Int({ options: [1, 2] }), x: Int({ coerce: true }) }),
  coerced: () => Dict({ k: Int({ options: [1], coerce: true }), x: Int({ coerce: true }) }),
  "coerced default": () => Dict({ k: Default(Int({ options: [1], coerce: true }), 1), x: Int() }),
  type: () => Dict({ k: Type(Number, { options: [1], coerce: true }), x: Int({ coerce: true }) }),
  custom: () => Dict({ k: new (Upper as new (params: object) => Upper)({ options: ["a"] }), x: Int() }),
  checked: () =>
    AllOf(
      Dict({ k: Default(Const("a"), "a"), x: Int() }, { nullable: true }),
      Check((v) => v !== null),
    ),
  converted: () =>
    AllOf(
      Dict({ k: Const("a"), x: Int() }),
      Transform((value) => [value]),
    ),
  "nullable step": () => Dict({ k: Const("a"), x: Int() }, { nullable: true }),
  multikeys: () => Dict({ k: Const("a"), x: List(Str()) }, { multikeys: ["x"] }),
  keeps: () => Dict({ k: Str({ options: ["a"], strip: true }) }, { unknown: "keep" }),
  extra: () => Dict({ k: Const("a") }, { optional: ["k"], extra: [Str({ case: "upper" }), Int()] }),
  inner: () =>
    OneOf([STEPS.defaults?.() as Dict, Dict({ k: Int({ options: [7], coerce: true }) })], { discriminator: "k" }),
};

const TAGS: readonly unknown[] = [
  ...["a", "A", " a ", "a  b", "b", "c", "ß", "", " ", "1", " 1\n", "+1", "7", "z", "true"],
  ...[0, 1, 1.5, 2, 7, -0, Number.NaN, 1n, 7n, true, false, null, undefined, [], ["a"], {}, new Uint8Array([97])],
];

/** Inputs of all kinds with a tag, or without one. */
function* inputs(): Generator<[kind: string, input: unknown]> {
  for (const x of [{ x: 1 }, { x: "1" }, { y: "p" }, {}, { x: "no" }]) {
    yield ["object", x];
    yield ["null prototype", Object.assign(Object.create(null), x)];
    yield ["Map", new Map(Object.entries(x))];
    yield ["form", new URLSearchParams(x as Record<string, string>)];
    for (const k of TAGS) {
      yield ["object", { k, ...x }];
      yield ["object, tag last", { ...x, k }];
      yield ["Map", new Map<unknown, unknown>([["k", k], ...Object.entries(x)])];
      if (typeof k !== "string") continue;
      yield ["form", new URLSearchParams({ k, ...(x as Record<string, string>) })];
      yield ["multidict", multidict({ k, ...x })];
    }
  }
  const blankFile = new FormData();
  blankFile.set("k", new File([], ""));
  blankFile.set("x", "1");
  yield ["form, blank file", blankFile];
  yield ["form, tag twice", new URLSearchParams("k=z&k=a&x=1")];
  for (const other of [null, undefined, 1, "a", [], [["k", "a"]]]) yield ["no object", other];
}
const INPUTS = [...inputs()];

/** What a validator makes of a value, from every call. */
function outcomes(validator: Validator, input: unknown): unknown {
  const text = (() => {
    try {
      return JSON.stringify(input);
    } catch {
      return undefined;
    }
  })();
  const result = validator.safe(input);
  const json = text === undefined ? undefined : validator.safeJson(text);
  return {
    ...{ ok: result.ok, value: result.ok && result.value, is: validator.is(input) },
    ...{ jsonOk: json?.ok, jsonValue: json?.ok && json.value, isJson: text !== undefined && validator.isJson(text) },
  };
}

const other = Dict({ k: Const("b"), y: Str() });

// Often enough for generated code, where the engine generates any.
test.each(Object.entries(STEPS))("a tag that is %s chooses what the step takes", (_, step) => {
  const pairs = [
    [step(), other],
    [other, step()],
  ].map((steps) => [OneOf([...steps]), OneOf([...steps], { discriminator: "k" })] as const);
  for (const [plain, union] of pairs) {
    for (const [kind, input] of INPUTS) {
      expectEqual([kind, input, outcomes(union, input)], [kind, input, outcomes(plain, input)]);
    }
  }
});

const TAG_OF = fc.oneof(
  fc.constantFrom("a", "A", "b", "B", " a", "a b", "1", "+1", "", "ß", "SS").map((value) => ({ value, params: {} })),
  fc.record({
    value: fc.constantFrom("a", "A", "b", "B", " a", "a b", "1", "", "ß", "ss", "SS"),
    params: fc.record(
      {
        strip: fc.boolean(),
        normspace: fc.boolean(),
        case: fc.constantFrom("lower" as const, "upper" as const),
        nullable: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ value: fc.constantFrom(1, 2), params: fc.record({ coerce: fc.boolean(), nullable: fc.boolean() }) }),
  fc.constantFrom(true, 1.5, null).map((value) => ({ value, params: {} })),
);
const STEP = fc.record({
  tag: TAG_OF,
  missing: fc.constantFrom("no", "no", "optional", "default", "defaults"),
  skip_blank: fc.boolean(),
  null_is_absent: fc.boolean(),
  nullable: fc.boolean(),
  key: fc.constantFrom("x", "y"),
});

test("for any steps that can be told apart, both take the same values and give the same results", () => {
  let built = 0;
  fc.assert(
    fc.property(fc.array(STEP, { minLength: 1, maxLength: 4 }), fc.array(fc.constantFrom(...INPUTS)), (steps, some) => {
      const made = steps.map(({ tag: { value, params }, missing, skip_blank, null_is_absent, nullable, key }) => {
        const one = { ...params, options: [value] } as object;
        const isPlain = Object.keys(params).length === 0;
        const member: Validator = isPlain ? Const(value) : typeof value === "number" ? Int(one) : Str(one);
        const k = missing === "default" ? Default(member, value as never) : member;
        const more = {
          ...(missing === "optional" && { optional: ["k"] }),
          ...(missing === "defaults" && { defaults: { k: value } }),
        };
        return Dict({ k, [key]: Int({ coerce: true }) } as Record<string, Validator>, {
          skip_blank,
          null_is_absent,
          nullable,
          ...more,
        });
      });
      let union: Validator;
      try {
        union = OneOf(made, { discriminator: "k" });
      } catch (error) {
        expect(error).toBeInstanceOf(ValueError);
        return;
      }
      built++;
      const plain = OneOf(made);
      for (const [, input] of some) expectEqual(outcomes(union, input), outcomes(plain, input));
    }),
    { numRuns: sweep(60, 1000) },
  );
  expect(built).toBeGreaterThan(sweep(12, 200));
});

const step = (k: Validator, params?: object): Validator => Dict({ k, x: Int() } as Record<string, Validator>, params);

test.each<[string, Validator, Validator, string]>([
  ["may both be missing", step(Default(Const("a"), "a")), step(Const("b"), { optional: ["k"] }), "may be missing"],
  ["may both be null", step(Str({ options: ["a"], nullable: true })), step(Const(null)), "the tag null"],
  ["are the same when converted", step(Str({ options: ["a"], case: "lower" })), step(Const("A")), "the tag 'A'"],
  ["are the same integer", step(Int({ options: [1], coerce: true })), step(Const("1")), "the tag '1'"],
  ["are the same integer as true", step(Const(true)), step(Int({ options: [1], coerce: true })), "the tag true"],
  [
    "meet in a third value",
    step(Str({ options: ["A"], strip: true })),
    step(Str({ options: [" a"], case: "lower" })),
    "tag",
  ],
  [
    "meet in both cases",
    step(Str({ options: ["a"], case: "lower" })),
    step(Str({ options: ["A"], case: "upper" })),
    "tag",
  ],
  ["meet in a null", step(Const(null)), step(Default(Const("b"), "b"), { null_is_absent: true }), "the tag null"],
  ["meet in a blank", step(Const("")), step(Default(Const("b"), "b"), { skip_blank: true }), "the tag ''"],
  ["meet in a Type", step(Type(Number, { options: [1], coerce: true })), step(Const("1")), "the tag '1'"],
])("tags that %s are a ValueError", (_, a, b, message) => {
  for (const steps of [
    [a, b],
    [b, a],
  ]) {
    const build = (): Validator => OneOf(steps, { discriminator: "k" });
    expect(build).toThrow(ValueError);
    expect(build).toThrow(message);
  }
});

test("a value that chooses no step is shown beside the tags, as it was given", () => {
  const union = OneOf([step(Str({ options: ["a"], case: "lower", nullable: true })), step(Const("b"))], {
    discriminator: "k",
  });
  expect(String(union.safe({ k: " A", x: 1 }).error)).toBe(
    "<SchemaError(errors=[\n    <k: OptionsError(expected=['a', 'b'], actual=' A')>\n])>",
  );
  expect(tagsOfUnion(union)?.options).toEqual(["a", "b"]);
  expect(String(union.safeJson('{"k": "A", "x": "no"}').error)).toContain("<x: InvalidTypeError");
});

test("a thousand tags that are converted are told apart at once", () => {
  const steps = Array.from({ length: 1000 }, (_, index) => step(Int({ options: [index], coerce: true })));
  const union = OneOf(steps, { discriminator: "k" });
  expect(union({ k: "999", x: 1 })).toEqual({ k: 999, x: 1 });
});

test("a tag that its step drops chooses it as it stands, and must be there", () => {
  const dropped = { optional: ["k"], dispose: ["k"] };
  const union = OneOf([step(Const("a"), dropped), step(Str({ options: ["b"], case: "lower" }), dropped)], {
    discriminator: "k",
  });
  expect(union({ k: "b", x: 1 })).toEqual({ x: 1 });
  for (const input of [{ x: 1 }, { k: "B", x: 1 }]) expect(union.safe(input).ok).toBe(false);
});
