/** Code for arrays: lists and tuples. */
import type { ListModel, TupleModel } from "../../core/models/array.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { MAX_ITEMS, MAX_PREALLOCATED } from "../../values/input.ts";
import { TYPED_ARRAYS } from "../../values/typed-arrays.ts";
import { AT, NULL } from "./members.ts";
import { values } from "./mode.ts";
import { concatenation, itemsText, leaving, MAX_WRITTEN } from "./text.ts";
import type { ContainerWriter, Exits, Form } from "./writer.ts";

/** Reads the length; all values but ordinary arrays fall back to the check. */
function opening(
  code: ContainerWriter,
  model: ListModel | TupleModel,
  form: Form,
  { give, mismatch, unreadable }: Exits,
  odd: string,
): string {
  const rest = give(code.outcome(form, `call.items(${code.constant(model)}, x, s, d, f)`));
  return `${model.nullable ? `if (x === null) ${give(NULL[form])}` : ""}try {
if (!isArray(x)) ${mismatch}${unreadable}const s = x.length;
if (${odd} || prototypeOf(x) !== arrayPrototype) ${rest}`;
}

export function arrayCode(code: ContainerWriter, form: Form, model: ListModel, exits: Exits): string {
  const { item, unique, maxlen } = model;
  const longest = unique || maxlen === undefined ? MAX_ITEMS : Math.min(maxlen, MAX_ITEMS);
  const { give } = exits;
  const entering = code.enter("1 + s", exits);
  const begin =
    opening(code, model, form, exits, `typeof s !== "number" || (s >>> 0) !== s || s > ${longest}`) +
    entering.depth +
    entering.steps;
  if (form === "text") {
    const asValue = { ...exits, give: (expression: string) => give(code.outcome(form, expression)) };
    if (unique || model.rules.length > 0) return begin + itemsCode(code, model, asValue);
    if (!values.copiesArrays || isPrimitive(code, item)) return begin + itemsText(code, model, exits);
    return `${begin}if (s > ${MAX_WRITTEN}) {\n${itemsCode(code, model, asValue)}}\n${itemsText(code, model, exits)}`;
  }
  return begin + itemsCode(code, model, exits);
}

/** Validates the items, and makes the result. */
function itemsCode(code: ContainerWriter, model: ListModel, exits: Exits): string {
  const { item, unique, minlen, maxlen, as } = model;
  const { give } = exits;
  const K = code.constant(model);
  const block = code.memberBlock("value", item, "v", "i", "c");
  const made = unique ? "o" : "r";
  const limited = minlen !== undefined || (unique && maxlen !== undefined);
  const wrong = [minlen !== undefined && `n < ${minlen}`, unique && maxlen !== undefined && `n > ${maxlen}`].filter(
    Boolean,
  );
  return `const b = call.refused, r = s <= ${MAX_PREALLOCATED} ? new Array(s) : [];
for (let i = 0; i < s; i++) {
const v = x[i];
${block === undefined ? storeCode(code, item) : `let c;\n${block}${STORE}`}}
if (call.refused !== b) ${give("call.collected()")}${rulesCode(code, model, K, exits)}${unique ? `const o = call.distinct(r, d, f);\n` : ""}${
    limited
      ? `const n = ${unique ? "o.length" : "s"};\nif (${wrong.join(" || ")}) ${give(`call.failLength(${K}, n, d, f)`)}`
      : ""
  }${give(as === undefined ? made : `new (${code.constant(TYPED_ARRAYS[as].of)})(${made})`)}`;
}

/** Tests the results by the rules of the whole. */
function rulesCode(code: ContainerWriter, { rules }: ListModel, K: string, { give }: Exits): string {
  const tests = rules.map((rule) => `${code.constant(rule)}.test(r)`);
  return tests.length === 0
    ? ""
    : `if (!(${tests.join(" && ")}) && call.rules(${K}, r, x, d, f) === FAILED) ${give("FAILED")}`;
}

/** Refused items are not stored: FAILED in an array would box its numbers. But FAILED may be a valid value. */
const STORE = `if (c !== FAILED) r[i] = c;
else if (call.truncated) break;
else if (call.refused === b) r[i] = c;
`;

/** Validates the item v by an expression, and stores the result. */
function storeCode(code: ContainerWriter, item: Checker): string {
  const leaf = code.modelOf(item, "v");
  if (leaf?.kind !== "leaf" || leaf.when === "")
    return `const c = ${code.member("value", item, "v", "i", AT)};\n${STORE}`;
  // Stored directly if the item cannot be FAILED: numbers in a variable that may hold FAILED are boxed.
  return `if (${leaf.when}) r[i] = ${leaf.gives};\nelse {\nconst c = ${code.mismatch(item, leaf, "v", "i", AT)};\n${STORE}}\n`;
}

/** Returns whether items have no members. To find equal items, those with members have to be read to the end. */
function isPrimitive(code: ContainerWriter, item: Checker): boolean {
  const model = code.modelOf(item);
  return model?.kind === "leaf" && model.when !== "";
}

export function tupleCode(code: ContainerWriter, form: Form, model: TupleModel, exits: Exits): string {
  if (!model.isFixed) return varyingCode(code, form, model, exits);
  const { items } = model;
  const { give } = exits;
  const entering = code.enter(String(1 + items.length), exits);
  const begin = opening(code, model, form, exits, `s !== ${items.length}`) + entering.depth + entering.steps;
  const members = items.map((item, i) => {
    const block = code.memberBlock(form, item, `v${i}`, String(i), `c${i}`);
    const checked = `const c${i} = ${code.member(form, item, `v${i}`, String(i), AT)};\n`;
    const set = block === undefined ? checked : `let c${i};\n${block}`;
    return `const v${i} = x[${i}];\n${set}if (c${i} === FAILED && call.truncated) ${give("call.collected()")}`;
  });
  const results = items.map((_, i) => ({ code: `c${i}` }));
  const pieces = results.flatMap((result, i) => (i === 0 ? [result] : [",", result]));
  const end =
    form === "text"
      ? leaving(exits) + give(concatenation(["[", ...pieces, "]"]))
      : `if (call.refused !== b) ${give("call.collected()")}${give(`[${results.map((result) => result.code).join(", ")}]`)}`;
  return `${begin}const b = call.refused;\n${members.join("")}${end}`;
}

/** A tuple whose items at the end may be missing, or others may follow. */
function varyingCode(code: ContainerWriter, form: Form, model: TupleModel, exits: Exits): string {
  const { items, least, filled, rest } = model;
  const give = (expression: string): string =>
    exits.give(form === "text" ? code.outcome(form, expression) : expression);
  const entering = code.enter("1 + s", exits);
  const most = rest === undefined ? items.length : MAX_ITEMS;
  const odd = `typeof s !== "number" || (s >>> 0) !== s || s < ${least} || s > ${most}`;
  const begin = opening(code, model, form, exits, odd) + entering.depth + entering.steps;
  const members = items.map((item, i) => {
    const block = code.memberBlock("value", item, "v", String(i), "c");
    const set =
      block === undefined ? `const c = ${code.member("value", item, "v", String(i), AT)};\n` : `let c;\n${block}`;
    const stored = `if (c === FAILED && call.truncated) ${give("call.collected()")}r[${i}] = c;\n`;
    // Behind the end of an ordinary array is undefined, in whose place stands a default.
    const given = i < filled ? "" : `if (s > ${i}) `;
    return `${given}{\nconst v = s > ${i} ? x[${i}] : undefined;\n${set}${stored}}\n`;
  });
  const block = rest && code.memberBlock("value", rest, "v", "i", "c");
  const other = rest && (block === undefined ? storeCode(code, rest) : `let c;\n${block}${STORE}`);
  const others = other === undefined ? "" : `for (let i = ${items.length}; i < s; i++) {\nconst v = x[i];\n${other}}\n`;
  const end = `if (call.refused !== b) ${give("call.collected()")}${give("r")}`;
  return `${begin}const b = call.refused, r = [];\n${members.join("")}${others}${end}`;
}
