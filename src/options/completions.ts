import { COMMANDS } from './commands.ts';
import { OPTIONS } from './definition.ts';

/** The supported shells. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that makes a shell complete commands and options; ends with a newline. */
export function completions(shell: Shell): string {
  return { bash, zsh, fish }[shell]();
}

const commands = () => COMMANDS.map(({ name }) => name).join(' ');
const options = () => OPTIONS.map(({ name }) => `--${name}`).join(' ');
const files = () =>
  OPTIONS.filter(({ value }) => value === 'FILE' || value === 'FOLDER').map(({ name }) => `--${name}`);

function bash(): string {
  return `_chatspec() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  case "$before" in
    --profile) COMPREPLY=($(compgen -W 'smoke standard exhaustive' -- "$word")); return ;;
    --fail-on) COMPREPLY=($(compgen -W 'warn fail' -- "$word")); return ;;
    ${files().join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '${options()}' -- "$word"))
  elif [[ $COMP_CWORD -eq 1 ]]; then COMPREPLY=($(compgen -W '${commands()}' -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _chatspec chatspec
`;
}

function zsh(): string {
  const described = COMMANDS.map(({ name, summary }) => `'${name}:${plain(summary)}'`).join('\n    ');
  const flags = OPTIONS.map(
    ({ name, value, help, multiple }) =>
      `'${multiple ? '*' : ''}--${name}[${plain(help)}]${value === undefined ? '' : `:${value}:${argument(name, value)}`}'`,
  );
  return `#compdef chatspec
_chatspec() {
  local -a commands
  commands=(
    ${described}
  )
  _arguments \\
    ${flags.join(' \\\n    ')} \\
    '1: :{_describe command commands}' \\
    '*:file:_files'
}
compdef _chatspec chatspec
`;
}

function argument(name: string, value: string): string {
  if (name === 'profile') return '(smoke standard exhaustive)';
  if (name === 'fail-on') return '(warn fail)';
  return value === 'FILE' ? '_files' : value === 'FOLDER' ? '_files -/' : ' ';
}

function fish(): string {
  const lines = [
    'complete -c chatspec -f',
    ...COMMANDS.map(
      ({ name, summary }) =>
        `complete -c chatspec -n __fish_use_subcommand -a ${name} -d '${plain(summary)}'`,
    ),
    ...OPTIONS.map(({ name, value, help }) => {
      const takes = value === undefined ? '' : value === 'FILE' || value === 'FOLDER' ? ' -rF' : ' -x';
      return `complete -c chatspec -l ${name}${takes} -d '${plain(help)}'`;
    }),
    "complete -c chatspec -l profile -x -a 'smoke standard exhaustive'",
  ];
  return `${lines.join('\n')}\n`;
}

/** Words without a special meaning in a shell, or in its descriptions. */
function plain(text: string): string {
  return text.replace(/'/g, '’').replace(/[[\]:\\]/g, ' ');
}
