import { UsageError } from '../config/usage-error.js';
import type { Output } from '../output/output.js';

/**
 * Each script asks `loadout complete` with the words so far, and takes a line for each answer; where there is none, the
 * shell completes file names. In bash `:` and `=` split words, so it takes them from the line itself, and gives back
 * what stands for the part that bash replaces, its second argument.
 */
const scripts: Readonly<Record<string, string>> = {
  bash: `_loadout() {
  local line="\${COMP_LINE:0:COMP_POINT}" words current prefix answer
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current="\${words[\${#words[@]}-1]}"
  prefix="\${current%"$2"}"
  COMPREPLY=()
  while IFS= read -r answer; do
    COMPREPLY+=("\${answer#"$prefix"}")
  done < <("\${words[0]}" complete -- "\${words[@]:1}" 2>/dev/null </dev/null)
}
complete -o default -F _loadout loadout`,
  zsh: `#compdef loadout
_loadout() {
  local -a answers
  answers=("\${(@f)$(\${words[1]} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null </dev/null)}")
  if [[ -n "\${answers[1]}" ]]; then compadd -a answers; else _files; fi
}
compdef _loadout loadout`,
  fish: `function __loadout_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l answers ($words[1] complete -- $words[2..] "$current" 2>/dev/null </dev/null)
  if test (count $answers) -gt 0
    printf '%s\\n' $answers
  else
    __fish_complete_path "$current"
  end
end
complete -c loadout -f -a '(__loadout_complete)'`,
};

/** Prints the script of a shell. */
export async function printCompletion(out: Output, shell: string): Promise<number> {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined) {
    throw new UsageError(`There is no completion for ${JSON.stringify(shell)}. Expected bash, zsh or fish.`);
  }
  out.print(script);
  return 0;
}
