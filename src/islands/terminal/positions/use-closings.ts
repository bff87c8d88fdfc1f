import { useEffect } from 'react';
import { formatSignedMoney } from '../../../lib/format/format-number.ts';
import { showToast } from '../../../stores/toasts.ts';
import { followClosings } from '../../../stores/trading/closings.ts';
import { useTerminal } from '../terminal-context.ts';

/** More at once are told by their number and what they earned together. */
const mostTold = 3;

/** Says in a toast what the server closed by itself, and why. */
export function useClosings() {
  const { t, locale, currency } = useTerminal();
  useEffect(() => {
    const money = (profit: number) => formatSignedMoney(profit, locale, currency);
    return followClosings((closed) => {
      const lines = closed.map(({ symbol, closingReason, profit }) =>
        t('platform.report.closedBy', {
          symbol,
          reason: t(`platform.reason.${closingReason}`),
          profit: money(profit),
        }),
      );
      const together = closed.reduce((sum, { profit }) => sum + profit, 0);
      const text =
        lines.length > mostTold
          ? t('platform.report.closedMany', { count: lines.length, profit: money(together) })
          : lines.join('\n');
      showToast({ kind: 'info', text });
    });
  }, [t, locale, currency]);
}
