import type { Queries } from '../../db/database.ts';
import type { sandboxStates } from '../../db/schema/payments.ts';

/** A payment as the simulated provider knows it. */
export interface SandboxPayment {
  reference: string;
  transactionId: string;
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  returnUrl: string;
  language: string;
  state: (typeof sandboxStates)[number];
  /** When it is paid, of one that is paid later. */
  dueAt: Date | null;
}

const columns = `reference, transaction_id::text as "transactionId", amount_minor as "amountMinor", currency,
  return_url as "returnUrl", language, state, due_at as "dueAt"`;

/** Keeps a payment that nobody has answered yet; of one that is there already the first stays. */
export async function insertSandboxPayment(
  queries: Queries,
  payment: Omit<SandboxPayment, 'state' | 'dueAt'>,
): Promise<void> {
  const { reference, transactionId, amountMinor, currency, returnUrl, language } = payment;
  await queries.query({
    name: 'sandbox-insert',
    text: `insert into sandbox_payments (reference, transaction_id, amount_minor, currency, return_url, language, state)
      values ($1, $2, $3, $4, $5, $6, 'open') on conflict (transaction_id) do nothing`,
    values: [reference, transactionId, amountMinor, currency, returnUrl, language],
  });
}

export async function findByReference(queries: Queries, reference: string): Promise<SandboxPayment | null> {
  const { rows } = await queries.query<SandboxPayment>({
    name: 'sandbox-by-reference',
    text: `select ${columns} from sandbox_payments where reference = $1`,
    values: [reference],
  });
  return rows[0] ?? null;
}

export async function findByTransaction(queries: Queries, transactionId: string): Promise<SandboxPayment | null> {
  const { rows } = await queries.query<SandboxPayment>({
    name: 'sandbox-by-transaction',
    text: `select ${columns} from sandbox_payments where transaction_id = $1`,
    values: [transactionId],
  });
  return rows[0] ?? null;
}

/** Answers a payment; null where it was answered before. */
export async function answerSandboxPayment(
  queries: Queries,
  { reference, state, dueAt }: Pick<SandboxPayment, 'reference' | 'state' | 'dueAt'>,
): Promise<SandboxPayment | null> {
  const { rows } = await queries.query<SandboxPayment>({
    name: 'sandbox-answer',
    text: `update sandbox_payments set state = $2, due_at = $3 where reference = $1 and state = 'open' returning ${columns}`,
    values: [reference, state, dueAt],
  });
  return rows[0] ?? null;
}

/** Pays what was to be paid later and is due; gives those payments. */
export async function payDue(queries: Queries, now: Date): Promise<SandboxPayment[]> {
  const { rows } = await queries.query<SandboxPayment>({
    name: 'sandbox-pay-due',
    text: `update sandbox_payments set state = 'paid', due_at = null where state = 'later' and due_at <= $1 returning ${columns}`,
    values: [now],
  });
  return rows;
}

/** When the next one is to be paid; null where none is. */
export async function nextDue(queries: Queries): Promise<Date | null> {
  const { rows } = await queries.query<{ dueAt: Date | null }>({
    name: 'sandbox-next-due',
    text: `select min(due_at) as "dueAt" from sandbox_payments where state = 'later'`,
    values: [],
  });
  return rows[0]?.dueAt ?? null;
}
