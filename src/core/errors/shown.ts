/** How messages show values: those of the library, and those of compiled modules. */
import { literal } from "../../values/text.ts";

/** The most characters of a value, and of an option among others. */
export const MAX_QUOTED = 80;
export const MAX_OPTION = 40;
/** Further options are only counted. */
export const SHOWN_OPTIONS = 5;
/** More members than these are left out of a value. */
export const SHOWN_MEMBERS = 10;
/** The same for a key in a path: there may be many keys, so the text for each is short. */
export const KEY_MEMBERS = 5;
/** Numbers from here on are shown in JavaScript's own form: with an exponent, or shortened. */
export const MAX_NUMBER = 1e21;

/** Dates and times are objects, and their text begins with a year or an hour. "Or later" does not fit numbers. */
export const isMoment = (value: unknown): boolean =>
  typeof value === "object" && value !== null && /^[+-]?\d/.test(literal(value));

/** A message inside another. */
export const withoutStop = (message: string): string => message.replace(/[.\u3002\u0964]$/, "");
