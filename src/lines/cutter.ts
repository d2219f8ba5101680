/** Chooses what cuts a source into records, by its format. */
import { DEFAULT_MAX_DEPTH } from "../core/report/limits.ts";
import { DocumentText } from "./document.ts";
import { JsonCutter } from "./json-cutter.ts";
import type { KnownRecordOptions } from "./options.ts";
import { SeqCutter } from "./seq-cutter.ts";
import { type Cutter, Splitter } from "./splitter.ts";

/** For all formats but CSV, whose records are no lines. */
export function cutterOf({ format, at, document, maxLineBytes, limits, from }: KnownRecordOptions): Cutter {
  if (format === "ndjson") return new Splitter(maxLineBytes, true, from?.offset);
  if (format === "json-seq") return new SeqCutter(maxLineBytes, from?.offset);
  const text = document && new DocumentText(document, maxLineBytes, limits);
  return new JsonCutter(at, maxLineBytes, limits?.maxDepth ?? DEFAULT_MAX_DEPTH, from?.offset, text);
}
