/** List, Tuple and Dict of the original. */
import type { Report } from "../../../src/core/report/report.ts";
import { copy } from "../../../src/core/schemas/copy.ts";
import {
  type Contract,
  Dict,
  EXTRA_KEY,
  EXTRA_VALUE,
  FAILED,
  ForbiddenKeyError,
  InvalidTypeError,
  List,
  MaxLengthError,
  MinLengthError,
  MissingKeyError,
  type PathNode,
  Set as SetOf,
  Tuple,
  type Validator,
} from "../../../src/index.ts";
import { isArray, isMap, isPlainObject, typeName } from "../../../src/values/input.ts";
import { brandOf } from "../../../src/values/temporal.ts";
import { literal } from "../../../src/values/text.ts";
import {
  IterableObject,
  isTuple,
  MappingObject,
  MultiMapping,
  markTuple,
  SequenceObject,
  unbox,
} from "../stand-ins.ts";
import { isUndone } from "../undo.ts";
import { pythonEqual } from "./equality.ts";
import { original, PythonError } from "./original.ts";

/** Any sequence is an array to the original. */
const toArray = (input: unknown): unknown =>
  input instanceof SequenceObject && isUndone("sequences") ? [...input] : input;

export const OriginalList = original<List>(List, (validator, given, report, ordinary) => {
  const input = toArray(given);
  if (!validator.unique || !isArray(input) || !isUndone("unique by structure")) return ordinary(input);
  if (!report.enter(1)) return FAILED;
  const start = report.count;
  const items: unknown[] = [];
  const seen: unknown[] = [];
  for (const [index, item] of input.entries()) {
    const since = report.count;
    const value = validator.item.check(item, report);
    if (value === FAILED) report.under(index, since);
    else if (isNew(value, seen)) items.push(value);
  }
  report.leave(1);
  if (report.failedSince(start)) return report.collected();
  return wrongLength(validator, items.length, report) ? FAILED : items;
});

/** Anything to iterate over will do; the items of what has no indexes are told apart by nothing. */
export const OriginalSet = original<SetOf>(SetOf, (validator, given, report, ordinary) => {
  if (!(given instanceof IterableObject) || !isUndone("sequences")) return ordinary(toArray(given));
  if (!report.enter(1)) return FAILED;
  const start = report.count;
  const items: unknown[] = [];
  for (const item of given) {
    const since = report.count;
    const value = validator.item.check(item, report);
    if (value === FAILED) report.under(NO_INDEX, since);
    else items.push(value);
  }
  report.leave(1);
  return report.failedSince(start) ? report.collected() : ordinary(items);
});

/** `None`, which is no node of a context here. */
const NO_INDEX = null as unknown as PathNode;

function isNew(value: unknown, seen: unknown[]): boolean {
  refuseUnhashable(value);
  if (seen.some((other) => pythonEqual(other, value))) return false;
  seen.push(value);
  return true;
}

/** What cannot be a member of a set or a key of a dict in Python. */
function refuseUnhashable(value: unknown): void {
  if (isTuple(value)) for (const item of value as unknown[]) refuseUnhashable(item);
  else if (isArray(value) || isMap(value) || isPlainObject(value) || value instanceof Set) {
    throw new PythonError("unhashable type");
  }
}

interface Lengths {
  readonly minlen: number | undefined;
  readonly maxlen: number | undefined;
}

function wrongLength({ minlen, maxlen }: Lengths, length: number, report: Report): boolean {
  if (minlen !== undefined && length < minlen) report.fail(MinLengthError, minlen, length);
  else if (maxlen !== undefined && length > maxlen) report.fail(MaxLengthError, maxlen, length);
  else return false;
  return true;
}

export const OriginalTuple = original<Tuple>(Tuple, (_validator, input, _report, ordinary) => {
  const result = ordinary(toArray(input));
  return isArray(result) ? markTuple(result) : result;
});

type Pairs = readonly (readonly [key: unknown, value: unknown])[];

/** The pairs in the order and number in which the original sees them; undefined where it sees no mapping. */
function pairsOf(input: unknown, multikeys: readonly string[]): Pairs | undefined {
  if (isPlainObject(input)) return Object.entries(input);
  if (isMap(input)) return [...input];
  if (input instanceof MappingObject && isUndone("mappings")) return input.members;
  if (!(input instanceof MultiMapping)) return undefined;
  const all = (key: unknown): unknown => (input.getall ?? input.getlist)?.(key);
  const pairs = isUndone("multikeys once") ? [...input] : [...new Map(input)];
  return pairs.map(([key, value]) => [key, multikeys.includes(key as string) ? all(key) : value]);
}

/** The keys of a result are those of the input, whatever their type. */
class Members {
  readonly #members = new Map<unknown, unknown>();
  /** What extra keys have been converted to. */
  readonly converted = new Set<string>();

  #key(key: unknown): unknown {
    if (!isUndone("result keys")) return String(key);
    return [...this.#members.keys()].find((other) => pythonEqual(other, key)) ?? key;
  }
  has(key: unknown): boolean {
    return this.#members.has(this.#key(key));
  }
  set(key: unknown, value: unknown): void {
    if (isUndone("result keys")) refuseUnhashable(key);
    this.#members.set(this.#key(key), value);
  }
  get size(): number {
    return this.#members.size;
  }
  result(): unknown {
    const keys = [...this.#members.keys()];
    const isObject = keys.every((key) => typeof key === "string" && !/^(?:0|[1-9]\d*)$/.test(key));
    return isObject || !isUndone("result keys")
      ? Object.fromEntries(this.#members as Map<string, unknown>)
      : this.#members;
  }
}

/** The algorithm of the original, statement by statement; what differs is behind its line. */
/** Keys of the schema may be disposed of and yet required. */
const dispose: Contract = (owner, attr, value, given) =>
  isUndone("disposed keys")
    ? Dict.params.optional?.(owner, attr, value)
    : Dict.params.dispose?.(owner, attr, value, given);

export const OriginalDict = original<PythonDict>(
  Dict,
  (validator, input, report, ordinary) => {
    const pairs = pairsOf(input, validator.multikeys ?? []);
    if (pairs === undefined) return ordinary(input);
    if (!report.enter(1)) return FAILED;
    const start = report.count;
    const members = new Members();
    let size = 0;
    for (const [key, value] of pairs) {
      size++;
      if (!validator.dispose?.includes(key as string)) checkPair(validator, key, value, members, report);
    }
    for (const [key, member] of schemaOf(validator))
      if (!members.has(key)) fill(validator, key as string, member, members, report);
    report.leave(1);
    if (report.failedSince(start)) return report.collected();
    const length = isUndone("lengths of the input") ? members.size : size;
    return wrongLength(validator, length, report) ? FAILED : members.result();
  },
  { dispose },
);

type PythonDict = Dict & { readonly python?: readonly string[] };

/** The schema in the order it was written: properties that look like indexes are the first of an object. */
function schemaOf({ schema, python }: PythonDict): Map<unknown, Validator> {
  const members = (schema ?? {}) as Readonly<Record<string, Validator>>;
  const keys = isUndone("indexes as keys") ? python : undefined;
  return new Map((keys ?? Object.keys(members)).map((key) => [key, members[key] as Validator]));
}

function checkPair(validator: PythonDict, key: unknown, value: unknown, members: Members, report: Report): void {
  const member = schemaOf(validator).get(key);
  let since = report.count;
  if (member !== undefined) {
    const result = member.check(value, report);
    if (result === FAILED) report.under(nodeOf(key), since);
    members.set(key, result);
    return;
  }
  if (validator.extra === undefined) {
    report.fail(ForbiddenKeyError);
    // A None given for the key is none given.
    if (key !== null || !isUndone("keys in contexts")) report.under(nodeOf(key), since);
    members.set(key, FAILED);
    return;
  }
  const [keyValidator, valueValidator] = validator.extra;
  let name = keyValidator.check(key, report);
  if (name !== FAILED && !isProperty(name)) name = report.fail(InvalidTypeError, "string", typeName(name));
  if (name !== FAILED && !isUndone("extra never overwrites")) {
    const property = String(unbox(name));
    if (members.converted.has(property) || schemaOf(validator).has(property)) name = report.fail(ForbiddenKeyError);
    else members.converted.add(property);
  }
  if (name === FAILED) {
    report.under(EXTRA_KEY, since);
    report.under(nodeOf(key), since);
    name = key;
  }
  since = report.count;
  const result = valueValidator.check(value, report);
  if (result === FAILED) {
    report.under(EXTRA_VALUE, since);
    report.under(nodeOf(name), since);
  }
  members.set(unbox(name), result);
}

/** Whether an extra key can be the name of a property; to the original anything that has a hash is a key. */
function isProperty(name: unknown): boolean {
  if (isUndone("result keys") || typeof name !== "object" || name === null) return true;
  return brandOf(name) !== undefined;
}

function fill(validator: PythonDict, key: string, member: Validator, members: Members, report: Report): void {
  const since = report.count;
  const { defaults } = validator;
  if (defaults !== undefined && Object.hasOwn(defaults, key)) {
    const value = defaults[key];
    const result = member.check(typeof value === "function" ? value() : copy(value), report);
    if (result === FAILED) report.under(key, since);
    members.set(key, result);
  } else if (!validator.optional?.includes(key)) {
    report.fail(MissingKeyError);
    report.under(key, since);
  }
}

/** A key is itself in a context; here it is a string or a number. */
function nodeOf(key: unknown): PathNode {
  if (typeof key === "string" || typeof key === "number") return key;
  return isUndone("keys in contexts") ? (key as PathNode) : literal(key);
}
