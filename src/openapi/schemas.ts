/** The schemas of an OpenAPI document: those in its operations, and its components. */
import { aliasesIn, componentName, type Definition, type Name, nameAll, namesIn } from "../jsonschema/definitions.ts";
import { Converter, type JsonSchemaTarget } from "../jsonschema/dialect.ts";
import { below, ROOT } from "../jsonschema/error.ts";
import type { Written } from "../jsonschema/scalars.ts";
import { Writer } from "../jsonschema/to.ts";
import { metaOf } from "../schemas/annotations.ts";
import { partsOf, reach } from "../schemas/graph.ts";
import { isValidator, type Validator } from "../validator.ts";
import { define } from "../values/define.ts";
import { isArray, isPlainObject, ownValue } from "../values/input.ts";

/** What a validator describes: a body of a request, values that come as text, or a response. */
export type Place = "body" | "text" | "response";

/** A validator in its place. */
export interface Use {
  readonly validator: Validator;
  readonly place: Place;
}

/** The members of a validator of an object. */
export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Written;
}

/** The end of a component's name, if the schema differs from that in the body of a request. */
const SUFFIXES: Readonly<Record<Place, string>> = { body: "", text: "Text", response: "Output" };

const PLACES = ["body", "text", "response"] as const;

/** Maximum number of references and combinations around the members of an object. */
const MAX_NESTING = 100;

export class Schemas {
  readonly #writers: ReadonlyMap<Place, Writer>;
  readonly #converter: Converter;
  /** The components that the document refers to, with those already written. */
  readonly #components = new Map<string, Definition>();

  /**
   * @param uses all validators of the document.
   * @param components validators that are components in any case, by their names.
   * @param reserved names of other components.
   */
  constructor(
    uses: readonly Use[],
    components: ReadonlyMap<string, Validator>,
    reserved: readonly string[],
    target: JsonSchemaTarget,
    lenient: boolean,
  ) {
    const names = componentNames([...uses.map(({ validator }) => validator), ...components.values()]);
    for (const [text, validator] of components) names.set(validator, { text, isId: true });
    const writerOf = (place: Place): Writer =>
      new Writer({
        target,
        side: place === "response" ? "output" : "input",
        coerced: place === "text",
        lenient,
        names,
      });
    this.#writers = new Map(PLACES.map((place) => [place, writerOf(place)]));
    for (const use of uses) this.write(use);
    for (const validator of components.values()) this.write({ validator, place: "body" });
    // Those of bodies come first, and get the names without a suffix.
    const definitions = PLACES.flatMap((place) => this.#writers.get(place)?.definitions ?? []);
    const suffixOf = ({ writer }: Definition): string =>
      SUFFIXES[PLACES.find((place) => this.#writers.get(place) === writer) as Place];
    const named = nameAll(definitions, suffixOf, reserved);
    const uriOf = (definition: unknown): string => {
      const name = named.get(definition as Definition) as string;
      if (!this.#components.has(name)) this.#components.set(name, definition as Definition);
      return `#/components/schemas/${name}`;
    };
    this.#converter = new Converter({ target, lenient, uriOf });
    for (const validator of components.values()) this.convert(this.write({ validator, place: "body" }));
  }

  /** The schema of a validator, in which references have no URIs yet. */
  write({ validator, place }: Use): Written {
    return (this.#writers.get(place) as Writer).write(validator, below(ROOT, place));
  }

  convert(schema: Written): Record<string, unknown> {
    return this.#converter.convert(schema);
  }

  /** The schema of a validator, for the document. */
  schemaOf(use: Use): Record<string, unknown> {
    return this.convert(this.write(use));
  }

  /** The members of a validator of an object, whatever is around it. */
  membersOf(use: Use): Member[] {
    const { properties, required } = objectOf(this.write(use), 0);
    return [...properties].map(([name, schema]) => ({ name, isRequired: required.has(name), schema }));
  }

  /** The components that the document refers to. */
  components(): Record<string, unknown> {
    const all: Record<string, unknown> = {};
    // Those that are found on the way come at the end.
    for (const [name, definition] of this.#components) {
      define(all, name, this.convert(definition.writer.schemaOf(definition)));
    }
    return all;
  }
}

interface ObjectParts {
  readonly properties: ReadonlyMap<string, Written>;
  readonly required: ReadonlySet<string>;
}

const listIn = (schema: Written, name: string): readonly Written[] =>
  isArray(schema[name]) ? (schema[name] as Written[]) : [];

/** The properties of a schema, those of references and combinations included. */
function objectOf(schema: Written, depth: number): ObjectParts {
  const { $ref, properties, required } = schema;
  const own = new Map(isPlainObject(properties) ? (Object.entries(properties) as [string, Written][]) : []);
  const needed = new Set(isArray(required) ? (required as string[]) : []);
  if (depth > MAX_NESTING) return { properties: own, required: needed };
  const target = typeof $ref === "object" ? [($ref as Definition).writer.schemaOf($ref as Definition)] : [];
  const all = [...target, ...listIn(schema, "allOf")].map((one) => objectOf(one, depth + 1));
  const any = [...listIn(schema, "anyOf"), ...listIn(schema, "oneOf")]
    .filter(({ type }) => type !== "null")
    .map((one) => objectOf(one, depth + 1));
  for (const part of all) for (const name of part.required) needed.add(name);
  for (const name of any[0]?.required ?? []) if (any.every((part) => part.required.has(name))) needed.add(name);
  for (const part of [...all, ...any]) {
    for (const [name, one] of part.properties) if (!own.has(name)) own.set(name, one);
  }
  return { properties: own, required: needed };
}

/** The validators that are components, if something refers to them: those with a name, and those that are shared. */
function componentNames(roots: readonly Validator[]): Map<Validator, Name> {
  const names = namesIn(roots);
  const aliases = aliasesIn();
  for (const root of roots) {
    for (const validator of reach(root).keys() as Iterable<Validator>) {
      const id = metaOf(validator)?.id;
      const alias = aliases.get(validator);
      if (id !== undefined) names.set(validator, { text: componentName(id), isId: true });
      else if (alias !== undefined) names.set(validator, { text: componentName(alias) });
      else if (names.delete(validator)) nameShared(validator, names);
    }
  }
  return names;
}

/** Names a shared validator without a name of its own; one around a single other is written out, and that is named. */
function nameShared(validator: Validator, names: Map<Validator, Name>): void {
  const item: unknown = ownValue(validator, "item");
  const title = metaOf(validator)?.title;
  if (isValidator(item) && title === undefined) {
    if (!names.has(item) && partsOf(item).length > 0) nameShared(item, names);
  } else names.set(validator, { text: nameFrom(title) ?? validator.constructor.name });
}

/** The words of a title as a name. */
function nameFrom(title: string | undefined): string | undefined {
  const words = title?.match(/[A-Za-z0-9]+/g) ?? [];
  return words.length === 0 ? undefined : words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
