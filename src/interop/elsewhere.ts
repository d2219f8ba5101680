/**
 * The names that validators have in other libraries. Each is a function that throws, and says what to use. They are
 * internal, so that declarations do not have them: editors do not propose them, and the compiler refuses them.
 */
import { MEANT } from "../core/misspelt.ts";

/*#__NO_SIDE_EFFECTS__*/ function elsewhere(name: string, meant: string): unknown {
  function absent(): never {
    throw new TypeError(`There is no ${name}: use ${meant}`);
  }
  return Object.assign(absent, { [MEANT]: meant });
}

const object = /*#__PURE__*/ elsewhere("Object", "Dict({...})");
const struct = /*#__PURE__*/ elsewhere("Struct", "Dict({...})");
const record = /*#__PURE__*/ elsewhere("Record", "Dict({}, { extra: [Str(), ...] })");
const string = /*#__PURE__*/ elsewhere("String", "Str()");
const number = /*#__PURE__*/ elsewhere("Number", "Float() or Int()");
const integer = /*#__PURE__*/ elsewhere("Integer", "Int()");
const bigint = /*#__PURE__*/ elsewhere("BigInt", "Int({ bigint: true })");
const boolean = /*#__PURE__*/ elsewhere("Boolean", "Bool()");
const array = /*#__PURE__*/ elsewhere("Array", "List(...)");
const literal = /*#__PURE__*/ elsewhere("Literal", "Const(...)");
const nothing = /*#__PURE__*/ elsewhere("Null", "Const(null)");
const enumeration = /*#__PURE__*/ elsewhere("Enum", "Str({ options: [...] })");
const intersection = /*#__PURE__*/ elsewhere("Intersection", "AllOf(...)");
const lazy = /*#__PURE__*/ elsewhere("Lazy", "LazyRef(() => ...)");
const unknown = /*#__PURE__*/ elsewhere("Unknown", "Any()");
const never = /*#__PURE__*/ elsewhere("Never", "Not(Any())");

export {
  array as Array,
  bigint as BigInt,
  boolean as Boolean,
  enumeration as Enum,
  integer as Integer,
  intersection as Intersection,
  lazy as Lazy,
  literal as Literal,
  never as Never,
  nothing as Null,
  number as Number,
  object as Object,
  record as Record,
  string as String,
  struct as Struct,
  unknown as Unknown,
};
