import { useCallback } from 'react';
import type { Translate } from '../../../lib/i18n/translate.ts';
import { priceBook } from '../../../stores/prices.ts';
import { useTerminal } from '../terminal-context.ts';

/** How old something is in the largest unit that fits: "18 s", "3 min", "2 h". */
export function ageText(ageMs: number, t: Translate): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 60) return t('platform.age.seconds', { count: seconds });
  if (seconds < 3600) return t('platform.age.minutes', { count: Math.floor(seconds / 60) });
  return t('platform.age.hours', { count: Math.floor(seconds / 3600) });
}

/** The age of a stale price; empty while it is fresh. Moves by the second, so it is written past React. */
export function PriceAge({ symbol, className }: { symbol: string; className?: string | undefined }) {
  const { t } = useTerminal();
  const follow = useCallback(
    (cell: HTMLElement) => {
      const update = () => {
        const price = priceBook.get(symbol);
        const text = price?.stale ? ageText(Date.now() - price.receivedMs, t) : '';
        if (cell.textContent !== text) cell.textContent = text;
      };
      update();
      return priceBook.watch([symbol], update);
    },
    [symbol, t],
  );
  return <span ref={follow} className={className} />;
}
