/** The engine in use: the pure one, until `useEngine` puts another in its place. */
import type { Result } from "../report/report.ts";
import type { Engine, EngineInfo } from "./engine.ts";
import { pure } from "./pure.ts";

let current: Engine = pure;

/**
 * The implementation in use, as `engine().impl`: `"TypeScript"`, `"N-API"` or `"Wasm"`.
 * @example __impl__ === engine().impl; // true
 */
export let __impl__: EngineInfo["impl"] = pure.impl;

let info: EngineInfo = {
  impl: pure.impl,
  reason: "the addon was not asked for",
  path: undefined,
  version: undefined,
};

/** The engine in use. */
export function engineInUse(): Engine {
  return current;
}

/** The result of `parseAsync` of the engine in use, or of `parse` if it has none. */
export async function parseAsync(...asked: Parameters<Engine["parse"]>): Promise<Result<unknown>> {
  return current.parseAsync?.(...asked) ?? current.parse(...asked);
}

/**
 * Returns the engine in use, and the reason.
 * @example engine().impl === __impl__; // true
 */
export function engineInfo(): EngineInfo {
  return info;
}

/** Puts another engine in use. */
export function useEngine(other: Engine, about: EngineInfo): void {
  current = other;
  __impl__ = other.impl;
  info = Object.freeze({ ...about });
}
