import { useMemo } from 'react';
import type { Position } from '../../../lib/contract/entities.ts';
import { formatMoney, formatRate, formatSignedMoney } from '../../../lib/format/format-number.ts';
import type { OrderOutcome } from '../../../stores/trading/orders.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useTerminal } from '../terminal-context.ts';
import type { TerminalContextValue } from '../terminal-context.ts';

/** Says in a toast how an order, a close or a change of levels ended. */
export function useReport() {
  const terminal = useTerminal();
  return useMemo(
    () => ({
      reportOpen: (outcome: OrderOutcome) => report(outcome, 'opened', terminal),
      reportClose: (outcome: OrderOutcome) => report(outcome, 'closed', terminal),
      /** Says the levels that a position has now, or with which words they were refused. */
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
    // Not its fields: those words are English.
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
