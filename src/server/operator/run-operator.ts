import { describeFaults, parseConfig } from '../config.ts';
import type { Environment } from '../environment.ts';
import { areas } from './areas.ts';
import { isHeadedByNpm, loadedBy, shells } from './command/completion.ts';
import type { CommandOutcome } from './command/operate.ts';
import { operate, whoOperates } from './command/operate.ts';
import { inJson } from './command/print-outcome.ts';
import { understand } from './command/understand.ts';
import { askServer } from './desk/ask-server.ts';

/** What a process was started with. */
export interface Started {
  /** What was typed behind `npm run operator --`. */
  args: readonly string[];
  env: Environment;
  /** The folder that it was typed in. */
  cwd: string;
  /** How many characters stand in a line of the terminal; none: it is printed elsewhere. */
  width?: number | undefined;
}

/**
 * Carries out what an operator typed: on the database itself; by the server that runs on the data folder where the database is the embedded one
 * and that server has it open, or where only a server can. Nothing is opened for what is not understood.
 */
export async function runOperator(started: Started): Promise<CommandOutcome> {
  const { args, env, width } = started;
  const shell = args[0] === 'completion' ? shells.find((one) => one === args[1]) : undefined;
  if (shell && !args.includes('--help') && isHeadedByNpm(env)) {
    const text = `npm’s own lines would come before the script, and the shell would carry them out: ${loadedBy(shell)}`;
    return { ok: false, text, isMisread: true };
  }
  const understood = understand(areas, args, width);
  if (!understood.ok) return understood.outcome;
  const outcome = await (understood.isLive ? byServer(started) : byItself(started, understood.work));
  return args.includes('--json') && outcome.isJson !== true ? inJson(outcome) : outcome;
}

function byItself({ args, env, cwd }: Started, work: Parameters<typeof operate>[1]): Promise<CommandOutcome> {
  const wish = { args: [...args], actor: whoOperates(), cwd };
  return operate({ env, cwd, whenInUse: ({ dataDir }) => askServer(dataDir, wish) }, work);
}

async function byServer({ args, env, cwd }: Started): Promise<CommandOutcome> {
  const parsed = parseConfig(env);
  if (!parsed.ok) return { ok: false, text: describeFaults(parsed.faults) };
  const { dataDir } = parsed.config;
  const answer = await askServer(dataDir, { args: [...args], actor: whoOperates(), cwd });
  if (answer) return answer;
  const text = `Only a running server can do that, and none listens in ${dataDir}: start it, or type this where it runs.`;
  return { ok: false, text };
}
