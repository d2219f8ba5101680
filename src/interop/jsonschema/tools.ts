/**
 * Schemas for programs that read less than JSON Schema: tools of the Model Context Protocol, and models that write an
 * answer by a schema.
 */
import { unescaped } from "../../text/json-pointer.ts";
import { define } from "../../values/define.ts";
import { isArray } from "../../values/input.ts";
import { below, JsonSchemaError, type Path, ROOT } from "./error.ts";
import { anyOf, type Written } from "./scalars.ts";

/** The targets that are no dialects: what is written is of draft 2020-12. */
export type ToolTarget = "mcp" | "llm";
export const TOOL_TARGETS: readonly ToolTarget[] = ["mcp", "llm"];
export const isToolTarget = (target: string): target is ToolTarget =>
  (TOOL_TARGETS as readonly string[]).includes(target);

interface ToolOptions {
  /** What has no form is left out. */
  readonly lenient: boolean;
  /** The schema is that of what the validator takes: it reads the answer. */
  readonly isInput: boolean;
}

/** The schema as the target takes it. */
export function forTool(schema: Written, target: ToolTarget, options: ToolOptions): Record<string, unknown> {
  const { $schema, ...rest } = schema;
  const root = withoutRef(rest);
  if (!isOfObjects(root, root, new Map()))
    throw new JsonSchemaError("type", ROOT, "a tool takes an object: put the value into a Dict");
  if (target === "mcp") return { $schema, type: "object", ...root };
  const { $defs, ...whole } = root as { readonly $defs?: Written };
  const writer = new ModelWriter(root, options);
  const written = writer.write(whole, ROOT);
  if (written.type !== "object")
    throw new JsonSchemaError("anyOf", ROOT, "the root of an answer is one object: put the union into a Dict");
  if ($defs === undefined) return written;
  const definitions: Record<string, unknown> = {};
  for (const [name, one] of Object.entries($defs))
    define(definitions, name, writer.write(one as Written, below(ROOT, "$defs", name)));
  return { ...written, $defs: definitions };
}

const definitionOf = ($ref: unknown, root: Written): Written | undefined => {
  const name = /^#\/\$defs\/(.+)$/.exec(String($ref))?.[1];
  return name === undefined ? undefined : ((root.$defs as Written)[unescaped(decodeURIComponent(name))] as Written);
};

/** A schema that contains itself is a definition: its root is a reference to that, and none in place of the root. */
function withoutRef(root: Written): Written {
  const { $ref, ...rest } = root;
  const definition = $ref === undefined ? undefined : definitionOf($ref, root);
  return definition === undefined ? root : { ...rest, ...definition };
}

/** Whether objects are all that a schema accepts, as far as it shows. */
function isOfObjects(schema: Written, root: Written, known: Map<Written, boolean>): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  // Until it is known: of a schema that leads back to itself nothing is shown.
  known.set(schema, false);
  const result = areObjects(schema, root, known);
  known.set(schema, result);
  return result;
}

function areObjects(schema: Written, root: Written, known: Map<Written, boolean>): boolean {
  const isOf = (one: unknown): boolean => isOfObjects(one as Written, root, known);
  const { type, $ref, anyOf: any, oneOf: one, allOf: all } = schema;
  if (type !== undefined) return type === "object";
  if ($ref !== undefined) return isOf(definitionOf($ref, root) ?? {});
  const choices = any ?? one;
  if (isArray(choices)) return choices.every(isOf);
  if (isArray(all)) return all.some(isOf);
  return schema.if !== undefined && [schema.then, schema.else].every((branch) => branch !== undefined && isOf(branch));
}

/** What three interfaces take: Structured Outputs of OpenAI, strict tools of Anthropic, schemas of Gemini. */
const TAKEN = ["type", "enum", "anyOf", "$ref", "title", "description", "items"];
/** What says more of a value in words that a model understands. The validator checks it in any case. */
const SAID: Readonly<Record<string, Say>> = {
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `at most ${value} characters`,
  pattern: (value) => `matches ${value}`,
  format: (value) => `format ${value}`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  uniqueItems: () => "no item twice",
};
type Say = (value: unknown) => string;
const isSafeLimit = (value: unknown): boolean =>
  typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER;
/** They say nothing of what is valid. */
const LEFT_OUT = ["default", "examples", "deprecated", "readOnly", "writeOnly"];

class ModelWriter {
  readonly #root: Written;
  readonly #lenient: boolean;
  readonly #isInput: boolean;

  constructor(root: Written, { lenient, isInput }: ToolOptions) {
    this.#root = root;
    this.#lenient = lenient;
    this.#isInput = isInput;
  }

  /** Never loose in silence: what has a form of its own is an error, unless `unrepresentable` is `"any"`. */
  #refuse(keyword: string, path: Path, why: string): void {
    if (!this.#lenient) throw new JsonSchemaError(keyword, path, why);
  }

  write(schema: Written, path: Path): Written {
    if (isArray(schema.type)) return this.#union(schema, schema.type, path);
    const written: Record<string, unknown> = {};
    const said: string[] = [];
    for (const [name, value] of Object.entries(schema)) {
      const place = below(path, name);
      if (name === "const") written.enum = [value];
      else if (name === "oneOf" || name === "anyOf") {
        if (name === "oneOf") this.#refuse(name, place, "that a value is of one alternative alone has no form");
        written.anyOf = this.#list(value, place);
      } else if (name === "items" && typeof value === "object") written.items = this.write(value as Written, place);
      else if (name === "properties") this.#properties(schema, written, path);
      else if (TAKEN.includes(name)) written[name] = value;
      else if (Object.hasOwn(SAID, name) && !isSafeLimit(value)) said.push((SAID[name] as Say)(value));
      else this.#other(name, schema, written, path);
    }
    if (schema.type === "object" && written.properties === undefined) this.#properties(schema, written, path);
    if (said.length > 0) written.description = [written.description, said.join(", ")].filter(Boolean).join(": ");
    const isSaid = ["type", "enum", "anyOf", "$ref"].some((name) => name in written);
    if (!isSaid) this.#refuse("schema", path, "a model has to know what the value is: any value has no form");
    return written;
  }

  #list(value: unknown, path: Path): Written[] {
    return (value as Written[]).map((one, index) => this.write(one, below(path, index)));
  }

  /** A type for each: not all take a list. */
  #union(schema: Written, types: readonly unknown[], path: Path): Written {
    const { title, description, enum: options, ...rest } = schema;
    const values = isArray(options) && { enum: options.filter((one) => one !== null) };
    const choices = types.map((type) => this.write(type === "null" ? { type } : { ...rest, ...values, type }, path));
    return { ...(title !== undefined && { title }), ...(description !== undefined && { description }), anyOf: choices };
  }

  #properties(schema: Written, written: Record<string, unknown>, path: Path): void {
    const required = (schema.required ?? []) as readonly string[];
    const properties: Record<string, unknown> = {};
    for (const [key, member] of Object.entries((schema.properties ?? {}) as Written)) {
      // As any key that has no name.
      if (member === false) continue;
      const place = below(path, "properties", key);
      const one = this.write(member as Written, place);
      const isNeeded = required.includes(key);
      if (!isNeeded && this.#isInput && !takesNull(member as Written, this.#root))
        this.#refuse("required", place, NULL_FOR_MISSING);
      define(properties, key, isNeeded ? one : takingNull(one));
    }
    if (!required.every((key) => Object.hasOwn(properties, key)))
      this.#refuse("required", path, "a key that has to be there has no schema, so no answer can have it");
    if (Object.keys(properties).length === 0 && schema.properties === undefined)
      this.#refuse("additionalProperties", path, "a model has to know the keys: an object of any keys has no form");
    written.properties = properties;
    written.required = Object.keys(properties);
    written.additionalProperties = false;
  }

  #other(name: string, schema: Written, written: Record<string, unknown>, path: Path): void {
    if (name === "required" || name === "$defs" || LEFT_OUT.includes(name) || Object.hasOwn(SAID, name)) return;
    const { properties } = schema;
    if (name === "additionalProperties" && (typeof schema[name] === "boolean" || properties !== undefined)) {
      if (typeof schema[name] === "object") this.#refuse(name, below(path, name), "keys without a name have no form");
      return;
    }
    if (name === "allOf") {
      const all = schema.allOf as Written[];
      const [first, ...more] = all.filter((one) => describes(one));
      if (more.length > 0 || all.some((one) => !describes(one)))
        this.#refuse(name, below(path, name), "several conditions on one value have no form");
      if (first !== undefined) Object.assign(written, this.write(first, below(path, name, 0)), { ...written });
      return;
    }
    this.#refuse(name, below(path, name), "models take no such keyword");
  }
}

const describes = (schema: Written): boolean =>
  ["type", "properties", "items", "anyOf", "oneOf", "$ref", "enum", "const"].some((name) =>
    Object.hasOwn(schema, name),
  );

const NULL_FOR_MISSING =
  "an answer has each key, with null for one that may be missing: set null_is_absent, and its Dict reads that";

/** Whether null is valid, as far as it shows. */
function takesNull(schema: Written, root: Written, seen = new Set<Written>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { type, $ref, anyOf: any, oneOf: one, allOf: all, enum: options } = schema;
  const takes = (inner: unknown): boolean => takesNull(inner as Written, root, seen);
  if ("const" in schema) return schema.const === null;
  if (isArray(options)) return options.includes(null);
  if (type !== undefined) return [type].flat().includes("null");
  if ($ref !== undefined) return takes(definitionOf($ref, root) ?? {});
  if (isArray(any ?? one)) return ((any ?? one) as readonly unknown[]).some(takes);
  // What says nothing takes any value.
  return !isArray(all) || all.every(takes);
}

const takingNull = (schema: Written): Written => {
  const choices = (schema.anyOf ?? [schema]) as readonly Written[];
  return choices.some(({ type }) => type === "null") ? schema : anyOf([...choices, { type: "null" }]);
};

/**
 * The same schema, in which integers have the format `int64` where their limits are those of safe integers, as
 * generators of code in other languages expect it.
 */
export function withInt64(schema: Written): Record<string, unknown> {
  const known = new Map<object, unknown>();
  const convert = (value: unknown): unknown => {
    if (value === null || typeof value !== "object") return value;
    if (known.has(value)) return known.get(value);
    if (isArray(value)) {
      const items = value.map(convert);
      known.set(value, items);
      return items;
    }
    const copy: Record<string, unknown> = {};
    known.set(value, copy);
    for (const [key, member] of Object.entries(value)) define(copy, key, convert(member));
    return int64(copy);
  };
  return convert(schema) as Record<string, unknown>;
}

function int64(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, minimum, maximum } = schema;
  if (type !== "integer" && !(isArray(type) && type.includes("integer"))) return schema;
  const [isLeast, isMost] = [minimum === Number.MIN_SAFE_INTEGER, maximum === Number.MAX_SAFE_INTEGER];
  if (isLeast) delete schema.minimum;
  if (isMost) delete schema.maximum;
  if (isLeast || isMost) schema.format ??= "int64";
  return schema;
}
