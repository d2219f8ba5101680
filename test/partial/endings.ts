/** Ends of a text that has not ended. */

const KEYS = ["a", "b", "c", "id", "0", "x.y", "then", "length", "kind", "zz"];
const VALUES = ["null", "1", "-1.5", '"a"', '"abc"', "[]", "{}", '[1, "x"]', '{"a": 1}', "true"];

/** The open containers of a beginning, its keys so far, and what it ends in. */
interface Open {
  readonly closing: "]" | "}";
  readonly keys: Set<string>;
  /** A value has to follow, or a colon and one. */
  needs: "value" | "colon" | "key" | undefined;
  hasMembers: boolean;
}

/** Some texts, each of which makes a whole JSON text of the beginning. No key comes twice. */
export function endings(beginning: string, random: () => number): string[] {
  return [endingOf(beginning, random, 0), endingOf(beginning, random, 1), endingOf(beginning, random, 2)].filter(
    (ending) => ending !== undefined,
  );
}

function endingOf(beginning: string, random: () => number, more: number): string | undefined {
  const pick = (list: readonly string[]): string => list[random() % list.length] as string;
  let ending = "";
  // A token that has not ended is ended in the ways that there are.
  for (const end of [
    "",
    '"',
    "0",
    "rue",
    "alse",
    "ull",
    "ue",
    "lse",
    "ll",
    "se",
    "l",
    "e",
    'n"',
    '0"',
    '00"',
    '000"',
    '0000"',
  ]) {
    const stack = scan(beginning + end);
    if (stack === undefined) continue;
    ending = end;
    const inner = stack.at(-1);
    if (inner === undefined) return ending;
    for (let level = stack.length - 1; level >= 0; level--) {
      const open = stack[level] as Open;
      if (open.needs === "colon") ending += `: ${pick(VALUES)}`;
      else if (open.needs === "value") ending += pick(VALUES);
      else if (open.needs === "key") ending += `"end": ${pick(VALUES)}`;
      if (open.needs !== undefined) open.hasMembers = true;
      for (let count = 0; count < more; count++) {
        const free = KEYS.filter((key) => !open.keys.has(key));
        if (open.closing === "}" && free.length === 0) break;
        const key = pick(free);
        open.keys.add(key);
        ending += `${open.hasMembers ? ", " : ""}${open.closing === "}" ? `${JSON.stringify(key)}: ` : ""}${pick(VALUES)}`;
        open.hasMembers = true;
      }
      ending += open.closing;
      const outer = stack[level - 1];
      if (outer !== undefined) [outer.needs, outer.hasMembers] = [undefined, true];
    }
    try {
      JSON.parse(beginning + ending);
      return ending;
    } catch {}
  }
  return undefined;
}

/** The open containers of a text that does not end in a token; undefined if it does. */
function scan(text: string): Open[] | undefined {
  const stack: Open[] = [];
  for (let at = 0; at < text.length; at++) {
    const open = stack.at(-1);
    const character = text[at] as string;
    if (character === '"') {
      const start = at;
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
      if (at >= text.length) return undefined;
      if (open?.closing === "}" && (open.needs === "key" || (!open.hasMembers && open.needs === undefined))) {
        try {
          open.keys.add(JSON.parse(text.slice(start, at + 1)) as string);
        } catch {
          return undefined;
        }
        open.needs = "colon";
      } else if (open !== undefined) [open.needs, open.hasMembers] = [undefined, true];
    } else if (character === "{" || character === "[") {
      stack.push({ closing: character === "{" ? "}" : "]", keys: new Set(), needs: undefined, hasMembers: false });
    } else if (character === "}" || character === "]") {
      stack.pop();
      const outer = stack.at(-1);
      if (outer !== undefined) [outer.needs, outer.hasMembers] = [undefined, true];
    } else if (character === ",") {
      if (open !== undefined) open.needs = open.closing === "}" ? "key" : "value";
    } else if (character === ":") {
      if (open !== undefined) open.needs = "value";
    } else if (!/\s/.test(character) && open !== undefined) [open.needs, open.hasMembers] = [undefined, true];
  }
  return stack;
}
