/** Str: its conversions, lengths, patterns, formats and options. */

import type { Validator } from "../../../core/validator.ts";
import type { NodeTable } from "../../../runtime/automata.ts";
import * as exportedFormats from "../../../runtime/formats.ts";
import { formatNamed } from "../../../text/formats/basic.ts";
import type { Format } from "../../../text/formats/format.ts";
import type { Characters } from "../../../text/pattern/characters.ts";
import type { Node } from "../../../text/pattern/graph.ts";
import { type AutomatonForm, type Pattern, patternRunner, sourceOf } from "../../../text/pattern/pattern.ts";
import { patternIn } from "../../../values/anywhere.ts";
import { isArray, ownValue } from "../../../values/input.ts";
import { shownPattern } from "../../../values/text.ts";
import { array, call, type Doc, layout, type Member, object } from "../../source/layout.ts";
import { quoted } from "../../source/tokens.ts";
import { member, regexp } from "../../source/values.ts";
import type { NodeWriter } from "../nodes.ts";

export function str(writer: NodeWriter, validator: Validator): Doc {
  const { coerce, strip, normspace, case: letters, minlen, maxlen, ascii, ...more } = writer.given(validator);
  const { pattern, backtrack, format, options, encoding, ...refinements } = more;
  const { [formatNamed(format ?? "")?.param ?? ""]: refinement, ...others } = refinements;
  writer.declineOthers(validator, others);
  writer.texts.type();
  const rules: Doc[] = [];
  if (minlen !== undefined || maxlen !== undefined) rules.push(writer.run("length", ...writer.lengths(minlen, maxlen)));
  if (minlen !== undefined || maxlen !== undefined) writer.texts.unit("character");
  if (ascii) {
    writer.texts.message("format");
    rules.push(writer.use("ascii"));
  }
  if (pattern !== undefined) rules.push(patternRule(writer, pattern, backtrack));
  if (format !== undefined) rules.push(formatRule(writer, format, refinement));
  if (options !== undefined) rules.push(writer.options(options));
  const how = [
    strip && member("strip", "true"),
    normspace && member("normspace", "true"),
    letters !== undefined && member("case", quoted(letters)),
  ].filter((one): one is Member => Boolean(one));
  const doc =
    how.length > 0 || coerce
      ? writer.run(coerce ? "coercedString" : "convertedString", object(how), ...rules)
      : writer.run("string", ...rules);
  if (encoding === undefined) return doc;
  writer.texts.message("str_decode");
  return writer.run("encodedText", quoted(encoding), doc);
}

function patternRule(writer: NodeWriter, pattern: Pattern, backtrack: boolean | undefined): Doc {
  writer.texts.message("pattern_match");
  const source = sourceOf(pattern);
  const shown = String(shownPattern(patternIn(source)));
  const args = [patternCode(writer, pattern, backtrack), quoted(source)];
  return writer.run("pattern", ...args, ...(shown === source ? [] : [quoted(shown)]));
}

/** The constant of the pattern of a Str. */
export const patternName = (writer: NodeWriter, validator: Validator): string =>
  patternCode(writer, ownValue(validator, "pattern") as Pattern, ownValue(validator, "backtrack") === true);

/** The constant of a pattern. */
export function patternCode(writer: NodeWriter, pattern: Pattern, backtrack: boolean | undefined): string {
  const runner = patternRunner(pattern, backtrack === true);
  const doc = runner instanceof RegExp ? regexp(runner, writer.names) : automatonDoc(writer, runner);
  return writer.constant("pattern1", layout(doc));
}

/** An automaton as a table: see `runtime/automata.ts`. */
function automatonDoc(writer: NodeWriter, { graph, units }: AutomatonForm): Doc {
  const sets: Characters[] = [];
  const numbers = new Map<Characters, number>();
  const numberOf = (set: Characters): number => {
    const number = numbers.get(set) ?? sets.push(set) - 1;
    numbers.set(set, number);
    return number;
  };
  const nodes = graph.nodes.slice(1).map((node) => array(tableOf(node, numberOf).map(cell)));
  const forms = sets.map(({ form }) => array(form.map(cell)));
  return writer.run("automaton", array(forms), array(nodes), String(graph.first), ...(units ? ["true"] : []));
}

const cell = (value: string | number): Doc => (typeof value === "string" ? quoted(value) : String(value));

function tableOf(node: Node, numberOf: (set: Characters) => number): NodeTable {
  if (node.kind === "characters") return [0, numberOf(node.set), node.next];
  if (node.kind === "split") return [1, node.other, node.next];
  if (node.kind === "again") return [2, node.split, node.next];
  const { assertion, next } = node as Extract<Node, { kind: "assertion" }>;
  return [assertion.of, assertion.sides, next];
}

function formatRule(writer: NodeWriter, name: string, refinement: unknown): Doc {
  writer.texts.message("format");
  return writer.run("format", quoted(name), formatOf(writer, name, refinement));
}

/** The constant of the format of a Str. */
export function formatName(writer: NodeWriter, validator: Validator): string {
  const name = String(ownValue(validator, "format"));
  return formatOf(writer, name, ownValue(validator, formatNamed(name)?.param ?? ""));
}

/** The constant of a format, with the parameter that refines it, if there is one. */
function formatOf(writer: NodeWriter, name: string, refinement: unknown): string {
  const format = formatNamed(name);
  const isFound = (one: Format): boolean => (refinement === undefined ? one.test === format?.test : one === format);
  const exported = Object.entries(exportedFormats).find(([, one]) => isFound(one))?.[0];
  if (exported === undefined) return writer.decline(`the format '${name}'`);
  const imported = writer.names.import(`${writer.settings.runtime}/formats`, exported);
  if (refinement === undefined) return imported;
  const values = [refinement].flat().map((one) => writer.primitive(one));
  const argument = isArray(refinement) ? array(values) : (values[0] as Doc);
  const refined = object([`...${imported}`, call(`...${imported}.refine`, [argument])]);
  return writer.constant("refined", layout(refined));
}
