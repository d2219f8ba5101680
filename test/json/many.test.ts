import { isNativeError } from "node:util/types";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engineInUse } from "../../src/core/json/in-use.ts";
import { ValidationError } from "../../src/exc.ts";
import { arbitrary, invalid } from "../../src/fast-check/index.ts";
import { AllOf, Check, Datetime, Dict, Int, List, Str } from "../../src/index.ts";
import { longTest } from "../support/long.ts";

const order = Dict({ id: Int({ min: 1 }), tags: List(Str()) });
const text = (id: number, ...tags: string[]): string => JSON.stringify({ id, tags });
const plain = (result: ReturnType<typeof order.safeJson>): unknown =>
  result.ok ? result : { ok: false, issues: result.error.issues, name: result.error.constructor.name };

describe("jsonMany", () => {
  test("gives the result of each text, in order, as safeJson does", () => {
    const sources = [
      ...[
        text(1, "a"),
        Buffer.from(text(2, "\u00e4")),
        text(0),
        "",
        "{",
        '{\n  "id": 3,\n  "tags": []\n}\n',
        "\\",
        "\ufeff1",
      ],
      ...[
        Buffer.from("\ufeff{}"),
        new Uint8Array(),
        Buffer.from([0xff]),
        " ",
        '"\ud800"',
        text(4, "\ud800"),
        text(5),
        "1\\",
      ],
    ];
    for (let round = 0; round < 3; round++) {
      const singles = sources.map((source) => order.safeJson(source));
      expect(order.jsonMany(sources).map(plain)).toEqual(singles.map(plain));
      expect(order.isJsonMany(sources)).toEqual(singles.map(({ ok }) => ok));
    }
  });

  test("many texts are validated together by the addon", () => {
    const { tally } = engineInUse() as { tally?: { native: number } };
    const sources = Array.from({ length: 20_000 }, (_, id) => text(id + 1, `tag ${id}`));
    order.jsonMany(sources);
    const before = tally?.native ?? 0;
    const results = order.jsonMany(sources);
    expect(
      results.every((result, id) => result.ok && result.value.id === id + 1 && result.value.tags[0] === `tag ${id}`),
    ).toBe(true);
    expect(order.isJsonMany(sources)).not.toContain(false);
    if (tally) expect(tally.native - before).toBe(40_000);
  });

  test("any texts, any limits", () => {
    const one = fc.oneof(
      fc.json(),
      fc.string({ unit: "binary" }),
      fc.uint8Array(),
      fc
        .oneof(
          arbitrary(order, { json: true }),
          invalid(order, { json: true }).map(({ value }) => value),
        )
        .map((value) => JSON.stringify(value, null, fc.sample(fc.constantFrom(0, 1), 1)[0])),
    );
    const limits = fc.record({ maxBytes: fc.nat(200), maxDepth: fc.nat(3) }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), limits, (sources, given) => {
        const singles = sources.map((source) => order.safeJson(source, given));
        expect(order.jsonMany(sources, given).map(plain)).toEqual(singles.map(plain));
        expect(order.isJsonMany(sources, given)).toEqual(singles.map(({ ok }) => ok));
      }),
      { numRuns: 300 },
    );
  });

  test("makes errors without a stack of calls, as safeJson does", () => {
    const errors = order.jsonMany(["{", text(0)]).map(({ error }) => error);
    expect(errors.map((error) => [error instanceof ValidationError, isNativeError(error)])).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  test("a check that validates many texts itself changes nothing", () => {
    const inner = List(Int());
    const outer = AllOf(
      Int(),
      Check((value) => inner.jsonMany([`[${value}]`, "[]", "["]).filter(({ ok }) => ok).length === 2),
    );
    expect(outer.jsonMany(["1", "2", "x"]).map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(outer.isJsonMany(["1", "2", "x"])).toEqual([true, true, false]);
  });

  test("moments that are no days are errors of their texts alone", () => {
    const when = Datetime({ format: "rfc3339" });
    const good = '"2026-02-28T00:00:00Z"';
    const oks = when.jsonMany([good, '"2026-02-30T00:00:00Z"', good, good]).map(({ ok }) => ok);
    expect(oks).toEqual([true, false, true, true]);
  });

  test("refuses what is no array of texts", () => {
    expect(() => order.jsonMany("[]" as never)).toThrow(
      new TypeError("sources should be an array of JSON texts, not string"),
    );
    expect(() => order.jsonMany([1 as never])).toThrow(TypeError);
    expect(() => order.isJsonMany([text(1), {} as never])).toThrow(TypeError);
    expect(() => order.jsonMany([], { maxDept: 1 } as object)).toThrow(TypeError);
    expect(order.jsonMany([])).toEqual([]);
  });

  longTest("hostile texts cost no more together than alone", () => {
    for (const bad of ["1\\", '"', "[", '{"id":1,"tags":["\\']) {
      expect(order.isJsonMany(Array.from({ length: 20_000 }, () => bad))).not.toContain(true);
    }
  });
});
