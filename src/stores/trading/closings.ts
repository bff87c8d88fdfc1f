import type { Position } from '../../lib/contract/entities.ts';
import { $positions } from './positions.ts';

/**
 * Calls back with the positions that the server closed by itself: those that leave the open list for the history by any reason
 * but Manually, however long the line was lost in between. Never with what was closed before the lists came first. Returns how
 * to stop.
 */
export function followClosings(tell: (closed: Position[]) => void): () => void {
  return $positions.listen((now, before) => {
    if (now.status !== 'ready' || before?.status !== 'ready') return;
    const wasOpen = new Set(before.open.map(({ id }) => id));
    const closed = now.history.filter(({ id, closingReason }) => closingReason && wasOpen.has(id));
    if (closed.length > 0) tell(closed);
  });
}
