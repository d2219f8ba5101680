/** A report in the form of JUnit, which CI servers show: a suite per file, and a failed test per error. */
import { contextText } from "../core/errors/context.ts";
import { gapsOf, type Report } from "./findings.ts";
import { printable } from "./printable.ts";

/** Maximum number of errors of a file that are listed: the number of them comes first, so they have to be kept. */
const MAX_LISTED = 10_000;

export const junit = (): Report => ({
  begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="validlib">\n',
  file({ file, name }) {
    const suite = attribute("name", name);
    const place = attribute("classname", name) + (file === "-" ? "" : attribute("file", file));
    const failed = (test: string, at: string, type: string, message: string): string =>
      `    <testcase${attribute("name", test)}${place}${at}>\n` +
      `      <failure${attribute("type", type)}${attribute("message", message)}/>\n    </testcase>\n`;
    const tests: string[] = [];
    let more = 0;
    return {
      begin: () => "",
      finding({ issue, context, message, line, column }) {
        const path = context.length === 0 ? "" : ` ${contextText(context)}`;
        if (tests.length === MAX_LISTED) more++;
        else tests.push(failed(`${line}:${column}${path}`, attribute("line", `${line}`), issue.code, message));
        return "";
      },
      end(summary) {
        const gaps = gapsOf(summary);
        if (more > 0) gaps.push(`has ${more} errors that are not listed`);
        for (const gap of gaps) tests.push(failed(gap, "", "incomplete", `${name} ${gap}`));
        const failures = tests.length;
        if (failures === 0) tests.push(`    <testcase${attribute("name", "valid")}${place}/>\n`);
        const counts = ` tests="${tests.length}" failures="${failures}" errors="0" skipped="0"`;
        return `  <testsuite${suite}${counts}>\n${tests.join("")}  </testsuite>\n`;
      },
    };
  },
  end: () => "</testsuites>\n",
});

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Replaces what XML 1.0 has no form for: controls and noncharacters, and lone surrogates when it is encoded. */
const attribute = (name: string, text: string): string =>
  ` ${name}="${printable(text)
    .replaceAll(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll(/[&<>"]/g, (char) => ENTITIES[char] as string)}"`;
