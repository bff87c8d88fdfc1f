import { expect, test } from 'vitest';
import type { OperatorParts } from '../../../src/server/operator/command.ts';
import { verifyLedgerCommand } from '../../../src/server/reconciliation/ledger-commands.ts';

test('if the books are too busy for a head, the message says so, and does not mention a locked account', async () => {
  const timeout = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  const database = { transaction: () => Promise.reject(timeout) };
  const understood = verifyLedgerCommand.read(['--head', 'new']);
  if (!understood.ok) throw new Error(understood.why);
  expect(await understood.value({ database } as unknown as OperatorParts)).toEqual({
    ok: false,
    text: 'The ledger is too busy right now. Try again.',
  });
});
