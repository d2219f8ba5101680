/** The schemas of an OpenAPI document: those in its operations, and its components. */
import { repetitiveIn } from "../../core/schemas/graph.ts";
import type { Validator } from "../../core/validator.ts";
import { define } from "../../values/define.ts";
import { isArray, isPlainObject } from "../../values/input.ts";
import {
  aliasesIn,
  componentName,
  type Definition,
  definedNames,
  idOf,
  isMade,
  type Name,
  nameAll,
} from "../jsonschema/definitions.ts";
import { Converter, type JsonSchemaTarget } from "../jsonschema/dialect.ts";
import { below, ROOT } from "../jsonschema/error.ts";
import type { Written } from "../jsonschema/scalars.ts";
import { Writer } from "../jsonschema/to.ts";

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
    hasDefaultMapping: boolean,
  ) {
    const roots = [...uses.map(({ validator }) => validator), ...components.values()];
    const names = definedNames(
      roots,
      (all) => givenNames(all, components),
      (graph, named) => repetitiveIn(graph, (one) => named.has(one as Validator)),
    );
    const writerOf = (place: Place, isLenient = lenient): Writer =>
      new Writer({
        target,
        side: place === "response" ? "output" : "input",
        coerced: place === "text",
        lenient: isLenient,
        hasDefaultMapping,
        names,
      });
    this.#writers = new Map(PLACES.map((place) => [place, writerOf(place)]));
    for (const use of uses) this.write(use);
    for (const validator of components.values()) this.write({ validator, place: "body" });
    const placeOf = ({ writer }: Definition): Place =>
      PLACES.find((place) => this.#writers.get(place) === writer) as Place;
    // A name says whether the schema is that of the body of a request, also where no request has it.
    const bodies = writerOf("body", true);
    const definitions = PLACES.flatMap((place) => this.#writers.get(place)?.definitions ?? []);
    const named = nameAll(
      definitions,
      ({ validator }) => bodies.write(validator, ROOT).$ref as Definition,
      (definition) => SUFFIXES[placeOf(definition)],
      reserved,
    );
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
  propertiesOf(use: Use): Member[] {
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

/** The names that the caller has given: those of the components, and each `id` and alias. */
function givenNames(all: Iterable<Validator>, components: ReadonlyMap<string, Validator>): Map<Validator, Name> {
  const names = new Map<Validator, Name>();
  const aliases = aliasesIn();
  for (const one of all) {
    const id = idOf(one);
    const alias = aliases.get(one);
    if (id !== undefined) names.set(one, { ...id, text: componentName(id.text) });
    else if (alias !== undefined && !isMade(alias)) names.set(one, { text: componentName(alias), from: "alias" });
  }
  for (const [text, validator] of components) names.set(validator, { text, from: "meta.id" });
  return names;
}
