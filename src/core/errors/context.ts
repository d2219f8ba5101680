/** Contexts: the path from the validated value to the failing member (specification, "Context"). */
import { clip, literal, SHOWN, visible } from "../../values/text.ts";
import { KEY_MEMBERS } from "./shown.ts";

/**
 * Marks the key or the value of an extra pair of a `Dict`; shown as `@KEY` and `@VALUE`.
 * @example EXTRA_KEY instanceof Extra; // true
 */
export class Extra {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  get [SHOWN](): true {
    return true;
  }
  equals(other: unknown): boolean {
    return other instanceof Extra && other.name === this.name;
  }
  toString(): string {
    return `@${this.name}`;
  }
}

/**
 * The marker of a key that is not in the schema of a `Dict`, shown as `@KEY`: its validator in `extra` refused it.
 * @example Dict({ extra: [Int({ coerce: true }), Int()] }).safe({ a: 1 }).error?.at(0)?.formatContext(); // "a.@KEY"
 */
export const EXTRA_KEY: Extra = /*#__PURE__*/ Object.freeze(/*#__PURE__*/ new Extra("KEY"));
/**
 * The marker of the value of such a key, shown as `@VALUE`.
 * @example Dict({ extra: [Str(), Int()] }).safe({ a: "x" }).error?.at(0)?.formatContext(); // "a.@VALUE"
 */
export const EXTRA_VALUE: Extra = /*#__PURE__*/ Object.freeze(/*#__PURE__*/ new Extra("VALUE"));

/**
 * The property of the marker of a step of a OneOf that holds the function which orders the errors of alternatives: only
 * programs with steps need it. It is undefined in the marker of a step of an AllOf.
 */
export const ARRANGE: unique symbol = Symbol("validlib.arrange");

/** The property of the marker of a branch of an `If` that holds the reason why the branch was taken. */
export const REASON: unique symbol = Symbol("validlib.reason");
/** The property of such a marker that holds one which says nothing of the value. */
export const HIDDEN: unique symbol = Symbol("validlib.hidden");

/** The interface of a `Step`, for programs that do not include the class. */
export interface StepMarker {
  readonly num: number;
  readonly [SHOWN]: true;
  readonly [ARRANGE]: unknown;
  readonly [REASON]?: unknown;
  readonly [HIDDEN]?: unknown;
  equals(other: unknown): boolean;
  toString(): string;
}

/** One element of a context: a key, an index, or a marker. */
export type PathNode = string | number | StepMarker | Extra;

/** Returns whether the node marks a step. */
export const isStep = (node: PathNode | undefined): node is StepMarker => typeof node === "object" && "num" in node;

/** The nodes that lead to the value, without markers of steps and of values. */
export const valuePath = (context: readonly PathNode[]): readonly PathNode[] =>
  context.filter((node) => !isStep(node) && node !== EXTRA_VALUE);

/** Returns whether the node marks a step of a OneOf. */
export const isAlternative = (node: PathNode | undefined): node is StepMarker =>
  isStep(node) && node[ARRANGE] !== undefined;

/** The element of a context for a key; a Map may have keys of any type. */
export const nodeOf = (key: unknown): string | number =>
  typeof key === "string" || (typeof key === "number" && !Number.isNaN(key)) ? key : literal(key, KEY_MEMBERS);

/** A context with a longer text is shown without its middle. */
const MAX_LENGTH = 4000;
/** An element with a longer text is truncated. */
const MAX_NODE = 1000;

/**
 * Elements joined by dots; a key that itself holds a dot is bracketed: `a.[b.c].0`. Control characters of keys are
 * escaped. Long texts are cut short.
 * @example contextText(["lines", 0, "a.b"]); // "lines.0.[a.b]"
 */
export function contextText(context: readonly PathNode[], most: number = MAX_LENGTH): string {
  return contextTextWith(visible, context, most);
}

/** As {@link contextText}, with a function that shows control characters. Internal. */
export function contextTextWith(
  show: (text: string) => string,
  context: readonly PathNode[],
  most: number = MAX_LENGTH,
): string {
  const limit = Math.min(most, MAX_LENGTH);
  const [first] = context;
  // The fast path for most contexts.
  if (
    context.length === 1 &&
    typeof first === "string" &&
    first.length <= Math.min(limit, MAX_NODE) &&
    !first.includes(".") &&
    show(first) === first
  )
    return first;
  let text = "";
  for (const node of context) {
    text += `.${nodeText(node, show)}`;
    const isLong = text.length > limit || (typeof node === "string" && node.length > MAX_NODE);
    if (isLong)
      return shownContext(context, most)
        .map((one) => nodeText(one, show))
        .join(".");
  }
  return text.slice(1);
}

/**
 * The elements of the context. Long keys are truncated; if the whole text would exceed `most`, the middle is left out.
 */
export function shownContext(context: readonly PathNode[], most: number = MAX_LENGTH): readonly PathNode[] {
  const limit = Math.min(most, MAX_LENGTH);
  const nodes = context.map((node) => (typeof node === "string" ? clip(node, Math.min(limit, MAX_NODE)) : node));
  let length = nodes.length;
  for (const node of nodes) length += nodeText(node).length;
  return length > limit ? withoutMiddle(nodes, limit) : nodes;
}

function nodeText(node: PathNode, show = visible): string {
  // One character more than the maximum shows that a key was truncated.
  const text = typeof node === "string" ? clip(show(node), MAX_NODE + 1) : String(node);
  return typeof node === "string" && text.includes(".") ? `[${text}]` : text;
}

function withoutMiddle(nodes: readonly PathNode[], most: number): readonly PathNode[] {
  const sizeAt = (index: number): number => nodeText(nodes[index] as PathNode).length + 1;
  let head = 0;
  for (let length = 0; length < most / 2 && head < nodes.length; head++) length += sizeAt(head);
  let tail = nodes.length;
  for (let length = 0; length < most / 2 && tail > head; tail--) length += sizeAt(tail - 1);
  return head < tail ? [...nodes.slice(0, head), "\u2026", ...nodes.slice(tail)] : nodes;
}

/**
 * Orders contexts node by node: Step < string < number < Extra. A context comes before those that begin with it.
 * @example [["b"], ["a", 1], ["a"]].sort(compareContexts); // [ [ "a" ], [ "a", 1 ], [ "b" ] ]
 */
export function compareContexts(a: readonly PathNode[], b: readonly PathNode[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compareNodes(a[i] as PathNode, b[i] as PathNode);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

export function sameNode(a: PathNode, b: PathNode): boolean {
  return a === b || (typeof a === "object" && a.equals(b));
}

function compareNodes(a: PathNode, b: PathNode): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  const left = sortValue(a);
  const right = sortValue(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

const rankOf = (node: PathNode): number =>
  isStep(node) ? 0 : typeof node === "string" ? 1 : typeof node === "number" ? 2 : 3;

const sortValue = (node: PathNode): string | number =>
  isStep(node) ? node.num : node instanceof Extra ? node.name : node;
