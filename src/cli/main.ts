#!/usr/bin/env node
/** The process of the command. Its exit code is always one of those in docs/cli.md. */
import { writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { describe, trace } from "./failure.ts";
import { printable } from "./printable.ts";

const FAILED = 2;
/** Set when the command is done. */
let code: number | undefined;

function fail(text: string): never {
  code = FAILED;
  try {
    writeSync(2, `validlib: ${text}\n`);
  } catch {
    // The standard error is closed, so only the exit code is left.
  }
  process.exit(code);
}

/** Node would exit with 1, which means invalid data. */
const unexpected = (thrown: unknown): never => fail(`unexpected error: ${trace(thrown)}`);
process.on("uncaughtException", unexpected);
process.on("unhandledRejection", unexpected);
/** The command itself never exits early and never waits forever, so code of the schema does. */
const stopped = (what: string): never => fail(`stopped before it was done: the schema's own code ${what}`);
// A handler of `exit` would be too late: Node would print a warning of its own.
process.on("beforeExit", () => stopped("waits for what never comes"));
process.on("exit", () => {
  if (code === undefined) stopped("ended the process");
});

// A closed output emits an error, which without a listener would end the process. Sink reports it.
const outputs: readonly Writable[] = [process.stdout, process.stderr];
for (const stream of outputs) stream.on("error", () => {});

type Command = Pick<typeof import("./command.ts"), "run">;

async function command(): Promise<Command> {
  try {
    // `build-native` does not import the library, which may refuse to load without an addon.
    if (process.argv[2] === "build-native") return await import("./build-native.ts");
    // Imported dynamically, because it fails if the engine of VALIDLIB_IMPL or a package is missing.
    return await import("./command.ts");
  } catch (error) {
    return fail(printable(describe(error)));
  }
}

const { run } = await command();
const result = await run(process.argv.slice(2), process);
for (const stream of outputs) await new Promise((written) => stream.write("", written));
// Timers and connections of the schema would keep the process alive.
code = result;
process.exit(code);
