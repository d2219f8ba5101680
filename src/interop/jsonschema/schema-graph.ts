/** Which schemas are in schemas, and what references lead to: for what has to be known before a schema is read. */
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { isOld, knows, SUBSCHEMAS } from "./dialects.ts";
import type { Documents, Target } from "./documents.ts";
import { below, JsonSchemaError } from "./error.ts";

const REFERENCES: readonly string[] = ["$ref", "$dynamicRef", "$recursiveRef"];

/** The keywords with schemas that are applied to a value or its members. */
export const APPLIED: readonly string[] = /*#__PURE__*/ Object.keys(SUBSCHEMAS).filter(
  (keyword) => !["$defs", "definitions", "contentSchema"].includes(keyword),
);

export class SchemaGraph {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** The value of a keyword; undefined if it has no effect. */
  valueOf({ schema, resource }: Target, keyword: string): unknown {
    return isPlainObject(schema) && hasEffect(schema, resource, keyword) ? ownValue(schema, keyword) : undefined;
  }

  /** The schemas in some keywords of a schema, and those that its references lead to. */
  inside(target: Target, keywords: readonly string[]): Target[] {
    return [...this.references(target), ...this.in(target, keywords)];
  }

  /** The schemas in some keywords of a schema. */
  in(target: Target, keywords: readonly string[]): Target[] {
    return keywords.flatMap((keyword) => {
      const value = this.valueOf(target, keyword);
      if (value === undefined) return [];
      if (isArray(value)) return value.map((one, index) => this.#at(target, [keyword, index], one));
      if (SUBSCHEMAS[keyword] !== "map") return [this.#at(target, [keyword], value)];
      return this.named(target, keyword).map(([, inner]) => inner);
    });
  }

  /** The schemas in a keyword, by name. */
  named(target: Target, keyword: string): [name: string, inner: Target][] {
    const value = this.valueOf(target, keyword);
    if (!isPlainObject(value)) return [];
    return Object.keys(value).map((key) => [key, this.#at(target, [keyword, key], ownValue(value, key))]);
  }

  /** What the references of a schema lead to. One that leads nowhere is refused when it is read. */
  references(target: Target): Target[] {
    const { resource, path } = target;
    return REFERENCES.flatMap((keyword) => {
      const value = this.valueOf(target, keyword);
      if (value === undefined) return [];
      try {
        return [this.#documents.follow(value, resource, keyword, below(path, keyword))];
      } catch (error) {
        if (error instanceof JsonSchemaError) return [];
        throw error;
      }
    });
  }

  #at({ resource, path }: Target, keys: readonly (string | number)[], schema: unknown): Target {
    return { schema, resource: this.#documents.ownerOf(schema, resource), path: below(path, ...keys) };
  }
}

/** In old dialects, nothing beside a reference has an effect. */
function hasEffect(schema: object, { dialect }: Target["resource"], keyword: string): boolean {
  const isReference = isOld(dialect) && keyword !== "$ref" && ownValue(schema, "$ref") !== undefined;
  return !isReference && knows(dialect, keyword);
}

/** The schemas that lead to some that matter, in time that is proportional to their number. */
export class Reach {
  readonly #graph: SchemaGraph;
  readonly #keywords: readonly string[];
  readonly #matters: (target: Target) => boolean;
  readonly #visited = new Set<unknown>();
  readonly #leading = new Set<unknown>();

  constructor(graph: SchemaGraph, keywords: readonly string[], matters: (target: Target) => boolean) {
    this.#graph = graph;
    this.#keywords = keywords;
    this.#matters = matters;
  }

  /** Looks at all schemas that these lead to. */
  visit(targets: readonly Target[]): void {
    const around = new Map<unknown, unknown[]>();
    const pending = [...targets];
    const found: unknown[] = [];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { schema } = next;
      if (!isPlainObject(schema) || this.#visited.has(schema)) continue;
      this.#visited.add(schema);
      if (this.#matters(next)) found.push(schema);
      for (const inner of this.#graph.inside(next, this.#keywords)) {
        const outer = around.get(inner.schema) ?? [];
        around.set(inner.schema, outer);
        outer.push(schema);
        pending.push(inner);
      }
    }
    for (let one = found.pop(); one !== undefined; one = found.pop()) {
      if (this.#leading.has(one)) continue;
      this.#leading.add(one);
      found.push(...(around.get(one) ?? []));
    }
  }

  /** Returns whether a schema is, or leads to, one that matters. One that has not been seen may. */
  has(schema: unknown): boolean {
    return this.#leading.has(schema) || (isPlainObject(schema) && !this.#visited.has(schema));
  }
}
