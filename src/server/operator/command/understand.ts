import type { Area, Work } from './command-area.ts';
import { program, readIn } from './command-area.ts';
import { completionFor, loadedBy, shells } from './completion.ts';
import type { CommandOutcome } from './operate.ts';
import { usualWidth, wrapped, wrappedParagraphs } from './wrapped-text.ts';

export type Understood = { ok: true; work: Work; isLive: boolean } | { ok: false; outcome: CommandOutcome };

/** What is to be done for what was typed behind `npm run operator --`; or what is printed instead, help in lines of `width` characters. */
export function understand(areas: readonly Area[], args: readonly string[], width = usualWidth): Understood {
  const [first, second, ...others] = args;
  if (first === undefined) return printed({ ok: false, text: helpOfAll(areas, width), isMisread: true });
  if (first === '--help' || first === 'help') return help(areas, second, width);
  if (first === 'completion') return printed(completion(areas, args.slice(1), width));
  const area = areas.find(({ name }) => name === first);
  if (!area) return printed(noArea(areas, first));
  const read = readIn(area, args.slice(1), width);
  if (!read.ok) return read;
  const name = [second, ...others].find((arg) => arg !== undefined && !arg.startsWith('-'));
  const isLive = area.commands.some((command) => command.name === name && command.isLive === true);
  return { ok: true, work: read.work, isLive };
}

const printed = (outcome: CommandOutcome) => ({ ok: false, outcome }) as const;

function help(areas: readonly Area[], wanted: string | undefined, width: number): Understood {
  if (wanted === undefined) return printed({ ok: true, text: helpOfAll(areas, width) });
  const isThere = wanted === 'completion' || areas.some(({ name }) => name === wanted);
  return isThere ? understand(areas, [wanted, '--help'], width) : printed(noArea(areas, wanted));
}

function noArea(areas: readonly Area[], name: string): CommandOutcome {
  const why = `There is no area "${name}"; there are: ${areas.map((area) => area.name).join(', ')}.`;
  return { ok: false, text: `${why}\n${program} --help says what each is about.`, isMisread: true };
}

function completion(areas: readonly Area[], args: readonly string[], width: number): CommandOutcome {
  const isHelp = args.includes('--help');
  const known = shells.find((one) => one === args[0]);
  if (known && !isHelp) return { ok: true, text: completionFor(known, areas) };
  const about =
    'Prints a script by which TAB completes areas, commands and options. Say which shell it is for; each takes it in by a line of its own:';
  const ways = shells.map((one) => `  ${one.padEnd(4)}  ${loadedBy(one)}`);
  const head = `${program} completion <${shells.join('|')}>`;
  const text = [head, '', wrapped(about, { width }), ...ways].join('\n');
  return isHelp ? { ok: true, text } : { ok: false, text, isMisread: true };
}

function helpOfAll(areas: readonly Area[], width: number): string {
  const widest = Math.max(...areas.map(({ name }) => name.length));
  return [
    `${program} <area> <command> …`,
    areas.map(({ name, about }) => wrapped(about, { width, first: `${name.padEnd(widest)}  ` })).join('\n'),
    helps.map(([typed, what]) => wrapped(what, { width, first: `${program} ${typed.padEnd(26)}` })).join('\n'),
    wrappedParagraphs(more, width),
  ].join('\n\n');
}

const helps = [
  ['<area> --help', 'its commands'],
  ['<area> <command> --help', 'what one takes'],
  ['completion --help', 'how TAB completes them'],
] as const;

const more = `Each takes --json, for programs (npm run -s operator -- …): one object, {"ok": true, "data": …} or {"ok": false, "why": "…"}, with money in minor units. The exit code
is 0 where it was done, 1 where it was refused or what was looked for is not so, and 2 where it was not understood. Who did what, and why, stands in the audit log.
Beside a running server on the embedded database the server carries it out, by operator.sock in its data folder; on PostgreSQL the command does it itself and
tells the server.`;
