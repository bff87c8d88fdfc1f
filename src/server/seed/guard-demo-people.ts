import type { Logger } from 'pino';
import { demoPassword } from '../../lib/demo-log-ins.ts';
import { loadAffiliateCredentials } from '../affiliates/affiliates-rows.ts';
import { loadCredentials } from '../accounts/accounts-rows.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { hashPassword, verifyPassword } from '../passwords/password.ts';
import type { Database } from '../db/database.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import { updateAffiliatePassword } from '../affiliates/operated-affiliates-rows.ts';
import { blockCustomer } from '../customers/block-customer.ts';
import { findLastBlock } from '../customers/customers-rows.ts';
import type { Runtime } from '../runtime.ts';
import { demoAffiliate, demoCustomers } from './demo-people.ts';
import { wasAffiliateLockedOut } from './demo-rows.ts';

export interface DemoGuardParts {
  database: Database;
  runtime: Runtime;
  logger: Pick<Logger, 'warn'>;
  demoData: boolean;
  /** Whether this server is not in real use: it has no visitors from the internet and no payment provider. */
  isTrial: boolean;
}

type Parts = Pick<DemoGuardParts, 'database' | 'runtime'>;

const reason = 'Everybody knows the password of the demo people, and demo data is off';

/**
 * Lets the demo people log in only while demo data is on. Otherwise a site that goes live on the database of its trial
 * would have accounts with play money that anybody can open. If demo data is off, the demo customers are blocked and
 * the affiliate gets a password that nobody knows. When demo data is on again, this is undone, but not what an operator
 * did. Runs at each start, before the port is open.
 */
export async function guardDemoPeople({ demoData, isTrial, logger, ...parts }: DemoGuardParts): Promise<void> {
  let changed = 0;
  for (const { email } of demoCustomers) changed += Number(await guardCustomer(parts, email, demoData));
  changed += Number(await guardAffiliate(parts, demoData));
  if (changed > 0) {
    const what = demoData ? 'the demo people are let in again' : 'the demo people of an earlier start are kept out';
    logger.warn({ people: changed }, `${what}: demo data is ${demoData ? 'on' : 'off'}`);
  }
  if (demoData && !isTrial) logger.warn('DEMO_DATA is on: demo people, whose password everybody knows, can log in');
}

async function guardCustomer({ database, runtime }: Parts, email: string, isAllowed: boolean): Promise<boolean> {
  if (isAllowed) {
    const account = await loadCredentials(database, email);
    if (!account || (await findLastBlock(database, account.id))?.actor !== 'system') return false;
  }
  // `blockCustomer` refuses if nothing would change, or if there is no such customer.
  return (await blockCustomer({ database, runtime, actor: 'system' }, { email, reason, isBlocked: !isAllowed })).ok;
}

/** An affiliate cannot be blocked, so its password is replaced, unless it is no longer the one that everybody knows. */
async function guardAffiliate({ database, runtime }: Parts, isAllowed: boolean): Promise<boolean> {
  const { email } = demoAffiliate;
  const found = await loadAffiliateCredentials(database, email);
  if (!found) return false;
  const isDue = isAllowed
    ? await wasAffiliateLockedOut(database, found.id)
    : await verifyPassword(found.passwordHash, demoPassword);
  if (!isDue) return false;
  const password = isAllowed ? demoPassword : runtime.randomBytes(32).toString('base64url');
  const passwordHash = await hashPassword(password);
  await database.transaction(async (connection) => {
    await updateAffiliatePassword(connection, { email, passwordHash });
    await writeAudit(connection, {
      ...{ id: runtime.newId(), at: new Date(runtime.now()), event: 'affiliate_password_made', actor: 'system' },
      ...{ affiliateId: found.id, details: { why: reason, kept_out: !isAllowed } },
    });
  }, longestLockWait);
  return true;
}
