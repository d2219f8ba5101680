/** The texts of those parts of a value that are secret. */
import { hasMembers, membersIn } from "./members.ts";
import { literal } from "./text.ts";

/** No more than these are collected: who finds so many takes whatever is said of the value for a secret. */
export const MAX_TEXTS = 1000;

/** What is secret in a value: all of it, nothing, or what is so at a place of a schema. */
export type Where<Place> = Place | "all" | "none";

/**
 * Collects them without recursion, as a value may be deep; and enters no container twice at one place, as parts may be
 * shared, or have themselves in them.
 * @param inside where a key, and the member that it leads to, are secret at a place.
 */
export function secretTexts<Place>(
  value: unknown,
  where: Where<Place>,
  inside: (place: Place, key: unknown) => readonly [ofKey: Where<Place>, ofMember: Where<Place>],
): Set<string> {
  const texts = new Set<string>();
  const met = new Map<object, Set<Where<Place>>>();
  const pending: [part: unknown, at: Where<Place>][] = [[value, where]];
  for (let next = pending.pop(); next !== undefined && texts.size <= MAX_TEXTS; next = pending.pop()) {
    const [part, at] = next;
    if (at === "none") continue;
    if (hasMembers(part)) {
      const places = met.get(part) ?? new Set();
      if (places.has(at)) continue;
      met.set(part, places.add(at));
      for (const [key, member] of membersIn(part)) {
        const [ofKey, ofMember] = at === "all" ? [at, at] : inside(at, key);
        pending.push([key, ofKey], [member, ofMember]);
      }
    } else if (at === "all" && part !== null && part !== undefined && part !== "") {
      const text = Object(part) === part ? literal(part) : String(part);
      // As it is, and as literals of larger values have it.
      texts.add(text).add(literal(text).slice(1, -1));
    }
  }
  return texts;
}
