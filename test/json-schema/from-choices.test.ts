import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { fromJsonSchema } from "../../src/index.ts";

describe("values that are listed", () => {
  test.each<[schema: unknown, validator: v.Validator]>([
    [{ type: "integer", const: 1 }, v.Const(1)],
    [{ type: "string", enum: ["a", "b"], minLength: 1 }, v.Str({ options: ["a", "b"] })],
    [{ type: "string", enum: ["a", "bc"], maxLength: 1 }, v.Const("a")],
    [{ enum: [1, 2, 3], minimum: 2 }, v.Int({ options: [2, 3] })],
    [{ const: 1, enum: [1, 2] }, v.Const(1)],
    [{ type: "boolean", const: true }, v.Const(true)],
    [{ type: ["integer", "null"], enum: [1, 2, null, "a"] }, v.Int({ options: [1, 2], nullable: true })],
  ])("%j are those that the other keywords leave", (schema, validator) => {
    expect(`${fromJsonSchema(schema)}`).toBe(`${validator}`);
  });

  test("with members are asked for what else is said of them, also where that leads back", () => {
    const schema = { const: [[]], items: { $ref: "#/$defs/a" }, $defs: { a: { items: { $ref: "#" } } } };
    const validator = fromJsonSchema(schema);
    expect([validator.is([[]]), validator.is([[[]]])]).toEqual([true, false]);
    const self = fromJsonSchema({ items: { $ref: "#", enum: ["a", 1, []] }, minItems: 1, minLength: 1 });
    expect([self.is(["a", 1]), self.is([[]]), self.is(["b"])]).toEqual([true, false, false]);
  });

  test("are as many as they are, however often each is met on the way", () => {
    const $defs: Record<string, unknown> = { a40: { enum: ["a", "b"] } };
    for (let n = 0; n < 40; n++) {
      const $ref = `#/$defs/a${n + 1}`;
      $defs[`a${n}`] = {
        anyOf: [{ allOf: [{ $ref }, { minLength: 1 }] }, { allOf: [{ $ref }, { minLength: 2 }] }],
      };
    }
    const validator = fromJsonSchema({ $defs, $ref: "#/$defs/a0" });
    expect([validator.is("a"), validator.is("c")]).toEqual([true, false]);
  });
});

describe("a union inside one of its own schemas", () => {
  /** The first of the definitions is what is validated: it is not read yet when the union in it is. */
  const messages = (first: object) => ({
    $ref: "#/$defs/first",
    $defs: {
      first,
      base: { type: "object", required: ["kind"] },
      any: { oneOf: [{ $ref: "#/$defs/first" }, { $ref: "#/$defs/leaf" }] },
      leaf: {
        required: ["kind"],
        properties: { kind: { const: "leaf" }, size: { type: "integer" } },
        additionalProperties: false,
      },
    },
  });
  const inner = { $ref: "#/$defs/any" };

  test.each<[name: string, first: object]>([
    ["properties", { required: ["kind"], properties: { kind: { const: "first" }, inner } }],
    ["a list of values", { required: ["kind"], properties: { kind: { enum: ["first", "1st"] }, inner } }],
    ["allOf", { allOf: [{ $ref: "#/$defs/base" }], properties: { kind: { const: "first" }, inner } }],
  ])("is told apart by its tag, which %s says", (_name, first) => {
    const validator = fromJsonSchema(messages(first));
    const issues = (inner: unknown) => {
      const value = { kind: "first", inner };
      const { error } = validator.safe(value);
      expect(validator.safeJson(JSON.stringify(value)).error?.issues.map(({ pointer }) => pointer)).toEqual(
        error?.issues.map(({ pointer }) => pointer),
      );
      return error?.issues.map(({ pointer, code }) => `${pointer} ${code}`);
    };
    expect(issues({ kind: "leaf", size: 1 })).toBeUndefined();
    expect(issues({ kind: "first", inner: { kind: "leaf" } })).toBeUndefined();
    expect(issues({ kind: "leaf", size: "1" })).toEqual(["/inner/size invalid_type"]);
    expect(issues({ kind: "first", inner: { kind: "leaf", more: 1 } })).toEqual(["/inner/inner/more forbidden_key"]);
    expect(issues({ kind: "other" })).toEqual(["/inner/kind options"]);
    expect(issues({})).toEqual(["/inner/kind missing_key"]);
  });

  test("is tried if the tag need not be there, and other types are as the schemas say", () => {
    const first = { properties: { kind: { const: "first" }, inner } };
    const validator = fromJsonSchema(messages(first));
    expect(validator.is({ inner: { inner: {} } })).toBe(true);
    // A text is valid by both.
    expect(validator.is({ inner: "text" })).toBe(false);
    const tagged = fromJsonSchema(messages({ required: ["kind"], ...first, type: ["object", "string"] }));
    expect([tagged.is("text"), tagged.is({ kind: "first", inner: 5 })]).toEqual([true, true]);
    expect(tagged.is({ kind: "first", inner: "text" })).toBe(false);
  });
});

describe("a union of objects", () => {
  const versions = (...kinds: object[]) =>
    kinds.map((kind) => ({ type: "object", required: ["version"], properties: { version: kind } }));
  const tagged = (...kinds: v.Validator[]) =>
    v.OneOf(
      kinds.map((version) => v.Dict({ version }, { optional: [], unknown: "keep" })),
      { discriminator: "version" },
    );

  test.each<[kinds: object[], validator: v.Validator]>([
    [
      [
        { type: "integer", const: 1 },
        { type: "integer", const: 2 },
      ],
      tagged(v.Const(1), v.Const(2)),
    ],
    [
      [
        { type: "integer", enum: [1] },
        { type: "integer", enum: [2, 3] },
      ],
      tagged(v.Const(1), v.Int({ options: [2, 3] })),
    ],
    [
      [{ type: "string", enum: ["a", "b"], minLength: 1 }, { const: "c" }],
      tagged(v.Str({ options: ["a", "b"] }), v.Const("c")),
    ],
  ])("whose key is one of %j is told apart by it", (kinds, validator) => {
    expect(`${fromJsonSchema({ oneOf: versions(...kinds) })}`).toBe(`${validator}`);
    expect(`${fromJsonSchema({ anyOf: versions(...kinds) })}`).toBe(`${validator}`);
  });

  test("refers to the values of its key", () => {
    const kinds = [{ $ref: "#/$defs/one" }, { $ref: "#/$defs/two" }];
    const $defs = { one: { type: "integer", const: 1 }, two: { type: "integer", enum: [2] } };
    expect(`${fromJsonSchema({ oneOf: versions(...kinds), $defs })}`).toBe(`${tagged(v.Const(1), v.Const(2))}`);
  });

  test.each<[kinds: object[], valid: unknown[]]>([
    [
      [{ type: "boolean" }, { const: 1 }],
      [true, false, 1],
    ],
    [
      [{ enum: ["a", null] }, { const: "b" }],
      ["a", null, "b"],
    ],
    [
      [{ enum: ["a", 1] }, { const: "b" }],
      ["a", 1, "b"],
    ],
    [
      [{ enum: [0.5, 1] }, { const: 2 }],
      [0.5, 1, 2],
    ],
  ])("whose key is one of %j, values of several types, is told apart by it", (kinds, valid) => {
    for (const keyword of ["oneOf", "anyOf"]) {
      const validator = fromJsonSchema({ [keyword]: versions(...kinds) });
      expect(validator).toHaveProperty("discriminator", "version");
      for (const version of valid) {
        expect(validator.is({ version })).toBe(true);
        expect(validator.isJson(JSON.stringify({ version }))).toBe(true);
      }
      expect(validator.is({ version: "c" })).toBe(false);
      expect(validator.is({})).toBe(false);
    }
  });
});
