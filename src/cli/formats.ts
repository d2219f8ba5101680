/** The output formats. All of them stream: no errors are kept. */
import { contextText, shownContext } from "../errors/context.ts";
import type { FormatName } from "./args.ts";
import type { Finding, Format } from "./findings.ts";
import { pretty, type Style } from "./pretty.ts";
import { printableJson } from "./printable.ts";

/** @param isOneOfMany whether there are several files. If so, JSON formats include the name. */
export function formatNamed(name: FormatName, file: string, style: Style, isOneOfMany: boolean): Format {
  if (name === "pretty") return pretty(file, style);
  const shown = isOneOfMany ? file : undefined;
  return name === "json" ? json(shown) : ndjson(shown);
}

/** One object: errors, then counts. */
export function json(file?: string): Format {
  let separator = "\n";
  const named = file === undefined ? "" : `\n  "file": ${printableJson(JSON.stringify(file))},`;
  return {
    begin: () => `{${named}\n  "errors": [`,
    finding(finding) {
      const text = `${separator}    ${line(finding)}`;
      separator = ",\n";
      return text;
    },
    end(summary) {
      const { lines, good, bad, truncated, interrupted } = summary;
      const rest = {
        valid: bad === 0 && !interrupted,
        ...(lines && { good, bad }),
        ...(truncated && { truncated }),
        ...(interrupted && { interrupted }),
      };
      return `${separator === "\n" ? "" : "\n  "}],${JSON.stringify(rest, undefined, 2).slice(1)}\n`;
    },
  };
}

/** One object per error and line. */
export function ndjson(file?: string): Format {
  return {
    begin: () => "",
    finding: (finding) => `${line(finding, file)}\n`,
    end: () => "",
  };
}

const line = (finding: Finding, file?: string): string => printableJson(JSON.stringify({ file, ...record(finding) }));

/**
 * An error as data. The nodes of `context` are keys, indexes, `{"num": 0}` for a step, `{"name": "KEY"}` for an extra.
 */
function record({ error, message, most, line, column, offset }: Finding): Record<string, unknown> {
  const { expected, actual } = error as { expected?: unknown; actual?: unknown };
  return {
    line,
    column,
    offset,
    path: contextText(error.context, most),
    context: shownContext(error.context, most),
    error: error.name,
    message,
    expected: small(expected),
    actual: small(actual),
  };
}

const MAX_ITEMS = 100;
const MAX_LENGTH = 1000;

/** The value if it is plain and small, otherwise undefined: a value may be the whole document. */
function small(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length <= MAX_ITEMS && value.every((item) => scalar(item) !== undefined) ? value : undefined;
  }
  return scalar(value);
}

function scalar(value: unknown): unknown {
  if (typeof value === "string") return value.length <= MAX_LENGTH ? value : undefined;
  return value === null || typeof value === "boolean" || Number.isFinite(value) ? value : undefined;
}
