/** The public names. One that comes or goes is a change of the interface: it belongs into CHANGELOG.md. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as contracts from "../src/core/contracts.ts";
import * as exc from "../src/exc.ts";
import * as index from "../src/index.ts";
import * as elsewhere from "../src/interop/elsewhere.ts";
import * as openapi from "../src/openapi.ts";
import * as pure from "../src/pure.ts";
import * as express from "../src/servers/express.ts";
import * as fastify from "../src/servers/fastify.ts";
import * as fetch from "../src/servers/fetch.ts";
import * as hono from "../src/servers/hono.ts";
import * as nest from "../src/servers/nest.ts";

const VALIDATORS =
  "AllOf Any Bool Bytes Check Closed Const Date Datetime Default Dict Fallback Float If Int LazyRef List Not Nullable OneOf Optional Pipe Set Str Time Transform Tuple Type Union".split(
    " ",
  );

const ERRORS = [
  "AmbiguousError",
  "AssertionError",
  "CheckError",
  "ConditionError",
  "DatetimeParseError",
  "DatetimeTypeError",
  "DuplicateItemError",
  "ExclusiveMaxValueError",
  "ExclusiveMinValueError",
  "FloatValueError",
  "ForbiddenKeyError",
  "ForbiddenValueError",
  "FormatError",
  "InvalidTypeError",
  "JsonDecodeError",
  "KeyError",
  "MappingKeyError",
  "MaxLengthError",
  "MaxValueError",
  "MinLengthError",
  "MinValueError",
  "MissingKeyError",
  "MultipleError",
  "OptionsError",
  "PatternMatchError",
  "RecursionMaxDepthError",
  "SchemaError",
  "StrDecodeError",
  "TupleLengthError",
  "ValidationError",
  "ValueError",
  "WorkLimitError",
];

const EXC = [
  ...ERRORS,
  "EXTRA_KEY",
  "EXTRA_VALUE",
  "Extra",
  "Formatter",
  "Step",
  "compareContexts",
  "contextText",
  "defaultTemplates",
  "formatError",
  "formatIssue",
  "issueTemplates",
];

const PURE = [
  ...Object.keys(elsewhere),
  ...VALIDATORS,
  ...EXC,
  "FAILED",
  "Json",
  "Template",
  "JsonSchemaError",
  "MultiDict",
  "Validator",
  "__impl__",
  "arrowSchema",
  "brand",
  "checkExamples",
  "classes",
  "contracts",
  "deepPartial",
  "describe",
  "dump",
  "engine",
  "exc",
  "extend",
  "filterRecords",
  "fromArrowSchema",
  "fromCompiled",
  "fromJsonSchema",
  "fromOpenApi",
  "functions",
  "instances",
  "load",
  "merge",
  "multidict",
  "negotiateLocale",
  "omit",
  "openapi",
  "partial",
  "pick",
  "readonly",
  "required",
  "toAjvErrors",
  "toIpc",
  "toJsonSchema",
  "toSource",
  "useAllFormats",
];

const CONTRACTS = [
  "ValueError",
  "expect",
  "expectBasestr",
  "expectStr",
  "expectCallable",
  "expectContainer",
  "expectFlag",
  "expectLength",
  "expectMapping",
  "expectSequence",
  "expectTuple",
];

const FETCH = [
  "ProblemError",
  "ResponseError",
  "handler",
  "readBody",
  "readForm",
  "readHeaders",
  "readJson",
  "readQuery",
  "readRequest",
  "respond",
];

describe("the names of", () => {
  test.each<[string, object, string[]]>([
    ["validlib", index, PURE],
    ["validlib/pure", pure, PURE],
    ["validlib/exc", exc, EXC],
    ["validlib/contracts", contracts, CONTRACTS],
    [
      "validlib/fastify",
      fastify,
      ["ProblemError", "ResponseError", "form", "problemHandler", "validlib", "transform", "transformObject"],
    ],
    ["validlib/openapi", openapi, ["fromOpenApi", "openapi"]],
    ["validlib/express", express, ["ProblemError", "ResponseError", "problemHandler", "respond", "validate"]],
    ["validlib/hono", hono, ["ProblemError", "ResponseError", "respond", "validator"]],
    ["validlib/fetch", fetch, FETCH],
    [
      "validlib/nest",
      nest,
      [
        "ApiValid",
        "ProblemError",
        "ProblemFilter",
        "ResponseError",
        "ValidPipe",
        "ValidResponse",
        "documentValidators",
      ],
    ],
  ])("%s", (_entry, module, names) => {
    expect(Object.keys(module).sort()).toEqual([...names].sort());
  });
});

test("exc and contracts are namespaces of the main entry, and the same objects", () => {
  expect(index.exc.ValidationError).toBe(exc.ValidationError);
  expect(index.ValidationError).toBe(exc.ValidationError);
  expect(index.contracts.expectFlag).toBe(contracts.expectFlag);
  expect(index.Int).toBe(pure.Int);
});

test("all servers have the same errors", () => {
  for (const name of ["ProblemError", "ResponseError"] as const) {
    expect(new Set([fastify, express, hono, fetch, nest].map((module) => module[name])).size).toBe(1);
  }
});

test("__impl__ names the engine of the JSON entry points", () => {
  expect(index.__impl__).toMatch(/^(N-API|Wasm|TypeScript)$/);
  expect(index.engine()).toMatchObject({ impl: index.__impl__, reason: expect.any(String) });
});

test("every entry of the package has a source, and a file for CommonJS", () => {
  const root = new URL("..", import.meta.url);
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const servers = ["./fastify", "./express", "./hono", "./nest", "./fetch"];
  expect(Object.keys(exports)).toEqual([
    ".",
    "./pure",
    "./wasm",
    "./validlib.wasm",
    "./exc",
    "./contracts",
    "./openapi",
    ...servers,
    "./fast-check",
    "./zod",
    "./plugin",
    "./runtime",
    "./runtime/formats",
    "./runtime/more",
    "./locales/*",
    "./package.json",
  ]);
  const targets = Object.values<Record<string, string | Record<string, string>> | string>(exports).flatMap((one) =>
    typeof one === "string"
      ? []
      : Object.values(one).flatMap((two) => (typeof two === "string" ? two : Object.values(two))),
  );
  expect(targets.filter((target) => target.startsWith("./cjs/")).length).toBe(29);
  expect(targets.filter((target) => target.startsWith("./dist/")).length).toBe(52);
  const locales = readdirSync(new URL("src/text/locales", root)).map((name) => name.replace(".ts", ""));
  const codes = locales.filter((name) => name !== "locale");
  for (const target of targets.flatMap((one) =>
    one.includes("*") ? codes.map((code) => one.replace("*", code)) : one,
  )) {
    // The files for CommonJS are made of the others when the package is packed.
    const source = target.replace(/^\.\/(dist|cjs)\/(.*?)(\.d\.ts|\.c?js)$/, "./src/$2.ts");
    expect(existsSync(fileURLToPath(new URL(source, root))), target).toBe(true);
  }
});
