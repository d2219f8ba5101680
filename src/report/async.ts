/**
 * Calls that wait for functions of the caller's: Check and Transform with `async`.
 *
 * Such a call validates its value several times. The first time it notes each of these functions that is reached; steps
 * behind it in an AllOf are left out. If nothing else is wrong, it calls them, as many at once as it may, and
 * validates the value again with their answers. Functions that are only reached then are called next, and so on, until
 * all answers are known. So errors, their paths and their order are made in one way only, that of any other call.
 */
import { ValidationError } from "../errors/validation-error.ts";
import { markAsync } from "../schemas/async.ts";
import type { Checker } from "../schemas/checker.ts";
import { Ids } from "../values/ids.ts";
import type { Stop } from "../values/stop.ts";
import { type AsyncCall, asyncCall, type Limiter, setAsyncCall, setWaiting } from "./async-call.ts";
import type { Result } from "./check.ts";
import { MAX_SCHEMA_DEPTH } from "./limits.ts";

/** What a function has made of a value. */
type Answer = { readonly value: unknown } | { readonly error: ValidationError };

/** Stands for an answer that is still to come. */
const ASKED: unique symbol = Symbol("asked");

/** A function that is to be called. */
interface Question {
  readonly ask: () => unknown;
  readonly answers: Map<number, Answer | typeof ASKED>;
  readonly id: number;
}

/** Objects that a step has made of equal values, in order. */
interface Made {
  readonly objects: unknown[];
  /** How many of them were made in the validation that is under way. */
  count: number;
}

class Concurrency implements Limiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(concurrency: number) {
    this.#free = concurrency;
  }

  async run<T>(act: () => T): Promise<Awaited<T>> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}

/** The questions and answers of one call. Values are known by their structure: an answer holds for all equal values. */
class Questions implements AsyncCall {
  readonly #ids = new Ids();
  readonly #answers = new Map<Checker, Map<number, Answer | typeof ASKED>>();
  readonly #made = new Map<Checker, Map<number, Made>>();
  #open: Question[] = [];

  answerFor(validator: Checker, input: unknown, ask: () => unknown): { readonly value: unknown } | undefined {
    const answers = entryOf(this.#answers, validator, () => new Map());
    const id = this.#ids.byStructure(input);
    const answer = answers.get(id);
    if (answer === undefined) {
      answers.set(id, ASKED);
      this.#open.push({ ask, answers, id });
    }
    if (answer === undefined || answer === ASKED) return undefined;
    if ("error" in answer) throw answer.error;
    return answer;
  }

  same(step: Checker, input: unknown, result: unknown): unknown {
    if (this.#ids.hasStructure(result)) return result;
    const made = entryOf(
      entryOf(this.#made, step, () => new Map<number, Made>()),
      this.#ids.byStructure(input),
      () => ({ objects: [], count: 0 }),
    );
    const index = made.count++;
    if (index === made.objects.length) made.objects.push(result);
    return made.objects[index];
  }

  /** Validates the value with the answers that are known. Returns its result, and whether it has led to questions. */
  validate(act: () => Result<unknown>): { readonly result: Result<unknown>; readonly isOpen: boolean } {
    for (const byInput of this.#made.values()) for (const made of byInput.values()) made.count = 0;
    // Objects of the caller's may have changed meanwhile.
    this.#ids.forgetObjects();
    const outer = asyncCall();
    setAsyncCall(this);
    try {
      const result = act();
      return { result, isOpen: this.#open.length > 0 };
    } finally {
      setAsyncCall(outer);
    }
  }

  /**
   * Calls the functions that were reached.
   * @throws what they throw that is no ValidationError, once those that run have ended: an AggregateError, if several
   *   do. The reason of the signal, at once.
   */
  async ask(limiter: Limiter, stop: Stop): Promise<void> {
    const errors: unknown[] = [];
    const asked = this.#open.map(({ ask, answers, id }) =>
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

/** How often a value is validated at most: one that changes whenever it is read would be validated for ever. */
const MAX_VALIDATIONS = MAX_SCHEMA_DEPTH;

/**
 * The result of a call that can wait.
 * @param validate validates the value.
 * @param first does it the first time, if that is another: it may be faster, as long as no answers count.
 * @param limiter bounds the functions of this call, and of others that have it too.
 * @param stop ends the call early.
 * @throws what the functions throw that is no ValidationError, an AggregateError if several do; the reason of `stop`.
 */
async function resultOf<Output>(
  validate: () => Result<Output>,
  limiter: Limiter,
  stop: Stop,
  first?: () => Result<Output>,
): Promise<Result<Output>> {
  if (first !== undefined) {
    const { result, isOpen } = new Questions().validate(first);
    if (!isOpen || !result.ok) return result as Result<Output>;
  }
  const call = new Questions();
  for (let count = 0; count < MAX_VALIDATIONS; count++) {
    stop.check();
    const { result, isOpen } = call.validate(validate);
    // An invalid value stays invalid, whatever is still to be asked.
    if (!isOpen || !result.ok) return result as Result<Output>;
    await call.ask(limiter, stop);
  }
  throw new Error("The value has changed whenever it was validated");
}

/** Notes that the function of `validator` answers later. */
export function addAsync(validator: Checker): void {
  markAsync(validator);
  setWaiting({ limiter: (concurrency) => new Concurrency(concurrency), resultOf });
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = make();
    map.set(key, entry);
  }
  return entry;
}
