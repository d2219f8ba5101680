import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * One suite, run by the checks alone, and with all that makes them fast, which is the addon for JSON text and generated code
 * for JavaScript values. What judges values runs a third time, with composed functions. Where there is no addon, JSON text is
 * judged by the checks each time, and `npm test` says so; VALIDLIB_IMPL=native makes that a failure.
 */
const hasAddon = process.env.VALIDLIB_IMPL === "native" || existsSync("build/Release/validlib.node");

/** What asks no engine, or asks all itself. */
const ONCE = [
  "test/bench.test.ts",
  "test/defects.test.ts",
  "test/fast/differential.test.ts",
  "test/formats/{formats,idna,regex}.test.ts",
  "test/layout.test.ts",
  "test/package.test.ts",
  "test/pattern/**",
  "test/types/types.test.ts",
  "test/workflows.test.ts",
];
/** What judges JavaScript values. */
const JUDGES_VALUES = ["conformance", "errors", "fast", "hostile", "params", "report", "schemas", "validators"];

const ALL = ["test/**/*.test.ts"];
const projects = [
  { name: "pure", include: ALL, exclude: ONCE, env: { VALIDLIB_IMPL: "pure", VALIDLIB_VALUES: "check" } },
  {
    name: "composed",
    include: [...JUDGES_VALUES.map((folder) => `test/${folder}/**/*.test.ts`), "test/*.test.ts"],
    exclude: [...ONCE, "test/{docs,examples,install}.test.ts"],
    env: { VALIDLIB_IMPL: "pure", VALIDLIB_VALUES: "composed" },
  },
  hasAddon
    ? { name: "native", include: ALL, exclude: [], env: { VALIDLIB_IMPL: "native", VALIDLIB_VALUES: "compiled" } }
    : { name: "compiled", include: ALL, exclude: [], env: { VALIDLIB_IMPL: "pure", VALIDLIB_VALUES: "compiled" } },
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
    projects: projects.map(({ env, ...project }) => ({
      test: {
        ...project,
        setupFiles: ["test/support/seed.ts"],
        testTimeout: 60_000,
        hookTimeout: 60_000,
        env: { ...env, TZ: "UTC" },
      },
    })),
  },
});
