import type { RequestOrigin } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import type { SessionOpener } from '../sessions/sessions-rows.ts';

/** Who has shown a password or a link that is right. */
export interface Shown {
  accountId: number;
  openedBy: SessionOpener;
}

/**
 * Writes down that the second factor, or an operator, kept somebody out who had shown the password or a link: nothing
 * tells more of one that was stolen. Wrong codes are written down where they are looked at.
 */
export async function noteKeptOut(
  refusals: Pick<RefusalNotes, 'refused' | 'limitMet'>,
  { code }: Problem,
  { accountId, openedBy, origin }: Shown & { origin: RequestOrigin },
): Promise<void> {
  const details = { shown: openedBy };
  if (code === 'SECOND_FACTOR_REQUIRED')
    await refusals.refused({ event: 'second_factor_asked', accountId, origin, details });
  if (code === 'ACCOUNT_BLOCKED')
    await refusals.refused({ event: 'blocked_account_refused', accountId, origin, details });
  if (code === 'TOO_MANY_REQUESTS') await refusals.limitMet('second_factor', { accountId, origin });
}
