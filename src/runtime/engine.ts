/** Which engine validates, for programs that report it. */

/** What `engine()` says: as that of the library, with an `impl` of its own. */
export interface CompiledEngine {
  readonly impl: "compiled";
  readonly reason: string;
}

const info: CompiledEngine = Object.freeze({
  impl: "compiled",
  reason: "the validators are modules that `validlib compile` or the plugin wrote",
});

/**
 * Returns what validates, as `engine()` of the library does: compiled modules need none of its engines.
 * @example engine().impl; // "compiled"
 */
export function engine(): CompiledEngine {
  return info;
}
