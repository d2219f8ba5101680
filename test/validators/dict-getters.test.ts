/** Dicts that contain themselves, by getters in their schemas. */
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { engine } from "../../src/index.ts";
import { countKinds, type Kinds } from "../native/addon.ts";

const { Const, Default, Dict, extend, Int, List, Nullable, omit, OneOf, Optional, partial, pick, Str, Tuple } = v;

function nodes() {
  let asked = 0;
  const node = Dict({
    name: Str(),
    get kids() {
      asked++;
      return List(node);
    },
  });
  return { node, asked: () => asked };
}

const cell = Dict({
  value: Int({ coerce: true }),
  get next() {
    return Optional(cell);
  },
  get last() {
    return Nullable(cell);
  },
  get others() {
    return Default(List(cell), []);
  },
});

const group = Dict({
  kind: Const("group"),
  get members() {
    return List(member);
  },
});
const user = Dict({
  kind: Const("user"),
  get groups() {
    return Optional(List(group));
  },
});
const member = OneOf([group, user], { discriminator: "kind" });

function isNative(validator: v.Validator): boolean {
  const kinds: Kinds = {};
  countKinds(validator, kinds);
  return Object.values(kinds).every(({ delegated }) => delegated === 0);
}

describe("a getter in the schema of a Dict", () => {
  test("is asked once, when the Dict is first used", () => {
    const { node, asked } = nodes();
    expect(asked()).toBe(0);
    expect(node({ name: "a", kids: [{ name: "b", kids: [] }] })).toEqual({
      name: "a",
      kids: [{ name: "b", kids: [] }],
    });
    expect(node.is({ name: "a", kids: [{ name: "b" }] })).toBe(false);
    expect(asked()).toBe(1);
  });

  test("may return an Optional, whose key may be missing, or a Default, which fills it", () => {
    const given = { value: "1", last: null, next: { value: 2, last: { value: 3, last: null } } };
    const made = {
      ...{ value: 1, last: null, others: [] },
      next: { value: 2, last: { value: 3, last: null, others: [] }, others: [] },
    };
    expect(cell(given)).toEqual(made);
    expect(cell.json(JSON.stringify(given))).toEqual(made);
    expect([cell.optional, (cell as unknown as { defaults: object }).defaults]).toEqual([["next"], { others: [] }]);
    expect(
      cell.safe({ value: 1, last: 5, next: null }).error?.issues.map(({ pointer, code }) => [pointer, code]),
    ).toEqual([
      ["/last", "invalid_type"],
      ["/next", "invalid_type"],
    ]);
    expect(cell.safe({ value: 1 }).error?.issues.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["/last", "missing_key"],
    ]);
  });

  test("leads to Dicts that contain each other, in unions and tuples", () => {
    const value = {
      kind: "group",
      members: [{ kind: "user", groups: [{ kind: "group", members: [] }] }, { kind: "user" }],
    };
    expect(group(value)).toEqual(value);
    expect(member.json(JSON.stringify(value))).toEqual(value);
    expect(member.safeJson('{"kind":"group","members":[{"kind":"user","groups":[5]}]}').error?.issues[0]?.pointer).toBe(
      "/members/0/groups/0",
    );
    const tree: v.Validator = OneOf(
      Dict({ leaf: Int() }),
      Dict({
        get both(): v.Validator {
          return Tuple(tree, tree);
        },
      }),
    );
    expect(tree.is({ both: [{ leaf: 1 }, { both: [{ leaf: 1 }, { leaf: 2 }] }] })).toBe(true);
  });

  test("leaves the whole to the addon", () => {
    const { node } = nodes();
    if (engine().impl === "N-API") for (const one of [node, cell, group]) expect(isNative(one)).toBe(true);
    expect(node.json('{"name":"a","kids":[{"name":"b","kids":[]}]}')).toEqual({
      name: "a",
      kids: [{ name: "b", kids: [] }],
    });
  });

  test("is a reference in every other form", () => {
    const { node } = nodes();
    const schema = v.toJsonSchema(node);
    expect(JSON.stringify(schema)).toContain('"$ref"');
    const back = v.fromJsonSchema(schema);
    for (const value of [{ name: "a", kids: [{ name: "b", kids: [] }] }, { name: "a", kids: [{ name: "b" }] }, {}])
      expect([value, back.is(value)]).toEqual([value, node.is(value)]);
    const source = v.toSource(node);
    expect(source).toContain("LazyRef(() => ");
    // A dump names the function, as long as the program runs.
    expect(v.load(node.dump())({ name: "a", kids: [] })).toEqual({ name: "a", kids: [] });
    expect(node.stringify({ name: "a", kids: [{ name: "b", kids: [] }] })).toBe(
      '{"name":"a","kids":[{"name":"b","kids":[]}]}',
    );
    expect(node.equals(node.clone())).toBe(true);
    expect(node.equals(Dict({ name: Str() }))).toBe(false);
  });

  test("counts levels as a LazyRef does", () => {
    const { node } = nodes();
    let value = { name: "a", kids: [] as object[] };
    for (let level = 0; level < 10; level++) value = { name: "a", kids: [value] };
    expect(node.safe(value, { maxDepth: 22 }).ok).toBe(true);
    expect(node.is(value, { maxDepth: 10 })).toBe(false);
  });

  test("says what the same member says without it, also in extend", () => {
    const members = {
      a: () => Default(Int(), 3),
      b: () => Optional(Default(Int(), 4)),
      c: () => Default(Int(), 5, { meta: { title: "C" } }),
      d: () => Optional(Int(), { meta: { title: "D" } }),
    };
    const plain = Dict(Object.fromEntries(Object.entries(members).map(([key, make]) => [key, make()])));
    const asked = () => {
      const schema = {};
      for (const [key, get] of Object.entries(members)) Object.defineProperty(schema, key, { get, enumerable: true });
      return schema as v.Schema;
    };
    for (const dict of [Dict(asked()), extend(Dict({}), asked())]) {
      for (const value of [{}, { a: 1, b: 2, c: 3, d: 4 }]) expect(dict(value)).toEqual(plain(value));
      expect(v.toJsonSchema(dict)).toEqual(v.toJsonSchema(plain));
    }
    const both = extend(
      Dict({ z: Int() }),
      {
        get a(): v.Validator {
          return members.a();
        },
      },
      { defaults: { z: 1 } },
    );
    expect(both({})).toEqual({ z: 1, a: 3 });
  });

  test("is kept where Dicts are made of Dicts", () => {
    const { node } = nodes();
    const more = extend(node, { id: Int() });
    expect(more({ id: 1, name: "a", kids: [{ name: "b", kids: [] }] })).toEqual({
      id: 1,
      name: "a",
      kids: [{ name: "b", kids: [] }],
    });
    expect(pick(node, ["kids"])({ kids: [] })).toEqual({ kids: [] });
    expect(omit(cell, ["value", "last"])({})).toEqual({ others: [] });
    expect(partial(node)({})).toEqual({});
    expect(partial(node).is({ kids: [{}] })).toBe(false);
  });

  test("may return what is made of the Dict that it is added to", () => {
    const named = Dict({ name: Str() });
    const tree = extend(named, {
      get kids() {
        return List(tree);
      },
      get first() {
        return Optional(tree);
      },
      get rest() {
        return Default(List(tree), []);
      },
    });
    const leaf = { name: "b", kids: [], rest: [] };
    const value = { name: "a", kids: [leaf], first: leaf, rest: [leaf] };
    expect(tree(value)).toEqual(value);
    expect(tree.json('{"name":"b","kids":[]}')).toEqual(leaf);
    expect(tree.safe({ name: "a", kids: [{ name: 1, kids: [] }] }).ok).toBe(false);
    if (engine().impl === "N-API") expect(isNative(tree)).toBe(true);
    for (const other of [v.load(v.dump(tree)), v.fromJsonSchema(v.toJsonSchema(tree))]) {
      expect(other.is(value)).toBe(true);
      expect(other.is({ name: "a", kids: [{}] })).toBe(false);
    }
  });

  const composed: [name: string, make: (dict: v.Dict) => v.Validator, value: object, others: object[]][] = [
    ["extend", (dict) => extend(dict, { id: Int() }), { name: "a", kids: [], id: 1 }, [{ name: "a", id: 1 }]],
    ["merge", (dict) => v.merge(Dict({ id: Int() }), dict), { id: 1, name: "a", kids: [] }, [{ id: 1, name: "a" }]],
    ["pick", (dict) => pick(dict, ["kids"]), { kids: [{ name: "b", kids: [] }] }, [{}, { kids: [{}] }]],
    ["omit", (dict) => omit(dict, ["name"]), { kids: [] }, [{ name: "a", kids: [] }]],
    ["partial", (dict) => partial(dict), {}, [{ kids: [{}] }]],
    ["deepPartial", (dict) => v.deepPartial(dict), { kids: [{ kids: [{}] }] }, [{ kids: [{ kids: [1] }] }]],
    ["required", (dict) => v.required(dict), { name: "a", kids: [] }, [{ name: "a" }]],
    [
      "extend of a refined Dict",
      (dict) =>
        extend(
          v.AllOf(
            dict,
            v.Check(() => true, { keys: ["kids"] }),
          ) as never,
          { id: Int() },
        ),
      { name: "a", kids: [], id: 1 },
      [{ name: "a", id: 1 }],
    ],
  ];
  test.each(composed)("is not asked by %s, but when that is used first", (_, make, value, others) => {
    const plain = (list: v.Validator): v.Validator => list;
    for (const wrap of [plain, Optional, (list: v.Validator) => Default(list, [])]) {
      let asked = 0;
      const node = Dict({
        name: Str(),
        get kids(): v.Validator {
          asked++;
          return wrap(List(later()));
        },
      });
      const made = make(node as v.Dict);
      expect(asked).toBe(0);
      const later = () => node;
      expect(made.is(value)).toBe(true);
      expect(made.isJson(JSON.stringify(value))).toBe(true);
      if (wrap === plain) for (const other of others) expect(made.is(other)).toBe(false);
      expect(asked).toBe(1);
    }
  });

  test.each([
    [
      "throws",
      () =>
        Dict({
          get a(): v.Validator {
            throw new RangeError("no");
          },
        }),
      "Dict.schema['a']: its getter threw 'RangeError: no'",
    ],
    [
      "returns no validator",
      () =>
        Dict({
          get a(): v.Validator {
            return 5 as never;
          },
        }),
      "Dict.schema['a'] value should be of type Validator",
    ],
  ])("that %s fails with its place", (_, make, message) => {
    const dict = make();
    expect(() => dict({ a: 1 })).toThrow(new TypeError(message));
    expect(() => dict.json('{"a":1}')).toThrow(new TypeError(message));
  });

  test("for a key that is dropped returns one that may be missing, or the first use throws", () => {
    const message = "Dict.dispose: 'a' should be optional or have a default";
    for (const names of [undefined, { b: "B" }]) {
      const dropping = (get: () => v.Validator) =>
        Dict(
          {
            get a() {
              return get();
            },
            b: Optional(Int()),
          },
          { dispose: ["a"], names },
        );
      const dict = dropping(() => Int());
      for (const use of [() => dict.safe({}), () => dict.safeJson("{}"), () => dict.is({}), () => v.dump(dict)])
        expect(use).toThrow(new v.contracts.ValueError(message));
      expect(dropping(() => Optional(Int()))({ a: 1 })).toEqual({});
      expect(dropping(() => Default(Int(), 5)).json('{"a":1}')).toEqual({ a: 5 });
    }
  });
});
