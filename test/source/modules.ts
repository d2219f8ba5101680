/** Source text as modules: written to a folder, imported, formatted and compiled. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { Validator } from "../../src/index.ts";

const root = join(import.meta.dirname, "../..");
mkdirSync(join(root, "test/.vitest"), { recursive: true });

/** What users get: the compiler would check the sources, too, which takes ten times as long. */
const compilerOptions = { paths: {} };

/** Modules in a folder of their own, which is removed after the tests. */
export class Modules {
  readonly #folder = mkdtempSync(join(root, "test/.vitest/source-"));
  #count = 0;

  constructor() {
    afterAll(() => rmSync(this.#folder, { recursive: true, force: true }));
  }

  /** @returns the path. */
  write(text: string, name = `module${this.#count++}.ts`): string {
    const path = join(this.#folder, name);
    writeFileSync(path, text);
    return path;
  }

  async import(text: string): Promise<Record<string, Validator>> {
    return (await import(this.write(text))) as Record<string, Validator>;
  }

  /** What the strict compiler says of all modules that were written; the empty text if nothing. */
  compile(): string {
    const project = { extends: "../../../tsconfig.json", compilerOptions, include: ["*.ts"] };
    this.write(JSON.stringify(project), "tsconfig.json");
    return run("typescript/bin/tsc", "-p", this.#folder, "--noEmit");
  }

  /** What the formatter would change in all modules that were written; the empty text if nothing. */
  format(): string {
    return run("@biomejs/biome/bin/biome", "format", this.#folder, "--line-width=100", "--max-diagnostics=20");
  }
}

function run(tool: string, ...args: string[]): string {
  try {
    execFileSync(process.execPath, [join(root, "node_modules", tool), ...args], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    });
    return "";
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return stdout + stderr;
  }
}
