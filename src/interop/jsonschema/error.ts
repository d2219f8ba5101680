/** The error for a validator that JSON Schema cannot express, or a JSON Schema that no validator can. */
import { ValueError } from "../../core/errors/errors.ts";
import { escaped } from "../../text/json-pointer.ts";
import { literal } from "../../values/text.ts";

/**
 * A part that cannot be translated. `keyword` names it: a keyword of the schema, or a validator. `pointer` says where
 * it is.
 * @example fromJsonSchema({ not: { minimum: "1" } }); // throws JsonSchemaError: minimum at /not/minimum: it should be a number
 */
export class JsonSchemaError extends ValueError {
  /**
   * The keyword of the schema, or the name of the validator and of its parameter: `not`, `Transform`, `Str.pattern`.
   */
  readonly keyword: string;
  /**
   * The place in the schema, as a JSON Pointer: `/properties/age`, `""` for the schema itself; in the document that the
   * message names, if it is another.
   */
  readonly pointer: string;

  constructor(keyword: string, path: Path, why: string, options?: { cause?: unknown }) {
    const pointer = pointerOf(path);
    const document = documentOf(path);
    const place = `${pointer === "" ? "" : ` at ${pointer}`}${document === undefined ? "" : ` in ${document}`}`;
    super(`${keyword}${place}: ${why}`, options);
    // A minifier must not change it.
    Object.defineProperty(this, "name", { value: "JsonSchemaError" });
    this.keyword = keyword;
    this.pointer = pointer;
  }
}

/** @throws JsonSchemaError if an option has an invalid value. */
export function expectOneOf(option: string, value: unknown, values: readonly string[]): void {
  if (!values.includes(value as string))
    throw new JsonSchemaError(option, ROOT, `${literal(value)} is none of ${values.join(", ")}`);
}

/** The path of a part of a schema, shared by all parts below it. */
export interface Path {
  readonly above: Path;
  readonly key: string | number;
  readonly depth: number;
  /** Of a root: the URI of its document, if that is not the schema itself. */
  readonly document?: string | undefined;
}

/** The root of a document. */
export const rootOf = (document?: string): Path => ({ depth: 0, document }) as Path;

/** The schema itself. */
export const ROOT: Path = /*#__PURE__*/ rootOf();

/** The document of a place. */
export function documentOf(path: Path): string | undefined {
  let place = path;
  while (place.depth > 0) place = place.above;
  return place.document;
}

/** Maximum nesting of schemas, references included, as for dumps. */
export const MAX_DEPTH = 512;

/** The place of a member. */
export function below(path: Path, ...keys: readonly (string | number)[]): Path {
  let place = path;
  for (const key of keys) {
    place = { above: place, key, depth: place.depth + 1 };
    // A level of a schema takes several nodes, such as `anyOf`, 5, `properties` and a key.
    if (place.depth > 8 * MAX_DEPTH) throw tooDeep(place);
  }
  return place;
}

/** The error for a schema that is nested too deep. */
export const tooDeep = (path: Path): JsonSchemaError =>
  new JsonSchemaError("schema", path, `it is nested deeper than ${MAX_DEPTH} levels`);

/** The error for a schema that is nested deeper than the stack has room for. */
export const noRoom = (path: Path = ROOT): JsonSchemaError =>
  new JsonSchemaError("schema", path, "it is nested deeper than the stack of this program has room for");

export function pointerOf(path: Path): string {
  const keys: string[] = [];
  for (let place = path; place.depth > 0; place = place.above) keys.push(`/${escaped(place.key)}`);
  return keys.reverse().join("");
}
