/** Paths from the validated value to a failure: linked lists with shared suffixes. */
import { EXTRA_KEY, isStep, type PathNode } from "../errors/context.ts";

/** A place in the input. */
export interface Place {
  /** The keys and indexes that lead there. */
  readonly path: readonly (string | number)[];
  /** What the failure is about: the value there, or its key. */
  readonly at: "value" | "key";
}

/**
 * The outermost node of a path, and the rest of it. A container prepends its key to the failures of a member. Paths are
 * immutable, so failures can be kept as they were recorded.
 */
export class Path {
  readonly node: PathNode;
  /** The key of the input that leads there; null if the input has no such place. */
  readonly key: PathNode | null;
  readonly inner: Path | undefined;
  readonly length: number;

  constructor(node: PathNode, key: PathNode | null, inner: Path | undefined) {
    this.node = node;
    this.key = key;
    this.inner = inner;
    this.length = inner === undefined ? 1 : inner.length + 1;
  }
}

/** Most programs read no nested forms, and do not look for the names of their fields. */
let haveFields = false;

/** The path from a form to a failure, and the name of the field. */
export class FieldPath extends Path {
  readonly field: string;

  constructor({ node, key, inner }: Path, field: string) {
    super(node, key, inner);
    this.field = field;
    haveFields = true;
  }
}

/** The name of the form field that a path leads to. */
export function fieldOf(path: Path | undefined): string | undefined {
  if (!haveFields) return undefined;
  for (let at = path; at !== undefined; at = at.inner) if (at instanceof FieldPath) return at.field;
  return undefined;
}

/** The concatenation of two paths. */
export function joinedPaths(outer: Path | undefined, inner: Path | undefined): Path | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner;
  const path = new Path(outer.node, outer.key, joinedPaths(outer.inner, inner));
  return outer instanceof FieldPath ? new FieldPath(path, outer.field) : path;
}

/** The nodes of a path, outermost first. */
export function nodesOf(path: Path | undefined): PathNode[] {
  const nodes: PathNode[] = [];
  for (let at = path; at !== undefined; at = at.inner) nodes.push(at.node);
  return nodes;
}

/** The keys and indexes of a path, outermost first; undefined if it has steps. */
export function keysOf(path: Path | undefined): (string | number)[] | undefined {
  // Arrays that grow have room for many more members.
  if (path === undefined) return [];
  const keys: (string | number)[] = new Array(path.length);
  let count = 0;
  for (let at: Path | undefined = path; at !== undefined; at = at.inner) {
    if (isStep(at.node)) return undefined;
    if (typeof at.node !== "object") keys[count++] = at.node;
  }
  keys.length = count;
  return keys;
}

/**
 * Returns the place in the input that a path leads to. Values inside a key, or in a default, have no place of their
 * own: the place is that of the key, or of the object that lacks the key.
 * @param at what the failure is about.
 */
export function placeOf(path: Path | undefined, at: Place["at"]): Place {
  const keys: (string | number)[] = [];
  for (let one = path; one !== undefined; one = one.inner) {
    const { node, key } = one;
    if (key === null) return { path: keys, at: "value" };
    if (node === EXTRA_KEY) return { path: keys, at: "key" };
    if (typeof node !== "object") keys.push(key as string | number);
  }
  return { path: keys, at };
}
