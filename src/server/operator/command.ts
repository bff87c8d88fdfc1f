import { Argument, Command as Parser, Option } from 'commander';
import type { Database } from '../db/database.ts';
import type { Runtime } from '../runtime.ts';
import type { SiteSettings } from './known-site.ts';
import type { CommandOutcome } from './outcome.ts';

/**
 * What a command gets. `Live` is what it needs from a running server, `Settings` what it needs from the configuration.
 */
export interface OperatorParts<Live = unknown, Settings = SiteSettings> {
  config: Settings;
  /** Open, and migrated to this version of the code. */
  database: Database;
  runtime: Runtime;
  /** The operator's name in the operating system, as recorded in the audit log. */
  actor: `operator:${string}`;
  /** The working directory, to which file names are relative. */
  cwd: string;
  /** What only a running server has; null if the command runs outside of a server. */
  live: Live | null;
}

/** The value, or a text that says why it is invalid. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; why: string };

/** A positional argument of a command. All of them are required. */
export interface DeclaredArgument<Value> {
  /** The placeholder in the help: `email` is shown as `<email>`. */
  title: string;
  /** The message if the argument is missing; undefined: a standard sentence. */
  missing?: string;
  read: (typed: string) => Read<Value>;
}

/** An option of a command: `--name`, alone or with a value. */
export interface DeclaredOption<Value> {
  /** The placeholder of the option's value in the help; null if the option has no value. */
  title: string | null;
  about: string;
  isRequired?: boolean;
  /** The only values that are allowed. */
  choices?: readonly string[];
  /** `typed` is undefined if the option was not typed, and empty if it was typed without a value. */
  read: (typed: string | undefined) => Read<Value>;
}

/** The values read for the declared arguments or options. */
type Values<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends { read: (typed: string) => Read<infer Value> } ? Value : never;
};

type Arguments = Readonly<Record<string, DeclaredArgument<unknown>>>;
type Options = Readonly<Record<string, DeclaredOption<unknown>>>;

/** The work of a command, done once everything is open; returns the outcome as text. */
export type Work<Parts = OperatorParts> = (parts: Parts) => Promise<CommandOutcome>;

/** A command as the help and the completion of shells use it. `Parts` is what the command gets. */
export interface Command<Parts = OperatorParts> {
  /** One word; empty if it is the only command of its area. */
  name: string;
  about: string;
  arguments: Arguments;
  options: Options;
  /**
   * Whether the running server has to execute the command, because it needs prices or something else that only the
   * server has.
   */
  isLive: boolean;
  read: (typed: readonly string[]) => Read<Work<Parts>>;
}

/** A command with the types of its values. */
export interface TypedCommand<Said, Parts = OperatorParts> extends Command<Parts> {
  readValues: (typed: readonly string[]) => Read<Said>;
}

/** The commands about one subject, such as transactions. */
export interface Area<Parts = OperatorParts> {
  /** One word. */
  name: string;
  about: string;
  commands: readonly Command<Parts>[];
  /** Further explanations in the help. */
  more: string;
}

/**
 * Passes further parts to the commands of an area, such as a function of a feature that the area's feature must not
 * import.
 */
export function withParts<Parts, More>(area: Area<Parts & More>, more: More): Area<Parts> {
  const commands = area.commands.map((one): Command<Parts> => ({
    ...one,
    read(typed) {
      const read = one.read(typed);
      return read.ok ? { ok: true, value: (parts) => read.value({ ...parts, ...more }) } : read;
    },
  }));
  return { ...area, commands };
}

interface Declaration<A extends Arguments, O extends Options, Parts> {
  name: string;
  about: string;
  arguments?: A;
  options?: O;
  isLive?: boolean;
  /** Says why values that are valid one by one are not allowed together; null if they are allowed. */
  check?: (said: Values<A> & Values<O>) => string | null;
  carryOut: (parts: Parts, said: Values<A> & Values<O>) => Promise<CommandOutcome>;
}

/** Declares a command. Its arguments and options are checked before anything is opened. */
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

/** The declared parts of a command. */
type Declared = Pick<Command, 'name' | 'about' | 'arguments' | 'options'>;

/** The usage of a command, such as `show <email> [--pin]`. */
export function usageOf(declared: Declared): string {
  return [declared.name, ...argumentTitles(declared)].filter((word) => word !== '').join(' ');
}

/** The arguments and options after the name, such as `<email>`, `--reason <why>`, `[--all]`. */
export function argumentTitles({ arguments: positionals, options }: Pick<Declared, 'arguments' | 'options'>): string[] {
  const flags = Object.entries(options).map(([name, option]) =>
    option.isRequired === true ? flagsOf(name, option) : `[${flagsOf(name, option)}]`,
  );
  return [...Object.values(positionals).map(({ title }) => `<${title}>`), ...flags];
}

const flagsOf = (name: string, { title }: DeclaredOption<unknown>) => `--${name}${title === null ? '' : ` <${title}>`}`;

/** Makes commander's object for a command. It parses what is typed and formats the help. */
export function parserOf({ name, about, arguments: positionals, options }: Declared): Parser {
  const parser = new Parser(name).description(about).helpOption(false).exitOverride();
  for (const { title } of Object.values(positionals)) parser.addArgument(new Argument(`<${title}>`));
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
  if (wrong) return refuse(`--${wrong[0]} must be one of ${wrong[1].choices?.join(', ')}.`);
  const positionals = Object.entries(declared.arguments);
  const absent = positionals.find(([, positional], at) => isMissing(positional, operands[at]))?.[1];
  if (absent) return refuse(absent.missing ?? `The ${absent.title} is missing: ${usageOf(declared)}`);
  const more = operands[positionals.length];
  if (more !== undefined) return refuse(`${declared.name || 'It'} takes no ${more}: ${usageOf(declared)}`);
  const reads: [string, Read<unknown>][] = [
    ...positionals.map(([name, { read }], at): [string, Read<unknown>] => [name, read(operands[at] ?? '')]),
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
 * Splits what was typed into positional arguments and the texts of options. A negative amount looks like an option, but
 * is the last argument or the value of an option.
 */
function splitTyped(
  declared: Declared,
  typed: readonly string[],
): Read<{ operands: string[]; texts: Record<string, string | undefined> }> {
  const { options } = declared;
  // If an option's value is missing, commander would use the next option as its value.
  const bare = typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
  const optionWithoutValue = bare.find((arg, at) => {
    const next = bare[at + 1];
    const isOption = arg.startsWith('--') && (options[arg.slice(2)]?.title ?? null) !== null;
    return isOption && (next === undefined || (next.startsWith('-') && !belowZero.test(next)));
  });
  if (optionWithoutValue !== undefined) return refuse(`${optionWithoutValue} needs a value.`);
  const parser = parserOf(declared);
  const { operands, unknown } = parser.parseOptions([...typed]);
  const unknownOption = unknown.find(
    (arg) => arg.startsWith('-') && arg !== '-' && arg !== '--' && !belowZero.test(arg),
  );
  if (unknownOption !== undefined) {
    const [flag = ''] = unknownOption.split('=');
    const isKnown = flag.startsWith('--') && Object.hasOwn(options, flag.slice(2));
    return refuse(isKnown ? `${flag} takes no value.` : `There is no ${flag}.`);
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
