import "./support/fresh.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { webAssembly } from "../src/engines/native/wasm/module.ts";

const bytes = readFileSync(join(import.meta.dirname, "../prebuilds/validlib.wasm"));

function shared(content: Uint8Array): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(content.length);
  new Uint8Array(memory).set(content);
  return memory;
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("VALIDLIB_IMPL", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test("has the names of the pure library, and ready", async () => {
  const [wasm, pure] = await Promise.all([import("../src/wasm.ts"), import("../src/pure.ts")]);
  expect(Object.keys(wasm).sort()).toEqual([...Object.keys(pure), "ready"].sort());
});

describe("ready()", () => {
  test.each<[string, () => object]>([
    ["bytes", () => bytes],
    ["an ArrayBuffer", () => Uint8Array.from(bytes).buffer],
    ["an ArrayBuffer of another realm", () => runInNewContext("Uint8Array.from(bytes).buffer", { bytes })],
    ["a SharedArrayBuffer", () => shared(bytes)],
    ["a response", () => new Response(bytes)],
    ["a promise of a response", async () => new Response(bytes)],
    ["a compiled module", () => new (webAssembly().Module)(bytes)],
  ])("takes %s", async (_, source) => {
    const { engine, Int, List, ready } = await import("../src/wasm.ts");
    expect(await ready(source())).toMatchObject({ impl: "Wasm", version: "0.1.0", path: undefined });
    expect(List(Int()).json("[1, 2]")).toEqual([1, 2]);
    expect(List(Int()).isJson("[1.5]")).toBe(false);
    expect(engine().impl).toBe("Wasm");
    expect(await ready(Uint8Array.of(1))).toMatchObject({ impl: "Wasm" });
  });

  test.each<[string, () => object | undefined]>([
    ["no module is in the library, as in its sources", () => undefined],
    ["it is no module", () => Uint8Array.of(1, 2, 3)],
    ["it does not come", () => Promise.reject(new Error("offline"))],
  ])("leaves the calls to TypeScript where %s", async (_, source) => {
    const { engine, Int, List, ready } = await import("../src/wasm.ts");
    expect(await ready(source() as object)).toMatchObject({ impl: "TypeScript" });
    expect(engine().reason).toContain("the WebAssembly module could not be used");
    expect(List(Int()).json("[1, 2]")).toEqual([1, 2]);
  });

  test("leaves everything to TypeScript with VALIDLIB_IMPL=pure", async () => {
    vi.stubEnv("VALIDLIB_IMPL", "pure");
    const { engine, ready } = await import("../src/wasm.ts");
    expect(engine().impl).toBe("TypeScript");
    expect((await ready(bytes)).impl).toBe("TypeScript");
  });
});
