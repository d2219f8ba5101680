/** What a language is: the texts of all messages, as plain data. */
import type { FormatName } from "../formats/index.ts";

/** A text for each plural category that `Intl.PluralRules` has for the language; `other` where one is left out. */
export type LocalePlural = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };

/**
 * A text with placeholders such as `{expected}`; several of them where it depends on a number. A part in brackets that
 * has `{actual}`, as in `"Expected {expected}[, got {actual}]."`, is left out where the value is not shown.
 */
export type LocaleText = string | LocalePlural;

/** The messages of issues. Each comment has the placeholders; those of numbers may have plural forms. */
export interface LocaleMessages {
  /** The value is null. */
  readonly not_null: LocaleText;
  /** `{expected}`, `{actual}`: names of types, or what was given. */
  readonly invalid_type: LocaleText;
  /** `{expected}`: a value, or options as a list; `{actual}`. */
  readonly condition: LocaleText;
  /** `{expected}`: the first options; `{count}`: how many more there are, by which the plural is chosen; `{actual}`. */
  readonly options_more: LocaleText;
  /** `{expected}`, `{actual}` */
  readonly min_value: LocaleText;
  /** `{expected}`, `{actual}` */
  readonly max_value: LocaleText;
  /** `{expected}`, `{actual}` */
  readonly exclusive_min_value: LocaleText;
  /** `{expected}`, `{actual}` */
  readonly exclusive_max_value: LocaleText;
  /** `{expected}`, `{actual}`: dates or times. */
  readonly min_time: LocaleText;
  /** `{expected}`, `{actual}`: dates or times. */
  readonly max_time: LocaleText;
  /** `{expected}`, `{actual}` */
  readonly multiple: LocaleText;
  /** `{expected}`: the name of an encoding. */
  readonly str_decode: LocaleText;
  /** `{expected}`: one of the `units`; `{actual}`: a number. */
  readonly min_length: LocaleText;
  /** `{expected}`: one of the `units`; `{actual}`: a number. */
  readonly max_length: LocaleText;
  /** `{expected}`, `{actual}`: lengths whose unit is not known. */
  readonly min_length_any: LocaleText;
  /** `{expected}`, `{actual}`: lengths whose unit is not known. */
  readonly max_length_any: LocaleText;
  /** `{expected}`: a number of items, by which the plural is chosen; `{actual}`. */
  readonly tuple_length: LocaleText;
  /** `{expected}`: a regular expression; `{actual}`. */
  readonly pattern_match: LocaleText;
  /** `{expected}`: one of the `formats`; `{actual}`. */
  readonly format: LocaleText;
  /** `{actual}` */
  readonly datetime_parse: LocaleText;
  /** `{expected}`: a format such as `YYYY-MM-DD`; `{actual}`. */
  readonly datetime_parse_format: LocaleText;
  /** `{expected}`: the name of a standard, such as RFC 3339; `{actual}`. */
  readonly datetime_parse_standard: LocaleText;
  readonly datetime_naive: LocaleText;
  readonly datetime_tzaware: LocaleText;
  /** `{expected}`: a number of levels. */
  readonly recursion_max_depth: LocaleText;
  /** `{expected}`: a number of steps. */
  readonly work_limit: LocaleText;
  /** Nothing more is known of the value. */
  readonly validation: LocaleText;
  readonly mapping_key: LocaleText;
  readonly forbidden_value: LocaleText;
  readonly duplicate_item: LocaleText;
  readonly ambiguous: LocaleText;
  readonly forbidden_key: LocaleText;
  readonly missing_key: LocaleText;
  /** `{actual}`: a number of bytes, by which the plural is chosen; `{expected}`: the limit. */
  readonly json_size: LocaleText;
  /** `{position}`, `{expected}`: a number of levels. */
  readonly json_depth: LocaleText;
  /** `{position}` */
  readonly json_utf8: LocaleText;
  /** `{position}` */
  readonly json_syntax: LocaleText;
  /** `{expected}`: the number of columns; `{actual}`. */
  readonly csv_cells: LocaleText;
  readonly csv_no_header: LocaleText;
  /** `{expected}`: the number of the column that had the name before. */
  readonly csv_column_twice: LocaleText;
  /** `{expected}`: the name of an encoding. */
  readonly csv_encoding: LocaleText;
  /** `{expected}`: a number of bytes. */
  readonly csv_size: LocaleText;
  readonly csv_quote_open: LocaleText;
  readonly csv_quote_late: LocaleText;
  readonly csv_quote_after: LocaleText;
  /** `{line}`, `{column}`: the `{position}` of other messages, with the space before it. Empty if there is none. */
  readonly position: LocaleText;
  /** `{message}`: another message without its full stop; `{count}`: the number of alternatives. */
  readonly closest: LocaleText;
  /** `{message}`: another message without its full stop; `{reason}`: one or more of the `reasons`. */
  readonly because: LocaleText;
  /** `{count}`: the number of other errors of a request. */
  readonly more: LocaleText;
  /** `{count}`: the least number of other errors of a request. */
  readonly more_at_least: LocaleText;
}

/** The key of a message. */
export type MessageKey = keyof LocaleMessages;

/** Why a rule applies to a value, for the message `because`: clauses without a full stop. */
export interface LocaleReasons {
  /** Stands for `{key}` if that is the whole value. */
  readonly whole: string;
  /** `{key}`; `{expected}`: a value, several values as a list, the name of a type, or a limit such as ≥ 5. */
  readonly is: string;
  /** `{key}`, `{expected}` */
  readonly is_not: string;
  /** `{key}` */
  readonly there: string;
  /** `{key}` */
  readonly not_there: string;
  /** `{key}`; `{expected}`: a regular expression. */
  readonly matches: string;
  /** `{key}`, `{expected}` */
  readonly not_matches: string;
  /** `{expected}`: the keyword or the validator that has the condition, which is not described. */
  readonly met: string;
  /** `{expected}` */
  readonly not_met: string;
}

/** Names of types, as the message `invalid_type` and the reason `is` need them. */
export type LocaleTypes = Readonly<
  Record<
    | "integer"
    | "number"
    | "finite"
    | "string"
    | "boolean"
    | "bigint"
    | "symbol"
    | "function"
    | "bytes"
    | "array"
    | "object"
    | "instance"
    | "date"
    | "time"
    | "datetime"
    | "duration"
    | "invalid datetime",
    string
  >
>;

/** `{count}` and what is counted, as the messages `min_length` and `max_length` need it. */
export type LocaleUnits = Readonly<Record<"character" | "byte" | "item" | "match" | "key" | "digit", LocaleText>>;

/** Formats that have the same name in all languages. */
type International =
  | "uuid"
  | "uuid1"
  | "uuid2"
  | "uuid3"
  | "uuid4"
  | "uuid5"
  | "uuid6"
  | "uuid7"
  | "uuid8"
  | "uri"
  | "iri"
  | "url"
  | "json-pointer"
  | "json-pointer-uri-fragment"
  | "jwt"
  | "nanoid"
  | "cuid2"
  | "ulid"
  | "xid"
  | "ksuid"
  | "iban"
  | "isbn";

/** Names of formats of text, as the message `format` needs them. That of the parameter `ascii` is its English name. */
export type LocaleFormats = Readonly<Record<Exclude<FormatName, International> | "ASCII text", string>>;

/**
 * A language of messages: plain data. Those of the library are in `validlib/locales/<code>`; spread one of them into
 * one of your own to change some of its texts. A text that is missing is the English one.
 * @example const mine: Locale = { ...de, messages: { ...de.messages, missing_key: "Pflichtfeld." } };
 */
export interface Locale {
  /** The language tag (BCP 47), such as `"pt-BR"`: `Intl` forms plurals, numbers and lists by it. */
  readonly code: string;
  /** True for a language that is written from right to left: what is inserted into its texts is isolated. */
  readonly rightToLeft?: boolean | undefined;
  /** The marks before and after quoted text. */
  readonly quotes: readonly [open: string, close: string];
  readonly messages: LocaleMessages;
  readonly reasons: LocaleReasons;
  readonly types: LocaleTypes;
  readonly units: LocaleUnits;
  readonly formats: LocaleFormats;
  /** Texts of your own by what your validators say: the message of a `Check`, or the code of an error of your own. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}
