import type { Queries } from '../../db/database.ts';
import { statement } from '../../db/statement.ts';
import type { sandboxStates } from '../../db/schema/payments.ts';

/** A payment as the simulated provider stores it. */
export interface SandboxPayment {
  reference: string;
  transactionId: string;
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  returnUrl: string;
  language: string;
  state: (typeof sandboxStates)[number];
  /** When the payment will be paid, if the choice was "later"; otherwise null. */
  dueAt: Date | null;
}

const columns = `reference, transaction_id as "transactionId", amount_minor as "amountMinor", currency,
  return_url as "returnUrl", language, state, due_at as "dueAt"`;

const insert = statement(
  'sandbox-insert',
  `insert into sandbox_payments (reference, transaction_id, amount_minor, currency, return_url, language, state)
   values (:reference, :transactionId, :amountMinor, :currency, :returnUrl, :language, 'open')
   on conflict (transaction_id) do nothing`,
);

/** Stores a payment without a choice, unless the transaction already has one. */
export async function insertSandboxPayment(
  queries: Queries,
  payment: Omit<SandboxPayment, 'state' | 'dueAt'>,
): Promise<void> {
  await insert.write(queries, payment);
}

const byReference = statement(
  'sandbox-by-reference',
  `select ${columns} from sandbox_payments where reference = :reference`,
);

export function findByReference(queries: Queries, reference: string): Promise<SandboxPayment | null> {
  return byReference.first(queries, { reference });
}

const byTransaction = statement(
  'sandbox-by-transaction',
  `select ${columns} from sandbox_payments where transaction_id = :transactionId`,
);

export function findByTransaction(queries: Queries, transactionId: string): Promise<SandboxPayment | null> {
  return byTransaction.first(queries, { transactionId });
}

const answer = statement(
  'sandbox-answer',
  `update sandbox_payments set state = :state, due_at = :dueAt? where reference = :reference and state = 'open'
   returning ${columns}`,
);

/** Stores the choice for a payment; null if one was made before. */
export function answerSandboxPayment(
  queries: Queries,
  answered: Pick<SandboxPayment, 'reference' | 'state' | 'dueAt'>,
): Promise<SandboxPayment | null> {
  return answer.first(queries, answered);
}

const pay = statement(
  'sandbox-pay-due',
  `update sandbox_payments set state = 'paid', due_at = null where state = 'later' and due_at <= :now returning ${columns}`,
);

/** Marks due payments with the choice "later" as paid, and returns them. */
export function payDue(queries: Queries, now: Date): Promise<SandboxPayment[]> {
  return pay.rows(queries, { now });
}

const next = statement('sandbox-next-due', `select min(due_at) as "dueAt" from sandbox_payments where state = 'later'`);

/** When the next payment is due; null if there is none. */
export async function nextDue(queries: Queries): Promise<Date | null> {
  return (await next.first(queries))?.dueAt ?? null;
}
