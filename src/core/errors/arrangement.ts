/** How the errors of a `OneOf` are arranged, and become facts. Programs without steps do not include this file. */
import { en } from "../../text/locales/en.ts";
import type { Ids } from "../../values/ids.ts";
import { type Arrangement, arrange, type Kind, type Reader, type TextOf } from "./closest.ts";
import {
  ForbiddenValueError,
  InvalidTypeError,
  MappingKeyError,
  OptionsError,
  ownMessageOf,
  type Position,
  ValidationError,
  wordsOf,
} from "./errors.ts";
import { type FactReader, factsIn } from "./facts.ts";
import { Language } from "./language.ts";
import { statedCondition } from "./messages.ts";

export const arrangement: Arrangement = (errors, cut, textOf) =>
  textOf === undefined
    ? arrange(errors, { reader: new ErrorReader(), cut })
    : factsIn(errors, cut, new ErrorFacts(textOf));

class ErrorReader implements Reader<ValidationError> {
  kindOf(error: ValidationError): Kind | undefined {
    if (error instanceof OptionsError) return "options";
    if (error instanceof ForbiddenValueError) return "forbidden";
    if (error instanceof InvalidTypeError) return "type";
    return error instanceof MappingKeyError ? "key" : undefined;
  }

  expectedOf(error: ValidationError): unknown {
    return (error as Joinable).expected;
  }

  valueTypeOf(error: ValidationError): string {
    return ValidationError.valueType(error);
  }
}

/** Errors that can be one, which expects one of several things. */
type Joinable = InvalidTypeError | OptionsError;

class ErrorFacts extends ErrorReader implements FactReader<ValidationError> {
  readonly #textOf: TextOf;

  constructor(textOf: TextOf) {
    super();
    this.#textOf = textOf;
  }

  classOf(error: ValidationError): unknown {
    return error.constructor;
  }

  factOf(error: ValidationError, joined: string | undefined, ids: Ids): string {
    const [own, words] = [ownMessageOf(error), wordsOf(error)];
    const text = this.#textOf(error);
    const condition = text === undefined ? statedCondition(error, Language.of(en))?.text : undefined;
    const what = text ?? [error.code, joined ?? error.formatError()];
    return JSON.stringify([own, ids.byIdentity(words), what, condition]);
  }

  /** Functions and formatters of the caller write messages for errors as they are. */
  joinableOf(error: ValidationError): Joinable | undefined {
    const isOwn = ownMessageOf(error) !== undefined || typeof wordsOf(error) === "function";
    if (isOwn || this.#textOf(error) !== undefined) return undefined;
    return error.constructor === InvalidTypeError || error.constructor === OptionsError
      ? (error as Joinable)
      : undefined;
  }

  joined(errors: readonly [ValidationError, ...ValidationError[]], expected: readonly unknown[]): ValidationError {
    const [error] = errors as readonly [Joinable, ...Joinable[]];
    const { context, actual } = error;
    const given = errors.map(InvalidTypeError.givenTo).find((one) => one !== undefined);
    const Class = error.constructor as typeof InvalidTypeError;
    const joined = new Class({ context, expected, actual, given, stackless: true });
    ValidationError.inherit(joined, error);
    ValidationError.place(joined, () => error as Position);
    return joined;
  }
}
