/** Code for arrays: lists and tuples. */
import { MAX_ITEMS } from "../values/input.ts";
import type { Code, Form } from "./code.ts";
import type { ArrayOutline, TupleOutline } from "./outline.ts";

/** An array of at most this many items is made at its full length; a longer one grows, as its length may be a claim. */
const MAX_PREALLOCATED = 65_536;

const AT = "d + 1, f + 1";

/** Reads the length, and leaves all but ordinary arrays to the check. */
function opening(code: Code, outline: ArrayOutline | TupleOutline, form: Form, own: string, odd: string): string {
  const is = form === "verdict" ? " !== FAILED" : "";
  const rest = `return h.items(${code.constant(outline)}, x, s, d, f)${is};\n`;
  return `${outline.nullable ? `if (x === null) return ${form === "verdict" ? "true" : "null"};\n` : ""}if (!isArray(x)) ${own}const s = x.length;
if (${odd} || protoOf(x) !== AP) ${rest}`;
}

export function arrayCode(code: Code, form: Form, outline: ArrayOutline, own: string): string {
  const { item, unique, minlen, maxlen } = outline;
  const K = code.constant(outline);
  if (form === "verdict" && unique && (minlen !== undefined || maxlen !== undefined)) return own;
  const longest = unique || maxlen === undefined ? MAX_ITEMS : Math.min(maxlen, MAX_ITEMS);
  const entering = code.enter(form, "1 + s", own);
  const begin =
    opening(code, outline, form, own, `typeof s !== "number" || (s >>> 0) !== s || s > ${longest}`) +
    entering.depth +
    entering.steps;
  const judged = code.member(form, item, "v", "i", AT);
  if (form === "verdict") {
    const loop =
      judged === "true" ? "" : `for (let i = 0; i < s; i++) {\nconst v = x[i];\nif (!${judged}) return false;\n}\n`;
    const tooShort = minlen === undefined ? "" : `if (s < ${minlen}) return h.failLength(${K}, s, d, f) !== FAILED;\n`;
    return `${begin}${loop}${tooShort}return true;\n`;
  }
  const limited = minlen !== undefined || (unique && maxlen !== undefined);
  const wrong = [minlen !== undefined && `n < ${minlen}`, unique && maxlen !== undefined && `n > ${maxlen}`].filter(
    Boolean,
  );
  return `${begin}const b = h.refused, r = s <= ${MAX_PREALLOCATED} ? new Array(s) : [];
for (let i = 0; i < s; i++) {
const v = x[i], c = ${judged};
if (c === FAILED && h.truncated) break;
r[i] = c;
}
if (h.refused !== b) return h.collected();
${unique ? `const o = h.distinct(r, d, f);\n` : ""}${limited ? `const n = ${unique ? "o.length" : "s"};\nif (${wrong.join(" || ")}) return h.failLength(${K}, n, d, f);\n` : ""}return ${unique ? "o" : "r"};
`;
}

export function tupleCode(code: Code, form: Form, outline: TupleOutline, own: string): string {
  const { items } = outline;
  const entering = code.enter(form, String(1 + items.length), own);
  const begin = opening(code, outline, form, own, `s !== ${items.length}`) + entering.depth + entering.steps;
  if (form === "verdict") {
    const members = items.map(
      (item, i) => `const v${i} = x[${i}];\nif (!${code.member(form, item, `v${i}`, String(i), AT)}) return false;\n`,
    );
    return `${begin}${members.join("")}return true;\n`;
  }
  const members = items.map((item, i) => {
    const judged = code.member(form, item, `v${i}`, String(i), AT);
    return `const v${i} = x[${i}], c${i} = ${judged};\nif (c${i} === FAILED && h.truncated) return h.collected();\n`;
  });
  return `${begin}const b = h.refused;\n${members.join("")}if (h.refused !== b) return h.collected();\nreturn [${items.map((_, i) => `c${i}`).join(", ")}];\n`;
}
