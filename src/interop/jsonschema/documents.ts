/** The documents of a JSON Schema: their URIs, the schemas in them that have names, and what references lead to. */
import { decoded, unescaped } from "../../text/json-pointer.ts";
import { ignoreRejection, isArray, isPlainObject, isThenable, ownValue } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { customDialect, type Dialect, idKeyword, isOld, knownDialect, knows, SUBSCHEMAS } from "./dialects.ts";
import { below, JsonSchemaError, type Path, rootOf } from "./error.ts";
import type { Schema } from "./keywords.ts";
import { metaSchema } from "./meta-schemas.ts";

/** Finds a document by the URI that it would have in `documents`; undefined if there is none. */
export type ResolveDocument = (uri: string) => unknown;

/** A schema with a URI of its own: a document, or a schema in one that has an id. */
export interface Resource {
  readonly uri: string;
  readonly root: unknown;
  readonly path: Path;
  readonly dialect: Dialect;
  /** The schemas with a name, by it. */
  readonly anchors: Map<string, Target>;
  /** Those whose name is looked up in all resources that led here; RECURSIVE for the resource itself. */
  readonly dynamic: Map<string, Target>;
}

/** A schema, and where it is. */
export interface Target {
  readonly schema: unknown;
  readonly resource: Resource;
  readonly path: Path;
}

/** The name by which `$recursiveRef` refers to a resource. */
export const RECURSIVE = "#";

/** The base of documents that have no URI. */
const BASE = "json-schema:///";

/** A reference as an absolute URI, as far as the base has a hierarchy. */
function resolved(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

/** A URI as a caller may have written it: a document without a URI has relative references. */
const keyOf = (uri: string): string => (uri.startsWith(BASE) ? uri.slice(BASE.length) : uri);

/** A URI, and its fragment. */
function parts(uri: string): readonly [uri: string, fragment: string] {
  const at = uri.indexOf("#");
  return at < 0 ? [uri, ""] : [uri.slice(0, at), uri.slice(at + 1)];
}

/** All documents that one schema may refer to. */
export class Documents {
  readonly #given: ReadonlyMap<string, unknown>;
  readonly #resolve: ResolveDocument | undefined;
  readonly #dialect: Dialect;
  readonly #resources = new Map<string, Resource>();
  /** The resources of the schemas that have been found. */
  readonly #owners = new Map<unknown, Resource>();
  readonly root: Target;

  constructor(
    root: unknown,
    dialect: Dialect,
    documents: Readonly<Record<string, unknown>> = {},
    resolve?: ResolveDocument,
  ) {
    this.#dialect = dialect;
    this.#given = new Map(
      Object.keys(documents).map((uri) => [parts(resolved(uri, BASE))[0], ownValue(documents, uri)]),
    );
    this.#resolve = resolve;
    this.root = this.#add(root, BASE, rootOf());
  }

  /** Adds a document. */
  #add(document: unknown, uri: string, path: Path): Target {
    const resource = this.#resource(document, uri, path, this.#dialectOf(document, this.#dialect, path));
    if (!this.#resources.has(uri)) this.#resources.set(uri, resource);
    this.#index(document, resource, path);
    return { schema: document, resource: this.ownerOf(document, resource), path };
  }

  #resource(root: unknown, uri: string, path: Path, dialect: Dialect): Resource {
    return { uri, root, path, dialect, anchors: new Map(), dynamic: new Map() };
  }

  /** The resource of a schema; if it is not known, that of the schema around it. */
  ownerOf(schema: unknown, around: Resource): Resource {
    return this.#owners.get(schema) ?? around;
  }

  #dialectOf(schema: unknown, around: Dialect, path: Path): Dialect {
    const uri = isPlainObject(schema) ? ownValue(schema, "$schema") : undefined;
    if (uri === undefined) return around;
    const known = typeof uri === "string" ? knownDialect(uri) : undefined;
    if (known !== undefined) return known;
    const meta = typeof uri === "string" ? this.#document(parts(resolved(uri, BASE))[0]) : undefined;
    if (!isPlainObject(meta) || ownValue(meta, "$schema") === uri) {
      throw new JsonSchemaError("$schema", path, `${literal(uri)} is not a dialect that is read`);
    }
    const vocabulary = ownValue(meta, "$vocabulary");
    return customDialect(
      this.#dialectOf(meta, around, path),
      isPlainObject(vocabulary) ? Object.keys(vocabulary) : undefined,
    );
  }

  /** Finds the resources and the names in a schema. A loop, because schemas may be nested deeper than the stack. */
  #index(schema: unknown, resource: Resource, path: Path): void {
    const pending: [schema: unknown, resource: Resource, path: Path][] = [[schema, resource, path]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [one, around, place] = next;
      if (!isPlainObject(one) || this.#owners.has(one)) continue;
      const owner = this.#identify(one, around, place);
      this.#owners.set(one, owner);
      for (const keyword of Object.keys(one)) {
        const kind = Object.hasOwn(SUBSCHEMAS, keyword) ? SUBSCHEMAS[keyword] : undefined;
        if (kind === undefined) continue;
        const value = ownValue(one, keyword);
        const at = below(place, keyword);
        if (isArray(value) && kind !== "one" && kind !== "map") {
          for (const [index, item] of value.entries()) pending.push([item, owner, below(at, index)]);
        } else if (kind === "map" && isPlainObject(value)) {
          for (const key of Object.keys(value)) pending.push([ownValue(value, key), owner, below(at, key)]);
        } else pending.push([value, owner, at]);
      }
    }
  }

  /** Reads the identifiers of a schema. Returns its resource. */
  #identify(schema: Schema, around: Resource, path: Path): Resource {
    const isRoot = around.root === schema;
    let dialect = isRoot ? around.dialect : this.#dialectOf(schema, around.dialect, path);
    const id = ownValue(schema, idKeyword(dialect));
    // Only a resource has a dialect of its own.
    if (!isRoot && typeof id !== "string") ({ dialect } = around);
    // Before 2019, nothing beside a reference has an effect; but a document is known by its id, whatever else it says.
    const isReference = !isRoot && isOld(dialect) && typeof ownValue(schema, "$ref") === "string";
    let owner = around;
    if (typeof id === "string" && !isReference) {
      // A document may have been found by its id, which is then no longer relative to anything.
      const isFoundById = isRoot && parts(resolved(id, BASE))[0] === around.uri;
      const [uri, fragment] = parts(resolved(id, isFoundById ? BASE : around.uri));
      const isName = id.startsWith("#");
      if (!isName) {
        owner = this.#resource(schema, uri, path, dialect);
        // A document keeps the URI that it was found by, too.
        if (!this.#resources.has(uri) || isRoot) this.#resources.set(uri, owner);
        if (isRoot) this.#resources.set(around.uri, owner);
      }
      if (isOld(dialect) && fragment !== "") owner.anchors.set(decoded(fragment), { schema, resource: owner, path });
    }
    const target: Target = { schema, resource: owner, path };
    const anchor = ownValue(schema, "$anchor");
    if (typeof anchor === "string" && knows(dialect, "$anchor")) owner.anchors.set(anchor, target);
    const dynamic = ownValue(schema, "$dynamicAnchor");
    if (typeof dynamic === "string" && knows(dialect, "$dynamicAnchor")) {
      owner.anchors.set(dynamic, target);
      owner.dynamic.set(dynamic, target);
    }
    if (ownValue(schema, "$recursiveAnchor") === true && owner.root === schema && knows(dialect, "$recursiveAnchor")) {
      owner.dynamic.set(RECURSIVE, target);
    }
    return owner;
  }

  #document(uri: string): unknown {
    if (this.#given.has(uri)) return this.#given.get(uri);
    // Many schemas write the scheme of the older ones as https.
    const document = metaSchema(uri) ?? metaSchema(uri.replace(/^https:/, "http:")) ?? this.#resolve?.(keyOf(uri));
    if (!isThenable(document)) return document;
    ignoreRejection(document);
    throw new TypeError(`resolve(${literal(uri)}) should return a schema, not a promise: fetch documents before`);
  }

  /** The resource with a URI; undefined if there is none. */
  #find(uri: string): Resource | undefined {
    const known = this.#resources.get(uri);
    if (known !== undefined) return known;
    const document = this.#document(uri);
    if (document === undefined) return undefined;
    return this.#add(document, uri, rootOf(uri)).resource;
  }

  /** A reference as a URI. */
  uriOf(reference: string, from: Resource): string {
    return resolved(reference, from.uri);
  }

  /**
   * The schema that a reference leads to.
   * @param place the reference, for errors.
   */
  follow(reference: unknown, from: Resource, keyword: string, place: Path): Target {
    if (typeof reference !== "string") throw new JsonSchemaError(keyword, place, "it should be text");
    const [uri, fragment] = parts(resolved(reference, from.uri));
    const resource = uri === from.uri ? from : this.#find(uri);
    if (resource === undefined) {
      const why = `${literal(reference)} leads to another document: give it as documents[${literal(keyOf(uri))}]`;
      throw new JsonSchemaError(keyword, place, why);
    }
    const name = decoded(fragment);
    const target = name === "" || name.startsWith("/") ? this.#at(fragment, resource) : resource.anchors.get(name);
    if (target !== undefined) return target;
    const isOfEmptyKey = name.startsWith("/") && name.endsWith("/");
    const whole = name === "/" ? "; the whole document is '#'" : "";
    const hint = isOfEmptyKey ? `: a pointer that ends in '/' leads to the key ""${whole}` : "";
    throw new JsonSchemaError(keyword, place, `${literal(reference)} leads nowhere${hint}`);
  }

  /** The schema at a JSON Pointer, which stands in a URI. */
  #at(pointer: string, from: Resource): Target | undefined {
    let schema = from.root;
    let { path } = from;
    let resource = this.ownerOf(schema, from);
    for (const token of pointer.split("/").slice(1)) {
      const key = unescaped(decoded(token));
      if (!((isPlainObject(schema) || isArray(schema)) && Object.hasOwn(schema, key))) return undefined;
      schema = ownValue(schema, key);
      path = below(path, key);
      resource = this.ownerOf(schema, resource);
    }
    // A schema in a keyword that is not known.
    if (isPlainObject(schema) && !this.#owners.has(schema)) {
      this.#index(schema, resource, path);
      resource = this.ownerOf(schema, resource);
    }
    return { schema, resource, path };
  }
}

/**
 * The resources that led to a schema, as far as that matters: by name, the schema of the outermost one that has the
 * name. The same scope is one object, by which readers know what they have read in it.
 */
export class Scope {
  readonly #targets: ReadonlyMap<string, Target>;
  readonly #inner = new Map<Resource, Scope>();

  constructor(targets: ReadonlyMap<string, Target> = new Map()) {
    this.#targets = targets;
  }

  /** The scope inside a resource. */
  in(resource: Resource): Scope {
    const { dynamic } = resource;
    if ([...dynamic.keys()].every((name) => this.#targets.has(name))) return this;
    let inner = this.#inner.get(resource);
    if (inner === undefined) {
      inner = new Scope(new Map([...dynamic, ...this.#targets]));
      this.#inner.set(resource, inner);
    }
    return inner;
  }

  get(name: string): Target | undefined {
    return this.#targets.get(name);
  }
}
