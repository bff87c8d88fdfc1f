import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transactionStatuses } from '../../../src/lib/contract/accounts/account-entities.ts';
import { profitMinor } from '../../../src/lib/trading/profit.ts';
import { transactionTypes } from '../../../src/lib/transactions/transaction-types.ts';
import { verifyPassword } from '../../../src/server/passwords/password.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { dropTables } from '../../../src/server/db/reset-database.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import { systemRuntime } from '../../../src/server/runtime.ts';
import { seedAssets } from '../../../src/server/seed/asset-list.ts';
import type { SeedOptions } from '../../../src/server/seed/seed.ts';
import { seed } from '../../../src/server/seed/seed.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;

const options: SeedOptions = {
  runtime: systemRuntime,
  openingRates: new Map(seedAssets.map(({ symbol, referenceRate }) => [symbol, referenceRate])),
  feedName: 'simulated',
  demoData: true,
  seedHistory: 'short',
};

beforeAll(async () => {
  database = await openTestDatabase();
  await seed(database, options);
}, 60_000);

afterAll(() => database.close());

async function rowsOf(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database.query(text, values)).rows;
}

const tables = [
  'asset_categories',
  'assets',
  'candles',
  'accounts',
  'affiliates',
  'transactions',
  'transaction_steps',
  'payments',
  'positions',
  'ledger_postings',
];

/** A hash of everything that is stored. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const table of tables) hash.update(JSON.stringify(await rowsOf(`select * from ${table} t order by t::text`)));
  return hash.digest('hex');
}

describe('the seeded catalogue', () => {
  it('has at least 44 assets in five categories, BTCUSD first', async () => {
    const assets = await rowsOf('select symbol from assets order by list_order');
    expect(assets.length).toBeGreaterThanOrEqual(44);
    expect(assets[0]).toEqual({ symbol: 'BTCUSD' });
    const named = ['AAPL', 'SPY', 'DE30EUR', 'XAUUSD', 'EURUSD', 'NZDUSD', 'BTCUSD', 'ETHUSD', 'LTCUSD'];
    expect(assets.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(named));
    expect(await rowsOf('select id, name, leverages from asset_categories order by id')).toEqual([
      { id: 1, name: 'forex', leverages: [1, 3, 5, 10, 15, 20, 30] },
      { id: 2, name: 'stocks', leverages: [1, 3, 5] },
      { id: 3, name: 'crypto', leverages: [1, 3, 5, 10] },
      { id: 4, name: 'commodities', leverages: [1, 3, 5, 10, 15] },
      { id: 5, name: 'index', leverages: [1, 3, 5, 10, 15, 20] },
    ]);
  });

  it('quotes each rate and spread in whole steps of its digits', () => {
    for (const { symbol, referenceRate, quotedSpread, digits } of seedAssets) {
      expect(Number(referenceRate.toFixed(digits)), symbol).toBe(referenceRate);
      expect(referenceRate * quotedSpread, symbol).toBeGreaterThan(10 ** -digits / 2);
    }
  });

  it('has a history of each asset that ends at its opening rate', async () => {
    const ends = await rowsOf(
      `select distinct on (symbol, resolution_seconds) symbol, close from candles where feed = 'simulated'
       order by symbol, resolution_seconds, time desc`,
    );
    expect(ends).toHaveLength(seedAssets.length * 6);
    for (const { symbol, close } of ends) expect(close).toBe(options.openingRates.get(String(symbol)));
  });
});

describe('the demo people', () => {
  it('are the ones of the table, and log in with the demo password', async () => {
    const people = await rowsOf(
      `select email, verified, category_ids, custom_leverage, balance_minor, invested_minor, phone is not null and
         birth_date is not null and country_id is not null and zip_code is not null as complete, password_hash
       from accounts where email = any($1) order by email`,
      [['demo@example.com', 'new@example.com', 'limited@example.com']],
    );
    const all = [1, 2, 3, 4, 5];
    const nothing = { custom_leverage: null, invested_minor: 0 };
    expect(people.map(({ password_hash: _hash, ...person }) => person)).toEqual([
      {
        ...nothing,
        email: 'demo@example.com',
        verified: true,
        complete: true,
        category_ids: all,
        balance_minor: 1_000_000,
      },
      {
        email: 'limited@example.com',
        verified: true,
        complete: true,
        category_ids: [3],
        custom_leverage: { crypto: [0, 1] },
        balance_minor: 50_000,
        invested_minor: 0,
      },
      { ...nothing, email: 'new@example.com', verified: false, complete: false, category_ids: all, balance_minor: 0 },
    ]);
    for (const { password_hash: hash } of people) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(await verifyPassword(String(hash), 'demo1234')).toBe(true);
    }
  });

  it('have books that agree', async () => {
    const proof = await verifyLedger(database);
    expect(proof.results.flatMap(({ examples }) => examples)).toEqual([]);
    expect(proof.holds).toBe(true);
  });

  it('include a customer with a referral and a history whose profits follow from its rates', async () => {
    const referrals = await rowsOf(
      `select referred.email from accounts referred join accounts demo on demo.id = referred.referred_by_account_id
       where demo.email = 'demo@example.com'`,
    );
    expect(referrals).toHaveLength(1);
    const history = await rowsOf(
      `select direction, open_rate as "openRate", closed_rate as "closeRate", amount_minor as "amountMinor", leverage,
         profit_minor, opened_at < closed_at and closed_at < now() as "inOrder", leverage = any (leverages) as allowed
       from positions join assets using (symbol) join asset_categories c on c.id = category_id where closed_at is not null`,
    );
    expect(history.length).toBeGreaterThanOrEqual(10);
    for (const { profit_minor: posted, ...facts } of history) {
      expect(posted).toBe(profitMinor(facts as unknown as Parameters<typeof profitMinor>[0]));
      expect(facts).toMatchObject({ inOrder: true, allowed: true });
    }
  });

  it('include a customer with transactions of every type and status; the approved ones and all withdrawals are in the books', async () => {
    const rows = await rowsOf(
      `select type_id, status, exists (select from ledger_entries where business_key like '%:' || t.id) as posted
       from transactions t join accounts a on a.id = t.account_id where a.email = 'demo@example.com'`,
    );
    expect(new Set(rows.map(({ type_id: typeId }) => typeId))).toEqual(new Set(transactionTypes.map(({ id }) => id)));
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(transactionStatuses));
    for (const { type_id: typeId, status, posted } of rows) expect(posted).toBe(status === 'approved' || typeId === 6);
  });

  it('include realistic transfers: one that waits and can be cancelled, and one for which another amount arrived', async () => {
    const rows = await rowsOf(
      `select p.provider, p.state, t.status, p.amount_minor as asked, t.amount_minor as came, p.ask_at, s.by_operator as by, s.reason, p.note
       from payments p join transactions t on t.id = p.transaction_id
       left join transaction_steps s on s.transaction_id = t.id and s.step <> 'requested' order by t.created_at`,
    );
    const bank = { provider: 'bank', ask_at: null };
    const back = { by: 'demo', reason: 'Your bank sent it back.', note: null };
    const note = 'credited EUR 4000.00, asked for EUR 4015.00';
    const less = { by: 'demo', reason: 'Your bank deducted a fee of €15.00.', note };
    expect(rows).toEqual([
      { ...bank, state: 'failed', status: 'declined', asked: 401_500, came: 401_500, ...back },
      { ...bank, state: 'succeeded', status: 'approved', asked: 401_500, came: 400_000, ...less },
      {
        ...bank,
        state: 'created',
        status: 'pending',
        asked: 100_000,
        came: 100_000,
        by: null,
        reason: null,
        note: null,
      },
    ]);
  });

  it('include an affiliate with 12 accounts in 5 countries, 4 with a first deposit', async () => {
    const [counted] = await rowsOf(
      `select count(distinct a.id) as accounts, count(distinct country_id) as countries, count(distinct t.account_id) as deposited
       from affiliates f join accounts a on a.referred_by_affiliate_id = f.id
       left join transactions t on t.account_id = a.id and t.status = 'approved' where f.email = 'affiliate@example.com'`,
    );
    expect(counted).toEqual({ accounts: 12, countries: 5, deposited: 4 });
  });
});

describe('seeding', () => {
  it('changes nothing when it is repeated, with whatever rates', async () => {
    const before = await fingerprint();
    await seed(database, { ...options, openingRates: new Map([['BTCUSD', 1]]) });
    expect(await fingerprint()).toBe(before);
  });

  it('keeps what an operator has changed', async () => {
    await database.query(`update assets set name = 'Renamed' where symbol = 'AAPL'`);
    await seed(database, options);
    expect(await rowsOf(`select name from assets where symbol = 'AAPL'`)).toEqual([{ name: 'Renamed' }]);
  });

  it('gives another feed a history of its own, for the assets that it quotes', async () => {
    await seed(database, { ...options, feedName: 'replay', openingRates: new Map([['BTCUSD', 7061.76]]) });
    expect(await rowsOf(`select distinct symbol from candles where feed = 'replay'`)).toEqual([{ symbol: 'BTCUSD' }]);
  });

  it('makes no people when it is not asked to, and starts again after a reset', async () => {
    await dropTables(database);
    await migrate(database);
    await seed(database, { ...options, demoData: false, openingRates: new Map() });
    expect(await rowsOf('select count(*) as people from accounts')).toEqual([{ people: 0 }]);
    expect(await rowsOf('select count(*) > 40 as listed from assets')).toEqual([{ listed: true }]);
  });

  it('creates the whole demo balance even if the feed quotes none of the assets', async () => {
    await seed(database, { ...options, openingRates: new Map() });
    const demo = `select balance_minor from accounts where email = 'demo@example.com'`;
    expect(await rowsOf(demo)).toEqual([{ balance_minor: 1_000_000 }]);
    expect((await verifyLedger(database)).holds).toBe(true);
  });
});
