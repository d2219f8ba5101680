/** What a condition says, as far as a message can tell it in a few words. */
import { patternIn } from "../../values/anywhere.ts";
import { JSON_TYPES } from "../../values/json-type.ts";
import { literal } from "../../values/text.ts";
import { ALWAYS, type Clause, joined, MORE, negated, type Statement } from "../errors/clauses.ts";
import { isSecret } from "../schemas/annotations.ts";
import type { Checker } from "../schemas/checker.ts";
import { isBuiltIn } from "../schemas/graph.ts";
import { otherParam } from "../schemas/params.ts";

/** A condition of more validators than these is not described to its end. */
const MAX_VALIDATORS = 50;
/** More values than these are not listed. */
const MAX_VALUES = 5;

type Path = readonly string[];

/** Parameters of the classes that are described. */
interface Given {
  readonly nullable: boolean;
  readonly value: unknown;
  readonly options: readonly unknown[] | undefined;
  readonly pattern: unknown;
  readonly schema: Readonly<Record<string, Checker>> | undefined;
  readonly optional: readonly unknown[] | undefined;
  readonly required: readonly string[] | undefined;
  readonly unknown: unknown;
  readonly steps: readonly Checker[];
  readonly exclusive: boolean;
  readonly by_type: boolean;
  readonly item: Checker;
}

/** Describes the condition that a validator is of a value, or the opposite. */
export const clauseOf = (validator: Checker, isMet = true): Clause => {
  const clause = new Reader().read(validator, []);
  return isMet ? clause : negated(clause);
};

class Reader {
  #left = MAX_VALIDATORS;

  read(validator: Checker, path: Path): Clause {
    const reader = READERS.get(validator.constructor.name);
    if (reader === undefined || this.#left === 0 || isSecret(validator) || !isBuiltIn(validator)) return MORE;
    this.#left--;
    const [read, ...params] = reader;
    const given = validator as unknown as Given;
    const said = read(given, path, (member, key) => this.read(member, key === undefined ? path : [...path, key]));
    const other = otherParam(validator, (name) => params.includes(name) || UNSAID.includes(name));
    const all = other === undefined ? said : more(said);
    return given.nullable === true ? joined("any", [all, oneOf([null], path)]) : all;
  }
}

type Read = (given: Given, path: Path, member: (validator: Checker, key?: string) => Clause) => Clause;

const say = (about: Statement["about"], path: Path, expected?: unknown): Statement => ({
  ...{ about, path, holds: true, expected },
});

const oneOf = (values: readonly unknown[], path: Path): Clause =>
  values.length > MAX_VALUES || values.some((one) => Object(one) === one) ? MORE : say("is", path, values);

/** As much as is said of a value, and more. That it is an object or an array says nothing beside that. */
const more = (said: Clause): Clause =>
  "about" in said && (said.expected === "object" || said.expected === "array") ? MORE : joined("all", [said, MORE]);

const SIGNS = { min: "\u2265", max: "\u2264", exclusive_min: ">", exclusive_max: "<" } as const;

/** A value without members. Its type goes without saying if more is known. */
const leaf =
  (type: string): Read =>
  (given, path) => {
    const { options, pattern } = given;
    const clauses: Clause[] = [];
    for (const [name, sign] of Object.entries(SIGNS)) {
      const limit = given[name as keyof Given];
      if (limit !== undefined) clauses.push(say("limit", path, `${sign} ${literal(limit)}`));
    }
    if (pattern !== undefined) clauses.push(say("matches", path, patternIn(String(pattern))));
    if (options !== undefined) clauses.push(oneOf(options, path));
    return clauses.length === 0 ? say("type", path, type) : joined("all", clauses);
  };

const ofDict: Read = ({ schema = {}, optional = [], required = [], unknown }, path, member) => {
  const there = (key: string): Clause => say("there", [...path, key]);
  const clauses = Object.keys(schema).map((key) => {
    const clause = member(schema[key] as Checker, key);
    return optional.includes(key) ? joined("any", [clause, negated(there(key))]) : joined("all", [there(key), clause]);
  });
  clauses.push(...required.map(there));
  const said = clauses.length === 0 ? say("type", path, "object") : joined("all", clauses);
  return unknown === "keep" || unknown === "strip" ? said : more(said);
};

const ofArray: Read = ({ item }, path, member) => {
  const said = say("type", path, "array");
  return member(item) === ALWAYS ? said : more(said);
};

const ofOneOf: Read = (given, path, member) => {
  const { steps, exclusive, by_type: byType } = given;
  const clauses = steps.map((step) => member(step));
  // `by_type` has one step for each type if none is refused.
  if (byType && steps.length === JSON_TYPES.length) {
    const others = clauses.filter((one) => typeIn(one, path) === undefined);
    // Of one type something is said, and values of all others are accepted.
    if (others.length === 1) {
      const type = JSON_TYPES.find((name) => !clauses.some((one) => typeIn(one, path) === name));
      return joined("any", [...others, negated(say("type", path, type))]);
    }
  }
  const any = joined("any", clauses);
  return exclusive ? more(any) : any;
};

const ofAllOf: Read = ({ steps }, _, member) =>
  joined(
    "all",
    steps.map((step) => member(step)),
  );

/** The type that is all a clause says of the value. */
function typeIn(clause: Clause, path: Path): unknown {
  if (!("about" in clause) || clause.path !== path) return undefined;
  const isNull = clause.about === "is" && (clause.expected as readonly unknown[]).every((one) => one === null);
  return clause.about === "type" ? clause.expected : isNull ? "null" : undefined;
}

/** Parameters without which a clause says the same, or that every reader knows. */
const UNSAID: readonly string[] = ["nullable", "unsafe", "bigint", "exact", "backtrack", "discriminator"];

const LEAF = ["min", "max", "exclusive_min", "exclusive_max", "options", "pattern"] as const;

type ClauseReader = readonly [read: Read, ...params: string[]];

/*#__NO_SIDE_EFFECTS__*/ function ofLeaf(type: string): ClauseReader {
  return [leaf(type), ...LEAF];
}

/** By the name of the class: how it is read, and the parameters that are. There is more to say of one with others. */
const READERS: ReadonlyMap<string, ClauseReader> = /*#__PURE__*/ new Map<string, ClauseReader>([
  ["Any", [() => ALWAYS]],
  ["Const", [({ value }, path) => oneOf([value], path), "value"]],
  ["Bool", /*#__PURE__*/ ofLeaf("boolean")],
  ["Int", /*#__PURE__*/ ofLeaf("integer")],
  ["Float", /*#__PURE__*/ ofLeaf("number")],
  ["Str", /*#__PURE__*/ ofLeaf("string")],
  ["Dict", [ofDict, "schema", "optional", "required", "unknown"]],
  ["List", [ofArray, "item"]],
  ["OneOf", [ofOneOf, "steps", "exclusive", "by_type"]],
  ["AllOf", [ofAllOf, "steps"]],
  ["Nullable", [({ item }, path, member) => joined("any", [member(item), oneOf([null], path)]), "item"]],
  ["Not", [({ item }, _, member) => negated(member(item)), "item"]],
]);
