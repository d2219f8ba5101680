/** What there is to say of a zod schema: the error for a part that no validator stands for, warnings, and places. */
import { ValueError } from "../../core/errors/errors.ts";
import { escaped } from "../../text/json-pointer.ts";

/**
 * A part of a zod schema that cannot be converted exactly. `type` names it, `pointer` says where it is.
 * @example fromZod(z.object({ a: z.promise(z.int()) })); // throws ZodSchemaError: promise at /a: it is not data
 */
export class ZodSchemaError extends ValueError {
  /** The type of the schema, or the kind of the check: `promise`, `record`, `string_format`. */
  readonly type: string;
  /**
   * The place in the schema, as a JSON Pointer of keys of objects and names of zod: `/tags/element`, `/0` of a tuple,
   * `/options/1` of a union; `""` for the schema itself.
   */
  readonly pointer: string;

  constructor(type: string, place: Place, why: string, options?: { cause?: unknown }) {
    const pointer = pointerOf(place);
    super(`${type}${pointer === "" ? "" : ` at ${pointer}`}: ${why}`, options);
    // A minifier must not change it.
    Object.defineProperty(this, "name", { value: "ZodSchemaError" });
    this.type = type;
    this.pointer = pointer;
  }
}

/** A difference between a schema of zod and its validator. */
export interface ZodWarning {
  /** The type of the schema, or the kind of the check. */
  readonly type: string;
  /** The place in the schema, as a JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
}

/** The place of a part of a schema, shared by all parts below it. */
export interface Place {
  readonly above?: Place;
  readonly keys: readonly (string | number)[];
  readonly depth: number;
}

/** The schema itself. */
export const ROOT: Place = { keys: [], depth: 0 };

/** Maximum nesting of schemas, as for dumps. */
const MAX_DEPTH = 512;

/**
 * The place of a part.
 * @param keys none for a part that zod wraps, which is at the same place.
 */
export function below(above: Place, ...keys: readonly (string | number)[]): Place {
  const place = { above, keys, depth: above.depth + 1 };
  if (place.depth <= MAX_DEPTH) return place;
  throw new ZodSchemaError("schema", place, `it is nested deeper than ${MAX_DEPTH} levels`);
}

export function pointerOf(place: Place): string {
  const keys: string[] = [];
  for (let one: Place | undefined = place; one !== undefined; one = one.above) {
    keys.push(...one.keys.map((key) => `/${escaped(key)}`).toReversed());
  }
  return keys.reverse().join("");
}
