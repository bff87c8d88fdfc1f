import { brand } from '../../../brand.ts';
import { hundredthsText } from '../../../lib/format/amount-text.ts';
import { tellServer } from '../../accounts/news/account-news.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import { longestLockWait } from '../../db/lock-wait.ts';
import type { PositionRow } from '../../trading/position-rows.ts';
import { findId } from '../command/find-id.ts';
import type { CommandOutcome, LiveParts, OperatorParts } from '../command/operate.ts';
import { loadPosition, lockAccountOf, updateProtected } from './operated-positions-rows.ts';

/** What is to be done to which position, and why. An id may be the beginning of one. */
export interface PositionOrder {
  id: string;
  reason: string;
}

/** What is carried out by the server: nobody else has prices, and holds quotes against positions. */
function liveOf({ live }: OperatorParts): LiveParts {
  if (!live) throw new Error('a command that the server carries out was carried out by another');
  return live;
}

/** Closes a position at the market, through the order desk, with its audit entry. Of two who close it the second is told. */
export async function closeForCustomer(parts: OperatorParts, { id, reason }: PositionOrder): Promise<CommandOutcome> {
  const { database, actor } = parts;
  const found = await findId(database, { table: 'positions', what: 'position', id });
  if (!found.ok) return found;
  const position = await loadPosition(database, found.id);
  if (!position) throw new Error(`The position ${found.id} is gone`);
  const { accountId, symbol } = position;
  const result = await liveOf(parts).orderDesk.closeForOperator(accountId, { id: found.id, actor, reason });
  if (result.ok) return closed(result.position);
  if (result.problem.code === 'POSITION_CLOSED') return { ok: false, text: 'It is closed already.' };
  return {
    ok: false,
    text: `It could not be closed: there is no fresh price of ${symbol}, or others keep the account locked.`,
  };
}

function closed({ id, closedRate, profitMinor }: PositionRow): CommandOutcome {
  const result = hundredthsText(profitMinor ?? 0, brand.currency);
  return {
    ok: true,
    text: `It is closed at ${closedRate ?? 'no rate'}: ${result}`,
    data: { id, closedRate, profitMinor },
  };
}

/** Exempts a position from Low Margin, or no longer, with its audit entry, and tells who holds quotes against it. */
export async function protectPosition(
  parts: OperatorParts,
  { id: typed, reason, isProtected }: PositionOrder & { isProtected: boolean },
): Promise<CommandOutcome> {
  const { database, runtime, actor } = parts;
  const { watch } = liveOf(parts);
  const found = await findId(database, { table: 'positions', what: 'position', id: typed });
  if (!found.ok) return found;
  const { id } = found;
  const first = await loadPosition(database, id);
  if (!first) throw new Error(`The position ${id} is gone`);
  const { accountId } = first;
  const word = isProtected ? 'protected' : 'not protected';
  let next: PositionRow | undefined;
  const work = database.transaction(async (connection): Promise<CommandOutcome> => {
    await lockAccountOf(connection, accountId);
    const stored = (await loadPosition(connection, id)) ?? first;
    if (stored.closedAt !== null) return { ok: false, text: 'It is closed already.' };
    if (stored.protected === isProtected) return { ok: false, text: `It is ${word} already.` };
    await updateProtected(connection, id, isProtected);
    const entry = { id: runtime.newId(), at: new Date(runtime.now()), actor, accountId } as const;
    const details = { position: id, to: word, why: reason };
    await writeAudit(connection, { ...entry, event: 'position_protection_changed', details });
    await tellServer(connection, accountId);
    next = { ...stored, protected: isProtected };
    watch.decided(next, stored);
    return { ok: true, text: `It is ${word}.`, data: { id, protected: isProtected } };
  }, longestLockWait);
  const outcome = await work.catch((fault: unknown) => {
    if (next) watch.unsure(next);
    throw fault;
  });
  if (next) watch.committed(next);
  return outcome;
}
