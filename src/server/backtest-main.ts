import { runBacktest } from './backtest.ts';
import { report } from './operator/outcome.ts';

/** `npm run backtest`. */

report(await runBacktest(process.argv.slice(2), process.env));
