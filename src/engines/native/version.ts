/**
 * The version of the package. It is repeated here because a bundle has no package.json beside it; a test compares them.
 */
export const VERSION = "0.1.0";
