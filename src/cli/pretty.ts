/** The format for people: a line an error, and under it the place in the source. */

import { styleText } from "node:util";
import { contextTextWith } from "../errors/context.ts";
import { amount, count, counted } from "./amounts.ts";
import { fitEnd, fitStart, textWidth } from "./display.ts";
import { excerpt } from "./excerpt.ts";
import type { Finding, Format, Summary } from "./findings.ts";
import { printable } from "./printable.ts";

/** What the terminal can show. */
export interface Style {
  readonly color: boolean;
  /** Width in characters. */
  readonly columns: number;
  /** Show how long it took: on a terminal only, so that output in a file is the same each time. */
  readonly timing: boolean;
}

type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

export function pretty(file: string, style: Style): Format {
  // Whether there is colour has been decided: styleText would look at the process's own output.
  const paint: Paint = (format, text) => (style.color ? styleText(format, text, { validateStream: false }) : text);
  return {
    begin: () => "",
    finding: (finding) => headline(file, finding, style.columns, paint) + source(finding, style.columns, paint),
    end: (summary) => verdict(summary, paint) + details(summary, style),
  };
}

/** Place, path, message; the message on a line of its own where they are too long for one. */
function headline(file: string, { error, message, line, column }: Finding, columns: number, paint: Paint): string {
  const place = `:${line}:${column}`;
  const path = contextTextWith(printable, error.context);
  const text = shortened(printable(message), columns * 2);
  const width = textWidth(printable(file) + place + path + text);
  const end = path === "" ? "" : `  ${paint("bold", path)}`;
  return `${paint("cyan", printable(file))}${place}${end}${width + 4 > columns ? "\n  " : "  "}${text}\n`;
}

/** A list of options can be as long as a book: its beginning is enough, and what was compared with it. */
function shortened(message: string, columns: number): string {
  if (textWidth(message) <= columns) return message;
  const end = fitEnd(/, got .*$/.exec(message)?.[0] ?? "", columns / 2);
  return fitStart(message, columns - textWidth(end)) + end;
}

function source({ source, at, line }: Finding, columns: number, paint: Paint): string {
  if (source === undefined) return "\n";
  const number = String(line).padStart(5);
  const { text, indent, length } = excerpt(source, at, Math.max(columns - number.length - 4, 20));
  const gutter = (label: string): string => paint("dim", `${label} | `);
  const mark = " ".repeat(indent) + paint("red", "^".repeat(length));
  return `${gutter(number)}${text}\n${gutter(" ".repeat(number.length))}${mark}\n\n`;
}

function verdict({ name, lines, good, bad, errors, truncated, interrupted }: Summary, paint: Paint): string {
  const file = printable(name);
  const sign = bad === 0 && !interrupted ? paint("green", "\u2713") : paint("red", "\u2717");
  const found = `${truncated ? "more than " : ""}${counted(errors, "error")}`;
  if (lines)
    return `${sign} ${file}: ${counted(good, "good line")}, ${count(bad)} bad${bad === 0 ? "" : ` (${found})`}`;
  return `${sign} ${file}: ${bad === 0 ? "valid" : found}`;
}

function details({ interrupted, bytes, seconds }: Summary, { timing }: Style): string {
  const stopped = interrupted ? ", interrupted" : "";
  if (!timing) return `${stopped}\n`;
  const rate = seconds > 0 ? `, ${amount(bytes / seconds)}/s` : "";
  return `${stopped}  (${amount(bytes)} in ${seconds.toFixed(2)} s${rate})\n`;
}
