/** Validates a member of a container. */
import { FAILED } from "../../report/report.ts";
import { takesAny } from "../../rules/leaf.ts";
import { Member } from "../../rules/member.ts";
import type { Checker } from "../../schemas/checker.ts";
import type { Composing, Judging } from "./judging.ts";

/** One class for all: see `Member`. */
export class ComposedMember {
  readonly #composer: Composing;
  readonly #validator: Checker;
  readonly #member: Member;
  /** What validates a value that has members. */
  readonly #judge: Judging | undefined;
  /** The check is asked about values that are refused here. */
  readonly #isInexact: boolean;
  readonly #isAny: boolean;

  constructor(composer: Composing, validator: Checker) {
    this.#composer = composer;
    this.#validator = validator;
    this.#member = new Member(validator, true);
    const outline = composer.outlineOf(validator);
    this.#isInexact = outline?.kind !== "leaf" || outline.isInexact === true;
    this.#isAny = outline?.kind === "leaf" && takesAny(outline);
    this.#judge = outline === undefined || outline.kind === "leaf" ? undefined : composer.judge(validator);
  }

  /** The result of the value, or FAILED; the key is put on the paths of its failures. */
  judge(v: unknown, d: number, f: number, key: string | number): unknown {
    if (this.#judge !== undefined) return this.#judgeInside(v, d, f, key);
    const made = this.#member.quick(v);
    if (made !== FAILED) return made;
    return this.#judgeSlowly(v, d, f, key);
  }

  #judgeInside(v: unknown, d: number, f: number, key: string | number): unknown {
    const { call, makes } = this.#composer;
    const judge = this.#judge as Judging;
    if (!makes) return judge(v, d, f);
    return call.truncated ? FAILED : call.under(call.size, judge(v, d, f), key);
  }

  #judgeSlowly(v: unknown, d: number, f: number, key: string | number): unknown {
    const { call, makes } = this.#composer;
    if (this.#isAny) return makes ? v : true;
    if (!makes) return this.#isInexact ? call.check(this.#validator, v, d, f) : FAILED;
    return this.#isInexact
      ? call.member(this.#validator, key, v, d, f)
      : call.misfitMember(this.#validator, key, v, d, f);
  }
}
