/** The ids of the validators that write the values of a Dict. */
export interface Writers {
  /** By key of the schema. */
  readonly keys: readonly number[];
  readonly extra: number | undefined;
  readonly patterns: readonly number[];
}

/** A validator compiled by the addon, with the information that all builders need. */
import { type Model, modelIn } from "../../core/models/index.ts";
import type { ObjectModel } from "../../core/models/object.ts";
import { FAILED, type Report } from "../../core/report/report.ts";
import { mayLackValue } from "../../core/schemas/graph.ts";
import { hasSecrets } from "../../core/schemas/secrets.ts";
import type { Validator } from "../../core/validator.ts";
import { distinct, Ids, isPrimitive } from "../../values/ids.ts";
import type { Compiled, Port } from "./addon.ts";
import { delegated } from "./delegated.ts";
import { checkDefault, checkDelegated, delegationReport } from "./errors.ts";
import type { Plan } from "./plan.ts";
import { type Order, Shapes } from "./shapes.ts";
import { Head, Kind, MAY_DELEGATE_BIT } from "./tape.ts";

/** Builds the value on the tape. `text` is the first chunk of its Latin-1 strings. */
export type Build = (integers: Int32Array, numbers: Float64Array, text: string) => unknown;

/** Builds the values of the first `count` of some texts, of those that are valid. */
export type BuildMany = (
  integers: Int32Array,
  numbers: Float64Array,
  text: string,
  texts: Int32Array,
  count: number,
) => unknown[];

/** The functions that build what a validator accepts. */
export interface Builds {
  readonly one: Build;
  readonly many: BuildMany;
}

/** Parameters of validators without members that builders use. */
export interface LeafParams {
  readonly nullable: boolean;
  readonly options: readonly unknown[] | undefined;
  readonly value: unknown;
}

/** A compiled validator, its shapes, and the state of the build that is running. */
export class CompiledSchema {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly port: Port;
  /** The checks convert texts that the addon has validated, by calling Temporal, which is code outside the engine. */
  readonly makesMoments: boolean;
  /** The errors of a text that was refused, none of whose values was delegated, may be made later. */
  readonly canReportLater: boolean;
  readonly shapes: Shapes = new Shapes(
    (id) => this.keys(id),
    (id) => this.#schemaOrder(id),
  );
  /** For the checks of delegated values; undefined between builds. */
  #report: Report | undefined;
  /** For the `unique` lists of the text that is being built; undefined between builds. */
  #ids: Ids | undefined;

  constructor(plan: Plan, compiled: Compiled, port: Port) {
    this.plan = plan;
    this.compiled = compiled;
    this.port = port;
    this.makesMoments = compiled.kinds.includes(Kind.moment);
    const root = plan.validators[0] as Validator;
    // No function of the caller has a part in an error, nor a validator that may have changed when it is read. Only the
    // pure engine can say how secrets hide keys.
    this.canReportLater =
      !plan.joins && !plan.validators.some((_, id) => this.kind(id) === Kind.delegated) && !hasSecrets(root);
  }

  /**
   * Returns the value that `build` makes, or FAILED if a validator's own check refuses a delegated value or a default.
   */
  run(build: Build, integers: Int32Array, numbers: Float64Array, text: string): unknown {
    if (integers[Head.delegated] === 0 && !this.makesMoments) {
      const value = build(integers, numbers, text);
      this.#ids = undefined;
      return value;
    }
    // The first failure ends the build, so each check may collect as many failures as the whole call.
    this.#report = delegationReport(
      this.plan,
      { maxDepth: integers[Head.maxDepth], maxErrors: integers[Head.maxErrors] },
      integers,
    );
    try {
      return build(integers, numbers, text);
    } catch (error) {
      if (error === FAILED) return FAILED;
      throw error;
    } finally {
      // They hold values of the text, whose lifetime the caller decides.
      this.#report = undefined;
      this.#ids = undefined;
    }
  }

  /** The items that are not equal to an earlier one. */
  distinct(items: unknown[]): unknown[] {
    return distinct(items, () => {
      this.#ids ??= new Ids();
      return this.#ids;
    });
  }

  /** A Set of the items. Hash collisions are bounded by `maxlen`, because a longer array is delegated. */
  setOf(items: unknown[]): Set<unknown> {
    return new Set(items.every(isPrimitive) ? items : this.distinct(items));
  }

  kind(id: number): number {
    return (this.compiled.kinds[id] as number) & ~MAY_DELEGATE_BIT;
  }

  /**
   * Returns whether values of a validator may be delegated to its own check. A mark before each value then says whether
   * it was.
   */
  mayBeDelegated(id: number): boolean {
    return ((this.compiled.kinds[id] as number) & MAY_DELEGATE_BIT) !== 0;
  }

  /** Returns whether the value of a member may become undefined: the object does not have the key then. */
  mayLack(id: number): boolean {
    return mayLackValue(this.plan.validators[id] as Validator);
  }

  /** The parameters of a validator without members. */
  leaf(id: number): LeafParams {
    return this.plan.validators[id] as Validator & LeafParams;
  }

  /** The model of a validator that has one, whose kind the caller knows. */
  model<M extends Model>(id: number): M {
    return modelIn<M>(this.plan.validators[id] as Validator);
  }

  /** The keys of a Dict's schema, in order, as they are named in the result. */
  keys(id: number): readonly string[] {
    return this.model<ObjectModel>(id).written;
  }

  /** The ids of the validators that write the values of a Dict: for each the last one that gets it. */
  writersOf(id: number): Writers {
    const members = this.plan.members[id] as readonly number[];
    const { length } = this.keys(id);
    const hasExtra = this.model<ObjectModel>(id).extra !== undefined;
    const keys = members.slice(0, length);
    const matching = this.plan.matching.get(this.plan.validators[id] as Validator) ?? [];
    const first = length + (hasExtra ? 2 : 0);
    const patterns = members.slice(first, first + matching.length);
    for (const [index, matched] of matching.entries()) for (const key of matched) keys[key] = patterns[index] as number;
    return { keys, extra: hasExtra ? (members[length + 1] as number) : undefined, patterns };
  }

  /** The order of a Dict's schema, without the keys of `dispose`. */
  #schemaOrder(id: number): Order {
    const { dispose, names } = this.model<ObjectModel>(id);
    return names.flatMap((key, index) => (dispose.has(key) ? [] : [index]));
  }

  /**
   * The result of a validator's own check for a delegated value.
   * @throws FAILED if it is invalid.
   */
  check(id: number, value: unknown): unknown {
    return this.#valid(checkDelegated(this.plan.validators[id] as Validator, value, this.#report as Report));
  }

  /** Makes a date, time or datetime from a text that the addon has accepted. */
  make(id: number, text: string): unknown {
    const validator = this.plan.validators[id] as Validator;
    return this.#valid(delegated(() => validator.check(text, this.#report as Report)));
  }

  /** The defaults of a Dict that never change, already validated. */
  constantDefaults(id: number): ReadonlyMap<string, unknown> | undefined {
    return this.plan.defaults.get(this.plan.validators[id] as Validator);
  }

  /**
   * The default of a key that is made and checked anew for each object.
   * @throws FAILED if it is invalid.
   */
  makeDefault(id: number, key: string): unknown {
    return this.#valid(checkDefault(this.plan.validators[id] as never, key, this.#report as Report));
  }

  #valid(value: unknown): unknown {
    if (value !== FAILED) return value;
    // Ends the build, so that no other check of the user runs: a second walk then collects all errors, in order.
    throw FAILED;
  }
}
