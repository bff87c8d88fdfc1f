import { brand } from '../../brand.ts';
import { demoCustomerEmail, demoPassword } from '../../lib/demo-log-ins.ts';
import type { NoticeCode } from '../../lib/notices/notice-catalogue.ts';
import type { TransactionGroup, TransactionTypeId } from '../../lib/transactions/transaction-types.ts';
import type { DocumentState } from '../accounts/accounts-rows.ts';
import { writeAudits } from '../audit/audit-log.ts';
import { hashPassword } from '../passwords/password.ts';
import type { Queries } from '../db/database.ts';
import { postEntries } from '../ledger/ledger-writer.ts';
import { createSeededRandom } from '../market/random.ts';
import { publishPopup } from '../popups/publish-popup.ts';
import { closingNotice } from '../notices/closing-notice.ts';
import type { NewNotice } from '../notices/notices-rows.ts';
import { insertNotices } from '../notices/notices-rows.ts';
import type { Runtime } from '../runtime.ts';
import { creditAudits, ledgerEntriesOf, totalMinor } from './demo-money.ts';
import type { SeedCustomer, SeedTransaction } from './demo-people.ts';
import {
  affiliateReferrals,
  bankMethod,
  demoAffiliate,
  demoBalanceMinor,
  demoCustomers,
  demoMessage,
  demoReferral,
} from './demo-people.ts';
import { insertOpenPositions } from './demo-position-rows.ts';
import { openPosition, positionPlans } from './demo-positions.ts';
import { stepsOf } from './demo-steps.ts';
import type { NewAccount, NewClosedTrade, NewTransaction } from './demo-rows.ts';
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
import { longTradePlans, playTrade, tradePlans } from './demo-trades.ts';

const dayMs = 86_400_000;
/** How far back the demo customer's trades go. */
const tradingDays = 90;
/** How far back the demo customer's open positions go. */
const openDays = 5;
/** How far back the demo people's notices go. */
const noticeDays = 14;
/** The approved transactions that are told, by type. */
const toldPayments: Partial<Record<TransactionTypeId, { code: NoticeCode; group: TransactionGroup }>> = {
  6: { code: 'withdrawal_sent', group: 'withdrawals' },
  9: { code: 'deposit_received', group: 'deposits' },
};
const tradesSeed = 4321;

export interface DemoContext {
  queries: Queries;
  runtime: Runtime;
  feedName: string;
  /** The provider of transfers. */
  bank: string;
  /** The rule of auto trading, to which the demo customer has agreed; null: to none. */
  autoRuleVersion: string | null;
  /** Whether the people are in the middle of things: open positions, an unread message, a rejected document. */
  isLively: boolean;
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

/** Auto trading has closed some of the demo customer's trades, so this customer has agreed to its rule. */
function consentOf(
  { autoRuleVersion, runtime }: DemoContext,
  { email }: SeedCustomer,
): Pick<NewAccount, 'autoConsentedTo' | 'autoConsentedAt'> {
  if (autoRuleVersion === null || email !== demoCustomerEmail) return { autoConsentedTo: null, autoConsentedAt: null };
  return { autoConsentedTo: autoRuleVersion, autoConsentedAt: daysBefore(runtime, tradingDays) };
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
    documents: documentsOf(context, customer, createdAt),
    ...consentOf(context, customer),
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
  if (!context.isLively) return accountId;
  if (customer.email === demoCustomerEmail) await enliven(context, accountId);
  await insertNotices(queries, recentNotices(context, customer, { accountId, transactions, trades }));
  return accountId;
}

interface SeededMoves {
  accountId: number;
  transactions: readonly NewTransaction[];
  trades: readonly NewClosedTrade[];
}

/** What the customer was told in the last days. No mail is due any more. */
function recentNotices({ runtime }: DemoContext, { rejected }: SeedCustomer, moves: SeededMoves): NewNotice[] {
  const { accountId, transactions, trades } = moves;
  const since = daysBefore(runtime, noticeDays);
  const notice = (told: Pick<NewNotice, 'code' | 'data' | 'createdAt'>): NewNotice => {
    return { ...told, id: runtime.newId(), accountId, onScreen: true, mailDueAt: null };
  };
  const closed = trades.flatMap((trade) => {
    const told = closingNotice({ id: accountId, noticeChoices: null }, trade, {
      id: runtime.newId,
      at: trade.closedAt,
    });
    return told ? [notice(told)] : [];
  });
  const paid = transactions.flatMap(({ id: transactionId, typeId, status, amountMinor, createdAt }) => {
    const told = status === 'approved' ? toldPayments[typeId] : undefined;
    const data = { transactionId, amountMinor: Math.abs(amountMinor), group: told?.group ?? '' };
    return told ? [notice({ code: told.code, data, createdAt })] : [];
  });
  const data = { document: rejected?.field ?? '', reason: rejected?.note ?? '' };
  const decided = rejected
    ? [notice({ code: 'document_rejected', data, createdAt: daysBefore(runtime, rejected.daysAgo) })]
    : [];
  return [...closed, ...paid, ...decided].filter(({ createdAt }) => createdAt >= since);
}

/** Opens the demo customer's positions, at rates of the last days, and sends a message. */
async function enliven({ queries, runtime, feedName }: DemoContext, accountId: number): Promise<void> {
  const symbols = positionPlans.map(({ symbol }) => symbol);
  const from = Math.floor(daysBefore(runtime, openDays).getTime() / 1000);
  const markets = await loadTradeMarkets(queries, { feed: feedName, symbols, from });
  const positions = positionPlans.flatMap((plan) => {
    const market = markets.get(plan.symbol);
    const position = market && openPosition(plan, market);
    return position ? [{ ...position, id: runtime.newId() }] : [];
  });
  await insertOpenPositions(queries, { accountId, feed: feedName, positions });
  await publishPopup({ database: queries, runtime }, { accountId, ...demoMessage });
}

/**
 * Plays the demo customer's trades at the rates of the feed's history; leaves out assets that the feed does not quote.
 */
async function playTrades(
  { queries, runtime, feedName, isLively }: DemoContext,
  accountId: number,
): Promise<NewClosedTrade[]> {
  const plans = isLively ? [...tradePlans, ...longTradePlans] : tradePlans;
  const symbols = [...new Set(plans.map(({ symbol }) => symbol))];
  const from = Math.floor(daysBefore(runtime, tradingDays).getTime() / 1000);
  const markets = await loadTradeMarkets(queries, { feed: feedName, symbols, from });
  const random = createSeededRandom(tradesSeed);
  return plans.flatMap((plan) => {
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

function documentsOf({ isLively, runtime }: DemoContext, customer: SeedCustomer, createdAt: Date) {
  if (customer.verified) return approvedDocuments(createdAt);
  const { rejected } = customer;
  if (!isLively || rejected === undefined) return {};
  const updated = daysBefore(runtime, rejected.daysAgo).toISOString();
  return { [rejected.field]: { status: '3', note: rejected.note, updated } satisfies DocumentState };
}

function approvedDocuments(updated: Date): Record<string, DocumentState> {
  const approved: DocumentState = { status: '2', note: null, updated: updated.toISOString() };
  return { doc_passport: approved, doc_address: approved, doc_funding_front: approved, doc_funding_back: approved };
}

function daysBefore(runtime: Runtime, days: number): Date {
  return new Date(runtime.now() - days * dayMs);
}
