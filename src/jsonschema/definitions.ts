/** Schemas that are written once, and the names under which references find them. */
import { metaOf } from "../schemas/annotations.ts";
import { reach, sharedIn } from "../schemas/graph.ts";
import { instances, type Validator } from "../validator.ts";
import { literal } from "../values/text.ts";
import { JsonSchemaError, ROOT } from "./error.ts";
import type { Written } from "./scalars.ts";

/** A proposed name. */
export interface Name {
  readonly text: string;
  /** It is the `id` of metadata, which names one schema only. */
  readonly isId?: boolean;
}

/** The schema of a validator, written once. */
export interface Definition {
  readonly validator: Validator;
  readonly name: Name;
  /** Each side of a validator has a writer, and a definition, of its own. */
  readonly writer: { schemaOf(definition: Definition): Written };
}

/**
 * The validators below `roots` that are written once, and names for them: those with an `id`, except for the whole
 * schema, and those that occur several times.
 */
export function namesIn(roots: readonly Validator[], whole?: Validator): Map<Validator, Name> {
  const shared = [...sharedIn(roots, true)] as unknown as [Validator, string][];
  const names = new Map<Validator, Name>(shared.map(([validator, text]) => [validator, { text }]));
  for (const root of roots) {
    for (const validator of reach(root).keys() as Iterable<Validator>) {
      const id = metaOf(validator)?.id;
      if (id !== undefined && (validator !== whole || names.has(validator)))
        names.set(validator, { text: id, isId: true });
    }
  }
  return names;
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
export const schemaName = (place: string): string | undefined =>
  SCHEMA_PLACE.exec(place)?.[1]?.replaceAll("~1", "/").replaceAll("~0", "~");

/** A name as the components of OpenAPI have it. */
export const componentName = (name: string): string => (schemaName(name) ?? name).replace(/[^\w.-]/g, "_");

/**
 * The names of all definitions. Those of one validator, or with the same `id`, have one name if their schemas are
 * equal.
 * @param suffixOf what is added to the name of a definition whose schema differs from that of another side.
 * @param reserved names of other definitions.
 * @throws JsonSchemaError if an `id` names two schemas of one side.
 */
export function nameAll(
  definitions: readonly Definition[],
  suffixOf: (definition: Definition) => string = () => "",
  reserved: readonly string[] = [],
): Map<Definition, string> {
  const classes = classesOf(definitions);
  const names = new Map<number, string>();
  const taken = new Map<string, unknown>(reserved.map((name) => [name, undefined]));
  const inOrder = [true, undefined].flatMap((isId) => definitions.filter(({ name }) => name.isId === isId));
  for (const definition of inOrder) {
    const { validator, name } = definition;
    const one = classes.get(definition) as number;
    if (names.has(one)) continue;
    const owner = name.isId ? name.text : validator;
    const suffix = taken.get(name.text) === owner ? suffixOf(definition) : "";
    if (suffix === "" && name.isId && taken.has(name.text))
      throw new JsonSchemaError("meta.id", ROOT, `${literal(name.text)} names two different schemas`);
    let text = name.text + suffix;
    for (let number = 2; taken.has(text); number++) text = `${name.text}${suffix}${number}`;
    taken.set(text, owner);
    names.set(one, text);
  }
  return new Map(definitions.map((one) => [one, names.get(classes.get(one) as number) as string]));
}

/**
 * A number for each definition, the same for equal ones. Definitions refer to each other, so all that may be equal
 * begin in one class, and classes are split until nothing changes (partition refinement).
 */
function classesOf(definitions: readonly Definition[]): Map<Definition, number> {
  const groups = new Map<unknown, number>();
  const numberIn = (numbers: Map<unknown, number>, key: unknown): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const groupOf = new Map(
    definitions.map((one) => [one, numberIn(groups, one.name.isId ? one.name.text : one.validator)] as const),
  );
  let classes = new Map(groupOf);
  for (let size = 0; size < new Set(classes.values()).size; ) {
    size = new Set(classes.values()).size;
    const numberOf = (_key: string, value: unknown): unknown =>
      classes.has(value as Definition) ? { definition: classes.get(value as Definition) } : value;
    const signatures = new Map<unknown, number>();
    classes = new Map(
      definitions.map((one) => {
        const schema = JSON.stringify(one.writer.schemaOf(one), numberOf);
        return [one, numberIn(signatures, `${groupOf.get(one)} ${schema}`)];
      }),
    );
  }
  return classes;
}
