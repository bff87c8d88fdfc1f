import type { Locale } from '../../brand.ts';
import type { Result } from '../../lib/contract/problem.ts';
import { refuse } from '../../lib/contract/problem.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import type { AuditEvent, RequestOrigin } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import { lockSessionsOf } from '../sessions/sessions-rows.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Database, Queries } from '../db/database.ts';
import { isLockTimeout, longestLockWait } from '../db/lock-wait.ts';
import type { MailSender } from '../mail/mailer.ts';
import type { FactorNews } from './factor-mail.ts';
import { factorMail } from './factor-mail.ts';
import type { FactorRow } from './second-factor-rows.ts';
import { lockFactor } from './second-factor-rows.ts';
import type { FactorParts } from './consume-code.ts';

export interface ChangeParts extends FactorParts {
  refusals: Pick<RefusalNotes, 'limitMet'>;
  database: Pick<Database, 'transaction'>;
  sessions: Pick<Sessions, 'announceEnded'>;
  accountChanges: Pick<AccountChanges, 'changed'>;
  mailer: MailSender;
  siteUrl: string;
}

/** A customer's request to change the second factor, with a code. */
export interface FactorCommand {
  accountId: number;
  /** The token hash of the session that makes the request. */
  sessionHash: Buffer;
  code: string;
  origin: RequestOrigin;
  /** The language of the mail about it. */
  locale: Locale;
}

/**
 * Changes the second factor in one database transaction, with the account's row and its sessions locked. The
 * transaction commits even if the change is refused, so that a wrong code is recorded. Problems that change nothing:
 * UNAUTHENTICATED if the requesting session has ended in the meantime, UNAVAILABLE if others keep the account locked.
 */
export async function changeFactor<Facts extends object>(
  { database, refusals }: Pick<ChangeParts, 'database' | 'refusals'>,
  { accountId, sessionHash, origin }: Pick<FactorCommand, 'accountId' | 'sessionHash' | 'origin'>,
  change: (queries: Queries, factor: FactorRow) => Promise<Result<Facts>>,
): Promise<Result<Facts>> {
  try {
    const changed = await database.transaction(async (connection) => {
      const factor = await lockFactor(connection, accountId);
      const open = await lockSessionsOf(connection, { accountId });
      return open.some((one) => one.equals(sessionHash)) ? change(connection, factor) : refuse('UNAUTHENTICATED');
    }, longestLockWait);
    const isLimited = !changed.ok && changed.problem.code === 'TOO_MANY_REQUESTS';
    if (isLimited) await refusals.limitMet('second_factor', { accountId, origin });
    return changed;
  } catch (fault) {
    if (isLockTimeout(fault)) return refuse('UNAVAILABLE');
    throw fault;
  }
}

const eventOf = {
  on: 'second_factor_enabled',
  off: 'second_factor_disabled',
  codes: 'recovery_codes_renewed',
} as const satisfies Record<FactorNews, AuditEvent>;

/** Records the change, and adds a mail about it to the outbox. */
export async function recordFactorChange(
  queries: Queries,
  { runtime, mailer, siteUrl }: Pick<ChangeParts, 'runtime' | 'mailer' | 'siteUrl'>,
  { news, to, command }: { news: FactorNews; to: string; command: FactorCommand },
): Promise<void> {
  const { accountId, origin, locale } = command;
  const at = new Date(runtime.now());
  await writeAudit(queries, {
    ...{ id: runtime.newId(), at, event: eventOf[news], actor: 'customer' },
    ...{ accountId, origin },
  });
  await mailer.sendMail(queries, factorMail({ to, news, locale, siteUrl, changedAt: at }));
}
