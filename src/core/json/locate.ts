/** Finds the offsets of members in a JSON text, for the positions of errors. */
import { afterSpace, closingQuote } from "./scan.ts";

/** A member to find. */
export interface Target {
  /** From the root: object keys as strings, array indexes as numbers. */
  readonly path: readonly (string | number)[];
  /**
   * Which offset to find: that of the value at the path, or that of the opening quote of its key (for an array item, of
   * the item).
   */
  readonly at: "value" | "key";
}

/**
 * The offsets of many members of a JSON text, in one pass. Values that contain no target are skipped.
 *
 * Keys are compared after decoding, and of equal keys the last counts, as in `JSON.parse`. For a path that leads
 * nowhere, the offset is that of the value of the deepest ancestor that exists.
 *
 * @param text - JSON text, known to be valid
 * @param targets - the members to find
 * @returns a 0-based offset in UTF-16 units for each target, in their order
 */
export function locate(text: string, targets: readonly Target[]): number[] {
  const root = new TargetNode(undefined, undefined);
  const nodes = new Array<TargetNode>(targets.length);
  const pathOf = (index: number): Target["path"] => (targets[index] as Target).path;
  // Sorted, so that children are added in order.
  const order = Array.from(targets.keys()).sort((a, b) => comparePaths(pathOf(a), pathOf(b)));
  for (const index of order) nodes[index] = pathOf(index).reduce<TargetNode>((node, member) => node.add(member), root);
  visit(text, root);
  return targets.map(({ at }, index) => resolve(nodes[index] as TargetNode, at));
}

type Member = string | number;

/** A node of the trie of targets: a target, or an ancestor of one. */
class TargetNode {
  readonly parent: TargetNode | undefined;
  readonly member: Member | undefined;
  /** Offset of the value. */
  value = 0;
  /** Offset of the key's opening quote; of the value if there is no key. */
  key = 0;
  /**
   * Offset of the container in which it was found; undefined until then. If a later duplicate key replaces the
   * container, the two offsets differ, and this no longer counts as found.
   */
  container: number | undefined;
  /** In ascending order, for binary search. Not a Map: the author of the text could choose keys that collide in it. */
  readonly children: TargetNode[] = [];

  constructor(parent: TargetNode | undefined, member: Member | undefined) {
    this.parent = parent;
    this.member = member;
  }

  /** The child for `member`, which is not before any existing child. */
  add(member: Member): TargetNode {
    const last = this.children.at(-1);
    if (last?.member === member) return last;
    const child = new TargetNode(this, member);
    this.children.push(child);
    return child;
  }

  find(member: Member): TargetNode | undefined {
    let [from, to] = [0, this.children.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const child = this.children[middle] as TargetNode;
      const order = compareMembers(member, child.member as Member);
      if (order === 0) return child;
      if (order < 0) to = middle;
      else from = middle + 1;
    }
    return undefined;
  }
}

/** Any total order will do. Short keys come first, because comparing lengths is faster than comparing letters. */
function compareMembers(a: Member, b: Member): number {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  if (typeof b === "number") return 1;
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}

function comparePaths(a: readonly Member[], b: readonly Member[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareMembers(a[index] as Member, b[index] as Member);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function resolve(target: TargetNode, at: Target["at"]): number {
  let found = target;
  for (let { parent, container } = target; parent !== undefined; { parent, container } = parent) {
    if (container !== parent.value) found = parent;
  }
  return at === "key" && found === target ? found.key : found.value;
}

/** A container that is being walked; `index` is the next array index, -1 in an object. */
interface OpenContainer {
  readonly node: TargetNode;
  index: number;
}

function visit(text: string, root: TargetNode): void {
  const open: OpenContainer[] = [];
  // Records the offsets of a target; returns true if it is a container with targets inside, which has to be walked.
  const found = (node: TargetNode, key: number, value: number): boolean => {
    node.key = key;
    node.value = value;
    const unit = text.charCodeAt(value);
    if (node.children.length === 0 || (unit !== 0x7b && unit !== 0x5b)) return false;
    open.push({ node, index: unit === 0x7b ? -1 : 0 });
    return true;
  };

  let at = afterSpace(text, 0);
  found(root, at, at);
  at++;
  for (let container = open.at(-1); container !== undefined; container = open.at(-1)) {
    at = afterSpace(text, at);
    if (at >= text.length) return;
    const unit = text.charCodeAt(at);
    if (unit === 0x7d || unit === 0x5d) {
      open.pop();
      at++;
      continue;
    }
    if (unit === 0x2c) {
      at++;
      continue;
    }
    const key = at;
    let member: Member;
    if (container.index < 0) {
      const end = closingQuote(text, at);
      member = decodedKey(text, at, end);
      // Skips the colon.
      at = afterSpace(text, afterSpace(text, end + 1) + 1);
    } else {
      member = container.index++;
    }
    const node = container.node.find(member);
    if (node !== undefined) node.container = container.node.value;
    at = node !== undefined && found(node, key, at) ? at + 1 : afterMember(text, at);
  }
}

function decodedKey(text: string, opening: number, closing: number): string {
  const raw = text.slice(opening + 1, closing);
  return raw.includes("\\") ? (JSON.parse(text.slice(opening, closing + 1)) as string) : raw;
}

/** Returns the offset of the comma or bracket that ends the member beginning at `start`. */
function afterMember(text: string, start: number): number {
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      at = closingQuote(text, at);
    } else if (unit === 0x7b || unit === 0x5b) {
      depth++;
    } else if (unit === 0x7d || unit === 0x5d) {
      if (depth-- === 0) break;
    } else if (unit === 0x2c && depth === 0) {
      break;
    }
  }
  return at;
}
