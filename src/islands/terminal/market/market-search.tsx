import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { $assets } from '../../../stores/assets.ts';
import { $choice, $search, $shortcuts, chooseAssets, goToSymbol } from '../../../stores/market-list.ts';
import { onShortcut } from '../shell/shortcuts.ts';
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
  const hasKeys = useStore($shortcuts, { ssr: () => true });
  const field = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<Element | null>(null);

  // Keeps what was typed before hydration.
  useLayoutEffect(() => $search.set(field.current?.value ?? ''), []);
  useEffect(() => {
    if (!hasKeys) return;
    return onShortcut(({ key }) => {
      if (key !== '/') return false;
      cameFrom.current = document.activeElement;
      field.current?.select();
      return true;
    });
  }, [hasKeys]);

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
        aria-keyshortcuts={hasKeys ? '/' : undefined}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => $search.set(event.target.value)}
        onKeyDown={press}
      />
      <button
        type="button"
        aria-pressed={hasKeys}
        aria-label={t('platform.keys.use')}
        title={t('platform.keys.use')}
        onClick={() => $shortcuts.set(!hasKeys)}
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
