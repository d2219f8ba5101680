/**
 * Finds out whether a pattern matches the same texts with the flag `u` and without it. Without it, RegExp reads code
 * units: a character beyond the Basic Multilingual Plane (BMP) is two of them, its surrogates. And `i` folds fewer
 * characters.
 */
import { sameObjects } from "../../values/equal.ts";
import { Characters } from "./characters.ts";
import { graphOf, type Node } from "./graph.ts";
import type { Part } from "./syntax.ts";

/** A pattern whose graph has more nodes counts as different. */
const MAX_NODES = 5000;

/**
 * Returns whether both forms match the same texts; false if that is not certain.
 * @param units the parts of the pattern as it is read without the flag.
 * @param points the parts of the same pattern as it is read with the flag.
 */
export const meansTheSame = (units: Part, points: Part): boolean => areAlike(units, points) && agrees(units);

/** The two have the same structure, and the same sets of characters. */
function areAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (one instanceof Characters) return other instanceof Characters && one.equals(other);
  // The groups of a reference, whose parts may include it, are those of one source.
  if ("groups" in one) return "groups" in other;
  return sameObjects(one, other, areAlike);
}

/** Properties of the parts outside of look-arounds. */
interface Found {
  /** Sets with all characters beyond the BMP, and all surrogates. */
  wide: boolean;
  /** Sets with some of them. */
  mixed: boolean;
  /** `\B`, which holds between two surrogates, or a back-reference, which may read one of them. */
  split: boolean;
  readonly ahead: Part[];
  readonly behind: Part[];
}

function search(part: Part, found: Found): Found {
  if (part.kind === "characters") {
    const { beyond } = part.set;
    if (beyond === "all") found.wide = true;
    if (beyond === "some") found.mixed = true;
  } else if (part.kind === "assertion") {
    if (part.of === "both") found.split = true;
  } else if (part.kind === "sequence" || part.kind === "choice") {
    for (const member of part.members) search(member, found);
  } else if (part.kind === "repeat") search(part.body, found);
  else if (part.kind === "look") (part.behind ? found.behind : found.ahead).push(part.body);
  else found.split = true;
  return found;
}

const searched = (part: Part): Found =>
  search(part, { wide: false, mixed: false, split: false, ahead: [], behind: [] });

/** No set outside or inside of look-arounds has a surrogate. */
function isNarrow(part: Part): boolean {
  const { wide, mixed, ahead, behind } = searched(part);
  return !wide && !mixed && [...ahead, ...behind].every(isNarrow);
}

/**
 * Returns whether the same texts match by code units and by code points. That is certain if a node which reads a
 * surrogate can read the other one too, and nothing else can: then it may as well read the pair.
 */
function agrees(part: Part): boolean {
  if (isNarrow(part)) return true;
  const { wide, mixed, split, ahead, behind } = searched(part);
  if (mixed || split) return false;
  // Look-arounds are tried only between whole characters if all that is read before them is narrow.
  if (!wide) return behind.every(isNarrow) && ahead.every(agrees);
  if (ahead.length > 0 || behind.length > 0) return false;
  const graph = graphOf(part, { limit: MAX_NODES });
  return graph !== undefined && readsPairs(graph.nodes);
}

const isWide = (node: Node | undefined): boolean => node?.kind === "characters" && node.set.beyond === "all";

/**
 * Returns whether each wide node is followed by a wide node, without a condition, and both by the same nodes. Then the
 * first one may read a whole pair instead of both. Conditions in between do not hold between two surrogates.
 */
function readsPairs(nodes: readonly Node[]): boolean {
  const known = new Map<number, string>();
  const followersOf = (first: number): string => {
    const followers = known.get(first) ?? closureOf(nodes, first).join();
    known.set(first, followers);
    return followers;
  };
  return nodes.every((node) => {
    if (node.kind !== "characters" || !isWide(node)) return true;
    const next = closureOf(nodes, node.next).map((id) => nodes[id]);
    const wide = next.filter((one) => isWide(one)) as (Node & { kind: "characters" })[];
    return wide.length > 0 && wide.every((one) => followersOf(one.next) === followersOf(node.next));
  });
}

/** The next nodes that read or test something, or end the pattern, in order. */
function closureOf(nodes: readonly Node[], first: number): number[] {
  const found: number[] = [];
  const seen = new Set<number>();
  const open = [first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const node = nodes[id] as Node;
    if (node.kind === "split") open.push(node.next, node.other);
    else if (node.kind === "again") open.push(node.next);
    else found.push(id);
  }
  return found.sort((a, b) => a - b);
}
