/** A rule: one condition on a value without members, in all its forms. */
import type { Failed, Report } from "../report/report.ts";

/** The fast path of a rule: true if the value passes. */
export type Test = (value: never) => boolean;

/**
 * A rule as the interpreter needs it. Each kind of rule has one file in this folder. The parts that only the code
 * generator and JSON Schema need are in `RuleParts`, beside the class, so that bundles of `validlib/pure` leave them
 * out.
 */
export interface Rule {
  readonly kind: string;
  /**
   * Returns the fast path, fused into one function with the type test if the rule knows the type. It may reject values
   * that `fails` accepts, never the reverse.
   */
  test(): Test;
  /** Reports the value if it breaks the rule. The value has the type that the rule expects. */
  fails(value: never, report: Report): Failed | false;
}

/** The code writer of rules. */
export interface RuleWriter {
  /** Returns an expression for any value. */
  constant(value: unknown): string;
  /** Returns an expression for a primitive: a literal if there is one. */
  literal(value: unknown): string;
}

/** Keywords of JSON Schema; undefined ones are left out. */
export interface Keywords {
  readonly [keyword: string]: unknown;
}

/** Reports that JSON Schema has no form for a parameter; returns only if the parameter may be left out. */
export type Refuse = (param: string, why: string) => void;

/** Reads the keywords of one JSON Schema. Each method throws for a value that the keyword cannot have. */
export interface KeywordReader {
  /** A bigint if no number is the integer. */
  number(name: string): number | bigint | undefined;
  positive(name: string): number | bigint | undefined;
  /** An integer from 0 on. */
  length(name: string): number | undefined;
  text(name: string): string | undefined;
  /** False without the keyword. */
  flag(name: string): boolean;
  /** Refuses the schema because of the value of a keyword. */
  refuse(name: string, why: string): never;
}

/**
 * The other forms of a rule. The inverse of `write` is a separate function, because it makes parameters, not a rule.
 */
export interface RuleParts<R extends Rule> {
  /** The parameters that the rule covers: readers that know the rule know them. */
  readonly params: readonly string[];
  /** The condition of `test` as an expression about the expression `v`. */
  code(rule: R, v: string, writer: RuleWriter): string;
  /** The equivalent keywords of JSON Schema. */
  write(rule: R, refuse: Refuse, keepsDigits: boolean): Keywords;
}
