import { describe, expect, test, vi } from "vitest";
import { MAY_LACK_VALUE } from "../../src/core/schemas/checker.ts";
import {
  appliedBy,
  isSmall,
  isSmallTree,
  mayFillNothing,
  mayLackValue,
  nameOfUse,
  partsOf,
  reach,
  recursiveIn,
  repetitiveIn,
  resultFormOf,
  schemaSize,
  sharedIn,
  sharedNamesIn,
  targetsIn,
} from "../../src/core/schemas/graph.ts";
import { instances } from "../../src/core/schemas/registry.ts";
import {
  AllOf,
  Any,
  Bool,
  Const,
  Date,
  Dict,
  Fallback,
  Float,
  Int,
  LazyRef,
  List,
  Not,
  OneOf,
  Set as SetOf,
  Str,
  Transform,
  Tuple,
  Type,
  Validator,
} from "../../src/index.ts";

describe("the size of a schema", () => {
  test("counts each validator once, and each place another holds it in", () => {
    const int = Int();
    expect(schemaSize(int)).toBe(1);
    expect(schemaSize(Dict({ a: int, b: int }))).toBe(4);
    expect(schemaSize(Dict({ a: int }, { extra: [Str(), int] }))).toBe(6);
    expect(schemaSize(AllOf(int, OneOf(int, Str())))).toBe(8);
  });

  test("follows references, also in circles, and those that lead nowhere yet", () => {
    const tree = Dict({ children: List(LazyRef("graph.tree")) }, { alias: "graph.tree" });
    expect(schemaSize(tree)).toBe(6);
    expect(schemaSize(LazyRef("graph.nowhere"))).toBe(1);
  });

  test("looks at each part of a value among the parameters once", () => {
    let shared: unknown = [1];
    for (let i = 0; i < 40; i++) shared = [shared, shared];
    expect(schemaSize(Const(shared))).toBe(1);
    expect(schemaSize(Dict({ a: Int() }, { defaults: { a: shared as number } }))).toBe(3);
  });

  test("of validators nested deeper than any stack is found too", () => {
    let deep: List = List(Any());
    for (let i = 0; i < 50_000; i++) deep = List(deep);
    expect(schemaSize(deep)).toBe(100_003);
  });
});

test("the parts of a validator are those among its parameters, wherever they are in a value", () => {
  const given = (_owner: unknown, _name: string, value: unknown) => value;
  class Own extends Validator {
    static override readonly params = { map: given, set: given, list: given };
    readonly field = Int();
    override check(input: unknown) {
      return input;
    }
  }
  const [a, b, c, d, e] = [Int(), Int(), Int(), Int(), Int()];
  const own = new Own({ map: new Map([[a, [b]]]), set: new Set([c]), list: [{ d, again: d, none: null }, 5, [e]] });
  expect(partsOf(own)).toEqual([a, b, c, d, d, e]);
});

test("what validates the same value comes from the inside out", () => {
  const [a, b] = [Int(), Str()];
  const either = OneOf(b, a);
  const both = AllOf(a, either);
  expect([...appliedBy(both)]).toEqual([a, b, either, both]);
  const reference = LazyRef((): Validator => circle);
  const circle: Validator = OneOf(a, reference);
  expect([...appliedBy(circle)]).toEqual([a, reference, circle]);
  expect([...appliedBy(List(a))]).toHaveLength(1);
});

test("the targets of a schema are those of its references by alias", () => {
  const target = Int();
  instances.put("graph.aliased", target);
  expect([
    ...targetsIn(
      Tuple(
        LazyRef("graph.aliased"),
        LazyRef(() => Str()),
      ),
    ),
  ]).toEqual([["graph.aliased", target]]);
  expect([...targetsIn(LazyRef("graph.nowhere"))]).toEqual([]);
});

test("several validators reach what each of them reaches", () => {
  const [a, b, c] = [Int(), Str(), Bool()];
  const [list, pair] = [List(a), Tuple(b, c)];
  expect(new Set(reach([list, pair, a]).keys())).toEqual(new Set([list, pair, a, b, c]));
});

test("a reference has the name of its alias, or of its function", () => {
  const named = () => Int();
  const nameless = () => Int();
  Reflect.deleteProperty(nameless, "name");
  expect([nameOfUse("a"), nameOfUse(named), nameOfUse(nameless)]).toEqual(["a", "named", ""]);
});

describe("shared validators", () => {
  const [small, pair] = [Int(), Tuple(Int(), Str())];
  const list = List(pair);
  const root = Dict({ a: pair, b: list, c: small, d: small, e: list });

  test("are those in several places, unless they are small", () => {
    expect(sharedIn(root, reach(root))).toEqual([pair, list]);
    const circle: Validator = List(LazyRef((): Validator => circle));
    expect(sharedIn(circle, reach(circle))).toEqual([circle]);
    expect([sharedIn(pair, reach(pair)), sharedIn(list, reach(list))]).toEqual([[], []]);
  });

  test("have names, references not followed", () => {
    const reference = LazyRef(() => pair);
    expect([...sharedNamesIn(Tuple(root, reference, reference, List(reference)))]).toEqual([
      [pair, "Tuple1"],
      [list, "List2"],
    ]);
  });

  test("are small if they have no members, and at most 32 values in their parameters", () => {
    // A parameter, its name and its list are four of them.
    const [most, more] = [28, 29].map((length) => Const(Array(length).fill(0)));
    expect([small, list, most, more].map((one) => isSmall(one as Validator))).toEqual([true, false, true, false]);
  });
});

describe("a result may be undefined for another value", () => {
  class Own extends Validator {
    override check(input: unknown) {
      return input;
    }
  }
  class Full extends Own {
    get [MAY_LACK_VALUE](): false {
      return false;
    }
  }
  const convert = Transform(() => undefined);

  test.each<[string, Validator, boolean]>([
    ["of no validator that takes it as it is", Int(), false],
    ["of a Transform", convert, true],
    ["of what passes its value to one", AllOf(Int(), OneOf(Str(), convert)), true],
    ["not of what has one in it", List(convert), false],
    ["of a Fallback of undefined", Fallback(Int(), undefined as never), true],
    ["not of any other", Fallback(Int(), 1), false],
    ["of a class of the caller's", new Own(), true],
    ["not of one that says so", new Full(), false],
  ])("%s", (_name, validator, mayLack) => {
    expect(mayLackValue(validator)).toBe(mayLack);
    expect(mayFillNothing(validator, 1)).toBe(mayLack);
    expect([mayFillNothing(validator, undefined), mayFillNothing(validator, () => 1)]).toEqual([true, true]);
  });
});

describe("recursive targets are those that contain themselves:", () => {
  const tree: Validator = Dict({ a: Tuple(List(LazyRef((): Validator => tree))) });
  const one: Validator = List(LazyRef((): Validator => other));
  const other: Validator = Dict({ a: LazyRef((): Validator => one), b: LazyRef(() => Int()) });
  const later: Validator = Tuple(
    Int(),
    LazyRef((): Validator => later),
  );
  const leaf = Int();
  const twice = List(leaf);
  const found = (root: Validator): unknown => recursiveIn(reach(root));

  test.each<[string, Validator, Validator[]]>([
    [
      "none",
      Tuple(
        Int(),
        LazyRef(() => Int()),
      ),
      [],
    ],
    ["the root", tree, [tree]],
    ["one that is further inside", List(tree), [tree]],
    ["two that contain each other", Tuple(Int(), one), [other, one]],
    ["two circles", Tuple(tree, one), [tree, other, one]],
    ["one by a later member", later, [later]],
    [
      "none, though a part is used twice",
      Tuple(
        leaf,
        LazyRef(() => twice),
      ),
      [],
    ],
  ])("%s", (_, root, targets) => {
    expect(found(root)).toEqual(new Set(targets));
  });
});

describe("a small tree", () => {
  test("has at most 1,000 validators, each counted in each of its places", () => {
    const tuple = (length: number): Validator => Tuple(Array.from({ length }, () => Int()));
    expect([isSmallTree(tuple(999)), isSmallTree(tuple(1000))]).toEqual([true, false]);
    const [half, third] = [tuple(499), tuple(333)];
    expect([isSmallTree(Tuple(half, third)), isSmallTree(Tuple(half, half))]).toEqual([true, false]);
  });

  test("is not recursive", () => {
    const tree: Validator = List(LazyRef((): Validator => tree));
    expect([isSmallTree(tree), isSmallTree(Tuple(Int(), tree))]).toEqual([false, false]);
  });
});

describe("repetitive is", () => {
  const doubled = (levels: number): Validator[] => {
    const all: Validator[] = [Int()];
    for (let last = all[0] as Validator; all.length <= levels; all.push(last)) last = Tuple(last, last);
    return all;
  };
  const chain = (levels: number): Validator =>
    Array.from({ length: levels }).reduce<Validator>((item) => List(item), Int());
  const found = (root: Validator, ...cut: Validator[]): unknown =>
    repetitiveIn(reach(root), (one) => cut.includes(one as Validator));

  test("what would be written out more than 1,000 times, with parts that are repeated", () => {
    const all = doubled(12);
    expect(found(all[12] as Validator)).toEqual(new Set([all[9]]));
    expect(found(all[12] as Validator, all[5] as Validator)).toEqual(new Set());
    expect(found(all[8] as Validator)).toEqual(new Set());
  });

  test("nothing of 1,000 validators, each counted in each of its places", () => {
    const pair: Validator = Tuple(Array<Validator>(2).fill(Int()));
    const [most, more] = [333, 334].map((times): Validator => Tuple(Array<Validator>(times).fill(pair)));
    expect([found(most as Validator), found(more as Validator)]).toEqual([new Set(), new Set([more])]);
  });

  test("nothing that is only large, written elsewhere or not", () => {
    const large = Tuple(Array.from({ length: 2000 }, () => Int()));
    expect(found(large)).toEqual(new Set());
    expect(found(Tuple(large), large)).toEqual(new Set());
  });

  test("what is more than four times as long as it is large", () => {
    const [item, again, elsewhere] = [chain(300), Int(), Tuple(Array.from({ length: 2000 }, () => Int()))];
    const root = (times: number): Validator =>
      Tuple([item, item, item, item, elsewhere, ...Array<Validator>(times).fill(again)]);
    const [long, short] = [root(12), root(11)];
    expect(found(long, elsewhere)).toEqual(new Set([long]));
    expect(found(short, elsewhere)).toEqual(new Set());
  });

  test("nothing of more than 1,024 levels", () => {
    const [deep, deeper] = [chain(1022), chain(1030)].map((item) => Tuple(item, item, item, item, item, item));
    expect(found(deep as Validator)).toEqual(new Set([deep]));
    expect(found(deeper as Validator)).toEqual(new Set());
  });
});

describe("what is known of a result", () => {
  class Doubled extends Int {
    override check(): number {
      return 2;
    }
  }
  test.each([
    ["Int", Int(), "input"],
    ["Int with coerce", Int({ coerce: true }), "structure"],
    ["Float with coerce", Float({ coerce: true }), "structure"],
    ["Bool with coerce", Bool({ coerce_str: true }), "structure"],
    ["Str", Str({ maxlen: 3 }), "input"],
    ["Str with encoding", Str({ encoding: "utf-8" }), "structure"],
    ["Const", Const({ a: 1 }), "input"],
    ["Date", Date(), "structure"],
    ["Type", Type(Map), "structure"],
    ["List", List(Int()), "input"],
    ["Set", SetOf(Int()), "structure"],
    ["List that drops items", List(Int(), { unique: true }), "structure"],
    ["Tuple of one that converts", Tuple(Int(), Int({ coerce: true })), "structure"],
    ["Dict", Dict({ a: Int() }, { optional: ["a"] }), "input"],
    ["Dict with defaults", Dict({ a: Int() }, { defaults: { a: 1 } }), "structure"],
    ["Dict that drops keys", Dict({ a: Int() }, { dispose: ["b"] }), "structure"],
    ["Dict with extra keys", Dict({ extra: [Str(), Int()] }), "input"],
    ["Dict with extra keys of any kind", Dict({ extra: [Any(), Int()] }), "input"],
    ["Dict with extra keys that are not others", Dict({ extra: [Not(Str({ options: ["a"] })), Int()] }), "input"],
    ["Dict with extra keys that are converted", Dict({ extra: [Str({ strip: true }), Int()] }), "structure"],
    ["Dict with extra keys of a Map", Dict({ extra: [Int(), Int()] }), "structure"],
    ["OneOf and AllOf", OneOf(AllOf(Int(), Int({ max: 3 })), Str()), "input"],
    ["a class that extends one that does", new Doubled(), "nothing"],
    ["a list of those", List(new Doubled()), "nothing"],
  ])("%s", (_name, validator, kept) => {
    expect(resultFormOf(validator)).toBe(kept);
  });

  test("changes with what a reference leads to", () => {
    instances.put("graph.target", Int());
    const list = List(LazyRef("graph.target"));
    expect(resultFormOf(list)).toBe("input");
    instances.put("graph.target", Int({ coerce: true }));
    expect(resultFormOf(list)).toBe("structure");
  });

  test("is found once for each validator of a deep schema", () => {
    const asked = vi.spyOn(List.prototype, "keepsInput");
    let deep: List = List(Int());
    for (let i = 1; i < 1000; i++) deep = List(deep);
    expect(resultFormOf(deep)).toBe("input");
    for (let list: unknown = deep; list instanceof List; list = list.item) expect(resultFormOf(list)).toBe("input");
    expect(asked).toHaveBeenCalledTimes(1000);
    asked.mockRestore();
  });

  test("in a circle is that of all its members", () => {
    const tree = Dict({ children: List(LazyRef("graph.circle")), date: Date() }, { alias: "graph.circle" });
    const { children } = tree.schema as { children: List };
    expect([tree, children, children.item, (tree.schema as { date: Date }).date].map(resultFormOf)).toEqual(
      Array(4).fill("structure"),
    );
    const list = OneOf([Int(), List(LazyRef("graph.list"))], { alias: "graph.list" });
    expect(resultFormOf(Tuple(list, Date()))).toBe("structure");
    expect(resultFormOf(list)).toBe("input");
  });
});
