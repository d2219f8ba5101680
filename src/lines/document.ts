/** Validates what is around the records of one JSON document: the siblings of their array, and how many they are. */
import { encoder } from "../core/encode/encoder.ts";
import { JsonDecodeError, ValidationError } from "../core/errors/errors.ts";
import type { Position } from "../core/errors/validation-error.ts";
import type { JsonLimits } from "../core/json/engine.ts";
import type { ListModel, ListValidator } from "../core/models/array.ts";
import { modelIn, modelOf } from "../core/models/index.ts";
import type { ObjectModel, ObjectValidator } from "../core/models/object.ts";
import { isAsync } from "../core/schemas/async.ts";
import { otherParam, withChanges } from "../core/schemas/params.ts";
import { classHint, isValidator, type Validator } from "../core/validator.ts";
import { escaped } from "../text/json-pointer.ts";
import { typeName } from "../values/input.ts";
import { DocumentFault } from "./document-scanner.ts";
import { placeNow } from "./frame.ts";

/** The parameters of a List that do not concern items together. */
const OF_ARRAYS = ["item", "nullable", "minlen", "maxlen", "evaluates"];

/** A Dict on the way to the array, and its key there. */
interface Step {
  readonly dict: Validator;
  readonly key: string;
  readonly hasDefault: boolean;
}

/** The validator of a whole document whose records are read one by one. */
export class DocumentForm {
  readonly #steps: readonly Step[];
  readonly #list: ListValidator;

  /**
   * @param document a Dict, in which the array is a List of `record`.
   * @param record the validator of the records.
   * @param at the path of the array.
   * @throws TypeError if there is no such List, or a rule needs the whole array.
   */
  constructor(document: unknown, record: object, at: readonly string[]) {
    const pointer = at.map((key) => `/${escaped(key)}`).join("");
    const noList = `document has no List at ${pointer}`;
    if (at.length === 0)
      throw new TypeError("document needs at, the place of the array in it: nothing is around a root");
    const steps: Step[] = [];
    let place = document as Validator;
    for (const name of at) {
      const dict = objectOf(place);
      if (dict === undefined)
        throw new TypeError(steps.length === 0 ? `document should be a Dict, not ${nameOf(document)}` : noList);
      const member = memberOf(dict, name);
      if (member === undefined) throw new TypeError(noList);
      if (dict.dependent_schemas !== undefined || dict.patterns.some(({ matches }) => matches(name))) {
        const rule = dict.dependent_schemas === undefined ? "patterns" : "dependent_schemas";
        throw new TypeError(`document has ${rule}, which would read the array at ${pointer}`);
      }
      const { validator, ...step } = member;
      steps.push({ dict: place, ...step });
      place = validator;
    }
    if (modelOf(place)?.kind !== "list") throw new TypeError(noList);
    this.#steps = steps;
    this.#list = place as ListValidator;
    const rule = otherParam(place, (name) => OF_ARRAYS.includes(name));
    if (rule !== undefined)
      throw new TypeError(`document has a List with ${rule} at ${pointer}, which needs all records at once`);
    if (!this.#list.item.equals(record))
      throw new TypeError(`document has a List at ${pointer} whose item is not the validator of the records`);
    if (isAsync(this.with(0)))
      throw new TypeError("document cannot wait for a Check or Transform with async: true outside of the records");
  }

  /** The validator of the document without the records; there are `count` of them. */
  with(count: number): Validator {
    const { lengths } = modelIn<ListModel>(this.#list);
    const list = encoder(this.#list, [], (input, report) => lengths.fails(count, report) || input);
    return this.#steps.reduceRight<Validator>((inner, { dict, key, hasDefault }) => {
      const { schema, optional = [] } = dict as ObjectValidator;
      const members = Object.fromEntries([...Object.entries(schema ?? {}), [key, inner]]);
      return withChanges(dict, { schema: members, ...(hasDefault && { optional: [...new Set([...optional, key])] }) });
    }, list);
  }
}

const nameOf = (value: unknown): string =>
  isValidator(value) ? `${value.constructor.name}${classHint(value)}` : typeName(value);

function objectOf(validator: unknown): ObjectModel | undefined {
  const model = isValidator(validator) ? modelOf(validator) : undefined;
  return model?.kind === "object" ? model : undefined;
}

/** The member of a Dict that has a name in the input. */
function memberOf(
  dict: ObjectModel,
  name: string,
): (Omit<Step, "dict"> & { readonly validator: Validator }) | undefined {
  const key = dict.aliases.get(name) ?? name;
  const place = dict.places.get(key);
  if (place === undefined) return undefined;
  return {
    key: dict.written[place] as string,
    validator: dict.list[place] as Validator,
    hasDefault: dict.defaults.has(key),
  };
}

/** The text of a document without its records, as it is read. */
export class DocumentText {
  readonly #form: DocumentForm;
  readonly #limits: JsonLimits | undefined;
  readonly #maxBytes: number;
  #bytes = new Uint8Array(1024);
  #size = 0;
  /** Where the array ends: how many bytes were kept before, and its place in the file. */
  #end: { readonly size: number; readonly place: Position } | undefined;

  constructor(form: DocumentForm, maxBytes: number, limits: JsonLimits | undefined) {
    this.#form = form;
    this.#maxBytes = maxBytes;
    this.#limits = limits;
  }

  /**
   * The bytes that may be kept of the next ones. One is left for the end of the array.
   * @param offset of the first in the file.
   * @throws DocumentFault if there is no room.
   */
  room(bytes: Uint8Array, offset: number): Uint8Array {
    const limit = this.#maxBytes;
    const left = limit - this.#size - (this.#end === undefined ? 1 : 0);
    if (left > 0) return bytes.subarray(0, left);
    throw new DocumentFault(new JsonDecodeError({ reason: "size", expected: limit, actual: limit + 1 }), offset);
  }

  keep(bytes: Uint8Array): void {
    const size = this.#size + bytes.length;
    if (size > this.#bytes.length) {
      // Doubling keeps the copies linear.
      const grown = new Uint8Array(Math.max(size, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#size);
    this.#size = size;
  }

  /**
   * The array ends.
   * @param bracket its last byte.
   * @param place of that byte.
   */
  endArray(bracket: Uint8Array, place: Position): void {
    this.#end = { size: this.#size, place };
    this.keep(bracket);
  }

  /**
   * The document has ended.
   * @param count how many records there were.
   * @throws ValidationError, with its places in the file.
   */
  validate(count: number): void {
    const text = this.#bytes.subarray(0, this.#size);
    try {
      this.#form.with(count).json(text, this.#limits);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      if (this.#end !== undefined) {
        const { size, place } = this.#end;
        const after = [...error].filter(({ offset }) => offset !== undefined && offset >= size);
        placeNow(after, place, text.subarray(size), size);
      }
      throw error;
    }
  }
}
