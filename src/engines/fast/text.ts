/** Code that writes the JSON text of a value while it is validated. */
import type { ListModel } from "../../core/models/array.ts";
import { quote } from "./literals.ts";
import { AT, type Key, type Names } from "./members.ts";
import type { ContainerWriter, Exits } from "./writer.ts";

/** Arrays of more items with members are copied if `values.copiesArrays` says so. */
export const MAX_WRITTEN = 3;

/** A constant text, or an expression for one. */
type Piece = string | { readonly code: string };

/** An expression that concatenates texts. Constant neighbours are joined: V8 would concatenate them each time. */
export function concatenation(pieces: readonly Piece[]): string {
  const parts: Piece[] = [""];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (typeof piece === "string" && typeof last === "string") parts[parts.length - 1] = last + piece;
    else parts.push(piece);
  }
  const written = parts.filter((part, at) => part !== "" || at === 0);
  return written.map((part) => (typeof part === "string" ? quote(part) : part.code)).join(" + ");
}

/** Leaves the code of a container if members were refused, or not validated since the outcome is decided. */
export const leaving = ({ give }: Exits): string =>
  `if (call.refused !== b) ${give("call.collected()")}if (call.truncated) ${give("FAILED")}`;

/** The text of an object, from that of its members: `c0` and so on. */
export function membersText(code: ContainerWriter, keys: readonly Key[], { give }: Names): string {
  const pair = ({ key, written, member, index }: Key, before: string, after: string): Piece[] => {
    const isQuoted = code.unquoted(member, "v", quote(key), AT) !== undefined;
    const [open, close] = isQuoted ? ['"', '"'] : ["", ""];
    return [`${before}${JSON.stringify(written)}:${open}`, { code: `c${index}` }, `${close}${after}`];
  };
  const first = keys.findIndex(({ mayMiss, mayLack }) => !mayMiss && !mayLack);
  if (first < 0) {
    const members = keys.map((key) => {
      const text = concatenation(pair(key, "", ""));
      return `if (c${key.index} !== undefined) {\nr += s + ${text};\ns = ",";\n}\n`;
    });
    return `let r = "", s = "{";\n${members.join("")}${give('s === "{" ? "{}" : r + "}"')}`;
  }
  const pieces = keys.flatMap((key, at): Piece[] => {
    const text = pair(key, at > first ? "," : "", at < first ? "," : "");
    const mayBeAbsent = key.mayMiss || key.mayLack;
    return mayBeAbsent ? [{ code: `(c${key.index} === undefined ? "" : ${concatenation(text)})` }] : text;
  });
  return give(concatenation(["{", ...pieces, "}"]));
}

/** The text of an array, whose length s is already read. */
export function itemsText(code: ContainerWriter, model: ListModel, exits: Exits): string {
  const { item, minlen } = model;
  const { give } = exits;
  const block = code.memberBlock("text", item, "v", "i", "c");
  const checked = block === undefined ? `const c = ${code.member("text", item, "v", "i", AT)};\n` : `let c;\n${block}`;
  const failed = give(code.outcome("text", `call.failLength(${code.constant(model)}, s, d, f)`));
  return `const b = call.refused;
let r = "[";
for (let i = 0; i < s; i++) {
const v = x[i];
${checked}if (c !== FAILED) r += i === 0 ? c : "," + c;
else if (call.truncated) break;
}
${leaving(exits)}${minlen === undefined ? "" : `if (s < ${minlen}) ${failed}`}${give('r + "]"')}`;
}
