import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { $assets } from '../../../stores/assets.ts';
import { $choice, $search, $searchKey, chooseAssets, goToSymbol } from '../../../stores/market-list.ts';
import { useTerminal } from '../terminal-context.ts';
import { moveInMarket } from './market-row.tsx';
import styles from './market.module.css';

/**
 * Finds assets in every group. `/` focuses the field from anywhere on the page, Enter opens the best match, Escape
 * returns the focus to where it was.
 */
export function MarketSearch() {
  const { t } = useTerminal();
  const search = useStore($search);
  const hasKey = useStore($searchKey, { ssr: () => true });
  const field = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<Element | null>(null);

  // Keeps what was typed before hydration.
  useLayoutEffect(() => $search.set(field.current?.value ?? ''), []);
  useEffect(() => {
    if (!hasKey) return;
    return onSearchKey(() => {
      cameFrom.current = document.activeElement;
      field.current?.select();
    });
  }, [hasKey]);

  const leave = () => {
    $search.set('');
    field.current?.blur();
    const from = cameFrom.current;
    if (from instanceof HTMLElement && from !== document.body) from.focus();
    cameFrom.current = null;
  };

  const press = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) openBest();
    else if (event.key === 'Escape') leave();
    else moveInMarket(event);
  };

  return (
    <div className={styles.search}>
      <input
        ref={field}
        type="search"
        placeholder={t('platform.market.search')}
        aria-label={t('platform.market.search')}
        aria-keyshortcuts={hasKey ? '/' : undefined}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => $search.set(event.target.value)}
        onKeyDown={press}
      />
      <button
        type="button"
        aria-pressed={hasKey}
        aria-label={t('platform.market.searchKey')}
        title={t('platform.market.searchKey')}
        onClick={() => $searchKey.set(!hasKey)}
      >
        /
      </button>
    </div>
  );
}

/** Opens the best match and ends the search. If there is none, the list already says so. */
function openBest() {
  const state = $assets.get();
  const best = state.status === 'ready' && $search.get().trim() !== '' && chooseAssets(state.assets, $choice.get())[0];
  if (!best) return;
  $search.set('');
  goToSymbol(best.symbol);
}

/** Elements in which typing a slash must enter a slash. */
const typing = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]';

/**
 * Calls back when `/` is pressed anywhere on the page except in a field or a dialog. Returns a function that stops
 * listening.
 */
function onSearchKey(search: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    const isOther = event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
    const isTyping = event.target instanceof Element && event.target.matches(typing);
    // Elements under a modal dialog cannot be focused.
    if (isOther || isTyping || document.querySelector(':modal')) return;
    event.preventDefault();
    search();
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}
