/**
 * What schemas cost the TypeScript compiler: `node bench/types.mjs [repetitions]`. Prints, for a schema of 300 keys and
 * for 150 schemas of 15 fields, how long `tsc --noEmit` checks them (the least of the repetitions, 3 if not given) and
 * what it instantiates; and how many bytes of declarations eight Dicts inside each other take, from the built package.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const repetitions = Number(process.argv[2] ?? 3);

const MEMBERS = [
  "Int({ min: 1 })",
  "Str({ minlen: 1, maxlen: 9, pattern: /a/ })",
  'Str({ options: ["a", "b"] })',
  "Float({ nullable: true })",
  "List(Int(), { unique: true })",
  "Tuple(Int(), Str())",
  'Dict({ a: Int(), b: Str() }, { optional: ["b"] })',
  "Bool({ coerce_str: true })",
  "OneOf(Int(), Str())",
  'Const("x")',
];
const NAMES = "Bool, Const, Dict, Float, Int, List, OneOf, Str, Tuple";

const source = (names) => `from ${JSON.stringify(join(root, names))};`;
const schemaOf = (keys, first = 0) =>
  Array.from({ length: keys }, (_, index) => `  key${index}: ${MEMBERS[(first + index) % MEMBERS.length]},`).join("\n");

/** A schema, and what is made of its types. */
const used = (name, keys, first) => `export const ${name} = Dict({
${schemaOf(keys, first)}
}, { optional: ["key0"] });
export const ${name}Output = (input: InferInput<typeof ${name}>): Infer<typeof ${name}> => ${name}(input);
`;

const head = `import { ${NAMES}, type Infer, type InferInput } ${source("src/index.ts")}
export const kept = { ${NAMES} };
`;

const nested = (depth) => (depth === 0 ? "Int({ min: 1 })" : `Dict({ id: Int(), inner: ${nested(depth - 1)} })`);

const CASES = {
  "one schema of 300 keys": head + used("schema", 300, 0),
  "150 schemas of 15 fields":
    head + Array.from({ length: 150 }, (_, index) => used(`schema${index}`, 15, index)).join(""),
  "no schema": head,
};

/** Runs the compiler in a folder of its own. Returns what it says. */
function compile(folder, text, ...options) {
  writeFileSync(join(folder, "schema.ts"), text);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const typeRoots = [join(root, "node_modules/@types")];
  const compilerOptions = { typeRoots, noUnusedLocals: false };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include: ["schema.ts"] }),
  );
  const bin = join(root, "node_modules", "typescript", "bin", "tsc");
  try {
    return execFileSync(process.execPath, [bin, "-p", folder, ...options], { encoding: "utf8" });
  } catch ({ stdout }) {
    throw new Error(stdout);
  }
}

const folder = mkdtempSync(join(tmpdir(), "validlib-types-"));
try {
  for (const [name, text] of Object.entries(CASES)) {
    const reports = Array.from({ length: repetitions }, () => compile(folder, text, "--extendedDiagnostics"));
    const figure = (report, row) => Number(new RegExp(`^${row}:\\s+([\\d.]+)`, "m").exec(report)?.[1]);
    const seconds = Math.min(...reports.map((report) => figure(report, "Check time")));
    const [instantiations, types] = ["Instantiations", "Types"].map((row) => figure(reports[0], row));
    console.log(`${name}: checked in ${seconds.toFixed(2)} s, ${instantiations} instantiations, ${types} types`);
  }
  // As those who install the package have it: what it does not export cannot be named.
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "validlib"), "dir");
  const text = `import { Dict, Int } from "validlib";\nexport const schema = ${nested(8)};\n`;
  compile(folder, text, "--noEmit", "false", "--declaration", "--allowImportingTsExtensions", "false");
  console.log(
    `eight Dicts inside each other: ${readFileSync(join(folder, "schema.d.ts")).length} bytes of declarations`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
