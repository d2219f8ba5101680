/** Random validators and random JSON Schemas, with random documents: our verdict is that of Ajv. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { fromJsonSchema, instances, JsonSchemaError, toJsonSchema, type Validator } from "../../src/index.ts";
import { verdictByCode } from "../fast/mode.ts";
import { randomDocument } from "../native/documents.ts";
import { Random } from "../native/random.ts";
import { build, type Json, type Recipe, visitDumps } from "../native/recipe.ts";
import { randomRecipe } from "../native/schemas.ts";
import { randomSchema, sampleOf } from "./schemas.ts";

/** How many of a validator's documents are validated. */
const DOCUMENTS = 10;

export interface Tally {
  /** Schemas and documents that were validated. */
  pairs: number;
  valid: number;
  /** Pairs whose validator takes text that it converts: there only what it takes has to be valid. */
  loose: number;
  schemas: number;
  /** Validators and schemas that have no counterpart, by the keyword that says so. */
  refused: Record<string, number>;
  /** Differences where Ajv is known to be wrong, by the reason. */
  known: Record<string, number>;
}

export interface Findings {
  readonly tally: Tally;
  readonly differences: string[];
}

const emptyTally = (): Tally => ({ pairs: 0, valid: 0, loose: 0, schemas: 0, refused: {}, known: {} });

/** With `allErrors`: without it, it does not miss a required key whose name is empty. */
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  ownProperties: true,
  allErrors: true,
  logger: false,
});

/** What Ajv says of a document; undefined where it loses its way, as in a reference to itself. */
function oracleOf(schema: object): ((value: unknown) => boolean | undefined) | undefined {
  try {
    const validate = ajv.compile(schema);
    ajv.removeSchema(schema);
    return (value) => {
      try {
        return validate(value) as boolean;
      } catch (error) {
        // Its comparison of objects calls their methods, which may be data.
        if (error instanceof RangeError || error instanceof TypeError) return undefined;
        throw error;
      }
    };
  } catch (error) {
    // It writes keys into URIs, which cannot hold half a character.
    if (error instanceof RangeError || error instanceof URIError) return undefined;
    throw new Error(`Ajv refuses ${JSON.stringify(schema)}`, { cause: error });
  }
}

/** Where Ajv is known to be wrong. */
const KNOWN: readonly { readonly why: string; is(schema: string, value: unknown): boolean }[] = [
  {
    // 2020-12, 10.3.1.3; the official suite, "unevaluatedItems depends on adjacent contains" and what follows it.
    why: "it takes all items, or none, for evaluated by contains",
    is: (schema) => schema.includes('"contains":') && schema.includes('"unevaluatedItems":'),
  },
  {
    // fast-deep-equal compares what is at this key by identity.
    why: "objects with the key constructor are equal to no other",
    is: (schema, value) =>
      /"(?:const|enum|uniqueItems)":/.test(schema) && JSON.stringify(value).includes('"constructor":'),
  },
];

const knownFor = (schema: unknown, value: unknown): (typeof KNOWN)[number] | undefined => {
  const text = JSON.stringify(schema);
  return KNOWN.find(({ is }) => is(text, value));
};

/** Returns whether Ajv is known to be wrong about a value. */
export const isWrong = (schema: unknown, value: unknown): boolean => knownFor(schema, value) !== undefined;

/** Returns whether a difference is one of those, which are counted. */
function isKnown(tally: Tally, schema: unknown, value: unknown): boolean {
  const found = knownFor(schema, value);
  if (found !== undefined) tally.known[found.why] = (tally.known[found.why] ?? 0) + 1;
  return found !== undefined;
}

/** The result of `make`; undefined where there is no counterpart, which is counted. */
function counterpart<T>(tally: Tally, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof JsonSchemaError)) throw error;
    tally.refused[error.keyword] = (tally.refused[error.keyword] ?? 0) + 1;
    return undefined;
  }
}

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

/** The most characters of any text or key. */
const longestText = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Math.max(0, ...Object.entries(value).map(([key, member]) => Math.max(key.length, longestText(member))));
};

const hasNumber = (value: unknown, is: (number: number) => boolean): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).some((member) => hasNumber(member, is))
    : typeof value === "number" && is(value);

/** Which integer a number beyond the safe range stands for, nobody can tell: `Int` refuses it. */
const hasLargeNumber = (value: unknown): boolean =>
  hasNumber(value, (number) => Math.abs(number) > Number.MAX_SAFE_INTEGER);

/**
 * Whether the schema of a validator may be wider than it is: text that is converted, defaults that are made when asked
 * for.
 */
function isLoose({ root, aliases }: Recipe): boolean {
  let loose = false;
  visitDumps(
    [root, ...Object.values(aliases)],
    ({ __class__, coerce, defaults, format, strip, normspace, case: letters }) => {
      loose ||= /^(Date|Time|Datetime)$/.test(__class__) || [coerce, format, strip, normspace, letters].some(Boolean);
      loose ||= JSON.stringify(defaults ?? "").includes("__named__");
    },
  );
  return loose;
}

/** Text of JSON that both read the same way. */
function documentOf(random: Random, recipe: Recipe): { text: string; value: unknown } | undefined {
  const source = randomDocument(random, recipe);
  const text = typeof source === "string" ? source : new TextDecoder().decode(source);
  // Ajv looks for this key among the properties that all objects have.
  if (text.length > 5000 || text.includes("__proto__") || text.includes("\\u005f")) return undefined;
  try {
    const value = JSON.parse(text);
    // Deeper ones are refused by a limit of ours; and JSON has no number that is read as an infinity.
    return depthOf(value) > 100 || hasNumber(value, (one) => !Number.isFinite(one)) ? undefined : { text, value };
  } catch {
    return undefined;
  }
}

/** Validates the documents of some random validators by the validators, and by their schemas. */
export function compareValidators(first: number, pairs: number): Findings {
  const tally = emptyTally();
  const differences: string[] = [];
  for (let seed = first; seed < first + pairs / DOCUMENTS; seed++) {
    const random = new Random(seed);
    const recipe = randomRecipe(random);
    const dumps = JSON.stringify([recipe.root, recipe.aliases]);
    // Code that throws what is no error of validation ends the call, and what a function takes is known to it alone.
    if (/__proto__|"parseWithBug"|"failing"|"__class__":"(?:Check|Transform)"/.test(dumps)) continue;
    const validator = build(recipe);
    const schema = counterpart(tally, () => toJsonSchema(validator));
    const oracle = schema && oracleOf(schema);
    if (schema === undefined || oracle === undefined) continue;
    tally.schemas++;
    const back = counterpart(tally, () => fromJsonSchema(schema, { alias: `back-${seed}` }));
    const loose = isLoose(recipe);
    // Ajv takes exponential time for some patterns.
    const longest = JSON.stringify(schema).includes('"pattern"') ? 20 : 1000;
    const isExact = !dumps.includes('"bigint"');
    for (let left = DOCUMENTS; left > 0; left--) {
      const document = documentOf(random, recipe);
      if (document === undefined || (!isExact && hasLargeNumber(document.value))) continue;
      if (longestText(document.value) > longest) continue;
      const asked = oracle(document.value);
      const ours = validator.isJson(document.text);
      if (asked === undefined) continue;
      tally.pairs++;
      if (ours) tally.valid++;
      if (loose) tally.loose++;
      const told = `seed ${seed}: ${document.text}\n${validator}\n${JSON.stringify(schema)}`;
      const tell = (difference: string): void => {
        if (!isKnown(tally, schema, document.value)) differences.push(difference);
      };
      if (ours ? !asked : asked && !loose) tell(`The validator says ${ours}, Ajv ${asked}, ${told}`);
      if (back === undefined || !isExact || hasLargeNumber(document.value)) continue;
      if ([back.safe(document.value).ok, verdictByCode(back, document.value)].some((verdict) => verdict !== asked))
        tell(`The validator of the schema says ${!asked}, Ajv ${asked}, ${told}\n${back}`);
    }
  }
  instances.clear();
  return { tally, differences };
}

/** Validates random documents by random schemas, and by their validators. */
export function compareSchemas(first: number, pairs: number): Findings {
  const tally = emptyTally();
  const differences: string[] = [];
  for (let seed = first; seed < first + pairs / DOCUMENTS; seed++) {
    const random = new Random(seed);
    const schema = randomSchema(random);
    const validator = counterpart<Validator>(tally, () => fromJsonSchema(schema, { alias: `from-${seed}` }));
    const oracle = validator && oracleOf(Object(schema) === schema ? (schema as object) : { allOf: [schema] });
    if (validator === undefined || oracle === undefined) continue;
    tally.schemas++;
    // Ajv divides, which rounds: it finds that 1e300 is no multiple of 2.
    const isExact = !/"integer"|"multipleOf"/.test(JSON.stringify(schema));
    for (let left = DOCUMENTS; left > 0; left--) {
      const value: Json = sampleOf(random, schema);
      const asked = oracle(value);
      if (asked === undefined || (!isExact && hasLargeNumber(value))) continue;
      tally.pairs++;
      const text = JSON.stringify(value);
      const result = validator.safe(value);
      if (result.ok) tally.valid++;
      const told = `seed ${seed}: ${text}\n${JSON.stringify(schema)}\n${validator}`;
      for (const [way, ours] of [
        ["value", result.ok],
        ["value, by generated code", verdictByCode(validator, value)],
        ["text", validator.isJson(text)],
      ] as const) {
        if (ours !== asked && !isKnown(tally, schema, value))
          differences.push(`The validator says ${ours} of the ${way}, Ajv ${asked}, ${told}`);
      }
      if (result.ok && sorted(result.value) !== sorted(value)) differences.push(`Another value came out, ${told}`);
    }
  }
  instances.clear();
  return { tally, differences };
}

/** JSON text, whatever the order of keys. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))
      : member,
  );
