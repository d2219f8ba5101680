/** Variables of the environment, on runtimes that have none or forbid reading them. */
import { expect, test, vi } from "vitest";
import { environment } from "../src/environment.ts";

test("are those of the process", () => {
  vi.stubEnv("VALIDLIB_EXAMPLE", "x");
  expect([environment("VALIDLIB_EXAMPLE"), environment("VALIDLIB_MISSING")]).toEqual(["x", undefined]);
  vi.unstubAllEnvs();
});

test.each([
  ["there is no process", { process: undefined }],
  [
    "reading throws",
    {
      process: {
        get env() {
          throw new Error("Requires env access");
        },
      },
    },
  ],
])("are not set if %s", (_, globals) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  try {
    expect(environment("PATH")).toBe(undefined);
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each([
  ["granted", "x"],
  ["prompt", undefined],
  ["denied", undefined],
])("are read on Deno if the permission is %s, and it is not asked for", (state, expected) => {
  vi.stubEnv("VALIDLIB_EXAMPLE", "x");
  const querySync = vi.fn(() => ({ state }));
  vi.stubGlobal("Deno", { permissions: { querySync } });
  try {
    expect(environment("VALIDLIB_EXAMPLE")).toBe(expected);
    expect(querySync).toHaveBeenCalledWith({ name: "env", variable: "VALIDLIB_EXAMPLE" });
  } finally {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  }
});
