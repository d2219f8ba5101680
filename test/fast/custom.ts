/**
 * Classes and functions of a caller's, for random schemas: those of the recipes, which write down here that they are
 * called, and some that do what no caller should.
 */
import { MaxValueError, ValueError } from "../../src/exc.ts";
import * as library from "../../src/index.ts";
import { FAILED, type Failed, type Report, Validator } from "../../src/index.ts";
import { calls, classes, named } from "../native/recipe.ts";
import { TROUBLE, type World } from "./world.ts";

/** The listener of calls; and whether one implementation may call less often than the other. */
export const listener: { world: World | undefined; asksLess: boolean } = { world: undefined, asksLess: false };

function heard(name: string, args: readonly unknown[]): void {
  const { world } = listener;
  world?.note(`${name}(${args.map((arg) => world.nameOf(arg)).join()})`);
}

calls.heard = heard;

interface Class {
  readonly name: string;
  readonly prototype: { check: (this: unknown, input: unknown, report: Report) => unknown };
}

/** Its check says that it is called. */
function told<C>(given: C): C {
  const { name, prototype } = given as Class;
  const { check } = prototype;
  if (!Object.hasOwn(prototype, "check")) return given;
  prototype.check = function (input, report) {
    heard(name, [input]);
    return check.call(this, input, report);
  };
  return given;
}

const innerParams = { inner: (_owner: unknown, _attr: string, value: unknown) => value };

/** Throws what is no validation error. */
class Thrower extends Validator {
  override check(input: unknown): unknown {
    if (input === null || typeof input === "object") throw TROUBLE;
    return input;
  }
}

/** Refuses without a word. */
class Silent extends Validator {
  override check(input: unknown): unknown {
    return typeof input === "string" ? FAILED : input;
  }
}

/** Reports, and returns a value all the same. */
class Lenient extends Validator {
  override check(input: unknown, report: Report): unknown {
    if (typeof input === "number" && input > 5) report.fail(MaxValueError, 5, input);
    return input;
  }
}

/** Changes what it is given. */
class Meddler extends Validator {
  override check(input: unknown): unknown {
    try {
      if (Array.isArray(input)) input.length === 2 ? input.pop() : input.push(1);
      else if (typeof input === "object" && input !== null) delete (input as { a?: unknown }).a;
    } catch {
      // It was frozen, or a Proxy.
    }
    return input;
  }
}

/** Asks the other validator for its verdict. */
class Asking extends Validator {
  static override readonly params = innerParams;
  declare readonly inner: Validator;
  override check(input: unknown, report: Report): unknown {
    const result = this.inner.safe(input, { maxErrors: 2 });
    if (this.inner.is(input) && result.ok) return { yes: result.value };
    return report.fail(MaxValueError, "a yes", result.ok ? "a maybe" : result.error.length);
  }
}

/** Checks members of an object by its report, some twice. */
class Keys extends Validator {
  static override readonly params = innerParams;
  declare readonly inner: Validator;
  override check(input: unknown, report: Report): unknown {
    if (typeof input !== "object" || input === null || Array.isArray(input))
      return report.fail(MaxValueError, "keys", 0);
    return report.nest(() => {
      const first = Object.keys(input)[0] ?? "none";
      const value = Object.getOwnPropertyDescriptor(input, first)?.value;
      return [report.member(this.inner, value, first), report.member(this.inner, value, "again")];
    }, 2);
  }
}

/** Changes its mind each time, unless the implementations may differ in the number of calls. */
class Fickle extends Validator {
  static override readonly params = innerParams;
  declare readonly inner: Validator;
  override check(input: unknown, report: Report): unknown | Failed {
    const asked = listener.asksLess ? 0 : (listener.world?.events ?? 0);
    return asked % 2 === 0 ? this.inner.check(input, report) : report.fail(MaxValueError, "even", "odd");
  }
}

class Text extends library.Str {}
class Record extends library.Dict {}
class Row extends library.List {
  override check(input: unknown, report: Report): unknown[] | Failed {
    const value = super.check(input, report) as unknown[] | null | Failed;
    return value === FAILED || value === null ? (value as Failed) : [...value].reverse();
  }
}
class Choice extends library.OneOf {}

const added = { Thrower, Silent, Lenient, Meddler, Asking, Keys, Fickle, Text, Record, Row, Choice };

for (const name of ["Even", "Upper", "Wrapped", "Pairs", "Sealed", "Impostor"]) told(classes[name]);
for (const one of Object.values(added)) told(one);
Object.assign(classes, added);

const same = { a: [1] };
Object.assign(named, {
  /** The same object each time. */
  sameAgain: () => {
    heard("sameAgain", []);
    return same;
  },
  throwing: () => {
    heard("throwing", []);
    throw TROUBLE;
  },
  refusing: () => {
    heard("refusing", []);
    throw new ValueError("not now");
  },
  validating: () => {
    heard("validating", []);
    return library.Int()("x");
  },
});

const inner = library.OneOf(library.List(library.Int({ max: 5 })), library.Dict({ a: library.Any() }));

/** For Check and Transform: functions that call validators, and such that do what no function should. */
const applied = {
  parsing: (value: unknown) => inner(value),
  asking: (value: unknown) => inner.is(value) !== inner.safe([value]).ok,
  silencing: (value: unknown) => (typeof value === "number" ? FAILED : value),
  interrupting: (value: unknown) => {
    if (value === null || Array.isArray(value)) throw TROUBLE;
    return value;
  },
  promising: (value: unknown) => (typeof value === "boolean" ? Promise.resolve(value) : value),
};
for (const [name, act] of Object.entries(applied)) {
  named[name] = (value: unknown) => {
    heard(name, [value]);
    return act(value);
  };
}
export const APPLIED: readonly string[] = [...Object.keys(applied), "accepting", "doubting", "list"];

/** Those with a validator inside, and those with none. */
export const WRAPPERS: readonly string[] = ["Asking", "Keys", "Fickle", "Wrapped", "Pairs"];
export const LONE: readonly string[] = [
  "Thrower",
  "Silent",
  "Lenient",
  "Meddler",
  "Even",
  "Upper",
  "Impostor",
  "Count",
];
export const DEFAULTS: readonly string[] = [
  "sameAgain",
  "throwing",
  "refusing",
  "validating",
  "seven",
  "list",
  "nothing",
];
