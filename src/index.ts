/** The public names. On Node the addon, where one fits, takes over the JSON entry points. */
import "./json/use-native.ts";

export * from "./pure.ts";
