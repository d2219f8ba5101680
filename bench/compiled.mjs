/**
 * npm run bench -- --only compiled: validators that `validlib compile` writes, beside the library. Each row has a
 * process of its own, in which both take turns; the last ones measure whole processes, beside one that validates
 * nothing. All times are those of the processor.
 */
import { fork, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { stage } from "../scripts/pack.mjs";
import { measure, median } from "./measure.mjs";
import { figure } from "./table.mjs";

const WITHOUT = "--disallow-code-generation-from-strings";
/** Processes are short, and differ more than calls: so many for each round. */
const STARTS = 3;

const valid = {
  login: { email: "ann@example.org", password: "correct horse", remember: true },
  order: {
    id: 17,
    customer: { name: "Ann Miller", vip: false },
    items: [
      { sku: "amber", count: 2, price: 19.99 },
      { sku: "birch", count: 1, price: 5 },
    ],
    pay: { kind: "card", number: "4111111111111111" },
    note: "by noon",
  },
};

/** Two faults each. */
const invalid = {
  login: { email: "ann", password: "horse", remember: true },
  order: { ...valid.order, id: 0, customer: { name: "", vip: false } },
};

/** The schemas, as a user writes them. */
const SCHEMAS = `import { Bool, Const, Dict, Float, Int, List, OneOf, Str } from "validlib";
export const login = Dict({ email: Str({ format: "email" }), password: Str({ minlen: 8, maxlen: 100 }), remember: Bool() });
const card = Dict({ kind: Const("card"), number: Str({ minlen: 16, maxlen: 16 }) });
const invoice = Dict({ kind: Const("invoice"), vat: Str({ minlen: 1 }) });
export const order = Dict({
  id: Int({ min: 1 }),
  customer: Dict({ name: Str({ minlen: 1 }), vip: Bool() }),
  items: List(Dict({ sku: Str(), count: Int({ min: 1 }), price: Float({ min: 0 }) }), { maxlen: 100 }),
  pay: OneOf([card, invoice], { discriminator: "kind" }),
  note: Str(),
});
`;

/** What is called, and whether on invalid values. */
const CALLS = {
  is: { call: (one, value) => one.is(value), values: valid },
  copy: { call: (one, value) => one.safe(value).ok, values: valid },
  issues: { call: (one, value) => one.safe(value).error.issues.length === 2, values: invalid },
};

/** A row says how many times as fast as the library a compiled validator is; least is its bar. */
const rows = [
  ...[4, 4, 2].map((least, index) => ({ call: Object.keys(CALLS)[index], least, args: [WITHOUT] })),
  ...["is", "copy"].map((call) => ({ call, least: 0.95, args: [] })),
].flatMap(({ call, least, args }) => Object.keys(valid).map((schema) => ({ call, schema, least, args })));

/** Milliseconds from the start of a process to its first validated body, over that of one that only parses it. */
const MOST_COLD = 5;

const body = JSON.stringify(valid.login);
const ALONE = "JSON.parse alone";
const startOf = (module) => `const { login } = await import("./${module}"); if (!login.safeJson(body).ok) throw 0;`;
const STARTED = {
  [ALONE]: `if (!JSON.parse(body)) throw 0;`,
  "compiled, bundled": startOf("validators.bundle.js"),
  "compiled, standalone": startOf("validators.alone.js"),
  compiled: startOf("validators.js"),
  "library, bundled": startOf("schemas.bundle.js"),
  library: startOf("schemas.js"),
};
const REPORT = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";

if (process.argv[2] === "--row") {
  const [, , , folder, call, schema, rounds] = process.argv;
  const [library, compiled] = await Promise.all(
    ["schemas", "validators"].map((name) => import(join(folder, `${name}.js`))),
  );
  const { call: run, values } = CALLS[call];
  const value = values[schema];
  const things = { library: () => run(library[schema], value), compiled: () => run(compiled[schema], value) };
  for (const [name, thing] of Object.entries(things)) if (!thing()) throw new Error(`${name} does not work`);
  const times = measure(things, { rounds: Number(rounds) });
  process.send(median(times.library.map((time, round) => time / times.compiled[round])));
}

function measured(folder, { call, schema, args }, rounds, program) {
  return new Promise((done, fail) => {
    const child = fork(import.meta.filename, ["--row", folder, call, schema, String(rounds)], {
      execPath: program,
      execArgv: ["--expose-gc", ...args],
      env: { ...process.env, NODE_ENV: "production" },
    });
    child.on("message", done);
    child.on("exit", (code) => code !== 0 && fail(new Error(`${call} of ${schema} failed`)));
  });
}

/** Milliseconds of each kind of process, in turns. */
function started(folder, rounds, program) {
  const times = Object.fromEntries(Object.keys(STARTED).map((name) => [name, []]));
  for (const [name, text] of Object.entries(STARTED)) {
    writeFileSync(join(folder, `${name}.mjs`), `const body = ${JSON.stringify(body)};\n${text}\n${REPORT}\n`);
  }
  for (let turn = 0; turn < STARTS * rounds; turn++) {
    for (const name of Object.keys(STARTED)) {
      const { stdout, stderr, status } = spawnSync(program, [join(folder, `${name}.mjs`)], { encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
      times[name].push(Number(stdout));
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

/**
 * The schemas and what the command makes of them, inside the package as users get it, whose modules are joined, so that
 * both import it by its name.
 */
async function written() {
  const folder = mkdtempSync(join(import.meta.dirname, "../build-compiled-"));
  stage(folder);
  writeFileSync(join(folder, "schemas.js"), SCHEMAS);
  const command = join(folder, "dist/cli/main.js");
  for (const [name, ...options] of [["validators"], ["validators.alone", "--standalone"]]) {
    const args = [command, "compile", join(folder, "schemas.js"), "--out", join(folder, `${name}.js`), ...options];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  }
  for (const name of ["schemas", "validators"]) {
    const bundler = await rolldown({ input: join(folder, `${name}.js`), platform: "node", logLevel: "silent" });
    await bundler.write({ file: join(folder, `${name}.bundle.js`), codeSplitting: false, minify: true });
    await bundler.close();
  }
  return folder;
}

/**
 * Measures the rows and prints them as they come.
 * @param {object} options
 * @param {{ program: string, version: string }[]} options.programs the versions of Node
 * @param {number} options.rounds
 * @returns {Promise<object[]>} the rows, with the figures by version
 */
export async function compiled({ programs, rounds }) {
  const folder = await written();
  try {
    const results = [];
    const line = (cells) => console.log(`| ${cells.join(" | ")} |`);
    const add = (what, peer, bar, figures) => {
      results.push({ what, peer, bar, figures });
      line([what, peer, bar, ...figures.map(({ value, met }) => `${figure(value)}${met ? "" : " ✗"}`)]);
    };
    line(["", "beside", "bar", ...programs.map(({ version }) => `Node ${version}`)]);
    console.log(`|---|---|---|${programs.map(() => "---:|").join("")}`);
    for (const row of rows) {
      const figures = [];
      for (const { program } of programs) {
        const value = await measured(folder, row, rounds, program);
        figures.push({ value, met: value >= row.least });
      }
      const peer =
        row.args.length > 0 ? "the library where no code may be made of text" : "the library, with generated code";
      add(`${row.call}, the ${row.schema}`, peer, `≥ ${row.least}`, figures);
    }
    const starts = programs.map(({ program }) => started(folder, rounds, program));
    for (const name of Object.keys(STARTED).slice(1)) {
      const hasBar = name.startsWith("compiled");
      const figures = starts.map((times) => {
        const value = times[name] - times[ALONE];
        return { value, met: !hasBar || value <= MOST_COLD };
      });
      const bar = hasBar ? `≤ ${MOST_COLD} ms` : "";
      const alone = starts.map((times) => figure(times[ALONE])).join(", ");
      add(`ms from start to first body, ${name}`, `over a process with JSON.parse, ${alone} ms`, bar, figures);
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
