/**
 * JSON texts that can grow: a tree of what stands in a text, in which parts are marked to come as often as a size says.
 * What costs too much shows where a text of twice the size takes far more than twice the time.
 */
import type { Random } from "../native/random.ts";

export type Tree =
  /**
   * A number, word or string as it is spelled; with `repeat`, the characters between two offsets come again and again.
   */
  | { readonly leaf: string; readonly repeat?: readonly [number, number] }
  | { readonly items: readonly Tree[] }
  /** Keys as they are spelled. */
  | { readonly members: readonly (readonly [string, Tree])[] }
  /** Among items or members: comes again and again, its key with a number behind it. */
  | { readonly many: Tree }
  /** The shell in the hole of the shell, again and again, and the core in the last hole. */
  | { readonly shell: Tree; readonly core: Tree }
  | { readonly hole: true };

const TOKEN = /"(?:[^"\\]|\\.)*"|[-\w.+]+|[[\]{}]/g;

/** The tree of a text that is JSON; nothing in it grows. */
export function treeOf(text: string): Tree {
  const tokens = text.match(TOKEN) as string[];
  let at = 0;
  const read = (): Tree => {
    const token = tokens[at++] as string;
    if (token === "[") {
      const items: Tree[] = [];
      while (tokens[at] !== "]") items.push(read());
      at++;
      return { items };
    }
    if (token !== "{") return { leaf: token };
    const members: [string, Tree][] = [];
    while (tokens[at] !== "}") members.push([tokens[at++] as string, read()]);
    at++;
    return { members };
  };
  return read();
}

/** The text of a tree whose marked parts come `size` times; undefined when it would be longer than `limit`. */
export function textOf(tree: Tree, size: number, limit: number): string | undefined {
  let isTooLong = false;
  const bounded = (text: string): string => {
    isTooLong ||= text.length > limit;
    return isTooLong ? "" : text;
  };
  const write = (one: Tree, hole: string): string => {
    if ("leaf" in one) {
      const [from, to] = one.repeat ?? [0, 0];
      if (from === to) return bounded(one.leaf);
      const times = Math.min(size, Math.ceil(limit / (to - from)) + 1);
      return bounded(one.leaf.slice(0, from) + one.leaf.slice(from, to).repeat(times) + one.leaf.slice(to));
    }
    if ("items" in one)
      return bounded(
        `[${one.items
          .map((item) => writeMany(item, hole))
          .filter(Boolean)
          .join()}]`,
      );
    if ("members" in one) {
      const members = one.members.map(([key, value]) => writeMany(value, hole, key)).filter(Boolean);
      return bounded(`{${members.join()}}`);
    }
    if ("many" in one) return write(one.many, hole);
    if ("hole" in one) return hole;
    let inside = write(one.core, hole);
    for (let times = 0; times < size && !isTooLong; times++) {
      const outside = write(one.shell, inside);
      // A shell that has lost its hole is the same each time, and shells inside each other take the product of their
      // times.
      if (outside === inside) break;
      inside = outside;
    }
    return bounded(inside);
  };
  const writeMany = (one: Tree, hole: string, key?: string): string => {
    const value = write(one, hole);
    if (!("many" in one)) return key === undefined ? value : `${key}:${value}`;
    const times = Math.min(size, limit);
    return bounded(
      Array.from({ length: times }, (_, index) =>
        key === undefined ? value : `${index === 0 ? key : `${key.slice(0, -1)}${index}"`}:${value}`,
      ).join(),
    );
  };
  const text = write(tree, "null");
  return isTooLong ? undefined : text;
}

/** How many arrays and objects of a text are inside each other. */
export function levelsOf(text: string): number {
  let [most, now] = [0, 0];
  for (const token of text.match(TOKEN) ?? []) {
    if (token === "[" || token === "{") most = Math.max(most, ++now);
    else if (token === "]" || token === "}") now--;
  }
  return most;
}

/** A part of a tree, and the tree with another in its place. */
export interface Part {
  readonly tree: Tree;
  readonly replace: (other: Tree) => Tree;
}

/** All parts of a tree, the outer before the inner. */
export function partsOf(tree: Tree, replace: (other: Tree) => Tree = (other) => other): Part[] {
  const inner = (one: Tree, put: (other: Tree) => Tree): Part[] => partsOf(one, (other) => replace(put(other)));
  const parts: Part[] = [{ tree, replace }];
  if ("items" in tree) {
    for (const [at, item] of tree.items.entries())
      parts.push(...inner(item, (other) => ({ items: tree.items.with(at, other) })));
  } else if ("members" in tree) {
    for (const [at, [key, member]] of tree.members.entries())
      parts.push(...inner(member, (other) => ({ members: tree.members.with(at, [key, other]) })));
  } else if ("many" in tree) parts.push(...inner(tree.many, (many) => ({ many })));
  else if ("shell" in tree) {
    parts.push(
      ...inner(tree.shell, (shell) => ({ ...tree, shell })),
      ...inner(tree.core, (core) => ({ ...tree, core })),
    );
  }
  return parts;
}

/** How a text grows. */
export type Growth = "deeper" | "more" | "longer" | "not";

export function growthOf(tree: Tree): Growth {
  const parts = partsOf(tree).map((part) => part.tree);
  if (parts.some((part) => "shell" in part)) return "deeper";
  if (parts.some((part) => "many" in part)) return "more";
  return parts.some((part) => "leaf" in part && part.repeat !== undefined) ? "longer" : "not";
}

/**
 * The same text with one part that grows: a string by its first character, an array by its last item, an object by its
 * last member. Of each kind it is the last part, which is the innermost of nested ones.
 */
export function stretches(tree: Tree): Tree[] {
  const grown = (accepts: (one: Tree) => boolean, grow: (one: Tree) => Tree): Tree[] => {
    const part = partsOf(tree).findLast((one) => accepts(one.tree));
    return part === undefined ? [] : [part.replace(grow(part.tree))];
  };
  const last = <T>(all: readonly T[], change: (one: T) => T): T[] => all.with(-1, change(all.at(-1) as T));
  return [
    ...grown(
      (one) => "leaf" in one && one.leaf.startsWith('"'),
      (one) => {
        const { leaf } = one as { leaf: string };
        return { leaf: /^"[^"\\]/.test(leaf) ? leaf : `"x${leaf.slice(1)}`, repeat: [1, 2] };
      },
    ),
    ...grown(
      (one) => "items" in one && one.items.length > 0,
      (one) => ({ items: last((one as { items: Tree[] }).items, (many) => ({ many })) }),
    ),
    ...grown(
      (one) => "members" in one && one.members.length > 0,
      (one) => ({
        members: last((one as { members: (readonly [string, Tree])[] }).members, ([key, many]) => [key, { many }]),
      }),
    ),
  ];
}

/** All items of an array are like the longest of them, and as many as fit into its length. */
export function uniform(tree: Tree): Tree {
  if ("members" in tree) return { members: tree.members.map(([key, value]) => [key, uniform(value)]) };
  if (!("items" in tree) || tree.items.length === 0) return tree;
  const sizes = tree.items.map((item) => JSON.stringify(item).length);
  const most = Math.max(...sizes);
  const count = Math.floor(sizes.reduce((sum, size) => sum + size, 0) / most);
  const longest = uniform(tree.items[sizes.indexOf(most)] as Tree);
  return { items: Array.from({ length: count }, () => longest) };
}

/** The same members, but some left out, and in another order: what a schema might learn too much from. */
export function reordered(random: Random, tree: Tree): Tree {
  if ("items" in tree) return { items: tree.items.map((item) => reordered(random, item)) };
  if (!("members" in tree)) return tree;
  const members = random.some(tree.members, 0.5).map(([key, value]) => [key, reordered(random, value)] as const);
  return { members: random.shuffled(members) };
}
