import { runInNewContext } from "node:vm";
import { temporal } from "../../src/values/temporal.ts";
import { revoked } from "../support/revoked.ts";

const { Instant, PlainDate, PlainDateTime, PlainTime, ZonedDateTime } = temporal();

const fail = (): never => {
  throw new Error("a trap of the value ran away");
};

/** An object that shows the tag of a Temporal class and answers like an instance of it. */
const imitation = (tag: string): object => ({
  [Symbol.toStringTag]: tag,
  year: 2020,
  month: 1,
  day: 1,
  hour: 1,
  calendarId: "iso8601",
  epochMilliseconds: 0,
  toString: () => "2020-01-01",
});

const endless: ProxyHandler<object> = {
  get: () => "Temporal.PlainDate",
  getPrototypeOf: (target) => new Proxy(target, endless),
};

/** Values that are not dates, whatever they say or do. */
export const impostors: [name: string, value: unknown][] = [
  ["an imitation of a PlainDate", imitation("Temporal.PlainDate")],
  ["an imitation of a PlainTime", imitation("Temporal.PlainTime")],
  ["an imitation of a PlainDateTime", imitation("Temporal.PlainDateTime")],
  ["an imitation of a ZonedDateTime", imitation("Temporal.ZonedDateTime")],
  ["an imitation of an Instant", imitation("Temporal.Instant")],
  ["an imitation whose members are its prototype's", Object.create(imitation("Temporal.PlainDate"))],
  [
    "an imitation with getters",
    Object.create(
      Object.create(null, {
        [Symbol.toStringTag]: { value: "Temporal.PlainDate" },
        calendarId: { get: () => "iso8601" },
        toString: { value: () => "2020-01-01" },
      }),
    ),
  ],
  [
    "an object of another class, with a getter called undefined",
    new (class {
      readonly #text = "2020-01-01";
      get undefined() {
        return this.#text;
      }
      get [Symbol.toStringTag]() {
        return undefined;
      }
    })(),
  ],
  ["the prototype of PlainDate", PlainDate.prototype],
  ["an object with the prototype of PlainDate", Object.create(PlainDate.prototype)],
  ["an object with the prototype of ZonedDateTime", Object.create(ZonedDateTime.prototype)],
  ["an object with the prototype of a JavaScript Date", Object.create(Date.prototype)],
  ["an object with the tag of a JavaScript Date", { [Symbol.toStringTag]: "Date", getTime: () => 0 }],
  ["a Proxy of a PlainDate", new Proxy(PlainDate.from("2020-01-01"), {})],
  ["a Proxy of a JavaScript Date", new Proxy(new Date(0), {})],
  ["a Proxy with traps that throw", new Proxy({}, { get: fail, getPrototypeOf: fail, has: fail, ownKeys: fail })],
  ["a Proxy with prototypes without end", new Proxy({}, endless)],
  ["a revoked Proxy", revoked({})],
  ["a revoked Proxy of an array", revoked([])],
  ["a revoked Proxy of a PlainDate", revoked(PlainDate.from("2020-01-01"))],
  ["an object whose tag throws", Object.defineProperty({}, Symbol.toStringTag, { get: fail })],
  ["a PlainYearMonth", temporal().PlainYearMonth.from("2020-01")],
  ["a Duration", temporal().Duration.from("P1D")],
  ["undefined", undefined],
  ["null", null],
  ["a boolean", true],
  ["a boxed number", Object(1)],
  ["a boxed string", Object("2020-01-01")],
  ["a symbol", Symbol("2020-01-01")],
  ["a function", () => PlainDate.from("2020-01-01")],
  ["an array", ["2020-01-01"]],
  ["an object", { year: 2020, month: 1, day: 1 }],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["minus Infinity", Number.NEGATIVE_INFINITY],
];

/** Real values that do all they can to be misread. */
export const disguised = {
  PlainDate: spoiled(new (class extends PlainDate {})(2020, 2, 29)),
  PlainTime: spoiled(new (class extends PlainTime {})(10, 30)),
  PlainDateTime: spoiled(new (class extends PlainDateTime {})(2020, 2, 29, 10, 30)),
  ZonedDateTime: spoiled(new (class extends ZonedDateTime {})(0n, "UTC")),
  Instant: spoiled(new (class extends Instant {})(0n)),
  date: spoiled(new Date(0)),
  foreignDate: runInNewContext("new Date(0)") as Date,
};

function spoiled<T extends object>(value: T): T {
  for (const name of ["year", "day", "hour", "epochNanoseconds", "toString", "valueOf", "getTime", "toPlainDate"]) {
    Object.defineProperty(value, name, { get: fail });
  }
  return value;
}
