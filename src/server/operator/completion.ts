import type { Environment } from '../environment.ts';
import type { Area, Command } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Quotes a word for a shell's command line, so that nothing in it is interpreted. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A completion script for a shell. It defines `operator` as the operator's command line in `folder`; TAB completes
 * areas, commands and options.
 */
export function completionFor(shell: Shell, areas: readonly Area<never>[], folder = process.cwd()): string {
  const script = shell === 'fish' ? fishScript(areas, folder) : posixScript(areas, folder, shell);
  return `# For every shell from now on: ${loadedBy(shell, `npm --prefix ${quoted(folder)}`)}\n${script}`;
}

/**
 * The command by which a shell loads the script. It has `-s`, because npm would print lines of its own before the
 * script.
 */
export function loadedBy(shell: Shell, npm = 'npm'): string {
  const script = `${npm} run -s operator -- completion ${shell}`;
  return shell === 'fish' ? `${script} | source` : `source <(${script})`;
}

/**
 * Whether npm has printed its two lines, which begin with `>`, before the script. A shell would execute them as
 * redirections and create files named `brokerkit@…` and `node`.
 */
export function hasNpmHeader(env: Environment): boolean {
  const isNpm = env.npm_config_user_agent?.startsWith('npm/') === true && env.npm_lifecycle_event === 'operator';
  return isNpm && env.npm_config_loglevel !== 'silent';
}

const everywhere = ['--json', '--help'];
const optionNames = ({ options }: Pick<Command, 'options'>) => [
  ...Object.keys(options).map((name) => `--${name}`),
  ...everywhere,
];
/** The completions of an option's value: its choices, if it has any. */
const choicesOf = ({ options }: Pick<Command, 'options'>) =>
  Object.entries(options).flatMap(([name, { choices }]) => (choices ? [{ name, choices }] : []));

/** A branch of the shell's `case` for each option that has choices. */
function choiceCases(areas: readonly Area<never>[]): string[] {
  return areas.flatMap(({ name, commands }) =>
    commands.flatMap((one) =>
      choicesOf(one).map(
        (option) =>
          `    '${name} ${one.name}${one.name === '' ? '' : ' '}--${option.name}') words='${option.choices.join(' ')}' ;;`,
      ),
    ),
  );
}

/**
 * A shell pattern of the options that take a value. For the value of an option without choices, the shell completes
 * files.
 */
function valueOptions(areas: readonly Area<never>[]): string {
  const all = areas.flatMap(({ commands }) => commands.flatMap((one) => Object.entries(one.options)));
  return [...new Set(all.filter(([, { title }]) => title !== null).map(([name]) => `--${name}`))].join('|');
}

/** The script for bash, which zsh can run, too. */
function posixScript(areas: readonly Area<never>[], folder: string, shell: 'bash' | 'zsh'): string {
  const names = [...areas.map(({ name }) => name), 'completion', '--help'].join(' ');
  const ofAreas = areas.map(
    ({ name, commands }) =>
      `    ${name}) words='${[...new Set([...commands.flatMap((one) => one.name || optionNames(one)), '--help'])].join(' ')}' ;;`,
  );
  const ofCommands = areas.flatMap(({ name, commands }) =>
    commands.map(
      (one) => `    '${name}${one.name === '' ? '' : ' '}${one.name}') words='${optionNames(one).join(' ')}' ;;`,
    ),
  );
  const alone = areas.filter(({ commands }) => commands[0]?.name === '').map(({ name }) => name);
  return `${shell === 'zsh' ? 'autoload -Uz compinit bashcompinit && compinit && bashcompinit\n' : ''}operator() { npm --prefix ${quoted(folder)} run -s operator -- "$@"; }
_operator() {
  local words='' current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]} \${COMP_WORDS[2]}"
  case "\${COMP_WORDS[1]}" in ${alone.join('|')}) command="\${COMP_WORDS[1]}" ;; esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${names}'
  else case "$before" in
  ${valueOptions(areas)}) case "$command $before" in
${choiceCases(areas).join('\n')}
  esac ;;
  *) if [ "$COMP_CWORD" -eq 2 ]; then case "\${COMP_WORDS[1]}" in
    completion) words='${[...shells, '--help'].join(' ')}' ;;
${ofAreas.join('\n')}
  esac
  else case "$command" in
${ofCommands.join('\n')}
  esac
  fi ;;
  esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _operator operator`;
}

function fishScript(areas: readonly Area<never>[], folder: string): string {
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
    ...commands.flatMap((one) => {
      const of = `__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${one.name || name}`;
      const choices = choicesOf(one).map((option) =>
        complete(`${of}; and __fish_prev_arg_in --${option.name}`, option.choices.join(' ')),
      );
      return [complete(of, optionNames(one).join(' ')), ...choices];
    }),
  ]);
  return [`function operator; npm --prefix ${quoted(folder)} run -s operator -- $argv; end`, ...ofAreas].join('\n');
}
