/** Date, Time and Datetime of the original. */
import { Date, Datetime, FAILED, Time } from "../../../src/index.ts";
import { unbox } from "../stand-ins.ts";
import { isUndone } from "../undo.ts";
import { type Ordinary, original, PythonError } from "./original.ts";

/** A boolean is a timestamp, and one out of range an exception of the platform. */
function fromTimestamp(unixts: boolean, given: unknown, ordinary: Ordinary): unknown {
  const input = unbox(typeof given === "boolean" && unixts && isUndone("booleans") ? Number(given) : given);
  if (unixts && (typeof input === "number" || typeof input === "bigint") && isUndone("timestamps out of range")) {
    const seconds = Number(input);
    if (!(seconds > -62135596801 && seconds < 253402300800)) throw new PythonError("timestamp out of range");
  }
  return ordinary(input);
}

/** Today is the day on the clock of the process, whatever `tz` is. */
export const OriginalDate = original<Date>(Date, (validator, input, report, ordinary) => {
  const { nullable, unixts, format, parser, min, max, relmin, relmax, tz } = validator;
  if (tz === undefined || (relmin === undefined && relmax === undefined) || !isUndone("today in the time zone")) {
    return fromTimestamp(unixts, input, ordinary);
  }
  const absolute = new Date({ nullable, unixts, format, parser, min, max, tz });
  const value = fromTimestamp(unixts, input, (given) => absolute.check(given, report));
  return value === FAILED ? FAILED : new Date({ nullable, relmin, relmax }).check(value, report);
});
export const OriginalDatetime = original<Datetime>(Datetime, ({ unixts }, input, _report, ordinary) =>
  fromTimestamp(unixts, input, ordinary),
);
export const OriginalTime = original<Time>(Time, (_validator, input, _report, ordinary) => ordinary(input));
