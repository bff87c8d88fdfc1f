import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ClosingReason } from '../../../lib/contract/entities.ts';
import { $assets } from '../../../stores/assets.ts';
import type { HistoryFilter as Filter } from '../../../stores/trading/history.ts';
import { $history, loadHistory } from '../../../stores/trading/history.ts';
import { useTerminal } from '../terminal-context.ts';
import styles from './history-filter.module.css';

const reasons: readonly ClosingReason[] = [0, 1, 2, 3, 4];

/** Narrows the history to an asset, a closing reason and days. Each choice loads the first page of what is left. */
export function HistoryFilter() {
  const { t } = useTerminal();
  const assets = useStore($assets);
  const { filter } = useStore($history);
  const symbols = assets.status === 'ready' ? assets.assets.map(({ symbol }) => symbol).toSorted() : [];

  const choose = (change: { [Name in keyof Filter]: string }) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    const { reason, ...rest } = Object.fromEntries(next) as Record<string, string | undefined>;
    const chosen = reason === undefined ? rest : { ...rest, reason: Number(reason) as ClosingReason };
    void loadHistory({ filter: chosen, page: 1 });
  };

  return (
    <div className={styles.filter} role="search" aria-label={t('platform.filter.title')}>
      <Choice label={t('platform.column.symbol')} value={filter.symbol ?? ''} onChoose={(symbol) => choose({ symbol })}>
        {symbols.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </Choice>
      <Choice
        label={t('platform.column.reason')}
        value={String(filter.reason ?? '')}
        onChoose={(reason) => choose({ reason })}
      >
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`platform.reason.${reason}`)}
          </option>
        ))}
      </Choice>
      {(['from', 'until'] as const).map((end) => (
        <label key={end}>
          {t(`platform.filter.${end}`)}
          <input type="date" value={filter[end] ?? ''} onChange={({ target }) => choose({ [end]: target.value })} />
        </label>
      ))}
      <button
        type="button"
        // Not `disabled`: a button that is disabled when pressed would lose the focus.
        aria-disabled={Object.keys(filter).length === 0 || undefined}
        onClick={() => void loadHistory({ filter: {}, page: 1 })}
      >
        {t('platform.filter.reset')}
      </button>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** Empty: all. */
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  const { t } = useTerminal();
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{t('platform.filter.all')}</option>
        {children}
      </select>
    </label>
  );
}
