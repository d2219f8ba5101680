#!/usr/bin/env node
/**
 * A mapper for Hadoop Streaming and Spark's `rdd.pipe`: records come in on the standard input, one JSON document a
 * line, and records go out on the standard output. `node filter.js [--emit valid|invalid|errors] SCHEMA`
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const outputs = { valid: "valid", invalid: "invalid", errors: "errorsTo" };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { emit: { type: "string", default: "valid" } },
});
const output = outputs[values.emit];
if (output === undefined || positionals.length !== 1) {
  console.error("usage: node filter.js [--emit valid|invalid|errors] SCHEMA");
  process.exit(2);
}

const { default: schema } = await import(pathToFileURL(resolve(positionals[0])).href);
// A blank line is no record, so none may go out with the valid ones.
const { good, bad } = await schema.filterLines(process.stdin, { [output]: process.stdout, blank: "error" });

// Hadoop adds up what all mappers say in this form; everywhere else it is a line in a log. It is on the standard error,
// as all that is no record.
console.error(`reporter:counter:validlib,valid,${good}`);
console.error(`reporter:counter:validlib,invalid,${bad}`);
