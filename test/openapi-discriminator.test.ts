import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import { fromJsonSchema, fromOpenApi, instances, type JsonSchemaWarning, openapi } from "../src/index.ts";
import { sweep } from "./support/sweep.ts";

afterEach(() => instances.clear());

const VERSIONS = ["3.0.4", "3.1.1", "3.2.0"] as const;
const info = { title: "Pets", version: "1" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The validators of some components, and the warnings about them. */
function read(schemas: object, version: string = "3.1.1", documents?: Record<string, unknown>) {
  const warnings: JsonSchemaWarning[] = [];
  const document = { openapi: version, info, paths: {}, components: { schemas } };
  const options = { onWarning: (warning: JsonSchemaWarning) => warnings.push(warning) };
  const { components } = fromOpenApi(document, documents === undefined ? options : { ...options, documents });
  return { components, warnings: warnings.map(({ pointer, message }) => `${pointer}: ${message}`) };
}

const animal = (kind: unknown, more: object = {}) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { enum: [kind].flat() }, ...more },
});
const Cat = animal("cat", { lives: { type: "integer" } });
const Dog = animal("dog", { bark: { type: "boolean" } });
const pet = (discriminator?: unknown, alternatives: unknown[] = [ref("Cat"), ref("Dog")], keyword = "oneOf") => ({
  [keyword]: alternatives,
  ...(discriminator !== undefined && { discriminator }),
});
const mapping = { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" };
const issuesOf = (validator: v.Validator | undefined, value: unknown) => validator?.safe(value).error?.issues;

describe.each(VERSIONS)("a discriminator of OpenAPI %s", (version) => {
  test.each<[name: string, schemas: Record<string, object>, valid: unknown[], invalid: unknown[]]>([
    [
      "names no value of the tags",
      { Cat, Dog, Pet: pet({ propertyName: "kind" }) },
      [{ kind: "cat" }, { kind: "dog" }],
      [{ kind: "Cat" }, {}],
    ],
    [
      "maps one alternative only",
      { Cat, Dog, Pet: pet({ propertyName: "kind", mapping: { cat: mapping.cat } }) },
      [{ kind: "cat" }, { kind: "dog" }],
      [{ kind: "Dog" }],
    ],
    [
      "maps a value to another alternative",
      { Cat, Dog, Pet: pet({ propertyName: "kind", mapping: { cat: "Dog", dog: "Cat" } }) },
      [
        { kind: "cat", lives: 9, bark: 1 },
        { kind: "dog", lives: "", bark: true },
      ],
      [
        { kind: "cat", lives: "" },
        { kind: "dog", bark: 1 },
      ],
    ],
    [
      "has two values for an alternative",
      { Cat: animal(["cat", "kitten"]), Dog, Pet: pet({ propertyName: "kind" }) },
      [{ kind: "kitten" }],
      [{ kind: "puppy" }],
    ],
    [
      "is of a key that no alternative requires",
      {
        Cat: { type: "object", required: ["meow"], properties: { kind: { type: "string" } } },
        Dog: { type: "object", required: ["bark"], properties: { kind: { type: "string" } } },
        Pet: pet({ propertyName: "kind" }),
      },
      [{ meow: 1 }, { kind: "Dog", meow: 1 }],
      [{ meow: 1, bark: 1 }, {}],
    ],
    [
      "is of a key with any text",
      {
        Cat: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
        Dog: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
        Pet: pet({ propertyName: "kind" }),
        Any: pet({ propertyName: "kind" }, undefined, "anyOf"),
      },
      [],
      [{ kind: "Cat" }, { kind: "cat" }],
    ],
    [
      "is beside alternatives that are no objects",
      {
        Cat,
        Dog,
        Pet: pet({ propertyName: "kind", mapping }, [ref("Cat"), ref("Dog"), { type: "array", items: ref("Cat") }]),
      },
      [{ kind: "dog" }, [], [{ kind: "cat" }]],
      [[{ kind: "dog" }], "cat"],
    ],
    [
      "has tags that are no text",
      { Cat: animal(1), Dog: animal([true, false]), Pet: pet({ propertyName: "kind" }) },
      [{ kind: 1 }, { kind: true }],
      [{ kind: "1" }, { kind: "true" }],
    ],
    [
      "is in a schema from which others are made",
      {
        Pet: { type: "object", required: ["kind"], properties: { kind: {} }, discriminator: { propertyName: "kind" } },
        Cat: { allOf: [ref("Pet"), { required: ["lives"], properties: { lives: { type: "integer" } } }] },
      },
      [{ kind: "Cat" }, { kind: "Cat", lives: "" }],
      [{}],
    ],
    ["has no property", { Cat, Dog, Pet: pet({}) }, [{ kind: "cat" }], [{}]],
    ["is no object", { Cat, Dog, Pet: pet("kind") }, [{ kind: "cat" }], [{}]],
  ])("that %s changes nothing", (_, schemas, valid, invalid) => {
    const { components } = read(schemas, version);
    for (const [values, isValid] of [[valid, true] as const, [invalid, false] as const]) {
      for (const value of values) {
        expect(components.Pet?.is(value), JSON.stringify(value)).toBe(isValid);
        expect(components.Pet?.isJson(JSON.stringify(value)), JSON.stringify(value)).toBe(isValid);
      }
    }
  });

  test("that the alternatives bear out selects the one whose errors count", () => {
    const { components, warnings } = read({ Cat, Dog, Pet: pet({ propertyName: "kind", mapping }) }, version);
    expect(warnings).toEqual([]);
    expect(components.Pet).toHaveProperty("discriminator", "kind");
    expect(issuesOf(components.Pet, { kind: "cat", lives: "x" })).toMatchObject([{ pointer: "/lives" }]);
    expect(issuesOf(components.Pet, { kind: "cow" })).toMatchObject([{ pointer: "/kind" }]);
  });

  test("that openapi() has written is read with the same verdicts, whatever the type of the tags", () => {
    for (const tags of [
      ["a", "b"],
      [1, 2],
      [true, false],
      ["a", 2],
      [1.5, null],
    ] as const) {
      const [one, other] = tags.map((tag, index) =>
        v.Dict({ kind: v.Const(tag), n: v.Int({ min: 0, max: 9 }) }, { meta: { id: `Pet${index}` } }),
      );
      const union = v.OneOf([one as v.Validator, other as v.Validator], {
        discriminator: "kind",
        meta: { id: "Pet" },
      });
      const routes = [{ method: "post", path: "/", body: union }];
      const warnings: JsonSchemaWarning[] = [];
      const { components } = fromOpenApi(openapi({ info, routes, version }), {
        onWarning: (one) => warnings.push(one),
      });
      expect(warnings).toEqual([]);
      for (const kind of [...tags, "c", 3, null]) {
        for (const n of [1, -1]) expect(components.Pet?.is({ kind, n })).toBe(union.is({ kind, n }));
      }
      expect(issuesOf(components.Pet, { kind: tags[1], n: -1 })).toMatchObject([{ pointer: "/n" }]);
    }
  });
});

describe("a discriminator", () => {
  test.each<[name: string, schemas: Record<string, object>]>([
    [
      "a reference of the key",
      { Kind: { enum: ["cat"] }, Cat: { ...Cat, properties: { ...Cat.properties, kind: ref("Kind") } } },
    ],
    ["allOf", { Base: { required: ["kind"] }, Cat: { allOf: [ref("Base"), { ...Cat, required: [] }] } }],
    ["a reference", { Tom: Cat, Cat: ref("Tom") }],
    ["a description", { Cat: { ...Cat, description: "It purrs." } }],
    [
      "unions in it",
      { Cat: { oneOf: [animal("cat", { lives: { minimum: 1 } }), animal("lion")], description: "Cats." } },
    ],
    ["keywords that no Dict has", { Cat: { ...Cat, not: { required: ["bark"] } } }],
    ["members of its own kind", { Cat: animal("cat", { lives: { type: "integer" }, kittens: { items: ref("Pet") } }) }],
  ])("is borne out by alternatives with %s", (_, schemas) => {
    const { components, warnings } = read({ Cat, Dog, Pet: pet({ propertyName: "kind" }), ...schemas });
    const { Pet } = components;
    expect(issuesOf(Pet, { kind: "cat", lives: 0.5 })).toMatchObject([{ pointer: "/lives" }]);
    expect(issuesOf(Pet, { kind: "dog", bark: 0 })).toMatchObject([{ pointer: "/bark" }]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^\/components\/schemas\/Pet\/discriminator: it does not say that '(?:cat|lion)' stands/,
    );
  });

  test("of one union in another tells apart what the other does not", () => {
    const failed = (code: number, more: object) => ({
      type: "object",
      required: ["status", "code"],
      properties: { status: { const: "failed" }, code: { const: code }, ...more },
    });
    const { components } = read({
      A: failed(1, { a: { type: "string" } }),
      B: failed(2, { b: { type: "string" } }),
      Failed: pet({ propertyName: "code" }, [ref("A"), ref("B")]),
      Done: { type: "object", required: ["status"], properties: { status: { const: "done" } } },
      All: pet({ propertyName: "status" }, [ref("Failed"), ref("Done")]),
    });
    expect(issuesOf(components.All, { status: "failed", code: 2, b: 5 })).toMatchObject([{ pointer: "/b" }]);
    expect(components.All?.is({ status: "failed", code: 1, a: "" })).toBe(true);
    expect(components.All?.is({ status: "done", code: 3 })).toBe(true);
  });

  test("with a defaultMapping selects that alternative for all other objects, if it refuses the tags of the others", () => {
    const Other = {
      type: "object",
      required: ["name"],
      properties: { kind: { type: "string", not: { enum: ["cat", "dog"] } }, name: { type: "string" } },
    };
    const hint = { propertyName: "kind", mapping, defaultMapping: "Other" };
    const alternatives = [ref("Cat"), ref("Other"), ref("Dog")];
    for (const keyword of ["oneOf", "anyOf"]) {
      const { components, warnings } = read({ Cat, Dog, Other, Pet: pet(hint, alternatives, keyword) }, "3.2.0");
      const { Pet } = components;
      expect(warnings).toEqual([]);
      for (const value of [{ kind: "cat" }, { kind: "cow", name: "Berta" }, { name: "Tom" }]) {
        expect([Pet?.is(value), Pet?.isJson(JSON.stringify(value))], JSON.stringify(value)).toEqual([true, true]);
      }
      expect(issuesOf(Pet, { kind: "cat", lives: "" })).toMatchObject([{ pointer: "/lives" }]);
      expect(issuesOf(Pet, { kind: "cow", name: 1 })).toMatchObject([{ pointer: "/name" }]);
      expect(issuesOf(Pet, {})).toMatchObject([{ pointer: "/name" }]);
      expect([Pet?.is({ kind: 1, name: "" }), Pet?.is(1), Pet?.is([])]).toEqual([false, false, false]);
    }
    const Loose = { ...Other, properties: { name: {} } };
    const { components, warnings } = read({ Cat, Dog, Other: Loose, Pet: pet(hint, alternatives) }, "3.2.0");
    expect(warnings).toEqual([
      "/components/schemas/Pet/discriminator: it has no effect, because oneOf does not tell objects apart by 'kind': alternative 1 may take 'cat', too",
    ]);
    expect([components.Pet?.is({ kind: "cat" }), components.Pet?.is({ kind: "cat", name: 1 })]).toEqual([true, false]);
  });

  test("names the key if several tell objects apart", () => {
    const both = (tag: string) => ({
      type: "object",
      required: ["a", "b"],
      properties: { a: { const: tag }, b: { const: tag } },
    });
    for (const key of ["a", "b"]) {
      const Pet = pet({ propertyName: key }, [both("x"), both("y")]);
      expect(read({ Pet }).components.Pet).toHaveProperty("discriminator", key);
    }
  });

  test("beside oneOf may lead to other documents, which are not read for its sake", () => {
    const $ref = "./animals.json#/Cat";
    const Pet = pet({ propertyName: "kind", mapping: { cat: $ref, dog: "Dog" } }, [{ $ref }, ref("Dog")]);
    const { components, warnings } = read({ Dog, Pet }, "3.1.1", { "animals.json": { Cat } });
    expect(warnings).toEqual([]);
    expect(issuesOf(components.Pet, { kind: "cat", lives: "" })).toMatchObject([{ pointer: "/lives" }]);
    const missing = pet({ propertyName: "kind", mapping: { cat: "missing.json" } });
    expect(read({ Cat, Dog, Pet: missing }).warnings).toHaveLength(1);
  });

  test("of a JSON Schema, as ajv has it, changes nothing either", () => {
    const schema = { type: "object", discriminator: { propertyName: "kind" }, oneOf: [Cat, Dog] };
    const warnings: unknown[] = [];
    const validator = fromJsonSchema(schema, { dialect: "draft-07", onWarning: (one) => warnings.push(one) });
    expect(warnings).toEqual([]);
    expect(issuesOf(validator, { kind: "dog", bark: 0 })).toMatchObject([{ pointer: "/bark" }]);
    expect([validator.is({ kind: "cat" }), validator.is({ kind: "Cat" }), validator.is(1)]).toEqual([
      ...[true, false, false],
    ]);
  });

  test.each<[discriminator: object, alternatives: unknown[] | undefined, why: string]>([
    [{}, undefined, "it has no effect without a propertyName"],
    [
      { propertyName: "kind", mapping: { cat: "Cow" } },
      undefined,
      "its mapping of 'cat' leads to no alternative, 'Cow'",
    ],
    [
      { propertyName: "kind", mapping: { cow: "Cat" } },
      undefined,
      "its mapping of 'cow' has no effect: 'Cat' takes another 'kind'",
    ],
    [
      { propertyName: "kind", mapping: { cat: "Cat" } },
      undefined,
      "it does not say that 'dog' stands for '#/components/schemas/Dog', which takes it",
    ],
    [{ propertyName: "kind", defaultMapping: "Cow" }, undefined, "its defaultMapping leads to no alternative, 'Cow'"],
    [
      { propertyName: "kind" },
      [ref("Cat"), Cat],
      "it has no effect, because oneOf does not tell objects apart by 'kind': alternatives 0 and 1 both take 'cat'",
    ],
    [
      { propertyName: "lives" },
      undefined,
      "it has no effect, because oneOf does not tell objects apart by 'lives': alternative 0 does not ask for one of a few values of it",
    ],
  ])("%j is warned of where it misleads", (discriminator, alternatives, why) => {
    const { warnings } = read({ Cat, Dog, Pet: pet(discriminator, alternatives) });
    expect(warnings).toEqual([`/components/schemas/Pet/discriminator: ${why}`]);
  });

  test("without alternatives beside it is warned of", () => {
    const { warnings } = read({ Pet: { ...Cat, discriminator: { propertyName: "kind" } } });
    expect(warnings).toEqual([
      "/components/schemas/Pet/discriminator: it has no effect without oneOf or anyOf beside it: the schema itself decides",
    ]);
  });
});

describe("a random union with a random discriminator", () => {
  const tag = fc.constantFrom<unknown>("a", "b", "A", 1, 2, true, false, null, 0.5);
  const kind = fc.oneof(
    tag.map((one) => ({ const: one })),
    fc.uniqueArray(tag, { minLength: 1, maxLength: 3 }).map((all) => ({ enum: all })),
    fc.constantFrom<object>({ type: "string" }, { type: "boolean" }, {}, { not: { enum: ["a", "b", 1, true] } }),
  );
  const object = fc.record({
    type: fc.constantFrom("object", ["object", "null"], undefined),
    required: fc.constantFrom(["kind"], ["kind", "other"], ["kind"], []),
    kind,
    other: kind,
    closed: fc.boolean(),
    wrapped: fc.constantFrom("no", "no", "allOf", "description"),
  });
  const alternative = fc
    .oneof({ weight: 6, arbitrary: object }, { weight: 1, arbitrary: fc.constantFrom("array", "string", "null") })
    .map((one) => {
      if (typeof one === "string") return { type: one };
      const { type, required, kind, other, closed, wrapped } = one;
      const own = { required, properties: { kind, other } };
      const all = {
        ...(type !== undefined && { type }),
        ...(wrapped === "allOf" ? { allOf: [own] } : own),
        ...(closed && wrapped !== "allOf" && { additionalProperties: false }),
      };
      return wrapped === "description" ? { ...all, description: "One." } : all;
    });
  const name = fc.constantFrom(
    "S0",
    "S1",
    "S2",
    "#/components/schemas/S0",
    "#/components/schemas/S1",
    "x.json",
    "nowhere",
  );
  const discriminator = fc.record(
    {
      propertyName: fc.constantFrom("kind", "other", "none"),
      mapping: fc.dictionary(fc.constantFrom("a", "b", "1", "true", "S0"), name),
      defaultMapping: name,
    },
    { requiredKeys: ["propertyName"] },
  );
  const value = fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: tag, other: tag, more: tag }, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>([], "a", null, 1) },
  );

  test.each(VERSIONS)("accepts the same values with it as without, in %s: those of its alternatives", (version) => {
    fc.assert(
      fc.property(
        fc.array(alternative, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("oneOf", "anyOf"),
        discriminator,
        fc.array(value, { minLength: 1, maxLength: 6 }),
        (alternatives, keyword, hint, values) => {
          instances.clear();
          const named = Object.fromEntries(alternatives.map((one, index) => [`S${index}`, one]));
          const all = Object.keys(named).map(ref);
          const { components } = read(
            { ...named, With: pet(hint, all, keyword), Without: pet(undefined, all, keyword) },
            version,
          );
          for (const one of values) {
            const valid = Object.keys(named).filter((name) => components[name]?.is(one)).length;
            const isValid = keyword === "oneOf" ? valid === 1 : valid > 0;
            const text = JSON.stringify(one);
            expect(components.With?.is(one), text).toBe(isValid);
            expect(components.Without?.is(one), text).toBe(isValid);
            expect(components.With?.isJson(text), text).toBe(isValid);
            expect(components.With?.safe(one).ok, text).toBe(isValid);
          }
        },
      ),
      { numRuns: sweep(40, 1200) },
    );
  });
});
