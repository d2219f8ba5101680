/**
 * A bound on the work of RegExp that needs no graph: how many paths a part has at most, whatever its characters are.
 * What cannot repeat cannot backtrack without bound, however many alternatives it has.
 */
import type { Part } from "./syntax.ts";

/** A number, times the length of the text if the degree is 1. */
interface Amount {
  readonly factor: number;
  readonly degree: 0 | 1;
}

/** The paths through a part, and the work of trying all of them; undefined if it may exceed the length of the text. */
interface Bound {
  readonly paths: Amount;
  readonly work: Amount;
}

/** RegExp may be at each part this often for each character of the text. */
const MAX_VISITS = 64;

const ONE: Amount = { factor: 1, degree: 0 };
const LENGTH: Amount = { factor: 1, degree: 1 };

/** Returns whether the work is certain to be at most the length of the text times that of the pattern, and a factor. */
export function isBounded(root: Part): boolean {
  const bound = boundOf(root);
  return bound !== undefined && bound.work.factor <= MAX_VISITS * nodesIn(root);
}

function boundOf(part: Part): Bound | undefined {
  switch (part.kind) {
    case "characters":
    case "assertion":
      return { paths: ONE, work: ONE };
    case "sequence":
      return inSequence(part.members);
    case "choice": {
      let [paths, work]: [Amount, Amount] = [{ factor: 0, degree: 0 }, ONE];
      for (const member of part.members) {
        const bound = boundOf(member);
        if (bound === undefined) return undefined;
        [paths, work] = [sum(paths, bound.paths), sum(work, bound.work)];
      }
      return { paths, work };
    }
    case "repeat":
      return repeated(part.body, part.least, part.most);
    case "look": {
      // It succeeds once. That of a look-behind is another text.
      const bound = part.behind ? undefined : boundOf(part.body);
      return bound && { paths: ONE, work: sum(bound.work, ONE) };
    }
    default:
      return undefined;
  }
}

function inSequence(members: readonly Part[]): Bound | undefined {
  let [paths, work] = [ONE, ONE];
  for (const member of members) {
    const bound = boundOf(member);
    const all = bound && product(paths, bound.paths);
    const more = bound && product(paths, bound.work);
    if (all === undefined || more === undefined) return undefined;
    [paths, work] = [all, sum(work, more)];
  }
  return { paths, work };
}

function repeated(body: Part, least: number, most: number): Bound | undefined {
  // Each number of characters is one path.
  if (most === Number.POSITIVE_INFINITY)
    return body.kind === "characters" ? { paths: LENGTH, work: LENGTH } : undefined;
  const bound = boundOf(body);
  if (bound === undefined || (most > 1 && bound.paths.degree + bound.work.degree > 0)) return undefined;
  const { factor: each, degree } = bound.paths;
  // The paths of `count` bodies in a row, for each count that is allowed, and of all before the last.
  const powers = (from: number, to: number): number =>
    each === 1 ? to - from + 1 : (each ** (to + 1) - each ** from) / (each - 1);
  const paths = { factor: each === 0 ? 1 : powers(least, most), degree };
  const tried = each === 0 || most === 0 ? 1 : powers(0, most - 1);
  return { paths, work: sum(paths, { factor: tried * bound.work.factor, degree: bound.work.degree }) };
}

const sum = (one: Amount, other: Amount): Amount => ({
  factor: one.factor + other.factor,
  degree: one.degree === 1 || other.degree === 1 ? 1 : 0,
});

function product(one: Amount, other: Amount): Amount | undefined {
  if (one.degree + other.degree > 1) return undefined;
  return { factor: one.factor * other.factor, degree: one.degree === 1 || other.degree === 1 ? 1 : 0 };
}

/** The number of parts. */
function nodesIn(part: Part): number {
  if (part.kind === "repeat" || part.kind === "look") return 1 + nodesIn(part.body);
  if (part.kind !== "sequence" && part.kind !== "choice") return 1;
  return part.members.reduce((size, member) => size + nodesIn(member), 1);
}
