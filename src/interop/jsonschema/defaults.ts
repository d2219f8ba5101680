/** `default` of properties, which replaces those that are missing. */
import { NO_LIMITS, OUTERMOST } from "../../core/report/limits.ts";
import { Report } from "../../core/report/report.ts";
import { Work } from "../../core/report/work.ts";
import type { Validator } from "../../core/validator.ts";
import { extentOf } from "../../values/extent.ts";
import { isPlainObject } from "../../values/input.ts";
import { isNull } from "./access.ts";
import type { Target } from "./documents.ts";
import { below, JsonSchemaError, MAX_DEPTH, type Path } from "./error.ts";
import type { PropertyDefault } from "./facts.ts";
import { type Pieces, plainPieces, validatorFor } from "./pieces.ts";
import { jsonOf, withDigits } from "./scalars.ts";
import { APPLIED, Reach, type SchemaGraph } from "./schema-graph.ts";

/** How many members of defaults are validated in any case, and how often all of them are. */
const FREE_MEMBERS = 1_000_000;
const MAX_USES = 64;

/** The defaults of a document. */
export class Defaults {
  readonly #graph: SchemaGraph;
  readonly #found = new Map<unknown, PropertyDefault | undefined>();
  readonly #filling: Reach;
  readonly #expected: (() => void)[] = [];
  /** How many members all defaults have, and those that have been validated. */
  #members = 0;
  #validated = 0;
  /** Bounds how long it takes to look for defaults that are filled in without end. */
  readonly #work = new Work();
  #isRead = false;

  /** @param targets the schemas that are read. */
  constructor(graph: SchemaGraph, targets: readonly Target[]) {
    this.#graph = graph;
    this.#filling = new Reach(graph, APPLIED, (target) =>
      this.#graph.named(target, "properties").some(([, property]) => this.of(property) !== undefined),
    );
    this.#filling.visit(targets);
  }

  /** Returns whether there are defaults in a schema. */
  areIn(schema: unknown): boolean {
    return this.#filling.has(schema);
  }

  /** The default of a property: that of its schema, or of those that hold with it. */
  of(target: Target, depth = 0): PropertyDefault | undefined {
    const { schema } = target;
    if (!isPlainObject(schema) || depth > MAX_DEPTH) return undefined;
    if (!this.#found.has(schema)) {
      // One that leads back to itself says no more.
      this.#found.set(schema, undefined);
      this.#found.set(schema, this.#find(target, depth));
    }
    return this.#found.get(schema);
  }

  #find(target: Target, depth: number): PropertyDefault | undefined {
    const own = this.#graph.valueOf(target, "default");
    if (own !== undefined) return this.#made(own, below(target.path, "default"));
    const choices = ["anyOf", "oneOf"].flatMap((keyword) => {
      const others = this.#graph.in(target, [keyword]).filter(({ schema }) => !isNull(schema));
      return others.length === 1 ? others : [];
    });
    for (const inner of [...this.#graph.inside(target, ["allOf"]), ...choices]) {
      const found = this.of(inner, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #made(given: unknown, path: Path): PropertyDefault {
    // The document may change.
    const value = withDigits(() => jsonOf(given));
    const members = extentOf(value, Number.POSITIVE_INFINITY);
    this.#members += members;
    const met = new Set<Pieces>();
    return {
      value,
      expect: (pieces) => {
        if (met.has(pieces)) return;
        met.add(pieces);
        const expect = (): void => {
          this.#validated += members;
          if (this.#validated > FREE_MEMBERS + MAX_USES * this.#members)
            throw new JsonSchemaError("default", path, "it is large, and filled in at too many places");
          // What is filled in has been validated by itself, and never changes what is valid.
          const { error } = validatorFor(plainPieces(pieces)).safe(value);
          if (error !== undefined) {
            const why = `it is not valid by its own schema: ${error.issues[0]?.message}`;
            throw new JsonSchemaError("default", path, why, { cause: error });
          }
          if (this.#isEndless(validatorFor(pieces), value))
            throw new JsonSchemaError("default", path, "it is filled in without end: its own schema fills it in again");
        };
        if (this.#isRead) expect();
        else this.#expected.push(expect);
      },
    };
  }

  #isEndless(validator: Validator, value: unknown): boolean {
    if (this.#work.exhausted) return false;
    const report = new Report(NO_LIMITS, OUTERMOST, this.#work).resume();
    try {
      report.checkMade(validator, value);
    } finally {
      report.close();
    }
    return report.reach.tooDeep;
  }

  /** @throws JsonSchemaError for a default that is not valid. */
  expectValid(): void {
    this.#isRead = true;
    for (const expect of this.#expected) expect();
  }
}
