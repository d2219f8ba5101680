import {
  FormatError,
  InvalidTypeError,
  type LengthUnit,
  MinLengthError,
  OptionsError,
  type ValidationError,
} from "../../src/exc.ts";
import { type Alternative, Dict, Formatter, Int, type Issue, issueTemplates } from "../../src/index.ts";
import { exact } from "./exact.ts";

declare const error: ValidationError;
declare const issue: Issue;

// Errors: expected and actual are typed by class.
if (error instanceof MinLengthError) {
  exact<typeof error.expected, number>();
  exact<typeof error.unit, LengthUnit | undefined>();
}
if (error instanceof InvalidTypeError) {
  exact<typeof error.actual, string>();
  exact<typeof error.given, string | number | undefined>();
}
if (error instanceof OptionsError) exact<typeof error.expected, readonly unknown[]>();
if (error instanceof FormatError) exact<typeof error.actual, string>();

// Issues: the code narrows them.
if (issue.code === "min_length") exact<typeof issue.expected, number>();
if (issue.code === "invalid_type") exact<typeof issue.actual, string>();
if (issue.code === "missing_key") exact<typeof issue.expected, undefined>();
exact<typeof issue.alternative, Alternative | undefined>();
// @ts-expect-error: there is no such code
issue.code === "min_len";

// What may be done with an error.
{
  error.message = "No.";
  const json: unknown = error.toJSON();
  exact<typeof json, unknown>();
  const same = error.formatWith(Formatter({ ...issueTemplates, MissingKeyError: "Pflichtfeld" }));
  exact<typeof same, ValidationError>();
  // @ts-expect-error: it has no such form
  error.formatWith("de");
}

// A result may be taken apart before anybody asks whether it is one.
{
  const { ok, value, error } = Dict({ a: Int() }).safe({});
  exact<typeof ok, boolean>();
  exact<typeof value, { a: number } | undefined>();
  exact<typeof error, ValidationError | undefined>();
}
