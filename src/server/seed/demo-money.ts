import { transactionGroupOf, typeIds } from '../../lib/transactions/transaction-types.ts';
import type { AuditRecord } from '../audit/audit-log.ts';
import type { CustomerFunds } from '../ledger/rules/customer-funds.ts';
import { noFunds } from '../ledger/rules/customer-funds.ts';
import type { LedgerEntry, PostedFact } from '../ledger/ledger-writer.ts';
import { postClose, postPayout, postRelease, postReservation, postTransaction } from '../ledger/posting-rules.ts';
import { bankMethod } from './demo-people.ts';
import type { NewClosedTrade, NewTransaction } from './demo-rows.ts';
import type { SeedStep } from './demo-steps.ts';
import { demoOperator } from './demo-steps.ts';

export interface AccountMoney {
  accountId: number;
  transactions: readonly NewTransaction[];
  trades: readonly NewClosedTrade[];
  /** The provider of transfers. */
  bank: string;
}

/**
 * Whether a transaction counts in the balance: it is approved, or a pending withdrawal, whose money is already
 * reserved.
 */
function countsIn({ typeId, status }: NewTransaction): boolean {
  return status === 'approved' || (typeId === typeIds.withdrawal && status === 'pending');
}

/** The balance that an account's transactions and trades result in, in minor units. */
export function totalMinor({ transactions, trades }: Pick<AccountMoney, 'transactions' | 'trades'>): number {
  const moved = transactions.filter(countsIn).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return trades.reduce((sum, { profitMinor }) => sum + profitMinor, moved);
}

/**
 * The audit records of credited deposits. No provider reported the demo's deposits, so the records name an operator.
 */
export function creditAudits(transactions: readonly NewTransaction[], newId: () => string): AuditRecord[] {
  const credited = transactions.filter(
    ({ typeId, status }) => transactionGroupOf(typeId) === 'deposits' && status === 'approved',
  );
  return credited.flatMap(({ id, accountId, steps }) =>
    steps
      .filter(({ step }) => step === 'approved')
      .map(({ at, reason }): AuditRecord => {
        const details = { transaction: id, ...(reason !== null && { why: reason }) };
        return { id: newId(), at, event: 'deposit_credited', actor: `operator:${demoOperator}`, accountId, details };
      }),
  );
}

interface Fact {
  recordedAt: Date;
  post: (funds: CustomerFunds) => PostedFact;
}

/**
 * The ledger entries of an account's transactions and closed positions in chronological order, starting from zero
 * funds.
 */
export function ledgerEntriesOf(
  { accountId, transactions, trades, bank }: AccountMoney,
  newId: () => string,
): LedgerEntry[] {
  const partyOf = ({ typeId }: NewTransaction) => (typeId === bankMethod ? bank : 'demo');
  const moved = transactions.flatMap((transaction) => factsOf(transaction, partyOf(transaction), newId));
  const closed = trades.map(({ id: positionId, profitMinor, closedAt: recordedAt }): Fact => {
    return {
      recordedAt,
      post: (funds) => postClose(funds, { id: newId(), recordedAt, accountId, positionId, profitMinor }),
    };
  });
  let funds = noFunds;
  return [...moved, ...closed]
    .sort((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())
    .map(({ post }) => {
      const posted = post(funds);
      funds = posted.funds;
      return posted.entry;
    });
}

function factsOf({ steps, ...transaction }: NewTransaction, party: string, newId: () => string): Fact[] {
  return steps.flatMap(({ step, at }) => {
    const post = postOf(transaction, step, party);
    return post ? [{ recordedAt: at, post: (funds) => post(funds, { id: newId(), recordedAt: at }) }] : [];
  });
}

type Post = (funds: CustomerFunds, fact: { id: string; recordedAt: Date }) => PostedFact;

/** How a step of a transaction is posted; undefined if it moves no money. */
function postOf(
  { id, accountId, typeId, amountMinor }: Omit<NewTransaction, 'steps'>,
  step: SeedStep['step'],
  party: string,
): Post | undefined {
  const known = { accountId, transactionId: id, amountMinor };
  if (typeId !== typeIds.withdrawal) {
    if (step !== 'approved') return undefined;
    return (funds, fact) => postTransaction(funds, { ...known, ...fact, typeId, party });
  }
  if (step === 'requested') return (funds, fact) => postReservation(funds, { ...known, ...fact });
  if (step === 'sent') return (funds, fact) => postPayout(funds, { ...known, ...fact, party });
  if (step === 'checked' || step === 'approved') return undefined;
  return (funds, fact) => postRelease(funds, { ...known, ...fact });
}
