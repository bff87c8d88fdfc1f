import { afterAll, beforeAll, expect, test } from 'vitest';
import { getStatement } from '../../../src/lib/contract/payments/payment-calls.ts';
import { stepWithdrawal } from '../../../src/server/payments/step-withdrawal.ts';
import { openCsv, sealCsv, statementKey } from '../../../src/server/statements/statement-seal.ts';
import { verifyStatement } from '../../../src/server/statements/verify-statement.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';
import { testMasterKey } from '../../support/test-app.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** Which terms statements use. Statements with the older terms are still valid. */

const key = statementKey(testMasterKey);
const days = { from: '2026-11-02', until: '2026-11-02' };
let floor: PayingFloor;
let payer: Payer;

beforeAll(async () => {
  floor = await openPayingFloor();
  payer = await floor.payer();
  const { app, runtime } = floor.shop;
  const [cancelled, declined] = [await withdraw(), await withdraw()];
  runtime.advance(1_000);
  await payer.cancel(cancelled);
  runtime.advance(1_000);
  const parts = { database: app.database, ...settlingParts(runtime) };
  await stepWithdrawal(parts, { transactionId: declined, step: 'declined', actor: 'operator:ada', reason: 'x' });
  runtime.advance(1_000);
});
afterAll(() => floor.close());

async function withdraw(): Promise<string> {
  const { data } = await payer.create({ method: 'withdraw', amount: -10, comments: 'To my bank' });
  return data?.transaction_id ?? '';
}

async function makeStatement(language: string): Promise<Buffer> {
  const body = { ...days, format: 'csv', language };
  const { body: answer } = await floor.shop.call(getStatement, { accessToken: payer.accessToken, body });
  if (answer.status === 'error') throw new Error(JSON.stringify(answer.error));
  return Buffer.from(answer.data.content, 'base64');
}

test.each([
  ['en', 'Withdrawal cancelled, amount released', 'Withdrawal declined, amount released'],
  ['de', 'Auszahlung storniert, Betrag freigegeben', 'Auszahlung abgelehnt, Betrag freigegeben'],
  ['it', 'Prelievo annullato, importo liberato', 'Prelievo rifiutato, importo liberato'],
  ['es', 'Retirada cancelada, importe liberado', 'Retirada rechazada, importe liberado'],
])(
  'a customer who cancelled a withdrawal reads it, and so does one who was declined: %s',
  async (language, ...words) => {
    const released = (await makeStatement(language))
      .toString()
      .matchAll(/^line,.*,withdrawal-released:[^,]*,"([^"]*)",/gm);
    expect([...released].map(([, text]) => text)).toEqual(words);
  },
);

test('a statement with older terms and without a company still agrees with the ledger', async () => {
  const opened = openCsv(await makeStatement('en'), key);
  if ('fault' in opened) throw new Error(opened.fault);
  const earlier = opened.csv
    .replaceAll('Withdrawal declined, amount released', 'Withdrawal called off, amount released')
    .replace(/about,,,,company,.*\r\n/, '');
  expect(earlier.split('\r\n')).toHaveLength(opened.csv.split('\r\n').length - 1);
  const { text } = sealCsv(earlier, key);
  const verdict = await verifyStatement({ database: floor.shop.app.database, key }, Buffer.from(text));
  expect(verdict).toMatchObject({ ok: true, findings: ['The file is unchanged.', 'It agrees with the ledger.'] });
});
