import { describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import { instances } from "../src/index.ts";

describe("describe", () => {
  test("keeps all parameters, the type and the texts of a validator, but not its alias", () => {
    instances.delete("describe.name");
    const name = v.Str({ minlen: 2, alias: "describe.name", messages: { minlen: "Short." }, secret: true });
    const described: v.Str = v.describe(name, { title: "Name" });
    expect(described.dump()).toEqual({ ...name.dump(), meta: { title: "Name" } });
    expect(described.safe("a").error?.issues[0]?.message).toBe("Short.");
    expect(instances.get("describe.name")).toBe(name);
  });

  test("works with recursive validators, functions and classes of your own", () => {
    const node: v.Validator = v.Dict({ v: v.Int(), kids: v.List(v.LazyRef(() => node)) });
    const described = v.describe(node, { title: "Node" });
    expect(described.is({ v: 1, kids: [{ v: 2, kids: [] }] })).toBe(true);
    const odd = (value: unknown) => value === 1;
    expect(v.describe(v.Check(odd), { description: "odd" }).is(1)).toBe(true);
    class Even extends v.Int {}
    const even = v.describe(new Even({ min: 2 }), { title: "Even" });
    expect([even instanceof Even, even.min, even.meta]).toEqual([true, 2, { title: "Even" }]);
  });

  test.each([["text"], [null], [undefined], [5]])("refuses %j as metadata", (meta) => {
    expect(() => v.describe(v.Int(), meta as never)).toThrow("Int.meta should be of type object");
  });

  test("refuses what is no validator", () => {
    expect(() => v.describe({} as never, {})).toThrow("describe takes a validator");
    expect(() => v.describe(v.Int as never, {})).toThrow("did you mean Int()?");
  });
});

describe("checkExamples", () => {
  test("passes if all examples are valid, those of rules that wait too", async () => {
    const free = v.Check(async (name) => name !== "ann", { async: true });
    const schema = v.Dict(
      { name: v.AllOf([v.Str(), free], { meta: { examples: ["bob"] } }), day: v.Optional(v.Date({ format: "iso" })) },
      { meta: { examples: [{ name: "bob" }, { name: "bob", day: "2020-02-03" }] } },
    );
    await expect(v.checkExamples(schema)).resolves.toBeUndefined();
  });

  test("names each example that is refused, in whatever validator", async () => {
    const age = v.Int({ min: 0, meta: { examples: [1, -1] } });
    const node: v.Validator = v.Dict(
      { age: v.Nullable(age), kids: v.List(v.LazyRef(() => node)) },
      { meta: { examples: [{ age: "x" }] } },
    );
    await expect(v.checkExamples(node)).rejects.toThrow(
      "Dict refuses the example {age: 'x'}: <SchemaError(errors=[\n    <age: InvalidTypeError(expected='integer', " +
        "actual='string')>,\n    <kids: MissingKeyError()>\n])>\nInt refuses the example -1: " +
        "<MinValueError(expected=0, actual=-1)>",
    );
    await expect(v.checkExamples(5 as never)).rejects.toThrow("checkExamples takes a validator");
  });
});
