/** A matcher that tries one way after another, as RegExp does, and never finds a match: it tries all there are. */
import { type Graph, MATCHED, type Node } from "../../src/text/pattern/graph.ts";

/** A split on the way, and where in the text that was. */
interface Entered {
  readonly split: number;
  readonly at: number;
  readonly outer: Entered | undefined;
}

/**
 * How often it is at a place that waits for a character.
 * @param most where it gives up.
 */
export function backtrack({ nodes, first }: Graph, text: string, most: number): number {
  let count = 0;
  const ways: [id: number, at: number, entered: Entered | undefined][] = [[first, 0, undefined]];
  for (let way = ways.pop(); way !== undefined && count < most; way = ways.pop()) {
    const [id, at, entered] = way;
    if (id === MATCHED) continue;
    const node = nodes[id] as Exclude<Node, { kind: "matched" }>;
    if (node.kind === "characters") {
      count++;
      if (at < text.length && node.set.has(text.charCodeAt(at))) ways.push([node.next, at + 1, entered]);
    } else if (node.kind === "split") {
      ways.push([node.other, at, entered], [node.next, at, { split: id, at, outer: entered }]);
    } else if (node.kind === "again") {
      let last = entered;
      while (last !== undefined && last.split !== node.split) last = last.outer;
      // The body of a loop that has read nothing is not gone through again.
      if (last?.at !== at) ways.push([node.next, at, entered]);
    } else {
      ways.push([node.next, at, entered]);
    }
  }
  return count;
}
