import { useStore } from '@nanostores/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { $assets } from '../../../stores/assets.ts';
import { $choice, $group, $search, $symbol, chooseAssets, marketGroups } from '../../../stores/market-list.ts';
import type { MarketGroup } from '../../../stores/market-list.ts';
import { $session } from '../../../stores/session.ts';
import { loadMarket } from '../../../stores/trading/terminal.ts';
import { accessProblem } from '../../../stores/trading/ticket.ts';
import { Button } from '../../shared/button.tsx';
import { Tabs } from '../shell/tabs.tsx';
import { useTerminal } from '../terminal-context.ts';
import { MarketRow, StarShape } from './market-row.tsx';
import { MarketSearch } from './market-search.tsx';
import styles from './market.module.css';

/** All assets by group, with a search. The asset that the screen shows is marked. */
export function MarketList() {
  const { t } = useTerminal();
  const panelId = useId();
  return (
    <section className={styles.market} aria-label={t('platform.market.title')} data-market>
      <MarketSearch />
      <MarketTabs panelId={panelId} />
      <div className={styles.head} aria-hidden="true">
        <span>{t('platform.market.asset')}</span>
        <span>
          <span>{t('platform.market.sell')}</span>
          <span>{t('platform.market.spread')}</span>
          <span>{t('platform.market.buy')}</span>
        </span>
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${useStore($group)}`} className={styles.panel}>
        <Rows />
      </div>
    </section>
  );
}

function Rows() {
  const { t } = useTerminal();
  const state = useStore($assets);
  const choice = useStore($choice);
  const symbol = useStore($symbol);
  const user = useStore($session)?.user;
  const [focused, setFocused] = useState('');
  const chosen = useMemo(() => (state.status === 'ready' ? chooseAssets(state.assets, choice) : []), [state, choice]);
  const list = useRef<HTMLUListElement>(null);
  const isSearch = choice.search.trim() !== '';
  // Search results start at the top; once the list is complete again, it scrolls to the asset on the screen.
  useEffect(() => (isSearch ? undefined : keepRevealed(list.current)), [state.status, symbol, isSearch]);
  if (state.status === 'loading') return <MarketSkeleton />;
  if (state.status === 'failed') return <MarketNote kind="failed" />;

  const tabStop = [focused, symbol, chosen[0]?.symbol].find((wanted) =>
    chosen.some((asset) => asset.symbol === wanted),
  );
  return (
    <>
      <p role="status" className="visually-hidden">
        {isSearch && t('platform.market.found', { count: chosen.length })}
      </p>
      {chosen.length === 0 && <MarketNote kind={isSearch ? 'search' : choice.group} />}
      <ul ref={list}>
        {chosen.map((asset) => (
          <MarketRow
            key={asset.symbol}
            asset={asset}
            isCurrent={asset.symbol === symbol}
            isFavourite={choice.favourites.includes(asset.symbol)}
            // Unverified customers may not trade at all, so a mark on every row would tell them nothing.
            denial={user?.verified_account ? accessProblem(asset, user) : null}
            onFocus={setFocused}
            isTabStop={asset.symbol === tabStop}
          />
        ))}
      </ul>
    </>
  );
}

/** The groups as tabs. Choosing a group ends the search, because applying both would hide matching assets. */
function MarketTabs({ panelId }: { panelId: string }) {
  const { t } = useTerminal();
  const group = useStore($group);
  // All groups have to fit on one line.
  const labelOf = (id: MarketGroup) => {
    if (id === 'favourites') return <StarShape />;
    return id === 'commodities' ? t('platform.group.commoditiesShort') : t(`platform.group.${id}`);
  };
  return (
    <Tabs
      label={t('platform.market.groups')}
      panelId={panelId}
      selected={group}
      tabs={marketGroups.map((id) => ({ id, label: labelOf(id), name: t(`platform.group.${id}`) }))}
      onSelect={(id) => {
        $group.set(id);
        $search.set('');
      }}
    />
  );
}

/** Why the list is empty and what to do about it. */
function MarketNote({ kind }: { kind: MarketGroup | 'search' | 'failed' }) {
  const { t } = useTerminal();
  if (kind === 'failed') {
    return (
      <div className={styles.note} role="alert">
        <p>{t('platform.market.failed')}</p>
        <Button onClick={() => void loadMarket()}>{t('platform.retry')}</Button>
      </div>
    );
  }
  const key = kind === 'search' || kind === 'favourites' ? kind : 'group';
  return <p className={styles.note}>{t(`platform.market.empty.${key}`)}</p>;
}

/** Placeholder rows of the same shape as the real ones. */
function MarketSkeleton() {
  const { t } = useTerminal();
  return (
    <div role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className={styles.ghost} aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

/**
 * Scrolls the list to the marked row, now and whenever the list's height changes. Returns a function that stops this.
 */
function keepRevealed(list: HTMLElement | null): (() => void) | undefined {
  const panel = list?.parentElement;
  if (!panel) return undefined;
  // The observer also calls back when it starts, which reveals the row for the first time.
  const observer = new ResizeObserver(() => revealRow(list, panel));
  observer.observe(panel);
  return () => observer.disconnect();
}

/** Scrolls the list just far enough to show the marked row. `scrollIntoView` would also scroll the page. */
function revealRow(list: HTMLElement, panel: HTMLElement): void {
  const row = list.querySelector('[data-current]')?.getBoundingClientRect();
  if (!row) return;
  const view = panel.getBoundingClientRect();
  if (row.top < view.top) panel.scrollTop -= view.top - row.top;
  else if (row.bottom > view.bottom) panel.scrollTop += row.bottom - view.bottom;
}
