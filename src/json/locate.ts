/** Finds where the members of a JSON text stand in it, so that an error can say where in the text it happened. */

import { Ids } from "../values/ids.ts";
import { byteOffsets } from "./position.ts";
import { closingQuote } from "./scan.ts";

/** One place to find. */
export interface Target {
  /** From the root: object keys as strings, array indexes as numbers. */
  readonly path: readonly (string | number)[];
  /** What to point at: the value at the path, or the opening quote of its last key (of an array item: the item). */
  readonly at: "value" | "key";
}

/**
 * The offsets of many places in a JSON text, in one pass: what no target lies in is skipped.
 *
 * Keys are compared decoded, and of equal keys the last counts, as in `JSON.parse`. A path that leads nowhere gives
 * the value of the deepest ancestor that exists.
 *
 * @param source - JSON text or its UTF-8 bytes, known to be valid
 * @param targets - the places to find
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
  // Of keys: whoever writes the text chooses them, and may choose such as make a Map slow.
  const ids = new Ids();
  // Neighbours have most of their paths in common: a key that many failures are under is looked at once.
  let before: readonly (string | number)[] = [];
  let idsBefore: readonly number[] = [];
  const paths = targets.map(({ path }) => {
    const same = (member: string | number, index: number): number =>
      member === before[index] ? (idsBefore[index] as number) : keyOf(ids.byIdentity(member));
    const found = path.map((member, index) => (typeof member === "number" ? member : same(member, index)));
    before = path;
    idsBefore = found;
    return found;
  });
  for (const path of paths) {
    let place = root;
    for (const member of path) place = place.child(member);
  }
  visit(text, start, root, ids);
  return targets.map(({ at }, index) => resolve(root, paths[index] as number[], at));
}

/** What stands for the key of an object, where an index stands for itself. */
const keyOf = (id: number | undefined): number => -1 - (id ?? Number.POSITIVE_INFINITY);

/** A member somebody asked for, or an ancestor of one. */
class TargetNode {
  /** Offset of the value, -1 until it was met. */
  value = -1;
  /** Offset of the key's opening quote; of the value when there is no key. */
  key = -1;
  /**
   * Offset of the container's value when this was met. When equal keys replace the container, what was met in the
   * old one no longer matches, without a walk to forget it.
   */
  container = -1;
  children: Map<number, TargetNode> | undefined;

  child(member: number): TargetNode {
    this.children ??= new Map();
    let place = this.children.get(member);
    if (place === undefined) {
      place = new TargetNode();
      this.children.set(member, place);
    }
    return place;
  }
}

function resolve(root: TargetNode, path: readonly number[], at: Target["at"]): number {
  let place = root;
  for (const member of path) {
    const child = place.children?.get(member);
    if (child?.container !== place.value) return place.value;
    place = child;
  }
  return at === "key" ? place.key : place.value;
}

/** A container that is being walked; `index` is the next array index, -1 in an object. */
interface Walk {
  readonly place: TargetNode;
  readonly children: Map<number, TargetNode>;
  index: number;
}

function visit(text: string, start: number, root: TargetNode, ids: Ids): void {
  const walks: Walk[] = [];
  // Records a value; true when it is a container with members to look for.
  const enters = (place: TargetNode, key: number, value: number): boolean => {
    place.key = key;
    place.value = value;
    const unit = text.charCodeAt(value);
    if (place.children === undefined || (unit !== 0x7b && unit !== 0x5b)) return false;
    walks.push({ place, children: place.children, index: unit === 0x7b ? -1 : 0 });
    return true;
  };

  let at = afterSpace(text, start);
  enters(root, at, at);
  at++;
  for (let walk = walks.at(-1); walk !== undefined && at < text.length; walk = walks.at(-1)) {
    at = afterSpace(text, at);
    const unit = text.charCodeAt(at);
    if (unit === 0x7d || unit === 0x5d) {
      walks.pop();
      at++;
      continue;
    }
    if (unit === 0x2c) {
      at++;
      continue;
    }
    const key = at;
    let member: number;
    if (walk.index < 0) {
      const end = closingQuote(text, at);
      member = keyOf(ids.find(decodedKey(text, at, end)));
      // Over the colon.
      at = afterSpace(text, afterSpace(text, end + 1) + 1);
    } else {
      member = walk.index++;
    }
    const place = walk.children.get(member);
    if (place !== undefined) place.container = walk.place.value;
    at = place !== undefined && enters(place, key, at) ? at + 1 : afterMember(text, at);
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

/** The offset of the comma or the bracket that ends the container's member which begins at `start`. */
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
