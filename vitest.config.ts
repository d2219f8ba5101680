import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * One suite, run twice: by the checks alone, and with all that makes them fast, which is the addon for JSON text and
 * generated code for JavaScript values. Where there is no addon, JSON text is judged by the checks both times, and
 * `npm test` says so; VALIDLIB_IMPL=native makes that a failure.
 */
const hasAddon = process.env.VALIDLIB_IMPL === "native" || existsSync("build/Release/validlib.node");
const projects = [
  { name: "pure", VALIDLIB_IMPL: "pure", VALIDLIB_VALUES: "check" },
  hasAddon
    ? { name: "native", VALIDLIB_IMPL: "native", VALIDLIB_VALUES: "compiled" }
    : { name: "compiled", VALIDLIB_IMPL: "pure", VALIDLIB_VALUES: "compiled" },
];

/** What asks no engine, or asks both itself, runs with the second project only. */
const ONCE = [
  "test/bench.test.ts",
  "test/fast/differential.test.ts",
  "test/layout.test.ts",
  "test/package.test.ts",
  "test/types/types.test.ts",
  "test/workflows.test.ts",
];

export default defineConfig({
  test: {
    // One less is the default: of two processors that is half.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/cli/main.ts"],
      reporter: ["text", "json-summary"],
    },
    projects: projects.map(({ name, ...implementations }) => ({
      test: {
        name,
        include: ["test/**/*.test.ts"],
        exclude: name === "pure" ? ONCE : [],
        setupFiles: ["test/support/seed.ts"],
        testTimeout: 60_000,
        hookTimeout: 60_000,
        env: { ...implementations, TZ: "UTC" },
      },
    })),
  },
});
