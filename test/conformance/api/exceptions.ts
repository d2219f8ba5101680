/** Exceptions of the original that are no validation errors, and their messages, in the terms of the library. */

/** A Python exception as the data has it. */
export interface PythonFailure {
  readonly ok: false;
  readonly raises: string;
  readonly message: string;
  readonly stage: string;
}

export const isFailure = (value: unknown): value is PythonFailure =>
  typeof value === "object" && value !== null && "raises" in value;

/** Types as messages name them. */
const NAMES: Readonly<Record<string, string>> = {
  bool: "boolean",
  int: "integer",
  float: "number",
  str: "string",
  NoneType: "null",
  dict: "object",
  list: "array",
  "collections.abc.Container": "array or set",
  "collections.abc.Sequence": "array",
  "collections.abc.Mapping": "object",
  "collections.abc.Callable": "function",
  "datetime.date": "date",
  "datetime.time": "time",
  "datetime.datetime": "datetime",
  "datetime.timedelta": "duration",
  "datetime.tzinfo": "string",
  "validx.py.abstract.Validator": "Validator",
};

const typeName = (name: string): string => NAMES[name] ?? name;

/** What stands for what in a message; in this order. */
const RULES: readonly (readonly [RegExp, string | ((...groups: string[]) => string)])[] = [
  [/^(\w+)\.__init__\(\) missing 1 required positional argument: '(\w+)'$/, "$1.$2 should be given"],
  // Collections are no strings anyway: one test, one message.
  [
    /\.(options|optional|dispose|multikeys|attr) should not be of type \(<class 'str'>, <class 'bytes'>\)$/,
    ".$1 should be of type array or set",
  ],
  [/\.(items|steps|extra) should not be of type \(<class 'str'>, <class 'bytes'>\)$/, ".$1 should be of type array"],
  [
    /should be of type \(((?:<class '[\w.]+'>(?:, )?)+)\)/,
    (_, types) => `should be of type ${types.replaceAll(", ", " or ")}`,
  ],
  [
    /^Type <class '(?:\w+\.)*(\w+)'> does not provide method '__len__\(\)'$/,
    "Type $1 does not provide a length or size",
  ],
  [/should be of type <class 'type'>$/, "should be a class"],
  [/<class '([\w.]+)'>/g, (_, name) => typeName(name)],
  [/^(?:validx\.py\.\w+|__main__)\./, ""],
  // A limit of Float: integers are numbers.
  [/^(Float\.\w+ should be of type) integer or number$/, "$1 number"],
  [/^(\w+)\.__init(?:__)?\(\) got an unexpected keyword argument '(.*)'$/, "$1 got an unexpected parameter '$2'"],
  [/ is not in dict at /, " is not in object at "],
  [/ is not in list at /, " is not in array at "],
];

/** The message of the original, as the library would say it. */
export function translateMessage(message: string): string {
  return RULES.reduce((text, [pattern, by]) => text.replace(pattern, by as string), message);
}
