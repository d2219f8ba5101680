/** Validates a member of a container. */
import { FAILED } from "../../report/report.ts";
import { takesAny } from "../../rules/leaf.ts";
import { Member } from "../../rules/member.ts";
import type { Checker } from "../../schemas/checker.ts";
import type { Composing, ValueFunction } from "./types.ts";

/** One class for all: see `Member`. */
export class ComposedMember {
  readonly #composer: Composing;
  readonly #validator: Checker;
  readonly #member: Member;
  /** What validates a value that has members. */
  readonly #run: ValueFunction | undefined;
  /** The check is asked about values that are refused here. */
  readonly #isInexact: boolean;
  readonly #isAny: boolean;

  constructor(composer: Composing, validator: Checker) {
    this.#composer = composer;
    this.#validator = validator;
    this.#member = new Member(validator, true);
    const ir = composer.irOf(validator);
    this.#isInexact = ir?.kind !== "leaf" || ir.isInexact === true;
    this.#isAny = ir?.kind === "leaf" && takesAny(ir);
    this.#run = ir === undefined || ir.kind === "leaf" ? undefined : composer.functionOf(validator);
  }

  /** The result of the value, or FAILED; the key is put on the paths of its failures. */
  run(v: unknown, d: number, f: number, key: string | number): unknown {
    if (this.#run !== undefined) return this.#runContainer(v, d, f, key);
    const made = this.#member.quick(v);
    if (made !== FAILED) return made;
    return this.#runSlowPath(v, d, f, key);
  }

  #runContainer(v: unknown, d: number, f: number, key: string | number): unknown {
    const { call, makes } = this.#composer;
    const run = this.#run as ValueFunction;
    if (!makes) return run(v, d, f);
    return call.truncated ? FAILED : call.under(call.size, run(v, d, f), key);
  }

  #runSlowPath(v: unknown, d: number, f: number, key: string | number): unknown {
    const { call, makes } = this.#composer;
    if (this.#isAny) return makes ? v : true;
    if (!makes) return this.#isInexact ? call.check(this.#validator, v, d, f) : FAILED;
    return this.#isInexact
      ? call.member(this.#validator, key, v, d, f)
      : call.mismatchMember(this.#validator, key, v, d, f);
  }
}
