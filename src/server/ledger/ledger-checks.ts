import { bookChecks } from './checks/book-checks.ts';
import { entryChecks } from './checks/entry-checks.ts';
import { firstDepositsAgree, referredAgree } from './checks/first-deposit-check.ts';
import type { LedgerCheck } from './checks/ledger-check.ts';
import { paymentChecks } from './checks/payment-checks.ts';
import { positionChecks } from './checks/position-checks.ts';
import { tradesAgree } from './checks/trade-check.ts';
import { transactionChecks } from './checks/transaction-checks.ts';

/** All that the books have to satisfy, in the order in which it is said. */
export const ledgerChecks: readonly LedgerCheck[] = [
  ...bookChecks,
  ...positionChecks,
  tradesAgree,
  ...entryChecks,
  ...transactionChecks,
  ...paymentChecks,
  firstDepositsAgree,
  referredAgree,
];
