import { brand } from '../../brand.ts';
import type { DocumentState } from '../accounts/accounts-rows.ts';
import { writeAudits } from '../audit/audit-log.ts';
import { hashPassword } from '../passwords/password.ts';
import type { Queries } from '../db/database.ts';
import { postEntries } from '../ledger/ledger-writer.ts';
import { createSeededRandom } from '../market/random.ts';
import type { Runtime } from '../runtime.ts';
import { creditAudits, ledgerEntriesOf, totalMinor } from './demo-money.ts';
import type { SeedCustomer, SeedTransaction } from './demo-people.ts';
import {
  affiliateReferrals,
  bankMethod,
  demoAffiliate,
  demoBalanceMinor,
  demoCustomerEmail,
  demoCustomers,
  demoPassword,
  demoReferral,
} from './demo-people.ts';
import { stepsOf } from './demo-steps.ts';
import type { NewClosedTrade, NewTransaction } from './demo-rows.ts';
import {
  hasAccount,
  insertAccount,
  insertAffiliate,
  insertClosedTrades,
  insertTransactions,
  insertTransfers,
  loadTradeMarkets,
  updateFirstDeposit,
} from './demo-rows.ts';
import { playTrade, tradePlans } from './demo-trades.ts';

const dayMs = 86_400_000;
/** How far back the demo customer's trades go. */
const tradingDays = 90;
const tradesSeed = 4321;

export interface DemoContext {
  queries: Queries;
  runtime: Runtime;
  feedName: string;
  /** The provider of transfers. */
  bank: string;
}

interface Referrer {
  referredByAccountId?: number;
  referredByAffiliateId?: number;
}

/**
 * Creates the people as whom anyone may log in on a demo: customers in each state, an affiliate, and its referred
 * accounts. Their money is in the ledger like everybody's. Does nothing if the demo customer exists.
 */
export async function seedDemoData(context: DemoContext): Promise<void> {
  const { queries, runtime } = context;
  if (await hasAccount(queries, demoCustomerEmail)) return;
  const affiliateId = await insertAffiliate(queries, {
    ...demoAffiliate,
    ...newIdentity(runtime),
    passwordHash: await hashPassword(demoPassword),
    createdAt: daysBefore(runtime, 360),
  });
  const idByEmail = new Map<string, number>();
  for (const customer of demoCustomers) {
    idByEmail.set(customer.email, await addCustomer(context, customer, await hashPassword(demoPassword)));
  }
  // Nobody is meant to log in as a referred customer, so their password is random and unknown.
  const unknownPasswordHash = await hashPassword(runtime.randomBytes(32).toString('base64url'));
  await addCustomer(context, demoReferral, unknownPasswordHash, {
    referredByAccountId: idByEmail.get(demoCustomerEmail),
  });
  for (const customer of affiliateReferrals) {
    await addCustomer(context, customer, unknownPasswordHash, { referredByAffiliateId: affiliateId });
  }
}

async function addCustomer(
  context: DemoContext,
  customer: SeedCustomer,
  passwordHash: string,
  { referredByAccountId, referredByAffiliateId }: Referrer = {},
): Promise<number> {
  const { queries, runtime } = context;
  const createdAt = daysBefore(runtime, customer.daysAgo);
  const accountId = await insertAccount(queries, {
    ...newIdentity(runtime),
    customer,
    passwordHash,
    documents: customer.verified ? approvedDocuments(createdAt) : {},
    referredByAccountId: referredByAccountId ?? null,
    referredByAffiliateId: referredByAffiliateId ?? null,
    createdAt,
  });
  const transactions = customer.transactions.map((one) => newTransaction(runtime, accountId, one));
  const trades = customer.email === demoCustomerEmail ? await playTrades(context, accountId) : [];
  if (customer.email === demoCustomerEmail) {
    const missing = { typeId: 3, status: 'approved', daysAgo: 38 } as const;
    const amountMinor = demoBalanceMinor - totalMinor({ transactions, trades });
    transactions.push(newTransaction(runtime, accountId, { ...missing, amountMinor }));
  }
  await insertTransactions(queries, transactions);
  await writeAudits(queries, creditAudits(transactions, runtime.newId));
  const transfers = transactions.filter(({ typeId }) => typeId === bankMethod);
  await insertTransfers(queries, { transfers, provider: context.bank, currency: brand.currency });
  await updateFirstDeposit(queries, accountId);
  await insertClosedTrades(queries, trades);
  await postEntries(queries, ledgerEntriesOf({ accountId, transactions, trades, bank: context.bank }, runtime.newId));
  return accountId;
}

/**
 * Plays the demo customer's trades at the rates of the feed's history; leaves out assets that the feed does not quote.
 */
async function playTrades({ queries, runtime, feedName }: DemoContext, accountId: number): Promise<NewClosedTrade[]> {
  const symbols = [...new Set(tradePlans.map(({ symbol }) => symbol))];
  const from = Math.floor(daysBefore(runtime, tradingDays).getTime() / 1000);
  const markets = await loadTradeMarkets(queries, { feed: feedName, symbols, from });
  const random = createSeededRandom(tradesSeed);
  return tradePlans.flatMap((plan) => {
    const market = markets.get(plan.symbol);
    const trade = market && playTrade(plan, market, random);
    return trade ? [{ ...trade, id: runtime.newId(), accountId, feedName }] : [];
  });
}

function newTransaction(runtime: Runtime, accountId: number, seeded: SeedTransaction): NewTransaction {
  const createdAt = daysBefore(runtime, seeded.daysAgo);
  return { ...seeded, id: runtime.newId(), accountId, createdAt, steps: stepsOf(seeded, createdAt) };
}

function newIdentity(runtime: Runtime): { token: string; uniqid: string } {
  return { token: runtime.newId(), uniqid: runtime.randomBytes(6).toString('hex') };
}

function approvedDocuments(updated: Date): Record<string, DocumentState> {
  const approved: DocumentState = { status: '2', note: null, updated: updated.toISOString() };
  return { doc_passport: approved, doc_address: approved, doc_funding_front: approved, doc_funding_back: approved };
}

function daysBefore(runtime: Runtime, days: number): Date {
  return new Date(runtime.now() - days * dayMs);
}
