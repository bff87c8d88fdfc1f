import type { MarketGroup } from '../../../stores/market-list.ts';
import { loadMarket } from '../../../stores/trading/terminal.ts';
import { Button } from '../../shared/button.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from './market.module.css';
import row from './row.module.css';

/** Why the list is empty and what to do about it. */
export function MarketNote({ kind }: { kind: MarketGroup | 'search' | 'failed' }) {
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

/** Rows in the shape of the rows that come. */
export function MarketSkeleton() {
  const { t } = useTerminal();
  return (
    <div role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className={row.ghost} aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
