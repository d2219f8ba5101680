/**
 * What the peers are asked to check, said once in words that belong to none of them. An adapter in peers/ translates a
 * shape into what a user of that library would write, so that all of them get the same rules.
 */

/** @param {{ min?: number, max?: number }} rules */
export const int = (rules = {}) => ({ kind: "int", ...rules });
/** @param {{ min?: number, max?: number }} rules */
export const float = (rules = {}) => ({ kind: "float", ...rules });
/**
 * @param {{ minlen?: number, maxlen?: number, pattern?: string, options?: string[] }} rules The pattern is anchored.
 */
export const str = (rules = {}) => ({ kind: "str", ...rules });
export const bool = () => ({ kind: "bool" });
export const constant = (value) => ({ kind: "constant", value });
export const list = (item) => ({ kind: "list", item });

/**
 * An object. Of keys that are not among `keys`: `extra` is the shape of their values; without it they are refused,
 * dropped from the result, or let pass.
 * @param {{ optional?: string[], extra?: object, unknown?: "refuse" | "drop" | "pass" }} rules
 */
export const record = (keys, { optional = [], extra, unknown = "refuse" } = {}) => ({
  kind: "record",
  keys,
  optional,
  extra,
  unknown,
});

/** Records that are told apart by the constant at their key `tag`. */
export const union = (tag, ...steps) => ({ kind: "union", tag, steps });

/** A shape that contains itself, by `ref(name)`. Stands outermost. */
export const recursive = (name, body) => ({ kind: "recursive", name, body });
export const ref = (name) => ({ kind: "ref", name });

/** Without the rules that are not set. */
export const given = (rules) => Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
