/** Who may import whom, and where things are. ARCHITECTURE.md tells why. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "rolldown/utils";
import { describe, expect, test } from "vitest";
import { filesIn } from "./support/files.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

function filesOf(folder: string, extension: RegExp): string[] {
  return filesIn(join(root, folder))
    .map((path) => posix.normalize(relative(root, path).replaceAll("\\", "/")))
    .filter((name) => extension.test(name))
    .sort();
}

const read = (file: string): string => readFileSync(join(root, file), "utf8");

interface Import {
  /** The file, or the package. */
  readonly from: string;
  /** Gone when it is compiled. */
  readonly typeOnly: boolean;
}

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:([^;"']*?)\sfrom\s+)?["']([^"']+)["']/gm;

function importsOf(file: string): Import[] {
  return Array.from(read(file).matchAll(STATEMENT), ([, type, names = "", specifier = ""]) => ({
    from: specifier.startsWith(".") ? posix.join(dirname(file), specifier) : specifier,
    typeOnly:
      type !== undefined ||
      (/^\{/.test(names) &&
        names
          .replace(/[{}\s]/g, "")
          .split(",")
          .filter(Boolean).length === (names.match(/\btype\s/g)?.length ?? 0)),
  }));
}

const sources = filesOf("src", /\.ts$/);
const imports = new Map(sources.map((file) => [file, importsOf(file)]));

/** Files that break a rule, and what they import that they should not. */
const offenders = (files: readonly string[], mayNot: (one: Import, file: string) => boolean): string[] =>
  files.flatMap((file) =>
    (imports.get(file) ?? []).filter((one) => mayNot(one, file)).map(({ from }) => `${file} imports ${from}`),
  );

test("the imports are found", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(importsOf("src/validators/int.ts")).toContainEqual({ from: "src/values/numeric.ts", typeOnly: false });
  expect(importsOf("src/validators/int.ts")).toContainEqual({ from: "src/core/types.ts", typeOnly: true });
  expect(importsOf("src/index.ts")).toContainEqual({ from: "src/pure.ts", typeOnly: false });
  const missing = sources.flatMap((file) =>
    importsOf(file).filter(({ from }) => from.startsWith("src/") && !existsSync(join(root, from))),
  );
  expect(missing).toEqual([]);
});

/**
 * The floors of src/, from the ground up: a file imports from its own folder and from floors below. The files of src/
 * itself are what programs import.
 */
const FLOORS = [
  ["values"],
  ["text"],
  ["core"],
  ["runtime"],
  ["validators"],
  ["engines"],
  ["interop"],
  ["lines", "servers", "fast-check"],
  ["columns"],
  [""],
  ["cli"],
];
const topOf = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? "";
const floorOf = (file: string): number => FLOORS.findIndex((folders) => folders.includes(topOf(file)));

/** The folder that a file is in; undefined for the files of src/ and of a floor itself, and for packages. */
const folderOf = (file: string): string | undefined =>
  /^src\/((?:core|text|engines|interop)\/[^/]+|(?!(?:core|text|engines|interop)\/)[^/]+)\//.exec(file)?.[1];

/** Groups of files, or of folders, of which each reaches all others. */
function knotsOf(names: readonly string[], graph: ReadonlyMap<string, readonly Import[]>): string[][] {
  const reached = new Map(names.map((name) => [name, reach(name)]));
  function reach(start: string): Set<string> {
    const found = new Set<string>();
    const pending = [start];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      for (const { from } of graph.get(name) ?? []) {
        if (!found.has(from)) pending.push(from);
        found.add(from);
      }
    }
    return found;
  }
  const knots = names
    .filter((name) => reached.get(name)?.has(name))
    .map((name) => names.filter((other) => reached.get(name)?.has(other) && reached.get(other)?.has(name)).sort());
  return [...new Map(knots.map((knot) => [knot.join(), knot])).values()];
}

describe("imports", () => {
  const validators = sources.filter((file) => file.startsWith("src/validators/") && !file.endsWith("/index.ts"));

  test("a validator imports no other validator", () => {
    // The getters of a Dict are references.
    const others = offenders(validators, ({ from }) => from.startsWith("src/validators/"));
    expect(others.filter((one) => !String(one).includes("src/validators/lazy-ref.ts"))).toEqual([]);
  });

  test("a validator knows nothing of engines, dumps and commands", () => {
    expect(
      offenders(validators, ({ from }) =>
        /^src\/(core\/json|engines|cli)\/|^src\/(core\/schemas\/dump|pure|index)\.ts$/.test(from),
      ),
    ).toEqual([]);
  });

  test("what validators are made with knows none of them, and no engine", () => {
    const parts = sources.filter((file) => /^src\/core\/(params\/|rules\/|(builtin|contracts)\.ts$)/.test(file));
    expect(parts).toContain("src/core/params/shared.ts");
    expect(
      offenders(parts, ({ from }) => /^src\/(validators|core\/json|engines|cli)\/|^src\/(pure|index)\.ts$/.test(from)),
    ).toEqual([]);
  });

  test("node:* is imported by engines and by the command only", () => {
    const rest = sources.filter((file) => !/^src\/(?:engines\/native|cli)\//.test(file));
    expect(offenders(rest, ({ from }) => from.startsWith("node:"))).toEqual([]);
  });

  test("only the command imports the public names", () => {
    const rest = sources.filter((file) => !file.startsWith("src/cli/"));
    expect(offenders(rest, ({ from }) => from === "src/index.ts")).toEqual([]);
    const wholes = ["src/index.ts", "src/wasm.ts"];
    expect(offenders(rest, ({ from }, file) => from === "src/pure.ts" && !wholes.includes(file))).toEqual([]);
    const knowAll = ["src/pure.ts", "src/load.ts"];
    expect(offenders(rest, ({ from }, file) => from === "src/validators/index.ts" && !knowAll.includes(file))).toEqual(
      [],
    );
  });

  test("the library with the engine in WebAssembly reaches no node:*", () => {
    const visited = new Set<string>();
    const visit = (file: string): void => {
      if (visited.has(file)) return;
      visited.add(file);
      for (const { from, typeOnly } of imports.get(file) ?? []) if (!typeOnly) visit(from);
    };
    visit("src/wasm.ts");
    expect([...visited].filter((file) => file.startsWith("node:") || file === "src/engines/native/binding.ts")).toEqual(
      [],
    );
  });

  test("a package is imported by the command only, apart from fast-check", () => {
    const isPackage = ({ from, typeOnly }: Import) => !typeOnly && !/^(src\/|node:)/.test(from);
    const rest = sources.filter((file) => !file.startsWith("src/cli/"));
    const isOther = (one: Import, file: string): boolean =>
      isPackage(one) && !(one.from === "fast-check" && file.startsWith("src/fast-check/"));
    expect(offenders(rest, isOther)).toEqual([]);
    expect(offenders(sources, isOther)).toEqual([
      "src/cli/display.ts imports get-east-asian-width",
      "src/cli/plugin.ts imports unplugin",
    ]);
  });

  test("arbitraries are imported by nothing", () => {
    const rest = sources.filter((file) => !file.startsWith("src/fast-check/"));
    expect(offenders(rest, ({ from }) => from.startsWith("src/fast-check/"))).toEqual([]);
  });

  test("servers are imported by nothing, and know frameworks by their types only", () => {
    const [servers, rest] = [true, false].map((is) => sources.filter((file) => file.startsWith("src/servers/") === is));
    expect(servers?.length).toBeGreaterThan(4);
    expect(offenders(rest ?? [], ({ from }) => from.startsWith("src/servers/"))).toEqual([]);
    expect(offenders(servers ?? [], ({ from, typeOnly }) => !typeOnly && !from.startsWith("src/"))).toEqual([]);
  });

  test("the command is imported by nothing", () => {
    const rest = sources.filter((file) => !file.startsWith("src/cli/"));
    expect(offenders(rest, ({ from }) => from.startsWith("src/cli/"))).toEqual([]);
  });

  test("the pure library never reaches the addon, node:* or a package", () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const { from, typeOnly } of imports.get(file) ?? []) if (!typeOnly) visit(from);
    };
    visit("src/pure.ts");
    expect([...reached].filter((file) => !file.startsWith("src/"))).toEqual([]);
    expect([...reached].filter((file) => file.startsWith("src/engines/native/"))).toEqual([]);
    expect(reached.has("src/validators/dict.ts")).toBe(true);
  });

  test("lead to a floor below, or stay in the folder, types included", () => {
    expect(sources.filter((file) => floorOf(file) < 0)).toEqual([]);
    const upwards = ({ from }: Import, file: string): boolean =>
      from.startsWith("src/") && topOf(from) !== topOf(file) && floorOf(from) >= floorOf(file);
    expect(offenders(sources, upwards)).toEqual([]);
  });

  test("lead from no file back to it, types included", () => {
    expect(knotsOf(sources, imports)).toEqual([]);
  });

  test("lead from no folder back to it, types included", () => {
    const folders = new Map<string, Import[]>();
    for (const [file, all] of imports) {
      const outside = all.flatMap(({ from, ...rest }) => {
        const folder = folderOf(from);
        return folder === undefined || folder === folderOf(file) ? [] : [{ from: folder, ...rest }];
      });
      const folder = folderOf(file);
      if (folder !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), ...outside]);
    }
    expect(folders.size).toBeGreaterThan(10);
    expect(knotsOf([...folders.keys()], folders)).toEqual([]);
  });

  test("a circle is found", () => {
    const back = new Map(imports).set("src/core/json/engine.ts", [{ from: "src/core/json/pure.ts", typeOnly: true }]);
    expect(knotsOf(["src/core/json/pure.ts", "src/core/json/engine.ts"], back)).toEqual([
      ["src/core/json/engine.ts", "src/core/json/pure.ts"],
    ]);
  });
});

describe("files", () => {
  test("of the library each have a test of the same name", () => {
    const mirrored = sources.filter((file) =>
      /^src\/(?:validators\/|values\/|core\/(?:(?:params|errors|report|schemas)\/)?)?[^/]+$/.test(file),
    );
    const barrels = ["src/exc.ts", "src/index.ts", "src/pure.ts", "src/validators/index.ts"];
    const typesOnly = ["src/core/columns.ts", "src/core/lines.ts", "src/core/types.ts"];
    const untested = mirrored.filter(
      (file) => !existsSync(join(root, file.replace(/^src\/(?:core\/)?(.*)\.ts$/, "test/$1.test.ts"))),
    );
    expect(untested.sort()).toEqual([...barrels, ...typesOnly].sort());
  });

  test("of the C++ engine's validators each have a validator in TypeScript of the same name", () => {
    const files = filesOf("native/core/validators", /\.hpp$/).map((file) => relative("native/core/validators", file));
    // Delegation of validators without native equivalent, what several validators share, all three of dates, and those
    // of one value in a Dict.
    const shared = ["array.hpp", "bounds.hpp", "delegated.hpp", "entry.hpp", "moment.hpp", "pipeline.hpp"];
    // A validator with many concerns has a folder of its name, with a file for each.
    const orphans = files.filter(
      (file) => !existsSync(join(root, "src/validators", file.replace(/(?:\/.*|\.hpp)$/, ".ts"))),
    );
    expect(orphans).toEqual([...shared, "sequence.hpp"]);
  });

  test("of the C++ core know nothing of Node", () => {
    const core = filesOf("native/core", /\.[hc]pp$/);
    expect(core.length).toBeGreaterThan(10);
    const included = core.flatMap((file) =>
      Array.from(read(file).matchAll(/^#include\s+[<"]([^>"]+)[>"]/gm), ([, name]) => `${file} includes ${name}`),
    );
    expect(included.filter((one) => /includes (.*\/)?((node_api|napi|v8|uv)\.h|node\/)/.test(one))).toEqual([]);
  });
});

describe("lines", () => {
  const MOST = 120;
  const files = ["src", "native", "scripts", "test", "bench", "playground", "examples", "cjs"]
    .flatMap((folder) => filesOf(folder, /\.(?:[cm]?[jt]s|[ch]pp|py|html|css)$/))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist|build[^/]*|vendor|\.vitest)\/|^cjs\/.*\.cjs$/.test(file));

  /** A string, a template on one line or a regular expression: no formatter breaks it. */
  const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`?|\/(?:[^/\\]|\\.)+\/[a-z]*/g;

  test("of code and comments have 120 columns at most", () => {
    expect(files.length).toBeGreaterThan(500);
    // An example in a comment is run, and the reason for a lint rule that is off stands on the line of the rule.
    const mayBeLong = (line: string): boolean =>
      /^\s*(?:\/?\*+ @example |\/\/ biome-ignore )/.test(line) ||
      (!/^\s*(?:\/\/|\/?\*|#)/.test(line) && line.replace(LITERAL, '""').length <= MOST);
    const tooLong = files.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, at) => (line.length <= MOST || mayBeLong(line) ? [] : [`${file}:${at + 1}`])),
    );
    expect(tooLong).toEqual([]);
  });

  test("are formatted and linted wherever there are sources", () => {
    const { includes } = JSON.parse(read("biome.json")).files as { includes: string[] };
    const excluded = includes.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
    expect(excluded.filter((pattern) => /^\*\*\/.*\*/.test(pattern))).toEqual(["**/*.md"]);
  });
});

/** Lines without comments and blanks. */
const linesOf = (code: string): number =>
  code.split("\n").filter((line) => line.trim() !== "" && !/^\s*(?:\/\/|\/\*|\*)/.test(line)).length;

const MAX_LINES = 60;

test(`no function is longer than ${MAX_LINES} lines without comments`, () => {
  const found: string[] = [];
  let count = 0;
  for (const file of sources) {
    const text = read(file);
    const see = ({ start, end }: { readonly start: number; readonly end: number }): void => {
      count++;
      const code = text.slice(start, end);
      if (linesOf(code) > MAX_LINES) found.push(`${file}: ${code.split("\n", 1)}`);
    };
    const visitor = { FunctionDeclaration: see, FunctionExpression: see, ArrowFunctionExpression: see };
    new Visitor(visitor).visit(parseSync(file, text).program);
  }
  expect(count).toBeGreaterThan(5000);
  // As they are formatted, a function ends with the first brace that is indented as its first line is. Lambdas count in
  // the function around them.
  const head = /^ *(?!namespace|class|struct|enum|if|for|while|switch|[}#/ ])(?!.*\[[^\]]*\]\s*\().*\(.*\{$/;
  let others = 0;
  for (const file of [...filesOf("native/core", /\.[ch]pp$/), ...filesOf("native/node", /\.[ch]pp$/)]) {
    const lines = read(file).split("\n");
    for (const [at, line] of lines.entries()) {
      if (!head.test(line)) continue;
      let first = at;
      while (first > 0 && !/[;{}:]$|^\s*(?:\/\/|#|$)/.test(lines[first - 1] as string)) first--;
      const begin = lines[first] as string;
      const end = lines.indexOf(`${/^ */.exec(begin)}}`, at);
      if (end < 0) continue;
      others++;
      if (linesOf(lines.slice(first, end + 1).join("\n")) > MAX_LINES) found.push(`${file}: ${begin}`);
    }
  }
  expect(others).toBeGreaterThan(800);
  expect(found).toEqual([]);
});
