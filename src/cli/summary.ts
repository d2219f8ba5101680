/** The summary of a check of records: which rules failed how often, with examples, as text, JSON or a page of HTML. */
import type { ValidationError } from "../index.ts";
import type { Locale } from "../text/locales/locale.ts";
import { clip } from "../values/text.ts";
import { amount, count, counted } from "./amounts.ts";
import { printable, printableJson } from "./printable.ts";

export type SummaryFormat = "text" | "json" | "html";

const HTML =
  '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="generator" content="validlib summary">';
/** How summaries of each format begin. */
export const SUMMARY_BEGINNINGS: readonly string[] = ["Summary: ", '{\n  "summary": {', HTML];

/** Rules, and columns, that have an entry of their own. Keys of data may be as many as its bytes. */
const MAX_ENTRIES = 1000;
const MAX_EXAMPLES = 3;
/** Characters of a message, and of a path. */
const MAX_TEXT = 300;

/** A failure of a rule. */
interface Example {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly record: number;
  readonly message: string;
}

/** A rule at a place of the records. */
interface Failed {
  /** The code of its issues. */
  readonly code: string;
  /** The path in a record, with `*` for indexes. */
  readonly path: string;
  count: number;
  readonly examples: Example[];
}

/** What was read. */
export interface SummaryCounts {
  readonly good: number;
  readonly bad: number;
  readonly blank: number;
  readonly bytes: number;
}

/** Collects the issues of all files. */
export class RuleSummary {
  readonly #locale: Locale;
  readonly #failed = new Map<string, Failed>();
  readonly #codes = new Map<string, number>();
  readonly #places = new Map<string, number>();
  /** Issues that have no entry. */
  #others = 0;
  readonly #total = { good: 0, bad: 0, blank: 0, bytes: 0 };

  constructor(locale: Locale) {
    this.#locale = locale;
  }

  /** @param depth how many members of a path lead to the record. */
  add(file: string, record: number, error: ValidationError, depth: number): void {
    for (const issue of error.formatWith(this.#locale).issues) {
      const { code, line, column, message } = issue;
      const names = issue.path.slice(depth).map((node) => (typeof node === "number" ? "*" : node));
      const path = clip(names.map((name) => `/${name}`).join(""), MAX_TEXT);
      const key = JSON.stringify([code, path]);
      let failed = this.#failed.get(key);
      if (failed === undefined && this.#failed.size < MAX_ENTRIES) {
        failed = { code, path, count: 0, examples: [] };
        this.#failed.set(key, failed);
      }
      this.#codes.set(code, (this.#codes.get(code) ?? 0) + (failed === undefined ? 0 : 1));
      if (failed === undefined) {
        this.#others++;
        continue;
      }
      failed.count++;
      this.#places.set(path, (this.#places.get(path) ?? 0) + 1);
      if (failed.examples.length < MAX_EXAMPLES)
        failed.examples.push({ file, line, column, record, message: clip(message, MAX_TEXT) });
    }
  }

  /** Adds the counts of a file. */
  count({ good, bad, blank, bytes }: SummaryCounts): void {
    const total = this.#total;
    total.good += good;
    total.bad += bad;
    total.blank += blank;
    total.bytes += bytes;
  }

  text(format: SummaryFormat): string {
    if (format === "json") return this.#json();
    return format === "html" ? this.#html() : this.#text();
  }

  get #rules(): readonly Failed[] {
    return [...this.#failed.values()].sort((one, other) => other.count - one.count);
  }

  #json(): string {
    const { good, bad, blank, bytes } = this.#total;
    const byCount = (counts: ReadonlyMap<string, number>) =>
      sorted(counts).map(([name, number]) => ({ name, count: number }));
    const columns = byCount(this.#places).map(({ name, count: number }) => ({ path: name, count: number }));
    const codes = byCount(this.#codes).map(({ name, count: number }) => ({ code: name, count: number }));
    const counts = { records: good + bad, good, bad, blank, bytes };
    const all = { summary: counts, rules: this.#rules, codes, columns, others: this.#others };
    // Line feeds in texts are escaped already.
    const lines = JSON.stringify(all, undefined, 2).split("\n");
    return `${lines.map(printableJson).join("\n")}\n`;
  }

  get #head(): string {
    const { good, bad, bytes } = this.#total;
    return `${counted(good + bad, "record")}, ${count(good)} good, ${count(bad)} bad, ${amount(bytes)}`;
  }

  #text(): string {
    const lines = [`Summary: ${this.#head}`];
    for (const { code, path, count: number, examples } of this.#rules) {
      lines.push("", `${count(number)} × ${code}${path === "" ? "" : ` at ${path}`}`);
      for (const example of examples) lines.push(`  ${placeOf(example)}: ${example.message}`);
    }
    if (this.#others > 0) lines.push("", `${count(this.#others)} × others`);
    return `${lines.map(printable).join("\n")}\n`;
  }

  #html(): string {
    const rows = this.#rules.map(({ code, path, count: number, examples }) => {
      const items = examples.map((one) => `<li><b>${shown(placeOf(one))}</b> ${shown(one.message)}</li>`);
      const title = `<h3><code>${shown(code)}</code> ${shown(path)} <span>${count(number)}</span></h3>`;
      return `<section>${title}<ul>${items.join("")}</ul></section>`;
    });
    const others = this.#others > 0 ? `<p>${count(this.#others)} others</p>` : "";
    const { good, bad } = this.#total;
    return `${HTML}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Summary of a check</title>
<style>${STYLE}</style>
<main>
<h1>${shown(this.#head)}</h1>
${bars("Records", [
  ["good", good],
  ["bad", bad],
])}
${bars("By rule", sorted(this.#codes))}
${bars("By column", sorted(this.#places))}
<h2>Examples</h2>
${rows.join("\n")}${others}
</main>
</html>
`;
  }
}

const sorted = (counts: ReadonlyMap<string, number>): [name: string, count: number][] =>
  [...counts].filter(([, number]) => number > 0).sort(([, one], [, other]) => other - one);

const placeOf = ({ file, line, column, record }: Example): string =>
  line === undefined ? `${file}, record ${record}` : `${file}:${line}:${column}, record ${record}`;

/** Text as HTML shows it: nothing in it is markup, or hides. */
const shown = (text: string): string => printable(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Bars of one scale. */
function bars(title: string, counts: readonly (readonly [name: string, count: number])[]): string {
  const most = Math.max(1, ...counts.map(([, number]) => number));
  const rows = counts.map(([name, number]) => {
    const width = ((number / most) * 100).toFixed(2);
    const label = name === "" ? "the record" : name;
    return `<tr><th>${shown(label)}</th><td><i style="width:${width}%"></i></td><td>${count(number)}</td></tr>`;
  });
  return `<h2>${title}</h2>\n<table>${rows.join("\n")}</table>`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --bar: #2f6fb0; --soft: #666; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --paper: #161616; --bar: #6fa8dc; --soft: #aaa; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 1rem 0 0; }
h3 span, li b { color: var(--soft); font-weight: normal; }
table { width: 100%; border-collapse: collapse; } th { text-align: left; font-weight: normal; width: 30%; }
td:last-child { text-align: right; width: 6rem; font-variant-numeric: tabular-nums; }
i { display: block; height: 0.9rem; min-width: 2px; background: var(--bar); border-radius: 2px; }
ul { margin: 0.2rem 0; padding-left: 1.2rem; }
`;
