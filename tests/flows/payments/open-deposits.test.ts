import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostOpenDeposits } from '../../../src/server/payments/start-payment.ts';
import { payWithinMs } from '../../../src/server/payments/rules/decide-ask.ts';
import type { PayingFloor, Payer } from './paying-floor.ts';
import { openPayingFloor } from './paying-floor.ts';

/** How many deposits of an account may wait at providers, which are polled about each of them. */

let floor: PayingFloor;

beforeAll(async () => {
  floor = await openPayingFloor();
});
afterAll(async () => {
  expect(await floor.booksHold()).toBe(true);
  await floor.close();
});

const refused = { status: 429, code: 'TOO_MANY_REQUESTS' };
const howMany = async (payer: Payer, status: string, ids: string[]) => {
  const shown = await Promise.all(ids.map((id) => payer.show(id)));
  return shown.filter(({ data }) => data?.transaction_status === status).length;
};

async function limitsMet(): Promise<string[]> {
  const { rows } = await floor.shop.app.database.query<{ limit: string }>(
    `select details ->> 'limit' as limit from audit_entries where event = 'limit_met' order by at`,
  );
  return rows.map(({ limit }) => limit);
}

test('only deposits for which a provider was asked count, and each makes room when it has ended', async () => {
  const payer = await floor.payer();
  const early = await Promise.all(Array.from({ length: mostOpenDeposits + 2 }, () => payer.deposit()));
  const [started, left] = [early.slice(0, mostOpenDeposits), early.slice(mostOpenDeposits)];
  for (const id of started) expect((await payer.send(id)).status).toBe(200);

  expect(await limitsMet()).toEqual([]);
  expect(await payer.send(left[0] ?? '')).toMatchObject(refused);
  expect(await limitsMet(), 'recorded wherever it is met').toEqual(['deposit']);
  expect(await payer.create()).toMatchObject(refused);
  expect((await payer.send(started[3] ?? '')).status, 'the page of a waiting deposit opens again').toBe(200);
  const other = await floor.payer('limited@example.com');
  expect((await other.send(await other.deposit())).status).toBe(200);

  // Cancelling the first deposit does not make room for another page, because its provider is still polled.
  expect((await payer.cancel(started[0] ?? '')).status).toBe(200);
  expect(await payer.send(left[0] ?? '')).toMatchObject(refused);

  await floor.report({ order: started[1] ?? '', status: 'paid' });
  expect((await payer.send(left[0] ?? '')).status).toBe(200);
  expect(await payer.send(left[1] ?? '')).toMatchObject(refused);

  floor.shop.runtime.advance(payWithinMs);
  await floor.shop.app.payments.work();
  const next = await floor.payer();
  expect(await howMany(next, 'declined', early)).toBe(early.length - 2);
  expect((await next.send(await next.deposit())).status).toBe(200);
});

test('the page of a payment is deleted when it ends, however it ends', async () => {
  const payer = await floor.payer();
  const [paid, differs, cancelled, left] = [
    await payer.deposit(),
    await payer.deposit(),
    await payer.deposit(),
    await payer.deposit(),
  ];
  const all = [paid, differs, cancelled, left];
  const pages = async () => {
    const text = 'select redirect_url as page from payments where transaction_id = any($1) order by updated_at';
    const { rows } = await floor.shop.app.database.query<{ page: string | null }>(text, [all]);
    return rows.filter(({ page }) => page !== null).length;
  };
  for (const id of all) await payer.send(id);
  expect(await pages()).toBe(4);
  await floor.report({ order: paid, status: 'paid' });
  await floor.report({ order: differs, status: 'paid', amount: '1.00' });
  await payer.cancel(cancelled);
  expect(await pages(), 'of the waiting one').toBe(1);
  floor.shop.runtime.advance(payWithinMs);
  await floor.shop.app.payments.work();
  expect(await pages()).toBe(0);
});

test('a refused customer is told when there will be room', async () => {
  const payer = await floor.payer('limited@example.com');
  for (;;) {
    const id = await payer.create();
    if (id.code === 'TOO_MANY_REQUESTS') break;
    await payer.send(id.data?.transaction_id ?? '');
  }
  floor.shop.runtime.advance(600_000);
  const again = await floor.payer('limited@example.com');
  expect(Number(await refusedFor(floor, again, 1))).toBeGreaterThan(80_000);
});

/** The seconds after which a refused customer is told to try again; null if the answer names none. */
async function refusedFor({ shop }: PayingFloor, { accessToken }: Payer, method: number): Promise<string | null> {
  const response = await fetch(`${shop.url}/api/transactions/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ method, amount: 300 }),
  });
  expect(response.status).toBe(429);
  return response.headers.get('retry-after');
}

/**
 * Begins 120 deposits at once and sends them all to their provider's page: returns how many got there, and the codes of
 * the other answers.
 */
async function sendAtOnce(payer: Payer, request: { method: number; provider: string }) {
  const ids = await Promise.all(Array.from({ length: 120 }, () => payer.deposit(request)));
  const answers = await Promise.all(ids.map((id) => payer.send(id, request)));
  const led = answers.filter(({ data }) => typeof data?.redirect_url === 'string');
  const codes = answers.flatMap(({ code }) => code ?? []);
  return { led: led.length, codes: [...new Set(codes)], ids };
}

test('of 120 deposits at once no more than allowed wait, at a polled provider and for links with and without reports', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'links-'));
  const file = join(folder, 'payments.json');
  const sign = { algorithm: 'sha256', kind: 'hmac', in: 'header', name: 'x-sign', over: 'body' };
  const paths = { order: 'order', amount: 'amount', currency: 'currency', status: 'status' };
  const link = { kind: 'link', icon: 'wallet', unit: 'major', url: 'https://pay.example/{order_id}?sum={amount}' };
  const links = [
    {
      ...link,
      name: 'telling',
      method: 3,
      label: 'A',
      webhook: { sign, ...paths, outcomes: { paid: ['ok'], failed: ['no'] } },
    },
    { ...link, name: 'silent', method: 9, label: 'B' },
  ];
  await writeFile(file, JSON.stringify(links));
  const linked = await openPayingFloor({ PAYMENTS_FILE: file, PAYMENT_SECRET_TELLING: 'of the link that reports' });
  const wait = { led: mostOpenDeposits, codes: ['TOO_MANY_REQUESTS'] };
  floor.shop.runtime.advance(payWithinMs);
  await floor.shop.app.payments.work();
  expect(await sendAtOnce(await floor.payer('limited@example.com'), { method: 1, provider: 'moody' })).toMatchObject(
    wait,
  );

  const [one, other] = [await linked.payer(), await linked.payer('limited@example.com')];
  expect(await sendAtOnce(one, { method: 3, provider: 'telling' })).toMatchObject(wait);
  const silent = await sendAtOnce(other, { method: 9, provider: 'silent' });
  expect(silent).toMatchObject(wait);
  expect(await refusedFor(linked, other, 9), 'nobody knows when an operator decides').toBeNull();
  // No provider is polled about these, so cancelling one makes room for another.
  const begun = 'select transaction_id::text as id from payments where provider = $1 and state = $2 limit 1';
  const { rows } = await linked.shop.app.database.query<{ id: string }>(begun, ['silent', 'started']);
  await other.cancel(rows[0]?.id ?? '');
  expect((await other.send(await other.deposit({ method: 9 }), { provider: 'silent' })).status).toBe(200);
  await linked.close();
  await rm(folder, { recursive: true });
});
