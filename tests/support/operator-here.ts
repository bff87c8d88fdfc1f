import { runOperator as runDesk } from '../../src/server/operator-desk.ts';
import type { CommandOutcome } from '../../src/server/operator/outcome.ts';
import { exitCodeOf, shownText } from '../../src/server/operator/outcome.ts';
import type { Ended } from './product/run-program.ts';
import type { Storage } from './product/storages.ts';

/**
 * Carries out `npm run operator -- …` on a storage, in this process: a process of its own takes a second to load. The
 * output and the exit code are those of a process, which command-line.test.ts tests. Not for a folder that this process
 * has locked and other processes must stay out of: a second try to lock it would end the first lock.
 */
export async function runOperator(
  { dataDir, env: { INIT_CWD: cwd = process.cwd(), ...env } = {} }: OperatedStorage,
  ...args: string[]
): Promise<Ended> {
  return endOf(await runDesk({ args, env: { DATA_DIR: dataDir, ...env }, cwd }));
}

/** The end of a process with this outcome. */
export function endOf(outcome: CommandOutcome): Ended {
  const { ok, isResult = ok } = outcome;
  const text = shownText(outcome);
  return { code: exitCodeOf(outcome), stdout: isResult ? text : '', stderr: isResult ? '' : text };
}

interface OperatedStorage extends Pick<Storage, 'dataDir'> {
  env?: Record<string, string>;
}

/** Like `runOperator`, but throws unless it succeeds; returns its output. */
export async function operate(storage: OperatedStorage, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runOperator(storage, ...args);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}
