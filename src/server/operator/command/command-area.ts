import type { CommandOutcome, OperatorParts } from './operate.ts';
import { inJson } from './print-outcome.ts';
import { usualWidth, wrapped, wrappedParagraphs } from './wrapped-text.ts';

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
  width = usualWidth,
): { ok: true; work: Work } | { ok: false; outcome: CommandOutcome } {
  const asJson = args.includes('--json');
  const typed = args.filter((arg) => arg !== '--json');
  if (typed.includes('--help'))
    return { ok: false, outcome: { ok: true, text: helpOf(area, { wanted: typed[0], width }) } };
  const read: Read<Work> = typed.some((arg) => arg.startsWith('--json='))
    ? { ok: false, why: '--json has no value behind it.' }
    : area.read(typed);
  if (read.ok) return { ok: true, work: asJson ? (parts) => read.wish(parts).then(inJson) : read.wish };
  const text =
    read.why === null
      ? helpOf(area, { wanted: typed[0], width })
      : `${read.why}\n${program} ${area.name} --help shows all that is understood.`;
  const outcome = { ok: false, text, isMisread: true };
  return { ok: false, outcome: asJson ? inJson(outcome) : outcome };
}

/** The help of an area, or of the `wanted` one of its commands, in lines of `width` characters. */
function helpOf(
  { name, about, commands, more }: Area,
  { wanted, width }: { wanted: string | undefined; width: number },
): string {
  const usage = (text: string) => wrapped(text, { width, hanging: ' '.repeat(8) });
  const one = commands.find((command) => command.name === wanted || command.name === '');
  const rest = more === '' ? [] : [wrappedParagraphs(more, width)];
  if (one) return [usage(`${program} ${usageOf(name, one)}`), wrapped(one.about, { width }), ...rest].join('\n\n');
  const each = commands.flatMap((command) => [
    usage(usageOf(name, command)),
    wrapped(command.about, { width, first: ' '.repeat(4) }),
  ]);
  const head = [usage(`${program} ${name} <command> … [--json]`), wrapped(about, { width })];
  return [head.join('\n'), each.join('\n'), ...rest].join('\n\n');
}

const usageOf = (area: string, { name, takes }: CommandFacts) =>
  [area, name, takes].filter((one) => one !== '').join(' ');
