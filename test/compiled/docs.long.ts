/** The examples of the documentation, compiled: what they make validates as the library does, or is declined. */
import "../support/fresh.ts";
import "../support/globals.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parseSync } from "vite";
import { afterAll, expect, test } from "vitest";
import { arbitrary } from "../../src/fast-check/index.ts";
import { instances, Validator } from "../../src/index.ts";
import { examples, root } from "../docs/examples.ts";
import { at } from "../time/now.ts";
import { Attempts, type Calls, outcome } from "./outcome.ts";

/** The share of the validators that compile, at least. */
const LEAST_COMPILED = 0.94;
const VALID = 20;

mkdirSync(join(root, "test/.vitest"), { recursive: true });
const modules = mkdtempSync(join(root, "test/.vitest/compiled-"));
afterAll(() => rmSync(modules, { recursive: true, force: true }));

/** Values of all kinds, for any validator. */
const ODD: readonly unknown[] = [
  ...[undefined, null, true, 0, -0, -1, 1.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY, 7n],
  ...["", " ", "a", "1", "ann@example.org", "\ud800", "x".repeat(200)],
  ...[[], [1, "a"], {}, { a: 1 }, new Map([["a", 1]]), new Set([1]), new Date(0), /a/, Symbol("s"), () => 1],
];

/** The value, each of its members in turn without, with another value, and beside one that is too much. */
function* nearly(value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    for (const odd of [...ODD.slice(0, 20), ...nearly((value as Record<string, unknown>)[key])]) {
      const other = Array.isArray(value) ? [...value] : { ...value };
      Object.defineProperty(other, key, { value: odd, enumerable: true, writable: true, configurable: true });
      yield other;
    }
    if (Array.isArray(value)) continue;
    const { [key]: _, ...rest } = value as Record<string, unknown>;
    yield rest;
  }
  yield Array.isArray(value) ? [...value, ...value] : { ...value, tooMuch: 1 };
}

function valuesFor(validator: Validator): unknown[] {
  let valid: unknown[] = [];
  try {
    valid = fc.sample(arbitrary(validator), { numRuns: VALID, seed: 1 });
  } catch {
    // There is no arbitrary for it, such as for classes.
  }
  return [...ODD, ...valid, ...valid.slice(0, 3).flatMap((value) => [...nearly(value)])];
}

/** What an example declares at its outermost level, and its exports; each once. */
async function made(name: string, text: string): Promise<Validator[]> {
  const path = join(modules, name);
  mkdirSync(join(path, ".."), { recursive: true });
  const { program } = parseSync(name, text);
  const declared = program.body.flatMap((one) => (one.type === "VariableDeclaration" ? one.declarations : []));
  const names = declared.flatMap(({ id }) => (id.type === "Identifier" && id.name !== "ajv" ? [id.name] : []));
  // Rows of tables are but calls.
  if (names.length === 0 && !/^export /m.test(text)) return [];
  writeFileSync(path, `${text}\nexport const $declared = [${names.join(", ")}];\n`);
  instances.clear();
  const { $declared, ...exported } = (await import(path)) as Record<string, unknown> & { $declared: unknown[] };
  const all = [...$declared, ...Object.values(exported)].filter((one) => one instanceof Validator);
  return [...new Set(all)];
}

test("the validators of all examples give what the library gives, or say why they are not compiled", async () => {
  // Limits relative to the current moment are part of issues.
  at("2026-01-01T00:00:00Z");
  let values = 0;
  const attempts = new Attempts();
  const differences: unknown[] = [];
  for (const { name, text, title } of examples) {
    for (const validator of await made(name, text)) {
      const other = attempts.compile(validator);
      if (other === undefined) continue;
      for (const value of valuesFor(validator)) {
        values++;
        const [before, after] = [validator as Calls, other].map((one) => ({
          ...outcome(() => one.safe(value)),
          is: outcome(() => ({ ok: true, value: one.is(value) })),
        }));
        try {
          expect(after).toStrictEqual(before);
        } catch {
          differences.push({ title, value, before, after });
          break;
        }
      }
    }
  }
  expect(differences).toEqual([]);
  const { all, compiled, declined, share } = attempts;
  console.info([`${compiled} of ${all} compiled, on ${values} values; declined:`, ...declined].join("\n"));
  expect(share).toBeGreaterThanOrEqual(LEAST_COMPILED);
});
