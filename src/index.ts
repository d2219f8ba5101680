/** The public names. On Node the addon, where one fits, takes over the JSON entry points. */
export * from "./pure.ts";
