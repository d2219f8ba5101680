/** The same types for CommonJS. */
// @ts-ignore: with `module: node16` TypeScript does not know yet that Node requires ES modules.
export * from "../dist/servers/nest.js";
