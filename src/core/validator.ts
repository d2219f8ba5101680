/** The base of all validators: a callable, immutable object with parameters and one method that defines it, `check`. */

import { isArray, isPlainObject, isThenable, ownValue, withoutPrototype } from "../values/input.ts";
import { keepErrors } from "../values/kept-errors.ts";
import { oneByOne } from "../values/one-by-one.ts";
import { hasRoom } from "../values/stack.ts";
import { Stop } from "../values/stop.ts";
import { literal, SHOWN, shownPattern } from "../values/text.ts";
import type { ColumnBatch, ColumnOptions, RecordColumnBatch, RecordColumnOptions } from "./columns.ts";
import type { Encoded } from "./encode/encoded.ts";
import { ENCODING, type Encoding, isCurrent, makeEncoder } from "./encode/encodings.ts";
import { GIVES, type Given } from "./encode/target.ts";
import { type Format, traced, type ValidationError } from "./errors/errors.ts";
import type { Engine, JsonLimits, JsonSource } from "./json/engine.ts";
import { engineInUse, parseAsync } from "./json/in-use.ts";
import { parseMany, testMany } from "./json/many.ts";
import { pure } from "./json/pure.ts";
import type {
  FilterOptions,
  LineBatch,
  LineCounts,
  LineOptions,
  LineResult,
  LineSource,
  RecordBatch,
  RecordCounts,
  RecordFilterOptions,
  RecordOptions,
  RecordResult,
} from "./lines.ts";
import { MEANT } from "./misspelt.ts";
import { PartialReader, type PartialResult, outcomeOf as partialResult } from "./partial/reader.ts";
import { asyncCall, waitingInUse } from "./report/async-call.ts";
import { type AsyncLimits, readAsyncLimits } from "./report/async-limits.ts";
import { answered, refusedInSilence } from "./report/check.ts";
import type { Spellings } from "./report/digits.ts";
import { type FallbackListener, type Limits, readLimits, wordingOf } from "./report/limits.ts";
import { type CheckReport, FAILED, type Failed, type Report, type Result } from "./report/report.ts";
import { makeRunner, type Runner, takeError } from "./runner.ts";
import { metaOf, readAnnotations } from "./schemas/annotations.ts";
import { expectSync, isAsync } from "./schemas/async.ts";
import { type Checker, isApplied, isChecker, isOfAnyCopy, OF_ANY_COPY, VALIDATOR } from "./schemas/checker.ts";
import { RUNNER } from "./schemas/derived.ts";
import { clone, dump, load, type Update } from "./schemas/dump.ts";
import { sharedNamesIn } from "./schemas/graph.ts";
import type { Meta } from "./schemas/meta.ts";
import { AllParams, paramsOf, sameParams } from "./schemas/params.ts";
import { instances as byAlias, classes as byName, type Classes, type Instances } from "./schemas/registry.ts";
import { concealSecrets } from "./schemas/secrets.ts";
import { Table } from "./schemas/table.ts";
import { type Standard, standardOf } from "./standard.ts";
import type { AnyCaller, AnyValidator, Infer, InferInput, PlainUpdate, Types } from "./types.ts";

/**
 * Checks one parameter at construction: returns the value to store, or throws TypeError or ValueError. `Given` is the
 * type of the argument, if it differs from the stored type.
 */
export interface Contract<out Stored = unknown, out Given = Stored> {
  /** @param given all parameters as given, for contracts that depend on other parameters. */
  (owner: Validator, attr: string, value: unknown, given?: Readonly<Record<string, unknown>>): Stored;
  /** Types only: does not exist at run time. */
  readonly "~given"?: Given;
  /** Converts the stored value for dumps, if it is not dumped unchanged. */
  dump?: (value: never) => unknown;
  /** The parameter must be given: undefined is a value like any other. */
  required?: boolean;
  /** It is false unless it is given. */
  isFlag?: boolean;
}

/** The parameters of a class, in the order of text forms, dumps and checks. */
export type ParamTable = Readonly<Record<string, Contract>>;

/** A validator class, built in or custom. */
export interface ValidatorClass<V extends Validator = Validator> {
  // biome-ignore lint/suspicious/noExplicitAny: each class takes its own arguments
  new (...args: any[]): V;
  readonly name: string;
  readonly params: ParamTable;
  args(args: readonly unknown[]): Record<string, unknown>;
  readonly prototype: V;
}

export interface Validator<out Output = unknown, out Input = unknown, in Caller = AnyCaller> {
  /**
   * Returns the validated value, converted and completed as the parameters say.
   * @throws ValidationError if the value is invalid: one error, or a SchemaError of all of them.
   */
  (this: Caller, value: unknown, limits?: Limits): Infer<this>;
}

/**
 * The base class of all validators. Extend it for a validator of your own, with a method `check`.
 * @example class Even extends Validator<number> { check(input, report) { ... } }
 */
export abstract class Validator<out Output = unknown, out Input = unknown, in Caller = AnyCaller> {
  static readonly params: ParamTable = {};

  /** Turns constructor arguments into parameters; classes with a first argument of their own override it. */
  static args(args: readonly unknown[]): Record<string, unknown> {
    const [params] = args;
    return paramsObject(params, this.name);
  }

  /** Runs calls with JavaScript values. @internal */
  declare readonly [RUNNER]: Runner;

  /** Types only: does not exist at run time. */
  declare readonly "~types": Types<Output, Input, Caller>;

  constructor(...args: readonly unknown[]) {
    const builtIn = constructors.get(new.target);
    const validatorClass = builtIn ?? (new.target as unknown as ValidatorClass);
    const runner = makeRunner();
    const self = ((value: unknown, limits?: Limits) => {
      expectSync(self, "The call", "validateAsync or safeAsync");
      return valueOrThrow(runner.value(self, value, limits), self, limits, self as never);
    }) as this;
    Object.setPrototypeOf(self, validatorClass.prototype);
    const given = args[0] instanceof AllParams ? args[0].values : validatorClass.args(args);
    const isBuiltIn = builtIn !== undefined;
    // An assignment takes a tenth of the time. The symbol of a validator that will be frozen is out of reach.
    if (isBuiltIn) (self as { [RUNNER]: Runner })[RUNNER] = runner;
    else Object.defineProperty(self, RUNNER, withoutPrototype({ value: runner }));
    const hasCommon = tableOf(validatorClass, isBuiltIn).readInto(self, given, Validator.prototype);
    if (!builtInChecks.has(self.check)) replaceCheck(self, guarded(self, self.check));
    if (hasCommon) {
      if (readAnnotations(self, validatorClass.params, given)) replaceCheck(self, wording(self, self.check));
      register(self, ownValue(given, "alias"), ownValue(given, "replace"));
    }
    // biome-ignore lint/correctness/noConstructorReturn: this is how an instance of a class becomes callable
    return self;
  }

  get [VALIDATOR](): true {
    return true;
  }

  get [OF_ANY_COPY](): true {
    return true;
  }

  get [SHOWN](): true {
    return true;
  }

  /** The metadata; undefined if it has none. A class of your own may have another parameter of this name. */
  get meta(): Meta | undefined {
    return metaOf(this);
  }

  /** Standard Schema: the interface through which frameworks call a validator. */
  get "~standard"(): Standard<Output, Input> {
    return standardOf(this);
  }

  /**
   * Defines the validator: returns the validated value, or records the reason in `report` and returns `FAILED`. Never
   * throws for bad data. Custom validators override it.
   */
  check(_input: unknown, _report: CheckReport): Output | Failed {
    throw new TypeError(`${this.constructor.name} should have a check`);
  }

  /**
   * Returns whether the result has the structure of the input, provided that this holds for the members.
   * `core/schemas/graph.ts` does not trust an inherited method, because a subclass may behave differently.
   * @internal
   */
  keepsInput(): boolean {
    return false;
  }

  /** Returns the encoder of the validator, or the reason why it has none. @internal */
  [ENCODING](_to: Encoding): Validator | string {
    return "its class states none";
  }

  /** The type of the values, if that is known. @internal */
  get [GIVES](): Given {
    return undefined;
  }

  /**
   * An equivalent validator for JSON text, of a class that the native engine knows. It has no other equivalent than
   * itself.
   * @internal
   */
  nativeEquivalent(): Validator {
    return this;
  }

  /**
   * As the call, but returns `{ ok: true, value }` or `{ ok: false, error }`.
   * @throws TypeError, as every method, if it is called without its validator.
   */
  safe(this: Caller, value: unknown, limits?: Limits): Result<Infer<this>> {
    return safeResult(syncOf(this, "safe", "safeAsync"), value, limits);
  }

  /**
   * As the call, but waits for the `async` functions of `Check` and `Transform`. They are called once everything else
   * has passed, at most `concurrency` of them at once, and once for equal values. Do not change the value meanwhile.
   * @returns a promise of the validated value. It rejects with the errors of the call; with whatever such a function
   *   throws other than a ValidationError (an AggregateError if several do); with the reason of the `signal`; and with
   *   a TypeError if the value is thenable, which no promise resolves to: use `safeAsync`.
   * @example const user = await signup.validateAsync(body, { signal: AbortSignal.timeout(2000) })
   */
  async validateAsync(value: unknown, limits?: AsyncLimits): Promise<Infer<this>> {
    needsValidator(this, "validateAsync");
    const result = await waited(this, limits, (known) => safeResult<Infer<this>>(this, value, known));
    if (result.ok) return resolvable(result.value, "validateAsync", "safeAsync");
    throw traced(result.error, this.validateAsync);
  }

  /** As `validateAsync`, but resolves to `{ ok: true, value }` or `{ ok: false, error }`. */
  async safeAsync(value: unknown, limits?: AsyncLimits): Promise<Result<Infer<this>>> {
    needsValidator(this, "safeAsync");
    return waited(this, limits, (known) => safeResult<Infer<this>>(this, value, known));
  }

  /**
   * A type guard: returns whether the value is valid and of the input type. It refuses what the call would convert
   * implicitly: a Map or a form for an object, a bigint for a number. No errors are collected.
   * @example if (point.is(value)) value.x + value.y
   */
  is(this: Caller, value: unknown, limits?: Limits): value is InferInput<this> {
    needsValidator(this, "is");
    return this[RUNNER].verdict(this, value, limits);
  }

  /**
   * Validates JSON text.
   * @param source the text, or its UTF-8 bytes.
   * @throws JsonDecodeError if it is not JSON or exceeds a limit; ValidationError if the value is invalid, with
   *   `offset`, `line` and `column`; TypeError if `source` is neither a string nor a Uint8Array.
   */
  json(this: Caller, source: JsonSource, limits?: JsonLimits): Infer<this> {
    const self = syncOf(this, "json", "jsonAsync");
    const result = finished<Infer<this>>(engineInUse().parse(self, source, limits), self, limits);
    if (result.ok) return result.value;
    throw traced(result.error, self.json);
  }

  /** As `json`, but returns `{ ok: true, value }` or `{ ok: false, error }`. */
  safeJson(this: Caller, source: JsonSource, limits?: JsonLimits): Result<Infer<this>> {
    const self = syncOf(this, "safeJson", "safeJsonAsync");
    return finished(engineInUse().parse(self, source, limits, true), self, limits);
  }

  /**
   * As `json`, but if the addon is in use, a long text is read on another thread, and only the value is made on this
   * one. Waits for `async` functions, as `validateAsync` does. Rejects with the errors that `json` throws. Do not
   * change the bytes before the promise settles.
   * @example const orders = await orderList.jsonAsync(body)
   */
  async jsonAsync(source: JsonSource, limits?: JsonLimits & AsyncLimits): Promise<Infer<this>> {
    needsValidator(this, "jsonAsync");
    const result = await jsonResult<Infer<this>>(this, source, limits, false);
    if (result.ok) return resolvable(result.value, "jsonAsync", "safeJsonAsync");
    throw traced(result.error, this.jsonAsync);
  }

  /** As `jsonAsync`, but resolves to `{ ok: true, value }` or `{ ok: false, error }`. */
  async safeJsonAsync(source: JsonSource, limits?: JsonLimits & AsyncLimits): Promise<Result<Infer<this>>> {
    needsValidator(this, "safeJsonAsync");
    return jsonResult<Infer<this>>(this, source, limits, true);
  }

  /** Returns whether the text is JSON and its value is valid. Builds nothing. */
  isJson(this: Caller, source: JsonSource, limits?: JsonLimits): boolean {
    return engineInUse().test(syncOf(this, "isJson", "safeJsonAsync"), source, limits);
  }

  /**
   * Validates several JSON texts, such as messages of a queue, in one call of the addon: several times as fast as
   * `safeJson` in a loop if they are short.
   * @param sources an array of texts, or of their UTF-8 bytes.
   * @returns the result of each, in order, as `safeJson` gives it.
   * @throws TypeError if `sources` is not an array, or one of them is neither a string nor a Uint8Array.
   * @example const orders = order.jsonMany(messages.map((message) => message.body))
   */
  jsonMany(sources: readonly JsonSource[], limits?: JsonLimits): Result<Infer<this>>[] {
    const self = syncOf(this, "jsonMany", "safeJsonAsync");
    return parseMany(self, sources, limits).map((result) => finished(result, self, limits));
  }

  /** As `isJson` for each of several texts, in one call of the addon. Throws as `jsonMany` does. */
  isJsonMany(sources: readonly JsonSource[], limits?: JsonLimits): boolean[] {
    return testMany(syncOf(this, "isJsonMany", "safeJsonAsync"), sources, limits);
  }

  /**
   * Reads JSON text that need not have ended, such as the answer of a model while it comes.
   * @param source the text so far, or its UTF-8 bytes.
   * @returns `{ complete, value, error, issues }`: the value so far, validated as far as it goes; what is wrong with it
   *   whatever comes next; and whether it is a whole text: then the outcome is that of `safeJson`. See `PartialReader`.
   * @throws TypeError if `source` is neither a string nor a Uint8Array, or a Check or Transform is async.
   * @example Dict({ city: Str(), days: List(Int()) }).partialJson('{"city": "Os').value; // { city: "Os" }
   */
  partialJson<V extends AnyValidator>(this: V, source: JsonSource, limits?: JsonLimits): PartialResult<Infer<V>> {
    return partialResult(openReader<Infer<V>>(this, "partialJson", limits).push(source));
  }

  /**
   * As `partialJson`, for a text that comes in parts: each is read once, and each member is validated when it ends.
   * @returns a reader: `push` takes the next part, text or bytes; `value`, `error`, `issues` and `complete` tell what
   *   is known so far; `end` returns the result of the whole text.
   * @throws TypeError if a Check or Transform is async.
   * @example const reader = answer.partialReader();
   * for await (const part of stream) show(reader.push(part).value);
   */
  partialReader<V extends AnyValidator>(this: V, limits?: JsonLimits): PartialReader<Infer<V>> {
    return openReader(this, "partialReader", limits);
  }

  /**
   * Validates NDJSON, one JSON text a line: yields for each line, in order, `{ ok: true, value, line, offset }` or `{
   * ok: false, error, line, offset }`. Reads only as fast as you iterate; leaving the loop closes the source.
   * @param source a stream of Node or the web, an iterable of chunks, or bytes or a string.
   * @throws TypeError, in the loop, for an invalid source or option; and the errors of the source.
   * @example for await (const { ok, value } of event.lines(request)) if (ok) await store(value);
   */
  lines(source: LineSource, options?: LineOptions): AsyncGenerator<LineResult<Infer<this>>, void, undefined> {
    needsValidator(this, "lines");
    return oneByOne(withReader(source, ({ readLines }) => readLines<Infer<this>>(this, source, options)));
  }

  /**
   * Validates the records of a source of any format and size: the items of an array in one JSON document, or lines of
   * NDJSON. Yields for each, in order, `{ ok: true, value, record, offset }` or `{ ok: false, error, record, offset }`,
   * as `lines` does. Keeps one record in memory, not the document.
   * @param source as for `lines`.
   * @param options `format`, the pointer `at` of the array, a `document` that validates what is around it, and those of
   *   `lines`.
   * @throws ValidationError, in the loop, after the records before it, if what is around the records is wrong: a
   *   document that ends too early or is not JSON, an array that is not there. TypeError and others as `lines`.
   * @example for await (const place of feature.records(file, { format: "json", at: "/features" })) show(place);
   */
  records(source: LineSource, options: RecordOptions): AsyncGenerator<RecordResult<Infer<this>>, void, undefined> {
    needsValidator(this, "records");
    return oneByOne(withReader(source, ({ readRecords }) => readRecords<Infer<this>>(this, source, options)));
  }

  /**
   * As `lines`, many lines at a time, which is faster for short lines. Yields batches of about 64 kB, smaller
   * if the source is slow: `{ values, issues, line, lines, offset, bytes }`, where `issues` are the invalid
   * lines, `{ line, offset, error }`. With `threads`, the lines of the next batch are validated on another thread.
   * With a `format`, batches of records: `{ values, issues, record, records, offset, bytes }`.
   * @param source as for `lines`.
   * @throws as `lines`, in the loop.
   * @example for await (const { values, issues } of event.batches(request)) await insert(values);
   */
  batches(source: LineSource, options: RecordOptions): AsyncGenerator<RecordBatch<Infer<this>>, void, undefined>;
  batches(source: LineSource, options?: LineOptions): AsyncGenerator<LineBatch<Infer<this>>, void, undefined>;
  batches(source: LineSource, options?: LineOptions | RecordOptions): AsyncGenerator<unknown, void, undefined> {
    needsValidator(this, "batches");
    return withReader(source, ({ readBatches }) => readBatches<Infer<this>>(this, source, options));
  }

  /**
   * As `batches`, but gives columns in the layout of Arrow in place of values: `{ rows, columns, numbers, issues, line,
   * lines, offset, bytes }`; `numbers.price` is a Float64Array; `toArrow()` makes a RecordBatch of `apache-arrow`.
   * With a `format`, columns of records, with `record` and `records` in place of `line` and `lines`.
   * @param source as for `lines`.
   * @param options those of `batches`; `rows`: how many rows a batch has, about. Default 8,192.
   * @throws as `batches`, in the loop, after the rows before it; ValueError, with the path, if a part of the schema
   *   has no column, as a Transform.
   * @example for await (const { numbers } of event.columns(file)) for (const price of numbers.price) sum += price;
   */
  columns<V extends AnyValidator>(
    this: V,
    source: LineSource,
    options: RecordColumnOptions,
  ): AsyncGenerator<RecordColumnBatch<Infer<V>>, void, undefined>;
  columns<V extends AnyValidator>(
    this: V,
    source: LineSource,
    options?: ColumnOptions,
  ): AsyncGenerator<ColumnBatch<Infer<V>>, void, undefined>;
  columns(source: LineSource, options?: ColumnOptions | RecordColumnOptions): AsyncGenerator<unknown, void, undefined> {
    needsValidator(this, "columns");
    return withColumns(source, ({ readColumns }) => readColumns(this as never, source, options));
  }

  /**
   * Splits NDJSON into valid and invalid lines, byte for byte. Builds nothing but the errors that you ask for.
   * @returns the numbers of `good`, `bad` and `blank` lines, and of their `bytes`. Rejects with the error of a stream
   *   that fails.
   * @example await event.filterLines(process.stdin, { valid: process.stdout, errorsTo: process.stderr });
   */
  async filterLines(this: Caller, source: LineSource, options?: FilterOptions): Promise<LineCounts> {
    const self = syncOf(this, "filterLines", "lines");
    return withFilter(source, ({ filterLines }) => filterLines(self, source, options));
  }

  /**
   * As `filterLines`, for records of any format: `valid` and `invalid` are files of the format of the source, a JSON
   * document with an array, or CSV with its header.
   * @param options those of `records` and of `filterLines`; `from`, where in its file the source begins; `onProgress`;
   *   with `"csv"`, `reason`, the name of a column of `invalid` that says what is wrong.
   * @returns the numbers of `good`, `bad` and `blank` records, of their `bytes`, and where the `next` one begins.
   *   Rejects as `records` throws, and with the error of a stream that fails.
   * @example await item.filterRecords(file, { format: "csv", valid: good, invalid: bad, reason: "what is wrong" });
   */
  async filterRecords(this: Caller, source: LineSource, options: RecordFilterOptions): Promise<RecordCounts> {
    const self = syncOf(this, "filterRecords", "records");
    return withFilter(source, ({ filterRecords }) => filterRecords(self, source, options));
  }

  /**
   * The way back: validates a value of the output type and returns the input it comes from, as plain JSON. Dates become
   * text as their `format` says, sets and tuples arrays; `encode` of a Transform undoes it.
   * @throws ValidationError if the value does not fit; ValueError if a validator of the schema has no encoding, as a
   *   Transform without `encode`; TypeError if a Check is async.
   * @example v.Date({ format: "iso" }).encode(Temporal.PlainDate.from("2026-02-28")); // "2026-02-28"
   */
  encode<V extends AnyValidator>(this: V, value: Infer<V>, limits?: Limits): Encoded<InferInput<V>> {
    const self = this as never as Validator;
    return valueOrThrow(encoded(self, "encode", value, limits), self, limits, self.encode) as Encoded<InferInput<V>>;
  }

  /** As `encode`, but returns `{ ok: true, value }` or `{ ok: false, error }`. */
  safeEncode<V extends AnyValidator>(this: V, value: Infer<V>, limits?: Limits): Result<Encoded<InferInput<V>>> {
    return asResult(encoded(this as never, "safeEncode", value, limits), this as never, limits);
  }

  /** As `encode`, but returns JSON text. A bigint becomes a number with all its digits. */
  stringify(value: Infer<this>, limits?: Limits): string {
    return valueOrThrow(encodedText(this, "stringify", value, limits), this, limits, this.stringify) as string;
  }

  /** As `stringify`, but returns `{ ok: true, value }`, whose value is the text, or `{ ok: false, error }`. */
  safeStringify(value: Infer<this>, limits?: Limits): Result<string> {
    return asResult(encodedText(this, "safeStringify", value, limits), this, limits);
  }

  /** The validator as plain data: `__class__` and the parameters that differ from their defaults. */
  dump(): Record<string, unknown> {
    needsValidator(this, "dump");
    return dump(this);
  }

  /**
   * A new validator with some parameters changed. Its static type is known if only limits and the like are changed, by
   * name.
   * @param update changes by path; see {@link Update}.
   * @param unset what to remove, by path.
   * @throws KeyError for a path that leads nowhere; ValueError and TypeError as `load` does.
   * @example item.clone({ "schema.age.min": 18, "optional+": ["age"] })
   */
  clone(update: PlainUpdate): this;
  clone(update?: Update, unset?: Update): Validator;
  clone(update?: Update, unset?: Update): Validator {
    needsValidator(this, "clone");
    return clone(this, update, unset) as Validator;
  }

  /** Builds a validator from its dump; see `load`. */
  static load(data: unknown, update?: Update, unset?: Update): Validator {
    return load(data, update, unset) as Validator;
  }

  /** Same class and same parameters; an alias makes no difference. */
  equals(other: unknown): boolean {
    needsValidator(this, "equals");
    return other === this || (other instanceof Validator && sameParams(this, other));
  }

  /** The form in which `console.log` shows a validator. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }

  /**
   * Returns `<ClassName(param=value, ...)>`, with the parameters that differ from their defaults. A validator with
   * members that occurs several times is written out once, and is `<ClassName(\u2026)>` elsewhere, as is what is nested
   * deeper than the stack has room for.
   */
  toString(): string {
    // The prototypes of classes have a text form too, so `this` may not be a validator.
    if (!this?.[VALIDATOR]) needsValidator(this, "toString");
    const { name } = this.constructor;
    const outer = shared;
    try {
      shared ??= new Set(sharedNamesIn(this).keys());
      if (written.has(this) || !hasRoom()) return `<${name}(\u2026)>`;
      if (shared.has(this)) written.add(this);
      const shown = (param: string, value: unknown): unknown => (param === "pattern" ? shownPattern(value) : value);
      const params = paramsOf(this).map(([param, value]) => `${param}=${literal(shown(param, value))}`);
      return `<${name}(${params.join(", ")})>`;
    } finally {
      shared = outer;
      if (outer === undefined) written.clear();
    }
  }
}

/** The state of the text that is being written: the validators that occur several times, and those already written. */
let shared: ReadonlySet<unknown> | undefined;
const written = new Set<unknown>();

// A validator is a function in every respect: it has `call`, `apply` and `bind`.
Object.setPrototypeOf(Validator.prototype, Function.prototype);

/**
 * Validators by alias, for `LazyRef`, `__use__` and `__clone__`.
 * @example instances.add("shop.price", Float({ min: 0 }))
 */
export const instances: Instances<Validator> = byAlias as unknown as Instances<Validator>;

/**
 * Validator classes by name, for `load`.
 * @example classes.add(class Isbn extends Validator<string> {})
 */
export const classes: Classes<ValidatorClass> = byName as unknown as Classes<ValidatorClass>;

/** `value` is a validator. */
export const isValidator = isChecker as (value: unknown) => value is Validator;

/** `value` is what a schema has as a member: a validator, or a compiled one. */
export const isMember = (value: unknown): boolean => isValidator(value) || isCompiled(value);

/** The validator that a member stands for; undefined if it is none, as a compiled one where none are in use. */
export let memberOf = (value: unknown): Validator | undefined => (isValidator(value) ? value : undefined);

/** Lets compiled validators be members. */
export function readMembersBy(read: typeof memberOf): void {
  memberOf = read;
}

/** The checks of built-in classes. They follow the rules for checks, so they need no guard. */
export const builtInChecks: WeakSet<Validator["check"]> = new WeakSet();

/** The tables of built-in classes, which do not change. */
const tables = new WeakMap<ValidatorClass, Table>();

function tableOf(validatorClass: ValidatorClass, isBuiltIn: boolean): Table {
  if (!isBuiltIn) return new Table(validatorClass, false);
  const known = tables.get(validatorClass);
  if (known?.isCurrent) return known;
  const table = new Table(validatorClass, true);
  tables.set(validatorClass, table);
  return table;
}

/** The built-in classes. `callable` freezes their validators, so the constructor may assign parameters. */
export const frozenClasses: WeakSet<ValidatorClass> = new WeakSet();

/** The constructors of built-in validators, by what `new.target` is in their calls: see `callable`. */
export const constructors: WeakMap<object, ValidatorClass> = new WeakMap();

/**
 * The encoder of a validator, for a method that cannot wait.
 * @throws ValueError if it has none; TypeError if it has async functions.
 */
export function encoderFor(validator: Validator, method: string): Validator {
  const runner = validator[RUNNER];
  const { encoder: known } = runner;
  // Without references, all about it is known.
  if (known !== undefined && known.version === undefined) return known.encoder as Validator;
  const made = known !== undefined && isCurrent(known) ? known : makeEncoder(validator, checkOf as never);
  expectSync(made.encoder, method, "a schema without it for what goes out");
  runner.encoder = made;
  return made.encoder as Validator;
}

/** The input of a value; or FAILED, and `takeError` says why. */
function encoded(validator: Validator, method: string, value: unknown, limits: Limits | undefined): unknown {
  needsValidator(validator, method);
  const encoder = encoderFor(validator, method);
  return encoder[RUNNER].value(encoder, value, limits);
}

/** As `encoded`, for the text of the input. */
function encodedText(validator: Validator, method: string, value: unknown, limits: Limits | undefined): unknown {
  needsValidator(validator, method);
  const encoder = encoderFor(validator, method);
  return encoder[RUNNER].text(encoder, value, limits);
}

/** The result of a JavaScript value. */
export function safeResult<Output>(validator: Validator, value: unknown, limits: Limits | undefined): Result<Output> {
  return asResult(validator[RUNNER].value(validator, value, limits), validator, limits);
}

/** As `safe`, for a value that has parts of JSON text: the digits of their numbers count. */
export const safeSpelled = (
  validator: Validator,
  value: unknown,
  spellings: Spellings,
  limits?: Limits,
): Result<unknown> => asResult(validator[RUNNER].spelled(validator, value, spellings, limits), validator, limits);

/** The same as `safeAsync`. */
export const safeSpelledAsync = (
  validator: Validator,
  value: unknown,
  spellings: Spellings,
  limits?: AsyncLimits,
): Promise<Result<unknown>> => waited(validator, limits, (known) => safeSpelled(validator, value, spellings, known));

/** The result of a call whose runner has returned `value`. */
function asResult<Output>(value: unknown, validator: Validator, limits: Limits | undefined): Result<Output> {
  return value === FAILED
    ? { ok: false, error: finishError(takeError(true), validator, limits) }
    : { ok: true, value: value as Output };
}

/** As `asResult`, but throws the error, with a stack that begins at the caller of `entry`. */
function valueOrThrow(
  value: unknown,
  validator: Validator,
  limits: Limits | undefined,
  entry: (...args: never[]) => unknown,
): unknown {
  if (value !== FAILED) return value;
  throw traced(finishError(takeError(false), validator, limits), entry);
}

/** The result of a call of an engine. */
function finished<Output>(result: Result<unknown>, validator: Validator, limits: Limits | undefined): Result<Output> {
  if (!result.ok) finishError(result.error, validator, limits);
  return result as Result<Output>;
}

/** A reader of JSON text that comes in parts. */
function openReader<Output>(given: unknown, method: string, limits: JsonLimits | undefined): PartialReader<Output> {
  const self = syncOf(given, method, "safeJsonAsync");
  const bounds = readLimits(limits);
  return new PartialReader(self, bounds, {
    isBuiltIn: (one) => frozenClasses.has(one.constructor as never),
    parse: (source) => finished(engineInUse().parse(self, source, limits, true), self, limits),
    finish: (error) => finishError(error, self, limits),
  });
}

/** The result of JSON text, in a call that can wait. */
async function jsonResult<Output>(
  validator: Validator,
  source: JsonSource,
  given: (JsonLimits & AsyncLimits) | undefined,
  stackless: boolean,
): Promise<Result<Output>> {
  if (isAsync(validator)) {
    const parse = (engine: Engine) => (limits: JsonLimits | undefined) =>
      finished<Output>(engine.parse(validator, source, limits, true), validator, limits);
    // An engine may call steps any number of times, so the one in use only validates everything except async functions.
    const engine = engineInUse();
    return waited(validator, given, parse(pure), engine === pure ? undefined : parse(engine));
  }
  const { limits, signal } = readAsyncLimits<JsonLimits>(given);
  const stop = new Stop(signal);
  try {
    stop.check();
    return finished(await stop.orStop(parseAsync(validator, source, limits, stackless)), validator, limits);
  } finally {
    stop.close();
  }
}

/** The result of a call that can wait. */
async function waited<Output, L extends Limits>(
  validator: Validator,
  given: (L & AsyncLimits) | undefined,
  validate: (limits: L | undefined) => Result<Output>,
  first?: (limits: L | undefined) => Result<Output>,
): Promise<Result<Output>> {
  const { limits, signal, concurrency } = readAsyncLimits<L>(given);
  const stop = new Stop(signal);
  try {
    stop.check();
    if (!isAsync(validator)) return validate(limits);
    const { limiter, resultOf } = waitingInUse();
    const onFallback = limits && (ownValue(limits, "onFallback") as FallbackListener | undefined);
    // The value is validated several times. Only the last time tells what is replaced.
    let replaced: Parameters<FallbackListener>[] = [];
    const bounds =
      typeof onFallback === "function"
        ? { ...(limits as L), onFallback: (...one: Parameters<FallbackListener>) => replaced.push(one) }
        : limits;
    const anew = (act: typeof validate) => () => {
      replaced = [];
      return act(bounds);
    };
    const result = await resultOf(anew(validate), limiter(concurrency), stop, first && anew(first));
    if (result.ok) for (const one of replaced) onFallback?.(...one);
    return result;
  } finally {
    stop.close();
  }
}

/**
 * Returns the result of a call whose promise resolves to it.
 * @throws TypeError if it is thenable: the promise would not resolve to it, but call its `then`.
 */
function resolvable<T>(value: T, method: string, instead: string): T {
  if (!isThenable(value)) return value;
  throw new TypeError(`${method} cannot resolve to a value with a method then: use ${instead}`);
}

/** The error of a call: it says nothing of secrets, in the language, or by the formatter, of the call. */
function finishError(error: ValidationError, root: Validator, limits: Limits | undefined): ValidationError {
  concealSecrets(error, root);
  const wording = limits && wordingOf(limits);
  return wording ? error.formatWith(wording as Format) : error;
}

/**
 * What the reader of lines yields. It is loaded lazily, so programs that never read lines pay neither start-up time nor
 * bundle size.
 */
function withReader<T>(source: unknown, read: (reader: typeof import("../lines/values.ts")) => AsyncIterable<T>) {
  return loaded(source, () => import("../lines/values.ts"), read);
}

/** The same of the maker of columns. */
function withColumns<T>(source: unknown, read: (maker: typeof import("../columns/read.ts")) => AsyncIterable<T>) {
  return loaded(source, () => import("../columns/read.ts"), read);
}

/** A source may fail while what reads it is loaded, or before the loop begins. */
function loaded<M, T>(source: unknown, load: () => Promise<M>, read: (module: M) => AsyncIterable<T>) {
  const release = keepErrors(source);
  return (async function* () {
    try {
      yield* read(await load());
    } finally {
      release();
    }
  })();
}

async function withFilter<T>(source: unknown, filter: (module: typeof import("../lines/filter.ts")) => Promise<T>) {
  const release = keepErrors(source);
  try {
    return await filter(await import("../lines/filter.ts"));
  } finally {
    release();
  }
}

/** Refuses a method that is called without its validator, as after `const { safe } = validator`. */
function needsValidator(self: unknown, method: string): asserts self is Validator {
  if (typeof self === "function") return;
  throw new TypeError(
    `${method} was called without its validator: write validator.${method}(...), or bind it to the validator`,
  );
}

/** Returns the validator of a method that cannot wait; refuses one that contains async functions. */
function syncOf(self: unknown, method: string, instead: string): Validator {
  needsValidator(self, method);
  expectSync(self as Validator, method, instead);
  return self as Validator;
}

/** Reads a parameters object; undefined is an empty one. */
export function paramsObject(value: unknown, owner: string): Record<string, unknown> {
  if (value === undefined) return {};
  if (!isPlainObject(value)) {
    const hint = typeof value === "function" ? memberHint(value) : "";
    throw new TypeError(`${owner} parameters should be an object${hint}`);
  }
  return value;
}

/** Whether a value is what a module that `validlib compile` has written exports. */
export const isCompiled = (value: unknown): boolean =>
  typeof value === "function" &&
  typeof ownValue(value, "safeJson") === "function" &&
  ownValue(value, "~standard") !== undefined;

/** The end of a message about a class, a compiled validator, or one of another copy of the library. */
export function classHint(value: unknown): string {
  if (isCompiled(value))
    return ": this validator is compiled, so give fromCompiled(it), or the one of its source module";
  if (isOfAnyCopy(value) && !isValidator(value))
    return ": this validator is of another copy of validlib, such as a second version or its CommonJS build";
  if (typeof value !== "function" || !(value.prototype instanceof Validator)) return "";
  return `: did you mean ${frozenClasses.has(value as never) ? "" : "new "}${value.name}()?`;
}

/** What validates the values of a class of JavaScript. */
const OF_CLASS: ReadonlyMap<unknown, string> = /*#__PURE__*/ new Map<unknown, string>([
  [String, "Str()"],
  [Number, "Float() or Int()"],
  [Boolean, "Bool()"],
  [BigInt, "Int({ bigint: true })"],
  [globalThis.Date, "Datetime()"],
  [Array, "List(...)"],
  [Object, "Dict({...})"],
]);

/** The end of a message about any value in place of a validator. */
export function memberHint(value: unknown): string {
  const hint = classHint(value);
  if (hint !== "") return hint;
  const meant = meantBy(value);
  return meant === undefined ? "" : `: did you mean ${meant}?`;
}

function meantBy(value: unknown): string | undefined {
  if (typeof value === "function") {
    // A class of the caller's may be anything.
    const isClass = Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
    const known = OF_CLASS.get(value) ?? (ownValue(value, MEANT) as string | undefined);
    return known ?? (isClass ? undefined : "Check(...) or Transform(...)");
  }
  if (isArray(value)) return "List(...) or Tuple(...)";
  if (isPlainObject(value)) return "Dict({...})";
  if (value instanceof RegExp) return "Str({ pattern: ... })";
  return typeof value === "string" || typeof value === "boolean" ? "Const(...)" : undefined;
}

/**
 * Wraps the check of a custom class, which may call other validators and throw their errors: they are recorded here. It
 * counts as one level of schema depth, and fails if it recorded or threw an error, whatever it returns.
 */
function guarded(validator: Validator, check: Validator["check"]): Validator["check"] {
  // Outcomes are memoized under this function. Those of the validator itself belong to the check of its base class.
  const whole = (input: unknown, report: Report): unknown => {
    const remembered = report.begin(whole, input, 1);
    if (remembered !== undefined) return remembered;
    const mark = report.mark();
    let result: unknown;
    try {
      result = check.call(validator, input, report);
      // Check and Transform look at what their functions return. What a Check returns is its input, even a Promise.
      if (!isApplied(validator)) result = answered(validator, result);
    } catch (error) {
      result = report.absorb(error, mark);
    }
    // Check and Transform do this themselves, if they are not async.
    if (!isApplied(validator)) asyncCall()?.changed();
    // Also leaves what the check entered and did not leave.
    report.restore(mark);
    if (report.failedSince(mark.count)) result = FAILED;
    else if (result === FAILED) throw refusedInSilence(validator);
    return report.end(whole, input, 1, result);
  };
  return whole;
}

function replaceCheck(validator: Validator, check: Validator["check"]): void {
  Object.defineProperty(validator, "check", withoutPrototype({ value: check, configurable: true }));
}

/** Wraps a check so that its failures get the messages of its validator. */
function wording(validator: Validator, check: Validator["check"]): Validator["check"] {
  const worded: typeof check = (input, report, ...read) => {
    const since = (report as Report).count;
    const result = Reflect.apply(check, validator, [input, report, ...read]) as ReturnType<typeof check>;
    if (result === FAILED) (report as Report).word(validator, since);
    return result;
  };
  unworded.set(worded, check);
  return worded;
}

/** The original checks, by the checks that set messages. */
const unworded = new WeakMap<Validator["check"], Validator["check"]>();

/** The check of a validator, without the messages of its own. */
export const checkOf = (validator: Checker): Validator["check"] => {
  const check = validator.check as Validator["check"];
  return unworded.get(check) ?? check;
};

function register(validator: Validator, alias: unknown, replace: unknown): void {
  if (alias === undefined || alias === null) return;
  if (typeof alias !== "string") throw new TypeError(`${validator.constructor.name}.alias should be of type string`);
  byAlias[replace ? "put" : "add"](alias, validator);
}
