/** Schemas of the original: the same data, for the classes that answer as it does. */
import { classes, type ValidatorClass } from "../../../src/index.ts";
import { isTaggedObject, type Tagged, tagOf } from "../tagged-json.ts";
import { OriginalDict, OriginalList, OriginalSet, OriginalTuple } from "./containers.ts";
import { OriginalDate, OriginalDatetime, OriginalTime } from "./dates.ts";
import { OriginalBool, OriginalFloat, OriginalInt } from "./numbers.ts";
import { OriginalConst, OriginalLazyRef, OriginalOneOf, OriginalType } from "./special.ts";
import { OriginalBytes, OriginalStr, translate } from "./text.ts";

const ORIGINALS: readonly ValidatorClass[] = [
  OriginalInt,
  OriginalFloat,
  OriginalBool,
  OriginalStr,
  OriginalBytes,
  OriginalDate,
  OriginalTime,
  OriginalDatetime,
  OriginalList,
  OriginalSet,
  OriginalTuple,
  OriginalDict,
  OriginalOneOf,
  OriginalLazyRef,
  OriginalType,
  OriginalConst,
];
for (const one of ORIGINALS) classes.add(one);
const names = new Set(ORIGINALS.map(({ name }) => name));

/** The tagged schema with every class replaced by the one that answers as the original does. */
export function asOriginal(schema: Tagged): Tagged {
  if (Array.isArray(schema)) return schema.map(asOriginal);
  if (!isTaggedObject(schema)) return schema;
  const { __class__: name } = schema;
  if (typeof name !== "string")
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, asOriginal(value)]));
  const replaced = Object.entries(schema).map(([key, value]): [string, Tagged] => [key, asOriginal(value)]);
  const own = names.has(`Original${name}`) ? [["__class__", `Original${name}`] as const] : [];
  return Object.fromEntries([...replaced, ...own, ...extraParams(name, schema)]);
}

type Pair = readonly [Tagged, Tagged];

function extraParams(name: string, { tp, pattern, schema }: { readonly [key: string]: Tagged }): [string, Tagged][] {
  if (name === "Type" && tagOf(tp) === "$type") return [["python", (tp as { $type: string }).$type]];
  if (name === "Dict" && tagOf(schema) === "$dict")
    return [["python", (schema as { $dict: Pair[] }).$dict.map(([key]) => key)]];
  if (name !== "Str" || typeof pattern !== "string") return [];
  return [
    ["pattern", translate(pattern)],
    ["python", pattern],
  ];
}
