/**
 * Facts: what is wrong with a value, each said once. If several steps of a `OneOf` refuse a value for the same reason,
 * each has an error, but one issue says it; types and options that several steps expect become one list. `errors` are
 * not changed. Programs without steps do not include this file and its imports.
 */
import { Ids } from "../../values/ids.ts";
import { isArray } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { arrange, type Located, type Placed, type Reader } from "./closest.ts";
import { valuePath } from "./context.ts";

/** Longer lists of options are not joined, because each failure would have a list of its own. */
const MAX_OPTIONS = 20;

/** Of an error that can be one with others. */
interface Joinable {
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Reads errors that state facts. */
export interface FactReader<E> extends Reader<E> {
  /** Errors of different classes state different facts. */
  classOf(error: E): unknown;
  /**
   * The same for two errors of the same class about the same value if they state the same fact.
   * @param joined in place of what it says, if it can be one with others.
   */
  factOf(error: E, joined: string | undefined, ids: Ids): string;
  /** The error of a wrong type or option; undefined if its message is not ours, which knows no lists. */
  joinableOf(error: E): Joinable | undefined;
  /** One error in place of several, which expects any of the list. */
  joined(errors: readonly [E, ...E[]], expected: readonly unknown[]): E;
}

/** Arranges errors, and joins those of the same fact. */
export function factsIn<E extends Located>(
  errors: Placed<E>[],
  cut: Placed<E> | undefined,
  reader: FactReader<E>,
): Placed<E>[] {
  const facts = new Facts(reader);
  return arrange(errors, { reader, cut, join: (steps) => facts.join(steps) }).map((one) => facts.finished(one));
}

/** A fact in the steps of a OneOf that come before. */
interface Known<E extends Located> {
  readonly placed: Placed<E>;
  /** The index of the last step that has it. */
  step: number;
  /** The number of steps that have it. */
  count: number;
  /** No step has it in only some alternatives of a OneOf of its own. */
  isWhole: boolean;
}

class Facts<E extends Located> {
  readonly #reader: FactReader<E>;
  readonly #ids = new Ids();
  /** By the id of the outer path and that of the node, both in one text. */
  readonly #paths = new Map<string, number>();
  // Found once, though a OneOf on each level asks for them.
  readonly #places = new Map<Placed<E>, string>();
  readonly #facts = new Map<Placed<E>, string>();

  constructor(reader: FactReader<E>) {
    this.#reader = reader;
  }

  /**
   * Removes from the steps of a OneOf what an earlier one says too, and adds it to that.
   * @param steps the errors of each step, in the order of the issues.
   * @returns the facts that all steps have.
   */
  join(steps: Placed<E>[][]): ReadonlySet<Placed<E>> {
    // Texts of facts are needed only where a place has two errors of a class.
    const known = new Map<string, Known<E> | Map<string, Known<E>>>();
    const all: Known<E>[] = [];
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
  #placeOf(placed: Placed<E>): string {
    let place = this.#places.get(placed);
    if (place === undefined) {
      let path = 0;
      for (const node of valuePath(placed.error.context)) path = this.#pathBelow(path, this.#ids.byIdentity(node));
      place = `${path} ${this.#ids.byIdentity(this.#reader.classOf(placed.error))}`;
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
  #factOf(placed: Placed<E>): string {
    let fact = this.#facts.get(placed);
    if (fact === undefined) {
      const { error } = placed;
      const joinable = this.#joinableOf(error);
      fact = this.#reader.factOf(error, joinable === undefined ? undefined : literal(joinable.actual), this.#ids);
      this.#facts.set(placed, fact);
    }
    return fact;
  }

  #joinableOf(error: E): Joinable | undefined {
    const joinable = this.#reader.joinableOf(error);
    if (joinable === undefined) return undefined;
    const { expected } = joinable;
    const kind = this.#reader.kindOf(error);
    const isJoinable =
      kind === "type"
        ? typeof expected === "string"
        : kind === "options" && isArray(expected) && expected.length <= MAX_OPTIONS;
    return isJoinable ? joinable : undefined;
  }

  /** One error in place of those that expect different things of the value. */
  finished(placed: Placed<E>): Placed<E> {
    const { others, alternative } = placed;
    const own = others && this.#joinableOf(placed.error);
    if (others === undefined || own === undefined) return placed;
    const all: readonly [E, ...E[]] = [placed.error, ...others];
    const expected = [...new Set(all.flatMap((one) => this.#reader.expectedOf(one) as readonly unknown[]))];
    if (expected.length === [own.expected].flat().length) return placed;
    return { error: this.#reader.joined(all, expected), ...(alternative !== undefined && { alternative }) };
  }
}
