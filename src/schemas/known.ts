/** Parameters that every reader outside of the class itself handles: generated code, JSON Schema, C++. */
import type { Checker } from "./checker.ts";
import { paramsOf } from "./params.ts";

/**
 * By class. A new parameter goes into this table when all readers in TypeScript handle it; until then they decline the
 * validators that have it. C++ needs no table: it declines a parameter that the class has not read.
 */
const KNOWN: ReadonlyMap<string, ReadonlySet<string>> = /*#__PURE__*/ new Map(
  /*#__PURE__*/ Object.entries({
    AllOf: "steps",
    Any: "",
    Bool: "nullable coerce_str coerce_int",
    Bytes: "nullable minlen maxlen",
    Check: "test abort async message path code throws",
    Const: "value",
    Date: "nullable unixts format parser min max relmin relmax tz as",
    Datetime: "nullable unixts format parser min max relmin relmax tz as",
    Default: "item value",
    Dict: "schema nullable minlen maxlen extra unknown defaults optional dispose multikeys skip_blank",
    Float: "nullable coerce nan inf min max exclusive_min exclusive_max multiple_of",
    Int: "nullable coerce bigint min max exclusive_min exclusive_max multiple_of options",
    LazyRef: "use maxdepth",
    List: "item nullable minlen maxlen unique",
    OneOf: "steps discriminator by_type",
    Set: "item nullable minlen maxlen",
    Str: "nullable encoding strip normspace case minlen maxlen ascii pattern backtrack format options",
    Time: "nullable format parser min max",
    Transform: "make async message path code throws",
    Tuple: "items nullable",
    Type: "tp nullable coerce min max minlen maxlen options",
  }).map(([name, params]) => [name, new Set(params.split(" "))]),
);

/**
 * A parameter of a validator, not at its default, that readers do not know. They decline such a validator instead of
 * ignoring the parameter.
 * @param className the built-in class as which the validator is read.
 */
export function unknownParam(className: string, validator: Checker): string | undefined {
  const known = KNOWN.get(className);
  return paramsOf(validator).find(([name]) => !known?.has(name))?.[0];
}
