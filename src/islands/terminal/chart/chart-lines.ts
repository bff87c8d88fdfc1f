import type { Position } from '../../../lib/contract/entities.ts';
import { levelKinds } from '../../../stores/trading/level-draft.ts';
import type { LevelDraft } from '../../../stores/trading/level-draft.ts';
import { levelOf } from '../../../stores/trading/levels.ts';
import type { LevelKind } from '../../../stores/trading/levels.ts';

/** A horizontal line on the chart: the rate at which a position was opened, or one of its levels. */
export interface ChartLine {
  positionId: string;
  kind: 'open' | LevelKind;
  rate: number;
  variant: 'chosen' | 'dragged' | 'other';
  /** Whether the price axis shows the rate. */
  isLabelled: boolean;
}

/** With more positions than this, only the chosen one has labels: labels for all would cover the chart. */
export const mostLabelled = 3;

/** The lines of a symbol's open positions. A level that is being dragged is drawn at its new rate. */
export function linesOf(
  positions: readonly Position[],
  { chosenId, draft }: { chosenId: string | undefined; draft: LevelDraft | null },
): ChartLine[] {
  const isCrowded = positions.length > mostLabelled;
  return positions.flatMap((position) => {
    const isChosen = position.id === chosenId;
    const isLabelled = isChosen || !isCrowded;
    const variant = isChosen ? 'chosen' : 'other';
    const positionId = position.id;
    const lines: ChartLine[] = [{ positionId, kind: 'open', rate: position.open_rate, variant, isLabelled }];
    for (const kind of isLabelled ? levelKinds : []) {
      const isDragged = draft?.position.id === position.id && draft.kind === kind;
      const rate = (isDragged ? draft.rate : null) ?? levelOf({ position, kind });
      if (rate === null) continue;
      lines.push({ positionId, kind, rate, variant: isDragged ? 'dragged' : variant, isLabelled });
    }
    return lines;
  });
}
