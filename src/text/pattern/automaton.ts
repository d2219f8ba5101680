/**
 * The automaton (a lazy DFA) for patterns on which RegExp might take too long: it reads the text once, and follows all
 * paths at once. Each state is a set of nodes of the pattern's graph. States are created on demand, and all are dropped
 * when there are too many.
 */
import type { Characters } from "./characters.ts";
import { type Graph, graphOf, MATCHED, type Node } from "./graph.ts";
import { type Assertion, type Part, SIDES, Side } from "./syntax.ts";

/** Patterns with more nodes have no automaton: each character of a text may cost as many steps as there are nodes. */
const MAX_NODES = 5000;
/** Maximum number of integers in all states and tables; beyond it, all states are dropped. */
const MAX_KEPT = 1 << 16;

interface State {
  /** The nodes that the text so far leads to. Assertions on the text ahead are not decided yet. */
  readonly nodes: readonly number[];
  /** The sides (see `Side`) of the last character, as far as assertions of the pattern need them. */
  readonly before: number;
}

/** Numbers of special states: not computed yet; and the two final ones, whatever text follows. */
const UNKNOWN = 0;
const MATCHES = 1;
const FAILS = 2;

const specialState = (): State => ({ nodes: [], before: 0 });

/** The column of the end of the text. */
const END = 0;

export class Automaton {
  /** Nodes visited so far, in all texts: a measure of time. */
  steps = 0;
  readonly #graph: Graph;
  /** True if the automaton reads code units, not code points. */
  readonly #units: boolean;
  /** The sets of characters in the pattern, and for each node the index of its own. */
  readonly #sets: Characters[] = [];
  readonly #setOf: Int32Array;
  /** The sides that assertions of the pattern need. */
  readonly #asked: number;
  /** By node: the last round that visited it, and the last that reached it by reading a character. */
  readonly #seen: Float64Array;
  readonly #reached: Float64Array;
  #round = 0;

  // Kept between texts. Characters that the pattern does not distinguish share a column.
  readonly #states: State[] = [];
  /** The transitions: a row for each state, of `2 ** #shift` columns. */
  #table = new Int32Array(0);
  #shift = 0;
  readonly #numbers = new Map<string, number>();
  readonly #columns = new Map<string, number>();
  /** By column: whether each set has its characters, and their sides. */
  readonly #members: boolean[][] = [];
  readonly #sides: number[] = [];
  readonly #ascii = new Int32Array(0x80);
  readonly #wide = new Map<number, number>();
  #start = UNKNOWN;
  #kept = 0;

  constructor(graph: Graph, units: boolean) {
    this.#graph = graph;
    this.#units = units;
    const { nodes } = graph;
    this.#seen = new Float64Array(nodes.length);
    this.#reached = new Float64Array(nodes.length);
    const numbers = new Map<Characters, number>();
    this.#setOf = Int32Array.from(nodes, (node) => {
      if (node.kind !== "characters") return -1;
      const number = numbers.get(node.set) ?? this.#sets.push(node.set) - 1;
      numbers.set(node.set, number);
      return number;
    });
    this.#asked = nodes.reduce((sides, node) => sides | (node.kind === "assertion" ? node.assertion.sides : 0), 0);
    this.#forget();
  }

  /** The number of nodes: the most steps that one character of a text can cost. */
  get size(): number {
    return this.#graph.nodes.length;
  }

  /** Returns whether the text matches from its start. */
  test(text: string): boolean {
    const ascii = this.#ascii;
    let state = this.#start;
    // A step may replace the table.
    let table = this.#table;
    let shift = this.#shift;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let column: number;
      if (unit < 0x80) {
        column = ascii[unit] || this.#asciiColumn(unit);
      } else {
        const point = this.#units ? unit : (text.codePointAt(at) as number);
        if (point > 0xffff) at++;
        column = this.#wide.get(point) ?? this.#wideColumn(point);
      }
      let next = table[(state << shift) | column] as number;
      if (next === UNKNOWN || column >> shift !== 0) {
        next = this.#step(state, column);
        table = this.#table;
        shift = this.#shift;
      }
      if (next <= FAILS) return next === MATCHES;
      state = next;
    }
    return (this.#table[(state << this.#shift) | END] || this.#step(state, END)) === MATCHES;
  }

  #step(from: number, column: number): number {
    const number = this.#follow(this.#states[from] as State, column);
    this.#fit();
    this.#table[(from << this.#shift) | column] = number;
    if (this.#kept + (this.#states.length << this.#shift) <= MAX_KEPT) return number;
    const { nodes, before } = this.#states[number] as State;
    this.#forget();
    return number <= FAILS ? number : this.#numberOf([...nodes], before);
  }

  /** Makes room in the table for all states and columns. */
  #fit(): void {
    let shift = this.#shift;
    while (this.#members.length > 1 << shift) shift++;
    if (shift === this.#shift && this.#states.length << shift <= this.#table.length) return;
    const table = new Int32Array((2 * this.#states.length) << shift);
    for (let row = 0; row << this.#shift < this.#table.length; row++) {
      table.set(this.#table.subarray(row << this.#shift, (row + 1) << this.#shift), row << shift);
    }
    this.#table = table;
    this.#shift = shift;
  }

  /** The number of the state that a character of the column leads to. */
  #follow({ nodes: from, before }: State, column: number): number {
    const { nodes } = this.#graph;
    const members = this.#members[column] as boolean[];
    const ahead = this.#sides[column] as number;
    const round = ++this.#round;
    const reached: number[] = [];
    const open = [...from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === MATCHED) return MATCHES;
      if (this.#seen[id] === round) continue;
      this.#seen[id] = round;
      this.steps++;
      const node = nodes[id] as Exclude<Node, { kind: "matched" }>;
      if (node.kind === "characters") {
        if (!members[this.#setOf[id] as number] || this.#reached[node.next] === round) continue;
        this.#reached[node.next] = round;
        reached.push(node.next);
      } else if (node.kind !== "assertion" || holds(node.assertion, before, ahead)) {
        open.push(node.next);
        if (node.kind === "split") open.push(node.other);
      }
    }
    return reached.length === 0 ? FAILS : this.#numberOf(reached, ahead & this.#asked);
  }

  /** The number of the state with these nodes, created if there is none yet. */
  #numberOf(nodes: number[], before: number): number {
    const key = `${before} ${nodes.sort((a, b) => a - b).join()}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#states.push({ nodes, before }) - 1;
      this.#numbers.set(key, number);
      this.#kept += 2 * nodes.length + 8;
      this.#fit();
    }
    return number;
  }

  #asciiColumn(unit: number): number {
    const column = this.#columnOf(unit);
    this.#ascii[unit] = column;
    return column;
  }

  #wideColumn(point: number): number {
    const column = this.#columnOf(point);
    if (this.#wide.size >= MAX_KEPT) this.#wide.clear();
    this.#wide.set(point, column);
    return column;
  }

  #columnOf(point: number): number {
    const members = this.#sets.map((set) => set.has(point));
    let sides = 0;
    for (const [side, characters] of SIDES) if (this.#asked & side && characters.has(point)) sides |= side;
    return this.#column(members, sides);
  }

  #column(members: boolean[], sides: number): number {
    const key = `${sides} ${members.map(Number).join("")}`;
    let column = this.#columns.get(key);
    if (column === undefined) {
      column = this.#columns.size;
      this.#columns.set(key, column);
      this.#members.push(members);
      this.#sides.push(sides);
      this.#kept += 2 * members.length + 8;
    }
    return column;
  }

  #forget(): void {
    this.#states.length = 0;
    for (const _ of [UNKNOWN, MATCHES, FAILS]) this.#states.push(specialState());
    this.#numbers.clear();
    this.#columns.clear();
    this.#members.length = this.#sides.length = 0;
    this.#ascii.fill(END);
    this.#wide.clear();
    this.#kept = 0;
    this.#table = new Int32Array(0);
    this.#shift = 0;
    this.#column(
      this.#sets.map(() => false),
      Side.nothing,
    );
    this.#start = this.#numberOf([this.#graph.first], Side.nothing & this.#asked);
  }
}

/**
 * The automaton of a pattern; undefined if it would be too large, or if the pattern has parts that no automaton can
 * run.
 * @param units whether it reads texts as code units.
 */
export function automatonOf(root: Part, units = false): Automaton | undefined {
  const graph = automatonGraph(root);
  return graph && new Automaton(graph, units);
}

/** The graph of the automaton of a pattern; undefined if it has none. */
export const automatonGraph = (root: Part): Graph | undefined => graphOf(root, { limit: MAX_NODES });

function holds({ of, sides }: Assertion, before: number, ahead: number): boolean {
  if (of === "before") return (before & sides) !== 0;
  if (of === "ahead") return (ahead & sides) !== 0;
  return ((before & sides) !== (ahead & sides)) === (of === "one");
}
