/** JSON Schemas as validators. */
import { expectOptions } from "../misspelt.ts";
import { instances, type Validator } from "../validator.ts";
import { isArray, isPlainObject, ownValue } from "../values/input.ts";
import { literal } from "../values/text.ts";
import { metaIn } from "./annotations.ts";
import { below, expectOneOf, JsonSchemaError, MAX_DEPTH, type Path, pointerOf, ROOT, tooDeep } from "./error.ts";
import { arrayPiece, numberPiece, objectPiece, type Schema, stringPiece, typesOf } from "./keywords.ts";
import {
  areDisjoint,
  both,
  described,
  each,
  either,
  everything,
  finite,
  nothing,
  type Pieces,
  reference,
  TYPES,
  type TypeName,
  validatorOf,
  whole,
} from "./pieces.ts";

/** Options for reading a JSON Schema. */
export interface FromJsonSchemaOptions {
  /**
   * Prefix for the aliases of recursive schemas: `tree` gives `tree#/$defs/node`. Without it, they have a unique
   * number.
   */
  readonly alias?: string | undefined;
  /**
   * The effect of `format`: an `"annotation"`, the default and the standard, has none; an `"assertion"` is checked, as
   * by `Str({ format })`.
   */
  readonly format?: "annotation" | "assertion" | undefined;
}

/** By `$schema`: whether it is draft 7, in which `items` may be a list and `$ref` overrides all keywords beside it. */
const DIALECTS: ReadonlyMap<unknown, boolean> = /*#__PURE__*/ new Map<unknown, boolean>([
  [undefined, false],
  ["https://json-schema.org/draft/2020-12/schema", false],
  ["https://spec.openapis.org/oas/3.1/dialect/base", false],
  ["http://json-schema.org/draft-07/schema", true],
]);

/** The number of schemas without an alias so far. */
let unnamed = 0;

/**
 * Makes a validator from a JSON Schema (draft 2020-12, its form in OpenAPI 3.1, or draft 7). It accepts exactly the
 * JSON documents that are valid by the schema, except for integers beyond the safe range, which it refuses. It returns
 * its input: annotations, such as `default`, become metadata without effect, and so does `format` without the option
 * `format: "assertion"`.
 * @throws JsonSchemaError for a keyword without an equivalent, for a format that is to be checked and that `Str` does
 *   not know, and for an invalid schema; TypeError for an unknown option.
 * @example fromJsonSchema({ type: "object", properties: { age: { type: "integer", minimum: 0 } }, required: ["age"] })
 */
export function fromJsonSchema(schema: unknown, options: FromJsonSchemaOptions = {}): Validator {
  expectOptions(options, ["alias", "format"]);
  const { alias = `json-schema-${++unnamed}`, format = "annotation" } = options;
  expectOneOf("format", format, ["annotation", "assertion"]);
  // If it fails, its aliases are removed.
  return instances.attempt(() => validatorOf(new Reader(schema, alias, format === "assertion").read(schema, ROOT)));
}

/** Keywords without an equivalent, and whether a value of theirs has no effect. */
const REFUSED: ReadonlyMap<string, (value: unknown) => boolean> = /*#__PURE__*/ new Map([
  ["uniqueItems", (value: unknown) => value === false],
  ["contains", () => false],
  ["patternProperties", isEmpty],
  ["dependentRequired", isEmpty],
  ["dependentSchemas", isEmpty],
  ["dependencies", isEmpty],
  ["unevaluatedItems", isAnything],
  ["unevaluatedProperties", isAnything],
  ["$dynamicRef", () => false],
  ["$recursiveRef", () => false],
]);

function isEmpty(value: unknown): boolean {
  return isPlainObject(value) && Object.keys(value).length === 0;
}

function isAnything(value: unknown): boolean {
  return value === true || isEmpty(value);
}

/** Keywords that draft 7 does not have, so that they have no effect there. */
const LATER = [
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedItems",
  "unevaluatedProperties",
  "$dynamicRef",
  "$recursiveRef",
];

/** Returns whether a keyword is present; undefined counts as absent. */
const has = (schema: Schema, name: string): boolean => ownValue(schema, name) !== undefined;

class Reader {
  readonly #root: unknown;
  readonly #alias: string;
  readonly #assertsFormat: boolean;
  readonly #isOld: boolean;
  readonly #known = new Map<unknown, Pieces>();
  /** The schemas that are being read, and the aliases of those that were met again meanwhile. */
  readonly #open = new Map<unknown, string | undefined>();
  /** Those of them that apply to the same value as the current one. */
  #same = new Set<unknown>();

  constructor(root: unknown, alias: string, assertsFormat: boolean) {
    this.#root = root;
    this.#alias = alias;
    this.#assertsFormat = assertsFormat;
    const $schema = isPlainObject(root) ? ownValue(root, "$schema") : undefined;
    const isOld = DIALECTS.get(typeof $schema === "string" ? $schema.replace(/#$/, "") : $schema);
    if (isOld === undefined)
      throw new JsonSchemaError("$schema", ROOT, `${literal($schema)} is not a dialect that is read`);
    this.#isOld = isOld;
  }

  read(schema: unknown, path: Path): Pieces {
    if (schema === true) return everything();
    if (schema === false) return nothing();
    if (!isPlainObject(schema)) throw new JsonSchemaError("schema", path, "it should be an object or a boolean");
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    if (this.#open.has(schema)) return this.#again(schema, path);
    if (this.#open.size >= MAX_DEPTH) throw tooDeep(path);
    this.#open.set(schema, undefined);
    this.#same.add(schema);
    const pieces = described(this.#keywords(schema, path), metaIn(schema, this.#assertsFormat));
    this.#same.delete(schema);
    this.#known.set(schema, pieces);
    const alias = this.#open.get(schema);
    this.#open.delete(schema);
    if (alias !== undefined) instances.add(alias, validatorOf(pieces));
    return pieces;
  }

  /** Reads a schema that contains itself. */
  #again(schema: Schema, path: Path): Pieces {
    if (this.#same.has(schema)) {
      throw new JsonSchemaError("$ref", path, "it leads back to itself without a member of the value between");
    }
    const alias = this.#open.get(schema) ?? `${this.#alias}#${pointerOf(path)}`;
    this.#open.set(schema, alias);
    return reference(alias);
  }

  /** A schema of a member of the value. */
  readonly #member = (schema: unknown, path: Path): Pieces => {
    const outer = this.#same;
    this.#same = new Set();
    const pieces = this.read(schema, path);
    this.#same = outer;
    return pieces;
  };

  #keywords(schema: Schema, path: Path): Pieces {
    if (path !== ROOT && typeof ownValue(schema, "$id") === "string") {
      throw new JsonSchemaError("$id", path, "only the whole schema may have one");
    }
    if (has(schema, "$ref") && this.#isOld) return this.#reference(schema, path);
    for (const [name, saysNothing] of REFUSED) {
      const value = this.#isOld && LATER.includes(name) ? undefined : ownValue(schema, name);
      if (value !== undefined && !saysNothing(value)) {
        throw new JsonSchemaError(name, below(path, name), "no validator stands for it");
      }
    }
    if (has(schema, "if") && (has(schema, "then") || has(schema, "else"))) {
      throw new JsonSchemaError("if", below(path, "if"), "no validator stands for it");
    }
    const parts = [this.#ofTypes(schema, path), this.#ofValues(schema, path)];
    if (has(schema, "$ref")) parts.push(this.#reference(schema, path));
    parts.push(...this.#list(schema, "allOf", path));
    if (has(schema, "anyOf")) {
      const choices = this.#list(schema, "anyOf", path);
      parts.push(each((type) => either(choices.map((one) => one[type]))));
    }
    if (has(schema, "oneOf")) parts.push(this.#oneOf(schema, path));
    if (has(schema, "not")) parts.push(this.#not(schema, path));
    return parts.reduce((all, part) => each((type) => both(all[type], part[type])));
  }

  /** `type`, and the keywords of each type. */
  #ofTypes(schema: Schema, path: Path): Pieces {
    const { types, integers } = typesOf(schema, path);
    const make = (type: TypeName) => {
      if (type === "number") return numberPiece(schema, path, integers);
      if (type === "string") return stringPiece(schema, path, this.#assertsFormat);
      if (type === "array") return arrayPiece(schema, path, this.#isOld, this.#member);
      return type === "object" ? objectPiece(schema, path, this.#member) : whole(type);
    };
    return each((type) => (types.includes(type) ? make(type) : undefined));
  }

  /** `const` and `enum`. */
  #ofValues(schema: Schema, path: Path): Pieces {
    const values = ownValue(schema, "enum");
    if (values !== undefined && !isArray(values))
      throw new JsonSchemaError("enum", below(path, "enum"), "it should be an array");
    const only = ownValue(schema, "const");
    const parts = [
      values === undefined ? everything() : valuesIn(values, "enum", path),
      only === undefined ? everything() : valuesIn([only], "const", path),
    ] as const;
    return each((type) => both(parts[0][type], parts[1][type]));
  }

  #reference(schema: Schema, path: Path): Pieces {
    const place = below(path, "$ref");
    const $ref = ownValue(schema, "$ref");
    const fragment = typeof $ref === "string" ? /^#((?:\/.*)?)$/s.exec(this.#inside($ref))?.[1] : undefined;
    if (fragment === undefined)
      throw new JsonSchemaError("$ref", place, "only a JSON Pointer into the schema can be followed");
    let target = this.#root;
    let at = ROOT;
    for (const token of fragment.split("/").slice(1)) {
      if (target !== this.#root && isPlainObject(target) && typeof ownValue(target, "$id") === "string") {
        throw new JsonSchemaError("$id", at, "only the whole schema may have one");
      }
      const key = keyOf(token);
      const isThere = (isPlainObject(target) || isArray(target)) && Object.hasOwn(target, key);
      if (!isThere) throw new JsonSchemaError("$ref", place, `${literal($ref)} leads nowhere`);
      target = ownValue(target as object, key);
      at = below(at, key);
    }
    return this.read(target, at);
  }

  /** A reference without the schema's own URI, with which it may begin. */
  #inside($ref: string): string {
    const $id = isPlainObject(this.#root) ? ownValue(this.#root, "$id") : undefined;
    const own = typeof $id === "string" ? $id.replace(/#$/, "") : "";
    const rest = $ref.startsWith(own) ? $ref.slice(own.length) : $ref;
    return rest === "" || rest.startsWith("#") ? rest || "#" : $ref;
  }

  /** The schemas of a keyword that has several. */
  #list(schema: Schema, name: string, path: Path): Pieces[] {
    const list = ownValue(schema, name);
    if (list === undefined) return [];
    if (!isArray(list) || list.length === 0)
      throw new JsonSchemaError(name, below(path, name), "it should be an array of schemas");
    return list.map((one, index) => this.read(one, below(path, name, index)));
  }

  #oneOf(schema: Schema, path: Path): Pieces {
    const choices = this.#list(schema, "oneOf", path);
    return each((type) => {
      const valid = choices.map((one) => one[type]).filter((piece) => piece !== undefined);
      if (areDisjoint(valid)) return either(valid);
      // A value that two of them accept is not valid.
      if (valid.filter((piece) => piece.about.isWhole).length > 1) return undefined;
      const why = `more than one of its schemas may be valid for one ${type}: they have to differ in type, or in a required key with other constants in each`;
      throw new JsonSchemaError("oneOf", below(path, "oneOf"), why);
    });
  }

  #not(schema: Schema, path: Path): Pieces {
    const place = below(path, "not");
    const pieces = this.read(ownValue(schema, "not"), place);
    return each((type) => {
      const piece = pieces[type];
      if (piece === undefined) return whole(type);
      if (piece.about.isWhole) return undefined;
      throw new JsonSchemaError("not", place, "only whole types can be left out");
    });
  }
}

/** The values of a keyword. They are converted at once, to find those that no validator can hold. */
function valuesIn(values: readonly unknown[], name: string, path: Path): Pieces {
  try {
    return each((type) => {
      const piece = finite([...new Set(values.filter((value) => isOf(type, value)))]);
      piece?.validator;
      return piece;
    });
  } catch (cause) {
    throw new JsonSchemaError(name, below(path, name), cause instanceof Error ? cause.message : "it is refused", {
      cause,
    });
  }
}

/** A key of a JSON Pointer in a URI. */
function keyOf(token: string): string {
  let text = token;
  try {
    text = decodeURIComponent(token);
  } catch {
    // A percent sign that stands for itself.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

const isOf = (type: TypeName, value: unknown): boolean =>
  type === (value === null ? "null" : isArray(value) ? "array" : typeof value) && TYPES.includes(type);
