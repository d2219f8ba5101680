import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { readYaml } from "../../src/cli/yaml.ts";
import { packed } from "../support/packed.ts";
import { folder, piped } from "./host.ts";
import { root } from "./process.ts";

const SCHEMA = JSON.stringify({
  type: "object",
  properties: { id: { type: "integer" }, tags: { type: "array", items: { type: "string", minLength: 2 } } },
  required: ["id"],
  additionalProperties: false,
});

/** Checks files with a schema. The paths of the results have no folders. */
async function checked(files: Record<string, string>, ...args: string[]) {
  const path = folder({ "s.json": SCHEMA, ...files });
  const inFolder = args.map((arg) => (arg.startsWith("-") ? arg : join(path, arg)));
  const { code, out, err } = await piped(["check", ...inFolder], []);
  return { code, out: out.replaceAll(`${path}/`, ""), err: err.replaceAll(`${path}/`, "") };
}

const many = (n: number, line: (index: number) => string): string =>
  Array.from({ length: n }, (_, at) => line(at)).join("\n");

const read = (text: string, maxBytes = 1e6, maxExpansion?: number) =>
  [...readYaml("x.yaml", Buffer.from(text), maxBytes, maxExpansion)].map(({ json, error }) =>
    json === undefined ? `${error?.line}:${error?.column} ${error?.message}` : Buffer.from(json).toString(),
  );

describe("YAML is read as JSON:", () => {
  test.each([
    ["a: 1\nb: [x, 'y', \"\\u00e9\"]\nc: {d: ~}", '{"a":1,"b":["x","y","é"],"c":{"d":null}}'],
    ["- 0x1f\n- 0o17\n- 1e400\n- -0\n- 12345678901234567890\n- .5", "[31,15,1e400,-0,12345678901234567890,0.5]"],
    ["yes\n", '"yes"'],
    ["", "null"],
    ["1: a\ntrue: b\n~: c", '{"1":"a","true":"b","~":"c"}'],
    ["a: &x [1]\nb: *x\nc: &x 2\nd: *x", '{"a":[1],"b":[1],"c":2,"d":2}'],
    ["a: |\n  one\n  two\nb:", '{"a":"one\\ntwo\\n","b":null}'],
    ["<<: {a: 1}", '{"<<":{"a":1}}'],
    ["%YAML 1.1\n---\nyes", '"yes"'],
    ["__proto__: {a: 1}", '{"__proto__":{"a":1}}'],
    ["[".repeat(512) + "]".repeat(512), "[".repeat(512) + "]".repeat(512)],
  ])("%j", (text, json) => {
    expect(read(text)).toEqual([json]);
  });

  test("each document of a file", () => {
    expect(read("a: 1\n---\n- b\n---\n")).toEqual(['{"a":1}', '["b"]', "null"]);
  });

  test.each([
    ["a: [1", "1:6 Not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]."],
    ["a: 1\na: 2", "2:1 Not valid YAML: Map keys must be unique."],
    ["- {1: a, '1': b}", "1:10 Not valid YAML: Map keys must be unique."],
    ["a: !what 5", "1:4 Not valid YAML: Unresolved tag: !what."],
    ["a: .inf", "1:4 Not valid YAML: JSON has no such number."],
    ["? [a]\n: 1", "1:3 Not valid YAML: A key should be text."],
    ["a: *x", "1:4 Not valid YAML: There is no anchor before the alias x."],
    ["a: &a [*a]", "1:8 Not valid YAML: An alias leads back to itself."],
    ["[".repeat(513), "1:513 Not valid YAML: It is nested too deep: the limit is 512."],
  ])("but not %j", (text, message) => {
    expect(read(text)).toEqual([message]);
  });

  test.each([
    ["sequences in a line", "- ".repeat(100_000)],
    ["keys in a line", "? ".repeat(100_000)],
    ["keys in lines", Array.from({ length: 1000 }, (_, index) => `${" ".repeat(index)}a:`).join("\n")],
    ["objects", "{a: ".repeat(100_000)],
    ["aliases", Array.from({ length: 600 }, (_, index) => `b${index}: &b${index} [*b${index - 1}]`).join("\n")],
  ])("nor what is nested without end: %s", (kind, text) => {
    const given = kind === "aliases" ? `b-1: &b-1 [x]\n${text}` : text;
    expect(read(given)[0]).toContain("It is nested too deep");
  });

  test("nor what becomes too long by its aliases", () => {
    const lines = Array.from(
      "bcdefghijk",
      (name, index) => `${name}: &${name} [${`*${"abcdefghijk"[index]},`.repeat(9)}]`,
    );
    expect(read(["a: &a [x,x,x,x]", ...lines].join("\n"), 10_000)[0]).toContain("more than 10000 bytes");
  });
});

/** Each line stands for nine times the one before: the last one for 9 ** 10 texts. */
const LAUGHS = [
  "a: &a [lol,lol,lol,lol,lol,lol,lol,lol,lol]",
  ...Array.from("bcdefghij", (name, index) => `${name}: &${name} [${`*${"abcdefghi"[index]},`.repeat(9)}]`),
].join("\n");

describe("aliases are written out up to 64 times the length of the document", () => {
  const times = (n: number, length = 1000): string =>
    `- &a ${"x".repeat(length)}\n${Array.from({ length: n }, () => "- *a\n").join("")}`;

  test("which is measured before anything is built, with the place of the alias", () => {
    const writes = vi.spyOn(JSON, "stringify");
    expect(read(LAUGHS, 2 ** 30)).toEqual([
      "4:20 Not valid YAML: With its aliases it is more than 64 times as long as it is written, " +
        "unless --max-expansion permits more.",
    ]);
    // Each text of the document once.
    expect(writes.mock.calls.length).toBeLessThan(30);
    writes.mockRestore();
  });

  test.each([
    ["what is usual", times(60)],
    ["many aliases of what is short", times(10_000, 15)],
    ["a template in each of a hundred", `t: &t {a: 1, b: [x, y, z]}\n${many(100, (at) => `k${at}: *t`)}`],
  ])("so that is fine: %s", (_, text) => {
    expect(read(text)[0]).not.toContain("Not valid");
  });

  test("and no more", () => {
    expect(read(times(200))[0]).toContain("more than 64 times");
    expect(read(times(200), 1e6, 200)[0]).not.toContain("Not valid");
    expect(read(times(200), 1e6, 10)[0]).toContain("more than 10 times");
    expect(read("- a\n- b", 1e6, 0)).toEqual(['["a","b"]']);
  });

  test("each document of a file by its own length", () => {
    const [first, second] = read(`${"# long\n".repeat(10_000)}a: 1\n---\n${LAUGHS}`, 2 ** 30);
    expect([first, second?.slice(0, 8)]).toEqual(['{"a":1}', "10006:20"]);
  });

  test.each([["keys"], ["aliases as keys"]])("a key counts, too: %s", (kind) => {
    const key = kind === "keys" ? `${"k".repeat(500)}` : "*k ";
    const text = `- &k ${"k".repeat(500)}\n- &a {${key}: 1}\n${many(400, () => "- *a")}`;
    expect(read(text)[0]).toContain("more than 64 times");
  });

  test("of data and of schemas, unless it is asked for", async () => {
    const enums = `enum: &e [${many(500, (at) => `value${at}`).replaceAll("\n", ",")}]`;
    const schema = `{anyOf: [{${enums}}, ${"{enum: *e},".repeat(400)}]}`;
    const files = { "s.yaml": schema, "a.yaml": "value1", "s2.yaml": "true", "b.yaml": times(200) };
    const refused = await checked(files, "--schema", "s.yaml", "a.yaml");
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("more than 64 times")]);
    expect((await checked(files, "--max-expansion=500", "--schema", "s.yaml", "a.yaml")).code).toBe(0);
    const data = await checked({ ...files, "s2.json": "true" }, "--schema", "s2.json", "b.yaml");
    expect([data.code, data.out]).toEqual([1, expect.stringContaining("b.yaml:128:3")]);
    expect(
      (await checked({ ...files, "s2.json": "true" }, "--max-expansion=500", "-s", "s2.json", "b.yaml")).code,
    ).toBe(0);
  });

  test("also when it is converted", async () => {
    const path = join(
      folder({ "s.yaml": `- &a {__class__: Int}\n- {__class__: Tuple, items: [${"*a,".repeat(900)}]}` }),
      "s.yaml",
    );
    const refused = await piped(["convert", path, "--to", "ts", "--max-expansion", "1"], []);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("more than 1 times")]);
    expect((await piped(["convert", path, "--to", "ts"], [])).code).toBe(0);
  });
});

test("whether keys are unique takes no quadratic time: it is looked up", () => {
  const has = vi.spyOn(Set.prototype, "has");
  expect(read(many(2000, (at) => `k${at}: 1`))[0]).toContain('"k1999":1');
  expect(has.mock.calls.length).toBeLessThan(20_000);
  has.mockRestore();
  expect(read(`${many(2000, (at) => `k${at}: 1`)}\nk7: 2`)).toEqual([
    "2001:1 Not valid YAML: Map keys must be unique.",
  ]);
});

describe("validlib check of YAML", () => {
  test("has the places of errors in the file", async () => {
    const yaml = '# größe\nid: "1"\ntags: [ab, "é"]\nmore:\n  - 1\n---\ntags: &t [abc]\n';
    const { code, out } = await checked({ "a.yaml": yaml }, "--schema", "s.json", "--format=ndjson", "a.yaml");
    const found = out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line))
      .map(({ line, column, offset, pointer, code }) => [line, column, offset, pointer, code]);
    const offsetOf = (text: string): number => Buffer.byteLength(yaml.slice(0, yaml.indexOf(text)));
    expect(found).toEqual([
      [2, 5, offsetOf('"1"'), "/id", "invalid_type"],
      [3, 12, offsetOf('"é"'), "/tags/1", "min_length"],
      [4, 1, offsetOf("more"), "/more", "forbidden_key"],
      [7, 1, offsetOf("tags: &t"), "/id", "missing_key"],
    ]);
    expect(code).toBe(1);
  });

  test("shows the line", async () => {
    const { out } = await checked({ "a.yml": "id: 1\ntags:\n- x\n" }, "--schema", "s.json", "a.yml");
    expect(out).toBe(
      "a.yml:3:3  tags.0  Expected at least 2 characters, got 1.\n    3 | - x\n      |   ^\n\n✗ a.yml: 1 error\n",
    );
  });

  test("is for files of these names, and for others with --yaml", async () => {
    const files = { "a.txt": "id: 1\n", "b.yaml": '{"id": 1}' };
    expect((await checked(files, "--schema", "s.json", "--yaml", "a.txt")).code).toBe(0);
    expect((await checked(files, "--schema", "s.json", "a.txt")).code).toBe(1);
    expect((await checked(files, "--schema", "s.json", "--json", "b.yaml")).code).toBe(0);
    expect((await checked(files, "--schema", "s.json", "--json", "--yaml", "b.yaml")).err).toContain(
      "--json and --yaml exclude each other",
    );
  });

  test("reports YAML that is none at its place", async () => {
    const { code, out } = await checked({ "a.yaml": "id: 1\nid: 2\n" }, "--schema", "s.json", "a.yaml");
    expect(out).toContain("a.yaml:2:1  Not valid YAML: Map keys must be unique.\n");
    expect(code).toBe(1);
  });

  test("takes schemas in YAML, which may refer to others beside them", async () => {
    const files = {
      "s.yaml": "type: object\nproperties:\n  id: {$ref: 'parts.yaml#/id'}\n  name: {$ref: name.json}\n",
      "parts.yaml": "id:\n  type: integer\n",
      "name.json": '{"type": "string"}',
      "a.yaml": "id: x\nname: 5\n",
    };
    const { out } = await checked(files, "--schema", "s.yaml", "a.yaml");
    expect(out).toContain("a.yaml:1:5  id  Expected an integer, got a string.");
    expect(out).toContain("a.yaml:2:7  name  Expected a string, got an integer.");
  });

  test.each([
    ["a: [", "the schema 's.yaml' is refused: Not valid YAML"],
    ["a: 1\na: 2", "the schema 's.yaml' is refused: Not valid YAML: Map keys must be unique. (line 2, column 1)"],
    ["pattern: ^(?=(a+)+$)", "looks ahead or behind; a module can take the risk, by the option `backtrack: true`\n"],
    [
      "$ref: https://a.org/b",
      "'https://a.org/b' leads to another document, which is not fetched: save it as a file, and refer to that\n",
    ],
    ["a: 1\n---\nb: 2\n", "the schema 's.yaml' has more than one document"],
    ["type: nothing", "the JSON Schema 's.yaml' has no validator: type at /type: there is no type 'nothing'"],
    ["$ref: none.json", "the JSON Schema 's.yaml' has no validator: cannot read '"],
  ])("refuses a schema that is %j", async (schema, message) => {
    const { code, err } = await checked({ "s.yaml": schema, "a.json": "1" }, "--schema", "s.yaml", "a.json");
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

const DOCUMENT = `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /orders:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses: {}
components:
  schemas:
    Item: { type: object, properties: { sku: { type: string, nullable: true } }, required: [sku] }
    Order: { type: object, properties: { items: { type: array, items: { $ref: "#/components/schemas/Item" } } } }
`;

describe("a schema of an OpenAPI document", () => {
  const order = { "order.json": '{"items": [{"sku": null}, {}]}' };
  const json = JSON.stringify({
    openapi: "3.1.0",
    components: {
      schemas: {
        Order: { type: "object", properties: { items: { items: { $ref: "#/components/schemas/Item" } } } },
        Item: { type: "object", required: ["sku"] },
      },
    },
  });

  test.each([
    "openapi.yaml#/components/schemas/Order",
    "openapi.json#/components/schemas/Order",
    "openapi.yaml#/paths/~1orders/post/requestBody/content/application~1json/schema",
  ])("is named by its place: %s", async (schema) => {
    const files = { ...order, "openapi.yaml": DOCUMENT, "openapi.json": json };
    const { code, out } = await checked(files, "--schema", schema, "order.json");
    expect(out).toContain("order.json:1:27  items.1.sku  Required key is not provided.");
    expect(code).toBe(1);
  });

  test("has warnings, which do not end the check", async () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const old = JSON.stringify({
      $schema,
      definitions: { a: {} },
      properties: { a: { $ref: "#/definitions/a", minimum: 5 } },
    });
    const warning =
      "validlib: warning: minimum at /properties/a/minimum in 'old.json': it has no effect beside $ref in draft-07\n";
    const files = { "old.json": old, "data.json": '{"a": 1, "$schema": "./old.json"}' };
    expect(await checked(files, "--schema", "old.json", "data.json")).toMatchObject({ code: 0, err: warning });
    expect(await checked(files, "data.json")).toMatchObject({ code: 0, err: warning });
  });

  test("has to be named", async () => {
    const { code, err } = await checked({ ...order, "o.yaml": DOCUMENT }, "--schema", "o.yaml", "order.json");
    expect(err).toBe(
      "validlib: 'o.yaml' is an OpenAPI document: say which schema, 'o.yaml#/components/schemas/Item', " +
        "'o.yaml#/components/schemas/Order'\n",
    );
    expect(code).toBe(2);
  });

  test("is named by a place that can be copied", async () => {
    const openapi = JSON.stringify({ openapi: "3.1.0", components: { schemas: { "a/b~c": { type: "integer" } } } });
    const files = { ...order, "o.json": openapi };
    const { err } = await checked(files, "--schema", "o.json", "order.json");
    const [, place = ""] = /say which schema, '(.*)'/.exec(err) ?? [];
    expect(place).toBe("o.json#/components/schemas/a~1b~0c");
    expect((await checked(files, "--schema", place, "order.json")).out).toContain("Expected an integer");
    const wrong = await checked(files, "--schema", "o.json#/components/schemas/a~1b~0d", "order.json");
    expect(wrong.err).toContain(`did you mean '${place}'?`);
  });

  test("has to be there", async () => {
    const files = { ...order, "o.yaml": DOCUMENT };
    const { err } = await checked(files, "--schema", "o.yaml#/components/schemas/Oder", "order.json");
    expect(err).toBe(
      "validlib: the JSON Schema 'o.yaml' has nothing at '#/components/schemas/Oder': " +
        "did you mean 'o.yaml#/components/schemas/Order'?\n",
    );
  });

  test("may be one of a JSON Schema as well", async () => {
    const schema = JSON.stringify({ $defs: { small: { $anchor: "tiny", maximum: 3 } } });
    const files = { "all.json": schema, "five.json": "5" };
    for (const name of ["/$defs/small", "tiny"]) {
      expect((await checked(files, "--schema", `all.json#${name}`, "five.json")).out).toContain("at most 3");
    }
  });
});

describe("without --schema", () => {
  const files = {
    "person.schema.json": '{"type": "object", "properties": {"age": {"type": "integer"}}, "$defs": {"x": false}}',
    "ann.json": '{"$schema": "./person.schema.json", "age": "5"}',
    "bob.yaml": "$schema: person.schema.json\nage: x\n",
    "eve.json": '{"$schema": "person.schema.json#/$defs/x"}',
  };

  test("each document names its own: a file beside it", async () => {
    const { code, out } = await checked(files, "ann.json", "bob.yaml");
    expect(out).toContain("ann.json:1:44  age  Expected an integer, got a string.");
    expect(out).toContain("bob.yaml:2:6  age  Expected an integer, got a string.");
    expect(code).toBe(1);
    expect((await checked(files, "eve.json")).code).toBe(1);
  });

  test.each([
    ['{"age": 5}', "no --schema given, and 'a.json' has no \"$schema\""],
    ["[]", "no --schema given, and 'a.json' has no \"$schema\""],
    ['{"$schema": "https://example.com/s.json"}', "is no local file of JSON or YAML: 'https://example.com/s.json'"],
    ['{"$schema": "code.js"}', "is no local file of JSON or YAML: 'code.js'"],
    ['{"$schema": "http://["}', "is no local file of JSON or YAML: 'http://['"],
    ['{"$schema": "none.json"}', "cannot read 'none.json': no such file or directory"],
  ])("%s is an error", async (document, message) => {
    const { code, err } = await checked({ "a.json": document, "code.js": "process.exit(3);" }, "a.json");
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  test("text that is no JSON is invalid, and lines need a schema", async () => {
    expect((await checked({ "a.json": "{" }, "a.json")).out).toContain("a.json:1:2  Not valid JSON.");
    expect((await checked({ "a.ndjson": "{}" }, "a.ndjson")).err).toContain("no --schema given");
  });
});

test("without the package that reads it, YAML is an error that names it, and JSON needs none", () => {
  const path = folder({ "a.yaml": "1", "a.json": "1", "s.json": '{"type": "integer"}' });
  // Names of packages are resolved from the real path of the command.
  cpSync(join(packed, "dist"), join(path, "dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(path, "package.json"));
  mkdirSync(join(path, "node_modules"));
  for (const name of Object.keys(manifest.dependencies)) {
    symlinkSync(join(root, "node_modules", name), join(path, "node_modules", name), "junction");
  }
  for (const [file, code, message] of [
    ["a.json", 0, ""],
    ["a.yaml", 2, "validlib: 'a.yaml' is YAML, which the package yaml reads: npm install --save-dev yaml\n"],
  ] as const) {
    const args = [join(path, "dist/cli/main.js"), "check", "-q", "-s", "s.json", file];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: path,
      encoding: "utf8",
      env: { ...process.env, VALIDLIB_IMPL: "pure" },
    });
    expect([status, stderr]).toEqual([code, message]);
  }
});
