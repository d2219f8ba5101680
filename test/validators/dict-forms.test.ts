import { describe, expect, test } from "vitest";
import {
  Any,
  Dict,
  Int,
  List,
  MultiDict,
  multidict,
  Optional,
  Pipe,
  Set as SetOf,
  Str,
  Tuple,
  Type,
} from "../../src/index.ts";
import { rows, verdict } from "../support/verdict.ts";
import { type } from "./dict.ts";

test("a list whose key is not in multikeys is refused with a hint", () => {
  const hint = "Expected an array of values: the schema has to name this key in multikeys.";
  const schema = Dict({
    tag: List(Str()),
    id: Pipe(SetOf(Int())),
    pair: Optional(Tuple(Int(), Int())),
    own: List(Str(), { message: "A list, please." }),
    page: Int(),
  });
  const query = "tag=a&tag=b&id=1&pair=1&own=x&page=2";
  const messages = [hint, hint, hint, "A list, please.", "Expected an integer, got a string."];
  for (const input of [new URLSearchParams(query), multidict(Object.fromEntries(new URLSearchParams(query)))]) {
    const { error } = schema.safe(input);
    expect(error?.issues.map(({ message }) => message)).toEqual(messages);
    expect(error?.issues[0]).toMatchObject({ code: "invalid_type", expected: "array", actual: "string" });
  }
  // In the text form, for other inputs, and below the list there is none.
  expect(String(schema.safe(new URLSearchParams(query)).error)).not.toContain("multikeys");
  expect(schema.safe({ tag: "a" }).error?.issues[0]?.message).toBe("Expected an array, got a string.");
  const nested = Dict({ tag: List(List(Str())) }, { multikeys: ["tag"] });
  expect(nested.safe(new URLSearchParams("tag=a")).error?.issues[0]?.message).toBe("Expected an array, got a string.");
});

describe("Dict rule 7: a key in multikeys is a list of values, when the input has getall() or getlist()", () => {
  const search = Dict({ tag: List(Str()), page: Int({ coerce: true }) }, { multikeys: ["tag"], optional: ["tag"] });
  const query = new URLSearchParams("tag=a&page=1&tag=b&page=2");

  class MultiMapping {
    readonly pairs: [string, string][];
    constructor(pairs: [string, string][]) {
      this.pairs = pairs;
    }
    [Symbol.iterator](): Iterator<[string, string]> {
      return this.pairs.values();
    }
  }
  class WithGetall extends MultiMapping {
    getall(key: string): unknown[] {
      return this.pairs.filter(([name]) => name === key).map(([, value]) => value);
    }
  }
  class WithGetlist extends MultiMapping {
    getlist(key: string): Iterable<unknown> {
      return new Set(this.pairs.filter(([name]) => name === key).map(([, value]) => value));
    }
  }
  /** A Map of last values with all of them beside it, under the name of its method. */
  class MultiMap extends Map<string, string> {
    readonly all: (key: string) => string[];
    constructor(pairs: Iterable<[string, string]>) {
      super(pairs);
      this.all = (key) => [...pairs].filter(([name]) => name === key).map(([, value]) => value);
    }
  }
  class MapWithGetall extends MultiMap {
    getall(key: string): string[] {
      return this.all(key);
    }
  }
  class MapWithGetlist extends MultiMap {
    getlist(key: string): string[] {
      return this.all(key);
    }
  }
  class MapOfLists extends Map<string, string[]> {
    getAll(key: string): string[] {
      return this.get(key) ?? [];
    }
    override *entries(): MapIterator<[string, never]> {
      for (const [key, values] of super.entries()) for (const value of values) yield [key, value as never];
    }
  }
  const form = new FormData();
  for (const [name, value] of query) form.append(name, value);

  rows([
    // The last value of any other key counts; a key with several values is validated once.
    [search, query, { value: { tag: ["a", "b"], page: 2 } }],
    [search, form, { value: { tag: ["a", "b"], page: 2 } }],
    [search, new WithGetall([...query]), { value: { tag: ["a", "b"], page: 2 } }],
    [search, new WithGetlist([...query]), { value: { tag: ["a", "b"], page: 2 } }],
    // A Map too, if it has such a method, of its class or of its own.
    [search, new MapWithGetall([...query]), { value: { tag: ["a", "b"], page: 2 } }],
    [search, new MapWithGetlist([...query]), { value: { tag: ["a", "b"], page: 2 } }],
    [
      search,
      new MapOfLists([
        ["tag", ["a", "b"]],
        ["page", ["1", "2"]],
      ]),
      { value: { tag: ["a", "b"], page: 2 } },
    ],
    [
      search,
      Object.assign(new Map([...query]), { getAll: (key: string) => query.getAll(key) }),
      { value: { tag: ["a", "b"], page: 2 } },
    ],
    [search, new Map([...query]), [`<tag: ${type("string", "array")}`]],
    [search, new URLSearchParams("page=x&page=y"), [`<page: ${type("string")}`]],
    [search, new URLSearchParams("q=1&q=2&page=1"), ["<q: ForbiddenKeyError()>"]],
    // On a plain object multikeys do nothing, unless it is made a multi-value mapping.
    [search, { tag: "a", page: 1 }, [`<tag: ${type("string", "array")}`]],
    [search, multidict({ tag: "a", page: 1 }), { value: { tag: ["a"], page: 1 } }],
    [search, multidict({ tag: ["a", "b"], page: [1, 2] }), { value: { tag: ["a", "b"], page: 2 } }],
    [Dict({ tag: Str() }, { multikeys: ["tag"] }), new URLSearchParams("tag=a"), [`<tag: ${type("array", "string")}`]],
  ]);

  test("headers are a mapping too, with several set-cookie", () => {
    const headers = new Headers([
      ["Accept", "a"],
      ["Accept", "b"],
      ["Set-Cookie", "x=1"],
      ["Set-Cookie", "y=2"],
    ]);
    const validator = Dict({ accept: Str(), "set-cookie": List(Str()) }, { multikeys: ["set-cookie"] });
    expect(verdict(validator, headers)).toStrictEqual({ value: { accept: "a, b", "set-cookie": ["x=1", "y=2"] } });
    const lists = Dict({ accept: List(Str()), "set-cookie": Any() }, { multikeys: ["accept"] });
    expect(lists(headers)).toStrictEqual({ accept: ["a, b"], "set-cookie": "y=2" });
  });
});

test("Dict with skip_blank: a key that was left blank in a form is missing", () => {
  const form = Dict({ name: Str(), age: Int({ coerce: true }) }, { optional: ["age"], skip_blank: true });
  expect(form(new URLSearchParams("name=Ada&age="))).toEqual({ name: "Ada" });
  expect(verdict(form, { name: "" })).toEqual(["<name: MissingKeyError()>"]);
  expect(Dict({ n: Int() }, { defaults: { n: 5 }, skip_blank: true }).json('{"n":""}')).toEqual({ n: 5 });
  // As it stands, it is no number.
  expect(form.is({ name: "Ada", age: "" })).toBe(false);
});

describe("skip_blank and files", () => {
  const file = (content = "", name = "", type = "application/octet-stream"): File =>
    new File([content], name, { type });
  const upload = Dict(
    { title: Str({ minlen: 1 }), photo: Type(File), more: List(Type(File)) },
    { optional: ["photo", "more"], multikeys: ["more"], skip_blank: true },
  );
  const formOf = (...fields: [string, string | File][]): FormData => {
    const form = new FormData();
    for (const [key, value] of fields) form.append(key, value);
    return form;
  };

  test("an input for a file that was left blank is missing, as is one for several", () => {
    expect(upload(formOf(["title", "Sea"], ["photo", file()], ["more", file()]))).toEqual({ title: "Sea" });
    expect(upload(formOf(["title", "Sea"], ["photo", file("", "", "")]))).toEqual({ title: "Sea" });
    const required = Dict({ photo: Type(File) }, { skip_blank: true });
    expect(required.safe(formOf(["photo", file()])).error?.issues).toMatchObject([{ code: "missing_key" }]);
    expect(Dict({ photo: Type(File) })(formOf(["photo", file()])).photo.size).toBe(0);
  });

  test("a file with a name or with content was chosen", () => {
    for (const chosen of [file("", "empty.txt"), file("x")]) {
      expect(upload(formOf(["title", "Sea"], ["photo", chosen], ["more", chosen], ["more", chosen]))).toMatchObject({
        photo: { size: chosen.size, name: chosen.name },
        more: [{ name: chosen.name }, { name: chosen.name }],
      });
    }
    expect(upload(formOf(["title", "Sea"], ["more", file()], ["more", file("x", "x")])).more).toHaveLength(2);
  });

  test("what only looks like a file is a value", () => {
    for (const imitation of [{ name: "", size: 0 }, Object.create(File.prototype), new Blob([])]) {
      expect(upload.safe({ title: "Sea", photo: imitation }).ok).toBe(
        Object.getPrototypeOf(imitation) === File.prototype,
      );
    }
  });

  test("an array of holes is a value, and takes no time, however long it is", () => {
    const holes = Object.assign([], { length: 2 ** 32 - 1 });
    expect(Dict({ a: Any() }, { skip_blank: true })({ a: holes }).a).toBe(holes);
  });

  test("as it stands, the value is not valid", () => {
    expect(upload.is({ title: "Sea", photo: file() })).toBe(false);
  });
});

describe("a Dict takes what has the members of a mapping, and nothing else", () => {
  const open = Dict({ extra: [Str(), Any()], multikeys: ["a"] });
  const refused = "<InvalidTypeError(expected='object', actual='instance')>";
  const entries = new MultiDict([
    ["a", [1, 2]],
    ["__proto__", [3]],
  ]);
  rows([
    [open, { getAll: 5 }, { value: { getAll: 5 } }],
    [open, new Proxy(new URLSearchParams(), {}), refused],
    [open, entries, { value: JSON.parse('{"a": [1, 2], "__proto__": 3}') }],
    [open, multidict(null), { value: {} }],
    ...[URLSearchParams, FormData, Headers, MultiDict].flatMap((form): Parameters<typeof rows>[0][number][] => [
      [open, Object.create(form.prototype), refused],
      [Dict({}), Object.create(form.prototype), refused],
    ]),
  ]);
});
