/** The whole library without the addon: `validlib/pure`, and what browsers get. */

export { arrowSchema, fromArrowSchema, toIpc } from "./columns/index.ts";
export { deepPartial, extend, merge, omit, partial, pick, required } from "./compose.ts";
export { type Brand, type Branded, brand, readonly } from "./core/brand.ts";
// The compiler writes these names into the declarations of programs that export generic functions or inferred types. A
// program that cannot import them does not compile (TS2742, TS2883). They are not part of the documented interface.
export type {
  ClassWithParams,
  Constructor,
  FieldsOf,
  Made,
  MadeOfMembers,
  MembersConstructor,
  ParamsOf,
  TypeAffectingPart,
  ValidatorOf,
  ValidatorStatics,
} from "./core/builtin.ts";
export type {
  ArrowField,
  ArrowRecordBatch,
  ArrowSchema,
  ArrowType,
  Column,
  ColumnBatch,
  ColumnField,
  ColumnKind,
  ColumnNumbers,
  ColumnOptions,
  ColumnType,
  IpcOptions,
  RecordColumnBatch,
  RecordColumnOptions,
} from "./core/columns.ts";
export { type CompiledValidator, fromCompiled } from "./core/compiled.ts";
export * as contracts from "./core/contracts.ts";
export { checkExamples, describe } from "./core/describe.ts";
export type { Encoded } from "./core/encode/encoded.ts";
export { negotiateLocale } from "./core/errors/negotiate.ts";
export { filterRecords } from "./core/filter-records.ts";
export type { EngineInfo, JsonLimits, JsonSource } from "./core/json/engine.ts";
export { __impl__, engineInfo as engine } from "./core/json/in-use.ts";
export type {
  BlankLines,
  ErrorLevel,
  FilterOptions,
  LineBatch,
  LineCounts,
  LineOptions,
  LineResult,
  LineSource,
  RecordBatch,
  RecordCounts,
  RecordFilterOptions,
  RecordFormat,
  RecordOptions,
  RecordResult,
  RecordStart,
  WritableOutput,
} from "./core/lines.ts";
export type { Extras, Members } from "./core/params/dict.ts";
export type { CheckIssue, Fail, TransformFail } from "./core/params/function.ts";
export type { PartialOf } from "./core/partial/opened.ts";
export type { PartialReader, PartialResult } from "./core/partial/reader.ts";
export type { AsyncLimits } from "./core/report/async-limits.ts";
export type { FallbackListener, Limits } from "./core/report/limits.ts";
export { type CheckReport as Report, FAILED, type Failed, type Result } from "./core/report/report.ts";
export { dump, type Update } from "./core/schemas/dump.ts";
export type { Meta } from "./core/schemas/meta.ts";
export type { Classes, Instances } from "./core/schemas/registry.ts";
export { functions } from "./core/schemas/registry.ts";
export type {
  Standard,
  StandardIssue,
  StandardJsonSchema,
  StandardJsonSchemaOptions,
  StandardOptions,
  StandardResult,
} from "./core/standard.ts";
export type {
  Affecting,
  AllOnly,
  AnyCaller,
  AnySchema,
  AnyValidator,
  Bound,
  CallerIf,
  CallerOf,
  CheckedForms,
  CheckedSteps,
  CommonParams,
  Context,
  DefaultOf,
  Defaults,
  DictCaller,
  DictInput,
  DictOnly,
  DictOutput,
  Disposed,
  FirstInput,
  FormOf,
  GivenOptions,
  GivenParams,
  GivenSteps,
  IfFits,
  IfGetters,
  IfGiven,
  IfMaybe,
  IfOther,
  IfUsual,
  Infer,
  InferInput,
  Inferred,
  InputWithGetters,
  InstanceOf,
  IntInput,
  IntKind,
  IntOutput,
  IsAsync,
  IsTrue,
  Item,
  ItemOf,
  KeptSchema,
  KnownDefaults,
  LastOutput,
  LooseSchema,
  MaybeDefaults,
  MaybeKeys,
  MemberList,
  MemberOr,
  Names,
  NextStep,
  NullableOf,
  NullableParams,
  Off,
  Only,
  OnlyList,
  OptionalKeys,
  OptionalMember,
  OptionalOf,
  OptionOf,
  OrNull,
  Output,
  OutputWithGetters,
  OwnDefaults,
  OwnMaybe,
  OwnOptional,
  Param,
  PlainUpdate,
  ReadOnly,
  RequiredKeys,
  RestOf,
  Returned,
  Schema,
  SchemaIn,
  SchemaOf,
  SeparateMembers,
  Simplify,
  Steps,
  StepThatTakes,
  ThroughSteps,
  TupleOf,
  TypeClass,
  Types,
  Unset,
  Usual,
  WholeOnly,
  WordParams,
} from "./core/types.ts";
export {
  type Contract,
  classes,
  instances,
  type ParamTable,
  Validator,
  type ValidatorClass,
} from "./core/validator.ts";
export * as exc from "./exc.ts";
export * from "./exc.ts";
/** @internal */
export * from "./interop/elsewhere.ts";
export { type AjvError, toAjvErrors } from "./interop/jsonschema/ajv-errors.ts";
export type { JsonSchemaTarget } from "./interop/jsonschema/dialect.ts";
export { JsonSchemaError } from "./interop/jsonschema/error.ts";
export { type FromJsonSchemaOptions, fromJsonSchema, type JsonSchemaWarning } from "./interop/jsonschema/from.ts";
export { type ToJsonSchemaOptions, toJsonSchema } from "./interop/jsonschema/to.ts";
export { type ToSourceOptions, toSource } from "./interop/source/to-source.ts";
export { Json, type JsonValue } from "./json-value.ts";
export { load } from "./load.ts";
export {
  type FromOpenApiDocument,
  type FromOpenApiOperation,
  type FromOpenApiOptions,
  fromOpenApi,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiInfo,
  type OpenApiOptions,
  type OpenApiResponse,
  type OpenApiRoute,
  openapi,
  type ValidatorsByType,
} from "./openapi.ts";
export { Template, type TemplateLiteral, type TemplateParams, type TemplatePart } from "./template.ts";
export { type FormatName, useAllFormats } from "./text/formats/index.ts";
export * from "./validators/index.ts";
export { MultiDict, multidict } from "./values/mapping.ts";
export type { TypedArrayName, TypedArrays } from "./values/typed-arrays.ts";
