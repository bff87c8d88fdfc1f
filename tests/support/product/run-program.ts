import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Storage } from './storages.ts';

/**
 * What a process of the product gets of this one's environment. Not the whole of it: what a developer has set must not
 * change what is tested. The cache is the one of `npm start`: with it a process needs a third less to load its modules.
 */
export const inherited = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/brokerkit/compiled', import.meta.url)),
};

/** What a program printed, and the code that it ended with. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program of the product to its end, in a process of its own. */
export function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const options = { env: { ...inherited, ...env }, maxBuffer: 2 ** 26 };
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], options, (fault, stdout, stderr) => {
      // One that was killed has no code of its own.
      done({ code: fault ? Number(fault.code ?? 1) : 0, stdout, stderr });
    });
  });
}

type Place = Pick<Storage, 'dataDir'> & { env?: NodeJS.ProcessEnv };

/** `npm run operator -- …` on a storage, however it ends. */
export function runOperator({ dataDir, env = {} }: Place, ...args: string[]): Promise<Ended> {
  return runProgram('src/server/operator-main.ts', args, { DATA_DIR: dataDir, ...env });
}

/** The same where it is to end well: what it printed. */
export async function operate(place: Place, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runOperator(place, ...args);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}
