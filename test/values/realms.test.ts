/** Values of other realms, as Jest and `node:vm` have: they are what they are, whichever realm made them. */
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { CheckError, InvalidTypeError } from "../../src/exc.ts";
import { AllOf, Check, Date as DateOf, Default, Dict, Str, Transform, Type, Validator } from "../../src/index.ts";
import { builtInNames, isError, isErrorOf, isShared, isStackOverflow, isThenable } from "../../src/values/input.ts";

const foreign = <T>(code: string): T => runInNewContext(code) as T;

/** A query as Prisma, knex, Drizzle and Mongoose have it: it runs once it is awaited. */
function query(): { then: (done: (value: unknown) => void) => void; runs: number } {
  const lazy = {
    runs: 0,
    // biome-ignore lint/suspicious/noThenProperty: that is what a query of a database library has
    then(done: (value: unknown) => void): void {
      lazy.runs++;
      done(null);
    },
  };
  return lazy;
}

const REFUSED = /returned a Promise: it should answer at once/;

describe("a function that answers later", () => {
  class Own extends Validator {
    readonly #answer: () => unknown;
    constructor(answer: () => unknown) {
      super();
      this.#answer = answer;
      Object.freeze(this);
    }
    override check(): unknown {
      return this.#answer();
    }
  }
  const users: [string, (answer: () => unknown) => unknown][] = [
    ["Check", (answer) => Check(answer as never).safe(1)],
    ["Check with throws", (answer) => Check(answer as never, { throws: true }).safe(1)],
    ["Transform", (answer) => Transform(answer as never).safe(1)],
    ["AllOf", (answer) => AllOf(Str(), Check(answer as never)).safe("x")],
    ["AllOf, is", (answer) => AllOf(Str(), Check(answer as never)).is("x")],
    ["JSON", (answer) => Dict({ a: AllOf(Str(), Check(answer as never)) }).safeJson('{"a":"x"}')],
    ["isJson", (answer) => Dict({ a: AllOf(Str(), Check(answer as never)) }).isJson('{"a":"x"}')],
    ["a check of its own", (answer) => new Own(answer).safe(1)],
    ["Default", (answer) => Default(Str(), answer as never).safe(undefined)],
    ["a default of Dict", (answer) => Dict({ a: Str() }, { defaults: { a: answer as () => string } }).safe({})],
    ["a default in JSON", (answer) => Dict({ a: Default(Str(), answer as never) }).safeJson("{}")],
  ];
  for (const [name, use] of users) {
    test(`${name}: a promise, of any realm, and any other thenable`, () => {
      expect(() => use(async () => true)).toThrow(REFUSED);
      expect(() => use(async () => Promise.reject(new Error("later")))).toThrow(REFUSED);
      expect(() => use(foreign("async () => true"))).toThrow(REFUSED);
      expect(() => use(foreign("async () => { throw new Error('later'); }"))).toThrow(REFUSED);
      // biome-ignore lint/suspicious/noThenProperty: a function that is thenable
      expect(() => use(() => Object.assign(() => 1, { then: () => {} }))).toThrow(REFUSED);
      const lazy = query();
      expect(() => use(() => lazy)).toThrow(REFUSED);
      expect(lazy.runs).toBe(0);
    });
  }

  test("a parser of dates refuses the text", async () => {
    for (const parser of [async () => Promise.reject(new Error("later")), query]) {
      expect(DateOf({ parser: parser as never }).is("2025-01-01")).toBe(false);
    }
  });

  test("a value with a `then` that is no function is a value", () => {
    // biome-ignore lint/suspicious/noThenProperty: data may have any keys
    expect(Transform(() => ({ then: 1 }))(0)).toEqual({ then: 1 });
  });

  test("what throws when it is read is no thenable", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(isThenable(proxy)).toBe(false);
  });
});

describe("errors", () => {
  const thrower = (code: string): (() => never) => foreign(`() => { throw ${code}; }`);

  test.each(["new Error('no')", "new TypeError('no')", "new (class Own extends Error {})('no')"])(
    "of another realm refuse a value: %s",
    (code) => {
      const { error } = Check(thrower(code), { throws: true }).safe(1);
      expect(error).toBeInstanceOf(CheckError);
      expect(error?.issues[0]?.message).toBe("no");
      expect(Transform(thrower(code), { throws: true }).is(1)).toBe(false);
    },
  );

  test("of parsers of dates refuse a text, unless they are defects", () => {
    expect(DateOf({ parser: thrower("new Error('no')") }).is("x")).toBe(false);
    expect(DateOf({ parser: thrower("new RangeError('no')") }).is("x")).toBe(false);
    expect(() => DateOf({ parser: thrower("new TypeError('bug')") }).is("x")).toThrow("bug");
    expect(() => DateOf({ parser: thrower("new ReferenceError('bug')") }).is("x")).toThrow("bug");
  });

  test("are told from what only looks like one", () => {
    expect(isError(foreign("new RangeError('x')"))).toBe(true);
    expect(isError(new DOMException("x"))).toBe(true);
    expect(isError({ name: "Error", message: "x" })).toBe(false);
    expect(isErrorOf(foreign("new RangeError('x')"), RangeError)).toBe(true);
    expect(isErrorOf(foreign("new Error('x')"), RangeError)).toBe(false);
  });
});

describe("a full stack is no verdict on a value", () => {
  const full = foreign<() => never>("function full() { return full() + 1; } full");
  const own = (): never => own();

  test.each([
    ["this realm", own],
    ["another realm", full],
  ])("of %s", (_, overflow) => {
    const users = [
      () => Check(overflow, { throws: true }).is(1),
      () => Transform(overflow, { throws: true }).is(1),
      () => DateOf({ parser: overflow }).is("x"),
      () =>
        Type(
          class {
            constructor() {
              overflow();
            }
          },
          { coerce: true },
        ).is(1),
    ];
    for (const use of users) {
      let thrown: unknown;
      try {
        use();
      } catch (error) {
        thrown = error;
      }
      expect(isStackOverflow(thrown)).toBe(true);
    }
  });

  test("but data alone does not fill it", () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    for (const tp of [String, Number, Date, RegExp, URL, class Own extends Date {}, Uint8Array]) {
      expect(Type(tp as never, { coerce: true }).safe(deep).error).toBeInstanceOf(InvalidTypeError);
    }
  });

  test("near its end a call answers true or throws, never false", () => {
    class Deep {
      readonly depth = nested(20);
    }
    const validator = Type(Deep, { coerce: true });
    const answers = new Set<unknown>();
    const ask = (): void => {
      try {
        answers.add(validator.is(1));
      } catch (error) {
        answers.add(isStackOverflow(error));
      }
    };
    const descend = (): void => {
      try {
        descend();
      } finally {
        ask();
      }
    };
    expect(descend).toThrow(RangeError);
    expect(answers).toEqual(new Set([true]));
  });
});

const nested = (depth: number): number => (depth === 0 ? 0 : 1 + nested(depth - 1));

describe("classes", () => {
  test("that take a size are known by their names, of any realm", () => {
    for (const code of ["Float64Array", "class Own extends Uint8Array {}; Own", "ArrayBuffer", "Array"]) {
      const tp = foreign<typeof Uint8Array>(code);
      expect(Type(tp, { coerce: true }).safe(1e9).ok).toBe(false);
    }
    expect(builtInNames(class extends Float64Array {})).toEqual(["Float64Array", "TypedArray", "Object"]);
  });

  test("bytes of another realm are not taken for shared memory", () => {
    expect(isShared(foreign("new Uint8Array(4)"))).toBe(false);
    expect(isShared(new Uint8Array(foreign<ArrayBuffer>("new ArrayBuffer(4)")))).toBe(false);
    expect(isShared(foreign("new Uint8Array(new SharedArrayBuffer(4))"))).toBe(true);
  });

  test("an imitation of a form is no mapping", () => {
    const imitation = Object.create(URLSearchParams.prototype) as object;
    expect(Dict({ a: Str() }).safe(imitation).error).toBeInstanceOf(InvalidTypeError);
  });
});
