import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { CommandError } from "../../src/cli/failure.ts";
import { loadSchema, schemaFailure, splitFragment } from "../../src/cli/schema.ts";
import { Dict, Int, instances, LazyRef, List } from "../../src/index.ts";
import { folder, PERSON } from "./host.ts";

const library = join(import.meta.dirname, "../../src/index.ts");
const compiled = join(import.meta.dirname, "../../dist/index.js");
const module = (text: string): string => `import * as v from ${JSON.stringify(library)};\n${text}`;
const failure = async (name: string, content?: string, exported?: string): Promise<string> => {
  const path = join(folder(content === undefined ? {} : { [name]: content }), name);
  try {
    await loadSchema(path, exported);
  } catch (error) {
    if (error instanceof CommandError) return error.message.replaceAll(path, "FILE");
    throw error;
  }
  throw new Error("it loaded");
};

afterEach(() => instances.clear());

describe("a schema", () => {
  test("is the default export of a module", async () => {
    const path = folder({ "s.mjs": module("export default v.List(v.Int({ min: 1 }));") });
    expect((await loadSchema(join(path, "s.mjs"))).equals(List(Int({ min: 1 })))).toBe(true);
  });

  test("is a dump", async () => {
    const validator = await loadSchema(join(folder({ "s.JSON": PERSON }), "s.JSON"));
    expect(validator.is({ name: "Ann", age: 5 })).toBe(true);
    expect(validator.is({ name: "", age: 5 })).toBe(false);
  });

  test("is the last of an array of dumps, the others have aliases", async () => {
    const node = Dict({ next: LazyRef("node") }, { optional: ["next"] }).dump();
    const path = folder({ "s.json": JSON.stringify([{ ...node, alias: "node" }, List(LazyRef("node")).dump()]) });
    const validator = await loadSchema(join(path, "s.json"));
    expect(validator.is([{ next: { next: {} } }])).toBe(true);
    expect(validator.is([{ next: { next: 1 } }])).toBe(false);
  });

  test.each([
    ["with $schema", { $schema: "https://json-schema.org/draft/2020-12/schema", type: "integer" }, 5, "5"],
    ["without", { type: "object", properties: { a: { type: "string" } }, required: ["a"] }, { a: "" }, { a: 1 }],
    ["of options", { enum: ["a", 1] }, 1, 2],
    ["that refers to itself", { properties: { next: { $ref: "#" } }, type: "object" }, { next: {} }, { next: 1 }],
    ["of alternatives", { anyOf: [{ type: "null" }, { type: "string" }] }, null, 1],
  ])("is a JSON Schema %s", async (_, schema, good, bad) => {
    const validator = await loadSchema(join(folder({ "s.json": JSON.stringify(schema) }), "s.json"));
    expect([validator.is(good), validator.is(bad)]).toEqual([true, false]);
  });

  test("is a JSON Schema whose integers beyond 2^53 keep their digits", async () => {
    const schema = '{"items":{"enum":[9007199254740993,18446744073709551616]},"examples":[[9007199254740993]]}';
    const validator = await loadSchema(join(folder({ "s.json": schema }), "s.json"));
    expect(validator.isJson("[9007199254740993,18446744073709551616]")).toBe(true);
    expect([validator.isJson("[9007199254740992]"), validator.isJson("[18446744073709551615]")]).toEqual([
      false,
      false,
    ]);
  });

  test("is distinguished from a dump by its keys: a Dict may have properties of any name", async () => {
    const dump = JSON.stringify(Dict({ type: Int() }, { alias: "cli.typed" }).dump());
    const validator = await loadSchema(join(folder({ "s.json": dump }), "s.json"));
    expect(validator.is({ type: 5 })).toBe(true);
  });

  test.each([
    "{}",
    '{"description":"x"}',
    '{"title":"x","default":1,"x-own":2}',
    '{"$comment":"x"}',
    '{"readOnly":true,"contentMediaType":"text/plain","examples":[]}',
  ])("a JSON Schema may restrict nothing: %s", async (text) => {
    const validator = await loadSchema(join(folder({ "s.json": text }), "s.json"));
    expect([validator.is(1), validator.is(null)]).toEqual([true, true]);
  });

  test.each([
    ["none.mjs", undefined, "cannot read 'FILE': no such file or directory"],
    ["none.json", undefined, "cannot read 'FILE': no such file or directory"],
    ["a.mjs", "export const schema = 1;", "the schema 'FILE' has no default export: it should be a validator"],
    ["a.mjs", "export default {};", "the schema 'FILE' exports a default of type object: it should be a validator"],
    ["a.mjs", "throw new Error('my mistake');", "the schema 'FILE' fails: my mistake (line 1)"],
    ["a.mjs", "throw 'text';", "the schema 'FILE' fails: text"],
    ["a.json", "{", "the schema 'FILE' is not JSON: Not valid JSON at line 1, column 2."],
    ["a.json", "[]", "the schema 'FILE' is an empty array"],
    ["a.json", "5", "the schema 'FILE' is no dump: Expected object, got integer"],
    ["a.json", '{"__class__":"Nope"}', "the schema 'FILE' is no dump: Class 'Nope' is not registered"],
    ["a.json", '{"__class__":"Int","min":"1"}', "the schema 'FILE' is no dump: Int.min should be of type integer"],
    [
      "a.json",
      '{"min":1}',
      "the schema 'FILE' is no dump: One of keys ['__class__', '__use__', '__clone__'] must be specified in: {min: 1}",
    ],
    [
      "a.json",
      '{"type":"object","properties":{"a":{"$ref":"#/b"}}}',
      "the JSON Schema 'FILE' has no validator: $ref at /properties/a/$ref: '#/b' leads nowhere",
    ],
    ["a.json", '{"type":"int"}', "the JSON Schema 'FILE' has no validator: type at /type: there is no type 'int'"],
  ])("cannot be %s with %j", async (name, content, message) => {
    expect(await failure(name, content)).toBe(message);
  });

  test.each([
    ['{"maxLength":3}', "abcd"],
    ['{"minimum":3}', 2],
    ['{"pattern":"^a"}', "b"],
    ['{"patternProperties":{"^a":false}}', { a: 1 }],
    ['{"propertyNames":{"maxLength":1}}', { ab: 1 }],
    ['{"uniqueItems":true}', [1, 1]],
    ['{"dependentRequired":{"a":["b"]}}', { a: 1 }],
    ["false", 1],
  ])("may be the JSON Schema %s, which refuses %j", async (schema, value) => {
    expect((await loadSchema(join(folder({ "s.json": schema }), "s.json"))).is(value)).toBe(false);
  });

  test.each(["Order", "default", "__proto"])("is the export %s of a module", async (name) => {
    const path = folder({
      "s.mjs": module(`const s = v.Int({ min: 1 }); export { s as Order, s as default, s as __proto };`),
    });
    expect((await loadSchema(join(path, "s.mjs"), name)).equals(Int({ min: 1 }))).toBe(true);
  });

  test("is a property of module.exports", async () => {
    const text = `const v = require(${JSON.stringify(compiled)}); module.exports = { ["Or" + "der"]: v.Int() };`;
    expect((await loadSchema(join(folder({ "s.cjs": text }), "s.cjs"), "Order")).is(5)).toBe(true);
  });

  test.each([
    ["Ordr", "export const Order = v.Int();", "has no export 'Ordr': did you mean 'FILE#Order'?"],
    ["default", "export const A = v.Int(), B = v.Str();", "has no default export: there is 'FILE#A', 'FILE#B'"],
    ["", "export default v.Int();", "has no export '': it should be a validator"],
    ["toString", "export const a = 1;", "has no export 'toString': it should be a validator"],
    ["a", "export const a = 1;", "exports a 'a' of type integer: it should be a validator"],
  ])("cannot be the export %j of %s", async (name, text, message) => {
    expect(await failure("a.mjs", module(text), name)).toBe(`the schema 'FILE' ${message}`);
  });

  test("has no exports if it is data", async () => {
    expect(await failure("a.json", PERSON, "Order")).toBe("'FILE' is data, which has no exports such as 'Order'");
  });

  test.each([
    ["a.ts#Order", { file: "a.ts", name: "Order" }],
    ["a#b.ts#", { file: "a#b.ts", name: "" }],
    ["a.ts", { file: "a.ts", name: undefined }],
    ["#a", { file: "#a", name: undefined }],
  ])("%s is a file and an export", (schema, parts) => {
    expect(splitFragment(schema)).toEqual(parts);
  });

  test("may be a file with that character in its name", () => {
    const file = join(folder({ "a.ts#Order": "" }), "a.ts#Order");
    expect(splitFragment(file)).toEqual({ file, name: undefined });
  });

  test("that throws is reported in one line", () => {
    expect(schemaFailure("s.js", new Error("oops")).message).toBe("the schema 's.js' fails: oops");
    const error = new Error("oops");
    error.stack = `Error: oops\n    at check (${pathToFileURL(resolve("s.js")).href}:12:7)`;
    expect(schemaFailure("s.js", error).message).toBe("the schema 's.js' fails: oops (line 12)");
    expect(schemaFailure("s.js", undefined).message).toBe("the schema 's.js' fails: undefined");
  });
});
