/** The way back of dates, times and datetimes, as `core/encode/dates.ts`. */
import { dateText, nearest, type WriteMoment } from "../core/dates/writing.ts";
import type { Kind } from "../text/time/iso.ts";
import { type Moment, timeOf, toMoment } from "../values/temporal.ts";
import { ofFormat } from "./moments.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { ofType } from "./texts.ts";
import { tried } from "./trial.ts";

/** Writes a moment, which may be read again. */
type Write = (value: Moment, report: Report) => unknown;

/**
 * @param validated the node of values, whose results are Temporal values.
 * @param write undefined if values are written as they are.
 * @param expected the format, or the kind of timestamp.
 */
/*#__NO_SIDE_EFFECTS__*/ export const momentEncoder =
  (kind: Kind, validated: Node, write: Write = (value) => value, expected = "unixts"): Node =>
  (input, report) => {
    if (typeof input !== "object") return report.fail(ofType, "invalid_type", kind, report.values.typeName(input));
    const value = validated(input, report);
    if (value === FAILED) return FAILED;
    return write(value as Moment, report) ?? report.fail(ofFormat, "datetime_parse", expected, String(value));
  };

/** Writes what the node reads as the nearest value. */
/*#__NO_SIDE_EFFECTS__*/ export const nearestBy =
  (node: Node, writers: readonly WriteMoment[], isNamed: boolean): Write =>
  (value, report) =>
    nearest(value, writers, isNamed, (written) => tried(node, written, report));

/** The text of a JavaScript Date needs no validation. */
/*#__NO_SIDE_EFFECTS__*/ export const dateTextOr =
  (encoder: Node): Node =>
  (input, report) =>
    dateText(input) ?? encoder(input, report);

/** The day of a midnight in UTC, in whatever time zone dates are taken. */
/*#__NO_SIDE_EFFECTS__*/ export const dayOf =
  (date: Node): Node =>
  (input, report) => {
    const moment = timeOf(input) === undefined ? undefined : toMoment(input);
    return date(moment !== undefined && "toPlainDate" in moment ? moment.toPlainDate() : input, report);
  };
