import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";

/**
 * One suite, run by the checks alone, and with all that makes them fast, which is the addon for JSON text and generated code
 * for JavaScript values. Where there is no addon, JSON text is validated by the checks each time, and `npm test` says so;
 * VALIDLIB_IMPL=native makes that a failure.
 */
const hasAddon = process.env.VALIDLIB_IMPL === "native" || existsSync("build/Release/validlib.node");

const NATIVE = "test/native/**";

/** The tests that ask no engine, or all of them themselves. */
const ONCE = [
  "test/bench.long.ts",
  "test/cli/!(check|check-lines|check-stopped|examples).{test,long}.ts",
  "test/compiled/**",
  "test/conformance/wrong.long.ts",
  "test/defects.test.ts",
  "test/demo.long.ts",
  "test/docs/**",
  "test/examples.{test,long}.ts",
  "test/fast-check/**",
  "test/fast/{comparison.long,differential.test}.ts",
  "test/formats/!(json-schema).test.ts",
  "test/install.long.ts",
  "test/json/{locate,position,scan,spellings,syntax}.test.ts",
  "test/json-schema/{dialects-random.long,differential.test}.ts",
  "test/language.test.ts",
  "test/layout.test.ts",
  "test/lines/{blocks,csv-cells,csv-error,framer,line,output,run,seq-cutter,splitter}.test.ts",
  NATIVE,
  "test/package.long.ts",
  "test/pattern/**",
  "test/setup.long.ts",
  "test/slow/**",
  "test/source/**",
  "test/time/**",
  "test/types/{cost.long,hovers.test,types.test}.ts",
  "test/values/mapping.long.ts",
  "test/values/{ids,numeric}.test.ts",
  "test/workflows.test.ts",
  "test/zod/random.long.ts",
];

/** Files that take long and ask the engine little: the checks alone run them in `npm run test:long` only. */
const LATER = [
  "test/errors/{closest,facts}.test.ts",
  "test/hostile/nested-schemas.test.ts",
  "test/lines/filter-release.test.ts",
  "test/openapi{,-3.2,-discriminator}.test.ts",
];

/** Large tables, and what stands around calls. The checks alone run them in `npm run test:long` only, the module does, too. */
const TABLES_AND_SURROUNDINGS = [
  "test/cli/{check,check-lines,check-stopped}.test.ts",
  "test/columns/*.test.ts",
  "test/conformance/*.test.ts",
  "test/docs.test.ts",
  "test/encode/parameters.test.ts",
  "test/fast/*.test.ts",
  "test/json-schema/{suite,to,tools}.test.ts",
  "test/lines/{csv,document,filter-records,record-outputs,records}.test.ts",
  "test/locales/*.test.ts",
  "test/openapi-{access,defaults,from}.test.ts",
  "test/partial/*.test.ts",
  "test/schemas/secrets.test.ts",
  "test/servers/*.test.ts",
  "test/validators/one-of-tags.test.ts",
  "test/zod/*.test.ts",
];

/** `npm run test:long` runs the tests that take long, and the files that try more in it: test/support/{long,sweep}.ts. */
const isLong = process.env.VALIDLIB_TESTS === "long";
const FILES = readdirSync("test", { recursive: true, encoding: "utf8" })
  .map((name) => `test/${name.replaceAll("\\", "/")}`)
  .filter((file) => /\.(?:test|long)\.ts$/.test(file));
const SHORT = FILES.filter((file) => file.endsWith(".test.ts"));
const ALL = isLong ? FILES.filter((file) => file.endsWith(".long.ts") || goesOn(file)) : SHORT;

function goesOn(file: string): boolean {
  return /support\/(sweep|long)\.ts/.test(readFileSync(file, "utf8"));
}

/**
 * `npm test` has compiled the sources, and tests what users get: Node loads the modules of `dist` itself, in a
 * fraction of the time that Vitest takes for those of `src`, and they run faster. Vitest alone tests the sources, which
 * need no build.
 */
const isOfDist = process.env.VALIDLIB_TESTED === "dist";

/** What Node has loaded once cannot be loaded anew: files that do so, or replace a module, test the sources. */
const OF_SOURCES = FILES.filter((file) =>
  /support\/fresh\.ts|vi\.(?:mock|resetModules)\(/.test(readFileSync(file, "utf8")),
);

/** Takes a module of `src` from `dist`. */
const fromDist: Plugin = {
  name: "from-dist",
  enforce: "pre",
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const path = relative(join(import.meta.dirname, "src"), found?.id ?? "");
    if (found === null || /^\.\.|\.(?!ts$)[a-z]+$/.test(path)) return found;
    return { id: pathToFileURL(join(import.meta.dirname, "dist", path.replace(/\.ts$/, ".js"))).href, external: true };
  },
};

interface Project {
  readonly name: string;
  readonly include: string[];
  readonly exclude: string[];
  readonly env: Record<string, string>;
}

const projects: Project[] = [
  {
    name: "pure",
    include: isLong ? [...ALL, ...LATER, ...TABLES_AND_SURROUNDINGS] : ALL,
    exclude: isLong ? ONCE : [...ONCE, ...LATER, ...TABLES_AND_SURROUNDINGS],
    env: { VALIDLIB_IMPL: "pure", VALIDLIB_VALUES: "check" },
  },
  hasAddon
    ? { name: "native", include: ALL, exclude: [], env: { VALIDLIB_IMPL: "native", VALIDLIB_VALUES: "compiled" } }
    : { name: "compiled", include: ALL, exclude: [], env: { VALIDLIB_IMPL: "pure", VALIDLIB_VALUES: "compiled" } },
];

/**
 * The engine in WebAssembly has its own tests in test/native/wasm.test.ts. By it `npm run test:long` also runs the tests
 * of calls, and those of the native engine that do not count what the addon alone decides: the module has no failures.
 */
const BY_WASM = [
  ...["blank", "bounds", "closed", "constants", "ends", "engine", "index-keys", "key-patterns", "key-rules", "lines"],
  ...["lists", "numbers", "shapes", "spaces", "syntax", "tokens", "unknown", "verdicts", "wide-objects"],
];
const LONG_CALLS = [
  "test/errors/{allocated,bounded}.long.ts",
  "test/hostile/{prototypes,size,throwing}.long.ts",
  "test/report/work-custom.long.ts",
  "test/schemas/shared.long.ts",
];
if (isLong || process.env.VALIDLIB_IMPL === "wasm") {
  projects.push({
    name: "wasm",
    include: [...SHORT, ...LONG_CALLS],
    exclude: [...ONCE.filter((files) => files !== NATIVE), ...LATER, `test/native/!(${BY_WASM.join("|")}).test.ts`],
    // Random tests go on for longer on the other engines.
    env: { VALIDLIB_IMPL: "wasm", VALIDLIB_VALUES: "compiled", VALIDLIB_TESTS: "" },
  });
}

function tested(project: Project): (Project & { plugins?: Plugin[] })[] {
  if (!isOfDist) return [project];
  const ofSources = project.include.filter((file) => OF_SOURCES.includes(file));
  return [
    { ...project, exclude: [...project.exclude, ...OF_SOURCES], plugins: [fromDist] },
    { ...project, name: `${project.name} of src`, include: ofSources },
  ];
}

/** The sources of what examples import by the names of users. */
const alias = [
  { find: /^validlib$/, replacement: join(import.meta.dirname, "src/index.ts") },
  {
    find: /^validlib\/(fastify|express|hono|fetch|nest)$/,
    replacement: join(import.meta.dirname, "src/servers/$1.ts"),
  },
  { find: /^validlib\/fast-check$/, replacement: join(import.meta.dirname, "src/fast-check/index.ts") },
  { find: /^validlib\/runtime$/, replacement: join(import.meta.dirname, "src/runtime/index.ts") },
  { find: /^validlib\/runtime\/(formats|more)$/, replacement: join(import.meta.dirname, "src/runtime/$1.ts") },
  { find: /^validlib\/zod$/, replacement: join(import.meta.dirname, "src/interop/zod/index.ts") },
  { find: /^validlib\/openapi$/, replacement: join(import.meta.dirname, "src/openapi.ts") },
  { find: /^validlib\/(locales\/.+)$/, replacement: join(import.meta.dirname, "src/text/$1.ts") },
];

/** Only for tests that hang: on a busy machine the slowest takes minutes. */
const TIMEOUT = 600_000;

export default defineConfig({
  test: {
    // One less is the default: of two processors that is half.
    maxWorkers: availableParallelism(),
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/cli/main.ts"],
      reporter: ["text", "json-summary"],
    },
    projects: projects.flatMap(tested).map(({ env, plugins, ...project }) => ({
      resolve: { alias },
      ...(plugins && { plugins }),
      test: {
        ...project,
        setupFiles: ["test/support/seed.ts", "test/support/state.ts"],
        // Loading the modules of src again for each test file takes longer than most of them: see test/support/state.ts.
        isolate: false,
        testTimeout: TIMEOUT,
        hookTimeout: TIMEOUT,
        env: { ...env, TZ: "UTC" },
      },
    })),
  },
});
