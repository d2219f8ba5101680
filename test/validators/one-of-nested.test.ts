import { describe, expect, test } from "vitest";
import {
  AllOf,
  Check,
  Const,
  Dict,
  extend,
  fromJsonSchema,
  type Infer,
  Int,
  LazyRef,
  List,
  load,
  OneOf,
  omit,
  partial,
  pick,
  required,
  Str,
  Transform,
  toJsonSchema,
  type Validator,
} from "../../src/index.ts";
import { outcomeOf } from "../support/by-each-call.ts";
import { exact } from "../types/exact.ts";

const failure = OneOf(
  [
    Dict({ status: Const("fail"), code: Const(1), a: Str() }),
    Dict({ status: Const("fail"), code: Const(2), b: Str() }),
  ],
  { discriminator: "code" },
);
const answer = OneOf([Dict({ status: Const("ok") }), failure], { discriminator: "status" });

describe("a tagged union in a tagged union", () => {
  test("has the errors of one branch", () => {
    expect(outcomeOf(answer, { status: "ok" })).toEqual({ status: "ok" });
    expect(outcomeOf(answer, { status: "fail", code: 1, a: "x" })).toEqual({ status: "fail", code: 1, a: "x" });
    expect(outcomeOf(answer, { status: "fail", code: 2 })).toEqual(["/b missing_key"]);
    expect(outcomeOf(answer, { status: "fail", code: 3 })).toEqual(["/code options"]);
    expect(outcomeOf(answer, { status: "fail" })).toEqual(["/code missing_key"]);
    expect(outcomeOf(answer, { status: "other" })).toEqual(["/status options"]);
    expect(outcomeOf(answer, {})).toEqual(["/status missing_key"]);
    expect(outcomeOf(answer, 5)).toEqual([" invalid_type"]);
    expect(outcomeOf(List(answer), [{ status: "ok" }, { status: "fail", code: 2 }])).toEqual(["/1/b missing_key"]);
  });

  test("may be several, whose own tags are the same", () => {
    const of = (t: string, key: string) =>
      OneOf(
        [
          Dict({ t: Const(t), s: Const("a"), [`${key}a`]: Int() }),
          Dict({ t: Const(t), s: Const("b"), [`${key}b`]: Int() }),
        ],
        { discriminator: "s" },
      );
    const both = OneOf([of("y", "p"), of("n", "q")], { discriminator: "t" });
    expect(outcomeOf(both, { t: "n", s: "a" })).toEqual(["/qa missing_key"]);
    expect(outcomeOf(both, { t: "y", s: "b", pb: 1 })).toEqual({ t: "y", s: "b", pb: 1 });
    const three = OneOf(
      [
        Dict({ k: Const(0), t: Const("x") }),
        AllOf(
          both,
          Check(() => true),
        ),
      ],
      { discriminator: "t" },
    );
    expect(outcomeOf(three, { t: "n", s: "a" })).toEqual(["/qa missing_key"]);
    expect(outcomeOf(three, { t: "x", k: 0 })).toEqual({ t: "x", k: 0 });
  });

  test("that has no tag of its own is a step, too, if all in it have the outer one", () => {
    const open = OneOf(Dict({ t: Const("a"), n: Int() }), Dict({ t: Const("a"), s: Str() }));
    const one = OneOf([open, Dict({ t: Const("b") })], { discriminator: "t" });
    expect(outcomeOf(one, { t: "a", s: "x" })).toEqual({ t: "a", s: "x" });
    expect(outcomeOf(one, { t: "b", s: "x" })).toEqual(["/s forbidden_key"]);
    expect(() => OneOf([OneOf(Dict({ n: Int() }), Str())], { discriminator: "t" } as never)).toThrow(
      "step 0 should be",
    );
  });

  test("is one union if its key is the same: each call reads a tag and the members as often as of a flat one", () => {
    const leaf = (t: string) => Dict({ t: Const(t), n: Int() });
    const by = (steps: readonly Validator[]) => OneOf(steps as never, { discriminator: "t" } as never);
    const flat = by(["a", "b", "c", "d"].map(leaf));
    const nested = by([leaf("a"), by([leaf("b"), by([leaf("c"), leaf("d")])])]);
    const readsOf = (validator: Validator, call: "is" | "safe", t: string): string[] => {
      let reads: string[] = [];
      // Often enough for generated code.
      for (let times = 0; times < 3; times++) {
        reads = [];
        const get = (target: object, key: PropertyKey): unknown => {
          reads.push(String(key));
          return Reflect.get(target, key);
        };
        const input = new Proxy({ t, n: 1 }, { get });
        validator[call](input);
      }
      return reads;
    };
    for (const call of ["is", "safe"] as const)
      for (const t of ["a", "b", "d", "x"]) expect(readsOf(nested, call, t)).toEqual(readsOf(flat, call, t));
  });

  test("is refused if two branches have the same tag", () => {
    expect(() => OneOf([Dict({ status: Const("fail") }), failure], { discriminator: "status" })).toThrow(
      "more than one step has the tag 'fail'",
    );
  });

  test("is read from a Map and a form, encoded, dumped and written", () => {
    expect(
      answer(
        new Map<string, unknown>([
          ["status", "fail"],
          ["code", 1],
          ["a", "x"],
        ]) as never,
      ),
    ).toEqual({ status: "fail", code: 1, a: "x" });
    const form = OneOf([Dict({ t: Const("a"), l: List(Str()) }, { multikeys: ["l"] }), Dict({ t: Const("b") })], {
      discriminator: "t",
    });
    const outer = OneOf([form, Dict({ t: Const("c") })], { discriminator: "t" });
    expect(outer(new URLSearchParams("t=a&l=1&l=2") as never)).toEqual({ t: "a", l: ["1", "2"] });
    expect(answer.encode({ status: "fail", code: 1, a: "x" })).toEqual({ status: "fail", code: 1, a: "x" });
    expect(load(JSON.parse(JSON.stringify(answer.dump()))).equals(answer)).toBe(true);
    const read = fromJsonSchema(toJsonSchema(answer));
    for (const value of [{ status: "ok" }, { status: "fail", code: 2 }, { status: "fail", code: 2, b: "x" }])
      expect(read.is(value)).toBe(answer.is(value as never));
  });
});

describe("a reference as a step", () => {
  const group: Validator = Dict({ t: Const("group"), parts: List(LazyRef(() => part)) });
  const part: Validator = OneOf([Dict({ t: Const("field"), value: Str({ minlen: 1 }) }), LazyRef(() => group)], {
    discriminator: "t",
  } as never);

  test("is found when it is needed, and has the errors of one branch", () => {
    expect(outcomeOf(part, { t: "field", value: "" })).toEqual(["/value min_length"]);
    expect(
      outcomeOf(part, {
        t: "group",
        parts: [
          { t: "field", value: "x" },
          { t: "group", parts: [] },
        ],
      }),
    ).toEqual({
      t: "group",
      parts: [
        { t: "field", value: "x" },
        { t: "group", parts: [] },
      ],
    });
    expect(outcomeOf(part, { t: "group", parts: [{ t: "group", parts: [{ t: "field" }] }] })).toEqual([
      "/parts/0/parts/0/value missing_key",
    ]);
    expect(outcomeOf(part, { t: "x" })).toEqual(["/t options"]);
  });

  test("may lead to a validator that is made later, and has to lead to one with tags", () => {
    const one = OneOf([Dict({ t: Const("a") }), LazyRef(() => later)], { discriminator: "t" } as never) as Validator;
    const later = Dict({ t: Const("b"), n: Int() });
    expect(outcomeOf(one, { t: "b" })).toEqual(["/n missing_key"]);
    const wrong = OneOf([Dict({ t: Const("a") }), LazyRef(() => Str() as never)], {
      discriminator: "t",
    } as never) as Validator;
    for (let times = 0; times < 2; times++) expect(() => wrong.safe({ t: "b" })).toThrow("step 1 should be");
    const self: Validator = OneOf([Dict({ t: Const("a") }), LazyRef(() => self as never)], {
      discriminator: "t",
    } as never);
    expect(() => self.safe({ t: "b" })).toThrow("step 1 should be");
  });
});

describe("a tag that converts", () => {
  const codec = (from: number, to: string) =>
    AllOf(
      Const(from),
      Transform(() => to, { encode: () => from }),
    );
  const union = OneOf([Dict({ t: codec(1, "one"), s: Str() }), Dict({ t: codec(2, "two"), n: Int() })], {
    discriminator: "t",
  } as never) as Validator;

  test("selects by what comes in, gives what it becomes, and goes back", () => {
    expect(outcomeOf(union, { t: 2 })).toEqual(["/n missing_key"]);
    const value = union({ t: 1, s: "x" } as never);
    expect(value).toEqual({ t: "one", s: "x" });
    expect(union.json('{"s":"x","t":1}')).toEqual({ s: "x", t: "one" });
    expect(union.encode(value as never)).toEqual({ t: 1, s: "x" });
    expect(outcomeOf(union, { t: "one", s: "x" })).toEqual(["/t options"]);
  });
});

describe("a union that Dicts are made of", () => {
  const shape = OneOf([Dict({ kind: Const("circle"), r: Int() }), Dict({ kind: Const("square"), side: Int() })], {
    discriminator: "kind",
  });

  test("is changed in each step", () => {
    const more = extend(shape, { id: Int() });
    exact<
      Infer<typeof more>,
      { kind: "circle"; r: number; id: number } | { kind: "square"; side: number; id: number }
    >();
    expect(outcomeOf(more, { kind: "square", side: 1 })).toEqual(["/id missing_key"]);
    expect(outcomeOf(more, { kind: "circle", r: 1, id: 2 })).toEqual({ kind: "circle", r: 1, id: 2 });
    const few = pick(more, ["kind", "id"]);
    exact<Infer<typeof few>, { kind: "circle"; id: number } | { kind: "square"; id: number }>();
    expect(outcomeOf(few, { kind: "square", id: 1 })).toEqual({ kind: "square", id: 1 });
    expect(outcomeOf(omit(more, ["id"]), { kind: "square", side: 1 })).toEqual({ kind: "square", side: 1 });
    const may = partial(more, ["id"]);
    exact<
      Infer<typeof may>,
      { kind: "circle"; r: number; id?: number } | { kind: "square"; side: number; id?: number }
    >();
    expect(outcomeOf(may, { kind: "square", side: 1 })).toEqual({ kind: "square", side: 1 });
    expect(outcomeOf(required(may, ["id"]), { kind: "square", side: 1 })).toEqual(["/id missing_key"]);
    expect(() => pick(shape, ["q"] as never)).toThrow("pick: 'q' is not in the schema");
    expect(() => omit(shape, ["kind"])).toThrow("step 0 should be");
  });

  test("also inside of it, and behind a reference", () => {
    const deep = OneOf([shape, LazyRef(() => other)], { discriminator: "kind" } as never) as Validator;
    const other: Validator = Dict({ kind: Const("other"), inner: List(LazyRef(() => deep)) });
    const more = extend(deep as never, { id: Int() }) as unknown as Validator;
    expect(outcomeOf(more, { kind: "square", side: 1 })).toEqual(["/id missing_key"]);
    expect(outcomeOf(more, { kind: "other", inner: [{ kind: "circle", r: 1 }] })).toEqual(["/id missing_key"]);
    expect(outcomeOf(more, { kind: "other", inner: [{ kind: "circle", r: 1 }], id: 1 })).toEqual({
      kind: "other",
      inner: [{ kind: "circle", r: 1 }],
      id: 1,
    });
  });
});
