/**
 * `readOnly` and `writeOnly` beside `required`: OpenAPI requires a property that is read-only in responses only, and
 * one that is write-only in requests only (OpenAPI 3.0.4, section 4.7.24.2).
 */
import { isArray, isPlainObject, ownValue } from "../values/input.ts";
import { isOld, knows, SUBSCHEMAS } from "./dialects.ts";
import type { Documents, Target } from "./documents.ts";
import { below, JsonSchemaError, MAX_DEPTH } from "./error.ts";
import { type Direction, FLAGS } from "./flags.ts";
import type { Reading } from "./keywords.ts";

/** The keywords with schemas of the value itself. Those of `not` and `if` ask what a value has, and require nothing. */
const OF_ALL: readonly string[] = ["allOf"];
const OF_SOME: readonly string[] = [...OF_ALL, "anyOf", "oneOf", "then", "else", "dependentSchemas", "dependencies"];
const APPLIED: readonly string[] = /*#__PURE__*/ Object.keys(SUBSCHEMAS).filter(
  (keyword) => !["not", "if", "$defs", "definitions", "contentSchema"].includes(keyword),
);
const REFERENCES: readonly string[] = ["$ref", "$dynamicRef", "$recursiveRef"];

/** Maximum number of sets of names that a schema is read with. */
const MAX_CONTEXTS = 64;

export type Names = ReadonlySet<string>;
export const NO_NAMES: Names = /*#__PURE__*/ new Set();

/** The required properties of a document's schemas that are not required in one direction. */
export class Access {
  readonly direction: Direction;
  readonly #documents: Documents;
  readonly #warn: Reading["warn"];
  readonly #flags = new Map<unknown, boolean>();
  readonly #flagged = new Map<unknown, Names>();
  readonly #contexts = new Map<unknown, Set<string>>();
  readonly #visited = new Set<unknown>();
  /** The schemas that say something else in this direction. */
  readonly #differing = new Set<unknown>();

  /** @param warn gets the places of properties with both flags. */
  constructor(direction: Direction, documents: Documents, warn: Reading["warn"]) {
    this.direction = direction;
    this.#documents = documents;
    this.#warn = warn;
  }

  /** Finds out which of the schemas that these lead to say something else in this direction. */
  visit(targets: readonly Target[]): void {
    const around = new Map<unknown, unknown[]>();
    const pending = [...targets];
    const found: unknown[] = [];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { schema } = next;
      if (!isPlainObject(schema) || this.#visited.has(schema)) continue;
      this.#visited.add(schema);
      if (this.#differing.has(schema)) continue;
      if (this.exempt(next, NO_NAMES).size > 0) found.push(schema);
      for (const inner of this.#inside(next, APPLIED)) {
        const outer = around.get(inner.schema) ?? [];
        around.set(inner.schema, outer);
        outer.push(schema);
        if (this.#differing.has(inner.schema)) found.push(schema);
        pending.push(inner);
      }
    }
    for (let one = found.pop(); one !== undefined; one = found.pop()) {
      if (this.#differing.has(one)) continue;
      this.#differing.add(one);
      found.push(...(around.get(one) ?? []));
    }
  }

  /** Returns whether a schema, or one in it, says something else in this direction. */
  differs(schema: unknown): boolean {
    return this.#differing.has(schema) || !this.#visited.has(schema);
  }

  /**
   * The properties that the schema requires by itself, or by schemas of the same value, and that are not required on
   * this side.
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
    const why = `more than ${MAX_CONTEXTS} schemas around it differ in the ${FLAGS[this.direction]} properties they name`;
    throw new JsonSchemaError("required", path, why);
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
    const keywords = knownKeywords(target);
    const properties = keywords.includes("properties") ? ownValue(schema, "properties") : undefined;
    for (const name of isPlainObject(properties) ? Object.keys(properties) : []) {
      if (this.#isFlagged(this.#at(target, ["properties", name], ownValue(properties as object, name)), 0))
        names.add(name);
    }
    for (const inner of this.#inside(target, OF_ALL))
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
      flag = this.#hasFlag(target, schema, depth);
      this.#flags.set(schema, flag);
    }
    return flag;
  }

  #hasFlag(target: Target, schema: object, depth: number): boolean {
    const isReference = isOld(target.resource.dialect) && ownValue(schema, "$ref") !== undefined;
    if (!isReference && ownValue(schema, FLAGS[this.direction]) === true) {
      const hasBoth = Object.values(FLAGS).every((flag) => ownValue(schema, flag) === true);
      const why = "with readOnly and writeOnly, the property is required in neither requests nor responses";
      if (hasBoth) this.#warn(FLAGS[this.direction], below(target.path, FLAGS[this.direction]), why);
      return true;
    }
    if (this.#inside(target, OF_ALL).some((one) => this.#isFlagged(one, depth + 1))) return true;
    // A choice between null and one other schema.
    return ["anyOf", "oneOf"].some((keyword) => {
      const others = this.#inside(target, [keyword], []).filter((one) => !isNull(one.schema));
      return others.length > 0 && others.every((one) => this.#isFlagged(one, depth + 1));
    });
  }

  /** The names in `required` of the schema, and of all schemas of the same value. */
  #requiredIn(root: Target): Names {
    const names = new Set<string>();
    const met = new Set<unknown>();
    const pending = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { schema } = next;
      if (!isPlainObject(schema) || met.has(schema)) continue;
      met.add(schema);
      const required = knownKeywords(next).includes("required") ? ownValue(schema, "required") : undefined;
      for (const name of isArray(required) ? required : []) if (typeof name === "string") names.add(name);
      pending.push(...this.#inside(next, OF_SOME));
    }
    return names;
  }

  /** The schemas in some keywords of a schema, and those that its references lead to. */
  #inside(target: Target, keywords: readonly string[], references: readonly string[] = REFERENCES): Target[] {
    const { schema } = target;
    const found: Target[] = [];
    if (!isPlainObject(schema)) return found;
    for (const keyword of knownKeywords(target)) {
      const value = ownValue(schema, keyword);
      if (references.includes(keyword)) found.push(...this.#followed(target, keyword, value));
      if (!keywords.includes(keyword)) continue;
      const kind = SUBSCHEMAS[keyword];
      if (isArray(value)) found.push(...value.map((one, index) => this.#at(target, [keyword, index], one)));
      else if (kind === "map" && isPlainObject(value))
        found.push(...Object.keys(value).map((key) => this.#at(target, [keyword, key], ownValue(value, key))));
      else found.push(this.#at(target, [keyword], value));
    }
    return found;
  }

  #at({ resource, path }: Target, keys: readonly (string | number)[], schema: unknown): Target {
    return { schema, resource: this.#documents.ownerOf(schema, resource), path: below(path, ...keys) };
  }

  /** A reference that leads nowhere is refused when it is read. */
  #followed({ resource, path }: Target, keyword: string, value: unknown): Target[] {
    try {
      return [this.#documents.follow(value, resource, keyword, below(path, keyword))];
    } catch (error) {
      if (error instanceof JsonSchemaError) return [];
      throw error;
    }
  }
}

/** The keywords of a schema that have an effect. */
function knownKeywords({ schema, resource: { dialect } }: Target): string[] {
  const isReference = isOld(dialect) && ownValue(schema as object, "$ref") !== undefined;
  return isReference ? ["$ref"] : Object.keys(schema as object).filter((name) => knows(dialect, name));
}

const isNull = (schema: unknown): boolean => isPlainObject(schema) && ownValue(schema, "type") === "null";
