/** Runs compiled modules in a test, without files. */

import type { Validator } from "../../src/index.ts";
import { type CompileOptions, compile } from "../../src/interop/compiled/compile.ts";
import * as formats from "../../src/runtime/formats.ts";
import type { Compiled } from "../../src/runtime/index.ts";
import * as runtime from "../../src/runtime/index.ts";
import * as more from "../../src/runtime/more.ts";
import { named } from "../native/recipe.ts";

const IMPORT = /^import \{([^}]*)\} from "([^"]*)";$/gm;

/** The exports of a compiled module. `given` has the functions that it imports. */
export function evaluate(code: string, given: Readonly<Record<string, unknown>> = {}): Record<string, Compiled> {
  const modules: Readonly<Record<string, object>> = {
    "validlib/runtime": runtime,
    "validlib/runtime/more": more,
    "validlib/runtime/formats": formats,
    "./given.js": given,
  };
  const exported: string[] = [];
  const body = code
    .replace(IMPORT, (_, names: string, module: string) => {
      if (!Object.hasOwn(modules, module)) throw new Error(`Nothing is imported from ${module}`);
      return `const {${names.replaceAll(" as ", ": ")}} = modules[${JSON.stringify(module)}];`;
    })
    .replace(/^export const (\w+)/gm, (_, name: string) => {
      exported.push(name);
      return `const ${name}`;
    });
  return new Function("modules", `"use strict";\n${body}\nreturn {${exported.join()}};`)(modules);
}

/** Functions of random schemas that throw errors of validators, which one that refers to nothing outside cannot. */
const THROWING = ["parsing", "doubting", "validating", "refusing", "failing", "parseBadly"];

/** A validator, compiled. */
export function compiled(validator: Validator, { small }: Pick<CompileOptions, "small"> = {}): Compiled {
  const given: Record<string, unknown> = {};
  const { code } = compile(
    { root: validator },
    {
      small,
      find(one, isAlone) {
        if (isAlone && THROWING.some((name) => named[name] === one)) return "it throws errors";
        const name = `given${Object.keys(given).length}`;
        given[name] = one;
        // Functions of tests refer to what is around them: in place of its text is where `evaluate` has it.
        return isAlone ? { text: `modules["./given.js"].${name}` } : { module: "./given.js", name };
      },
    },
  );
  return evaluate(code, given).root as Compiled;
}
