import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { OPTIONS } from "../../src/cli/args.ts";
import { completion, SHELLS } from "../../src/cli/completion.ts";
import { piped } from "./host.ts";

describe("completion", () => {
  test.each(SHELLS)("for %s knows every option", async (shell) => {
    const { code, out } = await piped(["completion", shell], []);
    expect(code).toBe(0);
    for (const name of Object.keys(OPTIONS)) expect(out).toContain(shell === "fish" ? `-l ${name}` : `--${name}`);
  });

  test("refuses unknown shells", async () => {
    const { code, err } = await piped(["completion", "tcsh"], []);
    expect(code).toBe(2);
    expect(err).toContain("completion should be for one of bash, zsh, fish");
  });

  const hasBash = spawnSync("bash", ["-c", "true"]).status === 0;
  test.runIf(hasBash)("completes in bash", () => {
    const complete = (...words: string[]): string[] => {
      const script = `${completion("bash")}
COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}; _validlib; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return spawnSync("bash", ["-c", script], { encoding: "utf8" }).stdout.trim().split("\n");
    };
    expect(complete("validlib", "ch")).toEqual(["check"]);
    expect(complete("validlib", "check", "--max-d")).toEqual(["--max-depth"]);
    expect(complete("validlib", "check", "--format", "n")).toEqual(["ndjson"]);
    expect(complete("validlib", "check", "--format", "s")).toEqual(["sarif"]);
    expect(complete("validlib", "completion", "f")).toEqual(["fish"]);
  });
});
