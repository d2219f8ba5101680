/** The error of every floor: what a developer, or a stranger, gave has the right type and a wrong value. */

/** For a new object of the class, without V8's work for an Error. Internal. */
export const STACKLESS = {};

/**
 * A parameter, or an input, of the right type but with an invalid value; the root of the validation errors.
 * @example Str({ minlen: -1 }); // throws ValueError: Str.minlen should not be negative number
 */
export class ValueError extends Error {
  // biome-ignore lint/correctness/noUnreachableSuper: what is returned instead is an object of the class too
  constructor(message?: string, options?: { cause?: unknown }) {
    // V8's work for each Error takes most of the time of creating one; see `ErrorInit.stackless` in core/errors.
    // biome-ignore lint/correctness/noConstructorReturn: the object that derived classes put their properties into
    if (options === STACKLESS) return Object.create(new.target.prototype);
    super(message, options);
  }
}
