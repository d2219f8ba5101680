/** Code for arrays: lists and tuples. */
import type { ListModel, TupleModel } from "../../core/models/array.ts";
import { isOutside } from "../../core/rules/lengths.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { MAX_ITEMS, MAX_PREALLOCATED } from "../../values/input.ts";
import { TYPED_ARRAYS } from "../../values/typed-arrays.ts";
import { AT, NULL } from "./members.ts";
import { execution } from "./mode.ts";
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
  const rest = give(code.outcome(form, `call.items(${code.constant(model)}, input, size, depth, schemaDepth)`));
  return `${model.nullable ? `if (input === null) ${give(NULL[form])}` : ""}try {
if (!isArray(input)) ${mismatch}${unreadable}const size = input.length;
if (${odd} || prototypeOf(input) !== arrayPrototype) ${rest}`;
}

export function arrayCode(code: ContainerWriter, form: Form, model: ListModel, exits: Exits): string {
  const { item, unique, maxlen } = model;
  const longest = unique || maxlen === undefined ? MAX_ITEMS : Math.min(maxlen, MAX_ITEMS);
  const { give } = exits;
  const entering = code.enter("1 + size", exits);
  const begin =
    opening(code, model, form, exits, `typeof size !== "number" || (size >>> 0) !== size || size > ${longest}`) +
    entering.depth +
    entering.steps;
  if (form === "text") {
    const asValue = { ...exits, give: (expression: string) => give(code.outcome(form, expression)) };
    if (unique || model.rules.length > 0) return begin + itemsCode(code, model, asValue);
    if (!execution.copiesArrays || isPrimitive(code, item)) return begin + itemsText(code, model, exits);
    return `${begin}if (size > ${MAX_WRITTEN}) {\n${itemsCode(code, model, asValue)}}\n${itemsText(code, model, exits)}`;
  }
  return begin + itemsCode(code, model, exits);
}

/** Validates the items, and makes the result. */
function itemsCode(code: ContainerWriter, model: ListModel, exits: Exits): string {
  const { item, unique, minlen, maxlen, as } = model;
  const { give } = exits;
  const K = code.constant(model);
  const block = code.memberBlock("value", item, "value", "index", "checked");
  const made = unique ? "distinct" : "result";
  // Arrays with too many items that need not be distinct have been left to the check.
  const wrong = isOutside({ minlen, maxlen: unique ? maxlen : undefined }, "count");
  return `const before = call.refused, result = size <= ${MAX_PREALLOCATED} ? new Array(size) : [];
for (let index = 0; index < size; index++) {
const value = input[index];
${block === undefined ? storeCode(code, item) : `let checked;\n${block}${STORE}`}}
if (call.refused !== before) ${give("call.collected()")}${rulesCode(code, model, K, exits)}${unique ? `const distinct = call.distinct(result, depth, schemaDepth);\n` : ""}${
    wrong !== ""
      ? `const count = ${unique ? "distinct.length" : "size"};\nif (${wrong}) ${give(`call.failLength(${K}, count, depth, schemaDepth)`)}`
      : ""
  }${give(as === undefined ? made : `new (${code.constant(TYPED_ARRAYS[as].of)})(${made})`)}`;
}

/** Tests the results by the rules of the whole. */
function rulesCode(code: ContainerWriter, { rules }: ListModel, K: string, { give }: Exits): string {
  const tests = rules.map((rule) => `${code.constant(rule)}.test(result)`);
  return tests.length === 0
    ? ""
    : `if (!(${tests.join(" && ")}) && call.rules(${K}, result, input, depth, schemaDepth) === FAILED) ${give("FAILED")}`;
}

/** Refused items are not stored: FAILED in an array would box its numbers. But FAILED may be a valid value. */
const STORE = `if (checked !== FAILED) result[index] = checked;
else if (call.truncated) break;
else if (call.refused === before) result[index] = checked;
`;

/** Validates the item v by an expression, and stores the result. */
function storeCode(code: ContainerWriter, item: Checker): string {
  const leaf = code.modelOf(item, "value");
  if (leaf?.kind !== "leaf" || leaf.when === "")
    return `const checked = ${code.member("value", item, "value", "index", AT)};\n${STORE}`;
  // Stored directly if the item cannot be FAILED: numbers in a variable that may hold FAILED are boxed.
  return `if (${leaf.when}) result[index] = ${leaf.gives};\nelse {\nconst checked = ${code.mismatch(item, leaf, "value", "index", AT)};\n${STORE}}\n`;
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
  const begin = opening(code, model, form, exits, `size !== ${items.length}`) + entering.depth + entering.steps;
  const members = items.map((item, i) => {
    const block = code.memberBlock(form, item, `value${i}`, String(i), `checked${i}`);
    const checked = `const checked${i} = ${code.member(form, item, `value${i}`, String(i), AT)};\n`;
    const set = block === undefined ? checked : `let checked${i};\n${block}`;
    return `const value${i} = input[${i}];\n${set}if (checked${i} === FAILED && call.truncated) ${give("call.collected()")}`;
  });
  const results = items.map((_, i) => ({ code: `checked${i}` }));
  const pieces = results.flatMap((result, i) => (i === 0 ? [result] : [",", result]));
  const end =
    form === "text"
      ? leaving(exits) + give(concatenation(["[", ...pieces, "]"]))
      : `if (call.refused !== before) ${give("call.collected()")}${give(`[${results.map((result) => result.code).join(", ")}]`)}`;
  return `${begin}const before = call.refused;\n${members.join("")}${end}`;
}

/** A tuple whose items at the end may be missing, or others may follow. */
function varyingCode(code: ContainerWriter, form: Form, model: TupleModel, exits: Exits): string {
  const { items, least, filled, rest } = model;
  const give = (expression: string): string =>
    exits.give(form === "text" ? code.outcome(form, expression) : expression);
  const entering = code.enter("1 + size", exits);
  const most = rest === undefined ? items.length : MAX_ITEMS;
  const odd = `typeof size !== "number" || (size >>> 0) !== size || size < ${least} || size > ${most}`;
  const begin = opening(code, model, form, exits, odd) + entering.depth + entering.steps;
  const members = items.map((item, i) => {
    const block = code.memberBlock("value", item, "value", String(i), "checked");
    const set =
      block === undefined
        ? `const checked = ${code.member("value", item, "value", String(i), AT)};\n`
        : `let checked;\n${block}`;
    const stored = `if (checked === FAILED && call.truncated) ${give("call.collected()")}result[${i}] = checked;\n`;
    // Behind the end of an ordinary array is undefined, in whose place stands a default.
    const given = i < filled ? "" : `if (size > ${i}) `;
    return `${given}{\nconst value = size > ${i} ? input[${i}] : undefined;\n${set}${stored}}\n`;
  });
  const block = rest && code.memberBlock("value", rest, "value", "index", "checked");
  const other = rest && (block === undefined ? storeCode(code, rest) : `let checked;\n${block}${STORE}`);
  const others =
    other === undefined
      ? ""
      : `for (let index = ${items.length}; index < size; index++) {\nconst value = input[index];\n${other}}\n`;
  const end = `if (call.refused !== before) ${give("call.collected()")}${give("result")}`;
  return `${begin}const before = call.refused, result = [];\n${members.join("")}${others}${end}`;
}
