import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from '../../../../src/lib/contract/entities.ts';
import type { AuditEvent } from '../../../../src/server/audit/audit-log.ts';
import { insertFormSubmission } from '../../../../src/server/forms/form-submission-rows.ts';
import { sendUpload } from '../../../support/documents/document-desk.ts';
import { madeJpeg } from '../../../support/documents/made-files.ts';
import { askWithdrawal } from '../../../support/payments/asked-money.ts';
import type { TestApp } from '../../../support/test-app.ts';
import { emitTo } from '../../../support/test-app.ts';
import { openAccount } from '../../../support/trading-floor.ts';

/** What a case uses to create its own data. */
export interface CaseFloor {
  shop: TestApp;
  /** The folder in which the command is typed. */
  cwd: string;
  query: <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Runs a command that prepares the case and has to succeed. */
  type: (...args: string[]) => Promise<unknown>;
}

/** The arguments of a command, and what it is about. */
export interface Given {
  args: string[];
  /** `$1` of the query that checks the result. */
  about?: string | number;
}

/** The expected result of one command. */
export interface CommandCase {
  given: (floor: CaseFloor) => Promise<Given> | Given;
  /** The exit code; 0 by default. */
  code?: 1;
  /** Part of the data that `--json` prints. Undefined: the command must be refused with a reason. */
  data: unknown;
  /** The events that the command records in the audit log; none by default. */
  audited?: readonly AuditEvent[];
  /** A row that the database must have afterwards. */
  stored?: readonly [query: string, row: Record<string, unknown>];
}
export type CommandCases = Readonly<Record<string, CommandCase>>;

export const reason = ['--reason', 'Seen in person'];

export interface CaseCustomer {
  id: number;
  email: string;
}

/** A verified customer with 1,000.00, in all existing categories. */
export async function customer({ shop, query }: CaseFloor, sets = ''): Promise<CaseCustomer> {
  const id = await openAccount(shop.app.database, { categoryIds: [1, 2, 3, 4, 5] });
  const email = `case-${id}@example.com`;
  await query(`update accounts set email = $2 ${sets} where id = $1`, [id, email]);
  return { id, email };
}

/** Arguments: the email of a new customer, then these. */
export const ofCustomer =
  (...args: string[]) =>
  async (floor: CaseFloor): Promise<Given> => {
    const { email } = await customer(floor);
    return { args: [email, ...args], about: email };
  };

export const sessionOf = ({ shop }: CaseFloor, { id }: CaseCustomer) => shop.app.sessions.open({ accountId: id });

/** Opens a position; returns its id. */
export async function position(floor: CaseFloor, owner: CaseCustomer): Promise<string> {
  const { shop } = floor;
  const socket = await shop.customerSocket(await sessionOf(floor, owner));
  shop.feed.confirm('BTCUSD', 60_000, 60_010);
  const order = { direction: 'buy', amount: 100, leverage: 5, price: 60_010, symbol: 'BTCUSD' };
  const opened = await emitTo<Position>(socket, 'openPosition', order);
  if (opened.error) throw new Error(opened.code);
  return opened.data.id;
}

/**
 * A new withdrawal that operators have led through these steps, and the arguments of the command: its id, then these.
 */
export const withdrawal =
  (steps: readonly string[], ...args: string[]) =>
  async (floor: CaseFloor): Promise<Given> => {
    const { id: accountId } = await customer(floor);
    const at = new Date(floor.shop.runtime.now());
    const id = await askWithdrawal(floor.shop.app.database, { accountId, amountMinor: 1_000, at });
    for (const step of steps) await floor.type('transactions', step, id);
    return { args: [id, ...args], about: id };
  };

/** A provider's report that names no payment and was given up; returns its id. */
export async function report({ shop, query }: CaseFloor): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into payment_events (id, provider, event_key, body, event, received_at, attempts)
     values ($1, 'sandbox', $3, '', '{"outcome": "paid", "amountMinor": 100, "currency": "EUR"}', $2, 10)`,
    [id, new Date(shop.runtime.now()), id],
  );
  return id;
}

/** A document that waits for its review; returns its id. */
export async function passport(floor: CaseFloor, owner: CaseCustomer): Promise<string> {
  const accessToken = await sessionOf(floor, owner);
  const form = { accessToken, fields: { type: 'passport' }, files: [{ bytes: await madeJpeg() }] };
  const { status, body } = await sendUpload(floor.shop, form);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const rows = await floor.query<{ id: string }>('select id::text from documents where account_id = $1', [owner.id]);
  return rows[0]!.id;
}

/** A file in the storage that belongs to no document; returns its name. */
export async function stray(floor: CaseFloor): Promise<string> {
  const id = await passport(floor, await customer(floor));
  await floor.query('delete from documents where id = $1', [id]);
  await utimes(join(floor.shop.dataDir, 'documents', id), 0, 0);
  return id;
}

/** A message from a visitor; returns its id. */
export async function message({ shop }: CaseFloor): Promise<string> {
  const id = randomUUID();
  const entry = { form: 'contact', fields: { email: 'visitor@example.com', message: `Good morning ${id}` } } as const;
  const known = { humanity: 'off', createdAt: new Date(shop.runtime.now()), digest: Buffer.from(id) } as const;
  await insertFormSubmission(shop.app.database, { ...entry, ...known, id });
  return id;
}
