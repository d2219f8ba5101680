/** Parameters of Type: limits, lengths and options of the class. `tp`, the class itself, is checked before them. */
import { isNothing, PRIMITIVES } from "../../values/convert.ts";
import { isOfType, specName, type TypeSpec } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { ValueError } from "../contracts.ts";
import { paramName } from "../schemas/checker.ts";
import { keep } from "../schemas/copy.ts";
import { type Contract, isValidator, type Validator } from "../validator.ts";
import { isAbsent, length, optionsOf } from "./shared.ts";

const classOf = (owner: Validator): TypeSpec => (owner as Validator & { readonly tp: TypeSpec }).tp;

/** A class, or String, Number, Boolean or BigInt. */
export const classParam: Contract<TypeSpec> = (owner, attr, value) => {
  const isClass = typeof value === "function" && !isValidator(value) && Object(value.prototype) === value.prototype;
  if (isClass || PRIMITIVES.includes(value)) return value as TypeSpec;
  throw new TypeError(`${paramName(owner, attr)} should be a class`);
};

/** A limit of the class. */
export const limit: Contract = (owner, attr, value) => {
  if (isAbsent(value)) return undefined;
  const tp = classOf(owner);
  if (!isOfType(value, tp)) throw new TypeError(`${paramName(owner, attr)} should be of type ${specName(tp)}`);
  if (!isNothing(value)) return keep(value);
  throw new ValueError(`${paramName(owner, attr)} should not be ${literal(value)}`);
};

/** A length, if instances have one. */
export const measure: typeof length = (owner, attr, value) => {
  const checked = length(owner, attr, value);
  const { prototype, name } = classOf(owner) as { prototype: object; name: string };
  if (checked === undefined || "length" in prototype || "size" in prototype) return checked;
  throw new TypeError(`Type ${name} does not provide a length or size`);
};

/** Options of the class. */
export const options: Contract<readonly unknown[] | undefined, Iterable<unknown>> = (owner, attr, value) =>
  isAbsent(value) ? undefined : keep(optionsOf(classOf(owner))(owner, attr, value));
