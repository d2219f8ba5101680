/** The WebAssembly module: its file, its answers, and what becomes of calls when it cannot be used. */
import "../support/fresh.ts";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EngineInfo } from "../../src/core/json/engine.ts";
import { engineInfo, engineInUse, useEngine } from "../../src/core/json/in-use.ts";
import { pure } from "../../src/core/json/pure.ts";
import type { Addon, Port } from "../../src/engines/native/addon.ts";
import { NativeEngine } from "../../src/engines/native/engine.ts";
import { useLater } from "../../src/engines/native/wasm/later.ts";
import { WasmAddon, webAssembly } from "../../src/engines/native/wasm/module.ts";
import type { WasmPort } from "../../src/engines/native/wasm/port.ts";
import { AllOf, Any, Dict, Float, Int, List, Set as SetOf, Str, Transform, type Validator } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { compareCorpus } from "./corpus.ts";
import { compareCases, explain } from "./differential.ts";
import { outcome } from "./outcome.ts";

const root = join(import.meta.dirname, "../..");
const file = join(root, "prebuilds/validlib.wasm");
const bytes = readFileSync(file);
const { wasmSourceHash } = await import(pathToFileURL(join(root, "scripts/native-sources.mjs")).href);
const { Module } = webAssembly();
const module = new Module(bytes);
const EAGER = { first: 0, unshaped: 0, delegated: 0, repeats: 0, bytesForEach: 0 };

const addonOf = (minimal = false): Addon => new WasmAddon(module, "0.1.0", minimal);
const engineOf = (addon = addonOf()): NativeEngine => new NativeEngine(addon, EAGER);

/** The engine says of a text what the pure engine says. */
function expectSame(engine: NativeEngine, validator: Validator, source: string | Uint8Array): void {
  expect(outcome(engine as never, validator, source)).toEqual(outcome(pure, validator, source));
}

describe("the file", () => {
  const record = JSON.parse(readFileSync(`${file}.json`, "utf8"));

  test("is the build of these sources: `npm run prebuilds -- wasm` makes it", () => {
    expect(record.sources).toBe(wasmSourceHash(root));
    expect([record.size, record.sha256]).toEqual([bytes.length, createHash("sha256").update(bytes).digest("hex")]);
  });

  test("imports nothing, and is small", () => {
    const { imports } = Module as unknown as { imports(module: object): unknown[] };
    expect(imports(module)).toEqual([]);
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(170_500);
  });
});

describe("the answers are those of the reference", () => {
  test.each([
    ["", false],
    [" with minimal buffers, where memory moves whenever it grows", true],
  ])("for random validators and texts%s", (_, minimal) => {
    const engine = engineOf(addonOf(minimal));
    // Not from 1 on: an unusual number of the first three hundred validators is left to TypeScript.
    const { differences, calls } = compareCases([engine], { first: 1001, pairs: sweep(150, 3000) });
    expect(differences.map(explain)).toEqual([]);
    expect(calls.native).toBeGreaterThan(calls.fellBack);
  });

  test("for the byte corpus", () => {
    const recipes = ["json", "strings"];
    const selection = { maxSize: 10_000, recipes, mutations: sweep(701, 7) };
    expect(compareCorpus(engineOf(), selection).differences).toEqual([]);
  });

  test("for backslashes, quotes and control characters at every place of a block", () => {
    const engine = engineOf();
    for (let at = 0; at < 130; at++) {
      for (const part of ["\\\\", '\\"', '\\\\\\"', "\\", '"', "\n", "\u001f", "\\\\\\\\\\\\", '\\\\"', "[", "é\\\\"]) {
        expectSame(engine, Any(), `["${"x".repeat(at)}${part}",1, "y"]`);
      }
    }
  });

  test("for UTF-8 that is cut, overlong, too large or a surrogate, at every place of a block", () => {
    const engine = engineOf();
    const parts = ["c3a9", "e697a5", "f09f9880", "c3", "e697", "f09f98", "c0af", "e0809f", "f0808080", "eda080"];
    for (const part of [
      ...parts,
      "f4908080",
      "ff",
      "80",
      "c328",
      "e228a1",
      "f8888080",
      "c3a9a9",
      "efbfbf",
      "f48fbfbf",
    ]) {
      for (let at = 0; at < 70; at++) {
        const text = Buffer.concat([Buffer.from(`["${"x".repeat(at)}`), Buffer.from(part, "hex"), Buffer.from('"]')]);
        expectSame(engine, List(Str()), text);
        expectSame(engine, List(Str()), text.subarray(0, -2));
      }
    }
  });

  test("for lone surrogates, Latin-1 and other characters, and for numbers of all kinds", () => {
    const engine = engineOf();
    const strings = ["é".repeat(300), "日本".repeat(300), "\ud800", "a\udc00b", "\u0080\u009f", "😀".repeat(5000)];
    expectSame(engine, List(Str()), JSON.stringify(strings));
    expectSame(
      engine,
      List(Float()),
      "[0.1, -0, 1e-320, 1.7976931348623157e308, 123456789012345678901234567890, 5e-324]",
    );
    expectSame(engine, List(Int({ bigint: true })), "[9007199254740993, -9223372036854775808, 123456789012345678901]");
    expectSame(engine, List(Float({ multiple_of: 0.1 })), "[0.3, 0.35, 1e20]");
    expectSame(engine, SetOf(Int()), "[3, 1, 3]");
  });

  test("for values that are delegated: the module has no failures to report them by, so their values are built", () => {
    const engine = engineOf();
    const validator = List(
      AllOf(
        Str(),
        Transform((text: string) => text.length),
      ),
    );
    for (const text of ['["a", "b"]', '["a", 1]', "[]", '["a"']) expectSame(engine, validator, text);
    // Each is parsed and tested: the errors of the second fall back, with its verdict, which follows a delegated value.
    expect(engine.tally).toEqual({ native: 4, delegated: 2, fellBack: 2 });
  });

  test("for lines, many texts and promises", async () => {
    const engine = engineOf();
    const validator = Dict({ id: Int(), s: Str() });
    const lines = Array.from({ length: 3000 }, (_, id) => JSON.stringify(id % 7 === 0 ? { id } : { id, s: "é日" }));
    const text = Buffer.from(lines.join("\n"));
    const runs = engine.openLines(validator, 4)?.validate([text, text.subarray(0, 500)]);
    expect(runs?.map((one) => one.length)).toEqual([858 * 3, expect.any(Number)]);
    const many = engine.openMany(validator)?.texts(lines, 1, true);
    expect(many?.values[0]).toEqual({ id: 1, s: "é日" });
    const later = await engine.openMany(validator)?.linesLater(text);
    expect(later?.values[0]).toEqual({ id: 1, s: "é日" });
    const long = `[${lines
      .filter((_, id) => id % 7 !== 0)
      .join()
      .repeat(1)}${',{"id":1,"s":"x"}'.repeat(20_000)}]`;
    expect(await engine.parseAsync(List(validator), long)).toEqual(pure.parse(List(validator), long));
  });
});

describe("memory", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test("grows with a text, and the instance is replaced when that was large", () => {
    const ports: Port[] = [];
    const addon = addonOf();
    const { open } = addon;
    const engine = engineOf({
      impl: "Wasm",
      version: "",
      format: 0,
      open: () => ports[ports.push(open.call(addon)) - 1] as Port,
    });
    const validator = List(Str());
    const large = JSON.stringify(Array.from({ length: 300_000 }, (_, i) => `${i} ${"é".repeat(i % 50)}`));
    expect(engine.parse(validator, large)).toEqual({ ok: true, value: JSON.parse(large) });
    expectSame(engine, validator, '["x", 1]');
    expect(ports.length).toBe(1);
    ports[0]?.release();
    expect(ports[0]?.isLost).toBe(true);
    expectSame(engine, validator, '["x", 1]');
    // Errors are left to the pure engine.
    expect(engine.tally).toEqual({ native: 3, delegated: 0, fellBack: 2 });
    expect(ports.length).toBe(2);
  });

  test("of schemas is given up with the instance in a runtime that has no FinalizationRegistry", () => {
    vi.stubGlobal("FinalizationRegistry", undefined);
    const ports: Port[] = [];
    const addon = addonOf();
    const engine = engineOf({
      ...{ impl: "Wasm", version: "", format: 0 },
      open: () => ports[ports.push(addon.open()) - 1] as Port,
    });
    for (let count = 0; count < 100 && ports.length < 2; count++) {
      const option = String(count).padStart(2 ** 20, "x");
      expect(engine.test(Str({ options: [option] }), JSON.stringify(option))).toBe(true);
    }
    const sizes = ports.map((port) => (port as unknown as WasmPort).exports.memory.buffer.byteLength);
    expect(ports.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(2 ** 27);
    expect(ports.slice(0, -1).every(({ isLost }) => isLost)).toBe(true);
  });

  test("may be wanting: the text is left to the pure engine", () => {
    const { open } = WasmAddon.prototype;
    const addon = addonOf();
    const engine = engineOf({
      ...{ impl: "Wasm", version: "", format: 0 },
      open: () => {
        const port = open.call(addon);
        Object.assign(port.heap ?? {}, {
          newTape: (length: number, count: number) => {
            if (length > 20_000) throw new RangeError("not enough memory");
            return (Object.getPrototypeOf(port) as { newTape: unknown } & Port).heap === undefined
              ? [new Int32Array(length), new Float64Array(count)]
              : (Object.getPrototypeOf(port).newTape as (...sizes: number[]) => unknown).call(port, length, count);
          },
        });
        return port;
      },
    });
    expectSame(engine, List(Int()), JSON.stringify(Array.from({ length: 100_000 }, (_, i) => i)));
    expect(engine.tally.fellBack).toBeGreaterThan(0);
    expectSame(engine, List(Int()), "[1]");
  });
});

describe("a trap", () => {
  /** An engine whose module traps while `trap.on`, and its instances. */
  function trapping(): { engine: NativeEngine; trap: { on: boolean; instances: number } } {
    const trap = { on: false, instances: 0 };
    const api = webAssembly();
    const { Instance } = api;
    vi.spyOn(api, "Instance").mockImplementation(function (this: unknown, one: object) {
      trap.instances++;
      const { exports } = new Instance(one) as { exports: Record<string, (...args: number[]) => number> };
      const run = (...args: number[]): number => {
        const result = (exports.run as (...args: number[]) => number)(...args);
        if (trap.on)
          throw new (globalThis as unknown as { WebAssembly: { RuntimeError: typeof Error } }).WebAssembly.RuntimeError(
            "unreachable",
          );
        return result;
      };
      return { exports: { ...exports, run } };
    } as never);
    return { engine: engineOf(), trap };
  }
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("leaves the call to the pure engine, and the next to a new instance", () => {
    const { engine, trap } = trapping();
    const validator = List(Int());
    expectSame(engine, validator, "[1, 2]");
    expect(engine.tally.fellBack).toBe(0);
    trap.on = true;
    expectSame(engine, validator, "[1, 2]");
    expectSame(engine, validator, '[1, "2"]');
    expect(engine.tally.native).toBe(2);
    trap.on = false;
    const { fellBack } = engine.tally;
    expectSame(engine, validator, "[1, 2]");
    expect(engine.tally.fellBack).toBe(fellBack);
  });

  test("that comes every time makes few instances", () => {
    const { engine, trap } = trapping();
    trap.on = true;
    for (let call = 0; call < 500; call++) expect(engine.test(Int(), "1")).toBe(true);
    expect(trap.instances).toBeLessThan(25);
  });

  test("for want of stack is one", () => {
    const engine = engineOf();
    const nested = "[".repeat(500) + "]".repeat(500);
    const at = (depth: number): boolean => (depth === 0 ? engine.test(Any(), nested) : at(depth - 1));
    let passed = 0;
    for (let depth = 2000; depth < 16_000; depth += 500) {
      try {
        if (at(depth)) passed++;
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
    expect(passed).toBeGreaterThan(0);
    expectSame(engine, Any(), nested);
  });
});

describe("the module is loaded by the first call", () => {
  let before: { engine: ReturnType<typeof engineInUse>; info: EngineInfo };
  beforeEach(() => {
    before = { engine: engineInUse(), info: engineInfo() };
  });
  afterEach(() => {
    useEngine(before.engine, before.info);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test("and engine() names it before and after", () => {
    const load = vi.fn(() => addonOf());
    useLater(load, { reason: "for this test", path: file });
    const about = { impl: "Wasm", reason: "for this test", path: file, version: "0.1.0" };
    expect(engineInfo()).toEqual(about);
    expect(load).not.toHaveBeenCalled();
    const validator = List(Int());
    expect(validator.json("[1]")).toEqual([1]);
    expect(validator.isJson("[1.5]")).toBe(false);
    expect(load).toHaveBeenCalledTimes(1);
    expect(engineInfo()).toEqual(about);
    expect(engineInUse()).toBeInstanceOf(NativeEngine);
  });

  test.each([
    [
      "is forbidden by the policy of a page",
      () => {
        throw new Error("unsafe-eval");
      },
    ],
    ["is of other sources", () => addonOf()],
  ])("the pure engine takes over where it %s", (what, load) => {
    if (what === "is of other sources") {
      const { Instance } = webAssembly();
      vi.spyOn(webAssembly(), "Instance").mockImplementation(function (this: unknown, one: object) {
        const { exports } = new Instance(one) as { exports: object };
        return { exports: { ...exports, format: () => 1 } };
      } as never);
    }
    useLater(load as () => Addon, { reason: "for this test", path: file });
    expect(List(Int()).json("[1]")).toEqual([1]);
    expect(engineInfo()).toMatchObject({ impl: "TypeScript", path: undefined, version: undefined });
    expect(engineInfo().reason).toMatch(
      /^for this test; the WebAssembly module could not be used: Error: (unsafe|it was)/,
    );
  });

  test("and where there is no WebAssembly", () => {
    vi.stubGlobal("WebAssembly", undefined);
    useLater(() => new WasmAddon(new (webAssembly().Module)(bytes), "", false), { reason: "r", path: undefined });
    expect(List(Int()).isJson("[1]")).toBe(true);
    expect(engineInfo().reason).toContain("this runtime has no WebAssembly");
  });
});

describe("strings are read", () => {
  test.each(["with Buffer", "without Buffer"])("%s", async (how) => {
    if (how === "without Buffer") vi.stubGlobal("Buffer", undefined);
    vi.resetModules();
    const { Strings } = await import("../../src/engines/native/wasm/strings.ts");
    vi.unstubAllGlobals();
    const texts = ["", "a", "é", "\u0080\u009fÃ©", "x".repeat(9000), `${"é".repeat(5000)}z`, "Ã©".repeat(20)];
    for (const text of texts) {
      const memory = Uint8Array.from([0, ...text].map((unit) => String(unit).charCodeAt(0)));
      expect(new Strings(memory.buffer).latin1(1, text.length)).toBe(text);
    }
    for (const text of ["", "日", "😀".repeat(5000), `${"\ud800"}${"x".repeat(40)}`, "\ufeffx".repeat(20), "\udc00"]) {
      const memory = Uint16Array.from([0, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))]);
      expect(new Strings(memory.buffer).utf16(2, text.length)).toBe(text);
    }
  });
});
