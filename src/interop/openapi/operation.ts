/** What validators say of the operations of an OpenAPI document. */
import { validatorOf } from "../../core/compiled.ts";
import { ValueError } from "../../core/errors/errors.ts";
import { literal } from "../../values/text.ts";
import type { JsonSchemaTarget } from "../jsonschema/dialect.ts";
import { type Contents, mayBeMissing, type Operation, type ParameterPlace, usesIn } from "./route.ts";
import { type Member, Schemas, type Use } from "./schemas.ts";

/** The dialect of the schemas in a version of OpenAPI: 3.2 has that of 3.1. */
function targetOf(version: unknown): JsonSchemaTarget {
  const minor = /^3\.([012])\.\d+(?:-|$)/.exec(String(version))?.[1];
  if (minor === undefined) throw new ValueError(`version should be one of OpenAPI 3.0 to 3.2, got ${literal(version)}`);
  return minor === "0" ? "openapi-3.0" : "openapi-3.1";
}

/** Returns whether a version of OpenAPI has the fields of 3.2. */
export const isNewer = (version: unknown): boolean => /^3\.2\./.test(String(version));

/** Writes what validators say of operations. */
export class OperationWriter {
  readonly #schemas: Schemas;
  readonly #others: Record<string, unknown>;

  /**
   * @param operations all operations of the document.
   * @param components its components: validators, and schemas that are copied.
   */
  constructor(
    operations: readonly Operation[],
    components: Readonly<Record<string, unknown>>,
    version: unknown,
    lenient: boolean,
  ) {
    const entries = Object.entries(components);
    const own = entries.flatMap(([name, schema]) => {
      const validator = validatorOf(schema);
      return validator === undefined ? [] : [[name, validator] as const];
    });
    this.#others = Object.fromEntries(entries.filter(([, schema]) => validatorOf(schema) === undefined));
    const reserved = Object.keys(this.#others);
    this.#schemas = new Schemas(
      operations.flatMap(usesIn),
      new Map(own),
      reserved,
      targetOf(version),
      lenient,
      isNewer(version),
    );
  }

  /** The parameters, the body and the responses of an operation. */
  write({ path, parameters, querystring, body, isBodyRequired, responses }: Operation): Record<string, unknown> {
    const written = parameters.flatMap(([place, use]) => this.#parameters(place, use, path));
    if (querystring.length > 0) {
      const required = querystring.every(({ use }) => !mayBeMissing(use.validator));
      const content = this.#content(querystring);
      written.push({ name: "querystring", in: "querystring", ...(required && { required }), content });
    }
    return {
      ...(written.length > 0 && { parameters: written }),
      ...(body.length > 0 && { requestBody: { required: isBodyRequired, content: this.#content(body) } }),
      responses: this.#responses(responses),
    };
  }

  /** The components that have been referred to, and those that were given. */
  components(): Record<string, unknown> {
    return { ...this.#schemas.components(), ...this.#others };
  }

  #parameters(place: ParameterPlace, use: Use, path: string): Record<string, unknown>[] {
    const inPath = parametersOf(path);
    return this.#schemas.propertiesOf(use).flatMap((member) => {
      if (place === "header" && IGNORED_HEADERS.includes(member.name.toLowerCase())) return [];
      if (place === "path" && !inPath.includes(member.name))
        throw new ValueError(`The path ${path} has no parameter {${member.name}}`);
      return [{ name: member.name, in: place, ...this.#parameter(member, place === "path") }];
    });
  }

  /** A parameter, or a header: its description is not a part of its schema. */
  #parameter({ isRequired, schema }: Member, isInPath: boolean): Record<string, unknown> {
    const { description, deprecated, ...rest } = schema;
    return {
      ...((isRequired || isInPath) && { required: true }),
      ...(description !== undefined && { description }),
      ...(deprecated !== undefined && { deprecated }),
      schema: this.#schemas.convert(rest),
    };
  }

  #content(contents: Contents): Record<string, unknown> {
    const byType = new Map<string, Record<string, unknown>>();
    for (const { type, field, use } of contents) {
      byType.set(type, { ...byType.get(type), [field]: this.#schemas.schemaOf(use) });
    }
    return Object.fromEntries(byType);
  }

  #responses(responses: Operation["responses"]): Record<string, unknown> {
    if (responses.length === 0) return { default: { description: "Response" } };
    return Object.fromEntries(
      responses.map(({ status, summary, description, headers, content }) => {
        const members = headers === undefined ? [] : this.#schemas.propertiesOf(headers);
        const named = members.map((member) => [member.name, this.#parameter(member, false)]);
        return [
          status,
          {
            ...(summary !== undefined && { summary }),
            description,
            ...(named.length > 0 && { headers: Object.fromEntries(named) }),
            ...(content.length > 0 && { content: this.#content(content) }),
          },
        ];
      }),
    );
  }
}

/** Header fields that OpenAPI describes elsewhere. */
export const IGNORED_HEADERS: readonly string[] = ["accept", "content-type", "authorization"];

/** The names of the parameters in a path. */
export const parametersOf = (path: string): string[] =>
  Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name as string);
