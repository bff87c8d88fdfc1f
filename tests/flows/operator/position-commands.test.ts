import type { Socket } from 'socket.io-client';
import { beforeAll, expect, test } from 'vitest';
import type { Position } from '../../../src/lib/contract/entities.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { emitTo } from '../../support/test-app.ts';
import { useDesk } from './desk-floor.ts';

/** The operator's commands for open positions, executed by the order desk of the running server. */

const { shop, type, typeAs, data, query, audited } = useDesk();
const email = 'demo@example.com';
const why = ['--reason', 'Asked by telephone'];
let socket: Socket;

beforeAll(async () => {
  const { accessToken } = await shop().logIn(email);
  socket = await shop().customerSocket(accessToken);
});

const quote = (bid: number) => shop().feed.confirm('BTCUSD', bid, bid + 10);

async function open(direction: 'buy' | 'sell' = 'buy'): Promise<string> {
  quote(60_000);
  const order = {
    direction,
    amount: 100,
    leverage: 10,
    price: direction === 'buy' ? 60_010 : 60_000,
    symbol: 'BTCUSD',
  };
  const answer = await emitTo<Position>(socket, 'openPosition', order);
  if (answer.error) throw new Error(answer.code);
  return answer.data.id;
}

/** Each command advances the clock, which would make the last quote stale, so a new price is quoted right away. */
async function typeAtOnce(...args: string[]) {
  const answer = typeAs('ada', ...args);
  quote(60_000);
  return answer;
}

test('open positions are listed with their current profit', async () => {
  const id = await open();
  const { text } = await typeAtOnce('positions', 'list', '--email', email);
  const [head, line] = text.split('\n');
  expect(head).toMatch(
    /^id +opened \(UTC\) +asset +side +amount +leverage +opened at +profit now +protected +auto +customer$/,
  );
  expect(line).toMatch(
    new RegExp(`^${id.slice(0, 8)} .*BTCUSD +buy +EUR 100\\.00 +10 +60025\\.0025 +EUR -0\\.42 +${email}$`),
  );
  const rows = await data<{ id: string; profitNowMinor: number }[]>('positions', 'list', '--symbol', 'btcusd');
  expect(rows).toMatchObject([{ id, amountMinor: 10_000, profitNowMinor: -42 }]);
  expect(await type('positions', 'list', '--email', 'new@example.com')).toMatchObject({ text: 'None found.' });
  await typeAtOnce('positions', 'close', id, ...why);
});

test('a position is closed at the market, its customer sees it, and of two operators the second is told', async () => {
  const id = await open('sell');
  const heard = new Promise((resolve) => socket.once('positions', resolve));
  const answers = Promise.all(['ada', 'bob'].map((who) => typeAs(who, 'positions', 'close', id.slice(0, 8), ...why)));
  quote(60_000);
  const both = await answers;
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(both.find(({ ok }) => ok)?.text).toBe('Closed at 60010: EUR -0.42');
  expect(both.find(({ ok }) => !ok)?.text).toBe('It is already closed.');
  await heard;
  const winner = both[0]?.ok ? 'ada' : 'bob';
  const records = (await audited('position_closed_by_operator')).filter(
    ({ details }) => (details as { position: string }).position === id,
  );
  expect(records).toEqual([
    { actor: `operator:${winner}`, email, details: { position: id, why: 'Asked by telephone' } },
  ]);
  expect(await verifyLedger(shop().app.database)).toMatchObject({ holds: true });
});

test('a protected position outlives its termination price, and closes beyond it once it is unprotected', async () => {
  const id = await open();
  const isOpen = async () =>
    (await query('select 1 from positions where id = $1 and closed_at is null', [id])).length === 1;
  expect(await type('positions', 'protect', id, ...why)).toEqual({ ok: true, text: 'It is protected.' });
  expect(await typeAs('bob', 'positions', 'protect', id, ...why)).toEqual({
    ok: false,
    text: 'It is already protected.',
  });
  quote(50_000);
  await shop().app.orderDesk.drain();
  expect(await isOpen()).toBe(true);
  expect(await type('positions', 'unprotect', id, ...why)).toEqual({ ok: true, text: 'It is not protected.' });
  quote(49_999);
  await expect.poll(isOpen, { timeout: 30_000 }).toBe(false);
  expect(await audited('position_protection_changed')).toMatchObject([
    { email, details: { to: 'protected' } },
    { email, details: { to: 'not protected' } },
  ]);
});

test('what cannot be done is refused, and nothing is written', async () => {
  const id = await open();
  const records = (await audited('position_closed_by_operator')).length;
  shop().runtime.advance(60_000);
  expect(await type('positions', 'close', id, ...why)).toEqual({
    ok: false,
    text: 'It could not be closed: there is no fresh price for BTCUSD, or another change holds the account.',
  });
  expect((await type('positions', 'close', '00000000', ...why)).text).toMatch(
    /^There is no position whose id begins with/,
  );
  expect((await type('positions', 'close', id)).text).toMatch(/^--reason is missing/);
  expect((await type('positions', 'close', 'this', ...why)).text).toMatch(/^this is not an id/);
  expect(await audited('position_closed_by_operator')).toHaveLength(records);
  await query(
    `create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await query('create trigger fail_audit before insert on audit_entries for each row execute function fail_audit()');
  expect((await typeAtOnce('positions', 'close', id, ...why)).ok).toBe(false);
  await query('drop trigger fail_audit on audit_entries');
  expect(await query('select closed_at from positions where id = $1', [id])).toEqual([{ closed_at: null }]);
  expect(await verifyLedger(shop().app.database)).toMatchObject({ holds: true });
});
