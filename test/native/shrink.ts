/** Makes a failing case as small as it gets while it fails. */
import type { Case, Step } from "./differential.ts";
import type { Source } from "./documents.ts";
import type { Dump, Json, Recipe } from "./recipe.ts";

type Fails = (candidate: Case) => boolean;

/** The smallest case found that still `fails`; gives up after so many `attempts`. */
export function shrink(failing: Case, fails: Fails, attempts = 20_000): Case {
  return shrinkBy([stepReductions, recipeReductions, sourceReductions], failing, fails, attempts);
}

/** The same of anything that there are reductions of: each yields smaller ones of the one it is given. */
export function shrinkBy<T>(
  all: readonly ((one: T) => Generator<T>)[],
  failing: T,
  fails: (candidate: T) => boolean,
  attempts: number,
): T {
  let smallest = failing;
  let left = attempts;
  // What did not help before will hardly help now: goes on behind it, and starts again when nothing has.
  const exhaust = (reductions: (one: T) => Generator<T>): void => {
    let tried = 0;
    for (let next = true; next && left > 0; ) {
      next = false;
      let at = 0;
      for (const candidate of reductions(smallest)) {
        if (at++ < tried) continue;
        if (left-- <= 0) break;
        if (survives(fails, candidate)) {
          smallest = candidate;
          next = true;
          break;
        }
        tried++;
      }
    }
  };
  while (left > 0) {
    const before = smallest;
    for (const reductions of all) exhaust(reductions);
    if (smallest === before) break;
  }
  return smallest;
}

/** A candidate that cannot be built fails in a way nobody asked for. */
function survives<T>(fails: (candidate: T) => boolean, candidate: T): boolean {
  try {
    return fails(candidate);
  } catch {
    return false;
  }
}

function* stepReductions({ recipe, steps }: Case): Generator<Case> {
  if (steps.length > 1) for (let at = 0; at < steps.length; at++) yield { recipe, steps: steps.toSpliced(at, 1) };
  for (const [at, step] of steps.entries()) {
    if (step.limits === undefined) continue;
    yield { recipe, steps: steps.with(at, { ...step, limits: undefined }) };
    for (const name of Object.keys(step.limits)) {
      const { [name as "maxDepth"]: _, ...limits } = step.limits;
      if (Object.keys(limits).length > 0) yield { recipe, steps: steps.with(at, { ...step, limits }) };
    }
  }
}

function* sourceReductions({ recipe, steps }: Case): Generator<Case> {
  const replace = (at: number, source: Source): Case => ({
    recipe,
    steps: steps.with(at, { ...(steps[at] as Step), source }),
  });
  for (const [at, { source }] of steps.entries()) {
    for (let size = source.length; size >= 1; size = Math.floor(size / 2)) {
      const pace = source.length < 100 ? 1 : size;
      for (let from = 0; from < source.length; from += pace) yield replace(at, without(source, from, from + size));
    }
    const text = typeof source === "string" ? source : Buffer.from(source).toString("latin1");
    for (let from = 0; from < text.length; from++) {
      const opening = text[from] === "[" || text[from] === "{";
      if (!opening && text[from] !== ",") continue;
      // A member and its comma.
      const end = endOf(text, from + 1);
      const member = opening
        ? without(source, from + 1, text[end] === "," ? end + 1 : end)
        : without(source, from, end);
      if (member.length < source.length) yield replace(at, member);
      if (!opening) continue;
      // A pair of brackets, and all but what is between them.
      let closing = end;
      while (text[closing] === ",") closing = endOf(text, closing + 1);
      yield replace(at, without(without(source, closing, closing + 1), from, from + 1));
      if (from > 0 || closing + 1 < source.length) yield replace(at, source.slice(from, closing + 1));
    }
  }
}

function without(source: Source, from: number, to: number): Source {
  if (typeof source === "string") return source.slice(0, from) + source.slice(to);
  const rest = Buffer.concat([source.subarray(0, from), source.subarray(to)]);
  return new Uint8Array(rest);
}

/** The offset of the comma or the bracket that ends a member. */
function endOf(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at] as string;
    if (depth === 0 && ",]}".includes(character)) break;
    if ("[{".includes(character)) depth++;
    else if ("]}".includes(character)) depth--;
  }
  return at;
}

/** Smaller recipes, for the same steps. */
export function* recipeReductions<Steps>({ recipe, steps }: { readonly recipe: Recipe; readonly steps: Steps }) {
  for (const reduced of jsonReductions(recipe as unknown as Json)) {
    const candidate = reduced as unknown as Recipe;
    if (candidate?.root !== undefined && candidate.aliases !== undefined) yield { recipe: candidate, steps };
  }
}

/** The value with one member left out, or put in the place of what holds it. */
export function* jsonReductions(value: Json): Generator<Json> {
  if (typeof value !== "object" || value === null) {
    if (typeof value === "string" && value.length > 1) yield value.slice(0, 1);
    if (typeof value === "number" && value !== 0) yield* [0, 1];
    return;
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) yield value.toSpliced(at, 1);
    for (let at = 0; at < value.length; at++)
      for (const part of jsonReductions(value[at] as Json)) yield value.with(at, part);
    return;
  }
  if (typeof value.__class__ === "string") {
    for (const inner of innerDumps(value)) yield inner;
    if (value.__class__ !== "Any") yield { __class__: "Any" };
  }
  const entries = Object.entries(value);
  for (const [key] of entries)
    if (key !== "__class__") yield Object.fromEntries(entries.filter(([other]) => other !== key));
  for (const [key, member] of entries) {
    if (key === "__class__" || key === "__named__" || key === "__value__") continue;
    for (const part of jsonReductions(member))
      yield Object.fromEntries(entries.map(([other, old]) => [other, other === key ? part : old]));
  }
}

function innerDumps(data: Json): Dump[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.values(data).flatMap((member) =>
    typeof member === "object" && member !== null && !Array.isArray(member) && typeof member.__class__ === "string"
      ? [member as Dump]
      : innerDumps(member),
  );
}

/** A case as text: bytes that are UTF-8 as a string in `text`, others in hexadecimal digits. */
export function printed({ recipe, steps }: Case): string {
  const lines = steps.map(({ source, limits }) => JSON.stringify({ ...sourceText(source), ...(limits && { limits }) }));
  return `${JSON.stringify(recipe)}\n${lines.join("\n")}`;
}

function sourceText(source: Source): { string: string } | { text: string } | { hex: string } {
  if (typeof source === "string") return { string: source };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source) };
  } catch {
    return { hex: Buffer.from(source).toString("hex") };
  }
}

/** Reads back what {@link printed} wrote. */
export function parsed(text: string): Case {
  const [recipe, ...lines] = text.trim().split("\n");
  const steps = lines.map((line): Step => {
    const { string, text, hex, limits } = JSON.parse(line);
    const source =
      string ?? (hex === undefined ? new TextEncoder().encode(text) : new Uint8Array(Buffer.from(hex, "hex")));
    return { source, limits };
  });
  return { recipe: JSON.parse(recipe as string), steps };
}
