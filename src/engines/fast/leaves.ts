/**
 * Code for plain objects whose keys may come in any order, and whose members are leaves: the order in which they are
 * validated is not observable, unless one is refused.
 */
import type { ObjectModel } from "../../core/models/object.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import { property, quote } from "./literals.ts";
import { AT, fill, type Key, type Names, outside } from "./members.ts";
import { ANY, entering, isFew, isWide, opening, reading, slotOf } from "./reading.ts";
import type { ContainerWriter, LeafCode } from "./writer.ts";

/** Undefined if a check may be called, members are dropped, or copying member by member is faster. */
export function leavesCode(
  code: ContainerWriter,
  model: ObjectModel,
  keys: readonly Key[],
  names: Names,
): string | undefined {
  const { defaults, dispose, extra } = model;
  if (isWide(keys) || keys.some(({ skipsNull }) => skipsNull)) return undefined;
  if (defaults.size + dispose.size > 0 || outside(model) !== "" || model.renames) return undefined;
  const extras = extra?.map((one, at) => leafTest(code, one, at === 0 ? "key" : "value")) ?? [];
  const tests = keys.map(({ member, index }) => leafTest(code, member, slotOf(keys, index)));
  const known = [...extras, ...tests].filter((test) => test !== undefined);
  if (known.length < extras.length + tests.length) return undefined;
  // A converted key has another name, which may be that of another member.
  if (extra !== undefined && leafOf(code, extra[0], "key").gives !== "key") return undefined;
  const isValid =
    known
      .slice(0, extras.length)
      .filter((test) => test !== "true")
      .join(" && ") || "true";
  const leaves = { keys, tests: known.slice(extras.length), isValid };
  return copyCode(code, model, leaves, names);
}

interface Leaves {
  readonly keys: readonly Key[];
  /** Conditions for their values. */
  readonly tests: readonly string[];
  /** A condition for the value of a key that is not in the schema. */
  readonly isValid: string;
}

const conditionsOf = ({ keys, tests }: Leaves): string[] =>
  keys.map(({ index, mayMiss }, at) => {
    const place = slotOf(keys, index);
    return mayMiss ? `(${place} === undefined || ${tests[at]})` : `${place} !== undefined && ${tests[at]}`;
  });

/**
 * The result is a copy of the whole object, because engines copy objects faster than they add properties. Refused and
 * converted members are handled afterwards.
 */
function copyCode(code: ContainerWriter, model: ObjectModel, leaves: Leaves, names: Names): string | undefined {
  const { extra, unknown: unknownKeys } = model;
  // If there are only keys of the schema, copying member by member is faster.
  if (names.tag !== undefined || (extra === undefined && unknownKeys !== "keep")) return undefined;
  const { keys, tests, isValid } = leaves;
  const slow = `${names.name}Changes`;
  const { give } = code.exitsOf("value", names.validator, names.tag);
  code.add(slow, "input, again, depth, schemaDepth", () => changesCode(code, model, keys, give));

  // An undefined value counts as absent, and is not part of the result. `again`: the keys to revisit, in the order of
  // the input.
  const again = isFew(keys) ? "(again ??= []).push(key);" : "isOdd = true;";
  const test = (index: number | string): string => (isFew(keys) ? ` || !(${tests[Number(index)]})` : "");
  const members = reading(
    code,
    model,
    keys,
    names,
    ", again",
    {
      kept: keys,
      other: `{\ncount++;\nconst value = ${ANY};\nif (value === undefined || !(${isValid})) ${again}\n}\n`,
      note: (index) => `if (${slotOf(keys, index)} === undefined${test(index)}) ${again} count++;`,
    },
    "original",
  );
  const missing = keys.filter(({ mayMiss }) => !mayMiss).map(({ index }) => ` || value${index} === undefined`);
  const [isOdd, odd] = isFew(keys)
    ? [`again !== undefined${missing.join("")}`, "again ?? []"]
    : [`!(${["!isOdd", ...conditionsOf(leaves)].join("\n&& ")})`, "keysOf(input)"];
  // A copy would include symbols. Shared parts are recognised by identity, which copies lose.
  return `${opening(code, names)}if (symbolsOf(input).length > 0) ${names.own}const original = input, copy = { ...input };
{
const input = copy;
${members}${entering(code, names, "original")}if (${isOdd}) ${names.give(`${slow}(input, ${odd}, depth, schemaDepth)`)}${names.give("input")}}
`;
}

/**
 * Handles the members of x that are refused or converted: x becomes the result, which is discarded if one is refused.
 * `for-in` lists inherited keys too, if a getter has just added one to Object.prototype.
 */
function changesCode(code: ContainerWriter, model: ObjectModel, keys: readonly Key[], give: Names["give"]): string {
  const K = code.constant(model);
  const change = (place: string, made: string): string =>
    `const value = ${place};\nif (value === undefined) delete ${place};\nelse {\n${made}if (call.refused === before && !is(checked, value)) ${place} = checked;\n}\n`;
  const cases = keys.map(({ key, member }) => {
    const made = `const checked = ${code.member("value", member, "value", quote(key), AT)};\n`;
    return `case ${quote(key)}: {\n${change(`input${property(key)}`, made)}break;\n}\n`;
  });
  const fills = keys
    .filter(({ mayMiss }) => !mayMiss)
    .map((one) => `if (!hasOwn.call(input, ${quote(one.key)})) ${fill(code, model, K, one)};\n`);
  return `const before = call.refused;
for (let index = 0; index < again.length; index++) {
if (call.truncated) break;
const key = again[index];
if (!hasOwn.call(input, key)) continue;
switch (key) {
${cases.join("")}default: {
${change("input[key]", unknownCode(code, model, K))}}
}
}
${fills.join("")}if (call.refused !== before) ${give("call.collected()")}${give("input")}`;
}

/** Validates the value of a key that is not in the schema. */
function unknownCode(code: ContainerWriter, { extra }: ObjectModel, K: string): string {
  if (extra === undefined) return "const checked = value;\n";
  const [keys, values] = [leafOf(code, extra[0], "key"), leafOf(code, extra[1], "value")];
  const [isKey, isValue] = [keys.when || "true", values.when || "true"];
  // The check defines the property, in an object that does not have it yet.
  const checked = (isMismatch: boolean): string =>
    `(call.other(${K}, key, value, other, ${AT}, ${isMismatch}) ? other[key] : FAILED)`;
  return `const other = {}, checked = !(${isKey}) ? ${checked(false)} : ${isValue} ? ${values.gives} : ${checked(true)};\n`;
}

/** The code of a leaf. */
const leafOf = (code: ContainerWriter, validator: Checker, value: string): LeafCode =>
  code.modelOf(validator, value) as LeafCode;

/** A condition: the value is valid, and is its own result. Undefined if it may have members, or a check is called. */
function leafTest(code: ContainerWriter, member: Checker, value: string): string | undefined {
  const leaf = code.modelOf(member, value);
  if (leaf?.kind !== "leaf" || leaf.isInexact) return undefined;
  const { when, gives } = leaf;
  const isSame = gives === value ? "" : `is(${value}, ${gives})`;
  return [when && `(${when})`, isSame].filter(Boolean).join(" && ") || "true";
}
