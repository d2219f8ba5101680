/** Names of keys that differ outside: those in the input, errors and schemas from those in the result. */
import { isPlainObject, ownValue } from "../../values/input.ts";
import type { Checker } from "./checker.ts";
import { derive, derivedOf } from "./derived.ts";

/** The styles of names that a Dict can have for all its keys. */
export const NAME_STYLES = ["snake", "kebab", "camel"] as const;
export type NameStyle = (typeof NAME_STYLES)[number];

/** The parameter `names` of a Dict: a style, or the names outside by key. */
export type GivenNames = NameStyle | Readonly<Record<string, string | readonly string[]>>;

/**
 * The parameters of a Dict that name keys of its values: as the keys of an object, in a list, in lists by key, or in a
 * list of groups. Whatever is about all such names reads them by this table.
 */
export const NAMING: Readonly<Record<string, "keys" | "list" | "lists" | "groups">> = {
  schema: "keys",
  optional: "list",
  defaults: "keys",
  dispose: "list",
  multikeys: "list",
  required: "list",
  dependent_required: "lists",
  exactly_one: "groups",
  at_most_one: "groups",
  at_least_one: "groups",
};

/** The names in the value of such a parameter, of whatever form. */
export function namesIn(param: string, value: unknown): unknown[] {
  if (!isPlainObject(value)) return [value].flat(2);
  return [Object.keys(value), NAMING[param] === "lists" ? Object.values(value) : []].flat(2);
}

/** The value of such a parameter with other names. */
export function renamedIn(param: string, value: unknown, rename: (key: string) => string | string[]): unknown {
  if (value === undefined) return undefined;
  const list = (keys: unknown): string[] => (keys as readonly string[]).flatMap(rename);
  const naming = NAMING[param];
  if (naming === "list") return list(value);
  if (naming === "groups") return (value as readonly unknown[]).map(list);
  const members = Object.entries(value as object);
  return Object.fromEntries(members.map(([key, one]) => [rename(key), naming === "lists" ? list(one) : one]));
}

/** What a character is: a separator, an upper or lower case letter, or any other. */
function charKind(char: string): "s" | "u" | "l" | "o" {
  if (char === "_" || char === "-") return "s";
  if (char !== char.toLowerCase()) return "u";
  return char === char.toUpperCase() ? "o" : "l";
}

/** The words of a key: `XMLFile` is two, `value2` one. The type `Styled` says the same. */
function wordsOf(key: string): string[] {
  const words: string[] = [];
  let word = "";
  let before: string | undefined;
  for (let at = 0; at < key.length; at++) {
    const char = key.charAt(at);
    const kind = charKind(char);
    const begins = kind === "u" && (before !== "u" || charKind(key.charAt(at + 1)) === "l");
    if ((begins || kind === "s") && word !== "") {
      words.push(word);
      word = "";
    }
    if (kind !== "s") word += char.toLowerCase();
    before = kind;
  }
  return word === "" ? words : [...words, word];
}

/** The name of a key in a style. Marks at its ends, as in `_id`, stay. */
export function styled(key: string, style: NameStyle): string {
  const start = key.search(/[^_-]/u);
  if (start < 0) return key;
  const [before, after] = [key.slice(0, start), key.slice(key.search(/[_-]*$/u))];
  const words = wordsOf(key);
  if (style !== "camel") return before + words.join(style === "snake" ? "_" : "-") + after;
  const capital = (word: string, at: number): string =>
    at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1);
  return before + words.map(capital).join("") + after;
}

/** The names outside of keys: all that are read, the first one is written. */
export function outsideOf(names: GivenNames, keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    keys.map((key) => {
      const given =
        typeof names === "string" ? styled(key, names) : (ownValue(names, key) as string | readonly string[]);
      return [key, given === undefined ? [key] : typeof given === "string" ? [given] : given];
    }),
  );
}

interface Derived {
  readonly outerNames: ReadonlyMap<string, readonly string[]>;
}

/** The names outside of the keys of a Dict; undefined for any other validator, and if they do not differ. */
export function outerNames(validator: Checker): ReadonlyMap<string, readonly string[]> | undefined {
  const names = ownValue(validator, "names") as GivenNames | undefined;
  if (names === undefined) return undefined;
  const schema = ownValue(validator, "schema");
  if (typeof schema !== "object" || schema === null) return undefined;
  const known = derivedOf<Derived>(validator).outerNames;
  if (known !== undefined) return known;
  const found = outsideOf(names, Object.keys(schema));
  derive<Derived>(validator, { outerNames: found });
  return found;
}
