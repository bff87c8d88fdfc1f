import type { CommandOutcome, OperatorParts } from './operate.ts';
import { inJson } from './print-outcome.ts';

/** What was understood of the arguments, or in words what was not. `why` is null where nothing was said at all. */
export type Read<Wish> = { ok: true; wish: Wish } | { ok: false; why: string | null };

/** What a command does where all is open, and how that went in words. */
export type Work = (parts: OperatorParts) => Promise<CommandOutcome>;

/** What is said of a command, by its help and to the shell that completes it. */
export interface CommandFacts {
  /** One word; empty where the area is its only command. */
  name: string;
  /** What is typed behind its name: `<id> [--amount <what came>]`. */
  takes: string;
  about: string;
  /** It needs prices, or what else only the running server has: that one carries it out. */
  isLive?: boolean;
}

/** The commands about one thing, such as transactions. */
export interface Area {
  /** One word. */
  name: string;
  about: string;
  commands: readonly CommandFacts[];
  /** What else is to be known of them. */
  more: string;
  /** What is wanted by what stands behind the area's name. */
  read: (args: readonly string[]) => Read<Work>;
}

/** An area whose commands are read by one function and carried out by another. */
export function areaOf<Wish>({
  read,
  carryOut,
  ...facts
}: Omit<Area, 'read'> & {
  read: (args: readonly string[]) => Read<Wish>;
  carryOut: (parts: OperatorParts, wish: Wish) => Promise<CommandOutcome>;
}): Area {
  return {
    ...facts,
    read(args) {
      const understood = read(args);
      return understood.ok ? { ok: true, wish: (parts) => carryOut(parts, understood.wish) } : understood;
    },
  };
}

/** Why a word that names no command is not understood. */
export function noCommand({
  name,
  area,
  commands,
}: {
  name: string;
  area: string;
  commands: readonly string[];
}): string {
  return `There is no command "${name}" in ${area}; there are: ${commands.join(', ')}.`;
}

/** Every command is typed behind this. */
export const program = 'npm run operator --';

/** What is to be done for arguments; or what is printed instead: the help who asks for it, and what was not understood. */
export function readIn(
  area: Area,
  args: readonly string[],
): { ok: true; work: Work } | { ok: false; outcome: CommandOutcome } {
  const asJson = args.includes('--json');
  const typed = args.filter((arg) => arg !== '--json');
  if (typed.includes('--help')) return { ok: false, outcome: { ok: true, text: helpOf(area, typed[0]) } };
  const read: Read<Work> = typed.some((arg) => arg.startsWith('--json='))
    ? { ok: false, why: '--json has no value behind it.' }
    : area.read(typed);
  if (read.ok) return { ok: true, work: asJson ? (parts) => read.wish(parts).then(inJson) : read.wish };
  const text =
    read.why === null
      ? helpOf(area, typed[0])
      : `${read.why}\n${program} ${area.name} --help shows all that is understood.`;
  const outcome = { ok: false, text, isMisread: true };
  return { ok: false, outcome: asJson ? inJson(outcome) : outcome };
}

/** The help of an area, or of one of its commands. */
export function helpOf({ name, about, commands, more }: Area, wanted?: string): string {
  const one = commands.find((command) => command.name === wanted || command.name === '');
  if (one) return [`${program} ${usageOf(name, one)}`, one.about, ...(more === '' ? [] : [more])].join('\n\n');
  const each = commands.map((command) => `${usageOf(name, command)}\n    ${command.about}`);
  const head = `${program} ${name} <command> … [--json]\n${about}`;
  return [head, each.join('\n'), ...(more === '' ? [] : [more])].join('\n\n');
}

const usageOf = (area: string, { name, takes }: CommandFacts) =>
  [area, name, takes].filter((one) => one !== '').join(' ');
