import type { Help } from 'commander';
import { Command as Parser, Option } from 'commander';
import type { Area, Command, OperatorParts, Work } from './command.ts';
import { parserOf, argumentTitles } from './command.ts';
import { completionFor, loadedBy, shells } from './completion.ts';
import type { CommandOutcome } from './outcome.ts';
import { inJson } from './outcome.ts';

/** The width of the help if no terminal reports its own. */
const usualWidth = 80;

/** What operators type before every command. */
const program = 'npm run operator --';

export type Understood<Parts = OperatorParts> =
  { ok: true; work: Work<Parts>; isLive: boolean } | { ok: false; outcome: CommandOutcome };

/**
 * Finds the command for what was typed after `npm run operator --`. If it cannot be executed, returns what to print
 * instead, with help in lines of `width` characters.
 */
export function understand<Parts>(
  areas: readonly Area<Parts>[],
  typed: readonly string[],
  width = usualWidth,
): Understood<Parts> {
  const [first, second] = typed;
  if (first === undefined) return printed({ ok: false, text: helpOfAll(areas, width), isMisread: true });
  if (first === '--help' || first === 'help') {
    if (second === undefined) return printed({ ok: true, text: helpOfAll(areas, width) });
    return understand(areas, [second, '--help'], width);
  }
  if (first === 'completion') return printed(completion(areas, typed.slice(1), width));
  const area = areas.find(({ name }) => name === first);
  if (area) return understandIn(area, typed.slice(1), width);
  const why = `There is no area "${first}". Areas: ${areas.map(({ name }) => name).join(', ')}.`;
  return printed({ ok: false, text: `${why}\n${program} --help describes them.`, isMisread: true });
}

const printed = (outcome: CommandOutcome) => ({ ok: false, outcome }) as const;

/** Like `understand`, for what was typed after the name of an area. */
export function understandIn<Parts>(area: Area<Parts>, all: readonly string[], width = usualWidth): Understood<Parts> {
  const isJson = all.includes('--json');
  const typed = all.filter((arg) => arg !== '--json');
  const misread = (text: string) => {
    const outcome = { ok: false, text, isMisread: true };
    return printed(isJson ? inJson(outcome) : outcome);
  };
  const refuse = (why: string) => misread(`${why}\n${program} ${area.name} --help shows the usage.`);
  const { command, name, rest } = commandIn(area, typed);
  if (typed.includes('--help'))
    return printed({ ok: true, text: command ? helpOf(area, command, width) : helpOfArea(area, width) });
  if (all.some((arg) => arg.startsWith('--json='))) return refuse('--json takes no value.');
  if (typed.length === 0) return misread(command ? helpOf(area, command, width) : helpOfArea(area, width));
  if (name === undefined) return refuse('The command is missing.');
  if (!command) {
    const there = area.commands.map((one) => one.name).join(', ');
    return refuse(`There is no command "${name}" in ${area.name}. Commands: ${there}.`);
  }
  const read = command.read(rest);
  if (!read.ok) return refuse(read.why);
  const work: Work<Parts> = isJson ? (parts) => read.value(parts).then(inJson) : read.value;
  return { ok: true, work, isLive: command.isLive };
}

/**
 * Splits what was typed into the command and the other words. Options may come before the command's name: `--reason "…"
 * bonus a@b.c 10`.
 */
export function commandIn<Known extends Command<never>>(
  { commands }: { commands: readonly Known[] },
  typed: readonly string[],
): { command: Known | undefined; name: string | undefined; rest: readonly string[] } {
  const [only] = commands;
  if (only?.name === '') return { command: only, name: '', rest: typed };
  const valued = new Set(
    commands.flatMap(({ options }) =>
      Object.entries(options).flatMap(([name, { title }]) => (title === null ? [] : [`--${name}`])),
    ),
  );
  const isValue = (at: number) => valued.has(typed[at - 1] ?? '');
  const index = typed.findIndex((arg, at) => !arg.startsWith('-') && !isValue(at));
  const name = typed[index];
  const command = commands.find((one) => one.name === name);
  return { command, name, rest: index < 0 ? typed : typed.toSpliced(index, 1) };
}

function completion(areas: readonly Area<never>[], typed: readonly string[], width: number): CommandOutcome {
  const isHelp = typed.includes('--help');
  const known = shells.find((one) => one === typed[0]);
  if (known && !isHelp) return { ok: true, text: completionFor(known, areas) };
  const about =
    'Prints a script that lets TAB complete areas, commands and options. Choose your shell and run its line:';
  const parser = laidOut(new Parser('completion').description(about).helpOption(false), width);
  parser.usage(`<${shells.join('|')}>`).name(`${program} completion`);
  const ways = shells.map((one) => `  ${one.padEnd(4)}  ${loadedBy(one)}`);
  const text = `${parser.helpInformation().trimEnd()}\n\n${ways.join('\n')}`;
  return isHelp ? { ok: true, text } : { ok: false, text, isMisread: true };
}

/** A column of text narrower than this is not wrapped. */
const narrowest = 10;

/** Replaces a blank at which no line may break, so that an option stays beside its value. */
const glue = '␣';

/**
 * Configures commander’s help: the usage shows everything that a command accepts, and lines have `width` characters.
 */
function laidOut(parser: Parser, width: number): Parser {
  return parser.configureHelp({
    ...{ helpWidth: width, minWidthToWrap: narrowest },
    commandUsage: (one) => `${one.name()} ${one.usage()}`,
    styleUsage(this: Help, usage: string) {
      const indent = 'Usage: '.length;
      const lines = this.boxWrap(usage, width - indent).replaceAll('\n', `\n${' '.repeat(indent)}`);
      return lines.replaceAll(glue, ' ');
    },
    subcommandTerm: (one) =>
      [one.name(), ...one.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' '),
  });
}

function helpOf(area: Area<never>, command: Command<never>, width: number): string {
  const parser = laidOut(parserOf(command), width);
  const name = [program, area.name, command.name].filter((word) => word !== '').join(' ');
  parser.name(name).usage(
    argumentTitles(command)
      .map((word) => word.replaceAll(' ', glue))
      .join(' '),
  );
  parser.addOption(new Option('--json', 'print one JSON object, for programs'));
  return withMore(parser, area.more, width);
}

function helpOfArea({ name, about, commands, more }: Area<never>, width: number): string {
  const parser = laidOut(new Parser(`${program} ${name}`), width);
  parser.usage('<command> … [--json]').description(about).helpOption(false).helpCommand(false);
  for (const one of commands) parser.addCommand(parserOf(one));
  const hint = `${program} ${name} <command> --help shows the arguments and options of a command.`;
  return withMore(parser, [hint, more].filter((text) => text !== '').join('\n\n'), width);
}

function helpOfAll(areas: readonly Area<never>[], width: number): string {
  const parser = laidOut(new Parser(program), width).usage('<area> <command> …').helpOption(false).helpCommand(false);
  for (const { name, about } of areas) parser.addCommand(new Parser(name).description(about));
  parser.commandsGroup('Help:');
  for (const [typed, about] of helps) parser.addCommand(new Parser(typed).description(about));
  return withMore(parser, moreOfAll, width);
}

function withMore(parser: Parser, more: string, width: number): string {
  const helper = Object.assign(parser.createHelp(), { minWidthToWrap: narrowest });
  const paragraphs = more.split('\n\n').map((text) => helper.boxWrap(text.replaceAll('\n', ' '), width));
  return [parser.helpInformation().trimEnd(), ...paragraphs].filter((text) => text !== '').join('\n\n');
}

const helps = [
  ['<area> --help', 'list the commands of an area'],
  ['<area> <command> --help', 'show the arguments and options of a command'],
  ['completion --help', 'set up TAB completion'],
] as const;

const moreOfAll = `With --json, every command prints one object for programs (npm run -s operator -- …): {"ok": true, "data": …} or
{"ok": false, "why": "…"}. Money is in minor units. The exit code is 0 for success, 1 if the command was refused or a
check failed, and 2 if it was not understood. The audit log records who did what, and why.

If a server is running on the embedded database, it executes the command, through operator.sock in its data folder. On
PostgreSQL, the command runs by itself and notifies the server.`;
