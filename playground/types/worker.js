/** TypeScript for the editor: compiles programs, and says what is at a place in them. */
import ts from "typescript";
import { programOf } from "./program.js";

const FILE = "/playground.ts";
const OPTIONS = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.webworker.d.ts"],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  moduleDetection: ts.ModuleDetectionKind.Force,
};
/** Completions that are shown at once: more are found by typing. */
const MOST = 200;

/** Declarations of the library, of what else may be imported, and of the language; they are fetched once. */
const files = new Map([["/globals.d.ts", "declare const Buffer: { from(text: string): Uint8Array<ArrayBuffer> };"]]);
let version = 0;
const isLoaded = import("virtual:types").then(({ default: types }) => {
  for (const [path, text] of Object.entries(types)) files.set(path, text);
});

const folders = new Set();
const service = isLoaded.then(() => {
  for (const path of files.keys()) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) folders.add(path.slice(0, at));
  }
  const known = new Map();
  const host = {
    getCompilationSettings: () => OPTIONS,
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: () => "/lib/lib.d.ts",
    getScriptFileNames: () => ["/globals.d.ts", FILE],
    getScriptVersion: (path) => (path === FILE ? String(version) : "0"),
    getScriptSnapshot(path) {
      const text = files.get(path);
      if (text === undefined) return undefined;
      if (path === FILE) return ts.ScriptSnapshot.fromString(text);
      if (!known.has(path)) known.set(path, ts.ScriptSnapshot.fromString(text));
      return known.get(path);
    },
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path),
    directoryExists: (path) => path === "/" || folders.has(path.replace(/\/$/, "")),
    getDirectories: () => [],
  };
  return ts.createLanguageService(host);
});

const textOf = (parts) => ts.displayPartsToString(parts);
const flat = (diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
const rangeOf = (diagnostic) => ({
  from: diagnostic.start ?? 0,
  to: (diagnostic.start ?? 0) + (diagnostic.length ?? 0),
  message: flat(diagnostic),
});

const questions = {
  /** The program as JavaScript; its syntax errors. */
  compile: (_, { text }) => programOf(text),
  check: (of) => [...of.getSyntacticDiagnostics(FILE), ...of.getSemanticDiagnostics(FILE)].map(rangeOf),
  complete(of, { at, isExplicit }) {
    const found = of.getCompletionsAtPosition(FILE, at, {
      includeCompletionsForModuleExports: false,
      includeCompletionsWithInsertText: false,
      triggerKind: isExplicit ? 1 : undefined,
    });
    const entries = found?.entries ?? [];
    return entries.slice(0, MOST * 10).map(({ name, kind, sortText }) => ({ name, kind, sortText }));
  },
  describe(of, { at, name }) {
    const details = of.getCompletionEntryDetails(FILE, at, name, {}, undefined, undefined, undefined);
    return details && { type: textOf(details.displayParts), text: textOf(details.documentation) };
  },
  hover(of, { at }) {
    const info = of.getQuickInfoAtPosition(FILE, at);
    if (info === undefined) return undefined;
    const { start, length } = info.textSpan;
    return { from: start, to: start + length, type: textOf(info.displayParts), text: textOf(info.documentation) };
  },
};

self.onmessage = async ({ data: { id, question, ...rest } }) => {
  const of = question === "compile" ? undefined : await service;
  if (rest.text !== undefined && rest.text !== files.get(FILE)) {
    files.set(FILE, rest.text);
    version++;
  }
  let answer;
  try {
    answer = questions[question](of, rest);
  } catch (error) {
    console.warn(error);
  }
  self.postMessage({ id, answer });
};
