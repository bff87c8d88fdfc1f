import { expect, test } from 'vitest';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { closeFlat, demo, drop, limited, oneOf, titles, useBooks } from './spoilt-books.ts';

/** What somebody who writes into the database by hand would do, and none of the sums tells. */

const { database, failedAfter } = useBooks();
const { missing, trades, audited, reasons, reported, firsts, referred } = titles;

/** One of the demo's trades, which all have their quotes. */
const changeTrade = (change: string) =>
  `update positions set ${change} where id = (select id from positions where account_id = ${demo} order by id limit 1)`;
const noQuotes = ['open', 'closed']
  .flatMap((fill) => ['bid', 'ask', 'quote_at', 'sequence', 'feed'].map((part) => `${fill}_${part} = null`))
  .join(', ');
const lastClose = `(select id from ledger_entries where business_key like 'close:%' order by number desc limit 1)`;
/** Whoever makes a deposit up writes all that belongs to it. */
const forged = `with made as (
    insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
    select gen_random_uuid(), ${demo}, 3, 'approved', 100, now(), now() returning *
  ), steps as (
    insert into transaction_steps (transaction_id, step, at, by_operator) select id, 'approved', now(), 'eve' from made
  ), paid as (
    insert into payments (transaction_id, account_id, provider, state, amount_minor, currency, updated_at)
    select id, account_id, 'acme', 'succeeded', amount_minor, 'EUR', now() from made
  ), entry as (
    insert into ledger_entries (id, business_key, recorded_at) select gen_random_uuid(), 'deposit:' || id, now() from made returning id
  ), posted as (
    insert into ledger_postings (entry_id, line, book, account_id, amount_minor, balance_after_minor, party)
    select entry.id, l.* from entry, made, accounts a, lateral (values
      (0, 'customer', a.id, made.amount_minor, a.balance_minor - a.bonus_minor - a.credit_minor + made.amount_minor, null),
      (1, 'provider', null, -made.amount_minor, null, 'acme')) as l where a.id = made.account_id
  )
  update accounts set balance_minor = balance_minor + 100 where id = ${demo}`;

test.each([
  ['a closed position has another open rate', changeTrade('open_rate = open_rate * 1.001'), [trades]],
  ['a closed position has another closed rate', changeTrade('closed_rate = closed_rate * 1.001'), [trades]],
  ['it has neither its rate nor its quotes', changeTrade(`open_rate = open_rate * 1.001, ${noQuotes}`), [trades]],
  ['a closed position has another leverage', changeTrade('leverage = leverage + 1'), [trades]],
  ['a closed position has another amount', changeTrade('amount_minor = amount_minor + 100'), [trades]],
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
    'a deposit was credited of which another amount was reported',
    `update payment_events set event = event || '{"amountMinor": 1}'`,
    [reasons],
  ],
  ['a report is not settled', `update payment_events set due_at = now()`, [reasons]],
  [
    'a report that credited is of a deposit that waits',
    `update payment_events set transaction_id = ${oneOf(2, 'pending')}`,
    [reasons, reported],
  ],
  [
    'an operator credited a deposit of whom the audit log knows nothing',
    `delete from audit_entries where event = 'transaction_by_hand'`,
    [reasons],
  ],
  ['what nobody knows of was credited', forged, [missing, reasons]],
  [
    'the audit log names a transaction that there is none of',
    `update audit_entries set details = '{"transaction": "none"}' where event = 'transaction_by_hand'`,
    [audited, reasons],
  ],
  [
    'a first deposit is of another amount',
    `update accounts set first_deposit_minor = first_deposit_minor + 1 where id = ${demo}`,
    [firsts],
  ],
  [
    'a first deposit was on another day',
    `update accounts set first_deposit_at = first_deposit_at + interval '1 day' where first_deposit_at is not null`,
    [firsts],
  ],
  [
    'a first deposit is said of nobody',
    `update accounts set first_deposit_at = null, first_deposit_minor = null where id = ${demo}`,
    [firsts],
  ],
  [
    'who has no deposit has a first one',
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
  [
    'the newest entry was cut off, with its position and out of the balance',
    `delete from positions where 'close:' || id = (select business_key from ledger_entries where id = ${lastClose});
     ${drop(lastClose)}; update accounts set balance_minor = balance_minor + 300 where id = ${limited}`,
    [missing],
  ],
])('the proof fails where %s', async (_what, spoil, expected) => {
  const failed = await failedAfter(spoil);
  expect(failed.map(([title]) => title)).toEqual(expected);
  const [, first] = failed[0]!;
  expect(first, 'it names what it is about').toMatch(/^(position|deposit|report|account|audit entry) \S+/);
});

test('a head that was kept tells of what leaves every sum as it is', async () => {
  const { head } = await verifyLedger(database(), { isHeadWanted: true });
  expect((await verifyLedger(database(), { kept: head! })).holds).toBe(true);
  // A position that was closed where it was opened has no profit at any leverage.
  const flat = (leverage: number) => `update positions set leverage = ${leverage} where profit_minor = 0`;
  await database().query(flat(7));
  const after = await verifyLedger(database(), { kept: head!, isHeadWanted: true });
  await database().query(flat(3));
  expect(after.results.filter(({ faulty }) => faulty > 0)).toMatchObject([
    { title: expect.stringMatching(/^All entries up to the head/) as string, looked: 1, faulty: 1 },
  ]);
  expect(after.head).toMatchObject({ number: head!.number });
});

test('entries that were posted since a head was kept change nothing of it', async () => {
  const { head } = await verifyLedger(database(), { isHeadWanted: true });
  await closeFlat(database());
  const later = await verifyLedger(database(), { kept: head!, isHeadWanted: true });
  expect(later.holds).toBe(true);
  expect(later.head!.number).toBeGreaterThan(head!.number);
});
