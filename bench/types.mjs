/**
 * What schemas cost the TypeScript compiler: `node bench/types.mjs [repetitions]`. Prints, for a schema of 300 keys and
 * for 150 schemas of 15 fields, how long `tsc --noEmit` checks them (the least of the repetitions, 3 if not given) and
 * what it instantiates, beside the same in zod if it is installed in bench/; and how many bytes of declarations eight
 * Dicts inside each other take. It takes the built package, as those do who have installed it.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

const ZOD_MEMBERS = [
  "z.int().min(1)",
  "z.string().min(1).max(9).regex(/a/)",
  'z.enum(["a", "b"])',
  "z.number().nullable()",
  "z.array(z.int())",
  "z.tuple([z.int(), z.string()])",
  "z.strictObject({ a: z.int(), b: z.string().optional() })",
  "z.coerce.boolean()",
  "z.union([z.int(), z.string()])",
  'z.literal("x")',
];

/** A table of keys: the first one with an ending of its own. */
const table = (members, keys, first, ending = "") =>
  Array.from(
    { length: keys },
    (_, index) => `  key${index}: ${members[(first + index) % members.length]}${index === 0 ? ending : ""},\n`,
  ).join("");

/**
 * In each library: how a module begins, and a schema, of which the first key may be missing, with what is made of its
 * types.
 */
const LIBRARIES = {
  validlib: {
    head: `import { ${NAMES}, type Infer, type InferInput } from "validlib";\nexport const kept = { ${NAMES} };\n`,
    used: (name, keys, first) => `export const ${name} = Dict({
${table(MEMBERS, keys, first)}}, { optional: ["key0"] });
export const ${name}Output = (input: InferInput<typeof ${name}>): Infer<typeof ${name}> => ${name}(input);
`,
  },
  zod: {
    head: `import { z } from "zod";\nexport const kept = z;\n`,
    used: (name, keys, first) => `export const ${name} = z.strictObject({
${table(ZOD_MEMBERS, keys, first, ".optional()")}});
export const ${name}Output = (input: z.input<typeof ${name}>): z.output<typeof ${name}> => ${name}.parse(input);
`,
  },
};

const nested = (depth) => (depth === 0 ? "Int({ min: 1 })" : `Dict({ id: Int(), inner: ${nested(depth - 1)} })`);

const CASES = {
  "one schema of 300 keys": ({ head, used }) => head + used("schema", 300, 0),
  "150 schemas of 15 fields": ({ head, used }) =>
    head + Array.from({ length: 150 }, (_, index) => used(`schema${index}`, 15, index)).join(""),
  "no schema": ({ head }) => head,
};

/** Runs the compiler in a folder of its own. Returns what it says. */
function compile(folder, text, ...options) {
  writeFileSync(join(folder, "schema.ts"), text);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const typeRoots = [join(root, "node_modules/@types")];
  // Without the paths of the repository, which lead to the sources.
  const compilerOptions = { paths: {}, typeRoots, noUnusedLocals: false };
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
  // As those who install the package have it: what it does not export cannot be named.
  const installed = { validlib: root, zod: join(root, "bench", "node_modules", "zod") };
  const libraries = Object.keys(installed).filter((name) => existsSync(installed[name]));
  mkdirSync(join(folder, "node_modules"));
  for (const name of libraries) symlinkSync(installed[name], join(folder, "node_modules", name), "dir");

  const figure = (report, row) => Number(new RegExp(`^${row}:\\s+([\\d.]+)`, "m").exec(report)?.[1]);
  for (const [name, textOf] of Object.entries(CASES)) {
    // In turns, as a machine is not equally fast all the time.
    const rounds = Array.from({ length: repetitions }, () =>
      libraries.map((library) => compile(folder, textOf(LIBRARIES[library]), "--extendedDiagnostics")),
    );
    for (const [index, library] of libraries.entries()) {
      const reports = rounds.map((round) => round[index]);
      const seconds = Math.min(...reports.map((report) => figure(report, "Check time")));
      const [instantiations, types] = ["Instantiations", "Types"].map((row) => figure(reports[0], row));
      console.log(
        `${name}, ${library}: checked in ${seconds.toFixed(2)} s, ${instantiations} instantiations, ${types} types`,
      );
    }
  }
  const text = `import { Dict, Int } from "validlib";\nexport const schema = ${nested(8)};\n`;
  compile(folder, text, "--noEmit", "false", "--declaration", "--allowImportingTsExtensions", "false");
  console.log(
    `eight Dicts inside each other: ${readFileSync(join(folder, "schema.d.ts")).length} bytes of declarations`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
