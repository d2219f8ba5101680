/** What random texts do not meet: each was once validated otherwise by the addon than by the reference. */
import "../support/fresh.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import type { Report } from "../../src/core/report/report.ts";
import { InvalidTypeError, SchemaError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Validator as Base,
  Const,
  classes,
  Date as DateValidator,
  Dict,
  Float,
  Int,
  instances,
  LazyRef,
  List,
  Nullable,
  OneOf,
  Str,
  Tuple,
  type Validator,
} from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { eager, engineOf } from "./addon.ts";
import { encode, engines, expectAnsweredWithin, expectSame } from "./outcome.ts";

function lists(levels: number, item: Validator): Validator {
  return Array.from({ length: levels }).reduce<Validator>((inner) => List(inner), item);
}

describe("many failures", () => {
  test("below one long key", () => {
    const key = "k".repeat(sweep(30_000, 100_000));
    const validator = Dict({}, { extra: [Str(), List(Int())] });
    expectSame(validator, `{"${key}":[${Array(2000).fill('""').join()}]}`);
    const dates = Dict({}, { extra: [Str(), List(DateValidator({ format: "%Y" }))] });
    expectSame(dates, `{"${key}":[${Array(2000).fill('"2020"').join()}]}`);
  });

  test("of one large value", () => {
    const large = `[${Array(100_000).fill("1").join()}]`;
    expectSame(OneOf(...Array.from({ length: 20 }, (_, index) => Const(`c${index}`))), large);
    expectSame(OneOf(...Array.from({ length: 20 }, (_, index) => Str({ maxlen: index }))), `"${"x".repeat(300_000)}"`);
  });

  test("of values inside each other", () => {
    instances.put("rare.nested", OneOf(Const("c"), List(LazyRef("rare.nested")), Dict({})));
    expectSame(LazyRef("rare.nested"), `${"[".repeat(100)}"${"x".repeat(100_000)}"${"]".repeat(100)}`);
  });
});

test("a key that is never written as it is stays unlike any token", () => {
  for (const key of ["\u0001b", "\u0000", "\n"]) {
    const validator = Dict({ a: Int(), [key]: Int() });
    expectSame(validator, JSON.stringify({ a: 1, [key]: 2 }));
    for (const wrong of ["\u0001", "\u0001\u0000", "\u0001\u0000junk", '"\u0001', '"\u0001b"']) {
      expectSame(validator, `{"a":1,${wrong}:2}`);
    }
  }
});

describe("a default that is checked for each value that lacks it", () => {
  const nested = (levels: number): unknown => (levels === 0 ? "1" : [nested(levels - 1)]);

  test("may nest as deep as the limits allow", () => {
    const item = lists(20, Int({ coerce: true }));
    expectSame(Dict({ a: item }, { defaults: { a: nested(20) } }), "{}");
    expectSame(Dict({ a: OneOf(item, Any()) }, { defaults: { a: () => nested(20) } }), "{}");
    expectSame(Dict({ a: item }, { defaults: { a: nested(20) } }), "{}", { maxDepth: 20 });
  });

  test.each([8, 9, 10, 29, 30])("stands as deep as the value, %d levels down", (levels) => {
    const item = lists(20, Int({ coerce: true }));
    for (const value of [nested(20), () => nested(20), [], [1]]) {
      const validator = lists(levels, Dict({ a: item }, { defaults: { a: value } }));
      expectSame(validator, `${"[".repeat(levels)}{}${"]".repeat(levels)}`, { maxDepth: 30 });
    }
  });

  test.each([0, 1, 2, 3])("stands as deep in references, of which %d are allowed", (maxdepth) => {
    const next = LazyRef("rare.default", { maxdepth });
    for (const value of [[], [{ a: [] }], () => [{ a: [{ a: [] }] }]]) {
      instances.put("rare.default", Dict({ a: List(next) }, { defaults: { a: value } }));
      for (const text of ["{}", '{"a":[{}]}', '{"a":[{"a":[{}]},{}]}']) expectSame(next, text);
    }
  });

  test("may have many validators inside each other", () => {
    const frames = Array.from({ length: 70 }).reduce<Validator>((inner) => AllOf(inner), Int());
    expectSame(Dict({ a: frames }, { defaults: { a: () => 1 } }), "{}");
    expectSame(Dict({ a: frames }, { defaults: { a: () => "x" } }), "{}");
  });
});

describe("a check of the user's", () => {
  test("makes a collection of its one error, or throws one", () => {
    class Collects extends Base {
      override check(_input: unknown, report: Report): unknown {
        report.fail(InvalidTypeError, "x", "y");
        return report.collected();
      }
    }
    class Throws extends Base {
      override check(): unknown {
        throw new SchemaError([new InvalidTypeError({ expected: "x", actual: "y" })]);
      }
    }
    for (const validator of [new Collects(), new Throws()]) {
      expectSame(validator, "1");
      expectSame(AllOf(Any(), validator), "1");
      expectSame(List(validator), "[1]");
    }
  });

  test("follows a reference that counts its depth, whether its class is registered or not", () => {
    class Again extends Base {
      override check(input: unknown, report: Report): unknown {
        return LazyRef("rare.again", { maxdepth: 1 }).check(input, report);
      }
    }
    class Registered extends Again {}
    classes.add(Registered);
    for (const again of [new Again(), new Registered()]) {
      instances.put("rare.again", List(again));
      for (const text of ["[]", "[[]]", "[[[]]]"]) expectSame(LazyRef("rare.again", { maxdepth: 1 }), text);
    }
  });

  test("registers another validator under an alias that is followed after it", () => {
    class Registers extends Base {
      override check(input: unknown): unknown {
        instances.put("rare.alias", Str());
        return input;
      }
    }
    const validator = Tuple(new Registers(), LazyRef("rare.alias"));
    for (const engine of engines) {
      instances.put("rare.alias", Int());
      expect(engine.parse(validator, "[1,2]").ok).toBe(false);
      instances.put("rare.alias", Int());
      expect(engine.test(validator, "[1,2]")).toBe(false);
    }
  });
});

test.each([500, 900, 1500, 3000, 20_000])("a schema of %d levels takes a text of one", (levels) => {
  const validator = lists(levels, Int());
  for (let call = 0; call < 25; call++) expect(validator.json("[]")).toEqual([]);
  expect(validator.isJson("[]")).toBe(true);
  expect(validator.isJson("[1]")).toBe(false);
});

test("values left inside each other", () => {
  const validator = Dict({}, { extra: [Str(), OneOf(LazyRef("rare.left"), Any())] });
  instances.put("rare.left", validator);
  const text = `${'{"a":'.repeat(50)}[${"1,".repeat(20_000)}1]${',"x":1,"x":1}'.repeat(50)}`;
  expectSame(validator, text);
});

describe("a container that is left, below a reference that counts its depth", () => {
  // Keys that JavaScript puts in another order make an object be left.
  const left = (extra: Validator, params = {}): Validator => Dict({}, { extra: [Str(), extra], ...params });
  const counted = (maxdepth: number): Validator => LazyRef("rare.counted", { maxdepth });
  const text = (levels: number): string => `${'{"1":'.repeat(levels)}{}${',"0":{}}'.repeat(levels)}`;

  test.each([
    ["leads to it", () => left(counted(2))],
    ["leads to it by another reference", () => left(LazyRef("rare.other"))],
    ["leads to it, and cannot be handed over", () => left(counted(2), { dispose: ["\ud800"] })],
    ["leads elsewhere", () => left(LazyRef("rare.elsewhere"))],
    ["leads nowhere", () => left(Any())],
  ])("and %s", (_, make) => {
    const other = OneOf(Const([1]), counted(2), Dict({ a: counted(1) }));
    instances.put("rare.other", other);
    instances.put("rare.elsewhere", OneOf(left(LazyRef("rare.elsewhere")), DateValidator({ format: "%Y" })));
    instances.put("rare.counted", make());
    for (let levels = 0; levels < 5; levels++) {
      for (const around of [counted(1), OneOf(counted(1), Const(1)), Dict({ "1": counted(3) })]) {
        expectSame(around, text(levels));
      }
    }
  });
});

describe("without memory", () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each(["Int32Array", "Float64Array", "Uint8Array"])(
    "for a %s, the text is validated all the same, and the next",
    (name) => {
      const engine = eager === undefined ? pure : engineOf({ first: 0, unshaped: 0, delegated: 0 });
      const validator = List(Int());
      const text = encode(`[${Array(400_000).fill(1).join()}]`);
      expect(engine.test(validator, "[1]")).toBe(true);
      const original = globalThis[name as "Int32Array"];
      let refused = 0;
      vi.stubGlobal(
        name,
        new Proxy(original, {
          construct(target, args, newTarget) {
            if (typeof args[0] === "number" && args[0] > 16_384) {
              refused++;
              throw new RangeError("Array buffer allocation failed");
            }
            return Reflect.construct(target, args, newTarget);
          },
        }),
      );
      for (let call = 0; call < 2; call++) {
        expect(engine.parse(validator, text).ok).toBe(true);
        expect(engine.test(validator, text)).toBe(true);
        expect(engine.test(validator, '["x"]')).toBe(false);
        expect(engine.parse(validator, "[1,2]")).toEqual({ ok: true, value: [1, 2] });
      }
      if (engine !== pure) expect(refused).toBeGreaterThan(0);
      vi.unstubAllGlobals();
      expect(engine.test(validator, text)).toBe(true);
      expect(engine.parse(validator, "[1,2]")).toEqual({ ok: true, value: [1, 2] });
    },
  );
});

test("bytes are as many as there are, whatever a subclass says", () => {
  class Longer extends Uint8Array {
    override get length(): number {
      return 5;
    }
  }
  const validator = List(Int());
  for (const engine of engines) {
    expect(engine.test(validator, encode("[123]"))).toBe(true);
    expect(engine.parse(validator, new Longer(encode("[1]")))).toEqual(
      pure.parse(validator, new Longer(encode("[1]"))),
    );
  }
});

test("pipelines and constants that take null, whose members stand elsewhere too", () => {
  const item = Dict({ id: Int(), tags: List(Str()) });
  const nullable = true;
  const members = [AllOf([item, Any()], { nullable }), OneOf([item, Int()], { nullable }), Const("c", { nullable })];
  const texts = ["null", '{"id":1,"tags":["a"]}', '{"id":"1","tags":[1]}', "7", '"c"', "[]"];
  for (const member of members) {
    const validator = Dict({ a: member, b: List(member), c: item }, { optional: ["b", "c"] });
    for (const text of texts) {
      expectSame(member, text);
      expectSame(validator, `{"c":${texts[1]},"b":[${text},null,${text}],"a":${text}}`);
    }
  }
});

test.each([{}, { by_type: true }, { exclusive: true }])("unions that take null are not delegated: %o", (params) => {
  const steps = [Dict({ id: Int(), tags: List(Str()) }), Int()];
  const texts = ["null", '{"id":1,"tags":["a"]}', '{"id":"1","tags":[1]}', "7", '"c"', "[]"];
  const nullable = OneOf(steps, { ...params, nullable: true });
  expectAnsweredWithin(nullable, texts);
  expectAnsweredWithin(Nullable(OneOf(steps, params as { exclusive: boolean })), texts);
  expectAnsweredWithin(Dict({ a: nullable }), ['{"a":null}', '{"a":7}', '{"a":"c"}', '{"b":null}', "null"]);
  for (const text of ["nul", "nulll", "n", "[nul]", '{"a":nul}']) expectSame(nullable, text);
});

test("multiples of fractions, and of integers beyond the safe range", () => {
  const texts = ["0.3", "1", "-0.7", "9007199254740993", "18014398509481984", "1e300", "5"];
  const validators = [
    ...[Float({ multiple_of: 0.1 }), Float({ multiple_of: 5 }), Float({ multiple_of: 0.1, coerce: true })],
    ...[Int({ multiple_of: 5 }), Int({ multiple_of: 0.5, unsafe: true }), Int({ multiple_of: 2 ** 53, unsafe: true })],
    ...[Int({ multiple_of: 3n, bigint: true }), Int({ multiple_of: 5, coerce: true })],
  ];
  for (const validator of validators) for (const text of texts) expectSame(validator, text);
});
