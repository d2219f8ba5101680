/**
 * The texts of errors, validators and messages: one grammar, printed in Python for the original and in JavaScript for
 * the library. That the Python text of a case comes out is checked too: it shows that the grammar is the right one.
 */
import { Extra, Step } from "../../../src/exc.ts";
import { isMap } from "../../../src/values/input.ts";
import { brandOf } from "../../../src/values/temporal.ts";
import { fromBase64, toHex } from "../bytes.ts";
import { isTaggedObject, type Tagged, tagOf } from "../tagged-json.ts";

/** How values look in a language. */
export interface Printer<T> {
  /** As a literal. */
  literal(value: T): string;
  /** In a message: a string is itself. */
  plain(value: T): string;
}

const quotePython = (text: string): string => {
  const body = text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replace(/[\p{C}\p{Z}]/gu, (character) =>
      character === " " ? character : escapePython(character.codePointAt(0) as number),
    );
  return text.includes("'") && !text.includes('"') ? `"${body}"` : `'${body.replaceAll("'", "\\'")}'`;
};

function escapePython(code: number): string {
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

function bytesPython(base64: string): string {
  const text = Array.from(fromBase64(base64), (byte) => {
    if (byte === 9 || byte === 10 || byte === 13) return { 9: "\\t", 10: "\\n", 13: "\\r" }[byte];
    if (byte < 32 || byte > 126) return `\\x${byte.toString(16).padStart(2, "0")}`;
    return byte === 92 ? "\\\\" : String.fromCharCode(byte);
  });
  const body = text.join("");
  return body.includes("'") && !body.includes('"') ? `b"${body}"` : `b'${body.replaceAll("'", "\\'")}'`;
}

/** Two digits at least in an exponent. */
const floatPython = (value: number): string => String(value).replace(/e([+-])(\d)$/, "e$10$2");

const MODULES: Readonly<Record<string, string>> = {
  date: "datetime.",
  time: "datetime.",
  datetime: "datetime.",
  timedelta: "datetime.",
  Sequence: "collections.abc.",
  Mapping: "collections.abc.",
  Container: "collections.abc.",
  Callable: "collections.abc.",
};

const list = (items: readonly Tagged[]): string => items.map(python.literal).join(", ");
const dict = (members: readonly (readonly [Tagged, Tagged])[]): string =>
  `{${members.map(([key, value]) => `${python.literal(key)}: ${python.literal(value)}`).join(", ")}}`;

/** The fields of a date and a time, without the last ones that are zero. */
function momentPython(text: string, tz: string | undefined): string {
  const [, local = "", offset] = /^(.*?)([+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const [date, time = date] = local.split("T");
  const [clock = "", fraction = ""] = (time as string).split(".");
  const fields = (local.includes("T") ? (date as string).split("-") : []).map(Number);
  const [hour, minute, second] = clock.split(":").map(Number) as [number, number, number];
  const microsecond = Number(fraction.padEnd(6, "0"));
  fields.push(hour, minute, ...(microsecond ? [second, microsecond] : second ? [second] : []));
  const zone = offset === undefined ? "" : `, tzinfo=${zonePython(tz ?? offset)}`;
  return `${fields.join(", ")}${zone}`;
}

function zonePython(tz: string): string {
  if (tz === "UTC") return "datetime.timezone.utc";
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(tz) ?? [];
  if (sign === undefined) return `zoneinfo.ZoneInfo(key='${tz}')`;
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === "-" ? -1 : 1);
  return `datetime.timezone(${deltaPython(seconds)})`;
}

/** Seconds and microseconds are never negative: days make up for it. */
function deltaPython(seconds: number): string {
  const microseconds = Math.round(seconds * 1e6);
  const days = Math.floor(microseconds / 86_400e6);
  const rest = microseconds - days * 86_400e6;
  const fields = Object.entries({ days, seconds: Math.floor(rest / 1e6), microseconds: rest % 1e6 });
  return `datetime.timedelta(${
    fields
      .filter(([, value]) => value !== 0)
      .map(([name, value]) => `${name}=${value}`)
      .join(", ") || 0
  })`;
}

/** `repr()` and `str()`. */
export const python: Printer<Tagged> = {
  literal(value) {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    if (typeof value === "number") return floatPython(value);
    if (typeof value === "string") return quotePython(value);
    if (!isTaggedObject(value)) return `[${list(value)}]`;
    const tag = tagOf(value);
    const content = tag === undefined ? undefined : (value[tag] as never);
    switch (tag) {
      case undefined:
        return dict(Object.entries(value));
      case "$int":
      case "$float":
        return String(content);
      case "$bytes":
        return bytesPython(content as unknown as string);
      case "$date":
        return `datetime.date(${(content as unknown as string).split("-").map(Number).join(", ")})`;
      case "$time":
        return `datetime.time(${momentPython(content as unknown as string, undefined)})`;
      case "$datetime":
        return `datetime.datetime(${momentPython(content as unknown as string, value.tz as string)})`;
      case "$timedelta":
        return deltaPython(content as unknown as number);
      case "$tz":
        return zonePython(content as unknown as string);
      case "$tuple":
        return `(${list(content as unknown as Tagged[])}${(content as unknown as Tagged[]).length === 1 ? "," : ""})`;
      case "$frozenset":
        return `frozenset({${list(content as unknown as Tagged[])}})`;
      case "$set":
        return `{${list(content as unknown as Tagged[])}}`;
      case "$dict":
        return dict(content as unknown as [Tagged, Tagged][]);
      case "$type":
        return `<class '${MODULES[content as unknown as string] ?? ""}${content}'>`;
      case "$callable":
        return `<function ${content} at 0x\u2026>`;
      case "$step":
        return `#${content}`;
      case "$extra":
        return `@${content}`;
    }
    return `<${tag}>`;
  },
  plain(value) {
    if (typeof value === "string") return value;
    if (tagOf(value) === "$date" || tagOf(value) === "$time" || tagOf(value) === "$datetime") {
      return (Object.values(value as object)[0] as string).replace("T", " ");
    }
    return python.literal(value);
  },
};

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

/** JavaScript's literals, where there are any. */
export const javascript: Printer<unknown> = {
  literal(value) {
    if (typeof value === "string") return quote(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return value === String ? "string" : value.name;
    if (Object.is(value, -0)) return "-0";
    if (typeof value !== "object" || value === null || value instanceof Step || value instanceof Extra)
      return String(value);
    if (Array.isArray(value)) return `[${value.map(javascript.literal).join(", ")}]`;
    if (value instanceof Uint8Array) return `bytes(${toHex(value)})`;
    if (brandOf(value) !== undefined) return String(value);
    if (isMap(value)) return `Map(${[...value].map((pair) => pair.map(javascript.literal).join(" => ")).join(", ")})`;
    if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null)
      return `[object ${value.constructor.name === "Set" ? "Set" : "Object"}]`;
    const members = Object.entries(value).map(
      ([key, member]) => `${isName(key) ? key : quote(key)}: ${javascript.literal(member)}`,
    );
    return `{${members.join(", ")}}`;
  },
  plain: (value) => (typeof value === "string" ? value : javascript.literal(value)),
};
