/**
 * node scripts/openapi-proof.mjs [--docs]: reads GitHub's OpenAPI document, which is fetched from npm into the cache,
 * and validates each JSON body that it has as an example, and mutations of each, by the validators of `fromOpenApi` and
 * by ajv. Prints a table, and where the two differ; ends with exit code 1 if they differ in anything but null. Once in
 * version 3.0, as the document is, and once in 3.1, as `convert` below writes it. `--docs` writes the table into
 * docs/from-openapi.md. Needs `npm run build`, and two minutes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fromOpenApi } from "../dist/index.js";
import { npm } from "./npm.mjs";
import { cache } from "./zig.mjs";

const PACKAGE = "@octokit/openapi@23.0.2";
const FILE = "generated/api.github.com.json";
/** Mutations of each example. */
const MUTATIONS = 4;

const document = JSON.parse(readFileSync(fetched(), "utf8"));
const rows = [];
let hasFailed = false;
for (const one of [document, convert(document)]) rows.push(await compare(one));
const lines = [
  "| OpenAPI | operations | validators | examples | mutations of them | valid | differ only in `null` | differ |",
  "|---|---|---|---|---|---|---|---|",
  ...rows.map((cells) => `| ${cells.map((cell) => cell.toLocaleString("en")).join(" | ")} |`),
];
console.log(lines.join("\n"));
if (process.argv.includes("--docs")) {
  const page = join(import.meta.dirname, "../docs/from-openapi.md");
  const text = readFileSync(page, "utf8");
  writeFileSync(page, text.replace(/\| OpenAPI \| operations[\s\S]*?\n\n/, `${lines.join("\n")}\n\n`));
}
process.exit(hasFailed ? 1 : 0);

/** The file, fetched unless it is there. */
function fetched() {
  const folder = join(cache, PACKAGE.replace(/[@/]/g, "_"));
  const file = join(folder, "node_modules/@octokit/openapi", FILE);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const args = ["install", "--prefix", folder, "--no-save", "--ignore-scripts", "--silent", PACKAGE];
    const { status, stderr } = npm(args);
    if (status !== 0) throw new Error(`npm cannot fetch ${PACKAGE}: ${stderr}`);
  }
  return file;
}

/** Compares the verdicts on all examples of a document: a row of the table. */
async function compare(document) {
  const { operations, webhooks, components } = fromOpenApi(document, { access: "ignore" });
  const ajv = { plain: ajvOf(document, false), nullable: ajvOf(document, true) };
  const counts = { validators: 0, examples: 0, mutations: 0, valid: 0, byNull: 0, others: 0 };
  for (const { validator, place, values } of cases({ operations, webhooks, components, document })) {
    counts.validators++;
    const [plain, nullable] = [ajv.plain(place), ajv.nullable(place)];
    const random = randomOf(place);
    for (const example of values) {
      counts.examples++;
      const all = [example, ...Array.from({ length: MUTATIONS }, () => mutated(example, random))];
      counts.mutations += all.length - 1;
      for (const value of all) {
        const own = validator.is(value);
        if (own) counts.valid++;
        const text = JSON.stringify(value);
        if (validator.isJson(text) !== own) throw new Error(`the engines differ at ${place}: ${text}`);
        if (plain(value) === own) continue;
        if (nullable(value) === own) counts.byNull++;
        else {
          counts.others++;
          hasFailed = true;
          if (counts.others <= 20)
            console.log(`${place}: ${own ? "" : "in"}valid here, not for ajv: ${text.slice(0, 2000)}`);
        }
      }
    }
  }
  const { validators, examples, mutations, valid, byNull, others } = counts;
  return [document.openapi, operations.length, validators, examples, mutations, valid, byNull, others];
}

/** All JSON bodies and components that have examples, with their places in the document. */
function* cases({ operations, components, document }) {
  for (const { method, path, body, responses } of operations) {
    const place = ["paths", path, method];
    for (const type of Object.keys(body)) yield* content([...place, "requestBody"], body, type);
    for (const status of Object.keys(responses))
      for (const type of Object.keys(responses[status]))
        yield* content([...place, "responses", status], responses[status], type);
  }
  for (const [name, validator] of Object.entries(components)) {
    const { example } = document.components.schemas[name];
    const place = ["components", "schemas", name];
    if (example !== undefined) yield { validator, place: pointer(place), values: [example] };
  }

  function* content(place, validators, type) {
    const [part, at] = follow(place);
    const media = part.content[type];
    if (!/json/.test(type) || media.schema === undefined) return;
    const values = Object.values(media.examples ?? {}).map((one) => resolve(one).value);
    if (media.example !== undefined) values.push(media.example);
    const known = values.filter((value) => value !== undefined);
    if (known.length > 0)
      yield { validator: validators[type], place: pointer([...at, "content", type, "schema"]), values: known };
  }

  /** A part of the document, and where it is. */
  function follow(place) {
    let part = document;
    let at = [];
    for (const key of place) {
      part = part[key];
      at = [...at, key];
      while (part.$ref !== undefined) {
        at = part.$ref.slice(2).split("/").map(decode);
        part = at.reduce((one, name) => one[name], document);
      }
    }
    return [part, at];
  }

  function resolve(part) {
    return part.$ref === undefined ? part : follow(part.$ref.slice(2).split("/").map(decode))[0];
  }
}

function decode(token) {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

function pointer(keys) {
  return keys.map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
}

/**
 * Ajv's validators of the plain schemas, by place: without discriminators and other hints.
 * @param {boolean} isNullable `nullable` accepts null whatever is beside it, as `fromOpenApi` reads it; else it does
 *   only beside `type`, and not beside an `enum` without null, as ajv reads it.
 */
function ajvOf(document, isNullable) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, addUsedSchema: false });
  ajv.addSchema({ $id: "document:", paths: plain(document.paths), components: plain(document.components) });
  return (place) => ajv.compile({ $ref: `document:#${place}` });

  function plain(value, key) {
    if (Array.isArray(value)) return value.map((one) => plain(one));
    if (typeof value !== "object" || value === null) return value;
    const isNames = ["properties", "schemas", "patternProperties"].includes(key);
    if (!isNames && value.$ref !== undefined && typeof value.$ref === "string") return { $ref: value.$ref };
    const copy = {};
    for (const [name, one] of Object.entries(value)) {
      if (!isNames && ["discriminator", "example", "examples", "xml", "externalDocs", "description"].includes(name))
        continue;
      copy[name] =
        name === "enum" || name === "const" || name === "default" ? one : plain(one, isNames ? undefined : name);
    }
    if (isNames) return copy;
    for (const limit of ["minimum", "maximum"]) {
      const exclusive = `exclusive${limit[0].toUpperCase()}${limit.slice(1)}`;
      if (copy[exclusive] === true) [copy[exclusive], copy[limit]] = [copy[limit], undefined];
      if (typeof copy[exclusive] === "boolean") delete copy[exclusive];
      if (copy[limit] === undefined) delete copy[limit];
    }
    const { nullable, ...rest } = copy;
    if (typeof nullable !== "boolean") return copy;
    if (nullable && isNullable) return { anyOf: [{ type: "null" }, rest] };
    return nullable && rest.type !== undefined ? { ...rest, type: [rest.type, "null"].flat() } : rest;
  }
}

/** The same numbers for the same place: Park and Miller's generator. */
function randomOf(seed) {
  let state = [...seed].reduce((sum, char) => (sum * 31 + char.codePointAt(0)) % 2147483646, 7) + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/** A copy in which one member is missing, of another type, null, another text or number, or added. */
function mutated(value, random) {
  const copy = structuredClone(value);
  const places = [];
  const collect = (holder) => {
    if (typeof holder !== "object" || holder === null) return;
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      collect(holder[key]);
    }
  };
  const root = { root: copy };
  collect(root);
  const [holder, key] = places[random(places.length)];
  const before = holder[key];
  const kind = random(6);
  if (kind === 0 && !Array.isArray(holder) && holder !== root) delete holder[key];
  else if (kind === 1) holder[key] = null;
  else if (kind === 2) holder[key] = typeof before === "string" ? 17 : "text";
  else if (kind === 3) holder[key] = typeof before === "number" ? -before - 0.5 : [before];
  else if (kind === 4) holder[key] = typeof before === "boolean" ? "true" : {};
  else if (typeof before === "object" && before !== null && !Array.isArray(before)) before.unknown_member = 1;
  else holder[key] = typeof before === "string" ? `${before}!` : true;
  return root.root;
}

/** The document in version 3.1. */
function convert(document) {
  const modern = (value, key) => {
    if (Array.isArray(value)) return value.map((one) => modern(one));
    if (typeof value !== "object" || value === null) return value;
    const isNames = ["properties", "schemas", "patternProperties"].includes(key);
    const copy = {};
    for (const [name, one] of Object.entries(value))
      copy[name] =
        ["example", "examples", "enum", "default"].includes(name) && !isNames
          ? one
          : modern(one, isNames ? undefined : name);
    if (isNames || typeof copy.nullable !== "boolean") return copy;
    const { nullable, ...rest } = copy;
    if (!nullable) return rest;
    const isSimple =
      typeof rest.type === "string" && !["oneOf", "anyOf", "allOf", "enum", "$ref"].some((name) => name in rest);
    return isSimple ? { ...rest, type: [rest.type, "null"] } : { anyOf: [{ type: "null" }, rest] };
  };
  const { "x-webhooks": webhooks, ...rest } = document;
  return { ...modern(rest), openapi: "3.1.0" };
}
