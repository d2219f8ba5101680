/** The plan that the addon compiles: the dump of a validator and of all validators it refers to, each of them once. */
import { rulesOf } from "../../core/builtin.ts";
import type { TupleModel } from "../../core/models/array.ts";
import { modelIn } from "../../core/models/index.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import type { ChainModel, ChoiceModel } from "../../core/models/steps.ts";
import { stepsByType } from "../../core/params/by-type.ts";
import type { Members } from "../../core/params/dict.ts";
import { convertsText, dictionaryOf, type Tags, tagsOfUnion } from "../../core/params/discriminator.ts";
import { FAILED, Report } from "../../core/report/report.ts";
import { NumberRule } from "../../core/rules/number.ts";
import { ANNOTATIONS, errorAnnotationsOf } from "../../core/schemas/annotations.ts";
import { isAsync } from "../../core/schemas/async.ts";
import { isChain, isPipeline } from "../../core/schemas/checker.ts";
import { copy } from "../../core/schemas/copy.ts";
import { reaching } from "../../core/schemas/graph.ts";
import { outerNames } from "../../core/schemas/names.ts";
import { paramsOf } from "../../core/schemas/params.ts";
import { referredBy } from "../../core/schemas/registry.ts";
import { frozenClasses, instances, isValidator, type Validator } from "../../core/validator.ts";
import { type Pattern, sourceOf, unicodeForm } from "../../text/pattern/pattern.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { JSON_TYPES } from "../../values/json-type.ts";
import { decimalOf } from "../../values/multiple.ts";
import type { Moment } from "../../values/temporal.ts";
import { instantOf, isDateLimit } from "./limits.ts";
import { propertiesIn, propertiesOf } from "./properties.ts";
import { Class } from "./tape.ts";

/** A larger array or object is left to TypeScript: reading it would take the addon longer than using it. */
const MAX_DATUM_DEPTH = 64;
const MAX_DATUM_PARTS = 10_000;

/** A parameter has a value that the addon cannot represent, so its validator is delegated. */
class Unsupported extends Error {}

/** A value that JSON has no form for, written as in a dump. */
const dumpedForm = (kind: string, rest: object): object => ({ __value__: kind, ...rest });

/** The shortest decimal of a number: the addon cannot compute it. */
function decimal(value: number): object {
  const { digits, exponent } = decimalOf(value);
  return dumpedForm("decimal", { digits: String(digits), power: exponent });
}

/** Returns whether its numbers are safe integers. Any other is a multiple of what its decimal form is a multiple of. */
const hasExactNumbers = (validator: Validator): boolean =>
  rulesOf(validator)?.rules.some((rule) => rule instanceof NumberRule && rule.isExact) === true;

const isText = (value: unknown): value is string =>
  typeof value === "string" && (value as string & { isWellFormed(): boolean }).isWellFormed();

const isScalar = (value: unknown): boolean => value === null || typeof value === "boolean" || typeof value === "number";

/** Whether keys have other names in a result. The addon does not know them: they are those of the builder. */
const leadsToNames = reaching((one) => outerNames(one) !== undefined);

/** Whether a validator in it gets the result of another. */
function getsResults(validator: Validator): boolean {
  if (isChain(validator)) return (validator as Leading).steps?.length !== 1;
  const { constructor, contains, patterns } = validator as Leading & {
    readonly constructor: { readonly name: string };
  };
  return constructor.name === "Closed" || (contains ?? patterns) !== undefined;
}

/** Parameters that lead to other validators for the same value. */
interface Leading {
  readonly use?: unknown;
  readonly steps?: readonly Validator[];
  readonly contains?: unknown;
  readonly patterns?: unknown;
}

export class Plan {
  /** The validators. The index of each is its id in the addon. */
  readonly validators: Validator[] = [];
  /**
   * By id: the ids of the members, in order: items, steps; the values of a schema, the two of `extra`, the values of
   * patterns, and others.
   */
  readonly members: number[][] = [];
  /** By Dict and key: the defaults that never change, already validated. */
  readonly defaults = new Map<Validator, Map<string, unknown>>();
  /** By Dict and pattern: the keys of the schema that match it, by index. */
  readonly matching = new Map<Validator, readonly (readonly number[])[]>();
  /** By the parameter `use` of references: the id of the target. */
  readonly targets = new Map<unknown, number>();
  readonly text: string;
  /** The version of the registry that references were resolved in; undefined if there are no references. */
  readonly version: number | undefined;
  /** The properties of characters that patterns name. Without them in the plan, the addon delegates those patterns. */
  readonly properties = new Set<string>();
  /** True if the plan lists the characters that have those properties. */
  readonly hasProperties: boolean;
  /** The errors of a refused text may have more than the records: see `ChainModel.joined`. */
  joins = false;
  /** By the parameter `use` of references: a number, which is the alias in the plan. */
  readonly #routes = new Map<Validator, Routes>();
  readonly #uses = new Map<unknown, number>();
  readonly #ids = new Map<Validator, number>();
  readonly #equivalents = new Map<Validator, Validator>();

  /**
   * @param hasProperties whether to find the characters that have the properties which patterns name: takes
   *   milliseconds.
   */
  constructor(validator: Validator, hasProperties: boolean) {
    this.hasProperties = hasProperties;
    const root = JSON.stringify(this.#encode(validator));
    const aliases: string[] = [];
    // It grows meanwhile.
    for (const [use, alias] of this.#uses) {
      const target = referredBy(use) as Validator | undefined;
      if (target === undefined) continue;
      aliases.push(`"${alias}":${JSON.stringify(this.#encode(target))}`);
      this.targets.set(use, this.#idOf(target));
    }
    const properties = hasProperties ? `,"properties":${JSON.stringify(propertiesOf(this.properties))}` : "";
    this.text = `{"root":${root},"aliases":{${aliases.join()}}${properties}}`;
    this.version = [...this.#uses.keys()].some((use) => typeof use === "string") ? instances.version : undefined;
  }

  /**
   * The data of a validator at its first occurrence; a reference by id elsewhere. An empty class name means: delegated.
   */
  #encode(given: Validator): object {
    const validator = this.#equivalentOf(given);
    const known = this.#ids.get(validator);
    if (known !== undefined) return dumpedForm("validator", { id: known });
    const { name } = validator.constructor;
    const id = this.validators.push(validator) - 1;
    this.#ids.set(validator, id);
    const members: number[] = [];
    this.members.push(members);
    const isKnown = Object.hasOwn(Class, name) && frozenClasses.has(validator.constructor as never);
    // An async AllOf validates its value several times, and has to recognise the results of its steps.
    const isWaiting = isChain(validator) && isAsync(validator);
    // Only its check sets its messages for a value that a validator inside it refuses.
    const hasTexts = isPipeline(validator) && errorAnnotationsOf(validator) !== undefined;
    const isRenamed = getsResults(validator) && leadsToNames(validator);
    if (!isKnown || isWaiting || hasTexts || isRenamed) return { __class__: "" };
    try {
      const data: Record<string, unknown> = { __class__: name };
      const member = (given: Validator): object => {
        const data = this.#encode(given);
        members.push(this.#idOf(given));
        return data;
      };
      for (const [param, value] of paramsOf(validator)) {
        if (ANNOTATIONS.includes(param)) continue;
        if (param === "maxdepth" && this.#isCircular(validator)) throw new Unsupported();
        data[param] = this.#param(validator, param, value, member);
      }
      if (name === "AllOf" && modelIn<ChainModel>(validator).joined > 0) this.joins = true;
      if (name === "Tuple") this.#lengths(validator, data);
      if (tagsOfUnion(validator) !== undefined) Object.assign(data, this.#tags(validator));
      const steps = stepsByType(validator);
      if (steps !== undefined) data.types = JSON_TYPES.map((type) => steps.get(type) ?? -1);
      return data;
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      // The encoded members are not part of the text, so their ids are removed.
      for (const member of this.validators.splice(id + 1)) this.#ids.delete(member);
      this.members.length = id + 1;
      members.length = 0;
      return { __class__: "" };
    }
  }

  /** The validator that the addon compiles instead, the same each time. */
  #equivalentOf(validator: Validator): Validator {
    const known = this.#equivalents.get(validator);
    if (known !== undefined) return known;
    const isItself = isPipeline(validator) && errorAnnotationsOf(validator) !== undefined;
    const equivalent = isItself ? validator : validator.nativeEquivalent();
    this.#equivalents.set(validator, equivalent);
    return equivalent;
  }

  /**
   * Returns whether a reference leads back to itself without a level of the text in between: its check detects that
   * before it counts. Each validator is replaced by its equivalent once, as when it is encoded: an equivalent may have
   * an equivalent of its own, and so on without end.
   */
  #isCircular(reference: Validator): boolean {
    const seen = new Set<Validator>();
    const pending: Validator[] = [reference];
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      const validator = this.#equivalentOf(one) as Validator & Leading;
      if (validator === reference && seen.has(validator)) return true;
      if (seen.has(validator)) continue;
      seen.add(validator);
      const { use, steps = [] } = validator;
      pending.push(...steps);
      const target = referredBy(use) as Validator | undefined;
      if (target !== undefined) pending.push(target);
    }
    return false;
  }

  #idOf(validator: Validator): number {
    return this.#ids.get(this.#equivalentOf(validator)) as number;
  }

  #param(validator: Validator, param: string, value: unknown, member: (given: Validator) => object): unknown {
    // Names that the equivalent does not have already.
    if (param === "names") throw new Unsupported();
    if (param === "discriminator") return modelIn<ChoiceModel>(validator).discriminator;
    // The addon knows the flag only.
    if (param === "coerce" && value === "text") throw new Unsupported();
    if (param === "value") return this.#datum(value, 0, []);
    if (isValidator(value)) return member(value);
    if (param === "defaults") return this.#defaults(validator, value as Record<string, unknown>);
    if (isDateLimit(validator, param)) return dumpedForm("instant", instantOf(validator, value as Moment));
    if (param === "multiple_of" && typeof value === "number" && !hasExactNumbers(validator)) {
      // Integers with all their digits are multiples of the number itself, too, not only of its decimal form.
      if (rulesOf(validator)?.readsDigits && Number.isInteger(value) && !Number.isSafeInteger(value))
        throw new Unsupported();
      return decimal(value);
    }
    if (param === "pattern") return this.#pattern(value as Pattern);
    if (param === "null_is_absent") return modelIn<ObjectModel>(validator).nulls.map((key) => this.#scalar(key));
    if (param === "exhaustive") return modelIn<ObjectModel>(validator).exhaustive?.keys.map((key) => this.#scalar(key));
    if (param === "patterns") return this.#patterns(validator, value as Members, member);
    if (param === "use") return this.#alias(value);
    if (Array.isArray(value)) return value.map((item) => (isValidator(item) ? member(item) : this.#scalar(item)));
    if (param !== "schema" && !param.startsWith("dependent_")) return this.#scalar(value);
    const byKey = value as Readonly<Record<string, Validator | readonly string[]>>;
    return dumpedForm("object", {
      entries: Object.entries(byKey).map(([key, one]) => [
        this.#scalar(key),
        isValidator(one) ? member(one) : one.map((name) => this.#scalar(name)),
      ]),
    });
  }

  /** The least number of items of a Tuple, if it is not that of all. Only JavaScript makes defaults. */
  #lengths(tuple: Validator, data: Record<string, unknown>): void {
    const { items, least, filled } = modelIn<TupleModel>(tuple);
    if (least < filled) throw new Unsupported();
    if (least < items.length) data.least = least;
  }

  #alias(use: unknown): string {
    const alias = this.#uses.get(use) ?? this.#uses.size;
    this.#uses.set(use, alias);
    return String(alias);
  }

  /** The tags of a discriminated union. If its steps are delegated, only JavaScript has the tags. */
  #tags(oneOf: Validator): object {
    const { steps: byTag, converting, missing, nullable } = tagsOfUnion(oneOf) as Tags;
    // The addon compares tags without conversion, and returns null for null. The check converts them, or runs a step
    // for null.
    if (converting.some(convertsText) || (nullable !== undefined && nullable !== dictionaryOf(nullable)))
      throw new Unsupported();
    const routes = routesIn(oneOf, this.#routes);
    const routeTo = (chosen: Validator): readonly number[] => routes.get(chosen) as readonly number[];
    return {
      tags: Array.from(byTag, ([tag, chosen]): unknown[] => [this.#scalar(tag), ...routeTo(chosen)]),
      ...(missing === undefined ? {} : { missing: routeTo(missing)[0] }),
      nullable: nullable !== undefined || ownValue(oneOf, "nullable") === true,
    };
  }

  /** For each pattern of keys: itself, its validator, and the keys of the schema that match it. */
  #patterns(dict: Validator, patterns: Members, member: (given: Validator) => object): unknown[] {
    const { names, patterns: made } = modelIn<ObjectModel>(dict);
    const matching = made.map(({ matches }) => names.flatMap((name, key) => (matches(name) ? [key] : [])));
    this.matching.set(dict, matching);
    return Object.keys(patterns).map((source, index) => [
      this.#pattern(source),
      member(patterns[source] as Validator),
      matching[index],
    ]);
  }

  #pattern(pattern: Pattern): object {
    const known = unicodeForm(pattern);
    // The addon has no patterns without the flag `u`: it delegates a pattern with unknown flags.
    const { source, flags } = known ?? { source: sourceOf(pattern), flags: "-u" };
    // With other flags the addon delegates the pattern anyway, or the properties mean something else.
    if (flags === "" || flags === "s") for (const name of propertiesIn(source)) this.properties.add(name);
    return dumpedForm("pattern", { source: this.#scalar(source), flags });
  }

  /**
   * The value of a Const; objects as their entries, as they may have any keys.
   * @param parts the parts written so far: their number is bounded, even if the value shares parts.
   */
  #datum(value: unknown, depth: number, parts: unknown[]): unknown {
    if (depth > MAX_DATUM_DEPTH || parts.push(value) > MAX_DATUM_PARTS) throw new Unsupported();
    const member = (part: unknown): unknown => this.#datum(part, depth + 1, parts);
    if (isArray(value)) return value.map(member);
    if (!isPlainObject(value)) return this.#scalar(value);
    return dumpedForm("object", {
      entries: Object.keys(value).map((key) => [this.#scalar(key), member(ownValue(value, key))]),
    });
  }

  #scalar(value: unknown): unknown {
    if (typeof value === "number" && (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER) || Object.is(value, -0))) {
      // The addon's parser of plans does not accept an integer of many digits as a number.
      return dumpedForm("number", { text: Object.is(value, -0) ? "-0" : String(value) });
    }
    if (typeof value === "bigint") return dumpedForm("bigint", { text: String(value) });
    if (isText(value) || isScalar(value)) return value;
    throw new Unsupported();
  }

  /** In the plan a default is null if it never changes, and an object if it is made or checked anew for each value. */
  #defaults(dict: Validator, defaults: Record<string, unknown>): object {
    const constant = new Map<string, unknown>();
    this.defaults.set(dict, constant);
    const entries = Object.keys(defaults).map((key): [unknown, unknown] => {
      const value = constantDefault(
        (ownValue(dict, "schema") as Record<string, Validator> | undefined)?.[key],
        defaults[key],
      );
      if (value !== FAILED) constant.set(key, value);
      return [this.#scalar(key), value === FAILED ? {} : null];
    });
    return dumpedForm("object", { entries });
  }
}

/** Returns whether the registry has changed since a plan was made, so that references may lead to other validators. */
export const isStale = ({ version }: Plan): boolean => version !== undefined && version !== instances.version;

/** The plan of a validator; undefined if it is not possible. */
export function planOf(validator: Validator, properties: boolean): Plan | undefined {
  try {
    return new Plan(validator, properties);
  } catch (error) {
    // The stack overflowed: validators are nested too deep.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Maximum number of unions on a route: it would be in the plan of each of them. The last looks up the rest. */
const MAX_ROUTE = 8;
type Routes = ReadonlyMap<Validator, readonly number[]>;

/**
 * The steps of a discriminated union, and those of the unions inside it by the same key, which its tags select, too:
 * for each the number of a step, then of a step inside that, as far as the addon need not look up the tag again.
 */
function routesIn(union: Validator, known: Map<Validator, Routes>): Routes {
  const before = known.get(union);
  if (before !== undefined) return before;
  const steps = ownValue(union, "steps") as readonly Validator[];
  const routes = new Map(steps.map((step, index): [Validator, readonly number[]] => [step, [index]]));
  const key = ownValue(union, "discriminator");
  for (const [index, step] of steps.entries()) {
    if (ownValue(step, "discriminator") !== key) continue;
    for (const [chosen, route] of routesIn(step, known))
      if (!routes.has(chosen)) routes.set(chosen, [index, ...route].slice(0, MAX_ROUTE));
  }
  known.set(union, routes);
  return routes;
}

/** The validated default, if it is the same for each value; else FAILED. */
function constantDefault(validator: Validator | undefined, value: unknown): unknown {
  // Rules always give the same result for the same value.
  if (validator === undefined || typeof value === "function" || rulesOf(validator) === undefined) return FAILED;
  const result = validator.check(copy(value), new Report());
  return typeof result === "string" || typeof result === "bigint" || isScalar(result) ? result : FAILED;
}
