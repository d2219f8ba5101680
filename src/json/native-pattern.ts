/**
 * Regular expressions as tables of states, for ASCII text. What a single character matches is not read from the pattern
 * but asked of JavaScript, character by character; only how the parts are put together is understood here. Patterns
 * with anything that no table of states can do (references, look-around, word boundaries), or that would need too large
 * a one, have no table.
 */
import type { Pattern } from "../pattern.ts";

/** A deterministic automaton; native/core/pattern.hpp runs it. */
export interface Table {
  /** The column of each ASCII character. */
  readonly columns: readonly number[];
  /** The next state, by state and column. State 0 refuses whatever follows, state 1 has matched already. */
  readonly next: readonly number[];
  /** 1 for the states a text may end in. */
  readonly ends: readonly number[];
  readonly start: number;
}

const ASCII: readonly string[] = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const MAX_NODES = 4000;
const MAX_STATES = 1000;
const MAX_DEPTH = 100;

const DEAD = 0;
const MATCHED = 1;

/** The pattern cannot be put into a table. */
class Untabled extends Error {}

/** The table of a pattern that matches from the start of a text, not necessarily to its end; undefined if it has none. */
export function tableOf(pattern: Pattern): Table | undefined {
  const source = typeof pattern === "string" ? pattern : pattern.source;
  const flags = typeof pattern === "string" ? "" : pattern.flags;
  if (/[^is]/.test(flags)) return undefined;
  try {
    const graph = new Graph(flags);
    return new Subsets(graph, new Parser(source, graph).parse()).table();
  } catch (error) {
    if (error instanceof Untabled) return undefined;
    throw error;
  }
}

/** A node of the non-deterministic automaton: a character of a set leads on, or nothing is needed to go on. */
type Node =
  | { readonly kind: "set"; readonly set: number; readonly next: number }
  | { readonly kind: "split"; readonly to: number[] }
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "match" };

/** The automaton, built from its end: each part is given what comes after it. */
class Graph {
  readonly nodes: Node[] = [{ kind: "match" }];
  /** Which ASCII characters each set has. */
  readonly sets: (readonly boolean[])[] = [];
  readonly #setsBySource = new Map<string, number>();
  readonly #flags: string;

  constructor(flags: string) {
    this.#flags = flags;
  }

  add(node: Node): number {
    if (this.nodes.length >= MAX_NODES) throw new Untabled();
    return this.nodes.push(node) - 1;
  }

  /** The set of the characters that `source`, which matches one, matches. */
  set(source: string): number {
    let number = this.#setsBySource.get(source);
    if (number === undefined) {
      const regexp = new RegExp(`^(?:${source})$`, `${this.#flags}u`);
      number = this.sets.push(ASCII.map((character) => regexp.test(character))) - 1;
      this.#setsBySource.set(source, number);
    }
    return number;
  }
}

/** A part of a pattern: given the node that comes after it, the node it begins with. */
type Part = (next: number) => number;

/** Reads a pattern that is known to be valid with the `u` flag. */
class Parser {
  readonly #units: readonly string[];
  readonly #graph: Graph;
  #at = 0;
  #depth = 0;

  constructor(source: string, graph: Graph) {
    this.#units = [...source];
    this.#graph = graph;
  }

  parse(): number {
    return this.#alternatives()(0);
  }

  #peek(): string | undefined {
    return this.#units[this.#at];
  }

  #take(text: string): boolean {
    const found = [...text].every((unit, index) => this.#units[this.#at + index] === unit);
    if (found) this.#at += text.length;
    return found;
  }

  #alternatives(): Part {
    if (++this.#depth > MAX_DEPTH) throw new Untabled();
    const parts = [this.#sequence()];
    while (this.#take("|")) parts.push(this.#sequence());
    this.#depth--;
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only;
    return (next) => this.#graph.add({ kind: "split", to: parts.map((part) => part(next)) });
  }

  #sequence(): Part {
    const parts: Part[] = [];
    for (let unit = this.#peek(); unit !== undefined && unit !== "|" && unit !== ")"; unit = this.#peek()) {
      parts.push(this.#quantified(this.#atom(unit)));
    }
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  #atom(unit: string): Part {
    if (this.#take("^")) return (next) => this.#graph.add({ kind: "start", next });
    if (this.#take("$")) return (next) => this.#graph.add({ kind: "end", next });
    if (unit === "(") return this.#group();
    const source = unit === "[" ? this.#class() : unit === "\\" ? this.#escape() : this.#literal();
    const set = this.#graph.set(source);
    return (next) => this.#graph.add({ kind: "set", set, next });
  }

  #group(): Part {
    this.#at++;
    if (this.#take("?")) {
      const named = this.#peek() === "<" && this.#units[this.#at + 1] !== "=" && this.#units[this.#at + 1] !== "!";
      if (named) while (!this.#take(">")) this.#at++;
      else if (!this.#take(":")) throw new Untabled();
    }
    const part = this.#alternatives();
    this.#at++;
    return part;
  }

  #literal(): string {
    return this.#units[this.#at++] as string;
  }

  #class(): string {
    const start = this.#at;
    while (this.#peek() !== "]") this.#at += this.#peek() === "\\" ? 2 : 1;
    this.#at++;
    return this.#units.slice(start, this.#at).join("");
  }

  #escape(): string {
    const start = this.#at++;
    const kind = this.#literal();
    // Word boundaries and references.
    if (/[bBk1-9]/.test(kind)) throw new Untabled();
    if (kind === "c") this.#at += 1;
    else if (kind === "x") this.#at += 2;
    else if (kind === "p" || kind === "P" || (kind === "u" && this.#peek() === "{"))
      while (!this.#take("}")) this.#at++;
    else if (kind === "u") this.#at += 4;
    const source = this.#units.slice(start, this.#at).join("");
    // Two escapes that are one character; none of ASCII.
    if (/^\\u[dD][89abAB]/.test(source) && this.#units[this.#at] === "\\") throw new Untabled();
    return source;
  }

  #quantified(part: Part): Part {
    const [least, most] = this.#quantifier();
    // What is matched first makes no difference to whether there is a match.
    if (least !== 1 || most !== 1) this.#take("?");
    const repeated = (next: number): number => {
      let after = next;
      if (most === Number.POSITIVE_INFINITY) {
        const to: number[] = [];
        const loop = this.#graph.add({ kind: "split", to });
        to.push(part(loop), next);
        after = loop;
      } else {
        for (let count = least; count < most; count++) {
          after = this.#graph.add({ kind: "split", to: [part(after), next] });
        }
      }
      for (let count = 0; count < least; count++) after = part(after);
      return after;
    };
    return least === 1 && most === 1 ? part : repeated;
  }

  #quantifier(): [least: number, most: number] {
    if (this.#take("*")) return [0, Number.POSITIVE_INFINITY];
    if (this.#take("+")) return [1, Number.POSITIVE_INFINITY];
    if (this.#take("?")) return [0, 1];
    if (!this.#take("{")) return [1, 1];
    let text = "";
    while (!this.#take("}")) text += this.#literal();
    const [least, most = least] = text.split(",");
    return [Number(least), most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  }
}

/** The deterministic automaton: its states are the sets of nodes the other one may be in. */
class Subsets {
  readonly #graph: Graph;
  readonly #states = new Map<string, number>();
  readonly #members: (readonly number[])[] = [[], []];
  readonly #ends: number[] = [0, 1];
  readonly #start: number;

  constructor(graph: Graph, first: number) {
    this.#graph = graph;
    this.#start = this.#state([first], true);
  }

  table(): Table {
    const { columns, samples } = this.#columns();
    const next: number[] = [];
    for (let state = 0; state < this.#members.length; state++) {
      for (const sample of samples) next.push(state <= MATCHED ? state : this.#step(state, sample));
    }
    return { columns, next, ends: this.#ends, start: this.#start };
  }

  /** Characters that are in the same sets share a column; `samples` has one of each. */
  #columns(): { columns: number[]; samples: number[] } {
    const byMembership = new Map<string, number>();
    const samples: number[] = [];
    const columns = ASCII.map((_, code) => {
      const membership = this.#graph.sets.map((set) => (set[code] ? "1" : "0")).join("");
      let column = byMembership.get(membership);
      if (column === undefined) {
        column = samples.push(code) - 1;
        byMembership.set(membership, column);
      }
      return column;
    });
    return { columns, samples };
  }

  #step(state: number, code: number): number {
    const reached: number[] = [];
    for (const member of this.#members[state] as readonly number[]) {
      const node = this.#graph.nodes[member] as Node;
      if (node.kind === "set" && this.#graph.sets[node.set]?.[code]) reached.push(node.next);
    }
    return this.#state(reached, false);
  }

  /** The state of being in any of the nodes, at the start of the text or behind it. */
  #state(nodes: readonly number[], atStart: boolean): number {
    const members = this.#closure(nodes, atStart, false);
    if (members.has(0)) return MATCHED;
    const ends = this.#closure(nodes, atStart, true).has(0);
    const waiting = [...members].filter((member) => this.#graph.nodes[member]?.kind === "set").sort((a, b) => a - b);
    if (waiting.length === 0 && !ends) return DEAD;
    const key = `${waiting.join()}${ends ? "$" : ""}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      if (this.#members.length >= MAX_STATES) throw new Untabled();
      state = this.#members.push(waiting) - 1;
      this.#ends.push(ends ? 1 : 0);
      this.#states.set(key, state);
    }
    return state;
  }

  /** All nodes that can be reached without a character. */
  #closure(nodes: readonly number[], atStart: boolean, atEnd: boolean): Set<number> {
    const reached = new Set<number>();
    const pending = [...nodes];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      const node = this.#graph.nodes[id] as Node;
      if (node.kind === "split") pending.push(...node.to);
      else if ((node.kind === "start" && atStart) || (node.kind === "end" && atEnd)) pending.push(node.next);
    }
    return reached;
  }
}
