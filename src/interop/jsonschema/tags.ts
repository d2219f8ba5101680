/**
 * The tags of a schema that is still being read, because it contains itself: it may be an alternative of a union in it.
 */
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { isOld, knows } from "./dialects.ts";
import type { Documents, Target } from "./documents.ts";
import { below } from "./error.ts";
import type { Tags } from "./pieces.ts";

/** Maximum number of schemas that are looked at, so that references cannot lead in circles. */
const MAX_SCHEMAS = 32;

/**
 * The keys that objects must have by a schema, and have a few possible values only, as far as its own text says so.
 * @param exempt names of keys that need not be there all the same.
 */
export function requiredTags(target: Target, documents: Documents, exempt: ReadonlySet<unknown>): Tags {
  const required = new Set<unknown>();
  const values = new Map<string, readonly unknown[]>();
  const pending = [target];
  for (let count = 0; count < MAX_SCHEMAS; count++) {
    const next = pending.pop();
    if (next === undefined) break;
    const { schema, resource, path } = next;
    if (!isPlainObject(schema)) continue;
    const { dialect } = resource;
    const keyword = (name: string): unknown => (knows(dialect, name) ? ownValue(schema, name) : undefined);
    const $ref = ownValue(schema, "$ref");
    if ($ref !== undefined) pending.push(documents.follow($ref, resource, "$ref", below(path, "$ref")));
    if ($ref !== undefined && isOld(dialect)) continue;
    const add = (one: unknown, index: number): unknown =>
      pending.push({ schema: one, resource: documents.ownerOf(one, resource), path: below(path, "allOf", index) });
    const [allOf, names, properties] = [keyword("allOf"), keyword("required"), keyword("properties")];
    if (isArray(allOf)) allOf.forEach(add);
    if (isArray(names)) for (const name of names) required.add(name);
    if (!isPlainObject(properties)) continue;
    for (const key of Object.keys(properties)) {
      const property = ownValue(properties, key);
      if (!isPlainObject(property) || (isOld(dialect) && ownValue(property, "$ref") !== undefined)) continue;
      const constant = knows(dialect, "const") ? ownValue(property, "const") : undefined;
      const list = constant === undefined ? ownValue(property, "enum") : [constant];
      if (isArray(list) && knows(dialect, "enum")) values.set(key, [...new Set(list)]);
    }
  }
  return new Map([...values].filter(([key]) => required.has(key) && !exempt.has(key)));
}
