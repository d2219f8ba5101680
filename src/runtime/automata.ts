/** Patterns on which RegExp might take too long: their automata, as tables. */
import { Automaton } from "../text/pattern/automaton.ts";
import { Characters, type CharactersForm } from "../text/pattern/characters.ts";
import type { Node } from "../text/pattern/graph.ts";
import type { Assertion } from "../text/pattern/syntax.ts";
import type { Expression } from "./leaves.ts";

/**
 * A node of the graph: reads a character of the set with that number; goes on to two nodes; is the end of a repetition;
 * asserts something. `next` is the last. The first node of a graph has matched, and is left out.
 */
export type NodeTable =
  | readonly [kind: 0, set: number, next: number]
  | readonly [kind: 1, other: number, next: number]
  | readonly [kind: 2, split: number, next: number]
  | readonly [kind: Assertion["of"], sides: number, next: number];

function nodeOf([kind, given, next]: NodeTable, sets: readonly Characters[]): Node {
  if (kind === 0) return { kind: "characters", set: sets[given] as Characters, next, loop: 0 };
  if (kind === 1) return { kind: "split", other: given, next };
  if (kind === 2) return { kind: "again", split: given, next };
  return { kind: "assertion", assertion: { kind: "assertion", of: kind, sides: given }, next };
}

/**
 * An automaton in place of an expression.
 * @param first the number of the node where it begins.
 * @param units it reads code units, not code points.
 */
/*#__NO_SIDE_EFFECTS__*/ export function automaton(
  sets: readonly CharactersForm[],
  nodes: readonly NodeTable[],
  first: number,
  units = false,
): Expression {
  let made: Automaton | undefined;
  return {
    lastIndex: 0,
    test(text) {
      if (made === undefined) {
        const all = sets.map((set) => Characters.of(set));
        const matched: Node = { kind: "matched" };
        made = new Automaton({ nodes: [matched, ...nodes.map((node) => nodeOf(node, all))], first }, units);
      }
      return made.test(text);
    },
  };
}
