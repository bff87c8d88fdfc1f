import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { verifyLedger } from '../../../src/server/ledger/verify-ledger.ts';
import type { CommandOutcome } from '../../../src/server/operator/outcome.ts';
import { lockFunds } from '../../../src/server/payments/money-rows.ts';
import type { PaymentReport } from '../../../src/server/payments/payment-provider.ts';
import { askDeposit, askWithdrawal } from '../../support/payments/asked-money.ts';
import { settleAndKeep } from '../../support/payments/kept-report.ts';
import { typeTransactions } from '../../support/payments/operator-types.ts';
import { settlingParts } from '../../support/payments/settling-parts.ts';
import { openTestDatabase } from '../../support/test-database.ts';
import { createTestRuntime } from '../../support/test-runtime.ts';
import { openAccount } from '../../support/trading-floor.ts';

/**
 * Operators who type commands, and for each test a customer with 1,000.00 of own money. The books must hold after each
 * test.
 */
export function useOperatorFloor() {
  const runtime = createTestRuntime();
  const at = new Date(runtime.now());
  const customer = { accountId: NaN, email: '' };
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase({ template: 'seeded' });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    runtime.advance(1_000);
    customer.accountId = await openAccount(database, { balanceMinor: 100_000 });
    customer.email = `customer${customer.accountId}@example.com`;
    await database.query('update accounts set email = $2 where id = $1', [customer.accountId, customer.email]);
  });
  afterEach(async () => expect(await verifyLedger(database)).toMatchObject({ holds: true }));

  const typeAs = (operator: string, ...args: string[]): Promise<CommandOutcome> =>
    typeTransactions({ database, runtime, operator }, args);

  return {
    ...{ runtime, at, customer, typeAs },
    type: (...args: string[]) => typeAs('ada', ...args),
    query: (text: string, values: unknown[] = []) => database.query<Record<string, unknown>>(text, values),
    queries: () => database,
    funds: () => lockFunds(database, customer.accountId),
    withdraw: (amountMinor: number) => askWithdrawal(database, { accountId: customer.accountId, amountMinor, at }),
    deposit: (more: Partial<Parameters<typeof askDeposit>[1]> = {}) =>
      askDeposit(database, { accountId: customer.accountId, amountMinor: 25_000, at, ...more }),

    reported(transactionId: string, report: Partial<PaymentReport>) {
      const whole = { outcome: 'paid', amountMinor: 25_000, currency: 'EUR', ...report } as const;
      const parts = settlingParts(runtime);
      return database.transaction((connection) =>
        settleAndKeep(connection, parts, {
          ...{ transactionId, accountId: customer.accountId, report: whole, provider: 'cards' },
        }),
      );
    },

    async audited() {
      const { rows } = await database.query<{ event: string; details: Record<string, unknown> }>(
        `select event, details from audit_entries where account_id = $1 and actor = 'operator:ada' order by at, event`,
        [customer.accountId],
      );
      return rows;
    },
  };
}
