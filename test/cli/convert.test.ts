import "../support/fresh.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { AllOf, Check, Dict, fromJsonSchema, functions, Int, instances, List, Str, toSource } from "../../src/index.ts";
import { folder, PERSON, piped } from "./host.ts";

const library = join(import.meta.dirname, "../../src/index.ts");

afterEach(() => instances.clear());

/** Converts a file with this content. */
async function convert(content: unknown, ...args: string[]) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const path = join(folder({ "pet-store.json": text }), "pet-store.json");
  const { code, out, err } = await piped(["convert", path, ...args], []);
  return { code, out, err: err.replaceAll(path, "FILE") };
}

const PET = { type: "object", properties: { name: { type: "string", minLength: 1 } }, required: ["name"] };

describe("convert to ts", () => {
  test("writes what toSource writes, named after the file", async () => {
    expect(await convert(PET, "--to", "ts")).toEqual({
      code: 0,
      out: toSource(fromJsonSchema(PET), { name: "petStore" }),
      err: "",
    });
  });

  test("takes a name", async () => {
    expect((await convert(PET, "--to", "ts", "--name", "pet")).out).toContain("export const pet = Dict(");
  });

  test("reads a dump", async () => {
    expect((await convert(PERSON, "--to", "ts")).out).toContain("age: Int({ min: 0, max: 150 })");
  });

  test("reads an array of dumps, whose aliases are kept", async () => {
    const tree = { __class__: "Dict", alias: "node", schema: { next: { __class__: "LazyRef", use: "node" } } };
    const { out } = await convert(
      [tree, { __class__: "List", item: { __class__: "LazyRef", use: "node" } }],
      "--to",
      "ts",
    );
    expect(out).toContain('export const node = Dict({ next: LazyRef("node") }, { alias: "node" });');
    expect(out).toContain('export const petStore = List(LazyRef("node"));');
  });

  test("takes functions of a dump from the registry", async () => {
    const isOdd = functions.add("convert.isOdd", (value: number) => value % 2 === 1);
    const dump = JSON.stringify(AllOf(Int(), Check(isOdd)).dump());
    functions.delete("convert.isOdd");
    expect((await convert(dump, "--to", "ts")).out).toContain('const isOdd = functions.get("convert.isOdd") as');
  });

  test("reads the standard input", async () => {
    const { code, out } = await piped(["convert", "-", "--to", "ts"], [JSON.stringify({ type: "integer" })]);
    expect([code, out]).toEqual([
      0,
      'import { Int } from "validlib";\n\nexport const schema = Int({ unsafe: true });\n',
    ]);
  });

  test("reads a module", async () => {
    const text = `import * as v from ${JSON.stringify(library)};\nexport default v.Int();\nexport const Age = v.Int({ min: 0 });`;
    const path = join(folder({ "s.mjs": text }), "s.mjs");
    expect((await piped(["convert", path, "--to", "ts"], [])).out).toContain("export const s = Int();");
    expect((await piped(["convert", `${path}#Age`, "--to", "ts"], [])).out).toContain(
      "export const Age = Int({ min: 0 });",
    );
  });

  test("reads schemas of zod, and warns of differences", async () => {
    const zod = JSON.stringify(import.meta.resolve("zod"));
    const text = `import { z } from ${zod};
      export const Tag = z.string().min(1).max(20);
      export const User = z.object({ name: Tag, tags: z.array(Tag).default([]), site: z.url().optional() });
      export const Later = z.object({ user: z.promise(User) });
      export const limit = 5;`;
    const path = join(folder({ "s.mjs": text, "all.mjs": text.replace(/^.*promise.*$/m, "") }), "s.mjs");
    expect(await piped(["convert", `${path}#User`, "--to", "ts"], [])).toEqual({
      code: 0,
      out: `import { Default, Dict, List, Str } from "validlib";

export const User = Dict(
  {
    name: Str({ minlen: 1, maxlen: 20 }),
    tags: Default(List(Str({ minlen: 1, maxlen: 20 })), []),
    site: Str({ strip: true, pattern: /^[^\\t\\n\\r]*$/, format: "url" }),
  },
  { unknown: "strip", optional: ["site"] },
);
`,
      err: `validlib: warning: url at /site in '${path}': a URL with a tab or a line break inside is refused\n`,
    });
    const { code, err } = await piped(["convert", `${path}#Later`, "--to", "ts"], []);
    expect([code, err]).toEqual([2, expect.stringContaining("has no validator: promise at /user: it is not data")]);
    expect((await piped(["convert", path, "--to", "ts"], [])).err).toContain("promise at /Later/user: it is not data");
    const { out } = await piped(["convert", path.replace("s.mjs", "all.mjs"), "--to", "ts"], []);
    expect(out).toContain("export const Tag = Str({ minlen: 1, maxlen: 20 });");
    expect(out).toContain("    name: Tag,\n    tags: Default(List(Tag), []),\n");
    expect((await piped(["convert", `${path}#Usr`, "--to", "ts"], [])).err).toContain(`did you mean '${path}#User'?`);
  });

  test("writes into a file", async () => {
    const path = folder({ "a.json": JSON.stringify({ type: "integer" }) });
    const output = join(path, "a.ts");
    expect(await piped(["convert", join(path, "a.json"), "--to", "ts", "-o", output], [])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
    expect(readFileSync(output, "utf8")).toContain("export const a = Int({ unsafe: true });");
  });

  test("checks formats if asked", async () => {
    const schema = { type: "string", format: "email" };
    expect((await convert(schema, "--to", "ts")).out).toContain('petStore = Str({ meta: { format: "email" } });');
    expect((await convert(schema, "--to", "ts", "--formats")).out).toContain('petStore = Str({ format: "email" });');
  });
});

/** An OpenAPI document with these schemas. */
const api = (version: string, schemas: object): object => ({
  openapi: version,
  info: { title: "Pets", version: "1" },
  paths: {},
  components: { schemas },
});

describe("an OpenAPI document", () => {
  test("gives a constant for each schema, which refer to each other", async () => {
    const owner = {
      type: "object",
      properties: { pets: { type: "array", items: { $ref: "#/components/schemas/Pet" } } },
    };
    const { out } = await convert(api("3.1.0", { Owner: owner, Pet: PET, "a-b": { type: "integer" } }), "--to", "ts");
    expect(out).toContain("export const Pet = Dict(");
    expect(out).toContain("export const Owner = Dict({ pets: List(Pet) }");
    expect(out).toContain("export const aB = Int({ unsafe: true });");
  });

  test.each([
    [{ type: "string", nullable: true }, "Str({ nullable: true })"],
    [{ type: "string", enum: ["a", "b"], nullable: true }, 'Str({ nullable: true, options: ["a", "b"] })'],
    [{ type: "integer", minimum: 1, exclusiveMinimum: true }, "Int({ unsafe: true, min: 2 })"],
    [{ type: "integer", maximum: 5, exclusiveMaximum: false }, "Int({ unsafe: true, max: 5 })"],
    [{ $ref: "#/components/schemas/Name", nullable: true }, "Name"],
  ])("of version 3.0 has another syntax: %j", async (schema, source) => {
    const { out } = await convert(
      api("3.0.3", { Name: { type: "string", minLength: 1, maxLength: 50 }, One: schema }),
      "--to",
      "ts",
    );
    expect(out).toContain(`export const One = ${source};`);
  });

  test("of version 3.0 may let null into a combination", async () => {
    const schema = { nullable: true, allOf: [{ $ref: "#/components/schemas/Pet" }] };
    const { out } = await convert(
      api("3.0.3", { Pet: PET, Maybe: { type: "object", properties: { pet: schema }, required: ["pet"] } }),
      "--to",
      "ts",
    );
    expect(out).toContain("nullable: true");
  });
});

describe("convert to json-schema", () => {
  test("writes draft 2020-12", async () => {
    const { out } = await convert(PERSON, "--to", "json-schema");
    expect(JSON.parse(out)).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" });
  });

  test("escapes what a terminal obeys", async () => {
    const { out } = await convert({ const: "a\u009b\u202e" }, "--to", "json-schema");
    expect(out).toContain('"a\\u009b\\u202e"');
  });

  test("of several schemas writes definitions", async () => {
    const owner = { type: "object", properties: { pet: { $ref: "#/components/schemas/Pet" } } };
    const { out } = await convert(api("3.1.0", { Owner: owner, Pet: PET }), "--to", "json-schema");
    const { $defs } = JSON.parse(out);
    expect($defs.Owner.properties.pet).toEqual({ $ref: "#/$defs/Pet" });
    expect($defs.Pet.properties.name).toEqual({ type: "string", minLength: 1 });
  });
});

describe("convert to openapi", () => {
  test.each([
    ["openapi", "3.1.0", ["string", "null"], undefined],
    ["openapi-3.0", "3.0.3", "string", true],
    ["openapi-3.2", "3.2.0", ["string", "null"], undefined],
  ])("%s writes components", async (to, version, type, nullable) => {
    const schema = Dict({ name: Str({ nullable: true }), tags: List(Str()) }).dump();
    const { out } = await convert(schema, "--to", to, "--name", "Pet");
    const document = JSON.parse(out);
    expect(document).toMatchObject({ openapi: version, info: { title: "Pet" }, paths: {} });
    expect(document.components.schemas.Pet.properties.name).toEqual({ type, ...(nullable && { nullable }) });
  });
});

describe("what cannot be converted ends with 2", () => {
  test.each<[string, unknown, string[], string]>([
    ["no target", PET, [], "no --to given"],
    [
      "another target",
      PET,
      ["--to", "yaml"],
      "--to should be one of ts, json-schema, openapi, openapi-3.0, openapi-3.2",
    ],
    ["an option of check", PET, ["--to", "ts", "--jobs", "2"], "--jobs is for check"],
    ["two schemas", PET, ["more.json", "--to", "ts"], "one schema is converted at a time"],
    ["an output without a name", PET, ["--to", "ts", "-o", "-"], "--output needs a file"],
    ["no JSON", "{", ["--to", "ts"], "the schema 'FILE' is not JSON: Not valid JSON"],
    ["no schema", { min: 1 }, ["--to", "ts"], "the schema 'FILE' is no dump"],
    ["a type that does not exist", { type: "text" }, ["--to", "ts"], "there is no type 'text'"],
    ["a document without schemas", api("3.1.0", {}), ["--to", "ts"], "without schemas in its components"],
    ["Swagger", { swagger: "2.0" }, ["--to", "ts"], "is a Swagger 2.0 document: only OpenAPI 3 is read"],
    [
      "a class without JSON Schema",
      { __class__: "Bytes" },
      ["--to", "json-schema"],
      "the schema 'FILE' cannot be converted: ",
    ],
  ])("%s", async (_, content, args, message) => {
    const { code, out, err } = await convert(content, ...args);
    expect(err).toContain(message);
    expect([code, out]).toEqual([2, ""]);
  });

  test("the output is not the schema", async () => {
    const path = join(folder({ "a.json": "{}" }), "a.json");
    const { code, err } = await piped(["convert", path, "--to", "ts", "--output", path], []);
    expect([code, err]).toEqual([2, expect.stringContaining("--output is the schema")]);
  });

  test("options of convert are not for check", async () => {
    const { code, err } = await piped(["check", "-s", "a.json", "--to", "ts", "-"], []);
    expect([code, err]).toEqual([2, expect.stringContaining("--to is for convert")]);
  });
});

describe("integers that no number is", () => {
  const BIG = "9007199254740993";
  const SCHEMAS: readonly (readonly [what: string, schema: string])[] = [
    ["a constant", `{"const":${BIG}}`],
    ["a constant with members", `{"const":{"a":[${BIG}]}}`],
    ["an enumeration", `{"type":"integer","enum":[${BIG},1]}`],
    ["limits", `{"type":"integer","minimum":${BIG},"maximum":18446744073709551615}`],
    ["exclusive limits", `{"type":"integer","exclusiveMinimum":${BIG},"exclusiveMaximum":18446744073709551615}`],
    ["a divisor", `{"type":"integer","multipleOf":${BIG}}`],
    ["a default", `{"type":"object","properties":{"a":{"type":"integer","default":${BIG}}}}`],
    ["one that contains itself", `{"type":"object","properties":{"a":{"$ref":"#"},"b":{"const":${BIG}}}}`],
  ];

  test.each(SCHEMAS)("are written with all their digits: %s", async (_, schema) => {
    for (const to of ["json-schema", "openapi", "openapi-3.0", "openapi-3.2"]) {
      const { code, out, err } = await convert(schema, "--to", to);
      expect([to, code, err]).toEqual([to, 0, ""]);
      expect(out).toMatch(new RegExp(`[^0-9"]${BIG}[^0-9"]`));
      expect(() => JSON.parse(out)).not.toThrow();
    }
    // What is written is read again, and the same is written, except for the names of definitions.
    const { out } = await convert(schema, "--to", "json-schema");
    const again = await convert(out, "--to", "json-schema");
    const hash = /_[0-9a-f]{8}/g;
    expect(again.out.replace(hash, "")).toBe(out.replace(hash, ""));
  });
});

test.each(["4.0.0", "2.0", "3.3.0", "", "three"])(
  "a document of OpenAPI %j is an error, whatever is asked of it",
  async (openapi) => {
    const document = {
      openapi,
      info: { title: "t", version: "1" },
      components: { schemas: { A: { type: "integer" } } },
    };
    const path = join(folder({ "api.json": JSON.stringify(document) }), "api.json");
    for (const args of [
      ["convert", path, "--to", "ts"],
      ["convert", `${path}#/components/schemas/A`, "--to", "ts"],
      ["check", "--schema", `${path}#/components/schemas/A`, "-"],
    ]) {
      const { code, err } = await piped(args, ["1"]);
      expect([args[0], code]).toEqual([args[0], 2]);
      expect(err).toContain("only OpenAPI 3.0 to 3.2 is read");
    }
  },
);
