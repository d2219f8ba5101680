/** Intersections: what both sides accept, if each returns its input. */
import type { Validator } from "../../core/validator.ts";
import { AllOf } from "../../validators/all-of.ts";
import { Dict } from "../../validators/dict.ts";
import { optional, type Source } from "./converter.ts";
import { below, type Place, ZodSchemaError } from "./error.ts";
import { shapeOf } from "./objects.ts";
import { type CheckDef, type DefOf, defOf, internalsOf, type Schema } from "./schema.ts";

export function intersection(def: DefOf<"intersection">, source: Source): Validator {
  return both(def.left, def.right, source, source.place);
}

/** Unlike the steps of a pipeline, both sides get the input, and zod merges their results. */
function both(left: Schema, right: Schema, source: Source, place: Place): Validator {
  const [one, other] = [defOf(left), defOf(right)];
  const { converter } = source;
  if (one.type === "object" && other.type === "object" && !one.checks?.length && !other.checks?.length) {
    return objects(one as unknown as DefOf<"object">, other as unknown as DefOf<"object">, source, place);
  }
  if (!returnsInput(left) || !returnsInput(right)) {
    throw new ZodSchemaError(
      "intersection",
      place,
      "its sides may have different results: only objects without checks are merged",
    );
  }
  const steps = [converter.value(left, below(place, "left")), converter.value(right, below(place, "right"))];
  return new AllOf(steps as never) as never;
}

/** What an object does with keys that it does not know. */
function modeOf({ catchall }: DefOf<"object">, place: Place): "strip" | "forbid" | "keep" {
  if (catchall === undefined) return "strip";
  const { type, checks } = defOf(catchall);
  if (type === "never") return "forbid";
  if ((type === "unknown" || type === "any") && !checks?.length) return "keep";
  throw new ZodSchemaError("intersection", place, "one of its objects has a catchall");
}

function objects(left: DefOf<"object">, right: DefOf<"object">, source: Source, place: Place): Validator {
  const { converter, words } = source;
  const modes = [modeOf(left, place), modeOf(right, place)];
  const [ofLeft, ofRight] = [new Map(shapeOf(left, place)), new Map(shapeOf(right, place))];
  const schema: Record<string, Validator> = {};
  for (const key of new Set([...ofLeft.keys(), ...ofRight.keys()])) {
    const [one, other] = [ofLeft.get(key), ofRight.get(key)];
    const at = below(place, key);
    const only = one ?? other;
    if (one === undefined || other === undefined) {
      // A side that keeps its unknown keys has the key as it came.
      const isKept = (one === undefined ? modes[0] : modes[1]) === "keep";
      if (isKept && !returnsInput(only as Schema)) {
        throw new ZodSchemaError("intersection", at, "one side keeps the key, and the other one may change its value");
      }
      schema[key] = converter.member(only as Schema, at);
      continue;
    }
    const kinds = [one, other].map((side) => internalsOf(side)).map(({ optin, optout }) => `${optin} ${optout}`);
    if (!kinds.every((kind) => kind === "optional optional" || kind.startsWith("undefined"))) {
      throw new ZodSchemaError(
        "intersection",
        at,
        "both sides have the key, and it has a value of its own when it is missing",
      );
    }
    const [first, second] = kinds.map((kind, index) =>
      kind === "optional optional" ? innerOf([one, other][index] as Schema) : [one, other][index],
    ) as [Schema, Schema];
    const validator = both(first, second, source, at);
    schema[key] = kinds.every((kind) => kind === "optional optional") ? optional(validator) : validator;
  }
  // zod reports a key that both sides refuse, and keeps one that a side keeps.
  const unknown = modes.includes("keep") ? "keep" : modes.every((mode) => mode === "forbid") ? "forbid" : "strip";
  return Dict({ schema, unknown, ...words } as never);
}

/** A key that may be missing, without that. */
const innerOf = (schema: Schema): Schema => {
  const def = defOf(schema);
  return def.type === "optional" && !def.checks?.length ? (def as unknown as DefOf<"optional">).innerType : schema;
};

const UNCHANGED = [
  "boolean",
  "null",
  "undefined",
  "void",
  "any",
  "unknown",
  "never",
  "bigint",
  "symbol",
  "number",
  "string",
];
const LEAVES = [...UNCHANGED, "enum", "literal", "template_literal", "file", "custom"];

/** Whether the result of a schema is its input, or a copy of it. */
function returnsInput(schema: Schema): boolean {
  const def = defOf(schema);
  if (def.coerce || def.checks?.some(({ _zod }) => !isQuiet(_zod.def))) return false;
  if (internalsOf(schema).traits.has("$ZodURL")) return false;
  if (LEAVES.includes(def.type)) return true;
  if (def.type === "array") return returnsInput((def as unknown as DefOf<"array">).element);
  if (def.type === "nullable" || def.type === "optional") {
    const { innerType } = def as unknown as DefOf<"optional">;
    return returnsInput(innerType) && internalsOf(innerType).optin === undefined;
  }
  if (def.type === "union") {
    const { options, discriminator } = def as unknown as DefOf<"union"> & { readonly discriminator?: string };
    return discriminator === undefined && options.every(returnsInput);
  }
  return false;
}

/** Whether a check changes nothing. */
const isQuiet = ({ check, format, fn }: CheckDef): boolean =>
  check !== "overwrite" && format !== "url" && (check !== "custom" || fn !== undefined);
