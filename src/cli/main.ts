#!/usr/bin/env node
/** The command as a process: however it ends, its exit code is one of those in docs/cli.md. */
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
    // The standard error is closed: the exit code has to do.
  }
  process.exit(code);
}

/** Node would exit with 1, which means that the data is invalid. */
const unexpected = (thrown: unknown): never => fail(`unexpected error: ${trace(thrown)}`);
process.on("uncaughtException", unexpected);
process.on("unhandledRejection", unexpected);
/** The command itself never ends the process early, nor does it wait for ever: so the schema's code does it. */
const stopped = (what: string): never => fail(`stopped before it was done: the schema's own code ${what}`);
// Later Node would say where that is, in lines of its own.
process.on("beforeExit", () => stopped("waits for what never comes"));
process.on("exit", () => {
  if (code === undefined) stopped("ended the process");
});

// An output that its reader has closed emits an error, which without a listener ends the process. A Sink reports it.
const outputs: readonly Writable[] = [process.stdout, process.stderr];
for (const stream of outputs) stream.on("error", () => {});

type Command = Pick<typeof import("./command.ts"), "run">;

async function command(): Promise<Command> {
  try {
    // What compiles the addon does without the library, which may refuse to load because there is none.
    if (process.argv[2] === "build-native") return await import("./build-native.ts");
    // Not at the top of the file: loading fails if VALIDLIB_IMPL asks for an engine that is not there, or a package is
    // missing.
    return await import("./command.ts");
  } catch (error) {
    return fail(printable(describe(error)));
  }
}

const { run } = await command();
const result = await run(process.argv.slice(2), process);
for (const stream of outputs) await new Promise((written) => stream.write("", written));
// Exit at once: timers and connections of the schema would keep the process alive.
code = result;
process.exit(code);
