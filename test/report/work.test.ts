import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Bytes,
  Const,
  Dict,
  FAILED,
  Int,
  LazyRef,
  List,
  MinValueError,
  OneOf,
  RecursionMaxDepthError,
  Str,
  Transform,
  Tuple,
  type ValidationError,
  Validator,
  WorkLimitError,
} from "../../src/index.ts";
import { Report } from "../../src/report/report.ts";
import { Work } from "../../src/report/work.ts";
import { schemaSize } from "../../src/schemas/graph.ts";
import { refusal, texts } from "../support/verdict.ts";

/** Steps that a call takes, and what comes of it. */
function measure(validator: Validator, value: unknown, maxErrors = 0): { steps: number; value: unknown } {
  const work = new Work(validator);
  const report = new Report({ maxErrors }, undefined, work).resume();
  try {
    return { value: report.judge(validator, value), steps: work.steps };
  } finally {
    report.close();
  }
}

/** Members of all arrays and objects. */
const sizeOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce((size: number, member) => size + sizeOf(member), 1)
    : 1;

const nest = (levels: number, core: unknown, around: (inner: unknown) => unknown): unknown => {
  let value = core;
  for (let i = 0; i < levels; i++) value = around(value);
  return value;
};

const operation = (op: string) =>
  Dict({ op: Const(op), left: LazyRef("work.expression"), right: LazyRef("work.expression") });
const expression = OneOf([Int(), operation("add"), operation("mul"), operation("sub")], { alias: "work.expression" });
const chain = AllOf(
  [
    Dict({ next: LazyRef("work.chain") }, { optional: ["next"] }),
    Dict({ next: LazyRef("work.chain") }, { optional: ["next"] }),
  ],
  { alias: "work.chain" },
);
const marked = OneOf([...Array.from({ length: 50 }, (_, index) => Const(index)), List(LazyRef("work.marked"))], {
  alias: "work.marked",
});
const counted = OneOf(
  [
    Dict({ next: LazyRef("work.counted", { maxdepth: 400 }), tag: Const(1) }),
    Dict({ next: LazyRef("work.counted", { maxdepth: 400 }), tag: Const(2) }),
    Const(null),
  ],
  { alias: "work.counted" },
);
let pairs: Validator = Int();
let choices: Validator = OneOf(Str(), Int());
for (let i = 0; i < 60; i++) {
  pairs = AllOf(pairs, pairs);
  choices = OneOf(choices, choices);
}
const converting = OneOf(
  [
    AllOf(List(LazyRef("work.converting"), { unique: true }), List(LazyRef("work.converting"))),
    AllOf(Dict({ extra: [Str(), LazyRef("work.converting")] }), Dict({ extra: [Str(), LazyRef("work.converting")] })),
    Int({ coerce: true }),
  ],
  { alias: "work.converting" },
);
const refs = ["work.x", "work.y", "work.z"].map((alias) => LazyRef(alias, { maxdepth: 100 }));
for (const alias of ["work.x", "work.y", "work.z"]) {
  const steps = [1, 2].flatMap((tag) => refs.map((next) => Dict({ next, tag: Const(tag) })));
  OneOf([...steps, Const(null)], { alias });
}
const looped = OneOf(
  [
    Dict({ items: LazyRef("work.looped"), op: Const("a") }),
    OneOf(OneOf(LazyRef("work.looped"), LazyRef("work.looped")), Dict({ items: LazyRef("work.looped"), op: Any() })),
    Int(),
  ],
  { alias: "work.looped" },
);
const long = [LazyRef("work.long"), Int()];
OneOf(
  [Dict({ a: long[0] as Validator, z: Const(1) }), Dict({ a: AllOf(Any(), long[0] as Validator), z: Const(2) }), Int()],
  {
    alias: "work.long",
  },
);
/** Steps that leave the structure of their input, and so hand on copies of the same parts, each level anew. */
const copies = LazyRef("work.handed");
List(List(OneOf(AllOf(AllOf(copies, List(copies)), copies), OneOf(List(copies), OneOf(Const({}), copies)))), {
  alias: "work.handed",
} as never);
const copied = LazyRef("work.copied");
AllOf([List(List(List(Any()))), List(OneOf(copied, List(copied))), Const({})], { alias: "work.copied" });

describe("steps grow with the input and the schema, not with more, for", () => {
  const valid: [string, Validator, (levels: number) => unknown][] = [
    ["a union whose tag comes last", expression, (n) => nest(n, 1, (left) => ({ left, right: 1, op: "sub" }))],
    ["a union whose tag comes first", expression, (n) => nest(n, 1, (left) => ({ op: "sub", left, right: 1 }))],
    ["a pipeline that leads back to itself twice", chain, (n) => nest(n, {}, (next) => ({ next }))],
    ["many steps before the one that goes on", marked, (n) => nest(n, 7, (inner) => [inner])],
    ["references that count their depth", counted, (n) => nest(n, null, (next) => ({ next, tag: 2 }))],
    ["steps of different heights", LazyRef("work.long"), (n) => nest(n, 1, (a) => ({ a, z: 2 }))],
    ["steps that go on with copies", copies, (n) => nest(n, {}, (inner) => [inner])],
    ["steps that convert what others inside them convert: arrays", converting, (n) => nest(n, 1, (inner) => [inner])],
    ["steps that convert what others inside them convert: objects", converting, (n) => nest(n, 1, (a) => ({ a }))],
    [
      "aliases that each count their depth",
      refs[0] as Validator,
      (n) => nest(n % 100, null, (next) => ({ next, tag: 2 })),
    ],
  ];
  test.each(valid)("%s: valid", (_name, validator, make) => {
    for (const levels of [5, 20, 80, 120]) {
      const input = make(levels);
      const { value, steps } = measure(validator, input, 10);
      expect(value).toEqual(input);
      expect(steps).toBeLessThan(8000 + 8 * schemaSize(validator) * sizeOf(input));
    }
  });

  const invalid: [string, Validator, (levels: number) => unknown][] = [
    ["a union whose tag comes last", expression, (n) => nest(n, "x", (left) => ({ left, right: 1, op: "sub" }))],
    ["a union without the right tag", expression, (n) => nest(n, 1, (left) => ({ left, right: 1, op: "div" }))],
    ["a pipeline that leads back to itself twice", chain, (n) => nest(n, 1, (next) => ({ next }))],
    ["many steps before the one that goes on", marked, (n) => nest(n, "x", (inner) => [inner])],
    ["references that count their depth", counted, (n) => nest(n, 1, (next) => ({ next, tag: 2 }))],
    ["steps of different heights", LazyRef("work.long"), (n) => nest(n, "x", (a) => ({ a, z: 2 }))],
    ["steps that go on with copies, whose ends are shared", copied, (n) => nest(n, [], (inner) => [inner])],
    [
      "a step that leads back to its own value, beside ones that go on",
      looped,
      (n) => nest(n, 0.1, (items) => ({ items, op: 1 })),
    ],
  ];
  test.each(invalid)("%s: invalid", (_name, validator, make) => {
    for (const levels of [5, 20, 80, 120]) {
      const input = make(levels);
      const verdictOnly = measure(validator, input);
      expect(verdictOnly.value).toBe(FAILED);
      expect(verdictOnly.steps).toBeLessThan(8000 + 8 * schemaSize(validator) * sizeOf(input));
      // Each error that is collected has a path that was walked for it.
      const collected = measure(validator, input, 100);
      expect(collected.value).toBe(FAILED);
      expect(collected.steps).toBeLessThan(8000 + 8 * schemaSize(validator) * sizeOf(input) + 100 * 20 * levels);
    }
  });

  test("a value that is too deep, by ways of many lengths", () => {
    const deep = List(OneOf(List(LazyRef("work.deep")), LazyRef("work.deep")), { alias: "work.deep" });
    const steps = (levels: number): number =>
      measure(
        deep,
        nest(levels, 1, (inner) => [inner]),
      ).steps;
    expect(steps(1000)).toBeLessThan(2 * steps(500));
    expect(steps(600)).toBeLessThan(8000 + 8 * schemaSize(deep) * 600);
  });

  test("a value whose members come before what takes most of the steps is as large as it is", () => {
    const union = OneOf(Array.from({ length: 500 }, (_, index) => Const(index)));
    const items = Array.from({ length: 1000 }, () => 499);
    expect(List(union).is(items)).toBe(true);
    const steps: Validator[] = Array.from({ length: 1000 }, () => OneOf(Str(), union));
    expect(OneOf([...steps, OneOf(Any(), Int())]).is(null)).toBe(true);
  });

  test.each([
    ["60 AllOf, each of one twice", pairs, 5, 5],
    ["60 OneOf, each of one twice", choices, 5, 5],
    ["60 OneOf, each of one twice, that refuse", choices, true, FAILED],
  ])("%s", (_name, validator, input, value) => {
    const judged = measure(validator, input);
    expect(judged.value).toBe(value);
    expect(judged.steps).toBeLessThan(20_000);
  });
});

describe("what is remembered changes no answer:", () => {
  test("the errors are those of all steps, in order, up to the most that are wanted", () => {
    const input = nest(30, "x", (left) => ({ left, right: 1, op: "sub" }));
    const few = texts(refusal(expression, input, { maxErrors: 40 })) as string[];
    const many = texts(refusal(expression, input, { maxErrors: 4000 })) as string[];
    expect(few).toHaveLength(40);
    expect(many).toHaveLength(4000);
    expect(many.slice(0, 40)).toEqual(few);
    expect(new Set(many).size).toBe(4000);
  });

  test("results of the same value are equal, and each call makes its own", () => {
    const input = nest(60, 1, (left) => ({ left, right: 1, op: "sub" })) as object;
    const [a, b] = [expression(input), expression(input)];
    expect(a).toEqual(input);
    expect(a).not.toBe(b);
    expect(a).not.toBe(input);
  });

  test("a limit of depth holds for what was judged elsewhere", () => {
    const input = nest(100, 1, (left) => ({ left, right: 1, op: "sub" }));
    expect(expression.is(input, { maxDepth: 100 })).toBe(true);
    expect(expression.is(input, { maxDepth: 99 })).toBe(false);
    const next = nest(400, null, (inner) => ({ next: inner, tag: 2 }));
    expect(counted.is(next)).toBe(true);
    expect(counted.is({ next, tag: 2 })).toBe(false);
  });
});

describe("a reference that leads back to itself with the same value", () => {
  const self = OneOf([LazyRef("work.self"), LazyRef("work.self"), Int()], { alias: "work.self" });

  test("is refused there, and the next step decides", () => {
    expect(self(5)).toBe(5);
    expect(List(self)(Array(5000).fill(1))).toHaveLength(5000);
    expect(texts(refusal(self, "a"))).toContainEqual(expect.stringMatching(/RecursionMaxDepthError/));
  });

  test("is refused with a copy of it too, at once", () => {
    const copies = AllOf([List(Any()), LazyRef("work.copies")], { alias: "work.copies" });
    const { value, steps } = measure(copies, Array(1000).fill(1));
    expect(value).toBe(FAILED);
    expect(steps).toBeLessThan(5000);
  });

  test("may come back with another value", () => {
    class Less extends Validator<number> {
      override check(input: unknown): number {
        return (input as number) - 1;
      }
    }
    const down = OneOf([Const(0), AllOf(new Less(), LazyRef("work.down"))], { alias: "work.down" });
    expect(down(300)).toBe(0);
  });
});

describe("a call that takes too many steps ends in a WorkLimitError:", () => {
  /** What it returns it would not return again. */
  class More extends Validator<number> {
    override check(input: unknown): number {
      return Number(input) + 1;
    }
  }
  const convert = AllOf(
    [
      Dict({ next: LazyRef("work.convert"), n: new More() }, { optional: ["next", "n"] }),
      Dict({ next: LazyRef("work.convert"), n: new More() }, { optional: ["next", "n"] }),
    ],
    { alias: "work.convert" },
  );
  const deep = nest(100, { n: "1" }, (next) => ({ next, n: "1" }));
  let shared: unknown = [];
  for (let i = 0; i < 60; i++) shared = [shared, shared];
  List(LazyRef("work.lists"), { alias: "work.lists" });

  test.each([
    ["steps that convert what they lead back to", convert, deep],
    ["values that share their parts", LazyRef("work.lists"), shared],
  ])("%s", (_name, validator, value) => {
    const result = validator.safe(value);
    expect(result.ok).toBe(false);
    const { error } = result as unknown as { error: WorkLimitError };
    expect(error).toBeInstanceOf(WorkLimitError);
    expect(error).toMatchObject({ truncated: true, context: [], length: 1 });
    expect(error.actual).toBe((error.expected as number) + 1);
    expect(validator.is(value)).toBe(false);
    expect(() => validator(value)).toThrow(WorkLimitError);
  });

  test("of JSON text too, with the place of the value", () => {
    const text = JSON.stringify(deep);
    const { error } = convert.safeJson(text) as unknown as { error: WorkLimitError };
    expect(error).toBeInstanceOf(WorkLimitError);
    expect(error).toMatchObject({ offset: 0, line: 1, column: 1 });
    expect(convert.isJson(text)).toBe(false);
  });

  test("no later step makes up for it", () => {
    expect(OneOf(convert, Any()).is(deep)).toBe(false);
    expect(Tuple(OneOf(convert, Any()), Any()).safe([deep, 1]).ok).toBe(false);
  });

  test("but honest values may share their parts, and be large", () => {
    const tags = Array.from({ length: 1000 }, (_, index) => `tag ${index}`);
    const records = Array.from({ length: 1000 }, (_, id) => ({ id, tags }));
    expect(List(Dict({ id: Int(), tags: List(Str()) })).is(records)).toBe(true);
    expect(List(Int()).is(Array.from({ length: 1_000_000 }).fill(1))).toBe(true);
  });

  test("and so may texts and bytes be that a step takes apart", () => {
    const text = Array(300_000).fill("1").join();
    const split = Transform((input: string) => input.split(","));
    const listed = Transform((input: Uint8Array) => Array.from(input));
    const records = Transform((items: string[]) => items.map((n) => ({ n })));
    const taken = AllOf(Str(), split, records, List(Dict({ n: Int({ coerce: true }) })));
    expect(taken.safe(text)).toMatchObject({ ok: true, value: { length: 300_000 } });
    expect(AllOf(Bytes(), listed, List(Int())).safe(new Uint8Array(600_000))).toMatchObject({ ok: true });
  });
});

describe("a check of the caller's that calls validators", () => {
  class Node extends Validator {
    override check(input: unknown): unknown {
      return typeof input === "object" && input !== null ? nodes((input as { nodes: unknown }).nodes) : Int()(input);
    }
  }
  const node = new Node();
  const nodes = List(node);

  test("counts depth on: a value that holds itself ends in a RecursionMaxDepthError", () => {
    const loop: { nodes: unknown[] } = { nodes: [1] };
    loop.nodes.push(loop);
    const error = refusal(node, loop);
    expect(error.at(-1)).toBeInstanceOf(RecursionMaxDepthError);
    expect(nodes.is([loop])).toBe(false);
    expect(node.safeJson(JSON.stringify(nest(505, 1, (inner) => ({ nodes: [inner] })))).ok).toBe(false);
    expect(node.is(nest(200, 1, (inner) => ({ nodes: [inner] })))).toBe(true);
  });

  test("and makes copies of copies is not asked twice for what it has made a copy of", () => {
    class Copying extends Validator {
      override check(input: unknown): unknown {
        return copied(input);
      }
    }
    const copied = Dict({ next: AllOf(new Copying(), new Copying()) }, { optional: ["next"] });
    const [short, long] = [50, 100].map((levels) =>
      measure(
        copied,
        nest(levels, {}, (inner) => ({ next: inner })),
      ),
    );
    expect(long?.value).toEqual(nest(100, {}, (inner) => ({ next: inner })));
    expect(long?.steps).toBeLessThan(3 * (short?.steps ?? 0));
  });

  test("and changes what it gets, twice as often at each level, ends in a WorkLimitError", () => {
    class Changing extends Validator {
      override check(input: unknown): unknown {
        const { n = 0, ...others } = changed(input);
        return { ...others, n: n + 1 };
      }
    }
    const changed: Validator<{ n?: number }> = Dict(
      { next: AllOf(new Changing(), new Changing()), n: Int() },
      { optional: ["next", "n"] },
    );
    const deep = nest(100, {}, (inner) => ({ next: inner }));
    expect(refusal(changed, deep).at(0)).toBeInstanceOf(WorkLimitError);
    expect(changed.is(deep)).toBe(false);
  });

  test("may not lead back to itself with the same value", () => {
    class Again extends Validator {
      override check(input: unknown): unknown {
        return again(input);
      }
    }
    const again = LazyRef("work.again");
    AllOf([new Again()], { alias: "work.again" });
    const { value, steps } = measure(again, 5);
    expect(value).toBe(FAILED);
    expect(steps).toBeLessThan(500);
  });

  describe("is asked in proportion to the levels of a value, where what it calls leads back to it,", () => {
    let calls = 0;
    /** Throws the errors of what it calls. */
    class Calling extends Validator {
      static override readonly params = { inner: (_owner: unknown, _attr: string, value: unknown) => value };
      declare readonly inner: Validator;
      override check(input: unknown, _report: Report): unknown {
        calls++;
        return this.inner(input);
      }
    }
    /** Makes one error of them. */
    class Summing extends Calling {
      override check(input: unknown, report: Report): unknown {
        calls++;
        const result = this.inner.safe(input);
        return result.ok ? result.value : report.fail(MinValueError, 1, result.error.length);
      }
    }
    const ref = LazyRef("work.called");
    const calling = new Calling({ inner: ref });
    const summing = new Summing({ inner: ref });
    const steps: [string, Validator][] = [
      ["before another step", OneOf(calling, Str())],
      ["in a OneOf of its own", OneOf(OneOf(calling, Str()))],
      ["after a step that leads there too", OneOf(ref, calling)],
      ["before a step that leads there too", OneOf(calling, ref)],
      ["as both steps", OneOf(calling, new Calling({ inner: ref }))],
      ["as both steps, with one error for many", OneOf(summing, new Summing({ inner: ref }))],
    ];
    test.each(steps)("%s", (_name, item) => {
      const list = List(item, { alias: "work.called", replace: true });
      const callsOf = (call: "is" | "safe", levels: number): number => {
        calls = 0;
        const input = nest(levels, 5, (inner) => [inner]);
        if (call === "is") expect(list.is(input)).toBe(false);
        else expect((list.safe(input) as { error: ValidationError }).error.at(-1)).not.toBeInstanceOf(WorkLimitError);
        return calls;
      };
      // The errors are those of each level, one inside the other, as if nothing were remembered.
      const first = (levels: number): ValidationError =>
        refusal(
          list,
          nest(levels, 5, (inner) => [inner]),
          { maxErrors: 1 },
        ).at(0) as ValidationError;
      const { context, constructor } = first(1);
      const expected = constructor === MinValueError ? context : Array(100).fill(context).flat();
      expect(first(100)).toBeInstanceOf(constructor);
      expect(first(100).context).toEqual(expected);
      for (const call of ["is", "safe"] as const) {
        expect(callsOf(call, 100), call).toBeLessThan(1500 + 10 * 100);
        expect(callsOf(call, 200) - callsOf(call, 100), call).toBeLessThan(10 * 100);
      }
    });
  });

  test("shows fewer errors where each level makes all of them anew", () => {
    const input = nest(250, { nodes: Array(50).fill("x") }, (inner) => ({ nodes: [...Array(20).fill("x"), inner] }));
    const error = refusal(node, input);
    expect(error.truncated).toBe(true);
    expect(error.length).toBeGreaterThanOrEqual(10);
    const shallow = refusal(
      node,
      nest(10, "x", (inner) => ({ nodes: ["x", inner] })),
    );
    expect(shallow).toMatchObject({ truncated: false, length: 11 });
  });

  test("leaves nothing behind, however it ends", () => {
    class Throws extends Validator {
      override check(): unknown {
        throw new RangeError("mine");
      }
    }
    expect(() => List(new Throws())([1])).toThrow(new RangeError("mine"));
    const input = nest(500, 1, (inner) => [inner]);
    expect(LazyRef("work.any").is).toBeTypeOf("function");
    expect(List(Any()).is(input)).toBe(true);
    let deep: Validator = Any();
    for (let i = 0; i < 500; i++) deep = List(deep);
    expect(deep.is(input)).toBe(true);
  });
});

test("validators are compared in no time, however their parameters share parts", () => {
  let shared: unknown = [1];
  for (let i = 0; i < 60; i++) shared = { a: shared, b: shared };
  expect(Const(shared).equals(Const(shared))).toBe(true);
  expect(Const({ a: shared, b: 1 }).equals(Const({ a: shared, b: 2 }))).toBe(false);
});
