/** deepPartial: all keys are optional, at any depth. */
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Check,
  Const,
  contracts,
  Default,
  Dict,
  deepPartial,
  type Infer,
  Int,
  LazyRef,
  List,
  Nullable,
  OneOf,
  omit,
  partial,
  pick,
  required,
  Str,
  type Validator,
} from "../src/index.ts";
import { exact } from "./types/exact.ts";

const user = Dict({
  name: Str(),
  address: Dict({ city: Str(), zip: Int() }),
  orders: List(Dict({ id: Int(), note: Default(Str(), "none") })),
});

test("all keys may be missing, and what is there is validated", () => {
  const patch = deepPartial(user);
  exact<
    Infer<typeof patch>,
    { name?: string; address?: { city?: string; zip?: number }; orders?: { id?: number; note?: string }[] }
  >();
  expect(patch({})).toEqual({});
  expect(patch({ address: { zip: 1 }, orders: [{}, { id: 1 }] })).toEqual({
    address: { zip: 1 },
    orders: [{}, { id: 1 }],
  });
  expect(patch.json('{"orders":[{"note":"x"}]}')).toEqual({ orders: [{ note: "x" }] });
  expect(patch.safe({ address: { zip: "x" } } as never).error?.issues[0]?.pointer).toBe("/address/zip");
  expect(user.is({})).toBe(false);
});

test("also behind Nullable, references and in unions, whose tag stays", () => {
  const node: Validator = Dict({ value: Int(), next: Nullable(LazyRef(() => node)), kind: LazyRef(() => shape) });
  const shape: Validator = OneOf([Dict({ t: Const("a"), n: Int() }), Dict({ t: Const("b") })], { discriminator: "t" });
  const patch = deepPartial(node as never) as unknown as Validator;
  expect(patch({ next: { next: { next: null } } })).toEqual({ next: { next: { next: null } } });
  expect(patch.json('{"next":{"kind":{"t":"a"}}}')).toEqual({ next: { kind: { t: "a" } } });
  expect(patch.safe({ next: { kind: { n: 1 } } }).error?.issues[0]?.pointer).toBe("/next/kind/t");
  expect(partial(shape as never)).toBeDefined();
  expect((partial(shape as never) as unknown as Validator).is({ t: "a" })).toBe(true);
});

test("keeps Checks that name their keys, and refuses others", () => {
  const range = AllOf(
    Dict({ from: Int(), to: Int() }),
    Check(({ from, to }) => from < to, { keys: ["from", "to"] }),
  );
  const patch = deepPartial(Dict({ range }));
  expect(patch.is({ range: { from: 5 } } as never)).toBe(true);
  expect(patch.safe({ range: { from: 5, to: 1 } } as never).ok).toBe(false);
  const vague = AllOf(
    Dict({ a: Int() }),
    Check(() => true),
  );
  expect(() => deepPartial(Dict({ vague }))).toThrow(
    "deepPartial: step 1 of the AllOf should be a Check that names its keys",
  );
  expect(() => deepPartial(Int() as never)).toThrow("deepPartial takes a Dict, got Int");
});

describe("a union inside a union", () => {
  const circle = Dict({ kind: Const("round"), form: Const("circle"), r: Int() });
  const oval = Dict({ kind: Const("round"), form: Const("oval"), a: Int(), b: Int() });
  const round = OneOf(
    [
      circle,
      AllOf(
        oval,
        Check(() => true, { keys: ["form"] }),
      ),
    ],
    { discriminator: "form" },
  );
  const shape = OneOf([round, Dict({ kind: Const("square"), side: Int() })], { discriminator: "kind" });

  test("has each key of a step that has it picked, dropped, optional or required", () => {
    const tags = pick(shape, ["kind", "form"]);
    expect([{ kind: "round", form: "oval" }, { kind: "square" }].every((value) => tags.is(value))).toBe(true);
    expect(tags.is({ kind: "square", side: 1 })).toBe(false);
    expect(omit(shape, ["r", "side"]).is({ kind: "round", form: "circle" })).toBe(true);
    expect(partial(shape, ["r"]).is({ kind: "round", form: "circle" })).toBe(true);
    expect(partial(shape, ["r"]).is({ kind: "square" })).toBe(false);
    expect(required(partial(shape), ["side"]).is({ kind: "square" })).toBe(false);
    expect(required(partial(shape), ["side"]).isJson('{"kind":"round","form":"oval"}')).toBe(true);
  });

  test("refuses a key that no step has, with all keys", () => {
    const message = "pick: 'sides' is not in the schema, which has 'kind', 'form', 'r', 'a', 'b', 'side'";
    expect(() => pick(shape, ["kind", "form", "sides"])).toThrow(new contracts.ValueError(message));
  });
});
