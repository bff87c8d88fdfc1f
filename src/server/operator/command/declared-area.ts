import type { Area, CommandFacts, Read, Work } from './command-area.ts';
import { noCommand } from './command-area.ts';
import type { CommandOutcome, OperatorParts } from './operate.ts';
import { readArguments } from './read-arguments.ts';

/** What stands behind the name of a command, held against what the command takes. */
export interface Said {
  /** The first is 0; empty where it may be left out and is. */
  at: (place: number) => string;
  /** What stands behind `--name`; undefined where it is not said. */
  text: (name: string) => string | undefined;
  /** Whether `--name` is said. */
  has: (name: string) => boolean;
}

/** A command with what it understands. */
export interface Command extends CommandFacts {
  read: (args: readonly string[]) => Read<Work>;
}

/** A command whose options and places are those that its `takes` tells people. */
export function command<Wish>({
  read,
  carryOut,
  ...facts
}: CommandFacts & {
  read: (said: Said) => Read<Wish>;
  carryOut: (parts: OperatorParts, wish: Wish) => Promise<CommandOutcome>;
}): Command {
  return {
    ...facts,
    read(args) {
      const said = readSaid(facts, args);
      if (!said.ok) return said;
      const understood = read(said.wish);
      return understood.ok ? { ok: true, wish: (parts) => carryOut(parts, understood.wish) } : understood;
    },
  };
}

/** An area of commands that are read by themselves. */
export function areaOfCommands({
  commands,
  ...facts
}: Omit<Area, 'read' | 'commands'> & { commands: Command[] }): Area {
  return {
    ...facts,
    commands,
    read(args) {
      const [name, ...others] = args;
      const [only] = commands;
      if (only?.name === '') return args.length === 0 ? { ok: false, why: null } : only.read(args);
      if (name === undefined) return { ok: false, why: null };
      const wanted = commands.find((one) => one.name === name);
      if (wanted) return wanted.read(others);
      return { ok: false, why: noCommand({ name, area: facts.name, commands: commands.map((one) => one.name) }) };
    },
  };
}

const option = /--([a-z][a-z-]*)(?:[ ](<[^>]*>|"[^"]*"))?/g;
const place = /(\[?)<([^>]*)>\]?/g;

/** An option of a command: alone, or with something behind it, which may be one of a few. */
export interface DeclaredOption {
  type: 'string' | 'boolean';
  choices?: readonly string[];
}

/** The options of a command by what it takes: `--all`, `--email <email>`, `--unit <major|minor>`. */
export function optionsOf({ takes }: Pick<CommandFacts, 'takes'>): Record<string, DeclaredOption> {
  return Object.fromEntries(
    Array.from(takes.matchAll(option), ([, name = '', behind]): [string, DeclaredOption] => {
      if (behind === undefined) return [name, { type: 'boolean' }];
      const choices = behind.slice(1, -1).split('|');
      return [name, { type: 'string', ...(choices.length > 1 && { choices }) }];
    }),
  );
}

function placesOf({ takes }: Pick<CommandFacts, 'takes'>): { title: string; isOptional: boolean }[] {
  const others = takes.replaceAll(option, '');
  return Array.from(others.matchAll(place), ([, open, title = '']) => ({ title, isOptional: open === '[' }));
}

function readSaid(facts: CommandFacts, args: readonly string[]): Read<Said> {
  const options = optionsOf(facts);
  const read = readArguments(args, options);
  if (!read.ok) return read;
  const { positionals } = read;
  const values: Record<string, string | boolean | undefined> = read.values;
  const wrong = Object.entries(options).find(
    ([name, { choices }]) => choices && values[name] !== undefined && !choices.includes(String(values[name])),
  );
  if (wrong) return { ok: false, why: `--${wrong[0]} is one of ${wrong[1].choices?.join(', ')}.` };
  const places = placesOf(facts);
  const missing = places.findIndex(({ isOptional }, at) => !isOptional && (positionals[at] ?? '').trim() === '');
  const usage = `${facts.name} ${facts.takes}`.trim();
  if (missing >= 0) return { ok: false, why: `The ${places[missing]?.title ?? ''} is missing: ${usage}` };
  const more = positionals[places.length];
  if (more !== undefined) return { ok: false, why: `${facts.name || 'It'} takes no ${more}: ${usage}` };
  const textOf = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return { ok: true, wish: { at: (at) => positionals[at] ?? '', text: textOf, has: (name) => values[name] === true } };
}
