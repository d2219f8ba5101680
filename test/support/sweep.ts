/**
 * How much a random test tries: little in `npm test`, all of it in `npm run test:long`, which runs the files that
 * import this.
 */
export const sweep = <T>(short: T, long: T): T => (process.env.VALIDLIB_TESTS === "long" ? long : short);
