import type { Area, Work } from './command-area.ts';
import { program, readIn } from './command-area.ts';
import { completionFor, loadedBy, shells } from './completion.ts';
import type { CommandOutcome } from './operate.ts';

export type Understood = { ok: true; work: Work; isLive: boolean } | { ok: false; outcome: CommandOutcome };

/** What is to be done for what was typed behind `npm run operator --`; or what is printed instead. */
export function understand(areas: readonly Area[], args: readonly string[]): Understood {
  const [first, second, ...others] = args;
  if (first === undefined) return printed({ ok: false, text: helpOfAll(areas), isMisread: true });
  if (first === '--help' || first === 'help') return help(areas, second);
  if (first === 'completion') return printed(completion(areas, second));
  const area = areas.find(({ name }) => name === first);
  if (!area) return printed(noArea(areas, first));
  const read = readIn(area, args.slice(1));
  if (!read.ok) return read;
  const name = [second, ...others].find((arg) => arg !== undefined && !arg.startsWith('-'));
  const isLive = area.commands.some((command) => command.name === name && command.isLive === true);
  return { ok: true, work: read.work, isLive };
}

const printed = (outcome: CommandOutcome) => ({ ok: false, outcome }) as const;

function help(areas: readonly Area[], wanted: string | undefined): Understood {
  if (wanted === undefined) return printed({ ok: true, text: helpOfAll(areas) });
  const area = areas.find(({ name }) => name === wanted);
  return area ? understand(areas, [wanted, '--help']) : printed(noArea(areas, wanted));
}

function noArea(areas: readonly Area[], name: string): CommandOutcome {
  const why = `There is no area "${name}"; there are: ${areas.map((area) => area.name).join(', ')}.`;
  return { ok: false, text: `${why}\n${program} --help says what each is about.`, isMisread: true };
}

function completion(areas: readonly Area[], shell: string | undefined): CommandOutcome {
  const known = shells.find((one) => one === shell);
  if (known) return { ok: true, text: completionFor(known, areas) };
  const ways = shells.map((one) => `  ${one.padEnd(4)}  ${loadedBy(one)}`);
  return { ok: false, text: ['Say which shell completes it by TAB:', ...ways].join('\n'), isMisread: true };
}

function helpOfAll(areas: readonly Area[]): string {
  const widest = Math.max(...areas.map(({ name }) => name.length));
  return [
    `${program} <area> <command> …`,
    areas.map(({ name, about }) => `${name.padEnd(widest)}  ${about}`).join('\n'),
    `${program} <area> --help       its commands
${program} <area> <command> --help   what one takes
${loadedBy('bash')}   has TAB complete them (${shells.join(', ')})`,
    `Each takes --json, for programs (npm run -s operator -- …): one object, {"ok": true, "data": …} or {"ok": false, "why": "…"}, with money in minor units. The exit code
is 0 where it was done, 1 where it was refused or what was looked for is not so, and 2 where it was not understood. Who did what, and why, stands in the audit log.
Beside a running server on the embedded database the server carries it out, by operator.sock in its data folder; on PostgreSQL the command does it itself and
tells the server.`,
  ].join('\n\n');
}
