import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClosingMails } from '../../../src/server/notices/closing-mails.ts';
import type { OpenOrder } from '../../../src/server/trading/desk-command.ts';
import type { TriggerFloor } from '../../support/trigger-floor.ts';
import { openTriggerFloor } from '../../support/trigger-floor.ts';

/** What customers are told of positions that close by themselves: a notice each, and one mail about all of them. */

let floor: TriggerFloor;

beforeAll(async () => {
  floor = await openTriggerFloor();
});
beforeEach(async () => {
  for (let times = 0; times < 3; times += 1) floor.quote('BTCUSD', 60_000, 60_010);
  await floor.settle();
  await floor.database.query('delete from notices');
  await floor.database.query('delete from mail_outbox');
});
afterAll(() => floor.close());

async function notices() {
  const text = `select account_id as "accountId", code, data, on_screen as "onScreen", mail_due_at as "mailDueAt"
    from notices order by created_at, id`;
  return (await floor.database.query<{ accountId: number; code: string; onScreen: boolean }>(text)).rows;
}

async function mails() {
  const query = floor.database.query<{ subject: string; body: string; html: string }>;
  return (await query('select subject, body, html from mail_outbox order by subject')).rows;
}

/** Writes the mails that are due this many milliseconds from now. */
async function writeMails(afterMs: number): Promise<void> {
  const runtime = { now: () => floor.clock.now + afterMs, newId: randomUUID };
  const logger = { error: (fault: unknown) => void floor.faults.push(fault) };
  const parts = { database: floor.database, siteUrl: 'https://broker.example', mailWritten: () => undefined, logger };
  await createClosingMails({ ...parts, runtime, schedule: () => () => undefined }).work();
}

async function close(bid: number, orders: Partial<OpenOrder>[], accountId?: number): Promise<number> {
  const owner = accountId ?? (await floor.openAccount());
  for (const order of orders) await floor.open(owner, order);
  floor.quote('BTCUSD', bid, bid + 10);
  await floor.settle();
  return owner;
}

test.each<[string, number, Partial<OpenOrder>]>([
  ['stop_loss', 58_990, { stopLoss: 59_000 }],
  ['take_profit', 61_000, { takeProfit: 61_000 }],
  ['low_margin', 54_020, { leverage: 10 }],
])('a close by %s is told on the screen, and by a mail half a minute later', async (code, bid, order) => {
  const accountId = await close(bid, [order]);
  expect(await notices()).toMatchObject([
    {
      accountId,
      code,
      onScreen: true,
      data: { symbol: 'BTCUSD', direction: 'buy', profitMinor: expect.any(Number) as number },
    },
  ]);
  await writeMails(29_000);
  expect(await mails()).toEqual([]);
  for (const _ of [1, 2]) await writeMails(31_000);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('BTCUSD');
  expect(mail?.body).toContain('https://broker.example/platform/BTCUSD');
  expect(floor.faults).toEqual([]);
});

test('many closings at one quote are a notice each and one mail', async () => {
  await close(
    58_000,
    Array.from({ length: 12 }, () => ({ stopLoss: 59_000, amountMinor: 5_000 })),
  );
  expect(await notices()).toHaveLength(12);
  await writeMails(31_000);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('12 of your positions were closed');
  expect(mail?.body.match(/BTCUSD, Buy · Stop loss: /g)).toHaveLength(10);
  expect(mail?.body).toContain('Plus 2 more');
});

test('what the customer switched off is not told', async () => {
  const accountId = await floor.openAccount();
  const choose = (choices: object) =>
    floor.database.query('update accounts set notice_choices = $2 where id = $1', [accountId, JSON.stringify(choices)]);
  await choose({ stop_loss: { screen: false, mail: false } });
  await close(58_900, [{ stopLoss: 59_000 }], accountId);
  expect(await notices()).toEqual([]);
  for (let times = 0; times < 3; times += 1) floor.quote('BTCUSD', 60_000, 60_010);
  await choose({ stop_loss: { screen: false } });
  await close(58_900, [{ stopLoss: 59_000 }], accountId);
  expect(await notices()).toMatchObject([{ onScreen: false }]);
  // Switched off before the mail is written.
  await choose({ stop_loss: { mail: false } });
  await writeMails(31_000);
  expect(await mails()).toEqual([]);
});

test('a close by hand is not told', async () => {
  const accountId = await floor.openAccount();
  const { id } = await floor.open(accountId);
  expect(await floor.desk.close(accountId, { id, price: 60_000 })).toMatchObject({ ok: true });
  expect(await notices()).toEqual([]);
});

test('the desk names the accounts that it told, once the commit is answered', async () => {
  const told: number[][] = [];
  const stop = floor.desk.onNoticed((accountIds) => told.push(accountIds));
  const accountId = await close(58_000, [{ stopLoss: 59_000 }, { stopLoss: 59_000 }]);
  await expect.poll(() => told.flat()).toContain(accountId);
  stop();
});
