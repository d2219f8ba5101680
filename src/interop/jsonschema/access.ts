/**
 * `readOnly` and `writeOnly` beside `required`: OpenAPI requires a property that is read-only in responses only, and
 * one that is write-only in requests only (OpenAPI 3.0.4, section 4.7.24.2).
 */
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import type { Target } from "./documents.ts";
import { below, JsonSchemaError, MAX_DEPTH } from "./error.ts";
import { type Direction, FLAGS } from "./flags.ts";
import type { Reading } from "./keywords.ts";
import { APPLIED, Reach, type SchemaGraph } from "./schema-graph.ts";

/** The keywords with schemas of the value itself. Those of `not` and `if` ask what a value has, and require nothing. */
const OF_SOME: readonly string[] = ["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "dependencies"];
const REQUIRING: readonly string[] = /*#__PURE__*/ APPLIED.filter((keyword) => keyword !== "not" && keyword !== "if");

/** Maximum number of sets of names that a schema is read with. */
const MAX_CONTEXTS = 64;

export type Names = ReadonlySet<string>;
export const NO_NAMES: Names = /*#__PURE__*/ new Set();

/** The required properties of a document's schemas that are not required in one direction. */
export class Access {
  readonly direction: Direction;
  readonly #graph: SchemaGraph;
  readonly #warn: Reading["warn"];
  readonly #flags = new Map<unknown, boolean>();
  readonly #flagged = new Map<unknown, Names>();
  readonly #contexts = new Map<unknown, Set<string>>();
  /** The schemas that say something else in this direction. */
  readonly #differing: Reach;

  /**
   * @param targets the schemas that are read.
   * @param warn gets the places of properties with both flags.
   */
  constructor(direction: Direction, graph: SchemaGraph, targets: readonly Target[], warn: Reading["warn"]) {
    this.direction = direction;
    this.#graph = graph;
    this.#warn = warn;
    this.#differing = new Reach(graph, REQUIRING, (target) => this.exempt(target, NO_NAMES).size > 0);
    this.#differing.visit(targets);
  }

  /** Returns whether a schema, or one in it, says something else in this direction. */
  differs(schema: unknown): boolean {
    return this.#differing.has(schema);
  }

  /**
   * The properties that the schema requires by itself, or by schemas of the same value, and that are not required in
   * this direction.
   * @param outer names that the schemas around it, of the same value, have found.
   */
  exempt(target: Target, outer: Names): Names {
    const own = this.#flaggedIn(target, 0);
    if (outer.size + own.size === 0) return NO_NAMES;
    const needed = this.#requiredIn(target);
    const names = new Set([...outer, ...own].filter((name) => needed.has(name)));
    return names.size === 0 ? NO_NAMES : names;
  }

  /** @throws JsonSchemaError if the schema has been read with too many sets of names. */
  expectFew({ schema, path }: Target, names: string): void {
    const contexts = this.#contexts.get(schema) ?? new Set();
    this.#contexts.set(schema, contexts.add(names));
    if (contexts.size <= MAX_CONTEXTS) return;
    const flag = FLAGS[this.direction];
    throw new JsonSchemaError("required", path, `more than ${MAX_CONTEXTS} schemas around it differ in ${flag}`);
  }

  /** The properties with the flag: those of the schema, and of all schemas that hold with it. */
  #flaggedIn(target: Target, depth: number): Names {
    const { schema } = target;
    if (!isPlainObject(schema) || depth > MAX_DEPTH) return NO_NAMES;
    const known = this.#flagged.get(schema);
    if (known !== undefined) return known;
    const names = new Set<string>();
    // Schemas that lead back to themselves are refused when they are read.
    this.#flagged.set(schema, names);
    for (const [name, property] of this.#graph.named(target, "properties"))
      if (this.#isFlagged(property, 0)) names.add(name);
    for (const inner of this.#graph.inside(target, ["allOf"]))
      for (const name of this.#flaggedIn(inner, depth + 1)) names.add(name);
    return names;
  }

  /** Returns whether a property has the flag, by its own schema or by those that hold with it. */
  #isFlagged(target: Target, depth: number): boolean {
    const { schema } = target;
    if (!isPlainObject(schema) || depth > MAX_DEPTH) return false;
    let flag = this.#flags.get(schema);
    if (flag === undefined) {
      // One that leads back to itself says no more.
      this.#flags.set(schema, false);
      flag = this.#hasFlag(target, depth);
      this.#flags.set(schema, flag);
    }
    return flag;
  }

  #hasFlag(target: Target, depth: number): boolean {
    if (this.#graph.valueOf(target, FLAGS[this.direction]) === true) {
      const hasBoth = Object.values(FLAGS).every((flag) => this.#graph.valueOf(target, flag) === true);
      const why = "with readOnly and writeOnly, the property is required in neither requests nor responses";
      if (hasBoth) this.#warn(FLAGS[this.direction], below(target.path, FLAGS[this.direction]), why);
      return true;
    }
    if (this.#graph.inside(target, ["allOf"]).some((one) => this.#isFlagged(one, depth + 1))) return true;
    // A choice between null and one other schema.
    return ["anyOf", "oneOf"].some((keyword) => {
      const others = this.#graph.in(target, [keyword]).filter(({ schema }) => !isNull(schema));
      return others.length > 0 && others.every((one) => this.#isFlagged(one, depth + 1));
    });
  }

  /** The names in `required` of the schema, and of all schemas of the same value. */
  #requiredIn(root: Target): Names {
    const names = new Set<string>();
    const met = new Set<unknown>();
    const pending = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (met.has(next.schema)) continue;
      met.add(next.schema);
      const required = this.#graph.valueOf(next, "required");
      for (const name of isArray(required) ? required : []) if (typeof name === "string") names.add(name);
      pending.push(...this.#graph.inside(next, OF_SOME));
    }
    return names;
  }
}

/** Returns whether a schema accepts null only. */
export const isNull = (schema: unknown): boolean => isPlainObject(schema) && ownValue(schema, "type") === "null";
