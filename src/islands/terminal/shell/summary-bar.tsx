import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { formatMoney, formatSignedMoney } from '../../../lib/format/format-number.ts';
import { toMajor } from '../../../lib/money.ts';
import { priceBook } from '../../../stores/prices.ts';
import { serverNowMs } from '../../../stores/realtime/api-server.ts';
import { $autoTradingSwitch, $isAutoTrading, switchAutoTrading } from '../../../stores/trading/auto-trading.ts';
import { $balance, liveSummary } from '../../../stores/trading/balance.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { trendOfProfit } from '../live/follow-position.ts';
import { dash } from '../live/follow-price.ts';
import { OnDemand, preload } from '../../shared/on-demand.tsx';
import live from '../live/live.module.css';
import { pathIn, useTerminal } from '../terminal-context.ts';
import type { TerminalContextValue } from '../terminal-context.ts';
import { useShortcuts } from './shortcuts.ts';
import styles from './summary-bar.module.css';

const amounts = ['balance', 'equity', 'freeMargin'] as const;
const figures = [...amounts, 'profit'] as const;

/**
 * Balance, equity, free margin and profit at the live prices of the open positions, the way to a deposit, and the
 * auto-trading switch.
 */
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
            <dd>
              <span data-figure={figure} className={live.profit}>
                {dash}
              </span>
              {figure === 'balance' && (
                <a className={styles.deposit} href={pathIn(terminal.locale, '/payment/deposit')}>
                  {t('common.account.deposit')}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <AutoTradingSwitch />
      <KeysButton />
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

const loadAutoTrading = async () => (await import('./auto-trading-dialog.tsx')).AutoTradingDialog;

/**
 * Switches auto trading off, and on by a dialog with its rule and its result, which `?` shows too. If the server did
 * not confirm a change, a message beside the switch says so.
 */
function AutoTradingSwitch() {
  const { t } = useTerminal();
  const isOn = useStore($isAutoTrading);
  const state = useStore($autoTradingSwitch);
  const [isShown, setShown] = useState(false);
  const show = () => setShown(true);
  const isPending = state === 'pending';
  return (
    <div className={styles.auto}>
      <label className={styles.label}>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={isOn}
          aria-busy={isPending}
          onChange={isOn ? () => void switchAutoTrading(false) : show}
        />
        {t('platform.autoTrading.label')}
        <span className={styles.state} aria-hidden="true">
          {isPending ? '…' : t(isOn ? 'platform.autoTrading.on' : 'platform.autoTrading.off')}
        </span>
      </label>
      <button
        type="button"
        className={styles.ask}
        aria-haspopup="dialog"
        aria-label={t('platform.autoTrading.ask')}
        onClick={show}
      >
        ?
      </button>
      {isShown && <OnDemand load={loadAutoTrading} t={t} onShut={() => setShown(false)} />}
      <span role="alert" className={styles.failed}>
        {state === 'failed' && t('platform.autoTrading.failed')}
      </span>
    </div>
  );
}

const loadKeys = async () => (await import('./keys-dialog.tsx')).KeysDialog;
const preloadKeys = () => preload(loadKeys);

/** Shows the list of keys, also when `?` is pressed. */
function KeysButton() {
  const { t } = useTerminal();
  const [isShown, setShown] = useState(false);
  const show = useCallback(() => setShown(true), []);
  useShortcuts(show);
  return (
    <>
      <button
        type="button"
        className={styles.keys}
        aria-haspopup="dialog"
        aria-label={t('platform.keys.title')}
        title={t('platform.keys.title')}
        onPointerEnter={preloadKeys}
        onFocus={preloadKeys}
        onClick={show}
      >
        <svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true">
          <path d="M1 1h18v12H1zM4 4.5h1m2 0h1m2 0h1m2 0h2M4 7.5h1m2 0h1m2 0h1m2 0h2M6 10.5h8" />
        </svg>
      </button>
      {isShown && <OnDemand load={loadKeys} t={t} onShut={() => setShown(false)} />}
    </>
  );
}

const tickMs = 1000;

/** The UTC time by the server's clock; every time on the screen is in UTC. */
function UtcClock() {
  const follow = useCallback((cell: HTMLElement) => {
    const update = () => {
      cell.textContent = `${new Date(serverNowMs()).toISOString().slice(11, 19)} UTC`;
    };
    update();
    const timer = setInterval(update, tickMs);
    return () => clearInterval(timer);
  }, []);
  return <span ref={follow} className={styles.clock} />;
}
