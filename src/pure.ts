/** The whole library without the addon: `validlib/pure`, and what browsers get. */
export * as contracts from "./contracts.ts";
export * as exc from "./exc.ts";
export * from "./exc.ts";
export { __impl__, type EngineInfo, engineInfo as engine, type JsonLimits, type JsonSource } from "./json/engine.ts";
export type { Limits } from "./report/limits.ts";
export { type CheckReport as Report, FAILED, type Failed, type Result } from "./report/report.ts";
export { dump, load, type Update } from "./schemas/dump.ts";
export { classes, instances } from "./schemas/registry.ts";
export type { Infer, InferInput, Unset } from "./types.ts";
export { type CommonParams, type Contract, type ParamTable, Validator, type ValidatorClass } from "./validator.ts";
export * from "./validators/index.ts";
export { MultiDict, multidict } from "./values/mapping.ts";
