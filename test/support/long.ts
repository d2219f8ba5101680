import { test } from "vitest";

/**
 * A test of what is large, in a file that is not long as a whole: `npm run test:long` runs it, as all tests of files
 * that import this; WebAssembly, too.
 */
export const longTest = test.runIf(process.env.VALIDLIB_TESTS !== undefined);
