import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Dataset, datasets, keysOf } from "../../examples/datasets.js";
import type { Tally } from "../../src/engines/native/engine.ts";
import type { Validator } from "../../src/index.ts";

const root = join(import.meta.dirname, "../..");
const read = ({ file }: Dataset): Buffer => readFileSync(join(root, "node_modules", file));

/** The schema of an example, built again in the library under test: the example itself imports the compiled one. */
async function schemaOf({ schema }: Dataset): Promise<Validator> {
  const { default: example } = await import(join(root, "examples", schema));
  return example;
}

describe.each(datasets)("the example $name", (dataset) => {
  test("has a schema that accepts its data", async () => {
    const schema = await schemaOf(dataset);
    const result = schema.safeJson(read(dataset));
    expect(result.ok ? [] : [...result.error].map(String)).toEqual([]);
    expect(dataset.count(result.ok && result.value)).toBeGreaterThan(1000);
  });

  test("is validated by the engine in use without a fallback", async () => {
    const { engineInUse } = await import(join(root, "dist/core/json/in-use.js"));
    const { tally } = engineInUse() as { tally?: Tally };
    const before = tally?.fellBack;
    const schema = await schemaOf(dataset);
    expect(schema.isJson(read(dataset))).toBe(true);
    expect(schema.safeJson(read(dataset)).ok).toBe(true);
    expect(tally?.fellBack).toBe(before);
  });

  test("has a schema that finds every damage at its position, and nothing else", async () => {
    const schema = await schemaOf(dataset);
    const data = JSON.parse(read(dataset).toString());
    for (const { apply } of dataset.damages) apply(data);
    const result = schema.safeJson(Buffer.from(JSON.stringify(data)));
    const places = result.ok ? [] : [...result.error].map(keysOf);
    const damages = dataset.damages.map(({ at }) => at);
    const under = (place: string, at: string): boolean => `${place}.`.startsWith(`${at}.`);
    expect(damages.filter((at) => !places.some((place) => under(place, at)))).toEqual([]);
    expect(places.filter((place) => !damages.some((at) => under(place, at)))).toEqual([]);
  });

  test("is no longer JSON when its bytes are damaged", async () => {
    const { corruption } = dataset;
    const result = (await schemaOf(dataset)).safeJson(corruption.apply(read(dataset)));
    expect(result.ok ? undefined : result.error).toMatchObject({ name: "JsonDecodeError", reason: corruption.reason });
  });
});
