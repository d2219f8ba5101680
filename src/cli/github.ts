/** Annotations of a GitHub workflow: a command to its runner per error. */
import { contextText } from "../core/errors/context.ts";
import { type Format, gapsOf, type Report } from "./findings.ts";
import { slashed } from "./place.ts";
import { printable } from "./printable.ts";

export function github({ file, name }: Parameters<Report["file"]>[0]): Format {
  // The standard input has no file to annotate.
  const place = file === "-" ? "" : `file=${property(slashed(file))},`;
  return {
    begin: () => "",
    finding({ issue, context, message, line, column }) {
      const path = context.length === 0 ? "" : `${contextText(context)}: `;
      return `::error ${place}line=${line},col=${column},title=${property(issue.code)}::${data(path + message)}\n`;
    },
    end: (summary) =>
      gapsOf(summary)
        .map((gap) => `::warning ${place}title=validlib::${data(`${name} ${gap}`)}\n`)
        .join(""),
  };
}

/** The characters that have a meaning in the text of a command. */
const data = (text: string): string => printable(text).replaceAll(/%/g, "%25");

/** Those that have one in its properties too. */
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
