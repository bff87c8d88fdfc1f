import { report } from './operator/outcome.ts';
import { runOperator } from './operator-desk.ts';

/**
 * `npm run operator`: the operator's desk. npm changes the working directory and passes the original one in INIT_CWD.
 */

const [, , ...args] = process.argv;
const cwd = process.env.INIT_CWD ?? process.cwd();
// Undefined without a terminal; 0 if a terminal does not report its width.
const width = process.stdout.columns || undefined;
report(await runOperator({ args, env: process.env, cwd, width }));
