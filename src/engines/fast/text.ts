/** Code that writes the JSON text of a value while it is validated. */
import type { ListModel } from "../../core/models/array.ts";
import { isOutside } from "../../core/rules/lengths.ts";
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
  `if (call.refused !== before) ${give("call.collected()")}if (call.truncated) ${give("FAILED")}`;

/** The text of an object, from that of its members: `checked0` and so on. */
export function membersText(code: ContainerWriter, keys: readonly Key[], { give }: Names): string {
  const pair = ({ key, written, member, index }: Key, before: string, after: string): Piece[] => {
    const isQuoted = code.unquoted(member, "value", quote(key), AT) !== undefined;
    const [open, close] = isQuoted ? ['"', '"'] : ["", ""];
    return [`${before}${JSON.stringify(written)}:${open}`, { code: `checked${index}` }, `${close}${after}`];
  };
  const first = keys.findIndex(({ mayMiss, mayLack }) => !mayMiss && !mayLack);
  if (first < 0) {
    const members = keys.map((key) => {
      const text = concatenation(pair(key, "", ""));
      return `if (checked${key.index} !== undefined) {\nresult += separator + ${text};\nseparator = ",";\n}\n`;
    });
    return `let result = "", separator = "{";\n${members.join("")}${give('separator === "{" ? "{}" : result + "}"')}`;
  }
  const pieces = keys.flatMap((key, at): Piece[] => {
    const text = pair(key, at > first ? "," : "", at < first ? "," : "");
    const mayBeAbsent = key.mayMiss || key.mayLack;
    return mayBeAbsent ? [{ code: `(checked${key.index} === undefined ? "" : ${concatenation(text)})` }] : text;
  });
  return give(concatenation(["{", ...pieces, "}"]));
}

/** The text of an array, whose length is already read, into `size`. */
export function itemsText(code: ContainerWriter, model: ListModel, exits: Exits): string {
  const { item, minlen } = model;
  const tooFew = isOutside({ minlen, maxlen: undefined }, "size");
  const { give } = exits;
  const block = code.memberBlock("text", item, "value", "index", "checked");
  const checked =
    block === undefined
      ? `const checked = ${code.member("text", item, "value", "index", AT)};\n`
      : `let checked;\n${block}`;
  const failed = give(code.outcome("text", `call.failLength(${code.constant(model)}, size, depth, schemaDepth)`));
  return `const before = call.refused;
let result = "[";
for (let index = 0; index < size; index++) {
const value = input[index];
${checked}if (checked !== FAILED) result += index === 0 ? checked : "," + checked;
else if (call.truncated) break;
}
${leaving(exits)}${tooFew === "" ? "" : `if (${tooFew}) ${failed}`}${give('result + "]"')}`;
}
