/** Code for arrays: lists and tuples. */
import type { Checker } from "../schemas/checker.ts";
import { MAX_ITEMS } from "../values/input.ts";
import { AT } from "./members.ts";
import type { ArrayOutline, ContainerWriter, Form, TupleOutline, Ways } from "./outline.ts";

/** An array of at most this many items is made at its full length; a longer one grows, as its length may be a claim. */
const MAX_PREALLOCATED = 65_536;

/** Reads the length, and leaves all but ordinary arrays to the check. */
function opening(
  code: ContainerWriter,
  outline: ArrayOutline | TupleOutline,
  form: Form,
  { misfit, unreadable }: Ways,
  odd: string,
): string {
  const is = form === "verdict" ? " !== FAILED" : "";
  const rest = `return h.items(${code.constant(outline)}, x, s, d, f)${is};\n`;
  return `${outline.nullable ? `if (x === null) return ${form === "verdict" ? "true" : "null"};\n` : ""}try {
if (!isArray(x)) ${misfit}${unreadable}const s = x.length;
if (${odd} || protoOf(x) !== AP) ${rest}`;
}

export function arrayCode(code: ContainerWriter, form: Form, outline: ArrayOutline, ways: Ways): string {
  const { item, unique, minlen, maxlen } = outline;
  const K = code.constant(outline);
  if (form === "verdict" && unique && (minlen !== undefined || maxlen !== undefined || !isPrimitive(code, item)))
    return ways.own;
  const longest = unique || maxlen === undefined ? MAX_ITEMS : Math.min(maxlen, MAX_ITEMS);
  const entering = code.enter(form, "1 + s", ways.own);
  const begin =
    opening(code, outline, form, ways, `typeof s !== "number" || (s >>> 0) !== s || s > ${longest}`) +
    entering.depth +
    entering.steps;
  const judged = code.member(form, item, "v", "i", AT);
  if (form === "verdict") {
    // Read even if any value will do: reading may throw.
    const check = judged === "true" ? "" : `if (!${judged}) return false;\n`;
    const loop = `for (let i = 0; i < s; i++) {\nconst v = x[i];\n${check}}\n`;
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

/** To find out which items are equal, those with members have to be read to the end. */
function isPrimitive(code: ContainerWriter, item: Checker): boolean {
  const outline = code.outlineOf(item);
  return outline?.kind === "leaf" && outline.when !== "";
}

export function tupleCode(code: ContainerWriter, form: Form, outline: TupleOutline, ways: Ways): string {
  const { items } = outline;
  const entering = code.enter(form, String(1 + items.length), ways.own);
  const begin = opening(code, outline, form, ways, `s !== ${items.length}`) + entering.depth + entering.steps;
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
