/** Code for validators whose members validate the value itself: choices and chains. */
import type { ChainModel, ChoiceModel } from "../../core/models/steps.ts";
import type { Tags } from "../../core/params/discriminator.ts";
import { type Checker, isApplied, isCheck } from "../../core/schemas/checker.ts";
import { resultFormOf } from "../../core/schemas/graph.ts";
import { commonTag } from "./analysis.ts";
import type { CopyModel } from "./copy-model.ts";
import { primitive, property, quote } from "./literals.ts";
import type { ContainerWriter, Exits, Form } from "./writer.ts";

export function choiceCode(code: ContainerWriter, form: Form, model: ChoiceModel, exits: Exits): string {
  const { steps } = model;
  const begin = `const before = call.refused;\ncall.steps += ${1 + steps.length};\nconst truncated = call.try();\n`;
  const why = code.outcome(form, `call.refuseChoice(${code.constant(model.validator)}, input, depth, schemaDepth)`);
  const end = `call.tried(truncated, before);\n${exits.give(`checked !== FAILED ? checked : ${why}`)}`;
  const tag = commonTag(steps);
  if (tag !== undefined) {
    const cases = steps.map((step, index) => {
      const name = code.functionOf(form, step, code.modelOf(step) as CopyModel, {
        id: code.constant(tag.key),
        key: tag.key,
        discriminator: undefined,
      });
      return `case ${primitive(tag.values[index], code)}: checked = ${name}(input, depth, schemaDepth + 1, tag); break;\n`;
    });
    // A mapping of another kind may store the tag elsewhere.
    const other = `if (isArray(input) || (prototypeOf(input) !== objectPrototype && prototypeOf(input) !== null)) ${exits.own}`;
    const read = `${code.enter("1", exits).depth}let tag;\ntry {\nif (typeof input === "object" && input !== null) {\n${other}tag = input${property(tag.key)};\n}\n} catch (error) {\nif (lists(input, ${quote(tag.key)})) throw error;\n}\n`;
    // If no step has the tag, all of them would refuse. One runs, because an exception from reading must propagate.
    return `${read}${begin}let checked;\nswitch (tag) {\ndefault:\n${cases.join("")}}\n${end}`;
  }
  const tried = steps.map((step, index) => {
    const checked = `checked = ${code.whole(form, step, "input", "depth, schemaDepth + 1")};\n`;
    return index === 0 ? `let ${checked}` : `if (checked === FAILED && call.tryNext()) ${checked}`;
  });
  return `${begin}${tried.join("")}${end}`;
}

/** Work units for selecting a step by a tag. */
const STEPS_TO_CHOOSE = 2;

/**
 * The code of the steps tests the prototype after it has read the other members: V8 then knows the hidden class of the
 * object, and the test costs nothing. Here the access would be polymorphic.
 */
export function taggedCode(
  code: ContainerWriter,
  form: Form,
  { discriminator, validator }: ChoiceModel,
  { steps }: Tags,
  exits: Exits,
): string {
  const key = discriminator as string;
  const node = code.constant(validator);
  const rest = exits.give(code.outcome(form, `call.tagged(${node}, input, tag, depth, schemaDepth)`));
  const cases = [...steps].map(([value, step]) => {
    const tag = { id: node, key, discriminator: validator };
    const begin = `case ${primitive(value, code)}: `;
    const model = code.modelOf(step) as CopyModel;
    // A union, or a reference: it reads its own tag.
    if (model.kind !== "object") return begin + exits.give(code.whole(form, step, "input", "depth, schemaDepth + 1"));
    const block = code.stepBlock(form, step, "checked", tag);
    if (block !== undefined)
      return `${begin}{
let checked;
${block}${exits.give("checked")}}
`;
    const name = code.functionOf(form, step, model, tag);
    return begin + exits.give(`${name}(input, depth, schemaDepth + 1, tag)`);
  });
  const isOdd = `if (typeof input !== "object" || input === null || ${quote(key)} in objectPrototype) `;
  return `let tag, hasTag = false;
${isOdd}${exits.own}${code.enter("1", exits).depth}try {
if (!isArray(input)) for (const key in input) if (key === ${quote(key)}) {
tag = input[key];
hasTag = true;
break;
}
${exits.unreadable}if (!hasTag) ${exits.own}call.steps += ${STEPS_TO_CHOOSE};
switch (tag) {
${cases.join("")}}
call.steps -= ${STEPS_TO_CHOOSE};
${rest}`;
}

/** The exits of the code of a selected step if the value is not an ordinary object: the tag is already read. */
export function leavingStep(
  code: ContainerWriter,
  form: Form,
  discriminator: Checker,
  give: Exits["give"],
): Pick<Exits, "own" | "unreadable"> {
  const node = code.constant(discriminator);
  const back = `call.steps -= ${STEPS_TO_CHOOSE};\n`;
  return {
    own: `{\n${back}${give(code.outcome(form, `call.tagged(${node}, input, tag, depth, schemaDepth - 1)`))}}\n`,
    unreadable: `} catch (error) {\n${back}${give(code.outcome(form, `call.unreadable(error, ${node}, input, depth, schemaDepth - 1)`))}}\n`,
  };
}

export function chainCode(code: ContainerWriter, form: Form, model: ChainModel, exits: Exits): string {
  const { steps, joined, validator } = model;
  const [first, ...rest] = steps as readonly Checker[] as [Checker, ...Checker[]];
  const isTried = joined > 0;
  const begin = `call.steps += ${1 + steps.length};\nconst since = call.size;\n${isTried ? "const before = call.refused, truncated = call.try();\n" : ""}`;
  const isObject = mayRead(rest[0]) && code.modelOf(first)?.kind !== "leaf" && resultFormOf(first) === "input";
  const unlisted = isObject ? "if (checked !== FAILED) checked = withUnlisted(input, checked);\n" : "";
  const checked = `let checked = call.underStep(since, ${code.whole("value", first, "input", "depth, schemaDepth + 1")}, 0);\n${unlisted}`;
  // The errors of a value that one of these refuses are those of the check: they may be joined by those of Checks.
  const tried = (end: number): string => {
    if (!isTried || end !== joined) return "";
    const refused = exits.give(
      code.outcome(form, `call.refuseChain(${code.constant(validator)}, input, depth, schemaDepth)`),
    );
    return `call.tried(truncated, before);\nif (checked === FAILED) ${refused}`;
  };
  const others = runsOf(rest).map(([run, index]) => {
    // Checks give what they get.
    const isRead = run.length === 1 && mayRead(run[0]) && mayRead(rest[index + 1]) ? ", true" : "";
    const next = `if (checked !== FAILED) checked = ${stepCall(code, run)}, checked, ${index + 1}, depth, schemaDepth + 1${isRead});\n`;
    return next + tried(1 + index + run.length);
  });
  return `${begin}${checked}${tried(1)}${others.join("")}${exits.give(code.outcome(form, "checked"))}`;
}

/** Returns whether a step of a chain may read what the result of the step before does not list: no function does. */
const mayRead = (next: Checker | undefined): boolean => next !== undefined && !isApplied(next);

/** Groups consecutive Checks, any other step alone; with the index of the first. */
function runsOf(steps: readonly Checker[]): (readonly [run: readonly Checker[], index: number])[] {
  const runs: [Checker[], number][] = [];
  for (const [index, step] of steps.entries()) {
    const last = runs.at(-1)?.[0];
    if (isCheck(step) && isCheck(last?.at(-1))) last?.push(step);
    else runs.push([[step], index]);
  }
  return runs;
}

function stepCall(code: ContainerWriter, run: readonly Checker[]): string {
  const [step] = run as [Checker];
  if (run.length > 1) return `call.checks(${code.constant(run)}`;
  return `call.${isApplied(step) ? "apply" : "derive"}(${code.constant(step)}`;
}
