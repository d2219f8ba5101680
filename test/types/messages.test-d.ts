/** Functions among the messages of a validator know what they get, whatever the other parameters are. */
import {
  AllOf,
  Check,
  Const,
  Dict,
  type FloatParams,
  Int,
  List,
  OneOf,
  Optional,
  Set,
  Str,
  Transform,
  Tuple,
  Type,
  type ValidationError,
} from "../../src/index.ts";

/** Only what gets a `ValidationError` may call it. */
const say = (error: ValidationError): string => error.code;

export const kept: FloatParams = { message: (error) => say(error) };
Int({ message: (error) => say(error) });
Int({ nullable: true, message: (error) => say(error) });
Int({ nullable: true, messages: { min: (error) => say(error) } });
Str({ options: ["a"], messages: { options: (error) => say(error) } });
List(Int(), { nullable: true, message: (error) => say(error) });
Set(Int(), { nullable: true, message: (error) => say(error) });
Dict({ a: Int() }, { nullable: true, message: (error) => say(error) });
Dict({ a: Int() }, { unknown: "strip", message: (error) => say(error) });
Tuple([Int()], { nullable: true, message: (error) => say(error) });
OneOf([Int()], { nullable: true, message: (error) => say(error) });
AllOf([Int()], { nullable: true, message: (error) => say(error) });
Optional(Int(), { message: (error) => say(error) });
Const(1, { nullable: true, message: (error) => say(error) });
Type(URL, { nullable: true, message: (error) => say(error) });
AllOf(
  Int(),
  Check((value) => value > 5, { message: (error) => say(error) }),
  Transform((value) => value.toFixed(), { throws: true, message: (error) => say(error) }),
);
// @ts-expect-error -- there is no such property
Int({ nullable: true, message: (error) => error.codes });
// @ts-expect-error -- a message is text
Int({ nullable: true, message: () => 5 });
