import { Argument, Command as Parser, Option } from 'commander';
import type { Database } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { SiteSettings } from './known-site.ts';
import type { CommandOutcome } from './outcome.ts';

/** What a command is given. `Live`: what it needs of a running server; `Settings`: of the configuration. */
export interface OperatorParts<Live = unknown, Settings = SiteSettings> {
  config: Settings;
  /** Open, and as this version of the code has it. */
  database: Database;
  runtime: Runtime;
  /** Who does it, as the system knows them: so it stands in the audit log. */
  actor: `operator:${string}`;
  /** Where they typed it: files are named from there. */
  cwd: string;
  /** What only a running server has; null where none carries the command out. */
  live: Live | null;
}

/** What was understood, or in words why it was not. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; why: string };

/** What stands at a fixed place behind the name of a command. Each must be there. */
export interface DeclaredArgument<Value> {
  /** What people are told to put there: `email` is shown as `<email>`. */
  title: string;
  /** What is said where nothing is there; the frame says it where this is undefined. */
  missing?: string;
  read: (typed: string) => Read<Value>;
}

/** An option of a command: `--name`, alone or with a value. */
export interface DeclaredOption<Value> {
  /** What people are told to put behind it; null where it stands alone. */
  title: string | null;
  about: string;
  isRequired?: boolean;
  /** The only values that it may have. */
  choices?: readonly string[];
  /** Undefined: it was not typed. An option that stands alone is read as an empty text. */
  read: (typed: string | undefined) => Read<Value>;
}

/** What each of the declared arguments or options was read as. */
type Values<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends { read: (typed: string) => Read<infer Value> } ? Value : never;
};

type Arguments = Readonly<Record<string, DeclaredArgument<unknown>>>;
type Options = Readonly<Record<string, DeclaredOption<unknown>>>;

/** What a command does where all is open, and how that went in words. */
export type Work<Parts = OperatorParts> = (parts: Parts) => Promise<CommandOutcome>;

/**
 * A command, as the frame, its help and the completion of shells know it. `Parts`: what it is given.
 */
export interface Command<Parts = OperatorParts> {
  /** One word; empty where the area is its only command. */
  name: string;
  about: string;
  arguments: Arguments;
  options: Options;
  /** It needs prices, or what else only the running server has: that one carries it out. */
  isLive: boolean;
  read: (typed: readonly string[]) => Read<Work<Parts>>;
}

/** A command whose values are known by their types. */
export interface TypedCommand<Said, Parts = OperatorParts> extends Command<Parts> {
  readValues: (typed: readonly string[]) => Read<Said>;
}

/** The commands about one thing, such as transactions. */
export interface Area<Parts = OperatorParts> {
  /** One word. */
  name: string;
  about: string;
  commands: readonly Command<Parts>[];
  /** What else is to be known of them. */
  more: string;
}

interface Declaration<A extends Arguments, O extends Options, Parts> {
  name: string;
  about: string;
  arguments?: A;
  options?: O;
  isLive?: boolean;
  /** Why values that are right one by one cannot stand together; null: they can. */
  check?: (said: Values<A> & Values<O>) => string | null;
  carryOut: (parts: Parts, said: Values<A> & Values<O>) => Promise<CommandOutcome>;
}

/** Declares a command. What is typed is held against its arguments and options before anything is opened. */
export function command<A extends Arguments = Arguments, O extends Options = Options, Parts = OperatorParts>({
  arguments: declared,
  options,
  check,
  carryOut,
  ...facts
}: Declaration<A, O, Parts>): TypedCommand<Values<A> & Values<O>, Parts> {
  type Said = Values<A> & Values<O>;
  const known = { isLive: false, ...facts, arguments: declared ?? {}, options: options ?? {} };
  const readValues = (typed: readonly string[]): Read<Said> => {
    const read = readTyped(known, typed);
    if (!read.ok) return read;
    const said = read.value as Said;
    const why = check?.(said) ?? null;
    return why === null ? { ok: true, value: said } : { ok: false, why };
  };
  return {
    ...known,
    readValues,
    read(typed) {
      const read = readValues(typed);
      return read.ok ? { ok: true, value: (parts) => carryOut(parts, read.value) } : read;
    },
  };
}

/** What the command is declared with. */
type Declared = Pick<Command, 'name' | 'about' | 'arguments' | 'options'>;

/** `show <email> [--pin]`. */
export function usageOf(declared: Declared): string {
  return [declared.name, ...takenBy(declared)].filter((word) => word !== '').join(' ');
}

/** What stands behind the name: `<email>`, `--reason <why>`, `[--all]`. */
export function takenBy({ arguments: places, options }: Pick<Declared, 'arguments' | 'options'>): string[] {
  const flags = Object.entries(options).map(([name, option]) =>
    option.isRequired === true ? flagsOf(name, option) : `[${flagsOf(name, option)}]`,
  );
  return [...Object.values(places).map(({ title }) => `<${title}>`), ...flags];
}

const flagsOf = (name: string, { title }: DeclaredOption<unknown>) => `--${name}${title === null ? '' : ` <${title}>`}`;

/** The command as commander knows it: it takes what is typed apart, and lays out the help. */
export function parserOf({ name, about, arguments: places, options }: Declared): Parser {
  const parser = new Parser(name).description(about).helpOption(false).exitOverride();
  for (const { title } of Object.values(places)) parser.addArgument(new Argument(`<${title}>`));
  for (const [option, declared] of Object.entries(options)) {
    parser.addOption(new Option(flagsOf(option, declared), declared.about));
  }
  return parser;
}

function readTyped(declared: Declared, typed: readonly string[]): Read<Record<string, unknown>> {
  const split = splitTyped(declared, typed);
  if (!split.ok) return split;
  const { operands, texts } = split.value;
  const wrong = Object.entries(declared.options).find(
    ([name, { choices }]) => choices && texts[name] !== undefined && !choices.includes(texts[name]),
  );
  if (wrong) return refuse(`--${wrong[0]} is one of ${wrong[1].choices?.join(', ')}.`);
  const places = Object.entries(declared.arguments);
  const absent = places.find(([, place], at) => isMissing(place, operands[at]))?.[1];
  if (absent) return refuse(absent.missing ?? `The ${absent.title} is missing: ${usageOf(declared)}`);
  const more = operands[places.length];
  if (more !== undefined) return refuse(`${declared.name || 'It'} takes no ${more}: ${usageOf(declared)}`);
  const reads: [string, Read<unknown>][] = [
    ...places.map(([name, { read }], at): [string, Read<unknown>] => [name, read(operands[at] ?? '')]),
    ...Object.entries(declared.options).map(([name, { read }]): [string, Read<unknown>] => [name, read(texts[name])]),
  ];
  const values: Record<string, unknown> = {};
  for (const [name, read] of reads) {
    if (!read.ok) return read;
    values[name] = read.value;
  }
  return { ok: true, value: values };
}

const refuse = (why: string) => ({ ok: false, why }) as const;

function isMissing({ missing }: DeclaredArgument<unknown>, typed: string | undefined): boolean {
  return typed === undefined || (missing === undefined && typed.trim() === '');
}

const belowZero = /^-\d+([.,]\d+)?$/;

/**
 * What stands at the places, and the texts behind the options. An amount below zero looks like an option and is none:
 * it stands last among the places, or behind an option.
 */
function splitTyped(
  declared: Declared,
  typed: readonly string[],
): Read<{ operands: string[]; texts: Record<string, string | undefined> }> {
  const { options } = declared;
  // Commander would take the next option for the value of the one before it.
  const bare = typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
  const unvalued = bare.find((arg, at) => {
    const next = bare[at + 1];
    const isOption = arg.startsWith('--') && (options[arg.slice(2)]?.title ?? null) !== null;
    return isOption && (next === undefined || (next.startsWith('-') && !belowZero.test(next)));
  });
  if (unvalued !== undefined) return refuse(`There is nothing behind ${unvalued}.`);
  const parser = parserOf(declared);
  const { operands, unknown } = parser.parseOptions([...typed]);
  const stranger = unknown.find((arg) => arg.startsWith('-') && arg !== '-' && arg !== '--' && !belowZero.test(arg));
  if (stranger !== undefined) {
    const [flag = ''] = stranger.split('=');
    const isKnown = flag.startsWith('--') && Object.hasOwn(options, flag.slice(2));
    return refuse(isKnown ? `${flag} has no value behind it.` : `There is no ${flag}.`);
  }
  const all = [...operands, ...unknown.filter((arg) => arg !== '--')];
  const texts = Object.fromEntries(
    parser.options.map((option) => {
      const value: unknown = parser.getOptionValue(option.attributeName());
      return [option.name(), value === true ? '' : (value as string | undefined)];
    }),
  );
  const [others, amounts] = [all.filter((arg) => !belowZero.test(arg)), all.filter((arg) => belowZero.test(arg))];
  return { ok: true, value: { operands: [...others, ...amounts], texts } };
}
