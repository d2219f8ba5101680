/**
 * Whether a pattern may make JavaScript's RegExp backtrack for longer than in proportion to the text.
 *
 * RegExp tries one way after another. If there are never more than a few ways to come to one place of the pattern having
 * read one text, it is at each place a few times at most for each place of the text: time is linear. So a pattern is
 * judged by that, on the safe side: `a*a*b`, `(a|a)*b` and `(?:a+)+$` can come to the second loop, or to the next `a`, in
 * more and more ways the more is read.
 */
import type { Characters } from "./characters.ts";
import { type Graph, graphOf, lengthsOf, type Node } from "./graph.ts";
import type { Part } from "./syntax.ts";

/** Patterns of more places are taken for ambiguous. */
const MAX_NODES = 20_000;
/** The same, where what is repeated is there only once: about as long as the pattern may be written. */
const MAX_UNCOUNTED = 200_000;
/** Steps of the search, beside some for each place; patterns that need more are taken for ambiguous. */
const MAX_WORK = 1 << 16;
const WORK_PER_NODE = 8;
/** Ways to one place having read one text. */
const MAX_WAYS = 64;

/** @returns false if time is linear in the length of the text, for all texts; true if that is not certain. */
export function mayBacktrack(root: Part): boolean {
  return (
    behinds(root).some(
      (body) =>
        lengthsOf(body).most === Number.POSITIVE_INFINITY ||
        isAmbiguous(graphOf(body, { limit: MAX_NODES, reversed: true })),
    ) ||
    // If there are never two ways where repetitions are not counted, there are none where they are.
    (isAmbiguous(graphOf(root, { limit: MAX_UNCOUNTED, looks: true, uncounted: true })) &&
      isAmbiguous(graphOf(root, { limit: MAX_NODES, looks: true })))
  );
}

/** What all look-behinds have in them, which is read anew at each place of the text. */
function behinds(part: Part): Part[] {
  if (part.kind === "look") return part.behind ? [part.body] : behinds(part.body);
  if (part.kind === "repeat") return behinds(part.body);
  return part.kind === "sequence" || part.kind === "choice" ? part.members.flatMap(behinds) : [];
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

/** Places that wait for a character, and how many ways there are to each without reading one. */
interface Waiting {
  readonly places: ReadonlyMap<Characters, readonly number[]>;
  readonly ways: ReadonlyMap<number, number>;
}

/**
 * Follows pairs of different places that one text leads to, until they meet in one place. Where that is in a loop, it can
 * happen again and again. Where it is not, the ways are counted.
 */
class Search {
  readonly #graph: Graph;
  readonly #waiting = new Map<number, Waiting>();
  readonly #meetings = new Map<Characters, Map<Characters, boolean>>();
  /** Places that wait, by what comes behind them. */
  readonly #before = new Map<number, Set<number>>();
  /** Places in loops, and those that are reached from there: a text may lead to them after any number of characters. */
  readonly #late = new Set<number>();
  /** Pairs as one number. */
  readonly #pairs = new Set<number>();
  readonly #pending: number[] = [];
  /** Where two ways meet: places, and loops (`~`) as a whole. */
  readonly #met = new Set<number>();
  #work = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** @throws Ambiguous when there are too many ways to one place. */
  run(): void {
    this.#reach();
    for (const waiting of this.#waiting.values()) this.#pair(waiting, waiting);
    const { length } = this.#graph.nodes;
    for (let pair = this.#pending.pop(); pair !== undefined; pair = this.#pending.pop()) {
      const [low, high] = [pair % length, Math.floor(pair / length)];
      const areLate = this.#late.has(low) || this.#late.has(high);
      this.#pair(this.#waitingFrom(this.#place(low).next), this.#waitingFrom(this.#place(high).next), areLate);
    }
    this.#weigh();
  }

  /** Goes everywhere once. */
  #reach(): void {
    const open = [this.#graph.first];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      if (this.#waiting.has(from)) continue;
      for (const id of this.#waitingFrom(from).ways.keys()) {
        const { next } = this.#place(id);
        open.push(next);
        this.#before.set(next, (this.#before.get(next) ?? new Set()).add(id));
      }
    }
    const late = [...this.#before.values()].flatMap((ids) => [...ids].filter((id) => this.#place(id).loop !== 0));
    for (let id = late.pop(); id !== undefined; id = late.pop()) {
      this.#count();
      if (this.#late.has(id)) continue;
      this.#late.add(id);
      late.push(...this.#waitingFrom(this.#place(id).next).ways.keys());
    }
  }

  /**
   * Notes the pairs of places that one more character leads to.
   * @param areLate whether one of two different places they come from is late; undefined if they come from one place.
   */
  #pair(ones: Waiting, others: Waiting, areLate?: boolean): void {
    for (const [set, places] of ones.places) {
      for (const [other, rivals] of others.places) {
        this.#count();
        if (!this.#meet(set, other)) continue;
        for (const place of places) {
          for (const rival of rivals) {
            this.#count();
            if (place !== rival) this.#note(Math.min(place, rival), Math.max(place, rival));
            else if (areLate !== undefined) this.#meetAt(place, areLate);
          }
        }
      }
    }
  }

  #note(low: number, high: number): void {
    const pair = high * this.#graph.nodes.length + low;
    if (this.#pairs.has(pair)) return;
    this.#pairs.add(pair);
    this.#pending.push(pair);
  }

  #meetAt(place: number, areLate: boolean): void {
    if (areLate && this.#place(place).loop !== 0) throw new Ambiguous();
    this.#met.add(this.#groupOf(place));
  }

  /**
   * Counts the ways. Those to a loop are counted where they come into it: within it they do not become more. Where no two
   * ways meet, all come from one place; else they add up.
   */
  #weigh(): void {
    const sources = new Map<number, [from: number, ways: number][]>();
    for (const [from, { ways }] of this.#waiting) {
      for (const [place, count] of ways) {
        const group = this.#groupOf(place);
        const before = [...(count > 1 && group < 0 ? (this.#before.get(from) ?? []) : [])];
        if (before.some((id) => this.#groupOf(id) === group)) throw new Ambiguous();
        const all = sources.get(group);
        if (all === undefined) sources.set(group, [[from, count]]);
        else all.push([from, count]);
      }
    }
    const weights = new Map<number, number>();
    const weigh = (group: number): number => {
      let [sum, greatest] = [0, 1];
      const add = (weight: number): void => {
        this.#count();
        sum += weight;
        greatest = Math.max(greatest, weight);
      };
      for (const [from, ways] of sources.get(group) as [number, number][]) {
        if (from === this.#graph.first) add(ways);
        for (const id of this.#before.get(from) ?? []) {
          const source = this.#groupOf(id);
          if (source !== group) add(ways * (weights.get(source) ?? 1));
        }
      }
      return this.#met.has(group) ? sum : greatest;
    };
    // In the order of the text, more or less: everything is built from its end.
    const groups = [...sources.keys()].sort((a, b) => Math.max(b, ~b) - Math.max(a, ~a));
    for (let isSettled = this.#met.size === 0 && !this.#hasWays(); !isSettled; ) {
      isSettled = true;
      for (const group of groups) {
        const weight = weigh(group);
        if (weight > MAX_WAYS) throw new Ambiguous();
        if (weight !== (weights.get(group) ?? 1)) isSettled = false;
        weights.set(group, weight);
      }
    }
  }

  #hasWays(): boolean {
    return [...this.#waiting.values()].some(({ ways }) => [...ways.values()].some((count) => count > 1));
  }

  #groupOf(place: number): number {
    const { loop } = this.#place(place);
    return loop === 0 ? place : ~loop;
  }

  #waitingFrom(from: number): Waiting {
    let waiting = this.#waiting.get(from);
    if (waiting === undefined) {
      waiting = this.#follow(from);
      this.#waiting.set(from, waiting);
    }
    return waiting;
  }

  #follow(from: number): Waiting {
    const places = new Map<Characters, number[]>();
    const ways = new Map<number, number>();
    const seen = new Map<number, number>();
    // Splits on the way to where the search is; on the stack stand places to go to, and splits (`~`) to leave.
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
        // Otherwise the body has read nothing.
        if (!entered.has(node.split)) stack.push(node.next);
        continue;
      }
      const count = (seen.get(id) ?? 0) + 1;
      if (count > MAX_WAYS) throw new Ambiguous();
      seen.set(id, count);
      if (node.kind === "characters") {
        ways.set(id, count);
        if (count > 1) continue;
        const same = places.get(node.set);
        if (same === undefined) places.set(node.set, [id]);
        else same.push(id);
      } else if (node.kind === "split") {
        // On a way that comes to it once more it is left where it was entered.
        if (!entered.has(id)) stack.push(~id);
        entered.add(id);
        stack.push(node.next, node.other);
      } else {
        stack.push(node.next);
      }
    }
    return { places, ways };
  }

  #place(id: number): CharactersNode {
    return this.#graph.nodes[id] as CharactersNode;
  }

  #meet(one: Characters, other: Characters): boolean {
    let known = this.#meetings.get(one);
    if (known === undefined) {
      known = new Map();
      this.#meetings.set(one, known);
    }
    let meets = known.get(other);
    if (meets === undefined) {
      meets = one.mayMeet(other);
      known.set(other, meets);
    }
    return meets;
  }

  #count(): void {
    if (++this.#work > MAX_WORK + WORK_PER_NODE * this.#graph.nodes.length) throw new Ambiguous();
  }
}
