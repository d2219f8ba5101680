/** The graph of a pattern: a non-deterministic automaton (NFA). A path through it reads a text that matches. */
import { ALL, Characters } from "./characters.ts";
import type { Assertion, Part } from "./syntax.ts";

/** A node: the condition there, and the ids of the next nodes. */
export type Node =
  | { readonly kind: "matched" }
  /**
   * Reads one character. `loop` is the split of the outermost endless repetition around the node; 0 if there is none.
   */
  | { readonly kind: "characters"; readonly set: Characters; readonly next: number; readonly loop: number }
  | { readonly kind: "assertion"; readonly assertion: Assertion; readonly next: number }
  /** Paths go on to both nodes. */
  | { readonly kind: "split"; next: number; readonly other: number }
  /** The end of the body of `split`: as in JavaScript, paths on which the body has read nothing end here. */
  | { readonly kind: "again"; readonly split: number; readonly next: number };

/** The id of the node where the whole pattern has matched. */
export const MATCHED = 0;

export interface Graph {
  readonly nodes: readonly Node[];
  readonly first: number;
}

export interface GraphOptions {
  /** Maximum number of nodes. */
  readonly limit: number;
  /**
   * Includes look-arounds and back-references, for a graph that bounds the time of a match, but does not decide whether
   * there is one: the body of a look-ahead is a branch that ends at `MATCHED`, and a back-reference reads any text.
   */
  readonly looks?: boolean;
  /** All repetitions are endless, whatever their counts. */
  readonly uncounted?: boolean;
  /** The text is read from its end, as in look-behind. */
  readonly reversed?: boolean;
}

class TooLarge extends Error {}

/**
 * The graph of a pattern; undefined if it would have more nodes than the limit, or has parts the options do not allow.
 */
export function graphOf(root: Part, options: GraphOptions): Graph | undefined {
  try {
    const builder = new Builder(options);
    const first = builder.build(root, MATCHED);
    return { nodes: builder.nodes, first };
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

const ANY = /*#__PURE__*/ new Characters("[^]", "u", ALL);
/** Visiting a part of the pattern costs work, even if no node is made for it. */
const WORK_PER_NODE = 8;

/** Builds the graph from the end of the pattern: each part gets the id of the node after it. */
class Builder {
  readonly nodes: Node[] = [{ kind: "matched" }];
  readonly #options: GraphOptions;
  #work = 0;
  /** The split of the outermost loop around the current part, or 0. */
  #loop = 0;

  constructor(options: GraphOptions) {
    this.#options = options;
  }

  build(part: Part, next: number): number {
    const { limit, looks, reversed } = this.#options;
    if (++this.#work > limit * WORK_PER_NODE) throw new TooLarge();
    switch (part.kind) {
      case "characters":
        return this.#add({ kind: "characters", set: part.set, next, loop: this.#loop });
      case "assertion":
        return this.#add({ kind: "assertion", assertion: part, next });
      case "sequence": {
        const members = reversed ? part.members : part.members.toReversed();
        return members.reduce((behind, member) => this.build(member, behind), next);
      }
      case "choice":
        return this.#choice(
          part.members.map((member) => (member.kind === "sequence" ? member.members : [member])),
          0,
          next,
        );
      case "repeat":
        return this.#repeat(part.body, part.least, part.most, next);
      case "look":
        if (!looks || reversed) throw new TooLarge();
        return part.behind ? next : this.#ahead(part.body, next);
      case "reference":
        if (!looks || reversed) throw new TooLarge();
        return this.#repeat({ kind: "characters", set: ANY }, 0, longest(part.groups), next);
    }
  }

  /**
   * Alternatives that begin with the same characters share the nodes for them. Each such node is reached as often as it
   * would be for one alternative alone. Each alternative keeps a path of its own to the node after it.
   * @param members the parts of each alternative.
   * @param from how many parts of each have been built.
   */
  #choice(members: readonly (readonly Part[])[], from: number, next: number): number {
    const { limit, reversed } = this.#options;
    const partAt = (parts: readonly Part[], at: number): Part | undefined =>
      parts[reversed ? parts.length - 1 - at : at];
    const groups = new Map<unknown, (readonly Part[])[]>();
    for (const parts of members) {
      if (++this.#work > limit * WORK_PER_NODE) throw new TooLarge();
      const first = partAt(parts, from);
      const key = first?.kind === "characters" ? first.set : parts;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [parts]);
      else group.push(parts);
    }
    return [...groups.values()]
      .map((group) => {
        const [one] = group as [readonly Part[]];
        if (group.length === 1) {
          const rest = reversed ? one.slice(0, one.length - from) : one.slice(from);
          return this.build({ kind: "sequence", members: rest }, next);
        }
        // The loop keeps the recursion as deep as alternatives differ, not as they are long.
        let to = from + 1;
        const setAt = (parts: readonly Part[]): unknown => {
          const part = partAt(parts, to);
          return part?.kind === "characters" ? part.set : undefined;
        };
        while (setAt(one) !== undefined && group.every((parts) => setAt(parts) === setAt(one))) {
          this.#work += group.length;
          to++;
        }
        let begin = this.#choice(group, to, next);
        for (let at = to - 1; at >= from; at--) begin = this.build(partAt(one, at) as Part, begin);
        return begin;
      })
      .reduceRight((other, member) => this.#add({ kind: "split", next: member, other }));
  }

  /** The body of a look-ahead belongs to no loop, even inside one: its path does not come back. */
  #ahead(body: Part, next: number): number {
    const loop = this.#loop;
    this.#loop = 0;
    const begin = this.build(body, MATCHED);
    this.#loop = loop;
    return this.#add({ kind: "split", next: begin, other: next });
  }

  #repeat(body: Part, least: number, most: number, next: number): number {
    if (this.#options.uncounted && most > 1 && lengthsOf(body).least > 0) [least, most] = [0, Number.POSITIVE_INFINITY];
    let begin = next;
    if (most === Number.POSITIVE_INFINITY) {
      begin = this.#optional(body, next);
    } else {
      for (let count = least; count < most; count++) begin = this.#optional(body, next, begin);
    }
    // A body without nodes need not be repeated.
    for (let count = 0; count < least; count++) {
      const before = begin;
      begin = this.build(body, begin);
      if (begin === before) break;
    }
    return begin;
  }

  /** The body, or nothing. After the body comes the node `after`; without one, the body may be repeated endlessly. */
  #optional(body: Part, next: number, after?: number): number {
    const node = { kind: "split" as const, next, other: next };
    const split = this.#add(node);
    let end = after ?? split;
    if (lengthsOf(body).least === 0) end = this.#add({ kind: "again", split, next: end });
    const loop = this.#loop;
    if (after === undefined) this.#loop ||= split;
    node.next = this.build(body, end);
    this.#loop = loop;
    return split;
  }

  #add(node: Node): number {
    if (this.nodes.length >= this.#options.limit) throw new TooLarge();
    return this.nodes.push(node) - 1;
  }
}

const longest = (parts: readonly Part[]): number =>
  parts.reduce((most, part) => Math.max(most, lengthsOf(part).most), 0);

const NONE: Lengths = { least: 0, most: 0 };
const lengths = new WeakMap<Part, Lengths>();

/** The minimum and maximum number of characters that a part reads. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

export function lengthsOf(part: Part): Lengths {
  let known = lengths.get(part);
  if (known === undefined) {
    known = measure(part);
    lengths.set(part, known);
  }
  return known;
}

function measure(part: Part): Lengths {
  switch (part.kind) {
    case "characters":
      return { least: 1, most: 1 };
    case "sequence":
      return part.members.map(lengthsOf).reduce((a, b) => ({ least: a.least + b.least, most: a.most + b.most }), NONE);
    case "choice":
      return part.members
        .map(lengthsOf)
        .reduce((a, b) => ({ least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) }));
    case "repeat": {
      const { least, most } = lengthsOf(part.body);
      return { least: least * part.least, most: most === 0 || part.most === 0 ? 0 : most * part.most };
    }
    case "reference":
      return { least: 0, most: Number.POSITIVE_INFINITY };
    default:
      return NONE;
  }
}
