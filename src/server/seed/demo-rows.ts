import type { Candle } from '../../lib/contract/entities.ts';
import { transactionTypes } from '../../lib/transactions/transaction-types.ts';
import type { Queries } from '../db/database.ts';
import type { DocumentState } from '../accounts/accounts-rows.ts';
import type { SeedCustomer, SeedTransaction } from './demo-people.ts';
import type { SeedStep } from './demo-steps.ts';
import type { ClosedTrade, TradeMarket } from './demo-trades.ts';

const depositTypes = transactionTypes.filter(({ group }) => group === 'deposits').map(({ id }) => id);

export interface NewAccount {
  customer: SeedCustomer;
  token: string;
  uniqid: string;
  passwordHash: string;
  documents: Record<string, DocumentState>;
  referredByAccountId: number | null;
  referredByAffiliateId: number | null;
  createdAt: Date;
}

export interface NewAffiliate {
  token: string;
  uniqid: string;
  email: string;
  name: string;
  passwordHash: string;
  createdAt: Date;
}

export interface NewTransaction extends SeedTransaction {
  id: string;
  accountId: number;
  createdAt: Date;
  steps: readonly SeedStep[];
}

export interface NewClosedTrade extends ClosedTrade {
  id: string;
  accountId: number;
  /** The feed whose history it was played on. */
  feedName: string;
}

export async function hasAccount(queries: Queries, email: string): Promise<boolean> {
  const { rows } = await queries.query('select from accounts where email = $1', [email]);
  return rows.length > 0;
}

/** Whether an affiliate's current password was set by the guard, because demo data was off. */
export async function wasAffiliateKeptOut(queries: Queries, affiliateId: number): Promise<boolean> {
  const { rows } = await queries.query<{ keptOut: boolean }>(
    `select actor = 'system' and (details->>'kept_out') = 'true' as "keptOut" from audit_entries
     where affiliate_id = $1 and event = 'affiliate_password_made' order by at desc limit 1`,
    [affiliateId],
  );
  return rows[0]?.keptOut ?? false;
}

/** Returns the affiliate's id. */
export async function insertAffiliate(queries: Queries, affiliate: NewAffiliate): Promise<number> {
  const { token, name, email, passwordHash, uniqid, createdAt } = affiliate;
  return insertForId(queries, 'affiliates', {
    token,
    name,
    email,
    password_hash: passwordHash,
    uniqid,
    created_at: createdAt,
  });
}

/** Returns the account's id. The balance is set by the ledger entries of its transactions. */
export async function insertAccount(queries: Queries, account: NewAccount): Promise<number> {
  const { customer, documents } = account;
  return insertForId(queries, 'accounts', {
    token: account.token,
    uniqid: account.uniqid,
    email: customer.email,
    password_hash: account.passwordHash,
    first_name: customer.firstName,
    last_name: customer.lastName,
    phone: customer.phone,
    birth_date: customer.profile?.birthDate,
    country_id: customer.profile?.countryId,
    state: customer.profile?.state,
    city: customer.profile?.city,
    street: customer.profile?.street,
    zip_code: customer.profile?.zipCode,
    pin: customer.pin,
    level: customer.level,
    verified: customer.verified,
    custom_leverage: customer.customLeverage && JSON.stringify(customer.customLeverage),
    category_ids: customer.categoryIds,
    documents: JSON.stringify(documents),
    referred_by_account_id: account.referredByAccountId,
    referred_by_affiliate_id: account.referredByAffiliateId,
    source_page: customer.sourcePage,
    entered_at: account.createdAt,
    created_at: account.createdAt,
  });
}

async function insertForId(queries: Queries, table: 'accounts' | 'affiliates', row: object): Promise<number> {
  const columns = Object.keys(row);
  const places = columns.map((_, place) => `$${place + 1}`);
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning id`;
  const { rows } = await queries.query<{ id: number }>(text, Object.values(row));
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`A row of ${table} came back without its id`);
  return id;
}

/** Inserts transactions and their steps; the caller posts their ledger entries. */
export async function insertTransactions(queries: Queries, transactions: readonly NewTransaction[]): Promise<void> {
  const text = `insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
    select * from unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::text[], $5::bigint[], $6::timestamptz[], $7::timestamptz[])`;
  await queries.query(text, [
    transactions.map(({ id }) => id),
    transactions.map(({ accountId }) => accountId),
    transactions.map(({ typeId }) => typeId),
    transactions.map(({ status }) => status),
    transactions.map(({ amountMinor }) => amountMinor),
    transactions.map(({ createdAt }) => createdAt),
    transactions.map(({ createdAt, steps }) => steps.at(-1)?.at ?? createdAt),
  ]);
  const taken = transactions.flatMap(({ id, steps }) => steps.map((step) => ({ id, ...step })));
  const stepsText = `insert into transaction_steps (transaction_id, step, at, by_operator, reason)
    select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])`;
  await queries.query(stepsText, [
    taken.map(({ id }) => id),
    taken.map(({ step }) => step),
    taken.map(({ at }) => at),
    taken.map(({ byOperator }) => byOperator),
    taken.map(({ reason }) => reason),
  ]);
}

const stateOf = { pending: 'created', approved: 'succeeded', declined: 'failed', cancelled: 'created' } as const;

/** Inserts the payments behind transfers, by which they can be cancelled, and are shown with the requested amount. */
export async function insertTransfers(
  queries: Queries,
  { transfers, provider, currency }: { transfers: readonly NewTransaction[]; provider: string; currency: string },
): Promise<void> {
  const text = `insert into payments (transaction_id, account_id, provider, state, amount_minor, currency, note, updated_at)
    select id, account_id, $1, state, coalesce(asked, amount), $2::text, case when asked is not null then
        format('credited %s %s, asked for %s %s', $2, (amount / 100.0)::numeric(15, 2), $2, (asked / 100.0)::numeric(15, 2)) end, at
    from unnest($3::uuid[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::timestamptz[])
      as t (id, account_id, state, amount, asked, at)`;
  await queries.query(text, [
    provider,
    currency,
    transfers.map(({ id }) => id),
    transfers.map(({ accountId }) => accountId),
    transfers.map(({ status }) => stateOf[status]),
    transfers.map(({ amountMinor }) => amountMinor),
    transfers.map(({ askedMinor = null }) => askedMinor),
    transfers.map(({ createdAt, steps }) => steps.at(-1)?.at ?? createdAt),
  ]);
}

/** Sets the first deposit of the account, if any of its transactions is one. */
export async function noteFirstDeposits(queries: Queries, accountId: number): Promise<void> {
  const text = `update accounts set first_deposit_at = d.at, first_deposit_minor = d.amount_minor
    from (select coalesce(s.at, t.updated_at) as at, t.amount_minor
          from transactions t left join transaction_steps s on s.transaction_id = t.id and s.step = 'approved'
          where t.account_id = $1 and t.type_id = any($2) and t.status = 'approved' and t.amount_minor > 0
          order by 1, t.id limit 1) d
    where id = $1`;
  await queries.query(text, [accountId, depositTypes]);
}

/**
 * Inserts closed positions; the caller posts their ledger entries. Their quotes were generated, not quoted by the feed,
 * so their sequence is 0.
 */
export async function insertClosedTrades(queries: Queries, trades: readonly NewClosedTrade[]): Promise<void> {
  const text = `insert into positions (id, account_id, symbol, direction, amount_minor, leverage, open_rate, opened_at,
      take_profit, stop_loss, closed_rate, closed_at, closing_reason, profit_minor, open_bid, open_ask, closed_bid, closed_ask,
      open_feed, closed_feed, open_quote_at, closed_quote_at, open_sequence, closed_sequence)
    select t.*, t.feed, t.opened_at, t.closed_at, 0, 0 from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::bigint[],
      $6::int[], $7::float8[], $8::timestamptz[], $9::float8[], $10::float8[], $11::float8[], $12::timestamptz[], $13::smallint[],
      $14::bigint[], $15::float8[], $16::float8[], $17::float8[], $18::float8[], $19::text[])
      as t (id, account_id, symbol, direction, amount, leverage, open_rate, opened_at, take_profit, stop_loss, closed_rate,
        closed_at, reason, profit, open_bid, open_ask, closed_bid, closed_ask, feed)`;
  await queries.query(text, [
    trades.map(({ id }) => id),
    trades.map(({ accountId }) => accountId),
    trades.map(({ symbol }) => symbol),
    trades.map(({ direction }) => direction),
    trades.map(({ amountMinor }) => amountMinor),
    trades.map(({ leverage }) => leverage),
    trades.map(({ openRate }) => openRate),
    trades.map(({ openedAt }) => openedAt),
    trades.map(({ takeProfit }) => takeProfit),
    trades.map(({ stopLoss }) => stopLoss),
    trades.map(({ closedRate }) => closedRate),
    trades.map(({ closedAt }) => closedAt),
    trades.map(({ closingReason }) => closingReason),
    trades.map(({ profitMinor }) => profitMinor),
    trades.map(({ openQuote }) => openQuote.bid),
    trades.map(({ openQuote }) => openQuote.ask),
    trades.map(({ closedQuote }) => closedQuote.bid),
    trades.map(({ closedQuote }) => closedQuote.ask),
    trades.map(({ feedName }) => feedName),
  ]);
}

type TradeCandleRow = Candle & { symbol: string; quotedSpread: number; digits: number };

/** The hourly candles of a feed since an instant (unix seconds), by symbol; assets without any are left out. */
export async function loadTradeMarkets(
  queries: Queries,
  { feed, symbols, from }: { feed: string; symbols: readonly string[]; from: number },
): Promise<Map<string, TradeMarket & { candles: Candle[] }>> {
  const text = `select symbol, quoted_spread as "quotedSpread", digits, time, open, high, low, close
    from assets join candles using (symbol)
    where feed = $1 and symbol = any($2) and resolution_seconds = 3600 and time >= $3 order by symbol, time`;
  const { rows } = await queries.query<TradeCandleRow>(text, [feed, symbols, from]);
  const markets = new Map<string, TradeMarket & { candles: Candle[] }>();
  for (const { symbol, quotedSpread, digits, ...candle } of rows) {
    const market = markets.get(symbol) ?? { candles: [], quotedSpread, digits };
    market.candles.push(candle);
    markets.set(symbol, market);
  }
  return markets;
}
