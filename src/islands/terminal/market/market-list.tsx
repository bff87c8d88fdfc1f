import { useStore } from '@nanostores/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { $assets } from '../../../stores/assets.ts';
import { $choice, $group, $symbol, chooseAssets } from '../../../stores/market-list.ts';
import { $session } from '../../../stores/session.ts';
import { accessProblem } from '../../../stores/trading/ticket.ts';
import { useTerminal } from '../terminal-context.ts';
import { MarketRow } from './market-row.tsx';
import { MarketNote, MarketSkeleton } from './market-note.tsx';
import { MarketSearch } from './market-search.tsx';
import { MarketTabs } from './market-tabs.tsx';
import styles from './market.module.css';
import { keepRevealed } from './reveal-row.ts';
import row from './row.module.css';

/** All assets by group, with search; the one that is shown is marked. */
export function MarketList() {
  const { t } = useTerminal();
  const panelId = useId();
  return (
    <section className={styles.market} aria-label={t('platform.market.title')} data-market>
      <MarketSearch />
      <MarketTabs panelId={panelId} />
      <div className={row.head} aria-hidden="true">
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
  // What was found stands at the top; a list that is whole again shows where its asset is.
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
            // Who is not verified may trade nothing: no row tells more than another then.
            denial={user?.verified_account ? accessProblem(asset, user) : null}
            onFocus={setFocused}
            isTabStop={asset.symbol === tabStop}
          />
        ))}
      </ul>
    </>
  );
}
