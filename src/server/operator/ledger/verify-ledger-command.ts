import type { CheckResult } from '../../ledger/verify-ledger.ts';
import { verifyLedger } from '../../ledger/verify-ledger.ts';
import { command } from '../command/declared-area.ts';

/** Proves the books of the configured database and says what was looked at. */
export const verifyLedgerCommand = command<null>({
  name: 'verify',
  takes: '',
  about:
    'Proves the books: every entry, every balance, every closed position, transaction and payment; names the first break. It ends with 0 where all holds, and with 1 otherwise.',
  read: () => ({ ok: true, wish: null }),
  async carryOut({ database }) {
    const { holds, results } = await verifyLedger(database);
    return { ok: holds, text: [...results.map(line), verdictOf(results)].join('\n'), data: { holds, results } };
  },
});

function line({ title, looked, faulty, examples }: CheckResult): string {
  const mark = faulty === 0 ? 'holds' : 'FAILS';
  const shown = examples.map((example) => `\n         ${example}`).join('');
  return `${mark}  ${title} (${looked} looked at, ${faulty} wrong)${shown}`;
}

function verdictOf(results: readonly CheckResult[]): string {
  const first = results.find(({ faulty }) => faulty > 0);
  if (!first) return 'The ledger agrees.';
  return `The ledger DOES NOT agree. The first break: ${first.title}: ${first.examples[0] ?? 'no example'}`;
}
