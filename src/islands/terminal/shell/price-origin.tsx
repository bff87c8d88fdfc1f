import { useStore } from '@nanostores/react';
import { $feed } from '../../../stores/feed.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from '../terminal.module.css';

/** Says where the prices come from, unless they come from a venue. */
export function PriceOrigin() {
  const { t } = useTerminal();
  const feed = useStore($feed);
  return feed && feed.origin !== 'live' ? (
    <span className={styles.origin}>{t(`common.prices.${feed.origin}`)}</span>
  ) : null;
}
