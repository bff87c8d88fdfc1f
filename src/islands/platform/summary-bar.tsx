import { useStore } from '@nanostores/react';
import { useCallback } from 'react';
import { formatMoney } from '../../lib/format/format-number.ts';
import { toMajor } from '../../lib/trading/money.ts';
import { priceBook } from '../../stores/prices.ts';
import { $balance, liveSummary } from '../../stores/trading/balance.ts';
import { $positions } from '../../stores/trading/positions.ts';
import { dash } from './live/follow-rate.ts';
import { profitText, trendOfProfit } from './live/follow-position.ts';
import { useTerminal } from './terminal-context.ts';
import type { TerminalContextValue } from './terminal-context.ts';
import styles from './summary-bar.module.css';

const figures = ['balance', 'equity', 'freeMargin', 'profit'] as const;

/** Balance, equity, free margin and profit, at the live prices of the open positions. */
export function SummaryBar() {
  const terminal = useTerminal();
  const { t } = terminal;
  const positions = useStore($positions);
  const follow = useCallback(
    (list: HTMLDListElement) => {
      const update = () => writeSummary(list, terminal);
      const open = positions.status === 'ready' ? positions.open : [];
      const stops = [
        $balance.subscribe(update),
        priceBook.watch([...new Set(open.map((each) => each.symbol))], update),
      ];
      return () => stops.forEach((stop) => stop());
    },
    [positions, terminal],
  );
  return (
    <dl ref={follow} className={styles.summary} aria-label={t('platform.summary.title')}>
      {figures.map((figure) => (
        <div key={figure}>
          <dt>{t(`platform.summary.${figure}`)}</dt>
          <dd data-figure={figure}>{dash}</dd>
        </div>
      ))}
    </dl>
  );
}

function writeSummary(list: HTMLElement, { locale, currency }: TerminalContextValue) {
  const summary = liveSummary();
  if (!summary) return;
  const money = (minor: number) => formatMoney(toMajor(minor), locale, currency);
  const profit = toMajor(summary.profitMinor);
  write(list, 'balance', money(summary.balanceMinor));
  write(list, 'equity', money(summary.equityMinor));
  write(list, 'freeMargin', money(summary.freeMarginMinor));
  write(list, 'profit', profitText(profit, { locale, currency }), trendOfProfit(profit));
}

function write(list: HTMLElement, figure: (typeof figures)[number], text: string, trend = 'none') {
  const cell = list.querySelector<HTMLElement>(`[data-figure="${figure}"]`);
  if (!cell || cell.textContent === text) return;
  cell.textContent = text;
  cell.dataset['trend'] = trend;
}
