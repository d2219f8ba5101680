/** Telephone numbers of ITU-T E.164. */
import { type Format, regular } from "./format.ts";

/** The country code, then the number: 15 digits at most. The shortest numbers that there are have 7. */
const E164 = /^\+[1-9]\d{6,14}$/u;

export const e164: Format = /*#__PURE__*/ regular("phone number", E164);
