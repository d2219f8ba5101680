/** A rule: one condition on a value without members, in every form that the library needs. */
import type { Failed, Report } from "../report/report.ts";

/** The fast path of a rule: true if the value passes. */
export type Test = (value: never) => boolean;

/**
 * A rule as the interpreter needs it. Each kind of rule has one file in this folder; what only the code generator and
 * JSON Schema need stands beside the class, as `RuleParts`, so that bundles of `validlib/pure` leave it out.
 */
export interface Rule {
  readonly kind: string;
  /**
   * The fast path, fused into one function with the test of the type, where the rule knows it. It may reject values
   * that `fails` accepts, never the reverse.
   */
  test(): Test;
  /** Reports the value if it breaks the rule. The value has the type that the rule expects. */
  fails(value: never, report: Report): Failed | false;
}

/** The writer of the code of rules. */
export interface RuleWriter {
  /** An expression for any value. */
  constant(value: unknown): string;
  /** An expression for a primitive: a literal, where there is one. */
  literal(value: unknown): string;
}

/** Keywords of JSON Schema; undefined ones are left out. */
export interface Keywords {
  readonly [keyword: string]: unknown;
}

/** Says that JSON Schema has no form for a parameter; returns only if the parameter may be left out then. */
export type Refuse = (param: string, why: string) => void;

/** Reads the keywords of one JSON Schema. Each method throws for a value that the keyword cannot have. */
export interface KeywordReader {
  number(name: string): number | undefined;
  positive(name: string): number | undefined;
  /** An integer from 0 on. */
  length(name: string): number | undefined;
  text(name: string): string | undefined;
  /** Refuses the schema for the value of a keyword. */
  refuse(name: string, why: string): never;
}

/** The other forms of a rule. The reverse of `write` is a function of its own, as what it makes is parameters. */
export interface RuleParts<R extends Rule> {
  /** The parameters that the rule states: readers that know the rule know them. */
  readonly params: readonly string[];
  /** The condition of `test` as an expression about the expression `v`. */
  code(rule: R, v: string, writer: RuleWriter): string;
  /** The keywords of JSON Schema that say the same. */
  write(rule: R, refuse: Refuse): Keywords;
}
