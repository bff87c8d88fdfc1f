import { loadCredentials } from '../accounts/accounts-rows.ts';
import { tellServer } from '../accounts/news/account-news.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/audit-log.ts';
import type { Queries } from '../db/database.ts';
import { longestLockWait } from '../db/lock-wait.ts';
import type { OperatorParts } from '../operator/command.ts';
import type { CommandOutcome } from '../operator/outcome.ts';
import { whenText } from '../operator/outcome.ts';
import type { ListedTransaction } from '../payments/by-hand/operated-transactions-rows.ts';
import { listUnderWay } from '../payments/by-hand/operated-transactions-rows.ts';
import { tableOf } from '../payments/by-hand/transaction-text.ts';
import { lockLoginCodesOf, voidLoginCodes } from '../sessions/login-codes-rows.ts';
import { deleteSessionsOf, lockSessionsOf } from '../sessions/sessions-rows.ts';
import { findLastBlock, lockBlocked, updateBlocked } from './customers-rows.ts';

/** Whom to block or unblock, and why. */
export interface BlockOrder {
  /** In lower case. */
  email: string;
  reason: string;
  isBlocked: boolean;
}

type BlockParts = Pick<OperatorParts, 'database' | 'runtime'> & { actor: AuditActor };

/**
 * Blocks or unblocks a customer, with an audit record, in one database transaction. A blocked customer loses every
 * session with its sockets, and every link that was sent. They cannot open positions or withdraw, and their earlier
 * withdrawals need an operator's reason to proceed. Open positions stay and close at their levels, and deposits are
 * still credited. The answer names the open withdrawals. If two operators act at once, the second is told who was
 * first.
 */
export async function blockCustomer(
  { database, runtime, actor }: BlockParts,
  { email, reason, isBlocked }: BlockOrder,
): Promise<CommandOutcome> {
  const account = await loadCredentials(database, email);
  if (!account) return { ok: false, text: 'There is no customer with this email.' };
  const accountId = account.id;
  return database.transaction(async (connection) => {
    // The codes are locked before the account's row, as in a sign-in by link: otherwise the two could deadlock.
    await lockLoginCodesOf(connection, accountId);
    const since = await lockBlocked(connection, accountId);
    if ((since !== null) === isBlocked) return alreadySo(connection, { accountId, email, isBlocked });
    const at = new Date(runtime.now());
    await updateBlocked(connection, accountId, isBlocked ? at : null);
    const sessions = isBlocked ? await revokeAccess(connection, accountId, at) : 0;
    const event = isBlocked ? 'account_blocked' : 'account_unblocked';
    const details = { why: reason, ...(isBlocked && { sessions }) };
    await writeAudit(connection, { id: runtime.newId(), at, event, actor, accountId, details });
    await tellServer(connection, accountId);
    const facts = { email, blocked: isBlocked, sessions };
    if (!isBlocked) return { ok: true, text: `${email} is no longer blocked.`, data: facts };
    const withdrawals = await listUnderWay(connection, accountId);
    const text = [`${email} is blocked. Sessions ended: ${sessions}.`, ...underWayText(withdrawals)].join('\n');
    return { ok: true, text, data: { ...facts, withdrawals: withdrawals.map(({ id }) => id) } };
  }, longestLockWait);
}

/** Open withdrawals are listed because whoever stole the account may have requested them. */
function underWayText(withdrawals: readonly ListedTransaction[]): string[] {
  if (withdrawals.length === 0) return [];
  const head = 'Open withdrawals. Decline them, or approve and send them with a reason (see transactions):';
  return [head, tableOf(withdrawals.map((row) => ({ ...row, transfer: null })))];
}

async function alreadySo(
  connection: Queries,
  { accountId, email, isBlocked }: { accountId: number; email: string; isBlocked: boolean },
): Promise<CommandOutcome> {
  const last = await findLastBlock(connection, accountId);
  const who = last?.actor === 'system' ? 'the server' : last?.actor.slice('operator:'.length);
  const by = last ? ` by ${who}, ${whenText(last.at)} UTC` : '';
  const text = isBlocked ? `was already blocked${by}` : last ? `was already unblocked${by}` : 'is not blocked';
  return { ok: false, text: `${email} ${text}.` };
}

/** Ends every session and invalidates every link; returns how many sessions there were. */
async function revokeAccess(connection: Queries, accountId: number, at: Date): Promise<number> {
  await voidLoginCodes(connection, { accountId, at });
  await lockSessionsOf(connection, { accountId });
  return (await deleteSessionsOf(connection, { accountId })).length;
}
