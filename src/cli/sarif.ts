/** A report in SARIF 2.1.0, the format of static analysis tools: one run with the results of all files. */
import { contextText } from "../core/errors/context.ts";
import { gapsOf, type Report } from "./findings.ts";
import { uriOf } from "./place.ts";
import { printableJson } from "./printable.ts";
import { version } from "./version.ts";

const HEAD = `{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "columnKind": "unicodeCodePoints",
      "results": [`;

export function sarif(): Report {
  let separator = "\n";
  /** The indexes of the rules, which are codes of issues. There is one for each class of errors. */
  const rules = new Map<string, number>();
  const notes: object[] = [];
  let isComplete = true;
  return {
    begin: () => HEAD,
    file({ file, name }) {
      const artifactLocation = { uri: file === "-" ? "stdin" : uriOf(file) };
      return {
        begin: () => "",
        finding({ issue, context, message, line, column }) {
          const { code } = issue;
          if (!rules.has(code)) rules.set(code, rules.size);
          const region = { startLine: line, startColumn: column };
          const path = context.length === 0 ? {} : { logicalLocations: [{ fullyQualifiedName: contextText(context) }] };
          const result = {
            ruleId: code,
            ruleIndex: rules.get(code),
            level: "error",
            message: { text: withoutLinks(message) },
            locations: [{ physicalLocation: { artifactLocation, region }, ...path }],
          };
          const text = `${separator}        ${json(result)}`;
          separator = ",\n";
          return text;
        },
        end(summary) {
          for (const gap of gapsOf(summary)) notes.push({ level: "warning", message: { text: `${name} ${gap}` } });
          isComplete &&= !summary.interrupted;
          return "";
        },
      };
    },
    end() {
      const invocation = { executionSuccessful: isComplete, toolExecutionNotifications: notes };
      const driver = { name: "validlib", version: version(), rules: Array.from(rules.keys(), (id) => ({ id })) };
      return `${separator === "\n" ? "" : "\n      "}],
      "invocations": [${json(invocation)}],
      "tool": ${json({ driver })}
    }
  ]
}
`;
    },
  };
}

/** Data must not make links, which viewers show for `[text](target)`. */
const withoutLinks = (text: string): string => (text.includes("](") ? text.replaceAll(/[[\]\\]/g, "\\$&") : text);

const json = (value: unknown): string => printableJson(JSON.stringify(value));
