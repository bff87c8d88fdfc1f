import { headText, NoPauseForHead, readHead } from '../../ledger/ledger-head.ts';
import type { CheckResult } from '../../ledger/checks/ledger-check.ts';
import type { HeadWish } from '../../ledger/verify-ledger.ts';
import { verifyLedger } from '../../ledger/verify-ledger.ts';
import { command } from '../command/declared-area.ts';

/** Proves the books of the configured database and says what was looked at. */
export const verifyLedgerCommand = command<HeadWish>({
  name: 'verify',
  takes: '[--head <new, or one that was kept>]',
  about:
    'Proves the books: every entry, every balance, every closed position, transaction, payment and first deposit; names the first break. With --head new it prints their head, which proves later, as --head <head>, that nothing until then was changed. It ends with 0 where all holds, and with 1 otherwise.',
  read(said) {
    const text = said.text('head');
    if (text === undefined) return { ok: true, wish: {} };
    if (text === 'new') return { ok: true, wish: { isHeadWanted: true } };
    const kept = readHead(text);
    return kept
      ? { ok: true, wish: { kept, isHeadWanted: true } }
      : { ok: false, why: `${text} is no head: it is new, or what --head new has printed.` };
  },
  async carryOut({ database }, wish) {
    const proof = await verifyLedger(database, wish).catch((fault: unknown) => {
      if (fault instanceof NoPauseForHead) return fault;
      throw fault;
    });
    if (proof instanceof NoPauseForHead) return { ok: false, text: proof.message };
    const { holds, results, head } = proof;
    const lines = [...results.map(line), ...(head ? [`head   ${headText(head)}`] : []), verdictOf(results)];
    return { ok: holds, text: lines.join('\n'), data: { holds, results, ...(head && { head: headText(head) }) } };
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
