/** Schemas of a zod that has been bundled and minified, as servers have it: its functions have other sources then. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as published from "zod";
import { fromZod, type ZodWarning } from "../../src/interop/zod/index.ts";

type Z = typeof published.z;

const SCHEMAS: Readonly<Record<string, (z: Z) => published.ZodType>> = {
  "a text that is trimmed": (z) => z.string().trim().min(1).max(5),
  "a text in lower case": (z) => z.string().toLowerCase().length(2),
  "a text in upper case": (z) => z.string().toUpperCase(),
  "a custom schema without a condition": (z) => z.custom(),
  "limits of an array": (z) => z.array(z.int()).min(1).max(2),
  "limits of a set": (z) => z.set(z.string()).min(1).max(2),
  "a class": (z) => z.instanceof(Date),
  "a default and a catch": (z) => z.object({ a: z.int().default(5), b: z.string().catch("b") }),
  "an exact optional": (z) => z.object({ a: z.exactOptional(z.int()) }),
  "a partial record": (z) => z.partialRecord(z.enum(["a", "b"]), z.int()),
  formats: (z) => z.object({ a: z.email(), b: z.uuid(), c: z.ipv4(), d: z.iso.date() }),
  "a union by a key": (z) =>
    z.discriminatedUnion("t", [z.object({ t: z.literal("a") }), z.object({ t: z.literal("b"), n: z.int() })]),
  "coerced values": (z) => z.object({ a: z.coerce.number().int(), b: z.coerce.boolean() }),
};

const folder = mkdtempSync(join(tmpdir(), "zod-minified-"));
let minified: Z;

beforeAll(async () => {
  const entry = join(folder, "entry.mjs");
  writeFileSync(entry, `export { z } from ${JSON.stringify(resolve("node_modules/zod/index.js"))};\n`);
  const file = join(folder, "zod.mjs");
  await build({ input: entry, output: { file, minify: true }, logLevel: "silent" });
  ({ z: minified } = (await import(pathToFileURL(file).href)) as { z: Z });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The validator, and what is said of the schema. */
function converted(schema: published.ZodType): { readonly text: string; readonly warnings: readonly ZodWarning[] } {
  const warnings: ZodWarning[] = [];
  return { text: String(fromZod(schema, { onWarning: (one) => warnings.push(one) })), warnings };
}

test.each(Object.entries(SCHEMAS))("%s becomes the same validator", (_, make) => {
  expect(converted(make(minified))).toEqual(converted(make(published.z)));
});

test("a text of the user's is said without a warning", () => {
  const z = minified;
  const schema = z.object({ a: z.string("Not {text}.").min(2, { error: "Too short." }), b: z.int("No number.") });
  const warnings: ZodWarning[] = [];
  const result = fromZod(schema, { onWarning: (one) => warnings.push(one) }).safe({ a: "x", b: 1.5 });
  expect(result.ok ? [] : result.error.issues.map(({ message }) => message)).toEqual(["Too short.", "No number."]);
  expect(warnings).toEqual([]);
});

test("the condition of the user's is told from that of zod", () => {
  const z = minified;
  const when = ({ value }: { readonly value: string }): boolean => value.length !== undefined;
  const long = z.string().min(2, { when } as never);
  expect(converted(long).warnings).toMatchObject([{ type: "min_length", pointer: "" }]);
  expect(converted(z.string().min(2)).warnings).toEqual([]);
});
