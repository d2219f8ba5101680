/** Makes a failing case of values as small as it gets while it fails. */
import { recipeReductions, shrinkBy } from "../native/shrink.ts";
import type { Case, Step } from "./differential.ts";
import type { Document, Member, Value } from "./value.ts";

/** The smallest case found that still `fails`; gives up after so many `attempts`. */
export function shrink(failing: Case, fails: (candidate: Case) => boolean, attempts = 20_000): Case {
  return shrinkBy([stepReductions, documentReductions, recipeReductions], failing, fails, attempts);
}

function* stepReductions({ recipe, steps }: Case): Generator<Case> {
  // Most often one step is sufficient; or two, where one says what becomes of the other.
  if (steps.length > 1) for (const step of steps) yield { recipe, steps: [step] };
  if (steps.length > 2) {
    for (const [at, first] of steps.entries()) {
      for (const second of steps.slice(at + 1)) yield { recipe, steps: [first, second] };
    }
  }
  if (steps.length > 1) for (let at = 0; at < steps.length; at++) yield { recipe, steps: steps.toSpliced(at, 1) };
  for (const [at, step] of steps.entries()) {
    if (step.entries.length > 1) {
      for (const entry of step.entries) yield { recipe, steps: steps.with(at, { ...step, entries: [entry] }) };
    }
    for (const name of ["limits", "polluted", "rebound"] as const) {
      // Without limits, what contains itself takes long.
      if (step[name] === undefined || (name === "limits" && step.document.parts.length > 0)) continue;
      const { [name]: _, ...rest } = step;
      yield { recipe, steps: steps.with(at, rest as Step) };
    }
    for (const name of Object.keys(step.limits ?? {})) {
      if (name === "maxDepth" && step.document.parts.length > 0) continue;
      const { [name as "maxDepth"]: _, ...limits } = step.limits ?? {};
      if (Object.keys(limits).length > 0) yield { recipe, steps: steps.with(at, { ...step, limits }) };
    }
  }
}

function* documentReductions({ recipe, steps }: Case): Generator<Case> {
  for (const [at, step] of steps.entries()) {
    for (const document of reducedDocuments(step.document)) {
      yield { recipe, steps: steps.with(at, { ...step, document }) };
    }
  }
}

function* reducedDocuments(document: Document): Generator<Document> {
  const { root, parts, watched } = document;
  if (watched !== undefined) yield { root, parts };
  if (parts.length > 0)
    yield* [
      { ...document, parts: [] },
      { ...document, parts: parts.slice(0, -1) },
    ];
  for (const reduced of reductions(root)) yield { ...document, root: reduced };
  for (const [at, part] of parts.entries()) {
    yield { ...document, root: part };
    for (const reduced of reductions(part)) yield { ...document, parts: parts.with(at, reduced) };
  }
}

function* reductions(value: Value): Generator<Value> {
  if (typeof value === "string" && value.length > 1) yield value.slice(0, 1);
  if (typeof value === "number" && value !== 0) yield* [0, 1];
  if (typeof value !== "object" || value === null) return;
  switch (value.$) {
    case "part":
      yield 0;
      return;
    case "thing":
      if (value.name !== "undefined") yield { $: "thing", name: "undefined" };
      return;
    case "array": {
      const { items, as, more, length, ...rest } = value;
      yield* items;
      if (as !== undefined) yield { ...rest, items, ...(more && { more }), ...(length !== undefined && { length }) };
      if (more !== undefined) yield { ...rest, items, ...(as && { as }), ...(length !== undefined && { length }) };
      if (length !== undefined) yield { ...rest, items, ...(as && { as }), ...(more && { more }) };
      for (let at = 0; at < items.length; at++) yield { ...value, items: items.toSpliced(at, 1) };
      for (const [at, item] of items.entries()) {
        for (const reduced of reductions(item)) yield { ...value, items: items.with(at, reduced) };
      }
      for (const reduced of reducedMembers(more ?? [])) yield { ...value, more: reduced };
      return;
    }
    case "object": {
      const { members, as } = value;
      for (const [, member] of members) yield member;
      if (as !== undefined) yield { $: "object", members };
      for (const reduced of reducedMembers(members)) yield { ...value, members: reduced };
      return;
    }
    case "map": {
      const { entries } = value;
      for (let at = 0; at < entries.length; at++) yield { ...value, entries: entries.toSpliced(at, 1) };
      for (const [at, [key, member]] of entries.entries()) {
        yield member;
        for (const reduced of reductions(member)) yield { ...value, entries: entries.with(at, [key, reduced]) };
      }
      return;
    }
    case "form":
      for (let at = 0; at < value.pairs.length; at++) yield { ...value, pairs: value.pairs.toSpliced(at, 1) };
      return;
    case "deep": {
      const { levels, inner } = value;
      yield inner;
      if (levels > 1) yield { ...value, levels: levels >> 1 };
      if (levels > 0) yield { ...value, levels: levels - 1 };
      for (const reduced of reductions(inner)) yield { ...value, inner: reduced };
    }
  }
}

function* reducedMembers(members: readonly Member[]): Generator<readonly Member[]> {
  for (let at = 0; at < members.length; at++) yield members.toSpliced(at, 1);
  for (const [at, [key, value, kind]] of members.entries()) {
    if (kind !== undefined) yield members.with(at, [key, value]);
    for (const reduced of reductions(value)) yield members.with(at, kind ? [key, reduced, kind] : [key, reduced]);
  }
}

/** A case as text: the validator, and a line for each value. */
export function printed({ recipe, steps }: Case): string {
  return [recipe, ...steps].map((part) => JSON.stringify(part)).join("\n");
}

/** Reads back what {@link printed} wrote. */
export function parsed(text: string): Case {
  const [recipe, ...steps] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { recipe, steps };
}
