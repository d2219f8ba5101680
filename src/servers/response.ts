/** Responses: the JSON text of a value that fits its schema, or an error of the server. */
import { ValidationError } from "../core/errors/errors.ts";
import type { Issue } from "../core/errors/issue.ts";
import { SchemaError } from "../core/errors/schema-error.ts";
import type { AnyValidator, Infer } from "../core/types.ts";
import { encoderFor, type Validator } from "../core/validator.ts";
import { expectValidator } from "./parts.ts";
import { namesType, ProblemError, summaryOf } from "./problem.ts";

/** Enough to find the mistake in a log. */
const LIMITS = { maxErrors: 20 };

/**
 * The value of a response does not fit its schema: a mistake of the server, 500. The message and the issues name its
 * places, for the log. Neither they nor any other property has a value of the response, nor a text of the schema, whose
 * functions might quote one.
 * @example if (error instanceof ResponseError) report(error.issues);
 */
export class ResponseError extends Error {
  readonly status = 500;
  /** The same as `status`. */
  readonly statusCode = 500;
  readonly issues: readonly Issue[];

  constructor(error: ValidationError) {
    hideAll(error);
    const { issues, truncated } = error;
    super(issues.length === 0 ? "The response is not valid." : summaryOf("response", issues, truncated));
    this.issues = issues;
  }

  /** What the client gets to know of it. */
  toProblem(): ProblemError {
    return new ProblemError(this.status, "The server has made a response that is not valid.");
  }
}

// Names are data: a minifier must not change them.
Object.defineProperty(ResponseError.prototype, "name", { value: "ResponseError", configurable: true, writable: true });

/** Removes everything from errors that may have a value in it. */
function hideAll(error: ValidationError): void {
  SchemaError.forEach(error, (one) => {
    const isOfFunction = ValidationError.input(one) !== undefined;
    const namesItsType = namesType(one);
    ValidationError.conceal(one, (name) => {
      if (name === "actual") return namesItsType;
      return (name === "expected" || name === "unit") && !isOfFunction;
    });
    ValidationError.word(one, undefined);
  });
}

/**
 * Refuses a schema by which no response can be made, before the first one.
 * @throws ValueError if it has no encoding. TypeError if a Check is async.
 */
export const expectEncoding = (schema: Validator): void => {
  encoderFor(schema, "stringify");
};

/**
 * The JSON text of a value of a response.
 * @throws ResponseError if it does not fit. TypeError if `schema` is not a validator. ValueError if it has no encoding.
 */
export function textOf<V extends AnyValidator>(schema: V, value: Infer<V>): string {
  const validator = expectValidator("the response", schema);
  const result = validator.safeStringify(value);
  if (result.ok) return result.value;
  // Limits take time, which only an error is worth.
  const bounded = validator.safeStringify(value, LIMITS);
  if (bounded.ok) return bounded.value;
  throw new ResponseError(bounded.error);
}
