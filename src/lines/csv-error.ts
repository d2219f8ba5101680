/** Errors of CSV: what is wrong with a table or a row, in the language of the call. */
import { CheckError } from "../core/errors/errors.ts";
import { Language } from "../core/errors/language.ts";
import { en } from "../text/locales/en.ts";
import type { MessageKey } from "../text/locales/locale.ts";

type CsvMessage = Extract<MessageKey, `csv_${string}`>;

/** The codes of issues. Some have several messages. */
const CODES: Readonly<Record<CsvMessage, string>> = {
  csv_cells: "csv_cells",
  csv_no_header: "csv_header",
  csv_column_twice: "csv_header",
  csv_encoding: "csv_encoding",
  csv_size: "csv_size",
  csv_quote_open: "csv_quote",
  csv_quote_late: "csv_quote",
  csv_quote_after: "csv_quote",
};

/** What a message says: numbers, or the name of an encoding. */
interface Said {
  readonly expected?: number | string;
  readonly actual?: number;
}

/** @param context the column, as a key. */
export function csvError(
  key: CsvMessage,
  { expected, actual }: Said = {},
  params?: Readonly<Record<string, unknown>>,
  context: readonly string[] = [],
): CheckError {
  const write = (language: Language): string =>
    language.message(key, {
      ...(expected !== undefined && { expected: language.plain(expected) }),
      ...(actual !== undefined && { actual: language.value(actual) }),
    });
  const error = new CheckError({
    code: CODES[key],
    message: write(Language.of(en)),
    params,
    context: [...context],
    stackless: true,
  });
  CheckError.writeBy(error, write);
  return error;
}
