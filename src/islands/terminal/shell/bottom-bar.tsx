import { useStore } from '@nanostores/react';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { $ticketSheet } from '../../../stores/trading/ticket.ts';
import { $positions } from '../../../stores/trading/positions.ts';
import { pathIn, useTerminal } from '../terminal-context.ts';
import styles from './bottom-bar.module.css';

/** The parts of the screen that a tab leads to, with how each is found. */
const parts = {
  markets: () => document.querySelector<HTMLElement>('[data-market]'),
  // The chart, or what is shown in its place.
  chart: () => document.querySelector('section h1')?.closest<HTMLElement>('section'),
  positions: () => document.querySelector<HTMLElement>('[data-positions]'),
} as const;
type Part = keyof typeof parts;

const drawings: Record<Part | 'trade' | 'account', string> = {
  markets: 'M3 5h14M3 10h14M3 15h9',
  chart: 'M6 3v14M6 6h-2v7h4V6zM14 3v14M14 8h-2v6h4V8z',
  trade: 'M6 16V4L2.5 7.5M14 4v12l3.5-3.5',
  positions: 'M3 6h14v10H3zM7 6V4h6v2M3 10.5h14',
  account: 'M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3.8 17c.8-3.2 3.2-4.5 6.2-4.5s5.4 1.3 6.2 4.5',
};

/**
 * The bar at the bottom of a narrow screen, within reach of a thumb: Sell and Buy (`children`), and below them the tabs
 * to the parts of the screen.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  const { t, locale } = useTerminal();
  const current = useSyncExternalStore(followScrolling, partInView, () => 'chart' as const);
  const positions = useStore($positions);
  const count = positions.status === 'ready' ? positions.open.length : 0;
  const label = (tab: keyof typeof drawings) => (
    <>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={drawings[tab]} />
      </svg>
      <span>{t(`platform.tabs.${tab}`)}</span>
      {tab === 'positions' && count > 0 && <span className={styles.count}>{count}</span>}
    </>
  );
  const partTab = (part: Part) => (
    <button type="button" aria-current={current === part || undefined} onClick={() => goTo(part)}>
      {label(part)}
    </button>
  );
  return (
    <div className={styles.bottom}>
      {children}
      <nav className={styles.tabs} aria-label={t('platform.tabs.title')}>
        {partTab('markets')}
        {partTab('chart')}
        <button type="button" aria-haspopup="dialog" onClick={() => $ticketSheet.set('both')}>
          {label('trade')}
        </button>
        {partTab('positions')}
        <a href={pathIn(locale, '/my-account/info')}>{label('account')}</a>
      </nav>
    </div>
  );
}

/** Scrolls to a part and moves the focus there, so that the next Tab continues in it. */
function goTo(part: Part): void {
  const section = parts[part]();
  if (!section) return;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  // The figures of the account are above the chart.
  if (part === 'chart') window.scrollTo({ top: 0, behavior });
  else section.scrollIntoView({ behavior });
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

/** The part that takes up the middle of the screen; at the end of the page the last one. */
function partInView(): Part {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1) return 'positions';
  const isReached = (part: Part) => (parts[part]()?.getBoundingClientRect().top ?? Infinity) < clientHeight / 2;
  return isReached('positions') ? 'positions' : isReached('markets') ? 'markets' : 'chart';
}

function followScrolling(changed: () => void): () => void {
  const events = ['scroll', 'resize'];
  for (const event of events) window.addEventListener(event, changed, { passive: true });
  return () => events.forEach((event) => window.removeEventListener(event, changed));
}
