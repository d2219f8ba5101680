/** Conditions in words: their clauses, joined and negated. Programs without conditions do not include this file. */
import { shownPattern } from "../../values/text.ts";
import type { PathNode } from "./context.ts";
import { conditionOf, keyText, type Phrases, type Reason } from "./reason.ts";

/** A statement about a value, or several of them. */
export type Clause = Statement | Compound;

/** What is said of one value. */
export interface Statement {
  /**
   * `there`: it is provided. `is`: it is one of `expected`. `type`: it has the type with
   * the name `expected`. `limit`: `expected` is a comparison. `matches`: `expected` is a pattern. `more`: there is more
   * to say, which is not described.
   */
  readonly about: "there" | "is" | "type" | "limit" | "matches" | "more";
  /** The keys that lead to the value. */
  readonly path: readonly string[];
  /** False if the opposite is true. */
  readonly holds: boolean;
  readonly expected?: unknown;
}

/** All of the clauses are true, or at least one of them. Without clauses, it is always true, or never. */
export interface Compound {
  readonly join: "all" | "any";
  readonly clauses: readonly Clause[];
}

/** A reason with more statements than these is not described. */
const MAX_STATEMENTS = 4;
/** Maximum number of characters of a value. */
const MAX_TEXT = 80;

const isStatement = (clause: Clause): clause is Statement => "about" in clause;

/** Everything else that a condition says. */
export const MORE: Statement = /*#__PURE__*/ Object.freeze({
  about: "more",
  path: /*#__PURE__*/ Object.freeze([]),
  holds: true,
});

/** A condition that is not described. */
export const more = (): Clause => MORE;

const statementsIn = (clause: Clause): number =>
  isStatement(clause) ? 1 : clause.clauses.reduce((size, one) => size + statementsIn(one), 0);

const pathsOf = (clause: Clause): (readonly string[])[] =>
  isStatement(clause) ? [clause.path] : clause.clauses.flatMap(pathsOf);

export const ALWAYS: Compound = /*#__PURE__*/ Object.freeze({
  join: "all",
  clauses: /*#__PURE__*/ Object.freeze([]),
});

const is = (clause: Clause, join: Compound["join"], count: number): boolean =>
  !isStatement(clause) && clause.join === join && clause.clauses.length === count;

/** Joins clauses; those that add nothing are left out. */
export function joined(join: Compound["join"], given: readonly Clause[]): Clause {
  const other = join === "all" ? "any" : "all";
  const flat = given.flatMap((one) => (isStatement(one) || one.join !== join ? [one] : one.clauses));
  // Nothing is said by "A, or something else".
  if (join === "any" && flat.includes(MORE)) return MORE;
  const decisive = flat.find((one) => is(one, other, 0));
  if (decisive !== undefined) return decisive;
  const said = merged(flat, join).filter((one, _, all) => one !== MORE && !isImplied(one, join, all));
  if (flat.includes(MORE)) said.push(MORE);
  return said.length === 1 ? (said[0] as Clause) : { join, clauses: said };
}

/** Joins what is said of the values of one key: it is one of all of them, or none. */
function merged(clauses: readonly Clause[], join: Compound["join"]): readonly Clause[] {
  const isSame = (one: Clause, other: Clause): boolean =>
    isStatement(one) &&
    isStatement(other) &&
    one.about === "is" &&
    other.about === "is" &&
    one.holds === other.holds &&
    one.holds === (join === "any") &&
    isPrefix(one.path, other.path) &&
    isPrefix(other.path, one.path);
  return clauses.flatMap((one, index) => {
    const same = clauses.filter((other) => isSame(one, other));
    if (same.length < 2) return [one];
    if (clauses.findIndex((other) => isSame(one, other)) < index) return [];
    const expected = new Set(same.flatMap((other) => (other as Statement).expected as readonly unknown[]));
    return [{ ...(one as Statement), expected: [...expected] }];
  });
}

const isPrefix = (path: readonly string[], longer: readonly string[]): boolean =>
  path.every((key, index) => key === longer[index]);

/** That a value is provided, or is not, if another statement says more of it, or of a part of it. */
function isImplied(one: Clause, join: Compound["join"], all: readonly Clause[]): boolean {
  if (!isStatement(one) || one.about !== "there" || one.holds !== (join === "all")) return false;
  return all.some((other) => {
    if (!isStatement(other) || other === one || other.about === "more") return false;
    if (!isPrefix(one.path, other.path)) return false;
    if (other.path.length > one.path.length) return one.holds && other.holds;
    return other.about !== "there" && (one.holds || !other.holds);
  });
}

/** Whether a reason says it. */
export const isSaid = (clause: Clause): boolean => {
  const size = statementsIn(clause);
  return clause !== MORE && size > 0 && size <= MAX_STATEMENTS;
};

export function negated(clause: Clause): Clause {
  if (clause === MORE) return MORE;
  if (isStatement(clause)) return { ...clause, holds: !clause.holds };
  return joined(clause.join === "all" ? "any" : "all", clause.clauses.map(negated));
}

/** The condition of an `If`, or what a `Not` excludes, as a reason. */
export class ConditionReason implements Reason {
  readonly #read: () => Clause;
  #clause: Clause | undefined;
  /** The name of what has the condition, if a condition that cannot be described should be mentioned. */
  readonly #of: string | undefined;
  readonly met: boolean;
  readonly conditionOf = conditionOf;

  /** @param read describes the condition, when a message is written. */
  constructor(read: () => Clause, { met = true, of }: { met?: boolean; of?: string } = {}) {
    this.#read = read;
    this.#of = of;
    this.met = met;
  }

  get clause(): Clause {
    this.#clause ??= this.#read();
    return this.#clause;
  }

  get paths(): readonly (readonly string[])[] {
    return pathsOf(this.clause);
  }

  get hidden(): Reason | undefined {
    if (this.#read === more) return this;
    return this.#of === undefined ? undefined : new ConditionReason(more, { met: this.met, of: this.#of });
  }

  text(language: Phrases, path: readonly PathNode[]): string | undefined {
    const { clause, met } = this;
    if (isSaid(clause)) return clauseText(clause, language, path);
    const of = this.#of;
    return of && language.reason(met ? "met" : "not_met", { expected: language.value(of) });
  }
}

function clauseText(clause: Clause, language: Phrases, path: readonly PathNode[]): string {
  if (isStatement(clause)) return statementIn(clause, language, path);
  const parts = clause.clauses.map((one) => {
    const text = clauseText(one, language, path);
    return isStatement(one) ? text : `(${text})`;
  });
  return language.join(clause.join === "all" ? "conjunction" : "disjunction", parts);
}

function statementIn(
  { about, path, holds, expected }: Statement,
  language: Phrases,
  from: readonly PathNode[],
): string {
  if (about === "more") return "\u2026";
  const key = keyText(language, from, path);
  if (about === "there") return language.reason(holds ? "there" : "not_there", { key });
  if (about === "matches")
    return language.reason(holds ? "matches" : "not_matches", {
      key,
      expected: language.value(shownPattern(expected)),
    });
  const shown =
    about === "is"
      ? language.join(
          "disjunction",
          (expected as readonly unknown[]).map((one) => language.value(one, MAX_TEXT)),
        )
      : about === "type"
        ? language.type(expected)
        : language.name(expected);
  return language.reason(holds ? "is" : "is_not", { key, expected: shown });
}
