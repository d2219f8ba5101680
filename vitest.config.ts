import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/**
 * One suite, run once per implementation: a project differs from the next in nothing but VALIDLIB_IMPL. The native one is
 * left out when there is no addon, and `npm test` says so; VALIDLIB_IMPL=native makes that a failure.
 */
const implementations = ["pure"];
if (process.env.VALIDLIB_IMPL === "native" || existsSync("build/Release/validlib.node")) implementations.push("native");

export default defineConfig({
  test: {
    testTimeout: 60_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/cli/main.ts"],
      reporter: ["text", "json-summary"],
    },
    projects: implementations.map((impl) => ({
      test: {
        name: impl,
        include: ["test/**/*.test.ts"],
        setupFiles: ["test/support/seed.ts"],
        testTimeout: 60_000,
        env: { VALIDLIB_IMPL: impl, TZ: "UTC" },
      },
    })),
  },
});
