/** Runs the command: arguments in, exit code out. */
import { engine } from "../index.ts";
import { HELP, parseCommand } from "./args.ts";
import { check } from "./check.ts";
import { compile } from "./compile.ts";
import { completion } from "./completion.ts";
import { convert } from "./convert.ts";
import { CommandError, UsageError } from "./failure.ts";
import type { Host } from "./host.ts";
import { printable } from "./printable.ts";
import { Sink } from "./sink.ts";
import { version } from "./version.ts";

/**
 * Runs the command.
 * @param argv the arguments after the name of the command.
 * @returns the exit code.
 */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  try {
    const request = parseCommand(argv);
    if (request.command === "check") return await check(request.options, host);
    if (request.command === "compile") return await compile(request.options, host);
    if (request.command === "convert") await convert(request.options, host);
    else if (request.command === "completion") await print(host, completion(request.shell));
    else await print(host, request.command === "help" ? HELP : about[request.command]());
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const hint = error instanceof UsageError ? "Try 'validlib --help'.\n" : "";
    host.stderr.write(`validlib: ${printable(error.message)}\n${hint}`);
    return 2;
  }
}

const about = {
  version: (): string => `${version()}\n`,
  engine(): string {
    const rows = Object.entries(engine()).filter(([, value]) => value !== undefined);
    return rows.map(([name, value]) => `${name.padEnd(8)} ${printable(String(value))}\n`).join("");
  },
};

async function print(host: Host, text: string): Promise<void> {
  const output = new Sink(host.stdout);
  output.write(text);
  await output.end();
}
