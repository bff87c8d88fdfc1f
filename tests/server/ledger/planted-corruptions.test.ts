import { expect, test } from 'vitest';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { changeBehind } from '../../support/databases/change-behind.ts';
import type { ForgedDeposit } from './forged-deposit.ts';
import { forgedDeposit } from './forged-deposit.ts';
import { closeFlat, demo, drop, limited, oneOf, titles, useBooks } from './spoilt-books.ts';

/** Tests changes that somebody with write access to the database could make, and that no sum reveals. */

const { database, failedAfter } = useBooks();
const { missing, closes, trades, audited, reasons, reported, firsts, referred } = titles;

/**
 * The demo's most profitable trade: even the smallest change shows in its profit. Like all trades, it has its quotes.
 */
const bestTrade = `(select id from positions where account_id = ${demo} order by profit_minor desc nulls last, id limit 1)`;
const changeTrade = (change: string) => `update positions set ${change} where id = ${bestTrade}`;
const noQuotes = ['open', 'closed']
  .flatMap((fill) => ['bid', 'ask', 'quote_at', 'sequence', 'feed'].map((part) => `${fill}_${part} = null`))
  .join(', ');
const lastClose = `(select id from ledger_entries where business_key like 'close:%' order by number desc limit 1)`;
const forged = (made: Omit<ForgedDeposit, 'account'>) => forgedDeposit({ account: demo, ...made });
const audit = (event: string) =>
  `insert into audit_entries (id, at, actor, event, account_id, details) select gen_random_uuid(), now(), 'operator:ada', '${event}', account_id,`;
/** Dropping a constraint is as easy as dropping a trigger. */
const unnamed = (number?: number) =>
  `alter table ledger_postings drop constraint ledger_postings_provider; ${forged({ party: null, ...(number !== undefined && { number }) })}`;

test.each([
  ['a closed position has another open rate', changeTrade('open_rate = open_rate * 1.001'), [trades]],
  ['a closed position has another closed rate', changeTrade('closed_rate = closed_rate * 1.001'), [trades]],
  ['it was opened at another quote', changeTrade('open_bid = open_bid - 1, open_ask = open_ask + 1'), [trades]],
  ['it was closed at another quote', changeTrade('closed_bid = closed_bid - 1, closed_ask = closed_ask + 1'), [trades]],
  ['it has neither its rate nor its quotes', changeTrade(`open_rate = open_rate * 1.001, ${noQuotes}`), [trades]],
  ['a closed position has another leverage', changeTrade('leverage = leverage + 1'), [trades]],
  ['a closed position has another amount', changeTrade('amount_minor = amount_minor * 2'), [trades]],
  [
    'a closed position has another direction',
    changeTrade(`direction = case direction when 'buy' then 'sell' else 'buy' end`),
    [trades],
  ],
  [
    'a closed position without quotes has another direction',
    changeTrade(`direction = case direction when 'buy' then 'sell' else 'buy' end, ${noQuotes}`),
    [trades],
  ],
  ['a deposit was credited that nobody reported', `delete from payment_events`, [reasons]],
  [
    'a deposit was credited for which another amount was reported',
    `update payment_events set event = event || '{"amountMinor": 1}'`,
    [reasons],
  ],
  [
    'a deposit was credited for which another currency was reported',
    `update payment_events set event = event || '{"currency": "USD"}'`,
    [reasons],
  ],
  [
    'a deposit was credited that was reported as declined',
    `update payment_events set event = event || '{"outcome": "declined"}'`,
    [reasons],
  ],
  ['a report is not settled', `update payment_events set due_at = now()`, [reasons]],
  [
    'the report of a credit belongs to a deposit that waits',
    `update payment_events set transaction_id = ${oneOf(2, 'pending')}`,
    [reasons, reported],
  ],
  [
    'an operator credited a deposit without an audit record',
    `delete from audit_entries where event = 'transaction_by_hand'`,
    [reasons],
  ],
  [
    'the audit log says that another operator credited it',
    `update audit_entries set actor = 'operator:eve' where event = 'transaction_by_hand'`,
    [reasons],
  ],
  [
    'the audit log says only that it was begun',
    `update audit_entries set event = 'deposit_started' where event = 'transaction_by_hand'`,
    [reasons],
  ],
  ['an unknown deposit was credited', forged({ party: 'acme', hasPayment: true, operator: 'eve' }), [missing, reasons]],
  ['the demo’s card deposit was copied', forged({ party: 'demo' }), [missing, reasons]],
  ['the demo’s transfer was copied', forged({ party: 'bank', hasPayment: true, operator: 'demo' }), [missing, reasons]],
  ['money came from a provider without a name', unnamed(), [missing, reasons]],
  ['it has a number from before all others', unnamed(0), [missing, reasons]],
  [
    'it was added with the triggers in force',
    `alter table ledger_postings enable trigger user; ${forged({ party: 'demo' })}`,
    [reasons],
  ],
  [
    'a position closed for low margin had a smaller leverage',
    `update positions set leverage = leverage - 1 where closing_reason = 3`,
    [trades],
  ],
  [
    'a position closed for low margin never reached its termination price',
    `update positions set leverage = 2, profit_minor = -1000, closing_reason = 3 where profit_minor = -300`,
    [closes, trades],
  ],
  [
    'a position that is marked as low margin had enough margin',
    `update positions set closing_reason = 3 where profit_minor = -300`,
    [trades],
  ],
  [
    'a stop loss closed a position without one',
    `update positions set closing_reason = 1, stop_loss = null where profit_minor = -300`,
    [trades],
  ],
  [
    'a take profit closed a position that did not reach it',
    `update positions set closing_reason = 2, take_profit = 99 where profit_minor = -300`,
    [trades],
  ],
  [
    'the audit log names a transaction that does not exist',
    `update audit_entries set details = '{"transaction": "none"}' where event = 'transaction_by_hand'`,
    [audited, reasons],
  ],
  [
    'the audit log says that an operator closed a position that does not exist',
    `${audit('position_closed_by_operator')} json_build_object('position', gen_random_uuid()) from positions limit 1`,
    [audited],
  ],
  [
    'the audit log names a release of a bonus that did not happen',
    `${audit('bonus_released')} json_build_object('transaction', id) from transactions where id = ${oneOf(1)}`,
    [audited],
  ],
  [
    'a first deposit has another amount',
    `update accounts set first_deposit_minor = first_deposit_minor + 1 where id = ${demo}`,
    [firsts],
  ],
  [
    'a first deposit was on another day',
    `update accounts set first_deposit_at = first_deposit_at + interval '1 day' where first_deposit_at is not null`,
    [firsts],
  ],
  [
    'a first deposit is missing',
    `update accounts set first_deposit_at = null, first_deposit_minor = null where id = ${demo}`,
    [firsts],
  ],
  [
    'an account without deposits has a first one',
    `update accounts set first_deposit_at = now(), first_deposit_minor = 100 where email = 'new@example.com'`,
    [firsts],
  ],
  ['affiliates see another first deposit', `update referred_accounts set first_deposit_at = now()`, [referred]],
  ['affiliates do not see an account', `delete from referred_accounts`, [referred]],
  [
    'an affiliate sees an account that it did not bring',
    `insert into referred_accounts (account_id, affiliate_id, created_at, search_text)
     select ${demo}, affiliate_id, created_at, 'x' from referred_accounts limit 1`,
    [referred],
  ],
  ['the newest entry was rewritten', `update ledger_entries set number = default where id = ${lastClose}`, [missing]],
  [
    'the newest entry was cut off, with its position and out of the balance',
    `delete from positions where 'close:' || id = (select business_key from ledger_entries where id = ${lastClose});
     ${drop(lastClose)}; update accounts set balance_minor = balance_minor + 300 where id = ${limited}`,
    [missing],
  ],
])('the proof fails if %s', async (_what, spoil, expected) => {
  const failed = await failedAfter(spoil);
  expect(failed.map(([title]) => title)).toEqual(expected);
  const [, first] = failed[0]!;
  expect(first, 'it names what it is about').toMatch(/^(position|deposit|report|account|audit entry) \S+/);
});

test.each([
  ['another leverage of what has no profit', 'leverage = leverage + 4', 'profit_minor = 0'],
  [
    'twice the leverage of a loss that was cut at the amount',
    'leverage = leverage * 2',
    'profit_minor = -amount_minor',
  ],
  ['another instant of an open', `opened_at = opened_at - interval '1 hour'`, 'profit_minor = 0'],
])('only a stored head reveals %s', async (_what, change, where) => {
  const { head } = await verifyLedger(database(), { isHeadWanted: true });
  expect((await verifyLedger(database(), { kept: head! })).holds).toBe(true);
  const { rows } = await database().query<{ id: string; leverage: number; at: Date }>(
    `select id, leverage, opened_at as at from positions where ${where} limit 1`,
  );
  const { id, leverage, at } = rows[0]!;
  await changeBehind(database(), 'positions', {
    text: `update positions set ${change} where id = $1`,
    values: [id],
  });
  const after = await verifyLedger(database(), { kept: head!, isHeadWanted: true });
  await changeBehind(database(), 'positions', {
    text: `update positions set leverage = $2, opened_at = $3 where id = $1`,
    values: [id, leverage, at],
  });
  expect(after.results.filter(({ faulty }) => faulty > 0)).toMatchObject([
    { title: expect.stringMatching(/^All entries up to the kept head/) as string, looked: 1, faulty: 1 },
  ]);
  expect(after.head).toMatchObject({ number: head!.number });
});

test('a stored head reveals if more entries are marked as older than the numbering', async () => {
  const { head } = await verifyLedger(database(), { isHeadWanted: true });
  const raise = (olderUpTo: number) =>
    changeBehind(database(), 'ledger_numbering', {
      text: 'update ledger_numbering set older_up_to = $1',
      values: [olderUpTo],
    });
  await raise(1_000_000);
  const after = await verifyLedger(database(), { kept: head! });
  await raise(0);
  expect(after.results.filter(({ faulty }) => faulty > 0)).toMatchObject([
    { title: expect.stringMatching(/^All entries up to the kept head/) as string },
  ]);
});

test('later entries do not affect a stored head', async () => {
  const { head } = await verifyLedger(database(), { isHeadWanted: true });
  await closeFlat(database());
  const later = await verifyLedger(database(), { kept: head!, isHeadWanted: true });
  expect(later.holds).toBe(true);
  expect(later.head!.number).toBeGreaterThan(head!.number);
});
