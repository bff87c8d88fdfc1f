import { report } from './command/print-outcome.ts';
import { runOperator } from './run-operator.ts';

/** `npm run operator`: the operator's desk. npm changes the folder, and says where it was called. */

const [, , ...args] = process.argv;
report(await runOperator({ args, env: process.env, cwd: process.env.INIT_CWD ?? process.cwd() }));
