import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Storage } from './storages.ts';

/**
 * The environment variables that a process of the product inherits. Only these: a developer's own settings must not
 * change what is tested. The cache is the one of `npm start`; with it a process loads its modules in a third less time.
 */
export const inherited = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/brokerkit/compiled', import.meta.url)),
};

/**
 * Processes of tests live for seconds. Optimising the WebAssembly of the embedded database would cost each of them
 * another second of processor time; benches, which set no TEST_RUN, measure it optimised.
 */
export const nodeFlags = process.env.TEST_RUN === undefined ? [] : ['--liftoff-only'];

/** The output of a program, and its exit code. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program of the product to its end, in a separate process. */
export function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const options = { env: { ...inherited, ...env }, maxBuffer: 2 ** 26 };
  return new Promise((done) => {
    execFile(process.execPath, [...nodeFlags, program, ...args], options, (fault, stdout, stderr) => {
      // A process killed by a signal has no exit code.
      done({ code: fault ? Number(fault.code ?? 1) : 0, stdout, stderr });
    });
  });
}

type DataFolder = Pick<Storage, 'dataDir'> & { env?: NodeJS.ProcessEnv };

/** Runs `npm run operator -- …` on a storage. */
export function runOperator({ dataDir, env = {} }: DataFolder, ...args: string[]): Promise<Ended> {
  return runProgram('src/server/operator-main.ts', args, { DATA_DIR: dataDir, ...env });
}
