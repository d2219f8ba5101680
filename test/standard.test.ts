/** Standard Schema: what the interface says, and packages that know no more of the library than that. */
import { sValidator } from "@hono/standard-validator";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { initTRPC, TRPCError } from "@trpc/server";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  AllOf,
  Check,
  Dict,
  type FAILED,
  Float,
  Int,
  JsonSchemaError,
  List,
  type StandardResult,
  Str,
  Transform,
  Type,
  toJsonSchema,
  Validator,
} from "../src/index.ts";
import { de } from "../src/text/locales/de.ts";
import { compiled } from "./compiled/evaluate.ts";

const order = Dict(
  { id: Int({ min: 1 }), tags: List(Str({ minlen: 1 })), total: Float({ coerce: true }) },
  { defaults: { tags: [] } },
);

describe("~standard", () => {
  test("says the version of the interface, and who made the validator", () => {
    expect(order["~standard"]).toMatchObject({ version: 1, vendor: "validlib" });
  });

  test("is made once, is frozen, and is no property of the validator's own", () => {
    expect(order["~standard"]).toBe(order["~standard"]);
    expect(Object.isFrozen(order["~standard"])).toBe(true);
    expect(Object.keys(order)).not.toContain("~standard");
    expect(Int()["~standard"]).not.toBe(Int()["~standard"]);
  });

  test("gives the validated value, and no issues", () => {
    const { validate } = order["~standard"];
    expect(validate({ id: 1, total: "2.5" })).toEqual({ value: { id: 1, tags: [], total: 2.5 } });
  });

  test("gives all that is wrong, with messages for people and paths of keys and indexes", () => {
    expect(order["~standard"].validate({ id: 0, tags: ["a", ""], total: 1, other: 1 })).toEqual({
      issues: [
        { message: "Expected at least 1, got 0.", path: ["id"] },
        { message: "Expected at least 1 character, got 0.", path: ["tags", 1] },
        { message: "Key is not allowed.", path: ["other"] },
      ],
    });
    expect(Int()["~standard"].validate("1")).toMatchObject({ issues: [{ path: [] }] });
  });

  test("takes the options of a call as options of the library, such as the language", () => {
    const validate = (value: unknown, options?: StandardSchemaV1.Options) =>
      order["~standard"].validate(value, options) as StandardResult<unknown>;
    const wrong = { id: 0, total: 1, other: 1 };
    expect(validate(wrong, { libraryOptions: { locale: de } })).toEqual({
      issues: [
        { message: "Mindestens 1 erwartet, 0 erhalten.", path: ["id"] },
        { message: "Schlüssel ist nicht erlaubt.", path: ["other"] },
      ],
    });
    expect(validate(wrong, { libraryOptions: { maxErrors: 1 } }).issues).toHaveLength(1);
    for (const options of [undefined, {}, { libraryOptions: undefined }, 5 as never]) {
      expect(validate(wrong, options).issues?.[0]?.message).toBe("Expected at least 1, got 0.");
    }
    expect(() => validate(wrong, { libraryOptions: { lang: "de" } })).toThrow(TypeError);
    const spec: StandardSchemaV1 = order;
    expect(spec["~standard"].validate(wrong, { libraryOptions: { locale: de } })).toMatchObject({ issues: [{}, {}] });
  });

  test("leaves steps of pipelines, and the sides of extra pairs, out of the paths", () => {
    const pairs = Dict(
      {},
      {
        extra: [
          Str(),
          AllOf(
            Str(),
            Check((text) => text.length > 1, { message: "Too short." }),
          ),
        ],
      },
    );
    expect(pairs["~standard"].validate({ a: "b" })).toEqual({ issues: [{ message: "Too short.", path: ["a"] }] });
  });

  test("belongs to custom validators too", () => {
    class Even extends Validator<number, number> {
      override check(input: unknown): number | typeof FAILED {
        return Int()(input) % 2 === 0 ? (input as number) : Int({ options: [0] })(input);
      }
    }
    const { validate } = new Even()["~standard"];
    expect(validate(2)).toEqual({ value: 2 });
    expect(validate(3)).toMatchObject({ issues: [{ path: [] }] });
  });

  test("passes on what is a bug, as the call does", () => {
    const broken = Transform(() => {
      throw new RangeError("broken");
    });
    expect(() => broken["~standard"].validate(1)).toThrow(RangeError);
  });

  test("is of the type that the specification gives it", () => {
    const standard: StandardSchemaV1<{ id: number; total: number | string | boolean }, { total: number }> = order;
    expect(standard).toBe(order);
  });
});

describe("~standard.jsonSchema", () => {
  const { input, output } = order["~standard"].jsonSchema;

  test("has the default target where nothing is asked for", () => {
    expect((input as () => unknown)()).toEqual(toJsonSchema(order));
    expect((output as () => unknown)()).toEqual(toJsonSchema(order, { io: "output" }));
  });

  test("says what the validator takes, and what it returns", () => {
    const standard: StandardJSONSchemaV1 = order;
    expect(standard["~standard"].jsonSchema.input({ target: "draft-2020-12" })).toEqual(toJsonSchema(order));
    expect(input({ target: "draft-07" })).toEqual(toJsonSchema(order, { target: "draft-07" }));
    expect(output({ target: "openapi-3.1" })).toEqual(toJsonSchema(order, { target: "openapi-3.1", io: "output" }));
  });

  test("throws for another dialect, and for what JSON Schema cannot say, unless that may be left out", () => {
    expect(() => input({ target: "openapi-2.0" })).toThrow(JsonSchemaError);
    const { jsonSchema } = Type(URL)["~standard"];
    expect(() => jsonSchema.input({ target: "draft-2020-12" })).toThrow(JsonSchemaError);
    const libraryOptions = { unrepresentable: "any" };
    expect(jsonSchema.input({ target: "openapi-3.1", libraryOptions })).toEqual({});
  });

  test("says in validlib/pure what to call, as it is left out there", async () => {
    vi.resetModules();
    onTestFinished(() => void vi.resetModules());
    const pure = await import("../src/pure.ts");
    expect(pure.Int).not.toBe(Int);
    expect(() => pure.Int()["~standard"].jsonSchema.input({ target: "draft-2020-12" })).toThrow("call toJsonSchema");
    expect(pure.toJsonSchema(pure.Bool())).toMatchObject({ type: "boolean" });
  });
});

describe("tRPC", () => {
  const { router, procedure, createCallerFactory } = initTRPC.create();
  const app = router({
    total: procedure
      .input(order)
      .output(Float({ min: 0 }))
      .query(({ input }) => input.total * input.id),
  });
  const caller = createCallerFactory(app)({});

  test("gives a procedure the validated input, and its caller the validated output", async () => {
    const total: number = await caller.total({ id: 2, total: "2.5" });
    expect(total).toBe(5);
  });

  test("refuses an invalid input, with its issues as the cause", async () => {
    const refused = await caller.total({ id: 0, total: 1 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TRPCError);
    expect(refused).toMatchObject({ code: "BAD_REQUEST", cause: { issues: [{ path: ["id"] }] } });
  });

  test("joins the values of two inputs in a chain, of which each gets the whole input", async () => {
    const of = (unknown?: "strip") => {
      const shop = procedure.input(Dict({ shop: Int() }, { unknown }));
      const both = shop.input(Dict({ item: Str({ minlen: 1 }) }, { unknown })).query(({ input }) => {
        const known: { shop: number; item: string } = input;
        return known;
      });
      return createCallerFactory(router({ both }))({});
    };
    expect(await of("strip").both({ shop: 1, item: "beer" })).toEqual({ shop: 1, item: "beer" });
    await expect(of("strip").both({ shop: 1, item: "" })).rejects.toMatchObject({
      cause: { issues: [{ path: ["item"] }] },
    });
    // By default each refuses the keys of the other.
    await expect(of().both({ shop: 1, item: "beer" })).rejects.toThrow("Key is not allowed.");
  });

  test("refuses an invalid output", async () => {
    await expect(caller.total({ id: 2, total: -1 })).rejects.toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
  });
});

describe("Hono", () => {
  const app = new Hono()
    .post("/orders", sValidator("json", order), (context) => {
      const valid: { id: number; tags: string[]; total: number } = context.req.valid("json");
      return context.json(valid);
    })
    .get("/orders", sValidator("query", Dict({ page: Int({ coerce: true }) })), (context) =>
      context.json(context.req.valid("query")),
    );
  const post = (body: unknown): Request =>
    new Request("http://localhost/orders", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test("gives a handler the validated body and query", async () => {
    const made = await app.request(post({ id: 1, total: "2.5" }));
    expect([made.status, await made.json()]).toEqual([200, { id: 1, tags: [], total: 2.5 }]);
    const listed = await app.request("/orders?page=3");
    expect([listed.status, await listed.json()]).toEqual([200, { page: 3 }]);
  });

  test("answers 400 with the issues where the body is invalid", async () => {
    const response = await app.request(post({ id: 1, tags: [""], total: 1 }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      success: false,
      error: [{ message: "Expected at least 1 character, got 0.", path: ["tags", 0] }],
    });
  });
});

describe.each([
  ["of the library", order],
  ["that is compiled", compiled(order) as unknown as typeof order],
])("React Hook Form, with a validator %s", (_, schema) => {
  const resolve = standardSchemaResolver(schema);
  const options = { fields: {}, shouldUseNativeValidation: false, criteriaMode: "all" } as const;

  test("gets the validated values", async () => {
    const form = { id: 1, total: "2.5" };
    expect(await resolve(form, undefined, options)).toEqual({ values: { id: 1, tags: [], total: 2.5 }, errors: {} });
  });

  test("gets an error for each field", async () => {
    const { errors } = await resolve({ id: 0, tags: [""], total: 1 }, undefined, options);
    expect(errors).toMatchObject({
      id: { message: "Expected at least 1, got 0." },
      tags: [{ message: "Expected at least 1 character, got 0." }],
    });
  });
});
