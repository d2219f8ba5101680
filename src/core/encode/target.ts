/** Where the result of an encoder goes: into JSON, or, from a step of a chain, to the encoder of the step before. */
import type { Checker } from "../schemas/checker.ts";

/** The property that says what the values of a validator are. */
export const GIVES: unique symbol = Symbol("gives");

/**
 * `"date"` is a JavaScript Date, `"moment"` a Temporal value, or a Date that stands for one. `"function"`: what a
 * function of the caller takes and returns.
 */
export type Kind =
  | "array"
  | "bigint"
  | "boolean"
  | "bytes"
  | "date"
  | "function"
  | "moment"
  | "number"
  | "object"
  | "set"
  | "string";

/** Values of a kind, those of other validators, or the input itself; undefined if that is not known. */
export type Given = Kind | "input" | readonly (Checker | "input")[] | undefined;

/** The forms of a number that a validator with this parameter `coerce` takes. */
export const numberForms = (coerce: unknown): readonly (Kind | false)[] => [
  "number",
  coerce !== false && "string",
  coerce === true && "boolean",
];

/** A validator with members, by its parameters. */
interface Container extends Checker {
  readonly [GIVES]: Given;
  readonly item?: Checker;
  readonly items?: readonly Checker[];
  readonly prefix?: readonly Checker[];
  readonly rest?: Checker;
  readonly schema?: Readonly<Record<string, Checker>>;
  readonly extra?: readonly [Checker, Checker];
  readonly patterns?: Readonly<Record<string, Checker>>;
  readonly unknown?: string;
}

/** A path to a member: a parameter, and a key or index in it. */
export type MemberPath = readonly (string | number)[];

/** The parameters of a Dict that lead to its members. */
export const OF_OBJECT: readonly unknown[] = ["schema", "extra", "patterns"];

/** With more sources, or more validators that lead to them, the kind of the values counts as unknown. */
const MAX_SOURCES = 1000;

export class Target {
  /** The result has to be JSON. Otherwise it goes to the step before, which may have values of any kind. */
  readonly isJson: boolean;
  /** The kinds of the values of the step before; none if they are not known. */
  readonly kinds: ReadonlySet<Kind>;
  /** The validators whose values the result has to be one of; none if they are not known. */
  readonly sources: ReadonlyMap<Checker, Kind>;

  constructor(isJson: boolean, sources: ReadonlyMap<Checker, Kind>, kinds?: Iterable<Kind>) {
    this.isJson = isJson;
    this.sources = sources;
    this.kinds = new Set(kinds);
  }

  /**
   * Selects one of the forms that a validator can encode its values in: the values themselves, if the target takes
   * them; then the first that it takes. The first is JSON.
   */
  formOf(validator: Checker, given: readonly (Kind | false)[]): Kind | undefined {
    const { kinds } = this;
    const own = (validator as Container)[GIVES];
    const forms = given.filter((form) => form !== false);
    // A function most likely takes text.
    const isTaken = (form: Kind): boolean => kinds.has(form) || (form === "string" && kinds.has("function"));
    return forms.find((form) => form === own && kinds.has(form)) ?? forms.find(isTaken) ?? forms[0];
  }

  /** The sources of the members of `owner` at `path`. */
  membersAt(owner: Checker, path: MemberPath): readonly Checker[] {
    const isSet = (owner as Container)[GIVES] === "set";
    const form = OF_OBJECT.includes(path[0]) ? "object" : this.formOf(owner, ["array", isSet && "set"]);
    const same = [...this.sources].filter(([, kind]) => kind === form);
    const all = same.map(([source]) => membersInSource(source as Container, owner as Container, path));
    return all.every((members) => members !== undefined) ? all.flat() : [];
  }
}

/**
 * The validators that a source has for the members of `owner` at `path`: those at the same place, or all that may be
 * there. Undefined if that is not known.
 */
function membersInSource(source: Container, owner: Container, path: MemberPath): readonly Checker[] | undefined {
  const [param, key] = path as [string, string];
  const { item, prefix = [], rest = item, items: first = prefix } = source;
  const items = rest === undefined ? first : [...first, rest];
  const { schema, extra, patterns, unknown } = source;
  if (!OF_OBJECT.includes(param)) {
    const own = owner.items ?? owner.prefix ?? [];
    if (param === "item" || param === "rest") return items.slice(rest ? Math.min(own.length, first.length) : 0);
    return [items[Number(key)] ?? rest].filter((one) => one !== undefined);
  }
  if (schema === undefined) return undefined;
  if (param === "schema" && Object.hasOwn(schema, key)) return [schema[key] as Checker];
  const named = param === "schema" ? [] : Object.values(schema);
  return unknown === "keep" ? undefined : [...named, ...Object.values(patterns ?? {}), ...(extra ? [extra[1]] : [])];
}

/**
 * Finds the validators whose values the given ones return; "input" if all return their input; undefined if the kind of
 * some values is not known.
 */
export function sourcesOf(validators: readonly Checker[]): ReadonlyMap<Checker, Kind> | "input" | undefined {
  const sources = new Map<Checker, Kind>();
  const seen = new Set<Checker>();
  const pending: (Checker | "input")[] = [...validators];
  let returnsInput = false;
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (one === "input") returnsInput = true;
    else if (!seen.has(one)) {
      seen.add(one);
      const given = (one as Container)[GIVES];
      if (given === undefined || seen.size > MAX_SOURCES) return undefined;
      if (given === "input") returnsInput = true;
      else if (typeof given === "string") sources.set(one, given);
      else pending.push(...given);
    }
  }
  if (returnsInput) return sources.size === 0 ? "input" : undefined;
  return sources;
}
