/** Shell completion of commands, options and values of options. */
import { COMMANDS, FORMATS, OPTIONS, TARGETS } from "./args.ts";
import { UsageError } from "./failure.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** Options whose value is a file. */
const FILES: ReadonlySet<string> = new Set(["schema", "valid", "invalid", "summary", "columns", "output", "out"]);

/**
 * The script that enables completion in a shell.
 * @throws UsageError for another shell.
 */
export function completion(shell: string | undefined): string {
  if (!SHELLS.includes(shell as Shell)) throw new UsageError(`completion should be for one of ${SHELLS.join(", ")}`);
  return shell === "fish" ? fish() : shell === "zsh" ? `autoload -U bashcompinit && bashcompinit\n${bash()}` : bash();
}

const names = (): string[] => Object.keys(OPTIONS).map((name) => `--${name}`);

const bash = (): string => `_validlib() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  case $before in
    --format|-f) COMPREPLY=($(compgen -W "${FORMATS.join(" ")}" -- "$word")); return ;;
    --to) COMPREPLY=($(compgen -W "${TARGETS.join(" ")}" -- "$word")); return ;;
    completion) COMPREPLY=($(compgen -W "${SHELLS.join(" ")}" -- "$word")); return ;;
  esac
  if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W "${COMMANDS.join(" ")} ${names().join(" ")}" -- "$word"))
  elif [[ $word == -* ]]; then COMPREPLY=($(compgen -W "${names().join(" ")}" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _validlib validlib
`;

function fish(): string {
  const lines = Object.entries(OPTIONS).map(([name, { type, ...rest }]) => {
    const short = "short" in rest ? ` -s ${rest.short}` : "";
    const choices = name === "format" ? FORMATS : name === "to" ? TARGETS : undefined;
    const value = choices ? ` -xa "${choices.join(" ")}"` : FILES.has(name) ? " -rF" : type === "string" ? " -x" : "";
    return `complete -c validlib -l ${name}${short}${value}\n`;
  });
  return `complete -c validlib -n __fish_use_subcommand -xa "${COMMANDS.join(" ")}"\n${lines.join("")}`;
}
