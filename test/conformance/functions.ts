/** The functions the data names: parsers, defaults, and a few that do nothing good. */
import { ValueError } from "../../src/exc.ts";
import { temporal } from "../../src/values/temporal.ts";

const ISO = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?(Z|[+-]\d\d:\d\d)?$/;

function refuse(text: string): never {
  throw new ValueError(`cannot parse '${text}'`);
}

/** Python's ValueError for a day, a time or an offset that does not exist. */
function orRefuse<T>(text: string, make: () => T): T {
  try {
    return make();
  } catch {
    return refuse(text);
  }
}

function iso(text: string): unknown {
  const [matched, date, time = "T00:00", offset] = ISO.exec(text) ?? [];
  // Temporal takes the year 0, second 60 and the offset +24:00, Python does not.
  const isBeyond = /^0000/.test(text) || /:60/.test(time) || /[+-](?:2[4-9]|[3-9])/.test(offset ?? "");
  if (matched === undefined || isBeyond) return refuse(text);
  const { PlainDateTime } = temporal();
  const local = orRefuse(text, () => PlainDateTime.from(`${date}${time}`));
  return offset === undefined ? local : orRefuse(text, () => local.toZonedDateTime(offset === "Z" ? "UTC" : offset));
}

function isoDate(text: string): unknown {
  return (iso(text) as { toPlainDate(): unknown }).toPlainDate();
}

function hm(text: string): unknown {
  if (!/^\d\d:\d\d$/.test(text)) return refuse(text);
  return orRefuse(text, () => temporal().PlainDateTime.from(`1900-01-01T${text}`));
}

export const functions: Readonly<Record<string, (argument: never) => unknown>> = {
  iso,
  iso_date: isoDate,
  hm,
  raise_value_error() {
    throw new ValueError("no");
  },
  raise_type_error() {
    throw new TypeError("no");
  },
  zero: () => 0,
  empty_list: () => [],
  empty_dict: () => ({}),
  none: () => null,
  bad_string: () => "bad",
  get_x: (item: { x: unknown }) => item.x,
  neg: (number: number) => -number,
};
