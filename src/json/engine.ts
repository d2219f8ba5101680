/** The JSON entry points have two engines, the pure one and the addon; this file says which is in use. */
import type { Limits } from "../report/limits.ts";
import type { Result } from "../report/report.ts";
import type { Validator } from "../validator.ts";
import { pure } from "./pure.ts";

/** JSON text, or its UTF-8 bytes. */
export type JsonSource = string | Uint8Array;

/** Bounds of one call on JSON text. */
export interface JsonLimits extends Limits {
  /** Most bytes of text (a string counts as UTF-8). Default 64 MiB. */
  maxBytes?: number | undefined;
}

/** Validates JSON text against a validator. Every engine gives the same answers. */
export interface Engine {
  /** `"TypeScript"` for the pure engine, `"N-API"` for the addon. */
  readonly impl: "TypeScript" | "N-API";
  parse(validator: Validator, source: JsonSource, limits?: JsonLimits): Result<unknown>;
  test(validator: Validator, source: JsonSource, limits?: JsonLimits): boolean;
}

/** Which engine is in use, and why. */
export interface EngineInfo {
  /** `"TypeScript"` for the pure engine, `"N-API"` for the addon. */
  readonly impl: Engine["impl"];
  /** Why this one; for the pure engine, what kept the addon from being used. */
  readonly reason: string;
  /** The addon's file, if one is in use. */
  readonly path: string | undefined;
  /** The addon's version, if one is in use. */
  readonly version: string | undefined;
}

let current: Engine = pure;

/** The implementation in use, as `engine().impl`. */
export let __impl__: Engine["impl"] = pure.impl;

let info: EngineInfo = {
  impl: pure.impl,
  reason: "the addon was not asked for",
  path: undefined,
  version: undefined,
};

/** The engine in use. */
export function engine(): Engine {
  return current;
}

/** Which engine is in use, and why. */
export function engineInfo(): EngineInfo {
  return info;
}

/** Puts another engine in use. */
export function useEngine(other: Engine, about: EngineInfo): void {
  current = other;
  __impl__ = other.impl;
  info = Object.freeze({ ...about });
}
