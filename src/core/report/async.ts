/**
 * Calls that wait for async functions of Check and Transform.
 *
 * Such a call validates its value several times. The first validation collects the async functions that are reached;
 * the steps after them in an AllOf are left out. If nothing else is wrong, the call runs these functions, up to
 * `concurrency` at once, and validates the value again with their results. Functions that are reached only then are run
 * next, until all results are known. So errors, their paths and their order are produced as in any other call.
 */
import { Ids } from "../../values/ids.ts";
import type { Stop } from "../../values/stop.ts";
import { WorkLimitError } from "../errors/errors.ts";
import { ValidationError } from "../errors/validation-error.ts";
import { markAsync } from "../schemas/async.ts";
import { type Checker, namesKeys } from "../schemas/checker.ts";
import { type AsyncCall, asyncCall, type Limiter, setAsyncCall, setWaiting } from "./async-call.ts";
import type { Result } from "./check.ts";

/** The result of a function for a value. */
type Answer = { readonly value: unknown } | { readonly error: ValidationError };

/** Stands for a result that is still awaited. */
const ASKED: unique symbol = Symbol("asked");

/** A function to be called. */
interface Question {
  readonly ask: () => unknown;
  /** Its failure joins those of the other members. */
  readonly joins: boolean;
  readonly answers: Map<number, Answer | typeof ASKED>;
  readonly id: number;
}

/** The results of a step or a default for equal values, in order. */
interface Made {
  readonly results: { readonly id: number; readonly result: unknown }[];
  /** The number of results in the current validation. */
  count: number;
}

/** A function that waits until another has ended. */
interface Waiter {
  readonly begin: () => void;
  next: Waiter | undefined;
}

class Concurrency implements Limiter {
  #free: number;
  /** A linked list: taking the first element of a long array takes time in proportion to its length. */
  #first: Waiter | undefined;
  #last: Waiter | undefined;

  constructor(concurrency: number) {
    this.#free = concurrency;
  }

  async run<T>(act: () => T): Promise<Awaited<T>> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((begin) => this.#wait(begin));
    try {
      return await act();
    } finally {
      const first = this.#first;
      this.#first = first?.next;
      if (first === undefined) this.#free++;
      else first.begin();
    }
  }

  #wait(begin: () => void): void {
    const waiter: Waiter = { begin, next: undefined };
    if (this.#first === undefined) this.#first = waiter;
    else (this.#last as Waiter).next = waiter;
    this.#last = waiter;
  }
}

/**
 * The functions of one call, and their results. Values are identified by their structure: a result holds for all equal
 * values.
 */
class Questions implements AsyncCall {
  readonly #ids = new Ids();
  readonly #answers = new Map<Checker, Map<number, Answer | typeof ASKED>>();
  readonly #made = new Map<object, Map<number, Made>>();
  #open: Question[] = [];

  answerFor(validator: Checker, input: unknown, ask: () => unknown): { readonly value: unknown } | undefined {
    const answers = entryOf(this.#answers, validator, () => new Map());
    const id = this.#ids.byStructure(input);
    const answer = answers.get(id);
    if (answer === undefined) {
      answers.set(id, ASKED);
      this.#open.push({ ask, joins: namesKeys(validator), answers, id });
    }
    if (answer === undefined || answer === ASKED) return undefined;
    if ("error" in answer) throw answer.error;
    return answer;
  }

  same(source: object, input: unknown, result: unknown): unknown {
    const made = entryOf(
      entryOf(this.#made, source, () => new Map<number, Made>()),
      this.#ids.byStructure(input),
      () => ({ results: [], count: 0 }),
    );
    const id = this.#ids.byStructure(result);
    const before = made.results[made.count++];
    if (before === undefined) made.results.push({ id, result });
    // The new one, if it is equal: a later step may have changed the other.
    return before === undefined || before.id === id ? result : before.result;
  }

  changed(): void {
    this.#ids.forgetObjects();
  }

  /**
   * Validates the value with the results that are known. Returns its result, and whether it has led to further
   * functions that are to be called.
   */
  validate(act: () => Result<unknown>): { readonly result: Result<unknown>; readonly isOpen: boolean } {
    for (const byInput of this.#made.values()) for (const made of byInput.values()) made.count = 0;
    // The caller may have changed objects meanwhile.
    this.#ids.forgetObjects();
    const outer = asyncCall();
    setAsyncCall(this);
    try {
      const result = act();
      // An invalid value stays invalid: of the remaining functions, only those whose failures join others are called.
      const isFull = result.error?.truncated === true;
      return { result, isOpen: this.#open.some(({ joins }) => result.ok || (joins && !isFull)) };
    } finally {
      setAsyncCall(outer);
    }
  }

  /**
   * Calls the functions that were reached.
   * @param isValid whether the value is, as far as it is known; otherwise only those whose failures join others.
   * @throws whatever they throw other than a ValidationError, after the running ones have ended: an AggregateError if
   *   several do. The reason of the signal is thrown at once.
   */
  async ask(limiter: Limiter, stop: Stop, isValid: boolean): Promise<void> {
    const errors: unknown[] = [];
    const questions = this.#open.filter(({ joins }) => joins || isValid);
    for (const { answers, id, joins } of this.#open) if (!joins && !isValid) answers.delete(id);
    const asked = questions.map(({ ask, answers, id }) =>
      limiter.run(async () => {
        if (errors.length > 0 || stop.stopped) return;
        try {
          answers.set(id, { value: await ask() });
        } catch (error) {
          if (error instanceof ValidationError) answers.set(id, { error });
          else errors.push(error);
        }
      }),
    );
    this.#open = [];
    await stop.orStop(Promise.all(asked));
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} functions have failed: see errors`);
    if (errors.length === 1) throw errors[0];
  }
}

/**
 * Maximum number of validations of a value. Async steps inside each other take one each: a recursive schema would let
 * the sender of a deep value choose how many. A value that changes whenever it is read would be validated for ever.
 */
const MAX_VALIDATIONS = 32;

/**
 * Returns the result of a call that can wait.
 * @param validate validates the value.
 * @param first validates it the first time, if that can be done faster while no results are known.
 * @param limiter bounds the functions of this call, and of others that share it.
 * @param stop ends the call early.
 * @throws whatever the functions throw other than a ValidationError, an AggregateError if several do; the reason of
 *   `stop`.
 */
async function awaitedResult<Output>(
  validate: () => Result<Output>,
  limiter: Limiter,
  stop: Stop,
  first?: () => Result<Output>,
): Promise<Result<Output>> {
  if (first !== undefined) {
    const { result, isOpen } = new Questions().validate(first);
    if (!isOpen) return result as Result<Output>;
  }
  const call = new Questions();
  for (let count = 0; count < MAX_VALIDATIONS; count++) {
    stop.check();
    const { result, isOpen } = call.validate(validate);
    if (!isOpen) return result as Result<Output>;
    await call.ask(limiter, stop, result.ok);
  }
  const error = new WorkLimitError({ expected: MAX_VALIDATIONS, actual: MAX_VALIDATIONS + 1, stackless: true });
  return { ok: false, error };
}

/** Records that the function of `validator` is async. */
export function addAsync(validator: Checker): void {
  markAsync(validator);
  setWaiting({ limiter: (concurrency) => new Concurrency(concurrency), resultOf: awaitedResult });
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make();
    map.set(key, entry);
  }
  return entry;
}
