import type { Position } from '../../../lib/contract/entities.ts';
import { rateDecimals } from '../../../lib/format/format-number.ts';
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

/**
 * The rate of a dragged level: rounded to what one pixel can resolve, but no finer than rates are shown. `pixelRate` is
 * the rate difference per pixel. Null if the result is zero or less.
 */
export function draggedRate(rate: number, pixelRate: number): number | null {
  const decimals = Math.min(rateDecimals(rate), Math.ceil(-Math.log10(pixelRate)));
  const unit = 10 ** -decimals;
  const rounded = Number((Math.round(rate / unit) * unit).toFixed(Math.max(0, decimals)));
  return rounded > 0 ? rounded : null;
}

/** How far the page keys move a level, as a share of its rate. */
const pageShare = 0.001;

const signs: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 1,
  PageDown: -1,
};

/**
 * The rate after a key press. Arrow keys change the last decimal shown by one, page keys the rate by a thousandth. Null
 * for any other key.
 */
export function steppedRate(rate: number, key: string): number | null {
  const sign = signs[key];
  if (!sign) return null;
  const decimals = rateDecimals(rate);
  const size = Math.max(key.startsWith('Page') ? rate * pageShare : 0, 10 ** -decimals);
  const stepped = Number((rate + sign * size).toFixed(decimals));
  return stepped > 0 ? stepped : rate;
}
