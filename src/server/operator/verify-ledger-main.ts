import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import type { CheckResult } from '../ledger/verify-ledger.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { operate, report } from './operate.ts';

/** `npm run ledger:verify`: proves the books of the configured database and says what was looked at. */

function line({ title, looked, faulty, examples }: CheckResult): string {
  const mark = faulty === 0 ? 'holds' : 'FAILS';
  const shown = examples.map((example) => `\n         ${example}`).join('');
  return `${mark}  ${title} (${looked} looked at, ${faulty} wrong)${shown}`;
}

const outcome = await operate(process.env, async ({ databaseUrl, dataDir, databasePoolSize }) => {
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: databasePoolSize });
  try {
    await migrate(database);
    const { holds, results } = await verifyLedger(database);
    const verdict = holds ? 'The ledger agrees.' : 'The ledger DOES NOT agree.';
    return { ok: holds, text: [...results.map(line), verdict].join('\n') };
  } finally {
    await database.close();
  }
});
report(outcome);
