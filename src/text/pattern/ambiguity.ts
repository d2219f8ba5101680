/**
 * Proves that JavaScript's RegExp may backtrack on a pattern for longer than in proportion to the text.
 *
 * RegExp tries one path through the graph of the pattern after another. If at most a few paths that read the same text
 * lead to the same node, then RegExp is at each node only a few times for each character of the text: time is linear. A
 * pattern for which that cannot be proven is ambiguous. In `a*a*b`, `(a|a)*b` and `(?:a+)+$` the number of paths to the
 * second loop, or to the next `a`, grows with the text.
 */
import type { Characters } from "./characters.ts";
import { type Graph, graphOf, lengthsOf, type Node } from "./graph.ts";
import type { Part } from "./syntax.ts";

/** A pattern whose graph has more nodes counts as ambiguous. */
const MAX_NODES = 20_000;
/** The same for a graph in which repeated parts occur only once: it is about as large as the pattern is long. */
const MAX_UNCOUNTED_NODES = 200_000;
/** Steps of the search, plus some for each node. A pattern that needs more counts as ambiguous. */
const MAX_WORK = 1 << 16;
const WORK_PER_NODE = 8;
/** Paths that lead to one node and read the same text. */
const MAX_PATHS = 64;

/** @returns false if time is linear in the length of the text, for all texts; true if that is not certain. */
export function mayBacktrack(root: Part): boolean {
  return (
    lookBehindsIn(root).some(
      (body) =>
        lengthsOf(body).most === Number.POSITIVE_INFINITY ||
        isAmbiguous(graphOf(body, { limit: MAX_NODES, reversed: true })),
    ) ||
    // If the graph is unambiguous where every repetition is endless, it is also unambiguous where they are counted.
    (isAmbiguous(graphOf(root, { limit: MAX_UNCOUNTED_NODES, looks: true, uncounted: true })) &&
      isAmbiguous(graphOf(root, { limit: MAX_NODES, looks: true })))
  );
}

/** The bodies of all look-behinds: RegExp matches each of them anew at each position of the text. */
function lookBehindsIn(part: Part): Part[] {
  if (part.kind === "look") return part.behind ? [part.body] : lookBehindsIn(part.body);
  if (part.kind === "repeat") return lookBehindsIn(part.body);
  return part.kind === "sequence" || part.kind === "choice" ? part.members.flatMap(lookBehindsIn) : [];
}

function isAmbiguous(graph: Graph | undefined): boolean {
  if (graph === undefined) return true;
  try {
    new Search(graph).run();
    return false;
  } catch (error) {
    if (error instanceof Ambiguous) return true;
    throw error;
  }
}

class Ambiguous extends Error {}

type CharactersNode = Node & { kind: "characters" };

/** From one node: the next nodes that read a character, by their set of characters, and the number of paths to each. */
interface Readers {
  readonly bySet: ReadonlyMap<Characters, readonly number[]>;
  readonly paths: ReadonlyMap<number, number>;
}

/**
 * Follows pairs of different nodes that the same text leads to, until both lead to one node: there, paths join. In a
 * loop that can happen any number of times, so the pattern is ambiguous. Elsewhere the paths are counted.
 */
class Search {
  readonly #graph: Graph;
  readonly #readers = new Map<number, Readers>();
  readonly #overlaps = new Map<Characters, Map<Characters, boolean>>();
  /** By node: the nodes that read a character and lead to it. */
  readonly #sources = new Map<number, Set<number>>();
  /** Nodes in loops, and nodes reached from there: a text may lead to them after any number of characters. */
  readonly #late = new Set<number>();
  /** The pairs found, each as one number. */
  readonly #pairs = new Set<number>();
  readonly #pending: number[] = [];
  /** The groups where two paths join; see `#groupOf`. */
  readonly #joins = new Set<number>();
  #work = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** @throws Ambiguous when too many paths lead to one node. */
  run(): void {
    this.#reach();
    for (const readers of this.#readers.values()) this.#pair(readers, readers);
    const { length } = this.#graph.nodes;
    for (let pair = this.#pending.pop(); pair !== undefined; pair = this.#pending.pop()) {
      const [low, high] = [pair % length, Math.floor(pair / length)];
      const areLate = this.#late.has(low) || this.#late.has(high);
      this.#pair(this.#readersFrom(this.#node(low).next), this.#readersFrom(this.#node(high).next), areLate);
    }
    this.#countPaths();
  }

  /** Visits every node once, and finds the late ones. */
  #reach(): void {
    const open = [this.#graph.first];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      if (this.#readers.has(from)) continue;
      for (const id of this.#readersFrom(from).paths.keys()) {
        const { next } = this.#node(id);
        open.push(next);
        this.#sources.set(next, (this.#sources.get(next) ?? new Set()).add(id));
      }
    }
    const late = [...this.#sources.values()].flatMap((ids) => [...ids].filter((id) => this.#node(id).loop !== 0));
    // Many nodes may lead to the same one, from which all others are reached again.
    const followed = new Set<number>();
    for (let id = late.pop(); id !== undefined; id = late.pop()) {
      this.#count();
      this.#late.add(id);
      const { next } = this.#node(id);
      if (followed.has(next)) continue;
      followed.add(next);
      for (const reached of this.#readersFrom(next).paths.keys()) if (!this.#late.has(reached)) late.push(reached);
    }
  }

  /**
   * Records the pairs of nodes that one more character leads to.
   * @param areLate whether one of the two different nodes they come from is late; undefined if they come from one node.
   */
  #pair(ones: Readers, others: Readers, areLate?: boolean): void {
    for (const [set, nodes] of ones.bySet) {
      for (const [otherSet, otherNodes] of others.bySet) {
        this.#count();
        if (!this.#overlap(set, otherSet)) continue;
        for (const node of nodes) {
          for (const other of otherNodes) {
            this.#count();
            if (node !== other) this.#addPair(Math.min(node, other), Math.max(node, other));
            else if (areLate !== undefined) this.#join(node, areLate);
          }
        }
      }
    }
  }

  #addPair(low: number, high: number): void {
    const pair = high * this.#graph.nodes.length + low;
    if (this.#pairs.has(pair)) return;
    this.#pairs.add(pair);
    this.#pending.push(pair);
  }

  #join(id: number, areLate: boolean): void {
    if (areLate && this.#node(id).loop !== 0) throw new Ambiguous();
    this.#joins.add(this.#groupOf(id));
  }

  /**
   * Counts the paths to each group. A loop is one group: within it their number does not grow. Where paths join, their
   * numbers add up; elsewhere all paths that read the same text come from one group, so the greatest number counts.
   */
  #countPaths(): void {
    const sources = new Map<number, [from: number, paths: number][]>();
    for (const [from, { paths }] of this.#readers) {
      for (const [node, count] of paths) {
        const group = this.#groupOf(node);
        const before = [...(count > 1 && group < 0 ? (this.#sources.get(from) ?? []) : [])];
        if (before.some((id) => this.#groupOf(id) === group)) throw new Ambiguous();
        const all = sources.get(group);
        if (all === undefined) sources.set(group, [[from, count]]);
        else all.push([from, count]);
      }
    }
    const totals = new Map<number, number>();
    const totalOf = (group: number): number => {
      let [sum, greatest] = [0, 1];
      const add = (count: number): void => {
        this.#count();
        sum += count;
        greatest = Math.max(greatest, count);
      };
      for (const [from, paths] of sources.get(group) as [number, number][]) {
        if (from === this.#graph.first) add(paths);
        for (const id of this.#sources.get(from) ?? []) {
          const source = this.#groupOf(id);
          if (source !== group) add(paths * (totals.get(source) ?? 1));
        }
      }
      return this.#joins.has(group) ? sum : greatest;
    };
    // Roughly in the order of the text, so that few rounds are needed: the graph was built from the end.
    const groups = [...sources.keys()].sort((a, b) => Math.max(b, ~b) - Math.max(a, ~a));
    for (let isSettled = this.#joins.size === 0 && !this.#hasParallelPaths(); !isSettled; ) {
      isSettled = true;
      for (const group of groups) {
        const total = totalOf(group);
        if (total > MAX_PATHS) throw new Ambiguous();
        if (total !== (totals.get(group) ?? 1)) isSettled = false;
        totals.set(group, total);
      }
    }
  }

  /** Returns whether several paths lead from one node to another without reading a character in between. */
  #hasParallelPaths(): boolean {
    return [...this.#readers.values()].some(({ paths }) => [...paths.values()].some((count) => count > 1));
  }

  /** The group of a node: all nodes of one outermost loop (`~loop`), or the node alone. */
  #groupOf(id: number): number {
    const { loop } = this.#node(id);
    return loop === 0 ? id : ~loop;
  }

  #readersFrom(from: number): Readers {
    let readers = this.#readers.get(from);
    if (readers === undefined) {
      readers = this.#follow(from);
      this.#readers.set(from, readers);
    }
    return readers;
  }

  #follow(from: number): Readers {
    const bySet = new Map<Characters, number[]>();
    const paths = new Map<number, number>();
    const seen = new Map<number, number>();
    // Splits on the path to the current node. The stack has nodes to visit, and splits (`~`) to leave.
    const entered = new Set<number>();
    const stack = [from];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      this.#count();
      if (id < 0) {
        entered.delete(~id);
        continue;
      }
      const node = this.#graph.nodes[id] as Node;
      if (node.kind === "matched") continue;
      if (node.kind === "again") {
        // If its split is on this path, the body has read nothing, and the path ends.
        if (!entered.has(node.split)) stack.push(node.next);
        continue;
      }
      const count = (seen.get(id) ?? 0) + 1;
      if (count > MAX_PATHS) throw new Ambiguous();
      seen.set(id, count);
      if (node.kind === "characters") {
        paths.set(id, count);
        if (count > 1) continue;
        const same = bySet.get(node.set);
        if (same === undefined) bySet.set(node.set, [id]);
        else same.push(id);
      } else if (node.kind === "split") {
        // Only the first visit on a path enters it, and schedules that it is left.
        if (!entered.has(id)) stack.push(~id);
        entered.add(id);
        stack.push(node.next, node.other);
      } else {
        stack.push(node.next);
      }
    }
    return { bySet, paths };
  }

  #node(id: number): CharactersNode {
    return this.#graph.nodes[id] as CharactersNode;
  }

  /** Returns whether some character may be in both sets. */
  #overlap(one: Characters, other: Characters): boolean {
    let known = this.#overlaps.get(one);
    if (known === undefined) {
      known = new Map();
      this.#overlaps.set(one, known);
    }
    let overlaps = known.get(other);
    if (overlaps === undefined) {
      overlaps = one.mayOverlap(other);
      known.set(other, overlaps);
    }
    return overlaps;
  }

  #count(): void {
    if (++this.#work > MAX_WORK + WORK_PER_NODE * this.#graph.nodes.length) throw new Ambiguous();
  }
}
