/**
 * Plants defects in what makes the library fast, one at a time, and checks that tests find each:
 *
 *     node scripts/plant-defects.mjs                 all; or some, by words of their names
 *     node scripts/plant-defects.mjs --list          prints them and plants nothing
 *
 * The sources are copied to a temporary folder, where the tests have to pass without a defect; the clone is not
 * changed. The addon has to be built.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");

/**
 * @typedef {object} Defect
 * @property {string} name
 * @property {string} file what is changed
 * @property {string} from a text that occurs once in it
 * @property {string} to
 * @property {"native" | "pure"} project of the tests that have to fail
 * @property {string} test
 */

const builder = { file: "src/engines/native/build-code.ts", project: "native", test: "test/native/builders.test.ts" };
const code = { project: "native", test: "test/fast/code.test.ts" };
const verdict = { project: "pure", test: "test/fast/verdict.test.ts" };
const member = { file: "src/core/rules/member.ts", project: "pure", test: "test/rules/rules.test.ts" };
const plan = { file: "src/engines/native/plan.ts", project: "native", test: "test/native/builders.test.ts" };
const tape = { project: "native", test: "test/native/builders.test.ts" };

/** @type {readonly Defect[]} */
export const DEFECTS = [
  {
    ...builder,
    name: "builder code: a tuple has a syntax error",
    from: `return [\${values.join()}];\\n\`;\n      }\n      case Kind.allOf`,
    to: `return [\${values.join()};\\n\`;\n      }\n      case Kind.allOf`,
  },
  {
    ...builder,
    name: "builder code: the generator fails at a OneOf",
    from: "const cases = members.map((member, index) =>",
    to: "const cases = members.none.map((member, index) =>",
  },
  {
    ...builder,
    name: "builder code: unshaped objects have a syntax error",
    from: "let object = {}, given = 0, value;",
    to: "let object = {}, given = 0 value;",
  },
  {
    ...builder,
    name: "builder code: an object that differs calls a function that is not there",
    from: `return unshaped\${id}(shape);\\n\``,
    to: `return absent\${id}(shape);\\n\``,
  },
  {
    ...tape,
    name: "tape: generated code reads strings of long texts from an array that is not there",
    file: "src/engines/native/build-prelude.ts",
    from: `return repeated[end >> \${Math.log2(REPEAT_WIDTH)}] = repeats`,
    to: `return absent[end >> \${Math.log2(REPEAT_WIDTH)}] = repeats`,
  },
  {
    ...tape,
    name: "tape: a null has the mark of another kind",
    file: "src/engines/native/tape.ts",
    from: "  null: -2147483647,",
    to: "  null: -2147483640,",
  },
  {
    ...tape,
    name: "tape: the reader of failure records fails",
    file: "src/engines/native/errors.ts",
    from: "      case PathKind.extraKey:\n",
    to: "      case PathKind.extraKey: throw new TypeError();\n",
  },
  {
    ...plan,
    name: "plan: a schema has no entries",
    from: "entries: Object.entries(byKey).map(",
    to: "entrys: Object.entries(byKey).map(",
  },
  {
    ...plan,
    name: "plan: a value has a form that the addon does not know",
    from: 'dumpedForm("pattern", {',
    to: 'dumpedForm("patern", {',
  },
  {
    ...verdict,
    name: "verdicts: a closed object accepts one unknown key",
    file: "src/engines/fast/verdict.ts",
    from: `!== \${present} && \${hasOthers}) \${fail}`,
    to: `!== \${present} && false) \${fail}`,
  },
  {
    ...verdict,
    name: "verdicts: a step that refuses the value has evaluated members",
    file: "src/engines/fast/verdict.ts",
    from: `\${log} = \${mark};\\n`,
    to: `\${log};\\n`,
  },
  {
    ...verdict,
    name: "verdicts: repeated work is not bounded",
    file: "src/engines/fast/verdict.ts",
    from: "> 5000 + 2 * state.work) bail();",
    to: "> 1e300) bail();",
  },
  {
    project: "pure",
    test: "test/values/duplicates.test.ts",
    name: "duplicates: only the first two items with the same fingerprint are compared",
    file: "src/values/duplicates.ts",
    from: "if (print !== last) same = [];",
    to: "same = [];",
  },
  {
    ...code,
    name: "generated code: a list has a syntax error",
    file: "src/engines/fast/array.ts",
    from: "for (let index = 0; index < size; index++) {",
    to: "for (let index = 0; index < size; index++ {",
  },
  {
    ...code,
    name: "generated code: the generator fails at a tagged union",
    file: "src/engines/fast/pipelines.ts",
    from: "const cases = [...steps].map(([value, step]) => {",
    to: "const cases = [...steps.none].map(([value, step]) => {",
  },
  {
    ...member,
    name: "fast path of members: an integer may not be the least",
    from: "if (Number.isInteger(v) && (v as number) >= this.#min",
    to: "if (Number.isInteger(v) && (v as number) > this.#min",
  },
  {
    ...member,
    name: "fast path of members: a text may be too long",
    from: "v.length <= this.#max",
    to: "v.length <= this.#max + 1",
  },
];

/** The sources where defects are planted. */
function copy() {
  const folder = mkdtempSync(join(tmpdir(), "validlib-defects-"));
  for (const name of [
    "src",
    "test",
    "scripts",
    "native/border.json",
    "package.json",
    "tsconfig.json",
    "vitest.config.ts",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of ["node_modules", "build"]) symlinkSync(join(root, name), join(folder, name));
  return folder;
}

/** Returns whether the tests pass, and their output. */
function run(folder, { project, test }) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { status, stdout } = spawnSync(
    process.execPath,
    [vitest, "run", "--project", project, "--maxWorkers=1", "--reporter=dot", test],
    { cwd: folder, encoding: "utf8", timeout: 600_000, env: { ...process.env, FORCE_COLOR: "0" } },
  );
  // That tests have run at all: a run without any is neither.
  const ran = /Tests +.*\d+ (?:passed|failed)/.test(stdout) || /Test Files +\d+ failed/.test(stdout);
  if (status === null || !ran) throw new Error(`vitest has run no tests of ${test}:\n${stdout}`);
  return { passed: status === 0, stdout };
}

function main() {
  const asked = process.argv.slice(2);
  const words = asked.filter((word) => !word.startsWith("--"));
  const defects = DEFECTS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (asked.includes("--list")) return console.log(defects.map(({ name }) => name).join("\n"));
  const folder = copy();
  try {
    const clean = new Map();
    let missed = 0;
    for (const defect of defects) {
      const { name, file, from, to, project, test } = defect;
      const tests = `${project} ${test}`;
      if (!clean.has(tests)) clean.set(tests, run(folder, defect));
      const { passed, stdout } = clean.get(tests);
      if (!passed) throw new Error(`${tests} fails without a defect:\n${stdout}`);
      const path = join(folder, file);
      const text = readFileSync(path, "utf8");
      if (text.split(from).length !== 2) throw new Error(`${file} should have this once: ${from}`);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
      const isMissed = run(folder, defect).passed;
      writeFileSync(path, text);
      if (isMissed) missed++;
      console.log(`${isMissed ? "MISSED" : "found "} ${name} (${tests})`);
    }
    console.log(`${defects.length - missed} of ${defects.length} defects found`);
    process.exitCode = missed > 0 || defects.length === 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
