import { writeAudit } from '../../audit/audit-log.ts';
import type { Queries } from '../../db/database.ts';
import { longestLockWait } from '../../db/lock-wait.ts';
import type { CommandOutcome, OperatorParts } from '../command/operate.ts';
import { whenText } from '../command/text-table.ts';
import type { AssetChoice } from './suspension-rows.ts';
import { findLastSuspension, lockSuspensions, updateSuspensions } from './suspension-rows.ts';

/** What to suspend, or to trade again, and why. */
export interface SuspensionOrder {
  choice: AssetChoice;
  reason: string;
  isSuspended: boolean;
}

/**
 * Suspends assets, or has them traded again, with an audit entry for each, in one database transaction; the running server refuses new
 * positions by it at once, and tells open browsers. Open positions stay, and are closed as ever. Of two operators the second is told.
 */
export async function suspendAssets(parts: OperatorParts, order: SuspensionOrder): Promise<CommandOutcome> {
  const { database, live } = parts;
  const { choice, isSuspended } = order;
  const done = await database.transaction(async (connection) => {
    const found = await lockSuspensions(connection, choice);
    const symbols = found
      .filter(({ suspendedAt }) => (suspendedAt !== null) !== isSuspended)
      .map(({ symbol }) => symbol);
    if (symbols.length === 0)
      return { symbols, text: await whyNot(connection, { ...order, now: parts.runtime.now() }, found[0]) };
    await writeSuspension(connection, parts, { ...order, symbols });
    return { symbols, text: `${isSuspended ? 'Suspended' : 'Traded again'}: ${symbols.join(', ')}.` };
  }, longestLockWait);
  const { symbols, text } = done;
  if (symbols.length === 0) return { ok: false, text };
  live?.market.changeAssets(symbols, { isSuspended });
  return { ok: true, text, data: { symbols, suspended: isSuspended } };
}

async function writeSuspension(
  connection: Queries,
  { runtime, actor }: OperatorParts,
  { symbols, reason, isSuspended }: SuspensionOrder & { symbols: readonly string[] },
): Promise<void> {
  const at = new Date(runtime.now());
  const event = isSuspended ? 'asset_suspended' : 'asset_resumed';
  await updateSuspensions(connection, { symbols, suspendedAt: isSuspended ? at : null });
  for (const symbol of symbols) {
    await writeAudit(connection, { id: runtime.newId(), at, event, actor, details: { symbol, why: reason } });
  }
}

const aDayMs = 86_400_000;

async function whyNot(
  connection: Queries,
  { choice, isSuspended, now }: SuspensionOrder & { now: number },
  first: { symbol: string; suspendedAt: Date | null } | undefined,
): Promise<string> {
  const name = 'symbol' in choice ? choice.symbol : choice.category;
  if (first === undefined) return 'symbol' in choice ? `There is no asset ${name}.` : `There is no asset in ${name}.`;
  const { symbol, suspendedAt } = first;
  // The asset says when it was suspended. Who had it traded again is only of use to who wanted the same just now.
  const [from, to] = suspendedAt ? [suspendedAt, suspendedAt] : [new Date(now - aDayMs), new Date(now)];
  const last = await findLastSuspension(connection, { symbol, from, to });
  const by = last ? ` by ${last.actor.slice('operator:'.length)}, ${whenText(last.at)} UTC` : '';
  return `${name} is ${isSuspended ? 'suspended' : 'traded'} already${by}.`;
}
