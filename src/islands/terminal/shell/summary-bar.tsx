import { useStore } from '@nanostores/react';
import { useCallback } from 'react';
import { formatMoney, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { toMajor } from '../../../lib/trading/money.ts';
import { priceBook } from '../../../stores/prices.ts';
import { $balance, liveSummary } from '../../../stores/trading/balance.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import live from '../live/live.module.css';
import { useTerminal } from '../terminal-context.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import { AutoTradingSwitch } from './auto-trading-switch.tsx';
import styles from './summary-bar.module.css';
import { UtcClock } from './utc-clock.tsx';

const amounts = ['balance', 'equity', 'freeMargin'] as const;
const figures = [...amounts, 'profit'] as const;

/** Balance, equity, free margin and profit, at the live prices of the open positions, and the switch of auto trading. */
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
    <section className={styles.bar} aria-label={t('platform.summary.title')}>
      <dl ref={follow} className={styles.summary}>
        {figures.map((figure) => (
          <div key={figure}>
            <dt>{t(`platform.summary.${figure}`)}</dt>
            <dd data-figure={figure} className={live.profit}>
              {dash}
            </dd>
          </div>
        ))}
      </dl>
      <AutoTradingSwitch />
      <UtcClock />
    </section>
  );
}

function writeSummary(list: HTMLElement, { locale, currency }: TerminalContextValue) {
  const summary = liveSummary();
  if (!summary) return;
  const money = (minor: number) => formatMoney(toMajor(minor), locale, currency);
  const profit = toMajor(summary.profitMinor);
  for (const amount of amounts) write(list, amount, money(summary[`${amount}Minor` as const]));
  write(list, 'profit', formatSignedMoney(profit, locale, currency), trendOfProfit(profit));
}

function write(list: HTMLElement, figure: (typeof figures)[number], text: string, trend = 'none') {
  const cell = list.querySelector<HTMLElement>(`[data-figure="${figure}"]`);
  if (!cell || cell.textContent === text) return;
  cell.textContent = text;
  cell.dataset['trend'] = trend;
}
