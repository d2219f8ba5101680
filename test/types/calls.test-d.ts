import { type ConditionError, MinValueError, type ValidationError } from "../../src/exc.ts";
import {
  type CommonParams,
  Dict,
  FAILED,
  type Failed,
  type Infer,
  type InferInput,
  Int,
  type IntParams,
  List,
  load,
  type Report,
  Str,
  Validator,
} from "../../src/index.ts";
import { exact } from "./exact.ts";

declare const value: unknown;
const validator = Dict({ a: Int(), b: Str() }, { optional: ["b"], defaults: { a: 1 } });
type Output = { a: number; b?: string };
type Input = { a?: number | undefined; b?: string | undefined };

// The ways to ask.
{
  exact<ReturnType<typeof validator>, Output>();
  const called = validator(value, { maxDepth: 5, maxErrors: 1 });
  exact<typeof called, Output>();
  const json = validator.json("{}", { maxBytes: 100 });
  exact<typeof json, Output>();
  const result = validator.safe(value);
  if (result.ok) exact<typeof result.value, Output>();
  else exact<typeof result.error, ValidationError>();
  const parsed = validator.safeJson(new Uint8Array());
  exact<typeof parsed, typeof result>();
  if (validator.is(value)) exact<typeof value, Input>();
  exact<ReturnType<typeof validator.isJson>, boolean>();
  exact<ReturnType<typeof validator.dump>, Record<string, unknown>>();
  exact<Infer<Validator<string, number>>, string>();
  exact<InferInput<Validator<string, number>>, number>();

  // @ts-expect-error -- a limit is a number
  validator(value, { maxDepth: "5" });
  // @ts-expect-error -- there is no such limit
  validator.safe(value, { maxdepth: 5 });
  // @ts-expect-error -- JSON text is a string or bytes
  validator.json({});
  const { ok, value: made, error } = validator.safe(value);
  exact<typeof ok, boolean>();
  if (ok) {
    exact<typeof made, Output>();
    exact<typeof error, undefined>();
  } else {
    exact<typeof made, undefined>();
    exact<typeof error, ValidationError>();
  }
  // @ts-expect-error -- parameters cannot be changed
  validator.minlen = 5;
  // @ts-expect-error -- nor can what they hold
  validator.optional?.push("a");
}

// What is not known before it is loaded is not known to the types.
{
  const loaded = load({ __class__: "Int" });
  exact<Infer<typeof loaded>, unknown>();
  const clone = Int().clone({ nullable: true });
  exact<Infer<typeof clone>, unknown>();
  const inside = List(Int()).clone({ "item.min": 1 });
  exact<typeof inside, Validator>();
  const both = List(Int()).clone({ minlen: 1, "item.min": 1 });
  exact<typeof both, Validator>();
  const data = Int().clone({} as Record<string, unknown>);
  exact<typeof data, Validator>();
  const removed = Int().clone({ min: 1 }, { "": ["max"] });
  exact<typeof removed, Validator>();
  const same = Int().clone();
  exact<typeof same, Validator>();
}

// A clone with other limits is of the same type.
{
  const clone = Int({ nullable: true }).clone({ min: 1, max: 2, alias: "x" });
  exact<typeof clone, Int<{ readonly nullable: true }>>();
  const list = List(Int()).clone({ minlen: 1, unique: true });
  exact<typeof list, List<Int>>();
}

// Any validator is a Validator of what it returns, and of anything wider.
{
  const numbers: Validator<number> = Int();
  const wider: Validator<number | string> = numbers;
  const any: Validator = Dict({ a: List(Int()) });
  // @ts-expect-error -- but of nothing else
  const strings: Validator<string> = Int();
  void [wider, any, strings];
}

// Custom classes.
{
  class Even extends Int {
    override check(input: unknown, report: Report): number | Failed {
      const found = super.check(input, report);
      return found === FAILED || found === null || found % 2 === 0
        ? (found as number | Failed)
        : report.fail(MinValueError, 2, found);
    }
  }
  const even = new Even({ min: 2 });
  exact<Infer<typeof even>, number>();
  exact<typeof even.min, number | undefined>();
  const inside = Dict({ a: even, list: List(new Even()) });
  exact<Infer<typeof inside>, { a: number; list: number[] }>();
  // @ts-expect-error -- it has the parameters of Int
  new Even({ min: "2" });

  class Money {
    readonly amount = 1;
  }
  class MoneyValidator extends Validator<Money, string> {
    static override readonly params = { currency: (_owner: Validator, _attr: string, given: unknown) => String(given) };
    declare readonly currency: string;
    constructor(params: CommonParams & { currency: string }) {
      super(params);
    }
    override check(input: unknown, report: Report): Money | Failed {
      return typeof input === "string" ? new Money() : report.fail(MinValueError, 1, input);
    }
  }
  const money = new MoneyValidator({ currency: "EUR", alias: "money" });
  exact<Infer<typeof money>, Money>();
  exact<InferInput<typeof money>, string>();
  const list = List(money);
  exact<Infer<typeof list>, Money[]>();
  // @ts-expect-error -- it has parameters of its own
  new MoneyValidator({});

  class Stepped extends Int {
    static override readonly params = {
      ...Int.params,
      step: (_owner: Validator, _attr: string, given: unknown) => given,
    };
    declare readonly step: number;
    constructor(params: IntParams & { step: number }) {
      super(params);
    }
  }
  exact<Infer<Stepped>, number>();
  exact<typeof Stepped.prototype.step, number>();
  new Stepped({ step: 5, min: 0 });
}

// Errors.
{
  const error = new MinValueError({ context: ["a", 0], expected: 1, actual: 0 });
  exact<typeof error.expected, unknown>();
  const condition: ConditionError = error;
  const base: ValidationError = condition;
  exact<ReturnType<typeof base.formatContext>, string>();
  for (const one of base) exact<typeof one, ValidationError>();
  // @ts-expect-error -- the context is made of keys, indexes and markers
  new MinValueError({ context: [null] });
  // @ts-expect-error -- report.fail takes a class of errors
  ((report: Report) => report.fail(Error))(null as never);
}
