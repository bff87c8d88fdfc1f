import type { Position } from '../../../lib/contract/entities.ts';
import type { LevelDraft } from '../../../stores/chart/level-draft.ts';
import { levelKinds } from '../../../stores/chart/level-draft.ts';
import { levelOf } from '../../../stores/trading/levels.ts';
import type { LevelKind } from '../../../stores/trading/levels.ts';

/** A line across the chart: where a position was opened, or one of its levels. */
export interface ChartLine {
  positionId: string;
  kind: 'open' | LevelKind;
  rate: number;
  look: 'chosen' | 'dragged' | 'other';
  /** Whether the rate stands on the price axis. */
  isLabelled: boolean;
}

/** Of more positions than these, those that are not chosen are bare lines: the labels would bury the chart. */
export const mostLabelled = 3;

/** The lines of the open positions of a symbol; what is being changed lies where it was moved to. */
export function linesOf(
  positions: readonly Position[],
  { chosenId, draft }: { chosenId: string | undefined; draft: LevelDraft | null },
): ChartLine[] {
  const isCrowded = positions.length > mostLabelled;
  return positions.flatMap((position) => {
    const isChosen = position.id === chosenId;
    const isLabelled = isChosen || !isCrowded;
    const look = isChosen ? 'chosen' : 'other';
    const positionId = position.id;
    const lines: ChartLine[] = [{ positionId, kind: 'open', rate: position.open_rate, look, isLabelled }];
    for (const kind of isLabelled ? levelKinds : []) {
      const isDragged = draft?.position.id === position.id && draft.kind === kind;
      const rate = (isDragged ? draft.rate : null) ?? levelOf({ position, kind });
      if (rate === null) continue;
      lines.push({ positionId, kind, rate, look: isDragged ? 'dragged' : look, isLabelled });
    }
    return lines;
  });
}
