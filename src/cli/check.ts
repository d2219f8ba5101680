/** `validlib check`: opens the inputs and outputs, and checks one input after the other. */
import { MAX_MAX_BYTES } from "../core/json/pure.ts";
import { DEFAULT_MAX_BYTES } from "../core/report/limits.ts";
import { isAsync } from "../core/schemas/async.ts";
import type { Validator } from "../core/validator.ts";
import type { CheckOptions } from "./args.ts";
import { InputCheck, type Shared } from "./check-input.ts";
import { type ColumnsFile, openColumns } from "./columns-file.ts";
import { CommandError, UsageError } from "./failure.ts";
import { reportNamed } from "./formats.ts";
import type { Host } from "./host.ts";
import { hasContent, identityAt, identityOf, statusOf } from "./identity.ts";
import { type Input, openInput } from "./input.ts";
import { Interruption, SIGNALS } from "./interruption.ts";
import { localeOf } from "./locale.ts";
import { watchModules } from "./modules.ts";
import { filesOf } from "./patterns.ts";
import { type DataOptions, loadSchema, splitFragment, warningOn } from "./schema.ts";
import { Sink } from "./sink.ts";
import { openSplit } from "./split.ts";
import { RuleSummary } from "./summary.ts";
import { openSummary, type SummaryFile } from "./summary-file.ts";

/** How many files stay open until they are read: some systems allow 256 per process. Further ones are reopened. */
const MAX_OPEN = 32;

/**
 * Runs a check.
 * @returns the exit code: 0 valid, 1 invalid, 128 plus the signal number if interrupted.
 * @throws CommandError if something cannot be read or written, or code of the schema throws.
 */
export async function check(given: CheckOptions, host: Host): Promise<number> {
  const locale = await localeOf(given.locale);
  const { file, name } = given.schema === undefined ? {} : splitFragment(given.schema);
  const options = { ...given, schema: file };
  const { validator, modules } = await loadWithModules(options, name, host);
  const limits = limitsOf(options);
  // Opened first, so that an unreadable file is reported before anything is printed or written.
  const inputs: Input[] = [];
  let columnsFile: ColumnsFile | undefined;
  let summaryFile: SummaryFile | undefined;
  const close = (): void => {
    for (const { chunks } of inputs) chunks.destroy();
  };
  try {
    for (const file of await filesOf([options.data, ...options.more])) {
      inputs.push(await openInput(file, host.stdin, inputs.length < MAX_OPEN));
    }
    const inUse = await taken(options, host, inputs, modules);
    if (options.summary !== undefined) summaryFile = await openSummary(options.summary, inUse);
    if (summaryFile?.identity !== undefined) inUse.set(summaryFile.identity, "the summary");
    if (options.columns !== undefined)
      columnsFile = await openColumns(options.columns, validator as Validator, limits, inUse);
    if (columnsFile?.identity !== undefined) inUse.set(columnsFile.identity, "the columns");
    const split = await openSplit(options.valid, options.invalid, inUse);
    // A single document is validated in one call. A listener would only delay ^C, which otherwise ends the process.
    const interruption = new Interruption(host, options.lines ? SIGNALS : [], close);
    const output = new Sink(host.stdout);
    const { isTTY = false } = host.stdout;
    // Terminals that do not know their width say 0.
    const columns = host.stdout.columns || 80;
    const color = isTTY && !host.env.NO_COLOR && host.env.TERM !== "dumb";
    const report = reportNamed(options.format, { color, columns, timing: isTTY }, inputs.length > 1);
    const { stop } = interruption;
    const summary = summaryFile && new RuleSummary(locale);
    const shared = {
      options: { ...options, limits },
      host,
      validator,
      output,
      report,
      locale,
      split,
      summary,
      stop,
      columnsFile,
    };
    try {
      const valid = await checkAll(inputs, shared);
      if (summary !== undefined && summaryFile !== undefined) await writeSummary(summary, summaryFile, output);
      return interruption.code ?? (valid ? 0 : 1);
    } finally {
      interruption.close();
    }
  } finally {
    close();
    await summaryFile?.close();
    await columnsFile?.close();
  }
}

function limitsOf({ quiet, summary, limits }: CheckOptions) {
  const maxBytes = Math.min(limits.maxBytes ?? DEFAULT_MAX_BYTES, MAX_MAX_BYTES);
  // A quiet check needs only the verdict.
  const isVerdict = quiet && summary === undefined;
  return { ...limits, maxBytes, ...(isVerdict && { maxErrors: 0 }) };
}

async function writeSummary(summary: RuleSummary, { format, write }: SummaryFile, output: Sink): Promise<void> {
  const text = summary.text(format);
  if (write === undefined) output.write(text);
  else await write(text);
  await output.end();
}

/**
 * Loads the schema and lists the files of its modules. The list takes time, so it is empty unless an output has content
 * that could be overwritten.
 */
async function loadWithModules(
  { schema, valid, invalid, maxExpansion }: CheckOptions,
  name: string | undefined,
  host: Host,
) {
  const outputs = [valid, invalid].filter((file) => file !== undefined);
  const isNeeded = (await Promise.all(outputs.map(hasContent))).includes(true);
  const modules = isNeeded ? watchModules() : () => new Set<string>();
  try {
    const optionsFor = (file: string): DataOptions => ({ ...warningOn(host, file), maxExpansion });
    const validator = schema === undefined ? undefined : await loadSchema(schema, name, optionsFor(schema));
    if (validator !== undefined && isAsync(validator))
      throw new CommandError(
        `the schema '${schema}' has a Check or Transform with async: true: the command cannot wait`,
      );
    return { validator, modules: modules() };
  } catch (error) {
    modules();
    throw error;
  }
}

/** Returns true if all are valid and have been read to the end, once everything is written. */
async function checkAll(inputs: readonly Input[], shared: Shared): Promise<boolean> {
  const { output, report, split, columnsFile } = shared;
  const print = (text: string): void => {
    if (!shared.options.quiet && text !== "") output.write(text);
  };
  let valid = true;
  print(report.begin());
  try {
    for (const [index, input] of inputs.entries()) {
      if (index > 0) {
        await output.end();
        split?.next();
      }
      const one = new InputCheck(input, shared);
      const complete = await one.run();
      valid &&= complete && one.isValid;
      // It was interrupted, or the reader has closed the output.
      if (!complete) break;
    }
    print(report.end());
  } finally {
    await split?.end();
  }
  await columnsFile?.end();
  await output.end();
  return valid;
}

/** The files in use, by identity. An output must not be one of them. */
async function taken(
  options: CheckOptions,
  host: Host,
  inputs: readonly Input[],
  modules: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const printed = options.quiet ? undefined : statusOf(host.stdout);
  const output = printed && identityOf(printed);
  const files = new Map<string, string>();
  const add = (identity: string | undefined, what: string): void => {
    if (identity === undefined) return;
    // The check would read its own output, without end.
    if (identity === output) throw new UsageError(`the standard output goes into ${what}`);
    files.set(identity, what);
  };
  for (const file of modules) add(await identityAt(file), `'${file}', which the schema is loaded with`);
  if (options.schema !== undefined) add(await identityAt(options.schema), "the schema");
  for (const input of inputs) add(input.identity, "the data");
  if (output !== undefined) files.set(output, "the standard output");
  // Protects a log to which a shell appends, even if nothing is printed now.
  for (const [name, stream] of Object.entries({ output: host.stdout, error: host.stderr })) {
    const status = statusOf(stream);
    if (status?.isFile() && status.size > 0n) files.set(identityOf(status) as string, `the standard ${name}`);
  }
  return files;
}
