/** Temporal: selects the implementation, and recognises genuine Temporal values. */
import type { Temporal } from "temporal-polyfill";

export type { Temporal } from "temporal-polyfill";

/** The namespace object `Temporal`. */
export type TemporalApi = typeof Temporal;

let api: TemporalApi | undefined;

/**
 * The implementation of all results. Loaded lazily, so that a program without dates loads nothing.
 * @throws Error if there is none.
 */
export function temporal(): TemporalApi {
  api ??= findTemporal();
  return api;
}

/** The runtime's own `Temporal`, else the package `temporal-polyfill`. */
export const findTemporal = (): TemporalApi => native() ?? polyfill();

function native(): TemporalApi | undefined {
  const { Temporal } = globalThis as { Temporal?: TemporalApi };
  // Node 20 has an unfinished draft behind a flag; the standard has no Calendar any more.
  return Temporal === undefined || "Calendar" in Temporal ? undefined : Temporal;
}

interface ModuleLoader {
  createRequire(from: string): (id: string) => { Temporal: TemporalApi };
}

interface Process {
  getBuiltinModule?(id: "module"): ModuleLoader;
}

/**
 * Loads the polyfill. A static import would make it required, and constructors cannot wait for a dynamic import.
 *
 * The published package has a CommonJS copy of it for a `require` that loads no ES modules, like that of Jest, and for
 * Yarn's Plug'n'Play: Node cannot `require` an ES module from an archive. @vercel/nft recognises exactly these calls,
 * and includes both: a variable, and `createRequire` of an object called `module`.
 */
function polyfill(): TemporalApi {
  const { process } = globalThis as { process?: Process };
  try {
    const module = process?.getBuiltinModule?.("module");
    if (module === undefined) throw new Error("There is no loader of modules");
    const require = module.createRequire(import.meta.url);
    try {
      return require("temporal-polyfill/implementation").Temporal;
    } catch {
      return require("../cjs/temporal-polyfill.cjs").Temporal;
    }
  } catch (cause) {
    throw new Error(MISSING, { cause });
  }
}

const MISSING =
  'Dates need Temporal, which this runtime does not have: install "temporal-polyfill" and import "temporal-polyfill/global" first';

/** The classes of Temporal that validators use, each with a getter that throws for anything but a genuine instance. */
const GETTERS = {
  PlainDate: "calendarId",
  PlainTime: "hour",
  PlainDateTime: "calendarId",
  ZonedDateTime: "calendarId",
  Instant: "epochMilliseconds",
  Duration: "sign",
} as const;

/** The name of a class of Temporal. */
export type Brand = keyof typeof GETTERS;

const BRANDS: ReadonlyMap<unknown, Brand> = new Map(
  (Object.keys(GETTERS) as Brand[]).map((brand) => [`Temporal.${brand}`, brand]),
);

/**
 * Maximum number of prototypes that are searched: enough for subclasses, and a bound for an endless chain of Proxies.
 */
const MAX_PROTOTYPES = 4;

/** The class of a genuine Temporal value, and the prototype of that class. */
interface Genuine {
  readonly brand: Brand;
  readonly prototype: { toString(options?: TextOptions): unknown };
}

interface TextOptions {
  readonly calendarName: "never";
}

/**
 * Finds the prototype that has the tag of a Temporal class, and calls a getter of it, which throws for any object that
 * the constructor of the class did not make. So values of all implementations and realms are recognised, but no
 * imitations.
 */
function recognise(value: unknown): Genuine | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
    const brand = BRANDS.get(tag);
    if (brand === undefined) return undefined;
    let prototype = Object.getPrototypeOf(value);
    for (let level = 0; level < MAX_PROTOTYPES && prototype !== null; level++) {
      if (Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag)?.value === tag) {
        const getter = Object.getOwnPropertyDescriptor(prototype, GETTERS[brand])?.get;
        if (getter === undefined || answersAnyone(getter, prototype)) return undefined;
        getter.call(value);
        return { brand, prototype };
      }
      prototype = Object.getPrototypeOf(prototype);
    }
  } catch {
    // Either the getter refused the value, or reading a property of the value threw.
  }
  return undefined;
}

/** By getter: the result of `answersAnyone`. */
const indiscriminate = new WeakMap<object, boolean>();

/**
 * Returns whether a getter does not throw for an object that the constructor did not create: then it proves nothing.
 */
function answersAnyone(getter: () => unknown, prototype: object): boolean {
  const known = indiscriminate.get(getter);
  if (known !== undefined) return known;
  let answers = true;
  try {
    getter.call(Object.create(prototype));
  } catch {
    answers = false;
  }
  indiscriminate.set(getter, answers);
  return answers;
}

/** The class of Temporal that `value` really is an instance of, in whichever implementation; never throws. */
export function brandOf(value: unknown): Brand | undefined {
  return recognise(value)?.brand;
}

/**
 * The ISO 8601 text of a Temporal value, regardless of its own properties; undefined for any other value; never throws.
 */
export function textOf(value: unknown): string | undefined {
  return spell(recognise(value), value);
}

function spell(genuine: Genuine | undefined, value: unknown, options?: TextOptions): string | undefined {
  try {
    const text = genuine?.prototype.toString.call(value, options);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a value of {@link temporal} equal to `value`, which may be of any implementation and of a subclass. */
function adopt(value: unknown): InstanceType<TemporalApi[Brand]> | undefined {
  const genuine = recognise(value);
  if (genuine === undefined) return undefined;
  const ours = temporal()[genuine.brand];
  try {
    // For an instance of its own class, `from` reads internal slots, not properties. Between implementations, ISO text
    // is used.
    if (genuine.prototype === ours.prototype) return ours.from(value as never);
    const text = spell(genuine, value, { calendarName: "never" });
    return text === undefined ? undefined : ours.from(text);
  } catch {
    return undefined;
  }
}

const { getTime } = Date.prototype;
const { toString: describe } = Object.prototype;

/**
 * Milliseconds since 1970 of a genuine JavaScript Date of any realm, NaN for an invalid one; undefined for any other
 * value.
 */
export function timeOf(value: unknown): number | undefined {
  try {
    // The tag is compared first because that is cheap: for an object that is not a Date, `getTime` would throw, which
    // is expensive.
    return describe.call(value) === "[object Date]" ? getTime.call(value) : undefined;
  } catch {
    return undefined;
  }
}

/** A date, a time of day, or both. */
export type Moment = Temporal.PlainDate | Temporal.PlainTime | Temporal.PlainDateTime | Temporal.ZonedDateTime;

/**
 * The moment that an object represents: a JavaScript Date or an Instant is a datetime in UTC. Undefined for other
 * values.
 */
export function toMoment(value: unknown): Moment | undefined {
  const { Duration, Instant } = temporal();
  const own = adopt(value);
  if (own instanceof Duration) return undefined;
  if (own !== undefined) return own instanceof Instant ? own.toZonedDateTimeISO("UTC") : own;
  const time = timeOf(value);
  if (time === undefined || Number.isNaN(time)) return undefined;
  return Instant.fromEpochMilliseconds(time).toZonedDateTimeISO("UTC");
}

/** The duration that an object represents; undefined for other values. */
export function toDuration(value: unknown): Temporal.Duration | undefined {
  const own = adopt(value);
  return own instanceof temporal().Duration ? own : undefined;
}
