/** The format for people: a line per error, with a quote of the source below it. */
import { styleText } from "node:util";
import { contextTextWith } from "../core/errors/context.ts";
import { amount, count, counted } from "./amounts.ts";
import { fitEnd, fitStart, textWidth } from "./display.ts";
import { excerpt } from "./excerpt.ts";
import type { Finding, Format, Summary } from "./findings.ts";
import { printable } from "./printable.ts";

/** Capabilities of the terminal. */
export interface Style {
  readonly color: boolean;
  /** Width in columns. */
  readonly columns: number;
  /** True if to print the duration: only on a terminal, so that output in a file is reproducible. */
  readonly timing: boolean;
}

type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

export function pretty(file: string, style: Style): Format {
  // `style` decides about colours. By default styleText would inspect the output of the process.
  const paint: Paint = (format, text) => (style.color ? styleText(format, text, { validateStream: false }) : text);
  return {
    begin: () => "",
    finding: (finding) => headline(file, finding, style.columns, paint) + source(finding, style.columns, paint),
    end: (summary) => outcome(summary, paint) + details(summary, style),
  };
}

/** Position, path and message. The message moves to a second line if they are too long for one. */
function headline(file: string, { context, message, line, column }: Finding, columns: number, paint: Paint): string {
  const place = `:${line}:${column}`;
  const path = contextTextWith(printable, context);
  const text = shortened(printable(message), columns * 2);
  const width = textWidth(printable(file) + place + path + text);
  const end = path === "" ? "" : `  ${paint("bold", path)}`;
  return `${paint("cyan", printable(file))}${place}${end}${width + 4 > columns ? "\n  " : "  "}${text}\n`;
}

/** Truncates a message in the middle: a list of options may be very long, but the actual value at the end matters. */
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

function outcome(
  { name, lines, noun = "line", good, bad, errors, truncated, interrupted }: Summary,
  paint: Paint,
): string {
  const file = printable(name);
  const sign = bad === 0 && !interrupted ? paint("green", "\u2713") : paint("red", "\u2717");
  const found = `${truncated ? "more than " : ""}${counted(errors, "error")}`;
  if (lines)
    return `${sign} ${file}: ${counted(good, `good ${noun}`)}, ${count(bad)} bad${bad === 0 ? "" : ` (${found})`}`;
  return `${sign} ${file}: ${bad === 0 ? "valid" : found}`;
}

function details({ interrupted, bytes, seconds }: Summary, { timing }: Style): string {
  const stopped = interrupted ? ", interrupted" : "";
  if (!timing) return `${stopped}\n`;
  const rate = seconds > 0 ? `, ${amount(bytes / seconds)}/s` : "";
  return `${stopped}  (${amount(bytes)} in ${seconds.toFixed(2)} s${rate})\n`;
}
