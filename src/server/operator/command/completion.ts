import type { Environment } from '../../environment.ts';
import type { Area } from './command-area.ts';
import { optionsOf } from './declared-area.ts';
import { quoted } from './shell-word.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A script for the shell: `operator` is the command line of the folder that it was made in, and TAB completes its areas, commands and options. */
export function completionFor(shell: Shell, areas: readonly Area[], folder = process.cwd()): string {
  const script = shell === 'fish' ? fishScript(areas, folder) : posixScript(areas, folder, shell);
  return `# For every shell from now on: ${loadedBy(shell, `npm --prefix ${quoted(folder)}`)}\n${script}`;
}

/** What a shell takes a script in by; `-s`, because npm writes lines of its own before it else. */
export function loadedBy(shell: Shell, npm = 'npm'): string {
  const script = `${npm} run -s operator -- completion ${shell}`;
  return shell === 'fish' ? `${script} | source` : `source <(${script})`;
}

/** Whether npm has written its two lines already: a shell takes them for commands, whose output goes into files named `brokerkit@…` and `node`. */
export function isHeadedByNpm(env: Environment): boolean {
  const isNpm = env.npm_config_user_agent?.startsWith('npm/') === true && env.npm_lifecycle_event === 'operator';
  return isNpm && env.npm_config_loglevel !== 'silent';
}

const everywhere = ['--json', '--help'];
const optionNames = (command: { takes: string }) => [
  ...Object.keys(optionsOf(command)).map((name) => `--${name}`),
  ...everywhere,
];

/** Zsh understands bash's way of completing. */
function posixScript(areas: readonly Area[], folder: string, shell: 'bash' | 'zsh'): string {
  const names = [...areas.map(({ name }) => name), 'completion', '--help'].join(' ');
  const ofAreas = areas.map(
    ({ name, commands }) =>
      `    ${name}) words='${commands.map((one) => one.name || optionNames(one).join(' ')).join(' ')} --help' ;;`,
  );
  const ofCommands = areas.flatMap(({ name, commands }) =>
    commands.map((one) => `    '${name} ${one.name}') words='${optionNames(one).join(' ')}' ;;`),
  );
  return `${shell === 'zsh' ? 'autoload -Uz compinit bashcompinit && compinit && bashcompinit\n' : ''}operator() { npm --prefix ${quoted(folder)} run -s operator -- "$@"; }
_operator() {
  local words='' current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then words='${names}'
  elif [ "$COMP_CWORD" -eq 2 ]; then case "\${COMP_WORDS[1]}" in
    completion) words='${shells.join(' ')}' ;;
${ofAreas.join('\n')}
  esac
  else case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${ofCommands.join('\n')}
  esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _operator operator`;
}

function fishScript(areas: readonly Area[], folder: string): string {
  const complete = (condition: string, words: string, about?: string) =>
    `complete -c operator -n ${quoted(condition)} -a ${quoted(words)}${about === undefined ? '' : ` -d ${quoted(about)}`}`;
  const ofAreas = areas.flatMap(({ name, about, commands }) => [
    complete('__fish_is_nth_token 1', name, about),
    ...commands.map((one) =>
      complete(
        `__fish_is_nth_token 2; and __fish_seen_subcommand_from ${name}`,
        one.name || optionNames(one).join(' '),
        one.about,
      ),
    ),
    ...commands.map((one) =>
      complete(
        `__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${one.name}`,
        optionNames(one).join(' '),
      ),
    ),
  ]);
  return [`function operator; npm --prefix ${quoted(folder)} run -s operator -- $argv; end`, ...ofAreas].join('\n');
}
