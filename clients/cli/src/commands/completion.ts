import { command } from './table.ts'

/**
 * The script that lets a shell complete commands. It calls the command itself: yargs answers from its nouns,
 * verbs and options, in the form of the shell that `SHELL` names.
 */
const SCRIPTS = {
  bash: `_rollcall() {
  local IFS=$'\\n' answers
  answers=$(SHELL=bash rollcall --get-yargs-completions "\${COMP_WORDS[@]}")
  COMPREPLY=($(compgen -W "$answers" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _rollcall rollcall`,
  zsh: `#compdef rollcall
_rollcall() {
  local -a answers
  answers=("\${(@f)$(SHELL=zsh rollcall --get-yargs-completions "\${words[@]}")}")
  if [[ -n "$answers" ]]; then _describe 'values' answers; else _default; fi
}
if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then
  _rollcall "$@"
else
  compdef _rollcall rollcall
fi`,
} as const

const SHELLS = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]

export const completion = command({
  describe: 'Print the completion script of a shell',
  arguments: { shell: { choices: SHELLS, demandOption: true, describe: 'shell' } },
  examples: {
    'completion bash >> ~/.bashrc': 'for bash',
    'completion zsh >> ~/.zshrc': 'for zsh',
  },
  run: ({ output }, { shell }) => output.text(`${SCRIPTS[shell]}\n`),
})
