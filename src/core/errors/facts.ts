/**
 * Facts: what is wrong with a value, each said once. If several steps of a `OneOf` refuse a value for the same reason,
 * each has an error, but one issue says it; types and options that several steps expect become one list. `errors` are
 * not changed. Programs without steps do not include this file and its imports.
 */
import { en } from "../../text/locales/en.ts";
import { Ids } from "../../values/ids.ts";
import { isArray } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { type Arrangement, arrange, type Placed, type TextOf } from "./closest.ts";
import { valuePath } from "./context.ts";
import { InvalidTypeError, OptionsError, ownMessageOf, type Position, ValidationError, wordsOf } from "./errors.ts";
import { Language } from "./language.ts";
import { conditionOf } from "./messages.ts";

/** Longer lists of options are not joined, because each failure would have a list of its own. */
const MAX_OPTIONS = 20;

export const arrangement: Arrangement = (errors, cut, textOf) => {
  if (textOf === undefined) return arrange(errors, 0, cut, 0);
  const facts = new Facts(textOf);
  return arrange(errors, 0, cut, 0, (steps) => facts.join(steps)).map((one) => facts.finished(one));
};

/** A fact in the steps of a OneOf that come before. */
interface Known {
  readonly placed: Placed;
  /** The index of the last step that has it. */
  step: number;
  /** The number of steps that have it. */
  count: number;
  /** No step has it in only some alternatives of a OneOf of its own. */
  isWhole: boolean;
}

class Facts {
  readonly #textOf: TextOf;
  readonly #ids = new Ids();
  /** By the id of the outer path and that of the node, both in one text. */
  readonly #paths = new Map<string, number>();
  // Found once, though a OneOf on each level asks for them.
  readonly #places = new Map<Placed, string>();
  readonly #facts = new Map<Placed, string>();

  constructor(textOf: TextOf) {
    this.#textOf = textOf;
  }

  /**
   * Removes from the steps of a OneOf what an earlier one says too, and adds it to that.
   * @param steps the errors of each step, in the order of the issues.
   * @returns the facts that all steps have.
   */
  join(steps: Placed[][]): ReadonlySet<Placed> {
    // Texts of facts are needed only where a place has two errors of a class.
    const known = new Map<string, Known | Map<string, Known>>();
    const all: Known[] = [];
    for (const [step, errors] of steps.entries()) {
      steps[step] = errors.filter((placed) => {
        const place = this.#placeOf(placed);
        let there = known.get(place);
        if (there !== undefined && !(there instanceof Map)) {
          there = new Map([[this.#factOf(there.placed), there]]);
          known.set(place, there);
        }
        const fact = there && this.#factOf(placed);
        const same = fact === undefined ? undefined : there?.get(fact);
        if (same !== undefined && same.step !== step) {
          same.step = step;
          same.count++;
          same.isWhole &&= placed.alternative === undefined;
          same.placed.others ??= [];
          same.placed.others.push(placed.error);
          for (const other of placed.others ?? []) same.placed.others.push(other);
          return false;
        }
        const made = { placed, step, count: 1, isWhole: placed.alternative === undefined };
        all.push(made);
        if (fact === undefined) known.set(place, made);
        else if (same === undefined) there?.set(fact, made);
        return true;
      });
    }
    return new Set(all.filter(({ count, isWhole }) => count === steps.length && isWhole).map(({ placed }) => placed));
  }

  /** The value and the class of an error. */
  #placeOf(placed: Placed): string {
    let place = this.#places.get(placed);
    if (place === undefined) {
      let path = 0;
      for (const node of valuePath(placed.error.context)) path = this.#pathBelow(path, this.#ids.byIdentity(node));
      place = `${path} ${this.#ids.byIdentity(placed.error.constructor)}`;
      this.#places.set(placed, place);
    }
    return place;
  }

  #pathBelow(outer: number, node: number): number {
    const both = `${outer} ${node}`;
    let path = this.#paths.get(both);
    if (path === undefined) {
      path = this.#paths.size + 1;
      this.#paths.set(both, path);
    }
    return path;
  }

  /** What two errors of the same class about the same value have in common if they state the same fact. */
  #factOf(placed: Placed): string {
    let fact = this.#facts.get(placed);
    if (fact === undefined) {
      fact = this.#textOfFact(placed);
      this.#facts.set(placed, fact);
    }
    return fact;
  }

  #textOfFact({ error }: Placed): string {
    const [own, words] = [ownMessageOf(error), wordsOf(error)];
    const text = this.#textOf(error);
    const joinable = this.#joinableOf(error);
    const condition = text === undefined ? conditionOf(error, Language.of(en))?.text : undefined;
    const what = joinable === undefined ? error.formatError() : literal(joinable.actual);
    return JSON.stringify([own, this.#ids.byIdentity(words), text ?? [error.code, what], condition]);
  }

  /**
   * The error, if it can become one with others. Functions and formatters of the caller write messages for errors as
   * they are.
   */
  #joinableOf(error: ValidationError): Joinable | undefined {
    const isOwn = ownMessageOf(error) !== undefined || typeof wordsOf(error) === "function";
    if (isOwn || this.#textOf(error) !== undefined) return undefined;
    const { expected } = error as Joinable;
    const isJoinable =
      error.constructor === InvalidTypeError
        ? typeof expected === "string"
        : error.constructor === OptionsError && isArray(expected) && expected.length <= MAX_OPTIONS;
    return isJoinable ? (error as Joinable) : undefined;
  }

  /** One error in place of those that expect different things of the value. */
  finished(placed: Placed): Placed {
    const { others, alternative } = placed;
    const error = others && this.#joinableOf(placed.error);
    if (others === undefined || error === undefined) return placed;
    const all = [error, ...(others as Joinable[])];
    const expected = [...new Set(all.flatMap((one) => one.expected as readonly unknown[]))];
    if (expected.length === [error.expected].flat().length) return placed;
    const { context, actual } = error;
    const given = all.map(InvalidTypeError.givenTo).find((one) => one !== undefined);
    const Class = error.constructor as typeof InvalidTypeError;
    const joined = new Class({ context, expected, actual, given, stackless: true });
    ValidationError.inherit(joined, error);
    ValidationError.place(joined, () => error as Position);
    return { error: joined, ...(alternative !== undefined && { alternative }) };
  }
}

/** Errors that can be one, which expects one of several things. */
type Joinable = InvalidTypeError | OptionsError;
