/** Finds the offsets of members in a JSON text, so that an error can say where in the text its value is. */

import { Ids } from "../values/ids.ts";
import { byteOffsets } from "./position.ts";
import { closingQuote } from "./scan.ts";

/** A member to find. */
export interface Target {
  /** From the root: object keys as strings, array indexes as numbers. */
  readonly path: readonly (string | number)[];
  /** Which offset: that of the value at the path, or that of the opening quote of its key (for an array item, of the item). */
  readonly at: "value" | "key";
}

/**
 * The offsets of many members of a JSON text, in one pass. Values that contain no target are skipped.
 *
 * Keys are compared after decoding, and of equal keys the last counts, as in `JSON.parse`. For a path that leads nowhere,
 * the offset is that of the value of the deepest ancestor that exists.
 *
 * @param source - JSON text or its UTF-8 bytes, known to be valid
 * @param targets - the members to find
 * @returns a 0-based offset for each target, in their order: bytes for bytes (a byte order mark counts), UTF-16 units
 * for a string
 */
export function locate(source: Uint8Array | string, targets: readonly Target[]): number[] {
  if (typeof source === "string") return locateInText(source, 0, targets);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
  const found = locateInText(text, text.charCodeAt(0) === 0xfeff ? 1 : 0, targets);
  return text.length === source.length ? found : byteOffsets(text, found);
}

function locateInText(text: string, start: number, targets: readonly Target[]): number[] {
  const root = new TargetNode();
  // Ids for keys, as whoever writes the text may choose keys that make a Map slow.
  const ids = new Ids();
  // Consecutive targets have most of their paths in common, so an id that the last path had at the same index is reused.
  let lastPath: readonly (string | number)[] = [];
  let lastIds: readonly number[] = [];
  const paths = targets.map(({ path }) => {
    const idOf = (key: string, index: number): number =>
      key === lastPath[index] ? (lastIds[index] as number) : memberOfKey(ids.byIdentity(key));
    const found = path.map((member, index) => (typeof member === "number" ? member : idOf(member, index)));
    lastPath = path;
    lastIds = found;
    return found;
  });
  for (const path of paths) {
    let node = root;
    for (const member of path) node = node.child(member);
  }
  visit(text, start, root, ids);
  return targets.map(({ at }, index) => resolve(root, paths[index] as number[], at));
}

/** The number for the key of an object with this id: negative, as an array index is its own number. */
const memberOfKey = (id: number | undefined): number => -1 - (id ?? Number.POSITIVE_INFINITY);

/** A target, or an ancestor of one. */
class TargetNode {
  /** Offset of the value; -1 until it was found. */
  value = -1;
  /** Offset of the key's opening quote; of the value when there is no key. */
  key = -1;
  /**
   * Offset of the container in which this was found. If a later equal key replaces the container, the two offsets differ,
   * and so this no longer counts as found.
   */
  container = -1;
  children: Map<number, TargetNode> | undefined;

  child(member: number): TargetNode {
    this.children ??= new Map();
    let child = this.children.get(member);
    if (child === undefined) {
      child = new TargetNode();
      this.children.set(member, child);
    }
    return child;
  }
}

function resolve(root: TargetNode, path: readonly number[], at: Target["at"]): number {
  let node = root;
  for (const member of path) {
    const child = node.children?.get(member);
    if (child?.container !== node.value) return node.value;
    node = child;
  }
  return at === "key" ? node.key : node.value;
}

/** A container that is being walked; `index` is the next array index, -1 in an object. */
interface OpenContainer {
  readonly node: TargetNode;
  readonly children: Map<number, TargetNode>;
  index: number;
}

function visit(text: string, start: number, root: TargetNode, ids: Ids): void {
  const open: OpenContainer[] = [];
  // Records the offsets of a target; true when it is a container with targets in it, which has to be walked.
  const found = (node: TargetNode, key: number, value: number): boolean => {
    node.key = key;
    node.value = value;
    const unit = text.charCodeAt(value);
    if (node.children === undefined || (unit !== 0x7b && unit !== 0x5b)) return false;
    open.push({ node, children: node.children, index: unit === 0x7b ? -1 : 0 });
    return true;
  };

  let at = afterSpace(text, start);
  found(root, at, at);
  at++;
  for (let container = open.at(-1); container !== undefined && at < text.length; container = open.at(-1)) {
    at = afterSpace(text, at);
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
    let member: number;
    if (container.index < 0) {
      const end = closingQuote(text, at);
      member = memberOfKey(ids.find(decodedKey(text, at, end)));
      // Skips the colon.
      at = afterSpace(text, afterSpace(text, end + 1) + 1);
    } else {
      member = container.index++;
    }
    const node = container.children.get(member);
    if (node !== undefined) node.container = container.node.value;
    at = node !== undefined && found(node, key, at) ? at + 1 : afterMember(text, at);
  }
}

function decodedKey(text: string, opening: number, closing: number): string {
  const raw = text.slice(opening + 1, closing);
  return raw.includes("\\") ? (JSON.parse(text.slice(opening, closing + 1)) as string) : raw;
}

function afterSpace(text: string, at: number): number {
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at++;
  }
}

/** The offset of the comma or bracket that ends a member, which begins at `start`. */
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
