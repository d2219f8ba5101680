/** Errors in the form of ajv, for programs that read those. */
import { closestFirst, type Placed } from "../../core/errors/closest.ts";
import {
  EXTRA_KEY,
  EXTRA_VALUE,
  isStep,
  type PathNode,
  REASON,
  sameNode,
  shownContext,
} from "../../core/errors/context.ts";
import {
  type ConditionError,
  type LengthUnit,
  ownMessageOf,
  ValidationError,
  wordsOf,
} from "../../core/errors/errors.ts";
import { codeOf } from "../../core/errors/issue.ts";
import { messageOf } from "../../core/errors/issues.ts";
import type { Wording } from "../../core/errors/validation-error.ts";
import { escaped } from "../../text/json-pointer.ts";
import { patternIn } from "../../values/anywhere.ts";
import { isArray, ownValue } from "../../values/input.ts";
import { literal, shareOf, shownPattern } from "../../values/text.ts";

/** An error as ajv gives it: its `ErrorObject`. */
export interface AjvError {
  /** The place of the value, as a JSON Pointer. That of a missing or forbidden key is the place of the object. */
  readonly instancePath: string;
  /** The place of the keyword in a schema that is nested as the value is. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Record<string, unknown>;
  /** That of ajv; or that of the validator, if it has one of its own. */
  readonly message: string;
  /** The key, if that is what is refused. */
  readonly propertyName?: string;
}

/**
 * The issues of an error in the form of ajv, in the same order. An issue for which JSON Schema has no keyword, such as
 * that of a `Check`, has its code instead. If the type of a value fits none of several alternatives, that is one error
 * with all the types. Behind the errors of a branch of an `If` is one with the keyword `if`, as ajv has it.
 *
 * An error does not know the schema that its validator was made from. So `schemaPath` follows from the place of the
 * value and does not contain `$ref`, `allOf` and the like: `#/properties/ages/items/minimum`. An `enum` of one value is
 * a `const`, and a `dependentRequired` is `required`. As in the JSON of issues, long keys are truncated.
 * @throws TypeError if it is no `ValidationError`.
 * @example const { error } = fromJsonSchema({ minimum: 1 }).safe(0);
 * error && toAjvErrors(error)[0]?.params; // { comparison: ">=", limit: 1 }
 */
export function toAjvErrors(error: ValidationError): AjvError[] {
  if (!(error instanceof ValidationError)) throw new TypeError("error should be of type ValidationError");
  const most = shareOf(error.length);
  const wording = ValidationError.format(error);
  const groups = groupsOf(closestFirst(error));
  return groups.flatMap((group, index) => [
    ajvErrorOf(group, wording, most),
    ...branchErrors(group[0].error.context, groups[index + 1]?.[0].error.context ?? [], most),
  ]);
}

/** The errors of the keyword `if` for the branches that an error is in, and the next one is not. */
function branchErrors(context: readonly PathNode[], next: readonly PathNode[], most: number): AjvError[] {
  let shared = 0;
  while (shared < context.length && shared < next.length) {
    if (!sameNode(context[shared] as PathNode, next[shared] as PathNode)) break;
    shared++;
  }
  const errors: AjvError[] = [];
  for (let index = context.length - 1; index >= shared; index--) {
    const node = context[index];
    if (!isStep(node) || node[REASON] === undefined) continue;
    const outer = shownContext(context.slice(0, index), most).filter((one) => !isStep(one));
    const failingKeyword = node.num === 1 ? "then" : "else";
    errors.push({
      instancePath: pointerOf(outer),
      schemaPath: `#${schemaPathOf(outer)}/if`,
      keyword: "if",
      params: { failingKeyword },
      message: `must match "${failingKeyword}" schema`,
    });
  }
  return errors;
}

const pointerOf = (context: readonly PathNode[]): string =>
  context.map((key) => (typeof key === "object" ? "" : `/${escaped(key)}`)).join("");

function ajvErrorOf(group: Group, wording: Wording | undefined, most: number): AjvError {
  const [first] = group;
  const context = shownContext(first.error.context, most).filter((node) => !isStep(node));
  const keys = context.filter((node) => typeof node !== "object");
  const isOfKey = context.at(-1) === EXTRA_KEY;
  const name = String(keys.at(-1));
  const { keyword, params, message, isOfParent = false } = faultOf(group, name);
  const isOwn = ownMessageOf(first.error) !== undefined || wordsOf(first.error) !== undefined;
  return {
    instancePath: pointerOf(isOfParent || isOfKey ? keys.slice(0, -1) : keys),
    schemaPath: `#${schemaPathOf(isOfParent ? context.slice(0, -1) : context)}/${keyword}`,
    keyword,
    params,
    message: isOwn || message === undefined ? messageOf(first, wording) : message,
    ...(isOfKey && { propertyName: name }),
  };
}

/** The errors that become one. */
type Group = readonly [first: Placed, ...others: Placed[]];

/** The errors one by one; but those of all alternatives of a value together, if all of them ask for a type. */
function groupsOf(all: readonly Placed[]): Group[] {
  const groups: Group[] = [];
  for (let start = 0; start < all.length; ) {
    const first = all[start] as Placed;
    const alternatives = all.slice(start, start + (first.alternative?.of ?? 1));
    const areTypes = alternatives.every((one) => typeIn(one) !== undefined && isOfSameValue(first, one));
    groups.push((areTypes ? alternatives : [first]) as unknown as Group);
    start += areTypes ? alternatives.length : 1;
  }
  return groups;
}

function isOfSameValue(one: Placed, other: Placed): boolean {
  const [a, b] = [one.error.context, other.error.context];
  if (one.alternative?.of !== other.alternative?.of || a.length !== b.length || !isStep(a.at(-1))) return false;
  return a.every((node, at) => node === b[at] || (isStep(node) && isStep(b[at])));
}

/** The type that is asked for, if that is the problem. */
function typeIn({ error }: Placed): string | undefined {
  const { expected } = error as ConditionError;
  const code = codeOf(error.name);
  if (code === "invalid_type") return String(expected);
  if (code === "float_value") return "number";
  return code === "options" && isArray(expected) && expected.length === 1 && expected[0] === null ? "null" : undefined;
}

/** What is wrong. */
interface Fault {
  readonly keyword: string;
  readonly params: Record<string, unknown>;
  /** Undefined if ajv has none. */
  readonly message: string | undefined;
  /** It is an error of the value that has the member. */
  readonly isOfParent?: boolean;
}

/** @param name the last key of the path. */
function faultOf(group: Group, name: string): Fault {
  const [{ error }] = group;
  const types = group.map(typeIn).filter((type) => type !== undefined);
  if (types.length > 0) {
    const type = types.length === 1 ? (types[0] as string) : types;
    return { keyword: "type", params: { type }, message: `must be ${types.join(",")}` };
  }
  const code = codeOf(error.name);
  // Without the value, an error may not say what is expected either.
  const isHidden = error.hidesValue && (error as Shown).expected === undefined && !NAMED_BY_KEY.has(code);
  const fault = isHidden || !Object.hasOwn(FAULTS, code) ? undefined : FAULTS[code]?.(error as Shown, name);
  return fault ?? { keyword: error.code, params: { ...(ownValue(error, "params") as object) }, message: undefined };
}

/** Codes of errors whose path says everything. */
const NAMED_BY_KEY: ReadonlySet<string> = /*#__PURE__*/ new Set(["missing_key", "forbidden_key", "forbidden_value"]);

/** The properties of the classes. */
interface Shown extends ValidationError {
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly unit?: LengthUnit | undefined;
}

type FaultWriter = (error: Shown, name: string) => Fault | undefined;

/** A limit of numbers; those of dates have the keywords of ajv-formats. */
const limited =
  (keyword: string, comparison: string): FaultWriter =>
  ({ expected }) => {
    const isNumber = typeof expected === "number" || typeof expected === "bigint";
    const limit = isNumber ? Number(expected) : literal(expected).replace(/\[.*\]$/, "");
    return {
      keyword: isNumber ? keyword : `format${capitalized(keyword)}`,
      params: { comparison, limit },
      message: `${isNumber ? "must be" : "should be"} ${comparison} ${limit}`,
    };
  };

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The last words of keywords, and those of messages, by what is counted. */
const COUNTED: { readonly [U in LengthUnit]?: readonly [keyword: string, message: string] } = {
  character: ["Length", "characters"],
  item: ["Items", "items"],
  key: ["Properties", "properties"],
};

const sized =
  (bound: "min" | "max", comparison: "fewer" | "more"): FaultWriter =>
  ({ expected, unit }) => {
    if (unit === "match") {
      const verb = bound === "min" ? "at least" : "no more than";
      const params = { [`${bound}Contains`]: expected };
      return { keyword: "contains", params, message: `must contain ${verb} ${expected} valid item(s)` };
    }
    const counted = unit === undefined ? undefined : COUNTED[unit];
    if (counted === undefined) return undefined;
    const message = `must NOT have ${comparison} than ${expected} ${counted[1]}`;
    return { keyword: `${bound}${counted[0]}`, params: { limit: expected }, message };
  };

const formatted: FaultWriter = ({ expected }) => {
  const format = typeof expected === "function" ? undefined : expected;
  return { keyword: "format", params: { format }, message: `must match format "${format}"` };
};

/** By the code of the error. */
const FAULTS: Readonly<Record<string, FaultWriter>> = {
  options({ expected }) {
    if (!isArray(expected) || expected.length !== 1) {
      const message = "must be equal to one of the allowed values";
      return { keyword: "enum", params: { allowedValues: expected }, message };
    }
    return { keyword: "const", params: { allowedValue: expected[0] }, message: "must be equal to constant" };
  },
  min_value: limited("minimum", ">="),
  max_value: limited("maximum", "<="),
  exclusive_min_value: limited("exclusiveMinimum", ">"),
  exclusive_max_value: limited("exclusiveMaximum", "<"),
  multiple({ expected }) {
    const multipleOf = Number(expected);
    return { keyword: "multipleOf", params: { multipleOf }, message: `must be multiple of ${multipleOf}` };
  },
  min_length: sized("min", "fewer"),
  max_length: sized("max", "more"),
  tuple_length(error) {
    const isShort = (error.actual as number) < (error.expected as number);
    const comparison = isShort ? "fewer" : "more";
    return {
      keyword: isShort ? "minItems" : "items",
      params: { limit: error.expected },
      message: `must NOT have ${comparison} than ${error.expected} items`,
    };
  },
  duplicate_item({ expected: j }, name) {
    const message = `must NOT have duplicate items (items ## ${j} and ${name} are identical)`;
    return { keyword: "uniqueItems", params: { i: Number(name), j }, message, isOfParent: true };
  },
  forbidden_value: () => ({ keyword: "not", params: {}, message: "must NOT be valid" }),
  ambiguous({ actual }) {
    const passingSchemas = isArray(actual) ? actual.slice(0, 2) : null;
    return { keyword: "oneOf", params: { passingSchemas }, message: "must match exactly one schema in oneOf" };
  },
  pattern_match({ expected }) {
    const pattern = patternIn(String(expected));
    return { keyword: "pattern", params: { pattern }, message: `must match pattern "${shownPattern(pattern)}"` };
  },
  format: formatted,
  datetime_parse: formatted,
  forbidden_key: (_, name) => ({
    keyword: "additionalProperties",
    params: { additionalProperty: name },
    message: "must NOT have additional properties",
    isOfParent: true,
  }),
  missing_key: (_, name) => ({
    keyword: "required",
    params: { missingProperty: name },
    message: `must have required property '${name}'`,
    isOfParent: true,
  }),
};

/** The place in a schema that is nested as the value is, for a path without steps. */
function schemaPathOf(context: readonly PathNode[]): string {
  return context
    .map((node, at) => {
      if (node === EXTRA_KEY) return "/propertyNames";
      if (node === EXTRA_VALUE) return "/additionalProperties";
      if (typeof node === "number") return "/items";
      return typeof context[at + 1] === "object" ? "" : `/properties/${inFragment(String(node))}`;
    })
    .join("");
}

/** A key in a JSON Pointer that stands in a URI. */
const inFragment = (key: string): string => encodeURIComponent(escaped(key).replace(/\p{Surrogate}/gu, "\ufffd"));
