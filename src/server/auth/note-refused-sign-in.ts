import type { RequestOrigin } from '../audit/audit-log.ts';
import type { RefusalNotes } from '../audit/refusal-notes.ts';
import type { Problem } from '../../lib/contract/problem.ts';
import type { SessionOpener } from '../sessions/sessions-rows.ts';

/** A person who has shown a correct password or link. */
export interface Shown {
  accountId: number;
  openedBy: SessionOpener;
}

/**
 * Records that the second factor or a block stopped somebody with a correct password or link: the strongest sign that
 * one was stolen. Wrong codes are recorded where they are checked.
 */
export async function noteRefusedSignIn(
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
