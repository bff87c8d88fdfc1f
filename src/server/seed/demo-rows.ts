import type { Candle } from '../../lib/contract/entities.ts';
import { transactionTypes } from '../../lib/transactions/transaction-types.ts';
import type { DocumentState } from '../accounts/accounts-rows.ts';
import type { Queries } from '../db/database.ts';
import { statement } from '../db/statement.ts';
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
  autoConsentedTo: string | null;
  autoConsentedAt: Date | null;
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
  /** The feed on whose history the trade was played. */
  feedName: string;
}

const findAccount = statement('demo-account', 'select id from accounts where email = :email');

export async function hasAccount(queries: Queries, email: string): Promise<boolean> {
  return (await findAccount.first(queries, { email })) !== null;
}

const findKeptOut = statement(
  'demo-affiliate-kept-out',
  `select actor = 'system' and (details->>'kept_out') = 'true' as "keptOut" from audit_entries
   where affiliate_id = :affiliateId and event = 'affiliate_password_made' order by at desc limit 1`,
);

/** Whether `guardDemoPeople` set the affiliate's current password because demo data was off. */
export async function wasAffiliateLockedOut(queries: Queries, affiliateId: number): Promise<boolean> {
  return (await findKeptOut.first(queries, { affiliateId }))?.keptOut ?? false;
}

const addAffiliate = statement(
  'demo-affiliate-insert',
  `insert into affiliates (token, name, email, password_hash, uniqid, created_at)
   values (:token, :name, :email, :passwordHash, :uniqid, :createdAt) returning id`,
);

/** Returns the affiliate's id. */
export async function insertAffiliate(queries: Queries, affiliate: NewAffiliate): Promise<number> {
  return idOf(await addAffiliate.first(queries, affiliate));
}

const addAccount = statement(
  'demo-account-insert',
  `insert into accounts (token, uniqid, email, password_hash, first_name, last_name, phone, birth_date, country_id, state,
     city, street, zip_code, pin, level, verified, custom_leverage, category_ids, documents, referred_by_account_id,
     referred_by_affiliate_id, auto_consented_to, auto_consented_at, source_page, entered_at, created_at)
   values (:token, :uniqid, :email, :passwordHash, :firstName, :lastName, :phone?, :birthDate?, :countryId?, :state?,
     :city?, :street?, :zipCode?, :pin?, :level?, :verified, :customLeverage?, :categoryIds, :documents,
     :referredByAccountId?, :referredByAffiliateId?, :autoConsentedTo?, :autoConsentedAt?, :sourcePage?, :createdAt, :createdAt) returning id`,
);

const noProfile = { birthDate: null, countryId: null, state: null, city: null, street: null, zipCode: null };

/** Returns the account's id. The balance is set by the ledger entries of its transactions. */
export async function insertAccount(queries: Queries, account: NewAccount): Promise<number> {
  const { customer, documents, ...known } = account;
  const { email, firstName, lastName, phone, profile, pin, level, verified, categoryIds, sourcePage } = customer;
  const row = await addAccount.first(queries, {
    ...known,
    ...{ email, firstName, lastName, phone, pin, level, verified, categoryIds, sourcePage },
    ...(profile ?? noProfile),
    customLeverage: customer.customLeverage && JSON.stringify(customer.customLeverage),
    documents: JSON.stringify(documents),
  });
  return idOf(row);
}

function idOf(row: { id: number } | null): number {
  if (row === null) throw new Error('The insert returned no id');
  return row.id;
}

const addTransactions = statement(
  'demo-transactions-insert',
  `insert into transactions (id, account_id, type_id, status, amount_minor, created_at, updated_at)
   select * from unnest(:ids::uuid[], :accountIds::bigint[], :typeIds::smallint[], :statuses::text[],
     :amountsMinor::bigint[], :createdAts::timestamptz[], :updatedAts::timestamptz[])`,
);

const addSteps = statement(
  'demo-steps-insert',
  `insert into transaction_steps (transaction_id, step, at, by_operator, reason)
   select * from unnest(:ids::uuid[], :steps::text[], :ats::timestamptz[], :byOperators::text[], :reasons::text[])`,
);

/** Inserts transactions and their steps; the caller posts their ledger entries. */
export async function insertTransactions(queries: Queries, transactions: readonly NewTransaction[]): Promise<void> {
  await addTransactions.write(queries, {
    ids: transactions.map(({ id }) => id),
    accountIds: transactions.map(({ accountId }) => accountId),
    typeIds: transactions.map(({ typeId }) => typeId),
    statuses: transactions.map(({ status }) => status),
    amountsMinor: transactions.map(({ amountMinor }) => amountMinor),
    createdAts: transactions.map(({ createdAt }) => createdAt),
    updatedAts: transactions.map(({ createdAt, steps }) => steps.at(-1)?.at ?? createdAt),
  });
  const taken = transactions.flatMap(({ id, steps }) => steps.map((step) => ({ id, ...step })));
  await addSteps.write(queries, {
    ids: taken.map(({ id }) => id),
    steps: taken.map(({ step }) => step),
    ats: taken.map(({ at }) => at),
    byOperators: taken.map(({ byOperator }) => byOperator),
    reasons: taken.map(({ reason }) => reason),
  });
}

const stateOf = { pending: 'created', approved: 'succeeded', declined: 'failed', cancelled: 'created' } as const;

const addTransfers = statement(
  'demo-transfers-insert',
  `insert into payments (transaction_id, account_id, provider, state, amount_minor, currency, note, updated_at)
   select id, account_id, :provider, state, coalesce(asked, amount), :currency::text, case when asked is not null then
       format('credited %s %s, asked for %s %s', :currency::text, (amount / 100.0)::numeric(15, 2), :currency::text,
         (asked / 100.0)::numeric(15, 2)) end, at
   from unnest(:ids::uuid[], :accountIds::bigint[], :states::text[], :amountsMinor::bigint[], :askedMinor::bigint[],
     :ats::timestamptz[]) as t (id, account_id, state, amount, asked, at)`,
);

/** Inserts the payments of transfers, without which they could not be cancelled, or shown with the requested amount. */
export async function insertTransfers(
  queries: Queries,
  { transfers, provider, currency }: { transfers: readonly NewTransaction[]; provider: string; currency: string },
): Promise<void> {
  await addTransfers.write(queries, {
    ...{ provider, currency },
    ids: transfers.map(({ id }) => id),
    accountIds: transfers.map(({ accountId }) => accountId),
    states: transfers.map(({ status }) => stateOf[status]),
    amountsMinor: transfers.map(({ amountMinor }) => amountMinor),
    askedMinor: transfers.map(({ askedMinor = null }) => askedMinor),
    ats: transfers.map(({ createdAt, steps }) => steps.at(-1)?.at ?? createdAt),
  });
}

const setFirstDeposit = statement(
  'demo-first-deposit',
  `update accounts set first_deposit_at = d.at, first_deposit_minor = d.amount_minor
   from (select coalesce(s.at, t.updated_at) as at, t.amount_minor
         from transactions t left join transaction_steps s on s.transaction_id = t.id and s.step = 'approved'
         where t.account_id = :accountId and t.type_id in (${depositTypes.join()}) and t.status = 'approved'
           and t.amount_minor > 0
         order by 1, t.id limit 1) d
   where id = :accountId`,
);

/** Sets the first deposit of the account, if it has one. */
export async function updateFirstDeposit(queries: Queries, accountId: number): Promise<void> {
  await setFirstDeposit.write(queries, { accountId });
}

const addTrades = statement(
  'demo-trades-insert',
  `insert into positions (id, account_id, symbol, direction, amount_minor, leverage, open_rate, opened_at,
     take_profit, stop_loss, closed_rate, closed_at, closing_reason, profit_minor, open_bid, open_ask, closed_bid, closed_ask,
     open_feed, closed_feed, open_quote_at, closed_quote_at, open_sequence, closed_sequence, auto)
   select t.*, t.feed, t.opened_at, t.closed_at, 0, 0, t.reason = 4 from unnest(:ids::uuid[], :accountIds::bigint[], :symbols::text[],
     :directions::text[], :amountsMinor::bigint[], :leverages::int[], :openRates::float8[], :openedAts::timestamptz[],
     :takeProfits::float8[], :stopLosses::float8[], :closedRates::float8[], :closedAts::timestamptz[], :reasons::smallint[],
     :profitsMinor::bigint[], :openBids::float8[], :openAsks::float8[], :closedBids::float8[], :closedAsks::float8[],
     :feeds::text[])
     as t (id, account_id, symbol, direction, amount, leverage, open_rate, opened_at, take_profit, stop_loss, closed_rate,
       closed_at, reason, profit, open_bid, open_ask, closed_bid, closed_ask, feed)`,
);

/**
 * Inserts closed positions; the caller posts their ledger entries. Their quotes were generated, not quoted by the feed,
 * so their sequence is 0.
 */
export async function insertClosedTrades(queries: Queries, trades: readonly NewClosedTrade[]): Promise<void> {
  await addTrades.write(queries, {
    ids: trades.map(({ id }) => id),
    accountIds: trades.map(({ accountId }) => accountId),
    symbols: trades.map(({ symbol }) => symbol),
    directions: trades.map(({ direction }) => direction),
    amountsMinor: trades.map(({ amountMinor }) => amountMinor),
    leverages: trades.map(({ leverage }) => leverage),
    openRates: trades.map(({ openRate }) => openRate),
    openedAts: trades.map(({ openedAt }) => openedAt),
    takeProfits: trades.map(({ takeProfit }) => takeProfit),
    stopLosses: trades.map(({ stopLoss }) => stopLoss),
    closedRates: trades.map(({ closedRate }) => closedRate),
    closedAts: trades.map(({ closedAt }) => closedAt),
    reasons: trades.map(({ closingReason }) => closingReason),
    profitsMinor: trades.map(({ profitMinor }) => profitMinor),
    openBids: trades.map(({ openQuote }) => openQuote.bid),
    openAsks: trades.map(({ openQuote }) => openQuote.ask),
    closedBids: trades.map(({ closedQuote }) => closedQuote.bid),
    closedAsks: trades.map(({ closedQuote }) => closedQuote.ask),
    feeds: trades.map(({ feedName }) => feedName),
  });
}

const tradeCandles = statement(
  'demo-trade-candles',
  `select symbol, quoted_spread as "quotedSpread", digits, daily_volatility as "dailyVolatility", time, open, high, low,
     close
   from assets join candles using (symbol)
   where feed = :feed and symbol = any(:symbols) and resolution_seconds = 3600 and time >= :from order by symbol, time`,
);

/** The hourly candles of a feed since an instant (unix seconds), by symbol; assets without any are left out. */
export async function loadTradeMarkets(
  queries: Queries,
  wanted: { feed: string; symbols: readonly string[]; from: number },
): Promise<Map<string, TradeMarket & { candles: Candle[] }>> {
  const markets = new Map<string, TradeMarket & { candles: Candle[] }>();
  for (const { symbol, quotedSpread, digits, dailyVolatility, ...candle } of await tradeCandles.rows(queries, wanted)) {
    const market = markets.get(symbol) ?? { candles: [], quotedSpread, digits, dailyVolatility };
    market.candles.push(candle);
    markets.set(symbol, market);
  }
  return markets;
}
