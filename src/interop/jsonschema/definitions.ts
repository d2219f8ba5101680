/** Schemas that are written once, and the names under which references find them. */
import { metaOf } from "../../core/schemas/annotations.ts";
import { nameOfUse, reach, recursiveIn } from "../../core/schemas/graph.ts";
import { referredBy } from "../../core/schemas/registry.ts";
import { instances, type Validator } from "../../core/validator.ts";
import { unescaped } from "../../text/json-pointer.ts";
import { ownValue } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { JsonSchemaError, ROOT } from "./error.ts";
import type { Written } from "./scalars.ts";

/** The name of a validator that is written once. */
export interface Name {
  readonly text: string;
  /** Where the caller has given the name. Else a hash of the schema is added to it. */
  readonly from?: "meta.id" | "alias" | undefined;
}

/** What writes definitions: each side of a validator has a writer, and a definition, of its own. */
interface DefinitionWriter {
  schemaOf(definition: Definition): Written;
}

/** The schema of a validator, written once. */
export class Definition {
  readonly validator: Validator;
  readonly name: Name;
  readonly writer: DefinitionWriter;

  constructor(validator: Validator, name: Name, writer: DefinitionWriter) {
    this.validator = validator;
    this.name = name;
    this.writer = writer;
  }
}

type Graph = ReturnType<typeof reach>;

/**
 * The validators below `roots` that are written once, and their names: those that have a name, and those that contain
 * themselves. Names depend on each validator alone, not on what else is written.
 * @param givenNames the names that the caller has given.
 * @param othersIn finds others that are written once.
 */
export function definedNames(
  roots: readonly Validator[],
  givenNames: (validators: Iterable<Validator>) => Map<Validator, Name>,
  othersIn: (graph: Graph, names: ReadonlyMap<Validator, Name>) => Iterable<unknown>,
): Map<Validator, Name> {
  const graph = reach(roots);
  const names = givenNames(graph.keys() as Iterable<Validator>);
  const add = (found: Iterable<unknown>): void => {
    for (const one of found as Iterable<Validator>) if (!names.has(one)) names.set(one, ownName(one, places.get(one)));
  };
  /** The names that references have for them: a JSON Schema has names for its schemas. */
  const places = new Map<unknown, string>();
  for (const one of graph.keys()) {
    const use = ownValue(one, "use");
    const target = referredBy(use);
    const name = nameOfUse(use);
    if (target !== undefined) places.set(target, typeof use === "string" ? (schemaName(name) ?? "") : name);
  }
  add(recursiveIn(graph));
  add(othersIn(graph, names));
  return names;
}

/** The name that a validator has as its `id`. */
export function idOf(validator: Validator): Name | undefined {
  const text = metaOf(validator)?.id;
  return text === undefined ? undefined : { text, from: "meta.id" };
}

/** Its `id`, or else the words of its title, the name that references have for it, or its class. */
function ownName(validator: Validator, reference = ""): Name {
  const words = metaOf(validator)?.title?.match(/[A-Za-z0-9]+/g) ?? [];
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return idOf(validator) ?? { text: title || componentName(reference) || validator.constructor.name };
}

/** The first alias of each registered validator. */
export const aliasesIn = (): Map<Validator, string> =>
  new Map(
    instances
      .entries()
      .toReversed()
      .map(([alias, validator]) => [validator, alias]),
  );

/** The URI of the component of a validator that has a name of its own, in an OpenAPI document. */
export function componentOf(validator: Validator): string | undefined {
  const name = metaOf(validator)?.id ?? aliasesIn().get(validator);
  return name === undefined ? undefined : `#/components/schemas/${componentName(name)}`;
}

/** The last part of an alias that `fromJsonSchema` has made is the name of the schema that it was. */
const SCHEMA_PLACE = /^.*#\/(?:\$defs|definitions|components\/schemas)\/([^/]+)$/s;

/** The name of a schema by its place, which ends in a JSON Pointer; undefined where it has none. */
export function schemaName(place: string): string | undefined {
  const part = SCHEMA_PLACE.exec(place)?.[1];
  return part === undefined ? part : unescaped(part);
}

/** A name as the components of OpenAPI have it. */
export const componentName = (name: string): string => (schemaName(name) ?? name).replace(/[^\w.-]/g, "_");

/** Returns whether an alias is one that `fromJsonSchema` has made. */
export const isMade = (alias: string): boolean => alias.includes("#");

/**
 * The names of all definitions.
 * @param base the definition of the input of a validator, whether or not it is written.
 * @param suffixOf what is added to the name of a definition whose schema differs from that.
 * @param reserved names of other definitions.
 * @throws JsonSchemaError if one name is that of two schemas.
 */
export function nameAll(
  definitions: readonly Definition[],
  base: (definition: Definition) => Definition = (definition) => definition,
  suffixOf: (definition: Definition) => string = () => "",
  reserved: readonly string[] = [],
): Map<Definition, string> {
  const classes = classesOf([...new Set([...definitions, ...definitions.map(base)])]);
  const classOf = (definition: Definition): unknown => classes.get(definition);
  const taken = new Map<string, unknown>(reserved.map((name) => [name, undefined]));
  const names = new Map<Definition, string>();
  for (const definition of definitions) {
    const { name } = definition;
    const own = base(definition);
    const suffix = classOf(own) === classOf(definition) ? "" : suffixOf(definition);
    const text = `${name.text}${name.from === undefined ? `_${hashOf(own)}` : ""}${suffix}`;
    if (taken.has(text) && taken.get(text) !== classOf(definition))
      throw new JsonSchemaError(name.from ?? "meta.id", ROOT, `${literal(text)} names two different schemas`);
    taken.set(text, classOf(definition));
    names.set(definition, text);
  }
  return names;
}

/** JSON.stringify refuses bigints. */
const withText = (value: unknown): unknown => (typeof value === "bigint" ? { bigint: String(value) } : value);

/** A hash of the schema of a definition, the same wherever it is written (FNV-1a, 32 bits). */
function hashOf(definition: Definition): string {
  const met = new Map<unknown, number>();
  const plain = (schema: unknown): string =>
    JSON.stringify(schema, (_key, value: unknown) => {
      if (!(value instanceof Definition)) return withText(value);
      if (value.name.from !== undefined) return { name: value.name.text };
      const known = met.get(value);
      if (known !== undefined) return { number: known };
      met.set(value, met.size);
      pending.push(value);
      return { number: met.size - 1 };
    });
  const pending = [definition];
  met.set(definition, 0);
  let hash = 0x811c9dc5;
  // Those that are met on the way come at the end.
  for (const one of pending) {
    const text = plain(one.writer.schemaOf(one));
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/**
 * A number for each definition, the same for equal ones. Definitions refer to each other, so all that may be equal
 * begin in one class, and classes are split until nothing changes (partition refinement).
 */
function classesOf(definitions: readonly Definition[]): Map<Definition, unknown> {
  let classes = new Map<Definition, unknown>(definitions.map((one) => [one, one.name.text]));
  for (let size = 0; size < new Set(classes.values()).size; ) {
    size = new Set(classes.values()).size;
    const numberOf = (_key: string, value: unknown): unknown =>
      classes.has(value as Definition) ? { definition: classes.get(value as Definition) } : withText(value);
    const signatures = new Map<unknown, number>();
    classes = new Map(
      definitions.map((one) => {
        const schema = `${classes.get(one)} ${JSON.stringify(one.writer.schemaOf(one), numberOf)}`;
        const number = signatures.get(schema) ?? signatures.size;
        signatures.set(schema, number);
        return [one, number];
      }),
    );
  }
  return classes;
}
