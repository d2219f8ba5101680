/**
 * Small texts that are kept for errors which are made when they are read. The caller may change bytes after the call,
 * so they are copied; many copies share a block, as most errors are dropped soon.
 */
import type { JsonSource } from "../../core/json/engine.ts";
import { isShared } from "../../values/input.ts";

/** Bytes of a text, or UTF-16 units, that are copied at most: making the errors of longer ones takes as long. */
const MAX_KEPT_TEXT = 4096;
/** One error that a program keeps keeps its block. */
const BLOCK = 16 * 1024;

const { set } = Uint8Array.prototype;
let block = new Uint8Array();
let used = 0;

/** Returns what gives the same text as `source` has now, of `size` bytes; undefined if it cannot be kept. */
export function keptText(source: JsonSource, size: number): (() => JsonSource) | undefined {
  if (size > MAX_KEPT_TEXT) return undefined;
  if (typeof source === "string") return () => source;
  // Another thread may have changed the bytes since they were read.
  if (isShared(source)) return undefined;
  if (used + size > block.length) {
    block = new Uint8Array(BLOCK);
    used = 0;
  }
  const kept = block;
  const start = used;
  set.call(kept, source, start);
  used += size;
  return () => kept.subarray(start, start + size);
}
