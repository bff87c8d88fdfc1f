import type { Logger } from 'pino';
import type { User } from '../../lib/contract/entities.ts';
import type { AccountChanges } from '../accounts/account-changes.ts';
import { loadAccount } from '../accounts/accounts-rows.ts';
import { userView } from '../accounts/user-view.ts';
import type { Queries } from '../db/database.ts';

export interface AccountEventsParts {
  database: Queries;
  accountChanges: Pick<AccountChanges, 'onChanged'>;
  logger: Pick<Logger, 'error'>;
  /** Whether any socket of the account is connected. */
  isWatched: (accountId: number) => boolean;
  send: (accountId: number, event: 'user', data: User) => void;
}

/**
 * Sends `user` to the connected sockets of an account that changed. Loads one account at a time, so that the later of
 * two changes is sent last. Returns the function that stops it.
 */
export function followAccounts({ database, accountChanges, logger, isWatched, send }: AccountEventsParts): () => void {
  const changed = new Set<number>();
  let isSending = false;

  async function sendChanged(): Promise<void> {
    isSending = true;
    for (const accountId of changed) {
      changed.delete(accountId);
      try {
        const account = await loadAccount(database, accountId);
        if (account) send(accountId, 'user', userView(account));
      } catch (fault) {
        logger.error({ err: fault }, 'a change of an account was not sent; clients recover by themselves');
      }
    }
    isSending = false;
  }

  const stopFollowing = accountChanges.onChanged((accountId) => {
    if (!isWatched(accountId)) return;
    changed.add(accountId);
    if (!isSending) void sendChanged();
  });
  return () => {
    stopFollowing();
    changed.clear();
  };
}
