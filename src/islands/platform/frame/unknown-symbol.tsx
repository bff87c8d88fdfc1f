import { brand } from '../../../brand.ts';
import { goToSymbol } from '../../../stores/market-list.ts';
import { Button } from '../../shared/button.tsx';
import { useTerminal } from '../terminal-context.ts';
import styles from '../terminal.module.css';

/** In place of the chart when the address names no asset of ours. The market list stays beside it. */
export function UnknownSymbol({ symbol }: { symbol: string }) {
  const { t } = useTerminal();
  return (
    <section className={styles.unknown}>
      <h1>{t('platform.unknown.title', { symbol })}</h1>
      <p>{t('platform.unknown.text')}</p>
      <Button variant="primary" onClick={() => goToSymbol(brand.defaultSymbol)}>
        {t('platform.unknown.open', { symbol: brand.defaultSymbol })}
      </Button>
    </section>
  );
}
