/**
 * The names of groups: two may be equal only if at most one of them can take part in a match, as in `(?<a>b)|(?<a>c)`.
 */
import { canCompile } from "./regex-engine.ts";

/** One of the alternatives of a group, or of the whole. */
interface Alternative {
  /** Known to be where names of this one count, once its group has been closed: skips what lies between. */
  beyond: Alternative | undefined;
  isOpen: boolean;
}

export class GroupNames {
  /** The current alternative of each open group, the whole first: undefined until there is a name in it. */
  readonly #open: (Alternative | undefined)[] = [undefined];
  /** So many of them are there: of each, those around it are there too. */
  #made = 0;
  /** By the number of open groups: the earlier alternatives of the innermost one in which there is a name. */
  readonly #finished = new Map<number, Alternative[]>();
  /** The last place of each name: earlier ones are excluded by the same alternatives. */
  readonly #places = new Map<string, Alternative>();

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /**
   * Adds a name.
   * @returns false if an equal name could take part in the same match.
   */
  add(name: string): boolean {
    const place = this.#places.get(name);
    for (; this.#made < this.#open.length; this.#made++) {
      this.#open[this.#made] = { beyond: undefined, isOpen: true };
    }
    this.#places.set(name, this.#open.at(-1) as Alternative);
    return place === undefined || (!counts(place) && canCompile("(?<a>b)|(?<a>c)"));
  }

  openGroup(): void {
    this.#open.push(undefined);
  }

  nextAlternative(): void {
    const depth = this.#open.length;
    const alternative = this.#open[depth - 1];
    if (alternative === undefined) return;
    alternative.isOpen = false;
    const finished = this.#finished.get(depth);
    if (finished === undefined) this.#finished.set(depth, [alternative]);
    else finished.push(alternative);
    this.#open[depth - 1] = undefined;
    this.#made = depth - 1;
  }

  closeGroup(): void {
    const depth = this.#open.length;
    const alternative = this.#open.pop();
    this.#made = Math.min(this.#made, depth - 1);
    const parent = this.#open[depth - 2];
    if (alternative !== undefined) alternative.beyond = parent;
    for (const one of this.#finished.get(depth) ?? []) one.beyond = parent;
    this.#finished.delete(depth);
  }
}

/** Returns whether a name of this alternative can take part in a match together with what comes next. */
function counts(place: Alternative): boolean {
  let last = place;
  while (last.beyond !== undefined) last = last.beyond;
  // Path compression, so that the same groups are not walked for each name.
  for (let at = place; at !== last; ) {
    const next = at.beyond as Alternative;
    at.beyond = last;
    at = next;
  }
  return last.isOpen;
}
