/**
 * Whether a pattern may make JavaScript's RegExp backtrack for longer than in proportion to the text.
 *
 * RegExp tries one way after another. If there are never two ways to come to the same place of the pattern having read
 * the same text, it is at each place once for each place of the text, at most: time is linear. So a pattern is judged by
 * that, on the safe side: `a*a*b`, `(a|a)*b` and `(?:a+)+$` can come to the second loop, or to the next `a`, in two ways.
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

type Place = Node & { kind: "characters" };

/** Places that wait for a character, by the characters they wait for. */
type Waiting = ReadonlyMap<Characters, readonly number[]>;

class Search {
  readonly #graph: Graph;
  readonly #waiting = new Map<number, Waiting>();
  readonly #meetings = new Map<Characters, Map<Characters, boolean>>();
  /** Pairs of different places that the same text leads to, as one number. */
  readonly #pairs = new Set<number>();
  readonly #pending: number[] = [];
  #work = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** @throws Ambiguous when there are two ways to one place. */
  run(): void {
    const reached = new Set<number>();
    const open = [this.#graph.first];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      if (reached.has(from)) continue;
      reached.add(from);
      const waiting = this.#waitingFrom(from);
      this.#pair(waiting, waiting, true);
      for (const places of waiting.values()) for (const place of places) open.push(this.#behind(place));
    }
    const { length } = this.#graph.nodes;
    for (let pair = this.#pending.pop(); pair !== undefined; pair = this.#pending.pop()) {
      this.#pair(
        this.#waitingFrom(this.#behind(pair % length)),
        this.#waitingFrom(this.#behind(Math.floor(pair / length))),
        false,
      );
    }
  }

  /**
   * Notes the pairs of places that one more character leads to.
   * @param same whether it is one place that both come from, by one way, and not two.
   */
  #pair(ones: Waiting, others: Waiting, same: boolean): void {
    for (const [set, places] of ones) {
      for (const [other, rivals] of others) {
        this.#count();
        if (!this.#meet(set, other)) continue;
        for (const place of places) {
          for (const rival of rivals) {
            this.#count();
            if (place !== rival) this.#note(Math.min(place, rival), Math.max(place, rival));
            else if (!same) throw new Ambiguous();
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

  /** The places that can be reached from one without reading a character. */
  #waitingFrom(from: number): Waiting {
    let waiting = this.#waiting.get(from);
    if (waiting === undefined) {
      waiting = this.#follow(from);
      this.#waiting.set(from, waiting);
    }
    return waiting;
  }

  #follow(from: number): Waiting {
    const waiting = new Map<Characters, number[]>();
    const seen = new Set<number>();
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
      if (seen.has(id)) throw new Ambiguous();
      seen.add(id);
      if (node.kind === "characters") {
        const places = waiting.get(node.set);
        if (places === undefined) waiting.set(node.set, [id]);
        else places.push(id);
      } else if (node.kind === "split") {
        entered.add(id);
        stack.push(~id, node.next, node.other);
      } else {
        stack.push(node.next);
      }
    }
    return waiting;
  }

  #behind(place: number): number {
    return (this.#graph.nodes[place] as Place).next;
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
