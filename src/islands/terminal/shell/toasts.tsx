import { useEffect, useMemo } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatMoney, formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { showToast } from '../../../stores/toasts.ts';
import { followClosings } from '../../../stores/trading/positions.ts';
import type { OrderOutcome } from '../../../stores/trading/orders.ts';
import { ToastRegion } from '../../shared/toast-region.tsx';
import { useTerminal } from '../terminal-context.ts';
import type { TerminalContextValue } from '../terminal-context.ts';

/** The toast region, with the terminal's texts. */
export function Toasts() {
  const { t } = useTerminal();
  return <ToastRegion label={t('common.notifications')} closeLabel={t('common.close')} />;
}

/** Functions that report in a toast how an order, a close or a change of levels ended. */
export function useReport() {
  const terminal = useTerminal();
  return useMemo(
    () => ({
      reportOpen: (outcome: OrderOutcome) => report(outcome, 'opened', terminal),
      reportClose: (outcome: OrderOutcome) => report(outcome, 'closed', terminal),
      /** Reports the position's new levels, or why the change was refused. */
      reportUpdate: (outcome: OrderOutcome) => report(outcome, 'updated', terminal),
    }),
    [terminal],
  );
}

type Deed = 'opened' | 'closed' | 'updated';

function report(outcome: OrderOutcome, deed: Deed, terminal: TerminalContextValue) {
  const { t } = terminal;
  if (outcome.kind === 'unanswered') {
    showToast({ kind: 'info', text: t(`platform.report.unanswered.${deed}`) });
    return;
  }
  if (outcome.kind === 'refused') {
    // Ignores the problem's fields, which are in English.
    showToast({ kind: 'error', text: t(`problems.${outcome.problem.code}`) });
    return;
  }
  const text = deed === 'updated' ? levelsText(outcome.position, terminal) : doneText(outcome.position, deed, terminal);
  showToast({ kind: 'success', text });
}

function doneText(position: Position, deed: 'opened' | 'closed', { t, locale, currency }: TerminalContextValue) {
  const { symbol, direction, amount, leverage, open_rate, closed_rate, profit } = position;
  return t(`platform.report.${deed}.${direction}`, {
    symbol,
    leverage,
    amount: formatMoney(amount, locale, currency),
    profit: formatSignedMoney(profit, locale, currency),
    rate: formatRate(deed === 'opened' ? open_rate : (closed_rate ?? 0), locale),
  });
}

function levelsText({ symbol, stop_lost, take_profit }: Position, { t, locale }: TerminalContextValue) {
  const level = (rate: number | null) => (rate === null ? t('platform.level.none') : formatRate(rate, locale));
  return t('platform.report.updated', { symbol, stopLoss: level(stop_lost), takeProfit: level(take_profit) });
}

/** If more than this many positions close at once, the toast shows only their number and total profit. */
const mostTold = 3;

/** Reports in a toast which positions the server closed, and why. */
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
