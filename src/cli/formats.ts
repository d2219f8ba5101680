/** The output formats. They stream, unless the comment of one says otherwise: no errors are kept. */
import { shownIssue } from "../core/errors/issue.ts";
import type { FormatName } from "./args.ts";
import type { Finding, Format, Report } from "./findings.ts";
import { github } from "./github.ts";
import { junit } from "./junit.ts";
import { pretty, type Style } from "./pretty.ts";
import { printableJson } from "./printable.ts";
import { sarif } from "./sarif.ts";

/** @param isOneOfMany whether there are several files. If so, JSON formats include the name. */
export function reportNamed(name: FormatName, style: Style, isOneOfMany: boolean): Report {
  switch (name) {
    case "sarif":
      return sarif();
    case "junit":
      return junit();
    case "github":
      return eachFile(github);
    case "pretty":
      return eachFile((input) => pretty(input.name, style));
    default: {
      const format = name === "json" ? json : ndjson;
      return eachFile((input) => format(isOneOfMany ? input.name : undefined));
    }
  }
}

/** The outputs of the files one after the other. */
const eachFile = (file: Report["file"]): Report => ({ begin: () => "", file, end: () => "" });

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

/** The issue as in the API, with the position in the whole input. */
function line({ issue, message, line, column, offset }: Finding, file?: string): string {
  return printableJson(JSON.stringify({ file, ...shownIssue(issue), message, offset, line, column }));
}
