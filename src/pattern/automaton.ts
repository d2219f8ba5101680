/**
 * The automaton for patterns that RegExp might take too long for: it reads the text once, and follows all ways at once.
 * Its states, the sets of places the pattern may be at, are made when a text first needs them, and forgotten when they
 * are too many.
 */
import type { Characters } from "./characters.ts";
import { type Graph, graphOf, MATCHED, type Node } from "./graph.ts";
import { type Assertion, type Part, SIDES, Side } from "./syntax.ts";

/** Larger patterns have no automaton: each character of a text may cost as many steps as the pattern has places. */
const MAX_NODES = 5000;
/** Numbers that are kept in states and tables; when there are more, all are forgotten. */
const MAX_KEPT = 1 << 16;

interface State {
  /** The places where the pattern may be, before it is known what is ahead. */
  readonly places: readonly number[];
  /** What is before, as far as assertions ask. */
  readonly before: number;
  /** The states that follow, by column. */
  readonly next: (State | undefined)[];
}

const settled = (): State => ({ places: [], before: 0, next: [] });
const matched = settled();
const dead = settled();

/** The column of the end of the text. */
const END = 0;

export class Automaton {
  /** Places followed so far, in all texts: what time is spent on. */
  steps = 0;
  readonly #graph: Graph;
  /** The sets of characters the pattern has, and for each place the number of its own. */
  readonly #sets: Characters[] = [];
  readonly #setOf: Int32Array;
  /** The sides that assertions ask for. */
  readonly #asked: number;
  readonly #seen: Int32Array;
  readonly #reached: Int32Array;
  #round = 0;

  // What is kept of texts. Characters that no part of the pattern tells apart share a column.
  readonly #states = new Map<string, State>();
  readonly #columns = new Map<string, number>();
  /** By column: whether each set has its characters, and what they are as neighbours. */
  readonly #members: boolean[][] = [];
  readonly #sides: number[] = [];
  readonly #ascii = new Int32Array(0x80);
  readonly #wide = new Map<number, number>();
  #start: State = dead;
  #kept = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
    const { nodes } = graph;
    this.#seen = new Int32Array(nodes.length);
    this.#reached = new Int32Array(nodes.length);
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

  /** Whether the text matches from its start. */
  test(text: string): boolean {
    let state = this.#start;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let column: number;
      if (unit < 0x80) {
        column = this.#ascii[unit] || this.#asciiColumn(unit);
      } else {
        const point = text.codePointAt(at) as number;
        if (point > 0xffff) at++;
        column = this.#wide.get(point) ?? this.#wideColumn(point);
      }
      state = state.next[column] ?? this.#step(state, column);
      if (state === matched) return true;
      if (state === dead) return false;
    }
    return (state.next[END] ?? this.#step(state, END)) === matched;
  }

  #step(from: State, column: number): State {
    const state = this.#follow(from, column);
    this.#kept += Math.max(0, column + 1 - from.next.length);
    from.next[column] = state;
    if (this.#kept <= MAX_KEPT) return state;
    this.#forget();
    return state === matched || state === dead ? state : this.#state([...state.places], state.before);
  }

  #follow({ places, before }: State, column: number): State {
    const { nodes } = this.#graph;
    const members = this.#members[column] as boolean[];
    const ahead = this.#sides[column] as number;
    const round = ++this.#round;
    const reached: number[] = [];
    const open = [...places];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === MATCHED) return matched;
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
    return reached.length === 0 ? dead : this.#state(reached, ahead & this.#asked);
  }

  #state(places: number[], before: number): State {
    const key = `${before} ${places.sort((a, b) => a - b).join()}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      state = { places, before, next: [] };
      this.#states.set(key, state);
      this.#kept += 2 * places.length + 8;
    }
    return state;
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
    this.#states.clear();
    this.#columns.clear();
    this.#members.length = this.#sides.length = 0;
    this.#ascii.fill(END);
    this.#wide.clear();
    this.#kept = 0;
    this.#column([], Side.nothing);
    this.#start = this.#state([this.#graph.first], Side.nothing & this.#asked);
  }
}

/** The automaton of a pattern; undefined if it would be too large, or where none can do what the pattern does. */
export function automatonOf(root: Part): Automaton | undefined {
  const graph = graphOf(root, { limit: MAX_NODES });
  return graph && new Automaton(graph);
}

function holds({ of, sides }: Assertion, before: number, ahead: number): boolean {
  if (of === "before") return (before & sides) !== 0;
  if (of === "ahead") return (ahead & sides) !== 0;
  return ((before & sides) !== (ahead & sides)) === (of === "one");
}
