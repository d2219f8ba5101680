/**
 * The names of groups: two may be equal only if at most one of them can take part in a match, as in `(?<a>b)|(?<a>c)`.
 */
import { canCompile } from "./regex-engine.ts";

/** One of the alternatives of a group, or of the whole. */
interface Alternative {
  /** The alternative that contains the group. */
  readonly parent: Alternative | undefined;
  /** Known to be where names of this one count, once its group has been closed: skips what lies between. */
  beyond: Alternative | undefined;
  isOpen: boolean;
}

export class GroupNames {
  #alternative: Alternative = { parent: undefined, beyond: undefined, isOpen: true };
  /** The alternatives of a group that is open, except the last. */
  #finished: Alternative[][] = [[]];
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
    this.#places.set(name, this.#alternative);
    return place === undefined || (!counts(place) && canCompile("(?<a>b)|(?<a>c)"));
  }

  openGroup(): void {
    this.#finished.push([]);
    this.#alternative = { parent: this.#alternative, beyond: undefined, isOpen: true };
  }

  nextAlternative(): void {
    this.#alternative.isOpen = false;
    this.#finished.at(-1)?.push(this.#alternative);
    this.#alternative = { parent: this.#alternative.parent, beyond: undefined, isOpen: true };
  }

  closeGroup(): void {
    const { parent } = this.#alternative;
    this.#alternative.isOpen = false;
    for (const one of [...(this.#finished.pop() ?? []), this.#alternative]) one.beyond = parent;
    this.#alternative = parent as Alternative;
  }
}

/** Returns whether a name of this alternative can take part in a match together with what comes next. */
function counts(place: Alternative): boolean {
  let last = place;
  while (last.beyond !== undefined) last = last.beyond;
  // Path compression, so that the same groups are not walked for each name.
  for (let at = place; at.beyond !== undefined && at !== last; ) {
    const next = at.beyond;
    at.beyond = last;
    at = next;
  }
  return last.isOpen;
}
