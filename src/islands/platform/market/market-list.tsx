import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { $assets } from '../../../stores/assets.ts';
import { $favourites, $group, $search, $symbol, chooseAssets, goToSymbol } from '../../../stores/market-list.ts';
import { useTerminal } from '../terminal-context.ts';
import { MarketRow } from './market-row.tsx';
import { MarketNote, MarketSkeleton } from './market-note.tsx';
import { MarketTabs } from './market-tabs.tsx';
import styles from './market.module.css';
import { moveInMarket } from './move-in-market.ts';
import { revealRow } from './reveal-row.ts';

/** All assets by group, with search; the one that is shown is marked. */
export function MarketList() {
  const { t } = useTerminal();
  const panelId = useId();
  const search = useStore($search);
  return (
    <section className={styles.market} aria-label={t('platform.market.title')} data-market>
      <input
        type="search"
        className={styles.search}
        placeholder={t('platform.market.search')}
        aria-label={t('platform.market.search')}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => $search.set(event.target.value)}
        onKeyDown={(event) => {
          openFirst(event);
          moveInMarket(event);
        }}
      />
      <MarketTabs panelId={panelId} />
      <div className={styles.head} aria-hidden="true">
        <span>{t('platform.market.asset')}</span>
        <span>{t('platform.market.sell')}</span>
        <span>{t('platform.market.buy')}</span>
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${useStore($group)}`} className={styles.panel}>
        <Rows />
      </div>
    </section>
  );
}

function Rows() {
  const state = useStore($assets);
  const group = useStore($group);
  const search = useDeferredValue(useStore($search));
  const favourites = useStore($favourites, { ssr: 'initial' });
  const symbol = useStore($symbol);
  const [focused, setFocused] = useState('');
  const chosen = useMemo(
    () => (state.status === 'ready' ? chooseAssets(state.assets, { group, search, favourites }) : []),
    [state, group, search, favourites],
  );
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => revealRow(list.current), [state.status, symbol]);
  if (state.status === 'loading') return <MarketSkeleton />;
  if (state.status === 'failed') return <MarketNote kind="failed" />;
  if (chosen.length === 0) return <MarketNote kind={search.trim() === '' ? group : 'search'} />;

  const tabStop = [focused, symbol].find((wanted) => chosen.some((asset) => asset.symbol === wanted));
  return (
    <ul ref={list}>
      {chosen.map((asset) => (
        <MarketRow
          key={asset.symbol}
          asset={asset}
          isCurrent={asset.symbol === symbol}
          isFavourite={favourites.includes(asset.symbol)}
          onFocus={setFocused}
          isTabStop={asset.symbol === (tabStop ?? chosen[0]?.symbol)}
        />
      ))}
    </ul>
  );
}

function openFirst(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  const state = $assets.get();
  if (state.status !== 'ready') return;
  const choice = { group: $group.get(), search: event.currentTarget.value, favourites: $favourites.get() };
  const first = chooseAssets(state.assets, choice)[0];
  if (first) goToSymbol(first.symbol);
}
