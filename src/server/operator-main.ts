import { report } from './operator/outcome.ts';
import { runOperator } from './operator-desk.ts';

/** `npm run operator`: the operator's desk. npm changes the folder, and says where it was called. */

const [, , ...args] = process.argv;
const cwd = process.env.INIT_CWD ?? process.cwd();
// Undefined where it is no terminal, 0 where a terminal does not say.
const width = process.stdout.columns || undefined;
report(await runOperator({ args, env: process.env, cwd, width }));
