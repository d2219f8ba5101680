/** Validators of the rows of a Schema of Arrow, as JSON has them. */
import type { ArrowField, ArrowSchema, ArrowType } from "../core/columns.ts";
import { ValueError } from "../core/contracts.ts";
import type { Validator } from "../core/validator.ts";
import { Bool } from "../validators/bool.ts";
import { Bytes } from "../validators/bytes.ts";
import { Const } from "../validators/const.ts";
import { Date } from "../validators/date.ts";
import { Datetime } from "../validators/datetime.ts";
import { Dict } from "../validators/dict.ts";
import { Float } from "../validators/float.ts";
import { Int } from "../validators/int.ts";
import { List } from "../validators/list.ts";
import { Nullable } from "../validators/nullable.ts";
import { OneOf } from "../validators/one-of.ts";
import { Str } from "../validators/str.ts";
import { Time } from "../validators/time.ts";
import { define } from "../values/define.ts";
import { hasRoom } from "../values/stack.ts";
import { literal } from "../values/text.ts";

/** Those of the format, which all versions share. */
const TYPE = {
  null: 1,
  int: 2,
  float: 3,
  binary: 4,
  utf8: 5,
  bool: 6,
  date: 8,
  time: 9,
  timestamp: 10,
  list: 12,
  struct: 13,
  union: 14,
  fixedSizeBinary: 15,
  fixedSizeList: 16,
  map: 17,
  largeBinary: 19,
  largeUtf8: 20,
  largeList: 21,
  binaryView: 23,
  utf8View: 24,
  dictionary: -1,
} as const;

/**
 * The validator of the rows of a Schema of `apache-arrow`, as they are in JSON: dates, times and timestamps are text in
 * ISO 8601, bytes text in base64. Fields that may be null may also be missing.
 * @throws TypeError if it is no Schema; ValueError, with the path, for a type that JSON has no usual form for, such as
 *   decimals and intervals.
 * @example fromArrowSchema(table.schema).columns(file)
 */
export function fromArrowSchema(schema: ArrowSchema): Dict<Record<string, Validator>> {
  if (!Array.isArray(schema?.fields)) throw new TypeError("fromArrowSchema takes a Schema of apache-arrow");
  return rowOf(schema.fields, "");
}

function rowOf(fields: readonly ArrowField[], path: string): Dict<Record<string, Validator>> {
  const schema: Record<string, Validator> = {};
  for (const { name, type, nullable } of fields) {
    if (Object.hasOwn(schema, name)) throw new ValueError(`There are two fields ${literal(name)}${at(path)}`);
    const validator = validatorOf(type, `${path}/${name}`);
    define(schema, name, nullable ? Nullable(validator) : validator);
  }
  const optional = fields.filter(({ nullable }) => nullable).map(({ name }) => name);
  return new Dict(schema, { optional }) as never;
}

function validatorOf(type: ArrowType, path: string): Validator {
  if (!hasRoom()) throw new ValueError(`The schema is nested too deep${at(path)}`);
  const children = type.children ?? [];
  const item = (): Validator => {
    const [child] = children as [ArrowField];
    const validator = validatorOf(child.type, `${path}/*`);
    return child.nullable ? Nullable(validator) : validator;
  };
  switch (type.typeId) {
    case TYPE.null:
      return Const(null);
    case TYPE.bool:
      return Bool();
    case TYPE.int:
      return integer(type.bitWidth ?? 32, type.isSigned !== false);
    case TYPE.float:
      return Float();
    case TYPE.utf8:
    case TYPE.largeUtf8:
    case TYPE.utf8View:
      return Str();
    case TYPE.binary:
    case TYPE.largeBinary:
    case TYPE.binaryView:
    case TYPE.fixedSizeBinary:
      return Bytes({ format: "base64" });
    case TYPE.date:
      return Date({ format: "iso" });
    case TYPE.time:
      return Time({ format: "iso" });
    case TYPE.timestamp: {
      const { timezone } = type;
      if (timezone === null || timezone === undefined || timezone === "") return Datetime({ format: "iso" });
      return timezone === "UTC" ? Datetime({ format: "rfc3339" }) : Datetime({ format: "rfc3339", tz: timezone });
    }
    case TYPE.list:
    case TYPE.largeList:
      return List(item());
    case TYPE.fixedSizeList:
      return List(item(), { minlen: type.listSize, maxlen: type.listSize });
    case TYPE.struct:
      return rowOf(children, path);
    case TYPE.map: {
      const [key, value] = children[0]?.type.children ?? [];
      if (key === undefined || value === undefined) break;
      const values = validatorOf(value.type, `${path}/*`);
      return new Dict({}, { extra: [validatorOf(key.type, path), value.nullable ? Nullable(values) : values] });
    }
    case TYPE.union:
      if (children.length > 0) return OneOf(children.map((child) => validatorOf(child.type, path)));
      break;
    case TYPE.dictionary:
      return validatorOf(type.dictionary as ArrowType, path);
  }
  throw new ValueError(`${String(type)}${at(path)} has no usual form in JSON`);
}

const at = (path: string): string => path && ` at ${path}`;

function integer(bits: number, isSigned: boolean): Validator {
  const [min, max] = isSigned
    ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
    : [0n, 2n ** BigInt(bits) - 1n];
  return bits > 32 ? Int({ bigint: true, min, max }) : Int({ min: Number(min), max: Number(max) });
}
