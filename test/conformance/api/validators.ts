/** The texts of validators, for either language, and dumps. */
import { brandOf } from "../../../src/values/temporal.ts";
import { toHex } from "../bytes.ts";
import { decodeSchema } from "../tagged.ts";
import { isTaggedObject, type Tagged, tagOf } from "../tagged-json.ts";
import { javascript, python } from "./texts.ts";

/** Parameters that are tuples of validators, frozen sets and frozen dicts in Python. */
const TUPLES = ["items", "steps", "extra"];
const SETS = ["options", "optional", "dispose", "multikeys"];
const DICTS = ["schema", "defaults"];

/** The text form of the original, from its dump. */
export function pythonText(value: Tagged, param = ""): string {
  if (isTaggedObject(value) && typeof value.__class__ === "string") {
    const params = Object.entries(value).filter(([key]) => key !== "__class__");
    return `<${value.__class__}(${params.map(([key, member]) => `${key}=${pythonText(member, key)}`).join(", ")})>`;
  }
  const tag = tagOf(value);
  if (tag === "$set" && SETS.includes(param)) {
    const members = (value as { $set: Tagged[] }).$set;
    return members.length === 0 ? "frozenset()" : `frozenset({${members.map((item) => pythonText(item)).join(", ")}})`;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => pythonText(item)).join(", ");
    if (!TUPLES.includes(param) && !SETS.includes(param)) return `[${items}]`;
    return `(${items}${value.length === 1 ? "," : ""})`;
  }
  const members = tag === "$dict" ? (value as { $dict: [Tagged, Tagged][] }).$dict : undefined;
  if (members === undefined && (!isTaggedObject(value) || tag !== undefined)) return python.literal(value);
  const pairs = (members ?? Object.entries(value as object)).map(
    ([key, member]) => `${python.literal(key as Tagged)}: ${pythonText(member)}`,
  );
  return DICTS.includes(param) ? `frozendict({${pairs.join(", ")}})` : `{${pairs.join(", ")}}`;
}

/** The text form of the library, from what `load` would be given. */
export function javascriptText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(javascriptText).join(", ")}]`;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return javascript.literal(value);
  const { __class__: name, ...members } = value as Record<string, unknown>;
  if (typeof name !== "string") {
    const pairs = Object.entries(value).map(
      ([key, member]) => javascript.literal({ [key]: 0 }).slice(1, -2) + javascriptText(member),
    );
    return `{${pairs.join(", ")}}`;
  }
  return `<${name}(${Object.entries(members)
    .map(([key, member]) => `${key}=${javascriptText(member)}`)
    .join(", ")})>`;
}

/** What a dump of the original is here: dates and durations are text, sets are arrays in any order. */
export function decodeDump(value: Tagged): unknown {
  return asText(decodeSchema(value));
}

/** A dump is JSON: a number or bytes that JSON does not have are spelled out. */
const spelledOut = (kind: string, text: string): object => ({ __value__: kind, text });

function asText(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return spelledOut("number", String(value));
  if (value instanceof Uint8Array) return spelledOut("bytes", toHex(value));
  if (Array.isArray(value)) return value.map(asText);
  if (brandOf(value) !== undefined) return String(value);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      SETS.includes(key) && Array.isArray(member) ? new Set(member.map(asText)) : asText(member),
    ]),
  );
}
