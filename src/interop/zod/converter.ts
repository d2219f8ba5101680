/** Converts schemas: each with its checks, messages and metadata, once. */
import { describe } from "../../core/describe.ts";
import type { Words } from "../../core/errors/errors.ts";
import { ValueError } from "../../core/errors/errors.ts";
import type { Meta } from "../../core/schemas/meta.ts";
import { paramsOf as paramsOfValidator } from "../../core/schemas/params.ts";
import type { Validator } from "../../core/validator.ts";
import { AllOf } from "../../validators/all-of.ts";
import { Any } from "../../validators/any.ts";
import { Check } from "../../validators/check.ts";
import { Const } from "../../validators/const.ts";
import { Default } from "../../validators/default.ts";
import { Fallback } from "../../validators/fallback.ts";
import { If } from "../../validators/if.ts";
import { LazyRef } from "../../validators/lazy-ref.ts";
import { Optional } from "../../validators/optional.ts";
import { Transform } from "../../validators/transform.ts";
import { type Checked, type Group, join, paramsOfCheck } from "./checks.ts";
import { below, type Place, pointerOf, ZodSchemaError, type ZodWarning } from "./error.ts";
import { changing, conversion, converting, isAsync, mayReport, reporting, takesNothing, testOf } from "./functions.ts";
import {
  type CheckDef,
  defOf,
  type ErrorMap,
  internalsOf,
  isZodSchema,
  type Schema,
  type Check as ZodCheck,
} from "./schema.ts";
import { isText, wordsOfMap } from "./words.ts";

/** What a validator of one type is made from. */
export interface Source {
  readonly schema: Schema;
  readonly place: Place;
  readonly converter: Converter;
  /** The text of the schema. */
  readonly words: { readonly message?: Words };
}

/** The validators of a type; with `group`, for parameters of checks. */
export interface Types {
  /** The validators that stand for a schema without the checks that functions stand for, one behind the other. */
  build(source: Source, group: Group): Validator[];
  /** The validators for parameters of checks behind a function. */
  again(type: Checked, group: Group, words: Source["words"]): Validator[];
  /** The type, if its checks are parameters. */
  checked(schema: Schema): Checked | undefined;
}

/** A schema that has been converted. */
interface Known {
  readonly validator: Validator;
  /** Whether it calls no function of the user, and refers to nothing that is not ready. */
  readonly isData: boolean;
}

/** What zod writes for the check of a `z.custom()` without a function, as it is or minified. */
const TAKES_ALL = /^\(\)\s*=>\s*(?:true|!0)$/;

export class Converter {
  readonly #types: Types;
  readonly #warn: (warning: ZodWarning) => void;
  /** By schema; undefined while it is being converted, because it may contain itself. */
  readonly #built = new Map<Schema, Known | undefined>();
  /** How many functions and references there have been. */
  #functions = 0;

  constructor(types: Types, warn: (warning: ZodWarning) => void) {
    this.#types = types;
    this.#warn = warn;
  }

  /** A validator of values; `undefined` is one of them. */
  value(schema: Schema, place: Place): Validator {
    return this.known(schema, place).validator;
  }

  /** As `value`, with what is known of the validator. */
  known(schema: Schema, place: Place): Known {
    if (!isZodSchema(schema)) throw new ZodSchemaError("schema", place, "it is not a schema of zod 4");
    const before = this.#built.get(schema);
    if (before !== undefined) {
      if (!before.isData) this.#functions++;
      return before;
    }
    if (this.#built.has(schema)) {
      this.#functions++;
      return { validator: LazyRef((): Validator => this.#built.get(schema)?.validator as Validator), isData: false };
    }
    this.#built.set(schema, undefined);
    const since = this.#functions;
    const built = this.#guarded(defOf(schema).type, place, () =>
      this.#describe(schema, this.#checked(schema, place), place),
    );
    const known = { validator: built, isData: since === this.#functions };
    this.#built.set(schema, known);
    return known;
  }

  /** A validator of a key of an object, which may be missing. A key that is `undefined` counts as missing. */
  member(schema: Schema, place: Place): Validator {
    const { optin, optout } = internalsOf(schema);
    if (optin === undefined) return this.value(schema, place);
    if (optin === "optional" && optout === "optional") {
      this.#warnOfExact(schema, place);
      return optional(this.present(schema, place));
    }
    const validator = this.value(schema, place);
    // What the schema makes of undefined is refused silently.
    if (optout === "optional") return Default(If(UNDEFINED, Fallback(validator, undefined), validator), undefined);
    return filled(validator);
  }

  /** As `value`, for values that are not `undefined`. */
  present(schema: Schema, place: Place): Validator {
    const def = defOf(schema);
    if (def.type !== "optional" || def.checks?.length || this.#metaOf(schema)) return this.value(schema, place);
    return this.present((def as unknown as { innerType: Schema }).innerType, below(place));
  }

  /** Whether `undefined` is refused for certain. */
  refusesUndefined({ validator, isData }: Known): boolean {
    return isData && !validator.safe(undefined).ok;
  }

  /** Tells that an `undefined` which zod refuses counts as a missing key; unless the validator takes it for certain. */
  warnOfUndefined(type: string, place: Place, { validator, isData }: Known): void {
    if (!isData || !validator.safe(undefined).ok) this.warn(type, place, "a key that is undefined counts as missing");
  }

  #warnOfExact(schema: Schema, place: Place): void {
    if (isExact(schema)) this.warnOfUndefined("optional", place, this.known(schema, place));
  }

  warn(type: string, place: Place, message: string): void {
    this.#warn({ type, pointer: pointerOf(place), message });
  }

  /** A function of the user, for a step. */
  transform(
    given: (...args: never[]) => unknown,
    params: Readonly<Record<string, unknown>> = {},
    maps: readonly (ErrorMap | undefined)[] = [],
  ): Validator {
    this.#functions++;
    const reports = mayReport(given);
    return Transform(
      (reports ? conversion(given, maps) : given) as never,
      {
        ...params,
        ...(reports && { reports }),
        ...(isAsync(given) && { async: true }),
      } as never,
    );
  }

  /** A function of the user, for another parameter. */
  function(given: (...args: never[]) => unknown): (value: unknown) => unknown {
    this.#functions++;
    return converting(given);
  }

  /** A condition of ours. */
  check(test: (value: unknown) => unknown, params: object): Validator {
    this.#functions++;
    return Check(test, params as never);
  }

  /** Counts a value that a function makes. */
  calls(): void {
    this.#functions++;
  }

  #guarded(type: string, place: Place, build: () => Validator): Validator {
    try {
      return build();
    } catch (error) {
      if (error instanceof ZodSchemaError) throw error;
      // A parameter that the library does not take.
      if (!(error instanceof ValueError || error instanceof TypeError)) throw error;
      throw new ZodSchemaError(type, place, error.message, { cause: error });
    }
  }

  #metaOf(schema: Schema): Meta | undefined {
    const registry = (globalThis as { __zod_globalRegistry?: { get(schema: Schema): Meta | undefined } })
      .__zod_globalRegistry;
    return registry?.get(schema);
  }

  #describe(schema: Schema, validator: Validator, place: Place): Validator {
    const meta = this.#metaOf(schema);
    if (meta === undefined) return validator;
    try {
      return describe(validator, meta);
    } catch (error) {
      this.warn(defOf(schema).type, place, `its metadata is dropped: ${(error as Error).message}`);
      return validator;
    }
  }

  /** The validator of a schema with its checks: parameters as far as their order allows, and steps behind it. */
  #checked(schema: Schema, place: Place): Validator {
    const def = defOf(schema);
    const words = wordsOfMap(def.error);
    this.#warnOfMap(def.error, def.type, place);
    const source: Source = { schema, place, converter: this, words: words === undefined ? {} : { message: words } };
    const type = this.#types.checked(schema);
    const steps: Validator[] = [];
    let isFirst = true;
    let group: Group | undefined = { params: {}, messages: {} };
    const flush = (): void => {
      if (group === undefined) return;
      if (isFirst) steps.push(...this.#types.build(source, group));
      else if (type !== undefined) steps.push(...this.#types.again(type, group, source.words));
      isFirst = false;
      group = undefined;
    };
    const { traits, bag } = internalsOf(schema);
    // The check of z.instanceof is that of its class.
    const own = traits.has("$ZodCheck") && !isClass(bag.Class) ? [schema as unknown as ZodCheck] : [];
    const isOwn = (check: ZodCheck): boolean => check === own[0];
    for (const check of [...own, ...(def.checks ?? [])]) {
      const { def: checkDef } = check._zod;
      if (checkDef.check === "describe" || checkDef.check === "meta" || checkDef.check === "metadata") continue;
      const added = type === undefined || isConditional(checkDef) ? undefined : paramsOfCheck(type, checkDef);
      if (added === undefined) {
        const step = this.#step(schema, check, place);
        flush();
        if (step !== undefined) steps.push(step);
        continue;
      }
      this.#warnOf(checkDef, place);
      if (!isOwn(check)) this.#warnOfMap(checkDef.error, checkDef.check, place);
      const text = isOwn(check) ? undefined : wordsOfMap(checkDef.error);
      // Of an integer, zod says by one text that it is no number, and by another that it has a fraction.
      if (added.int && text !== undefined) flush();
      group ??= { params: {}, messages: {} };
      if (join(group, added, text)) continue;
      flush();
      group = { params: {}, messages: {} };
      join(group, added, text);
    }
    flush();
    return chain(steps);
  }

  #warnOf({ check, format }: CheckDef, place: Place): void {
    if (check === "multiple_of")
      this.warn(check, place, "multiples are compared as decimal numbers, without a tolerance");
    if (format === "url") this.warn("url", place, "a URL with a tab or a line break inside is refused");
  }

  /** A check that a function stands for. */
  #step(schema: Schema, check: ZodCheck, place: Place): Validator | undefined {
    const { def } = check._zod;
    const { type, error } = defOf(schema);
    const maps = [def.error, error];
    const name = `check ${pointerOf(place).split("/").at(-1) ?? ""}`.trim();
    const fn = def.fn as ((...args: never[]) => unknown) | undefined;
    if (def.check === "overwrite") return this.transform(def.tx as () => unknown);
    if (def.check === "string_format" && def.format === "url") {
      this.calls();
      return Transform(changing(check, "url"));
    }
    this.calls();
    const path = def.path as (string | number)[] | undefined;
    if (isConditional(def))
      this.warn(def.check, place, "its condition is asked of valid values only: its error never stands beside others");
    if (def.error !== error) this.#warnOfMap(def.error, type, place);
    if (def.check === "custom" && fn !== undefined && def.when === undefined && def.params === undefined) {
      if (TAKES_ALL.test(Function.prototype.toString.call(fn))) return undefined;
      const message = wordsOfMap(def.error) ?? wordsOfMap(error);
      return Check(testOf(fn), {
        ...(message !== undefined && { message }),
        ...(path?.length && { path: path.map((key) => (typeof key === "symbol" ? String(key) : key)) }),
        ...(def.abort && { abort: true }),
        ...(isAsync(fn) && { async: true }),
      } as never);
    }
    const run = check._zod.check as (...args: never[]) => unknown;
    return Check(reporting(check, name, maps), {
      ...(def.abort && { abort: true }),
      ...((isAsync(run) || (fn !== undefined && isAsync(fn))) && { async: true }),
    } as never);
  }

  #warnOfMap(map: ErrorMap | undefined, type: string, place: Place): void {
    if (map !== undefined && !isText(map) && !takesNothing(map))
      this.warn(type, place, "a function that makes messages gets what is known of the error, and not the input");
  }
}

const UNDEFINED = /*#__PURE__*/ Const(undefined);

/** What zod asks before it checks a length or a size; minifiers write `void 0`, and leave out spaces. */
const HAS_LENGTH = /\.(?:length|size) ?!== ?(?:undefined|void 0)|void 0 ?!== ?[\w$]+\.(?:length|size)/;

/** Whether a check has a condition of the user's. zod adds its own as the last key of a definition. */
const isConditional = (def: CheckDef): boolean =>
  def.when !== undefined &&
  !(Object.keys(def).at(-1) === "when" && HAS_LENGTH.test(Function.prototype.toString.call(def.when)));

/** Whether a key may be missing, but not be `undefined`: a `z.exactOptional`, or what passes values on to one. */
function isExact(schema: Schema, around: readonly Schema[] = []): boolean {
  if (around.includes(schema)) return false;
  const { traits, innerType: lazy } = internalsOf(schema) as ReturnType<typeof internalsOf> & { innerType?: Schema };
  if (traits.has("$ZodExactOptional")) return true;
  const { type, ...def } = defOf(schema) as unknown as Record<"innerType" | "in", Schema> & {
    readonly type: string;
    readonly options: readonly Schema[];
  };
  const inner: Partial<Record<string, readonly Schema[]>> = {
    nullable: [def.innerType],
    readonly: [def.innerType],
    lazy: [lazy as Schema],
    pipe: [def.in],
    union: def.options,
  };
  return inner[type]?.some((one) => isExact(one, [...around, schema])) === true;
}

/** Whether a class is one that `Type` takes for itself. Those of primitives mean the primitives. */
export const isClass = (given: unknown): boolean =>
  typeof given === "function" && ![String, Number, Boolean, BigInt].includes(given as never);

/** Steps as one validator. */
export function chain(steps: readonly Validator[]): Validator {
  if (steps.length === 0) return Any();
  const flat = steps.flatMap((step) =>
    isPlainChain(step) ? (step as unknown as { steps: Validator[] }).steps : [step],
  );
  return flat.length === 1 ? (flat[0] as Validator) : new AllOf(flat as never);
}

const isPlainChain = (step: Validator): boolean =>
  step.constructor === (AllOf as unknown) && paramsOfValidator(step).every(([name]) => name === "steps");

/** The validator of a member that may be missing. */
export const optional = (validator: Validator): Validator =>
  validator.constructor === (Optional as unknown) ? validator : Optional(validator, undefined);

/** The validator of a member that is validated as `undefined` if it is missing. */
export const filled = (validator: Validator): Validator =>
  validator.constructor === (Default as unknown) ? validator : Default(validator, undefined);
