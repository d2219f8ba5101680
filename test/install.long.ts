/**
 * The quick half of `npm run test:install`: the package as it is installed, in clean folders, in processes of their
 * own. What needs an addon is tried by the native half of the suite, the rest by the pure one.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { __impl__ } from "../src/index.ts";

interface Scenario {
  readonly name: string;
  readonly quick?: boolean;
  readonly bare?: boolean;
  readonly skip?: string | false;
  run(kit: object): unknown;
}

const script = (name: string) => import(pathToFileURL(join(import.meta.dirname, "../scripts/test-install", name)).href);
const { Kit } = await script("kit.mjs");
const { scenarios } = (await script("scenarios.mjs")) as { scenarios: readonly Scenario[] };

const MINUTE = 60_000;

let kit: { end(): void };
beforeAll(() => {
  kit = new Kit();
}, MINUTE);
afterAll(() => kit.end(), MINUTE);

const quick = scenarios.filter((one) => one.quick);

test("there are scenarios for both halves, each with a name of its own", () => {
  expect(quick.filter(({ bare }) => bare).length).toBeGreaterThan(3);
  expect(quick.filter(({ bare }) => !bare).length).toBeGreaterThan(15);
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
});

describe("installed", () => {
  for (const { name, skip, run } of quick.filter(({ bare = false }) => bare === (__impl__ === "TypeScript"))) {
    test.skipIf(skip)(skip ? `${name} (skipped: ${skip})` : name, () => {
      run(kit);
    });
  }
});
