import type { Logger } from 'pino';
import type { AccountChanges } from '../accounts/account-changes.ts';
import { writeAudits } from '../audit/audit-log.ts';
import type { Database } from '../db/database.ts';
import type { TellParts } from '../notices/tell-customer.ts';
import { tellCustomers } from '../notices/tell-customer.ts';
import type { Schedule } from '../schedule.ts';
import type { Worker } from '../work/worker.ts';
import { createWorker } from '../work/worker.ts';
import { hasOutdated, retireOutdated } from './auto-trading-rows.ts';

export interface RetireParts extends TellParts {
  database: Database;
  accountChanges: Pick<AccountChanges, 'changed'>;
  /** Called after a commit that told a customer of something. */
  noticed: AccountChanges['changed'];
  logger: Pick<Logger, 'info' | 'error'>;
  schedule: Schedule;
}

/** The most accounts that one database transaction switches off: a customer may wait for it. */
const accountsAtOnce = 200;

/**
 * Switches auto trading off for every account whose customer has not agreed to this version of the rule, and tells
 * them. Their open positions are left to them. Nobody waits for it: the order desk does nothing for these accounts
 * anyway. It ends when none is left.
 */
export function createConsentRetirement(parts: RetireParts, version: string): Worker {
  const { database, logger } = parts;
  const progress = { isDone: false, retired: 0 };
  return createWorker<readonly number[]>(parts, {
    async claim() {
      if (progress.isDone) return null;
      const accountIds = await retireSome(parts, version);
      progress.retired += accountIds.length;
      if (accountIds.length > 0) return accountIds;
      progress.isDone = !(await hasOutdated(database, version));
      if (progress.isDone && progress.retired > 0)
        logger.info({ accounts: progress.retired }, 'the rule of auto trading has changed; it is off until agreed to');
      return null;
    },
    run(accountIds) {
      for (const announce of [parts.accountChanges.changed, parts.noticed]) accountIds.forEach(announce);
      return Promise.resolve(null);
    },
    lanes: 1,
    pollEveryMs: 10_000,
    faultText: 'auto trading could not be switched off for accounts without consent; it will be tried again',
  });
}

function retireSome(parts: RetireParts, version: string): Promise<number[]> {
  const { database, runtime } = parts;
  return database.transaction(async (connection) => {
    const accountIds = await retireOutdated(connection, { version, most: accountsAtOnce });
    if (accountIds.length === 0) return [];
    const news = accountIds.map((accountId) => ({ accountId, code: 'auto_rule_changed', data: {} }) as const);
    await tellCustomers(connection, parts, news);
    const record = { at: new Date(runtime.now()), event: 'auto_trading_switched', actor: 'system' } as const;
    const details = { on: false, rule: version };
    await writeAudits(
      connection,
      accountIds.map((accountId) => ({ ...record, id: runtime.newId(), accountId, details })),
    );
    return accountIds;
  });
}
