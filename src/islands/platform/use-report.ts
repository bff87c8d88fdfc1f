import { useMemo } from 'react';
import { formatMoney, formatRate, formatSignedMoney } from '../../lib/format/format-number.ts';
import type { OrderOutcome } from '../../stores/trading/orders.ts';
import { showToast } from '../../stores/toasts.ts';
import { useTerminal } from './terminal-context.ts';
import type { TerminalContextValue } from './terminal-context.ts';

/** Says in a toast how an order or a close ended. */
export function useReport() {
  const terminal = useTerminal();
  return useMemo(
    () => ({
      reportOpen: (outcome: OrderOutcome) => report(outcome, 'opened', terminal),
      reportClose: (outcome: OrderOutcome) => report(outcome, 'closed', terminal),
    }),
    [terminal],
  );
}

function report(outcome: OrderOutcome, deed: 'opened' | 'closed', { t, locale, currency }: TerminalContextValue) {
  if (outcome.kind === 'unanswered') {
    showToast({ kind: 'info', text: t(`platform.report.unanswered.${deed}`) });
    return;
  }
  if (outcome.kind === 'refused') {
    showToast({ kind: 'error', text: t(`problems.${outcome.problem.code}`) });
    return;
  }
  const { symbol, direction, amount, leverage, open_rate, closed_rate, profit } = outcome.position;
  const text = t(`platform.report.${deed}.${direction}`, {
    symbol,
    leverage,
    amount: formatMoney(amount, locale, currency),
    profit: formatSignedMoney(profit, locale, currency),
    rate: formatRate(deed === 'opened' ? open_rate : (closed_rate ?? 0), locale),
  });
  showToast({ kind: 'success', text });
}
