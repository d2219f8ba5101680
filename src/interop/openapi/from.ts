/** Validators from OpenAPI documents. */
import { jsonText } from "../../core/encode/text.ts";
import { expectOptions } from "../../core/misspelt.ts";
import { instances, type Validator } from "../../core/validator.ts";
import { decoded, unescaped } from "../../text/json-pointer.ts";
import { AllOf } from "../../validators/all-of.ts";
import { Any } from "../../validators/any.ts";
import { Dict } from "../../validators/dict.ts";
import { List } from "../../validators/list.ts";
import { Transform } from "../../validators/transform.ts";
import { define } from "../../values/define.ts";
import { isArray, isPlainObject, ownValue } from "../../values/input.ts";
import { literal } from "../../values/text.ts";
import { below, expectOneOf, JsonSchemaError, type Path, pointerOf, ROOT } from "../jsonschema/error.ts";
import type { Direction } from "../jsonschema/flags.ts";
import {
  asAsked,
  expectFlag,
  type Fallback,
  FROM_OPTIONS,
  type FromJsonSchemaOptions,
  type ReadSchema,
  type Use,
  validatorsIn,
} from "../jsonschema/from.ts";
import { isJsonType, JsonValue, jsonIn } from "./json-parts.ts";
import { modernDocument, selfOf, VERSIONS } from "./modern.ts";
import { IGNORED_HEADERS } from "./operation.ts";
import {
  emptyReader,
  type Field,
  fieldsIn,
  formReader,
  gathered,
  isMember,
  isSpread,
  readText,
  type Shape,
  STYLES,
  type Style,
  textReader,
  validated,
} from "./raw.ts";
import { METHODS, NEWER_METHODS, PARTS } from "./route.ts";

/** Options for reading a document: those of `fromJsonSchema`, and its own. */
export interface FromOpenApiOptions extends Omit<FromJsonSchemaOptions, "dialect" | "defaults"> {
  /**
   * Fill in what is missing with the `default` of its schema: parameters and header fields without the option, with
   * true also properties in bodies and components, with false nothing. It never changes what is valid.
   */
  readonly defaults?: boolean | undefined;
  /**
   * `"apply"`, the default: a required property with `readOnly` is required in responses only, and one with `writeOnly`
   * in requests only. `"ignore"`: both are hints without an effect, as in JSON Schema.
   */
  readonly access?: "apply" | "ignore" | undefined;
}

/** Validators by type of content. */
export type ValidatorsByType = Readonly<Record<string, Validator>>;

/** The validators of an operation of a document. */
export interface FromOpenApiOperation {
  /** In lower case; one of `additionalOperations` as it is written there. */
  readonly method: string;
  /** As in the document: `/orders/{id}`. */
  readonly path: string;
  readonly operationId: string | undefined;
  /**
   * Validators of an object with the parameters as a server gives them, which are text: they convert it. Others are
   * dropped. Undefined if the operation has none; the names of header fields are in lower case.
   */
  readonly params: Validator | undefined;
  readonly query: Validator | undefined;
  readonly headers: Validator | undefined;
  readonly cookies: Validator | undefined;
  /**
   * The validator of the query as a whole, of OpenAPI 3.2: of its text as in the URL, with or without the question
   * mark; if it is a form, also of an object or `URLSearchParams`.
   */
  readonly querystring: Validator | undefined;
  readonly body: ValidatorsByType;
  /** The validators of single items of a body that is a stream, of OpenAPI 3.2. That in `body` takes a list of them. */
  readonly bodyItems: ValidatorsByType;
  readonly isBodyRequired: boolean;
  /** By status, or `default`. */
  readonly responses: Readonly<Record<string, ValidatorsByType>>;
  /** As `bodyItems`, of the responses that are streams. By status, or `default`. */
  readonly responseItems: Readonly<Record<string, ValidatorsByType>>;
  /** As `headers`, of the responses that have any. By status, or `default`. */
  readonly responseHeaders: Readonly<Record<string, Validator>>;
  /** The requests that the server makes because of this one, by name. Their `path` is the expression of the URL. */
  readonly callbacks: Readonly<Record<string, readonly FromOpenApiOperation[]>>;
}

/** The validators of a document. */
export interface FromOpenApiDocument {
  /** Those of `components.schemas`, by name. */
  readonly components: Readonly<Record<string, Validator>>;
  readonly operations: readonly FromOpenApiOperation[];
  /** The requests that the server makes by itself. Their `path` is the name of the webhook. */
  readonly webhooks: readonly FromOpenApiOperation[];
}

/**
 * Makes the validators of an OpenAPI document, 3.0 to 3.2: of its components, and of the requests and responses of each
 * operation. A `discriminator` never changes what is valid.
 * @throws JsonSchemaError for a document or a schema that is invalid, a reference that leads nowhere or to another
 *   document, and a style of a parameter that is not read; its `pointer` is the place in the document.
 * @example fromOpenApi(document).operations.find(({ operationId }) => operationId === "addOrder")?.body
 */
export function fromOpenApi(document: unknown, options: FromOpenApiOptions = {}): FromOpenApiDocument {
  if (!isPlainObject(document)) throw new JsonSchemaError("openapi", ROOT, "a document should be an object");
  const version = ownValue(document, "openapi");
  if (typeof version !== "string" || !VERSIONS.test(version)) {
    const got = ownValue(document, "swagger") === undefined ? literal(version) : "Swagger 2.0";
    throw new JsonSchemaError("openapi", below(ROOT, "openapi"), `only OpenAPI 3.0 to 3.2 is read, not ${got}`);
  }
  expectOptions(options, [...FROM_OPTIONS, "access"]);
  const { access = "apply", defaults } = options;
  expectOneOf("access", access, ["apply", "ignore"]);
  if (defaults !== undefined) expectFlag("defaults", defaults);
  // If it fails, the aliases of recursive schemas are removed.
  return instances.attempt(() => new Reader(modernDocument(document, options.onWarning), options).read());
}

/** The types of content that forms have. */
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const MULTIPART = /^multipart\//i;
/** Types of content that have no items of their own. */
const isNoStream = (type: string): boolean => isJsonType(type) || FORM.test(type);
/** The parts of a media type that say how its items are written, which is not checked. */
const ITEM_ENCODINGS = ["prefixEncoding", "itemEncoding"];
/** What an encoding says of the parts of a part, in OpenAPI 3.2, or of its header fields, which is not checked. */
const INNER_ENCODINGS = ["encoding", ...ITEM_ENCODINGS, "headers"];

/** A part of a document, and its place. */
interface Part {
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: Path;
}

/** A parameter of a request, or a header field of a response. */
interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly part: Part;
}

/** What a schema is used for. */
interface Kind {
  /** Neither for a component. */
  readonly direction: Direction | undefined;
  readonly fills: boolean;
}

/** A parameter that has been read. */
interface ReadParameter {
  readonly validator: Validator;
  readonly shape?: Shape;
  /** Gives the value that stands for a missing one; the validator takes it. */
  readonly fallback?: (() => unknown) | undefined;
}

/** Gives the validator of a schema of the document, by its place and what it is used for. */
type ValidatorAt = (path: Path, kind: Kind) => Validator;

/** Makes something of validators, as soon as there are any. */
type Plan<T> = (validatorAt: ValidatorAt) => T;

/** Refuses a parameter in a place that OpenAPI does not have. */
function expectPlace(part: Part): void {
  const place = textOf(part, "in");
  if (place !== "querystring" && !Object.values<string>(PARTS).includes(place))
    throw new JsonSchemaError("in", below(part.path, "in"), `${literal(place)} is no place of a parameter`);
}

class Reader {
  readonly #document: Readonly<Record<string, unknown>>;
  readonly #options: FromOpenApiOptions;
  /** The schemas that validators are needed of, with a name. All are read at once, because they share parts. */
  readonly #uses = new Map<string, Use>();
  /** What stands for a missing value, by the same names. */
  readonly #defaults = new Map<string, Fallback>();
  /** The operations whose callbacks are being read. */
  readonly #open = new Set<unknown>();
  readonly #warned = new Set<string>();
  /** The document has the fields of OpenAPI 3.2. */
  readonly #isNewer: boolean;

  constructor(document: Readonly<Record<string, unknown>>, options: FromOpenApiOptions) {
    this.#document = document;
    this.#options = options;
    this.#isNewer = !/^3\.[01]\b/.test(String(document.openapi));
  }

  read(): FromOpenApiDocument {
    const root: Part = { value: this.#document, path: ROOT };
    const components = this.#member(root, "components");
    const schemas = components && this.#member(components, "schemas");
    const named = this.#map(schemas, (path) => this.#whole(path, this.#bodyOf(undefined)));
    const operations = this.#items(this.#member(root, "paths"));
    const webhooks = this.#items(this.#member(root, "webhooks"));
    const validatorAt = this.#compile();
    return { components: named(validatorAt), operations: operations(validatorAt), webhooks: webhooks(validatorAt) };
  }

  /** Warns of a field that has no effect, once, however often its part is referred to. */
  #warn(part: Part, keyword: string, message: string): void {
    const pointer = pointerOf(below(part.path, keyword));
    if (!this.#warned.has(pointer)) this.#options.onWarning?.({ keyword, pointer, message });
    this.#warned.add(pointer);
  }

  #compile(): ValidatorAt {
    const { access: _, defaults: __, ...options } = this.#options;
    const read = validatorsIn(this.#document, [...this.#uses.values()], options);
    const byName = new Map([...this.#uses.keys()].map((name, index) => [name, read[index] as ReadSchema]));
    for (const [name, { fallback }] of byName) if (fallback !== undefined) this.#defaults.set(name, fallback);
    return (path, kind) => (byName.get(this.#use(path, kind)) as ReadSchema).validator;
  }

  /** Records that the validator of a schema is needed. Returns the name of this use. */
  #use(path: Path, { direction, fills }: Kind): string {
    const own = this.#options.access === "ignore" ? undefined : direction;
    const $ref = `#${pointerOf(path).split("/").map(encodeURIComponent).join("/")}`;
    const name = `${own} ${fills} ${$ref}`;
    if (!this.#uses.has(name)) this.#uses.set(name, { $ref, direction: own, fills });
    return name;
  }

  #bodyOf(direction: Direction | undefined): Kind {
    return { direction, fills: this.#options.defaults === true };
  }

  /** Of values that come as text, outside of bodies. */
  #fieldOf(direction: Direction): Kind {
    return { direction, fills: this.#options.defaults !== false };
  }

  /** The validator of a value that is no text which other validators read. */
  #whole(path: Path, kind: Kind): Plan<Validator> {
    const plan = this.#validator(path, kind);
    return (validatorAt) => asAsked(plan(validatorAt), this.#options);
  }

  /** The validator of a schema. */
  #validator(path: Path, kind: Kind): Plan<Validator> {
    this.#use(path, kind);
    return (validatorAt) => validatorAt(path, kind);
  }

  /** The members of an object, without references to them. */
  #members(part: Part | undefined): [name: string, part: Part][] {
    if (part === undefined) return [];
    return Object.keys(part.value).flatMap((name) => {
      if (name.startsWith("x-")) return [];
      const member = this.#member(part, name);
      return member === undefined ? [] : [[name, member]];
    });
  }

  #member({ value, path }: Part, name: string | number): Part | undefined {
    const member = (isArray(value) ? value[name as number] : ownValue(value, String(name))) as unknown;
    return member === undefined ? undefined : this.#part(member, below(path, name));
  }

  /** The part itself, if a reference leads to it. */
  #part(value: unknown, path: Path): Part {
    const part = this.#followed(value, path);
    const $ref = ownValue(part.value, "$ref");
    if ($ref === undefined) return part;
    const isElsewhere = typeof $ref === "string" && !$ref.startsWith("#");
    const advice = isElsewhere ? ": only schemas may refer to other documents, so bundle all into one" : "";
    const why = `${literal($ref)} does not lead to a part of this document${advice}`;
    throw new JsonSchemaError("$ref", below(part.path, "$ref"), why);
  }

  /** What references lead to, as far as they stay in this document. */
  #followed(value: unknown, path: Path): Part {
    const met = new Set<unknown>();
    let part = { value, path };
    for (;;) {
      if (!isPlainObject(part.value)) throw new JsonSchemaError(String(path.key), part.path, "it should be an object");
      const $ref = this.#local(ownValue(part.value, "$ref"));
      if (typeof $ref !== "string" || !$ref.startsWith("#/")) return part as Part;
      const place = below(part.path, "$ref");
      if (met.has(part.value)) throw new JsonSchemaError("$ref", place, "it leads back to itself");
      met.add(part.value);
      part = this.#target($ref, place);
    }
  }

  /** A reference without the URI of this document. */
  #local($ref: unknown): unknown {
    const self = selfOf(this.#document);
    if (typeof $ref !== "string" || self === undefined || $ref.startsWith("#")) return $ref;
    const base = "document:///";
    try {
      const own = new URL(self, base).href;
      const [uri, fragment] = new URL($ref, own).href.split("#");
      return uri === own.split("#")[0] ? `#${fragment ?? ""}` : $ref;
    } catch {
      return $ref;
    }
  }

  /** What a reference leads to. */
  #target($ref: string, place: Path): { value: unknown; path: Path } {
    let value: unknown = this.#document;
    let path = ROOT;
    for (const token of $ref.slice(2).split("/")) {
      const key = unescaped(decoded(token));
      const hasKey = (isPlainObject(value) || isArray(value)) && Object.hasOwn(value, key);
      if (!hasKey) throw new JsonSchemaError("$ref", place, `${literal($ref)} leads nowhere`);
      value = ownValue(value as object, key);
      path = below(path, key);
    }
    return { value, path };
  }

  #map<T>(part: Part | undefined, plan: (path: Path, name: string) => Plan<T>): Plan<Record<string, T>> {
    const plans =
      part === undefined
        ? []
        : Object.keys(part.value).map((name) => [name, plan(below(part.path, name), name)] as const);
    return (validatorAt) => {
      const result: Record<string, T> = {};
      for (const [name, one] of plans) define(result, name, one(validatorAt));
      return result;
    };
  }

  /** The operations of path items. */
  #items(items: Part | undefined): Plan<FromOpenApiOperation[]> {
    const plans = this.#members(items).flatMap(([path, item]) => this.#operations(path, item));
    return (validatorAt) => plans.map((plan) => plan(validatorAt));
  }

  #operations(path: string, item: Part): Plan<FromOpenApiOperation>[] {
    const own = (this.#isNewer ? NEWER_METHODS : METHODS).flatMap((method) => {
      const operation = this.#member(item, method);
      return operation === undefined ? [] : [this.#operation(method, path, item, operation)];
    });
    const more = this.#isNewer ? this.#member(item, "additionalOperations") : undefined;
    for (const [method, { path }] of this.#members(more)) {
      if (NEWER_METHODS.includes(method.toLowerCase()))
        throw new JsonSchemaError(method, path, "this method has a field of its own");
    }
    return [...own, ...this.#members(more).map(([method, one]) => this.#operation(method, path, item, one))];
  }

  #operation(method: string, path: string, item: Part, operation: Part): Plan<FromOpenApiOperation> {
    const parameters = new Map<string, Part>();
    // The parameters of an operation take the place of those of its path.
    for (const part of [...this.#list(item, "parameters"), ...this.#list(operation, "parameters")]) {
      parameters.set(JSON.stringify([textOf(part, "in"), textOf(part, "name")]), part);
    }
    const all = [...parameters.values()];
    all.forEach(expectPlace);
    const parts = Object.entries(PARTS).map(
      ([part, place]) =>
        [
          part,
          this.#parameters(
            all.flatMap((one) => parameterIn(one, place)),
            this.#fieldOf("request"),
          ),
        ] as const,
    );
    const querystring = this.#querystring(all);
    const body = this.#member(operation, "requestBody");
    const content = this.#content(body, this.#bodyOf("request"));
    const items = this.#contentItems(body, this.#bodyOf("request"));
    const given = this.#members(this.#member(operation, "responses")).map(
      ([status, response]) => [status.replace(/xx$/i, "XX"), response] as const,
    );
    const responses = given.map(
      ([status, response]) => [status, this.#content(response, this.#bodyOf("response"))] as const,
    );
    const responseItems = given.map(
      ([status, response]) => [status, this.#contentItems(response, this.#bodyOf("response"))] as const,
    );
    const headers = given.flatMap(([status, response]) => {
      const plan = this.#parameters(this.#headers(response), this.#fieldOf("response"));
      return plan === undefined ? [] : [[status, plan] as const];
    });
    const callbacks = this.#callbacks(operation);
    const operationId = ownValue(operation.value, "operationId");
    return (validatorAt) => ({
      method,
      path,
      operationId: typeof operationId === "string" ? operationId : undefined,
      ...(Object.fromEntries(parts.map(([part, plan]) => [part, plan?.(validatorAt)])) as Record<
        keyof typeof PARTS,
        Validator | undefined
      >),
      querystring: querystring?.(validatorAt),
      body: content(validatorAt),
      bodyItems: items(validatorAt),
      isBodyRequired: body?.value.required === true,
      responses: Object.fromEntries(responses.map(([status, plan]) => [status, plan(validatorAt)])),
      responseItems: Object.fromEntries(
        responseItems
          .map(([status, plan]) => [status, plan(validatorAt)] as const)
          .filter(([, byType]) => Object.keys(byType).length > 0),
      ),
      responseHeaders: Object.fromEntries(headers.map(([status, plan]) => [status, plan(validatorAt)])),
      callbacks: callbacks(validatorAt),
    });
  }

  #callbacks(operation: Part): Plan<FromOpenApiOperation["callbacks"]> {
    const place = below(operation.path, "callbacks");
    if (this.#open.has(operation.value)) throw new JsonSchemaError("callbacks", place, "it leads back to itself");
    this.#open.add(operation.value);
    const plans = this.#members(this.#member(operation, "callbacks")).map(
      ([name, items]) => [name, this.#items(items)] as const,
    );
    this.#open.delete(operation.value);
    return (validatorAt) => Object.fromEntries(plans.map(([name, plan]) => [name, plan(validatorAt)]));
  }

  #list(part: Part, name: string): Part[] {
    const list = ownValue(part.value, name);
    if (list === undefined) return [];
    const path = below(part.path, name);
    if (!isArray(list)) throw new JsonSchemaError(name, path, "it should be an array");
    return list.map((one, index) => this.#part(one, below(path, index)));
  }

  /** Validators by type of content. A type without a schema accepts everything. */
  #content(part: Part | undefined, kind: Kind): Plan<ValidatorsByType> {
    const content = part && this.#member(part, "content");
    return this.#map(content, (_, type) => {
      const media = this.#member(content as Part, type) as Part;
      this.#warnOfItems(media, type);
      const item = this.#item(media, type, kind);
      const plan = this.#media(media, type, kind);
      if (item === undefined) return plan ?? (() => Any());
      return (validatorAt) => {
        const list = List(item(validatorAt));
        return plan === undefined ? list : AllOf(plan(validatorAt), list);
      };
    });
  }

  /** The validator of a whole body; undefined if it has no schema. */
  #media(media: Part, type: string, kind: Kind): Plan<Validator> | undefined {
    if (media.value.schema === undefined) return undefined;
    return FORM.test(type) ? this.#form(media, type, kind) : this.#whole(below(media.path, "schema"), kind);
  }

  /** Validators of the items of streams, by type of content. */
  #contentItems(part: Part | undefined, kind: Kind): Plan<ValidatorsByType> {
    const content = part && this.#member(part, "content");
    const plans = Object.keys(content?.value ?? {}).flatMap((type) => {
      const plan = this.#item(this.#member(content as Part, type) as Part, type, kind);
      return plan === undefined ? [] : [[type, plan] as const];
    });
    return (validatorAt) => Object.fromEntries(plans.map(([type, plan]) => [type, plan(validatorAt)]));
  }

  /** The validator of an item of a stream; undefined if the body is none. */
  #item(media: Part, type: string, kind: Kind): Plan<Validator> | undefined {
    if (!this.#isNewer || media.value.itemSchema === undefined || isNoStream(type)) return undefined;
    return this.#whole(below(media.path, "itemSchema"), kind);
  }

  /** Warns of what a media type says that has no effect. */
  #warnOfItems(media: Part, type: string): void {
    if (media.value.encoding !== undefined && !FORM.test(type))
      this.#warn(media, "encoding", `it has no effect, because ${literal(type)} is no form`);
    if (!this.#isNewer) return;
    if (media.value.itemSchema !== undefined && isNoStream(type))
      this.#warn(media, "itemSchema", `it has no effect, because ${literal(type)} is no sequence of items`);
    for (const name of ITEM_ENCODINGS) {
      if (media.value[name] === undefined) continue;
      this.#warn(media, name, "it has no effect: the parts of a body are validated by their schemas alone");
    }
  }

  /** The validator of the query as a whole. */
  #querystring(parameters: readonly Part[]): Plan<Validator> | undefined {
    const placeOf = (part: Part): string => textOf(part, "in");
    const [part, other] = parameters.filter((one) => placeOf(one) === "querystring");
    if (part === undefined) return undefined;
    const refuse = (one: Part, name: string, why: string): never => {
      throw new JsonSchemaError(name, below(one.path, name), why);
    };
    if (!this.#isNewer) refuse(part, "in", "'querystring' is a place of OpenAPI 3.2");
    const beside = other ?? parameters.find((one) => placeOf(one) === "query");
    if (beside !== undefined) refuse(beside, "in", "another parameter is the query as a whole");
    const content = this.#member(part, "content");
    const [[type, media] = [], more] = this.#members(content);
    if (type === undefined || media === undefined || more !== undefined)
      return refuse(part, "content", "the query as a whole should have one type of content");
    const plan = this.#media(media, type, this.#fieldOf("request")) ?? (() => Any());
    this.#warnOfItems(media, type);
    const isForm = FORM.test(type);
    const isRequired = part.value.required === true;
    const read = (input: unknown): unknown => {
      if (typeof input !== "string") return input;
      const text = input.replace(/^\?/, "");
      if (isForm) return new URLSearchParams(text);
      const plain = decoded(text);
      return isJsonType(type) ? (jsonIn(plain) ?? plain) : plain;
    };
    return (validatorAt) => {
      const validator = plan(validatorAt);
      const isMissing = (input: unknown): boolean => input === undefined || input === "" || input === "?";
      return Transform((input: unknown) =>
        isMissing(input) && !isRequired ? undefined : validated(validator, read(input)),
      );
    };
  }

  /** The validator of a form, whose fields are text, lists of text, or files. */
  #form(media: Part, type: string, kind: Kind): Plan<Validator> {
    const plan = this.#whole(below(media.path, "schema"), kind);
    const schema = this.#schema(media.value.schema, below(media.path, "schema"));
    const fields = [...this.#properties(schema)].map(
      ([name, { value, path }]) => [name, this.#field(name, value, path, media, type, kind)] as const,
    );
    for (const name of Object.keys(this.#member(media, "encoding")?.value ?? {})) {
      if (fields.some(([field]) => field === name) || name.startsWith("x-")) continue;
      const part = this.#member(media, "encoding") as Part;
      this.#warn(part, name, "it has no effect, because the schema of the form has no property of that name");
    }
    const { integers = "number" } = this.#options;
    const isExact = integers !== "number";
    return (validatorAt) =>
      formReader(plan(validatorAt), new Map(fields.map(([name, field]) => [name, field(validatorAt)])), isExact);
  }

  #field(name: string, given: unknown, path: Path, media: Part, type: string, kind: Kind): Plan<Field> {
    const encodings = this.#member(media, "encoding");
    const encoding = encodings && this.#member(encodings, name);
    for (const inner of INNER_ENCODINGS) {
      const isRead = encoding !== undefined && encoding.value[inner] !== undefined;
      if (isRead && (this.#isNewer || inner === "headers"))
        this.#warn(encoding, inner, "it has no effect: a part of a form is validated by its schema alone");
    }
    const { style, contentType } = encoding?.value ?? {};
    const { explode = style === undefined || style === "form" } = encoding?.value ?? {};
    const owner = encoding?.path ?? path;
    const { shapeAt, isComplex, isFile } = this.#shape(name, given, path, style ?? "form", explode, owner, kind);
    const isJson =
      contentType === undefined
        ? isComplex && style === undefined && MULTIPART.test(type)
        : String(contentType).split(",").some(isJsonType);
    return (validatorAt) => {
      const { validator, shape } = shapeAt(validatorAt);
      const types = typeof contentType === "string" ? contentType.split(",") : undefined;
      const read = (value: unknown): unknown =>
        value instanceof JsonValue || (isJson && !isArray(value))
          ? listed(parsed(value), shape)
          : isJson
            ? (value as unknown[]).map(parsed)
            : readText(value, validator, shape);
      return { isFile, types, read, ...(!isJson && { shape }) };
    };
  }

  /** The header fields of a response: parameters whose names are those of the members. */
  #headers(response: Part): Parameter[] {
    const fields = this.#member(response, "headers");
    return Object.keys(fields?.value ?? {}).flatMap((given) => {
      const name = given.toLowerCase();
      // It is described by `content`.
      if (name === "content-type") return [];
      return [{ name, place: "header", part: this.#member(fields as Part, given) as Part }];
    });
  }

  #parameters(parameters: readonly Parameter[], kind: Kind): Plan<Validator> | undefined {
    const read = parameters.map((parameter) => {
      const { name, place, part } = parameter;
      return {
        name,
        isRequired: place === "path" || part.value.required === true,
        plan: this.#parameter(parameter, kind),
      };
    });
    if (read.length === 0) return undefined;
    return (validatorAt) => {
      const schema: Record<string, Validator> = {};
      const defaults: Record<string, unknown> = {};
      const spread = new Map<string, Shape>();
      const lists: string[] = [];
      for (const { name, isRequired, plan } of read) {
        const { validator, shape, fallback } = plan(validatorAt);
        define(schema, name, validator);
        if (fallback !== undefined && !isRequired) define(defaults, name, fallback());
        if (shape !== undefined && isSpread(shape)) spread.set(name, shape);
        if (shape?.isList && shape.style === "form" && shape.explode) lists.push(name);
      }
      const optional = read
        .filter(({ name, isRequired }) => !isRequired && !Object.hasOwn(defaults, name))
        .map(({ name }) => name);
      const dict = Dict(schema, {
        ...{ optional, unknown: "strip" },
        ...(Object.keys(defaults).length > 0 && { defaults }),
        ...(lists.length > 0 && { multikeys: lists }),
      });
      if (spread.size === 0) return dict;
      const isList = (key: string): boolean =>
        lists.includes(key) || [...spread].some(([name, shape]) => isMember(key, name, shape));
      return AllOf(
        Transform((input: unknown) => gathered(fieldsIn(input, isList), spread)),
        dict,
      );
    };
  }

  #parameter({ name, place, part }: Parameter, kind: Kind): Plan<ReadParameter> {
    const content = this.#members(this.#member(part, "content"))[0]?.[1];
    if (content !== undefined) {
      const path = below(content.path, "schema");
      const plan: Plan<Validator> = content.value.schema === undefined ? () => Any() : this.#whole(path, kind);
      return (validatorAt) => {
        const validator = plan(validatorAt);
        // As text, because text is parsed.
        const fallback = this.#default(path, kind, jsonText);
        return { validator: Transform((value: unknown) => validated(validator, parsed(value))), fallback };
      };
    }
    const { style: given = place === "query" || place === "cookie" ? "form" : "simple", schema } = part.value;
    // In OpenAPI 3.2, both are written alike except for escaped characters.
    const style = this.#isNewer && place === "cookie" && given === "cookie" ? "form" : given;
    const { explode = style === "form" } = part.value;
    if (schema === undefined) return () => ({ validator: Any() });
    const path = below(part.path, "schema");
    const { shapeAt } = this.#shape(name, schema, path, style, explode, part.path, kind);
    const mayBeEmpty = place === "query" && part.value.allowEmptyValue === true;
    return (validatorAt) => {
      const { validator, shape } = shapeAt(validatorAt);
      const reader = textReader(validator, shape);
      const fallback = this.#default(path, kind);
      return { validator: mayBeEmpty ? emptyReader(reader, shape) : reader, shape, fallback };
    };
  }

  /** What gives the value for a missing parameter; undefined if its schema has no default. */
  #default(path: Path, kind: Kind, written = (value: unknown): unknown => value): ReadParameter["fallback"] {
    const found = this.#defaults.get(this.#use(path, kind));
    if (found === undefined) return undefined;
    return () => {
      found.expect();
      return written(found.value);
    };
  }

  /**
   * What is known of a value that comes as text.
   * @param owner the place of the part that has the style.
   */
  #shape(name: string, given: unknown, path: Path, style: unknown, explode: unknown, owner: Path, kind: Kind) {
    if (typeof style !== "string" || !Object.hasOwn(STYLES, style))
      throw new JsonSchemaError("style", below(owner, "style"), `${literal(style)} is not read`);
    const plan = this.#validator(path, kind);
    const schema = this.#schema(given, path);
    const types = schema === undefined ? [] : [schema.value.type].flat();
    const place = schema && below(schema.path, "items");
    const item = place && this.#schema(schema.value.items, place);
    const items = item && this.#validator(place, kind);
    const plans = [...this.#properties(schema)].map(([key, { path }]) => [key, this.#validator(path, kind)] as const);
    const isList = types.includes("array");
    const isObject = types.includes("object") || plans.length > 0;
    return {
      isComplex: isObject || (isList && item?.value.type === "object"),
      isFile: isBinary(schema) || (isList && isBinary(item)),
      shapeAt: (validatorAt: ValidatorAt): { validator: Validator; shape: Shape } => {
        const validator = plan(validatorAt);
        const known = { isList, isObject, items: items?.(validatorAt) };
        const properties = new Map(plans.map(([key, one]) => [key, one(validatorAt)]));
        return {
          validator,
          shape: {
            ...{ name, style: style as Style, explode: explode === true },
            ...(isList || isObject ? { ...known, properties } : membersByClass(validator)),
          },
        };
      },
    };
  }

  /** The properties of a schema, those in its `allOf` included. */
  #properties(schema: Part | undefined, met: Set<unknown> = new Set()): Map<string, { value: unknown; path: Path }> {
    const all = new Map<string, { value: unknown; path: Path }>();
    if (schema === undefined || met.has(schema.value)) return all;
    met.add(schema.value);
    const { properties, allOf } = schema.value;
    for (const [index, one] of (isArray(allOf) ? allOf : []).entries()) {
      const part = this.#schema(one, below(schema.path, "allOf", index));
      for (const [name, property] of this.#properties(part, met)) all.set(name, property);
    }
    for (const name of isPlainObject(properties) ? Object.keys(properties) : []) {
      const path = below(schema.path, "properties", name);
      all.set(name, { value: ownValue(properties as object, name), path });
    }
    return all;
  }

  /** A schema, without references to it; undefined if it is a boolean, or found by its name or in another document. */
  #schema(schema: unknown, path: Path): Part | undefined {
    const part = isPlainObject(schema) ? this.#followed(schema, path) : undefined;
    return part && ownValue(part.value, "$ref") === undefined ? part : undefined;
  }
}

/** What the validator says of its members: its schema may be made of others, or be in another document. */
function membersByClass(validator: Validator): Pick<Shape, "isList" | "isObject" | "items" | "properties"> {
  const isList = validator.constructor === (List as unknown);
  const isObject = validator.constructor === (Dict as unknown);
  return {
    ...{ isList, isObject },
    items: isList ? ((validator as List).item as Validator) : undefined,
    properties: new Map(isObject ? Object.entries((validator as Dict).schema ?? {}) : []),
  };
}

/** The schema of a file. */
const isBinary = (schema: Part | undefined): boolean =>
  schema?.value.type === "string" && (schema.value.format === "binary" || schema.value.contentMediaType !== undefined);

/** The parameter, if it is in that place. Header fields that are described elsewhere are none. */
function parameterIn(part: Part, place: string): Parameter[] {
  if (textOf(part, "in") !== place) return [];
  const given = textOf(part, "name");
  const name = place === "header" ? given.toLowerCase() : given;
  return place === "header" && IGNORED_HEADERS.includes(name) ? [] : [{ name, place, part }];
}

function textOf({ value, path }: Part, name: string): string {
  const text = ownValue(value, name);
  if (typeof text === "string") return text;
  throw new JsonSchemaError(name, path, "it should be text");
}

/** A single part of a form as a list, if its field is one. */
function listed(value: unknown, { isList }: Shape): unknown {
  const isOne = !isArray(value instanceof JsonValue ? value.value : value);
  return isList && isOne ? [value] : value;
}

/** The value of text that is JSON. Other text is left to the validator, which refuses it. */
const parsed = (value: unknown): unknown => (typeof value === "string" ? (jsonIn(value) ?? value) : value);
